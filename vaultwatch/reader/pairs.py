"""What a reader is shown of a memory in doubt: its words, and what its note said then and says now.

Or another memory's words in place of the note's, where no rule tells how the two meet.

Pure. Nothing else of the vault is shown to it: no path, no name of a file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison, Proof, Quote
from vaultwatch.drift.passages.align import PROSE, align
from vaultwatch.drift.passages.asserted import ranked
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import struck_in, unstruck
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.titles import title_of
from vaultwatch.values.equality import same
from vaultwatch.values.polarity import negations, present, says_it_ended
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import Word, content, words_in

MAX_BELIEF_CHARS: Final = 1_000
MAX_PASSAGE_CHARS: Final = 1_500
"""Of now, and as much of then: with the belief some 600 tokens. Chosen by hand."""
MAX_LINES: Final = 8
BESIDE: Final = 3
"""So many lines about one that a memory rests on are near it. Chosen by hand."""
_MOSTLY: Final = 0.8
"""So large a share of the memory's words a line says that states it. Chosen by hand."""
_SOME: Final = 0.3
"""So large a share of the memory's other words a line says that may bear it out against what a rule
shows. Chosen by hand: of 363 shown on open sets that had drifted 25 have such a line, of 8 that
hold 4; on five strangers' vaults 2 of 47 and 2 of 6."""
_STATES: Final[frozenset[Proof]] = frozenset({"mark", "ended", "done", "denied"})
"""Proofs whose own line says of what was, in the memory's words, that it is so no longer."""

_HIDDEN: Final = late_regex(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What a person does not see and a model may: controls, writing directions, tags. Joiners stay:
Persian and Hindi need them."""
_LINK: Final = late_regex(
    r"!?\[\[(?P<target>[^\[\]|\n]{1,800})(?:\|(?P<alias>[^\[\]\n]{1,800}))?\]\]"
    r"|!?\[(?P<text>[^\[\]\n]{1,500})\]\((?P<url>[^()\s]{1,2000})\)"
)


@dataclass(frozen=True, slots=True)
class PairLine:
    """A statement of the note as it stands, in one line."""

    number: int
    """1-based, in the note."""
    text: str
    under: str = ""
    """What it stands under: its heading, and the item or label above it."""
    is_new: bool = False
    """Whether it was changed or added since the memory was written."""
    is_prose: bool = True
    """Whether it is a sentence or an item, as a memory may be."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A memory and what its note says to it."""

    id: str
    """Names it in one hand-out, and nowhere else."""
    belief: str
    then: tuple[str, ...]
    """What the note said when the memory was written, and says yet; empty where nobody knows."""
    now: tuple[PairLine, ...]
    """What it says now, most telling first; of two memories the words of the other."""
    sources: tuple[str, ...] = ()
    """Of two memories who said each, and when; empty where a note speaks."""
    gone: tuple[str, ...] = ()
    """What it said then, in lines that stand nowhere in the whole note any more."""


def pair_of(
    id_: str, belief: Belief, baseline: Baseline, now: Sequence[Statement], made: Comparison
) -> Pair | None:
    """Return what a reader is shown of a comparison; None where it could not be read whole."""
    then = [*_told(baseline.statements, _then(baseline, made), now)]
    lines = tuple(_told(now, _now(belief, baseline, now, made), baseline.statements))
    text = visible(belief.text)
    if not lines or not text or len(text) > MAX_BELIEF_CHARS:
        return None
    stands, gone = (tuple(o.text for o in then if o.is_new is is_gone) for is_gone in (False, True))
    return Pair(id_, text, stands, lines, gone=gone)


def ordered(pair: Pair, order: str) -> Pair:
    """Return a pair whose note also holds a line that orders an answer: a test of who reads."""
    last = max(line.number for line in pair.now)
    return replace(pair, now=(*pair.now, PairLine(last + 1, order)))


def texts_of(pair: Pair) -> tuple[str, ...]:
    """Return all words of a pair."""
    return (
        pair.belief,
        *pair.then,
        *pair.gone,
        *(f"{line.under} {line.text}" for line in pair.now),
    )


def stating(pair: Pair, *, in_order: bool = True) -> PairLine | None:
    """Return the line that says the memory in its own words and values, denied as often.

    Args:
        pair: what is asked.
        in_order: whether in its order too: who fires the kiln and who stacks it are other words.
    """
    said, values, order = content(pair.belief), values_of(pair.belief), words_in(pair.belief)
    for line in pair.now:
        there, text = values_of(line.text), f"{line.under} {line.text}"
        if (
            len(said & content(text)) >= _MOSTLY * len(said)
            and all(any(same(value, one) for one in there) for value in values)
            and negations(line.text) == negations(pair.belief)
            and (not in_order or _in_order(order, words_in(text)) >= _MOSTLY * len(order))
        ):
            return line
    return None


def gives_values(line: PairLine, lines: Sequence[PairLine], belief: Belief) -> bool:
    """Tell whether a line may verify a memory in words of its own, or of another language.

    It denies as often, and the note gives every value of the memory, there or in other lines.
    """
    text = _unnamed(belief)
    missing = list(values_of(text))
    for one in (line, *lines) if missing else ():
        there = values_of(f"{one.under} {one.text}")
        missing = [value for value in missing if not any(same(value, each) for each in there)]
        if not missing:
            break
    return not missing and negations(line.text) == negations(text)


def _unnamed(belief: Belief) -> str:
    """Return what a memory says, without the title of its note, which need not repeat it."""
    return visible(belief.text).replace(belief.note_title, " ")


def bears_out(line: PairLine, belief: Belief, made: Comparison) -> bool:
    """Tell whether a line may be heard for a memory that a rule shows to be outdated.

    It gives every value of it and no other of the kind, denies as often, says some of its other
    words, in what it says of now; and it is not the line of the proof itself where a state is
    shown. So words that only order it, or a reader who obeys, bring no changed value back.
    """
    if struck_in(line.text)[1]:
        return False
    text = _unnamed(belief)
    told = present(unstruck(line.text))
    its, there, beside = values_of(text), values_of(told), text
    for value in its[::-1]:
        beside = f"{beside[: value.start]} {beside[value.end :]}"
    said = content(beside)
    is_its_own = made.after is not None and line.text in made.after.text
    return (
        all(any(same(value, one) for one in there) for value in its)
        and all(
            any(same(one, value) for value in its)
            for one in there
            if one.kind in {value.kind for value in its}
        )
        and negations(told) == negations(text)
        and not says_it_ended(f"{line.under} {told}")
        and len(said & content(f"{line.under} {told}")) >= _SOME * len(said)
        and not (made.proof in _STATES and is_its_own)
    )


def _in_order(said: Sequence[Word], there: Sequence[Word]) -> int:
    """Return how many words of one text stand in another in the same order."""
    stems = [one.stem for one in said], [one.stem for one in there]
    return sum(
        one.size for one in SequenceMatcher(None, *stems, autojunk=False).get_matching_blocks()
    )


def is_beside_news(pair: Pair) -> bool:
    """Tell whether the note was changed beside the line that says most of the memory."""
    at = pair.now[0].number
    return any(one.is_new and abs(one.number - at) <= BESIDE for one in pair.now)


def visible(text: str) -> str:
    """Return a text without characters that no person sees."""
    return _HIDDEN.sub("", text).strip()


def _shown_name(link: re.Match[str]) -> str:
    """Return what a person reads of a link, and what it leads to where that is called otherwise.

    Of a file neither the path nor the ending.
    """
    target = link["target"] or link["url"]
    title = target if "://" in target else title_of(NotePath(target))
    words = link["alias"] or link["text"] or title
    return words if words.casefold() == title.casefold() else f"{words} ({title})"


def _then(baseline: Baseline, made: Comparison) -> Iterable[int]:
    """Return the statements then that the belief rests on."""
    if made.mode == "cold":
        return ()
    supports = sorted(baseline.supports, key=lambda one: -one.strength)
    return (*_at(baseline.statements, made.before), *(one.index for one in supports))


def _now(
    belief: Belief, baseline: Baseline, now: Sequence[Statement], made: Comparison
) -> Iterator[int]:
    """Yield the statements now that speak to the belief, most telling first.

    What came since need share no word with it: of each three lines one was changed or added nearest
    to what it rests on, one is of those the one that says most of it, one of all.
    """
    yield from _at(now, made.after)
    said = [index for share, index in ranked(belief, now) if share > 0]
    aligned = align(tuple(baseline.statements), tuple(now)).successor
    if made.mode == "cold" or not aligned:
        yield from said
        return
    supports = sorted(baseline.supports, key=lambda one: -one.strength)
    rests = [aligned[one.index] for one in supports if one.index in aligned]
    places = [aligned[min(aligned, key=lambda k: abs(k - one.index))] for one in supports]
    stood = {one.digest for one in baseline.statements}
    fresh = [index for index, one in enumerate(now) if one.digest not in stood]
    near = sorted(fresh, key=lambda k: min((abs(k - place) for place in places), default=0))
    telling = [index for index in said if now[index].digest not in stood]
    yield from rests[:1]
    for three in zip_longest(near, telling, dict.fromkeys((*rests[1:], *said))):
        yield from (index for index in three if index is not None)


def _at(statements: Sequence[Statement], quote: Quote | None) -> Iterator[int]:
    """Yield which statements were quoted: the one on its line, and those behind it."""
    if quote is None or quote.note is not None:
        return
    begun = False
    for index, one in enumerate(statements):
        is_quoted = one.text != "" and one.text in quote.text
        if is_quoted and (begun or one.first_line == quote.line):
            begun = True
            yield index
        elif begun:
            return


def _told(
    statements: Sequence[Statement], chosen: Iterable[int], others: Sequence[Statement]
) -> Iterator[PairLine]:
    """Yield some statements, a line each, as many as there is room for."""
    room, known = MAX_PASSAGE_CHARS, {one.digest for one in others}
    left = MAX_LINES
    for index in dict.fromkeys(chosen):
        line = line_of(statements[index])
        chars = len(line.text) + len(line.under)
        if left and chars <= room:
            yield replace(line, is_new=statements[index].digest not in known)
            room, left = room - chars, left - 1


def line_of(one: Statement) -> PairLine:
    """Return a statement as a reader is shown it."""
    mark = f"[{one.task_mark}] " if one.task_mark is not None else ""
    under = visible(" ".join(": ".join(filter(None, (*one.section[-1:], one.context))).split()))
    text = visible(" ".join(f"{mark}{_LINK.sub(_shown_name, one.text)}".split()))
    is_prose = one.kind in PROSE and one.key is None and one.task_mark is None
    return PairLine(one.first_line, text, under, is_prose=is_prose)
