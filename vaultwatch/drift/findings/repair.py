"""Suggest a memory's new wording where the note replaced one value by another, and only there.

Pure. Conservative: no suggestion beats a wrong one. The edit must be a plain replacement (a number,
date, time, weekday, version, path, name or single word by another of its kind, the sentence else
the same) or a newer line that settles the matter alone (`findings.newer_line`), and the memory must
say the old value once and the new one nowhere; all values that the note changed are written, or
none. Never applied by itself: `services.findings.settle` shows it, and writes it when a person
says so.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.newer_line import swap_of_newer_line
from vaultwatch.drift.language.surfaces import in_shape_of
from vaultwatch.drift.language.tokens import Token, fold, tokens
from vaultwatch.drift.model import Change, Mode, Quote, Repair
from vaultwatch.drift.passages.swaps import Swap, bare, negations, swaps_of_edit, units_beside
from vaultwatch.drift.proofs.asserted import asserted, grounds_of
from vaultwatch.drift.proofs.edit import edit_of, said_in
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.equality import same
from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_of

MAX_CHARS: Final = 2_000
"""Of a memory, or of a passage: a longer one is no single fact. Chosen by hand."""
_CHANGES: Final[frozenset[Change]] = frozenset({"value", "status", "renamed", "superseded"})
_STRUCK: Final = "~~"
_TASK: Final = re.compile(r"\[.\] ")
_PROTECTED: Final = re.compile(
    r"""
    \[\[[^\[\]\n]{0,400}(?:\]\]|\|)        # where a wiki-link leads; all of one without a display
  | \]\([^()\n]{0,500}\)                   # where a Markdown link leads
  | <[^<>\n]{1,500}>                       # a bare address, HTML
  | https?://\S{1,500}
  | %%.{0,2000}?%% | <!--.{0,2000}?-->     # comments
  | ^[ \t]{0,3}(?:```|~~~).{0,2000}?(?:^[ \t]{0,3}(?:```|~~~)|\Z)
  | (?<![^\s(])\#[^\s\#]{1,100}            # a tag
  | \ \^[A-Za-z0-9-]{1,64}$                # a block id
  | ^[ \t>*+-]{0,20}[\w -]{1,60}::         # the key of an inline field
  | [\[(][\w -]{1,60}::
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ARTICLE: Final = re.compile(r"(?i:\ban?)[ *_`=~\[]{1,6}$")
_VOWELS: Final = "aeiou"
_COUNTED: Final = re.compile(r"[ \u00a0*_`=~-]{0,4}[^\W\d_]{2,}")
_LINKED: Final = re.compile(r"\[\[[^\[\]\n]{0,400}\]\]|\]\([^()\n]{0,500}\)")
_SAYS_MORE: Final = re.compile(
    r"[;\n]|\b(?:so|hence|therefore|thus|then|because|which|meaning"
    r"|also|daher|deshalb|weil|somit|donc|alors|car|así que|porque|por eso|portanto)\b",
    re.IGNORECASE,
)
"""A memory that goes on to say what follows from the value may have to change there too."""
_SINCE: Final = re.compile(
    r"\b(?:until|till|since|bis|seit|depuis|jusqu|desde|hasta|até)\b", re.IGNORECASE
)
"""A new name did not hold since the old one's day."""
_SAID_OF: Final = frozenset(
    {"is", "are", "remains", "stays", "status", "state", "marked", "called"}
    | {"ist", "sind", "bleibt", "est", "sont", "es", "esta", "son", "e", "sao"}
)
"""What may stand before a plain word that says how something is."""
_REST: Final = re.compile(
    r"[\s*_`=~.,:!?()\]]+|\[\[[^\[\]\n]{0,400}\]\]|\b(?:see|per|in|says|siehe|laut|voir|ver|cf)\b",
    re.IGNORECASE,
)
"""What may stand behind it: a link, and the word that leads to it."""
_POSSESSIVE: Final = re.compile(r"['\u2019]s$")


@dataclass(frozen=True, slots=True)
class _WordPlace:
    """Where the memory says a value."""

    start: int
    end: int
    is_sure: bool
    """Whether the memory's words stand where the tokens say: a year is told of its date's place."""


def suggest_repair(
    belief: str, before: Quote | None, after: Quote | None, *, change: Change | None, mode: Mode
) -> Repair | None:
    """Return the memory's new wording; None where the change is no plain replacement.

    Args:
        belief: the memory's body, Markdown and all.
        before: what the note said.
        after: what it says.
        change: what kind of change that is.
        mode: only against a baseline is `before` what `after` replaced.
    """
    if before is None or after is None or mode != "warm" or change not in _CHANGES:
        return None
    if _mark(before.text) != _mark(after.text):  # the task was ticked as well
        return None
    swaps = _swaps(belief, before, after, change)
    edits = _edits(belief, swaps) if swaps else None
    if not edits:
        return None
    edits.sort(key=lambda edit: edit[0].start)
    if any(one.end > other.start for (one, _), (other, _) in pairwise(edits)):
        return None  # `5-7 March` is two dates in one place
    text = belief
    for place, words in reversed(edits):
        text = text[: place.start] + words + text[place.end :]
    was, stands = values_of(bare(before.text)), values_of(bare(after.text))
    lost = [one for one in was if not any(same(one, other) for other in stands)]
    return Repair(belief, text) if text != belief and not _says_any(text, lost) else None


def is_half(
    repair: Repair, belief: Belief, then: Sequence[Statement], now: Sequence[Statement]
) -> bool:
    """Tell whether a new wording leaves a value that the note changed elsewhere.

    Args:
        repair: the wording.
        belief: what the memory says now.
        then: what the note said when the memory was written.
        now: the note's statements as it stands.
    """
    edit = edit_of(tuple(then), tuple(now))
    support = grounds_of(asserted(belief), edit)
    lost: dict[Value, bool] = {}
    for slot in support.slots if support is not None else ():
        places = (said_in(edit.now[j]) for j in edit.heirs.get(slot.at, ()))
        stands = any(same(slot.there, one) for said in places for one in said)
        is_kept = slot.at in edit.untouched or stands
        lost[slot.value] = lost.get(slot.value, True) and not is_kept
    return _says_any(repair.after, [value for value, is_lost in lost.items() if is_lost])


def _says_any(text: str, lost: Sequence[Value]) -> bool:
    """Tell whether a text gives a value that its note no longer does."""
    said = values_of(_LINKED.sub(" ", text)) if lost else ()
    return any(one.kind == old.kind and same(one, old) for one in said for old in lost)


def _swaps(
    belief: str, before: Quote, after: Quote, change: Change | None
) -> Sequence[Swap] | None:
    """Return what was replaced by what: by an edit, or by a newer line beside the older."""
    then, now = _TASK.sub("", before.text, count=1), _TASK.sub("", after.text, count=1)
    if max(len(belief), len(then), len(now)) > MAX_CHARS:
        return None
    if change != "superseded":
        return swaps_of_edit(bare(then), bare(now))
    if _STRUCK in now:
        return None
    is_below = before.section == after.section and before.line < after.line
    swap = swap_of_newer_line(belief, bare(then), bare(now), is_below=is_below)
    return None if swap is None else [swap]


def _mark(text: str) -> str:
    found = _TASK.match(text)
    return found[0] if found else ""


def _edits(belief: str, swaps: Sequence[Swap]) -> list[tuple[_WordPlace, str]] | None:
    """Return what to write where in the memory; None where any of it is in doubt."""
    said = tokens(belief)
    # Tokens are cut from the composed text; a `not` may turn any value round.
    if unicodedata.normalize("NFC", belief) != belief or negations(said):
        return None
    claim = _LINKED.sub("", belief)
    shut = [match.span() for match in _PROTECTED.finditer(belief)]
    edits: list[tuple[_WordPlace, str]] = []
    for swap in swaps:
        places = list(_places(belief, said, swap))
        if not _is_settled(swap, places, said, claim):
            return None
        for place in places:
            is_shut = any(start < place.end and place.start < end for start, end in shut)
            words = _in_place(belief, place, swap) if place.is_sure and not is_shut else None
            if words is None:
                return None
            edits.append((place, words))
    return edits


def _is_settled(
    swap: Swap, places: Sequence[_WordPlace], said: Sequence[Token], claim: str
) -> bool:
    """Tell whether it is plain what a swap means for the memory, be it nothing."""
    if not places:  # half a name says neither
        return not any(norm in {t.norm for t in said} for norm in swap.norms)
    if _says(said, swap.new_norms):
        return False
    if swap.kind != "exact" and _SINCE.search(claim):
        return False
    return _is_path(swap) or (len(places) == 1 and not _goes_on(claim))


def _goes_on(claim: str) -> bool:
    """Tell whether a memory says more than one thing."""
    sentences = [claim[start:end] for start, end in split_sentences(claim)]
    # `See` alone, its link left out, says nothing.
    more = sum(len(tokens(sentence)) > 1 for sentence in sentences) > 1
    return more or bool(_SAYS_MORE.search(claim))


def _places(belief: str, said: Sequence[Token], swap: Swap) -> Iterator[_WordPlace]:
    width = len(swap.norms)
    for at in range(len(said) - width + 1):
        run = said[at : at + width]
        if tuple(t.norm for t in run) != swap.norms:
            continue
        units = units_beside(said, at, at + width)
        # 300 € in the note is not 300 % in the memory.
        is_other = bool(swap.units and units and not swap.units & units)
        end = run[-1].start + len(run[-1].surface)
        stands = all(belief.startswith(t.surface, t.start) for t in run)
        yield _WordPlace(
            run[0].start, end, stands and not is_other and _fits(belief, said, at, swap)
        )


def _fits(belief: str, said: Sequence[Token], at: int, swap: Swap) -> bool:
    """Tell whether a word or name stands in the memory so that another can stand there.

    A plain word needs the note's own next word, or `is` before it and nothing behind it: `Atlas is
    blocked by legal` must not become `Atlas is done by legal`, nor `a draft` `a stagnant`.
    """
    if swap.kind == "exact":
        return True
    last = said[at + len(swap.norms) - 1]
    behind = belief[last.start + len(last.surface) :]
    following = said[at + len(swap.norms)] if at + len(swap.norms) < len(said) else None
    if following is not None and swap.around[1] == following.norm:
        return True
    before = said[at - 1] if at else None
    if swap.kind == "word":
        is_said_of = before is None or before.norm == swap.around[0]
        is_said_of = is_said_of or fold(before.surface if before else "") in _SAID_OF
        return is_said_of and not _REST.sub("", behind)
    # `Mara Lind` is another one than `Mara Voss`.
    is_joined = following is not None and behind.startswith(f" {following.surface}")
    is_joined_before = (
        before is not None
        and before.kind == "name"
        and belief[: said[at].start].endswith(f"{before.surface} ")
    )
    return not is_joined_before and not (
        is_joined and following is not None and following.kind == "name"
    )


def _says(said: Sequence[Token], norms: tuple[str, ...]) -> bool:
    width = len(norms)
    return any(
        tuple(t.norm for t in said[at : at + width]) == norms for at in range(len(said) - width + 1)
    )


def _is_path(swap: Swap) -> bool:
    return all(norm.startswith("=") for norm in swap.norms)


def _in_place(belief: str, place: _WordPlace, swap: Swap) -> str | None:
    """Return the new value as the memory would write it."""
    held = belief[place.start : place.end]
    possessive = "" if swap.kind == "exact" else "".join(_POSSESSIVE.findall(held))
    own = held.removesuffix(possessive)
    words = in_shape_of(own, swap.old, swap.new, is_exact=swap.kind == "exact")
    if words is None:
        return None
    before, behind = belief[: place.start], belief[place.end :]
    if _ARTICLE.search(before) and (words[0].lower() in _VOWELS) != (own[0].lower() in _VOWELS):
        return None  # a and an
    # `1 day` becomes `2 days`: more than the value would have to change.
    if swap.kind == "exact" and "1" in {own, words} and _COUNTED.match(behind):
        return None
    return words + possessive
