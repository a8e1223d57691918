"""Tell what a baseline is worth: does the note, as it stands, say what the belief says?

Pure. `services.scanning.baselines` asks it of every baseline, `services.memories` of a memory that
a tool hands in, `services.recall.notes_against` before an agent is shown one. A statement
*supports* a belief that gives every value of it, denies as much, is of whom it is
(`scoring.subjects`) and says enough of its words. The note *says otherwise* where a statement gives
another value (`scoring.rivals`), denies what the belief does not, or is a task that is done while
the belief calls it open. Else it is *silent*, though a statement may speak of the matter.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.matters import is_closed, is_waiting, says_open
from vaultwatch.drift.model import Grounding
from vaultwatch.drift.passages.columns import with_units
from vaultwatch.drift.places import is_surely_of
from vaultwatch.drift.scoring.rivals import (
    MOST_CHARS,
    Held,
    Rival,
    is_of_one_thing,
    other_property,
    partings,
    rivals_of,
    words_of,
)
from vaultwatch.drift.switches import agrees
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.model import TYPED
from vaultwatch.values.polarity import denials, denies, meant_in, present
from vaultwatch.values.reading import dates_of
from vaultwatch.values.words import content, words_in

GROUNDING_VERSION: Final = "2026-12-31"
"""Changes when the same texts may be grounded otherwise; services then ground anew, once."""
LEAST_SUPPORT: Final = 0.32
"""Share of a belief's words that a statement must say to support it: the least at which one of
seven false memories is called supported, each labelled set left out in turn. See
`benchmarks/grounding.py`."""
LEAST_MEASURED: Final = 0.27
"""The same of one that gives a measured value, which the statement gives too."""
LEAST_SPOKEN: Final = 0.1
"""Share of a belief's words, the note's title apart, below which a note does not speak of it."""
_LEAST_ABOUT: Final = 0.2
"""Share that one statement must say for the note to speak of what it does not say outright."""
_LEAST_DONE: Final = 0.45
"""Share of an open belief's words that a closed task must say to be its matter."""
_LEAST_SAME: Final = 0.8
"""Share of the words of belief and statement that are the same where one `not` decides."""
LEAST_OURS: Final = 0.55
"""Share of a belief's other words that a note must say which the belief does not cite, beside what
`rivals.is_of_one_thing` asks. Numbers without a source are chosen by hand; for this one see
`benchmarks/siblings.py`."""

LEAST_SAID: Final = 0.3
"""Share of a belief's long words that a passage must say to be taken apart for it, below what
`LEAST_OURS` leads to."""
LEAST_LONG: Final = 4
"""Long words by which a glance can tell; of fewer, or in other letters, it cannot."""
_KEPT_BELIEFS: Final = 256
"""Beliefs of one context, each held against a dozen notes and passages."""

MAX_CLAUSES: Final = 6
"""A belief of more sentences is a note; its first ones count. Chosen by hand."""
LEAST_OWN: Final = 3
"""Weighty words of a part that may stand for itself; a shorter one goes with the one before it:
`on Monday, at nine` says nothing alone. Chosen by hand."""
_LONG: Final = re.compile(r"[a-z\u00df-\u024f]{4,}")
_LINK: Final = re.compile(r"\[\[(?:([^\[\]|\n]{0,300})\|)?([^\[\]|\n]{0,300})\]\]")

SILENT: Final = Grounding("silent", 0.9, None)
OUTRIGHT: Final = 0.95
"""Chance where the note gives another value in a line that says the rest of the belief."""
_LEAST_OUTRIGHT: Final = 0.3
"""Share of the rest that such a line says. Below it stand three of the six true memories that
labelled notes deny by a measured value, and one in eight of the untrue ones."""
_FAIRLY: Final = 0.9
"""Chance of all else that a note says, or denies."""


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a note says to a belief, or to a part of it."""

    supports: int | None = None
    """Index of the statement that supports it."""
    denial: Grounding | None = None
    about: int | None = None
    """Index of the one that speaks of it."""


def ground(belief: Belief, now: Sequence[Statement]) -> Grounding:
    """Return whether a note supports a belief, is silent on it, or says otherwise.

    Where it is silent, the index is that of the statement that speaks of the matter, if one does.
    """
    if is_pointer(belief):
        return Grounding("supported", 1.0, None)
    note = with_units(now)
    whole = _worth(belief, note)
    if whole.supports is not None:
        return Grounding("supported", _FAIRLY, whole.supports)
    parts = {
        part: _worth(replace(belief, text=part), note, belief.text)
        for part in parts_of(belief.text, belief.note_title)
        if not _only_cites(part, belief)
    }
    told = [(part, one) for part, one in parts.items() if one.denial] or [("", whole)]
    clause, first = told[0]
    if first.denial is not None:
        return SILENT if belief.is_wish else replace(first.denial, clause=_bare(clause, belief))
    spoken = {
        part: one
        for part, one in parts.items()
        if not _is_unspoken(replace(belief, text=part), note)
    }
    if spoken and all(one.supports is not None for one in spoken.values()):
        unspoken = tuple(_bare(part, belief) for part in parts if part not in spoken)
        index = next(iter(spoken.values())).supports
        return Grounding("supported", _FAIRLY, index, unspoken=unspoken)
    return replace(SILENT, index=whole.about)


def _worth(  # noqa: PLR0911 -- an outcome a line
    belief: Belief, note: tuple[Statement, ...], whole: str = ""
) -> _Worth:
    held = Held(replace(belief, text=present(belief.text)), note, whole)
    order = held.order
    if not order:
        return _Worth()
    about = order[0] if held.shares[order[0]] >= _LEAST_ABOUT else None
    if about is not None and _is_over(belief, held, about):
        return _Worth(denial=Grounding("denied", _FAIRLY, about))
    named = (i for i, one in enumerate(note) if one.kind == "property")  # the last word may be its
    for i in dict.fromkeys((*order, *named)):
        is_so = agrees(held.memory, held.now[i], held.words)
        if is_so is not None:
            return _Worth(i, None, i) if is_so else _Worth(denial=Grounding("denied", _FAIRLY, i))
    if (other := next(other_property(held), None)) is not None:
        return _Worth(denial=_denial_by(other))
    says = (i for i in order if all(held.says(i, value) for value in held.values))
    best = next((i for i in says if held.is_of_it(i) and held.tells_whose(i)), None)
    is_measured = any(one.kind in TYPED - {"number"} for one in held.values)
    least = LEAST_MEASURED if is_measured else LEAST_SUPPORT
    if best is not None and is_surely_of(held.memory, held.note, held.now[best]):
        least = _LEAST_ABOUT
    if best is not None and held.shares[best] >= least:
        statement = held.now[best]
        theirs, ours = (
            denies(text, held.memory.words, held.language)
            for text in (present(statement.plain), held.memory.text)
        )
        likeness = _likeness(held, best)
        # Word for word, whichever clause a comma or an `and` makes of it: `children pay nothing`.
        is_same = likeness == 1 and _denied_as_often(statement.plain, held.memory.text)
        # `is polled because it has no webhooks`: whichever clause says most of the rest.
        is_same = is_same or (theirs != ours and _denies_alike(held, statement.plain))
        if theirs == ours or is_same:
            return _Worth(best, None, about)
        deny_both = denials(present(statement.plain)) and denials(held.memory.text)
        is_contrary = not deny_both and _is_in_one_clause(held, statement.plain)
        if likeness >= _LEAST_SAME and is_contrary:
            return _Worth(denial=Grounding("denied", _FAIRLY, best))
        return _Worth(about=about)
    rival = max(rivals_of(held), key=_plainness, default=None)
    return _Worth(denial=_denial_by(rival) if rival else None, about=about)


def _is_over(belief: Belief, held: Held, index: int) -> bool:
    """Tell whether a statement is a task that is done while a belief waits for it, or struck."""
    statement = held.now[index]
    is_awaited = is_waiting(belief) and not says_open(statement.plain)  # `[x] the plan is in place`
    if is_closed(statement) and held.shares[index] >= _LEAST_DONE and is_awaited:
        return True
    words, is_struck = struck_in(statement.text)
    went = held.words(words) - held.words(statement.plain)
    is_struck = (is_struck and not is_closed(statement)) or (
        bool(went) and went <= held.memory.words
    )
    return is_struck and held.shares[index] >= LEAST_SUPPORT


def _likeness(held: Held, index: int) -> float:
    """Return the share of the words of belief and statement that both say.

    0 where the belief has a word of its own: its denial may be about that. Since when it is so is
    no more of it.
    """
    plain = held.now[index].plain
    ours, theirs = held.memory.words - held.memory.title, held.words(plain) - held.memory.title
    theirs -= held.words(dates_of(plain)) - ours
    if not ours <= theirs:
        return 0.0
    return len(ours & theirs) / (len(ours | theirs) or 1)


def _is_in_one_clause(held: Held, plain: str) -> bool:
    """Tell whether belief and statement each say what they share in a clause, not in several.

    What `he can't have nuts, he is allergic` denies is not that he is allergic to nuts.
    """
    ours = held.memory.words - held.memory.title
    said = (held.words(meant_in(text, ours, held.language)) for text in (held.memory.text, plain))
    return all(len(words & ours) >= _LEAST_SAME * len(ours) for words in said)


def _denied_as_often(one: str, other: str) -> bool:
    return len(denials(present(one))) == len(denials(other))


def _denies_alike(held: Held, plain: str) -> bool:
    """Tell whether belief and statement deny the same words, those right behind each denial."""
    ours, theirs = (
        [
            next(
                (one.stem for one in words_in(text[at:], held.language)[1:] if one.stem in own), ""
            )
            for at in denials(text)
            for own in [held.words(text)]
        ]
        for text in (held.memory.text, present(plain))
    )
    return bool(ours) and ours == theirs


def _only_cites(part: str, belief: Belief) -> bool:
    """Tell whether a part of a belief says no more than which note and heading it is from."""
    return not set(content(part)) - set(content(f"{belief.note_title} {' '.join(belief.narrow)}"))


def _plainness(rival: Rival) -> tuple[float, int]:
    return rival.cover, rival.near


def _denial_by(rival: Rival) -> Grounding:
    chance = OUTRIGHT if rival.cover >= _LEAST_OUTRIGHT else _FAIRLY
    return Grounding("denied", chance, rival.index, rival.said, rival.instead)


def _bare(part: str, belief: Belief) -> str:
    """Return a part as a reader is told of it, without the link behind it to the note."""
    bare = bare_part(part)
    return bare.removesuffix(belief.note_title).rstrip(" .,;:(") or bare


def _is_unspoken(belief: Belief, now: tuple[Statement, ...]) -> bool:
    """Tell whether a note says next to none of a belief's words, its own title apart."""
    held = Held(belief, now)
    own = held.memory.words - held.memory.title
    total = sum(map(held.note.weights.of, sorted(own)))
    return len(own) >= LEAST_OWN and held.note.weigh(own) <= LEAST_SPOKEN * total


def worth_of(
    belief: Belief,
    statements: Sequence[Statement],
    *,
    is_verified: bool = False,
    is_named: bool = False,
) -> Grounding:
    """Return what a note says to a belief; a person's word goes above what is read of it.

    They called the memory true beside what the note says (`is_verified`), or named the note as the
    one that says so (`is_named`).
    """
    own, others = _by_note(belief)
    worth = ground(replace(belief, text=own), statements)
    if others and worth.outcome == "supported":
        note = with_units(statements)
        parts = {one: _worth(replace(belief, text=one), note) for one in others}
        unspoken = tuple(bare_part(one) for one, said in parts.items() if said.supports is None)
        worth = replace(worth, unspoken=(*worth.unspoken, *unspoken))
    if worth.outcome != "supported" and (is_named or (is_verified and worth.outcome == "denied")):
        return replace(worth, outcome="supported", is_by_word=True)
    return worth


def _by_note(belief: Belief) -> tuple[str, list[str]]:
    """Return what of a belief its note is to answer for, and the sentences of its other notes.

    A link that stands behind a sentence is who says it: `Open at 7. [[Hours]] Closed in May.
    [[Year]]`. Where nothing would be left, the note answers for all.
    """
    spans = split_sentences(belief.text) if belief.others else []
    sentences = [belief.text[start:end] for start, end in spans]
    names = sorted(filter(None, (belief.note_title, *belief.others)), key=len, reverse=True)
    titles = rf"(?:{'|'.join(map(re.escape, names))})(?!\w)"
    for i in range(1, len(sentences)):  # what stands behind the full stop is of what is before it
        lead = re.match(rf"(?:\s*{titles}[\s.,;]*)+", sentences[i])
        if lead is not None and not sentences[i][lead.end() :][:1].islower():
            sentences[i - 1 : i + 1] = [sentences[i - 1] + lead[0], sentences[i][lead.end() :]]
    own: list[str] = []
    others: list[str] = []
    for sentence in filter(str.strip, sentences):
        behind = re.search(rf"[(.,;\u3002](?:[\s(.,;]*{titles}[\s).,;]*)++$", sentence)
        is_others = behind is not None and belief.note_title not in sentence
        (others if is_others else own).append(sentence)
    return ("".join(own), others) if own and others else (belief.text, [])


def contradicting_statement(text: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the statement of a cited note that says otherwise than a sentence with its links."""
    if not text.strip() or len(text) > MOST_CHARS:
        return None
    now = _readable(statements)
    found = ground(belief_of_text(text), now)
    return now[found.index] if found.outcome == "denied" and found.index is not None else None


def contradicted_elsewhere(
    text: str, title: str, statements: Iterable[Statement]
) -> Statement | None:
    """Return the statement of a note that a sentence does not cite which says otherwise; or None.

    More must fit than of a cited one: it must speak of the very thing that the sentence does.
    """
    if not text.strip() or len(text) > MOST_CHARS:
        return None
    now, belief = _readable(statements), replace(belief_of_text(text), note_title="")
    against = [
        one
        for one in rivals_of(Held(belief, now), least_cover=LEAST_OURS)
        if is_of_one_thing(belief.text, one.said, title, now[one.index], one.instead)
    ]
    best = max(against, key=_plainness, default=None)
    return now[best.index] if best is not None else None


def _readable(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(one for one in statements if len(one.plain) <= MOST_CHARS)


def may_contradict(belief: str, passage: str) -> bool:
    """Tell whether a passage that the belief does not cite is worth taking apart.

    At a glance: it says enough of the belief's long words, wherever they stand.
    """
    said = _long_words(passage)
    wanted = [_long_words(_LINK.sub(shown, belief)) for shown in (r" \2 ", " ")]
    return any(
        len(words) < LEAST_LONG or len(words & said) >= LEAST_SAID * len(words) for words in wanted
    )


@lru_cache(_KEPT_BELIEFS)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(_LONG.findall(text[:MOST_CHARS].casefold()))


def belief_of_text(text: str) -> Belief:
    """Return a sentence as a belief about the notes that it links to."""
    linked = " ".join(target or shown for target, shown in _LINK.findall(text))
    names = [one if target else one.rpartition("/")[2] for target, one in _LINK.findall(text)]
    each = iter(names)
    plain = " ".join(_LINK.sub(lambda _: next(each), text).replace("`", "").split())
    title = re.sub(r"#.*|.*/", "", linked)
    return Belief("", plain, "", None, title, (), None, others=tuple(names))


def says_something(text: str) -> bool:
    """Tell whether a sentence says more than where something stands: not `[[Alder]]` alone."""
    is_link_alone = not any(map(str.isalnum, _LINK.sub("", text)))
    return not is_link_alone and not is_pointer(belief_of_text(text))


def statement_saying(value: str, about: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the first statement that says a value of something; None where none does.

    Args:
        value: word for word, case and marks apart.
        about: what it is a value of; one word of it must stand beside it, or above it in a heading.
        statements: of a note.
    """
    wanted = words_of(value)
    named = content(about)
    for statement in statements:
        theirs = words_of(statement.plain)
        starts = range(len(theirs) - len(wanted) + 1) if wanted else ()
        if any(theirs[at : at + len(wanted)] == wanted for at in starts) and named & content(
            " · ".join((statement.plain, *statement.section))
        ):
            return statement
    return None


def parts_of(text: str, title: str = "") -> tuple[str, ...]:
    """Return a belief's text cut into what different statements may say; () where it is one.

    Sentences, and parts between commas and `and`s, as they stand: joined they are the text. The
    title of the note that it cites is never cut: `Terms and conditions` is one thing.
    """
    parts: list[str] = []
    told: set[str] = set()
    """Weighty words of the last part, kept: to read it anew with each piece takes the square."""
    for start, end in _pieces(text, title):
        piece = text[start:end]
        own = set(content(piece))
        if parts and min(len(told), len(own)) < LEAST_OWN:
            parts[-1] += piece
            told |= own
        else:
            parts.append(piece)
            told = own
    return tuple(parts) if 1 < len(parts) <= MAX_CLAUSES else ()


def _pieces(text: str, title: str) -> Iterator[tuple[int, int]]:
    ends = {end for _, end in split_sentences(text)} | {m.end() for m in partings(text)}
    for name in re.finditer(re.escape(title), text, re.IGNORECASE) if title else ():
        ends -= set(range(name.start() + 1, name.end()))
    start = 0
    for end in sorted({*ends, len(text)}):
        if text[start:end].strip():
            yield start, end
            start = end


def bare_part(part: str) -> str:
    """Return a part without what joins it to the next."""
    ends = (found.start() for found in partings(part) if found.end() == len(part))
    return part[: next(ends, None)].strip(" .,;\u3002\uff0c\uff1b")
