"""Pair each value that a passage said with the one that stands in its place now.

Pure. The one answer to `which new value replaced the one that the memory says`: `scoring.reasons`
tells it as why, `report.deciding_words` as what changed. A place is the same cell of a row, the
same position among the same words, or the same named thing; where none is certain nothing is
paired, for the first value that changed is often another's.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, TokenKind, fold, tokens
from vaultwatch.drift.passages.edits import present
from vaultwatch.late_regex import late_regex

_VALUES: Final = EXACT_KINDS - {"unit"}
_WORDS: Final[frozenset[TokenKind]] = frozenset({"word", "name", "cjk"})
_MOST_TOKENS: Final = 400
"""A longer passage is no single fact. Chosen by hand."""
_BESIDE: Final = 2
"""Words on each side of a number that tell what it counts. Chosen by hand."""
_BORDER: Final = late_regex(
    r"[,;|·•\n()]|[.!?](?=\s)|\s[-\u2013\u2014]\s|[、。，；]"  # noqa: RUF001  # CJK marks
    r"|\b(?:and|or|und|oder|et|ou|y|o|e|en|of|i)\b",
    re.IGNORECASE,
)
"""What stands between one thing with its value and the next."""
_UNIT: Final = late_regex(
    r"[ \u00a0\u202f]?(?:(?P<sign>°[ \u00a0]?[CFK]\b|[°%‰€$£¥])|(?P<word>[^\W\d_]{1,10}))"
    r"(?:/\w{1,6})?"
)
_SIGN_BEFORE: Final = late_regex(r"(?<![\d€$£¥])(?:[A-Z]{1,3})?[€$£¥][ \u00a0\u202f]?$")
_CODE_BEFORE: Final = late_regex(r"(?<![^\W_])(?<!\d[ \u00a0\u202f])[A-Z]{3}[ \u00a0\u202f]?$")
_ABBREVIATED: Final = 3
"""Letters up to which a word behind a number is a unit: `5 kg`, unless it is an everyday word."""


@dataclass(frozen=True, slots=True)
class ValuePair:
    """A value that the memory says and that left its place."""

    old: str
    """With its unit, as the note wrote it."""
    new: str | None
    """What stands in its place now; None where that is not certain."""


@dataclass(frozen=True, slots=True)
class _Said:
    """The words and values of a text in order, units and everyday words left out."""

    text: str
    tokens: tuple[Token, ...]
    cells: tuple[int, ...]
    """Of each token, in which cell of a row it stands."""
    parts: tuple[int, ...]
    """Of each token, between which borders it stands."""

    def values(self, kind: TokenKind) -> list[int]:
        return [at for at, one in enumerate(self.tokens) if one.kind == kind]


def pairs_said(
    belief: str, then: str, now: str, wanted: Iterable[str] = ()
) -> tuple[ValuePair, ...]:
    """Return each value of `then` that the memory says and that left its place, paired.

    Args:
        belief: the memory's words.
        then: the passage as it stood, its words alone.
        now: what stands in its place.
        wanted: norms that are known to have gone, to be told first; the memory says them too.
    """
    before, after = _said(present(then)), _said(present(now))
    if max(len(before.tokens), len(after.tokens)) > _MOST_TOKENS:
        return ()
    paired, said = _paired(before, after), tokens(belief)
    order = dict.fromkeys([*wanted, *(one.norm for one in said)])
    stands = {one.norm for one in after.tokens}
    found: list[ValuePair] = []
    for norm in order:
        places = [at for at, t in enumerate(before.tokens) if t.norm == norm and t.kind in _VALUES]
        meant = _meant(before, places, said)
        olds = {before.tokens[at].surface for at in meant}
        news = {after.tokens[paired[at]].norm if at in paired else None for at in meant}
        if not meant or news == {norm} or (None in news and norm in stands):
            continue
        old = written_with_unit(before.tokens[meant[0]], before.text)
        is_sure = len(news) == 1 and None not in news and len(olds) == 1
        new = after.tokens[paired[meant[0]]] if is_sure else None
        if norm in news or (len(news) > 1 and norm in stands):
            continue  # one of several places says it still
        found.append(ValuePair(old, written_with_unit(new, after.text) if new else None))
    return tuple(dict.fromkeys(found))


def written_with_unit(token: Token, text: str) -> str:
    """Return a value as it is written, with the unit beside a number: `22 °C`, `$25`, `EUR 40`."""
    told = unicodedata.normalize("NFC", text)
    if token.kind != "number":
        return token.surface
    front, behind = told[: token.start], told[token.start + len(token.surface) :]
    if before := _SIGN_BEFORE.search(front):
        return before[0] + token.surface
    found = _UNIT.match(behind)
    if found is not None:
        word = fold(found["word"] or "")
        is_short = len(word) <= _ABBREVIATED and word not in lexicon.STOP_WORDS
        if found["sign"] is not None or word in lexicon.UNIT_WORDS or is_short:
            return token.surface + found[0]
    before = _CODE_BEFORE.search(front)
    return (before[0] if before else "") + token.surface


@lru_cache(maxsize=4_096)
def _said(text: str) -> _Said:
    told = unicodedata.normalize("NFC", text)
    kept = tuple(one for one in tokens(text) if one.kind not in ("stop", "unit"))
    cuts = [(border.start(), border[0]) for border in _BORDER.finditer(told)]
    parts = tuple(sum(at < one.start for at, _ in cuts) for one in kept)
    cells = tuple(sum(at < one.start and mark == "|" for at, mark in cuts) for one in kept)
    return _Said(told, kept, cells, parts)


def _meant(before: _Said, places: Sequence[int], said: Sequence[Token]) -> list[int]:
    """Return of several places of one value those whose named thing the memory speaks of."""
    if len(places) < 2:  # noqa: PLR2004  # nothing to choose
        return list(places)
    norms = {one.norm for one in said}
    named = {at: len(_named(before, before.parts[at]) & norms) for at in places}
    return [at for at in places if named[at] == max(named.values())]


def _named(text: _Said, part: int, labels: AbstractSet[TokenKind] = _WORDS) -> set[str]:
    """Return what names the thing between two borders: words that no other part says."""
    own = {
        t.norm
        for t, at in zip(text.tokens, text.parts, strict=True)
        if at == part and t.kind in labels
    }
    others = {t.norm for t, at in zip(text.tokens, text.parts, strict=True) if at != part}
    return own - others


def _paired(before: _Said, after: _Said) -> dict[int, int]:
    """Return for each value of then the place of the one that stands in its place."""
    labels = _label_kinds(before, after)
    masked = _masked(before, labels), _masked(after, labels)
    same_cells = before.cells[-1:] == after.cells[-1:] != (0,)
    paired: dict[int, int] = {}
    if masked[0] == masked[1]:
        whole = [at for at, one in enumerate(before.tokens) if one.kind in _VALUES]
        crossed = _crossed(before, after, whole)
        named = {at for at in whole if _named(before, before.parts[at])}
        paired = {at: at for at in whole if same_cells or not crossed or at in named}
    elif same_cells:
        paired = _in_same_cells(before, after)
    for at, one in enumerate(before.tokens):
        if at not in paired and one.kind in _VALUES - labels:
            place = _of_same_thing(before, after, at, labels)
            if place is not None and place not in paired.values():
                paired[at] = place
    _pair_the_only_ones(before, after, paired)
    return paired


def _label_kinds(before: _Said, after: _Said) -> frozenset[TokenKind]:
    """Return the kinds whose values are the same on both sides while another's changed.

    Such ones name things, as rooms of a number do, and a list may have been put in another order.
    """
    counted = {
        kind: tuple(
            Counter(one.norm for one in side.tokens if one.kind == kind) for side in (before, after)
        )
        for kind in sorted(_VALUES)
    }
    same = {kind for kind, (old, new) in counted.items() if old == new}
    return frozenset(same if len(same) < len(counted) else ())


def _masked(text: _Said, labels: AbstractSet[TokenKind]) -> list[str]:
    return [
        f"<{one.kind}>" if one.kind in _VALUES and one.kind not in labels else one.norm
        for one in text.tokens
    ]


def _crossed(before: _Said, after: _Said, places: Sequence[int]) -> bool:
    """Tell whether a value stands on both sides, but not in the same place."""
    olds, news = [[side.tokens[at].norm for at in places] for side in (before, after)]
    both = set(olds) & set(news)
    return any(old != new and both & {old, new} for old, new in zip(olds, news, strict=True))


def _in_same_cells(before: _Said, after: _Said) -> dict[int, int]:
    """Return the pairs of a row whose cells stand as they stood: the n-th of a kind in a cell."""
    return {
        at: place
        for cell in set(before.cells)
        for kind in _VALUES
        for at, place in _one_by_one(
            [at for at in before.values(kind) if before.cells[at] == cell],
            [at for at in after.values(kind) if after.cells[at] == cell],
        )
    }


def _one_by_one(olds: Sequence[int], news: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(olds, news, strict=True)) if len(olds) == len(news) else []


def _of_same_thing(
    before: _Said, after: _Said, at: int, labels: AbstractSet[TokenKind]
) -> int | None:
    """Return where the value of the same named thing stands; None where that is not certain."""
    kind, part = before.tokens[at].kind, before.parts[at]
    named = _named(before, part, _WORDS | labels)
    proper = {
        one.norm
        for one, where in zip(before.tokens, before.parts, strict=True)
        if where == part and one.norm in named and _is_proper(one)
    }
    named = proper or named
    spoken = {one.norm for one in after.tokens}
    where = {p for t, p in zip(after.tokens, after.parts, strict=True) if t.norm in named}
    if len(where) != 1 or proper - spoken:
        return None
    (place,) = where
    pairs = _one_by_one(
        [one for one in before.values(kind) if before.parts[one] == part],
        [one for one in after.values(kind) if after.parts[one] == place],
    )
    return _only_fitting(before, after, at, [new for old, new in pairs if old == at])


def _is_proper(one: Token) -> bool:
    return one.kind in _VALUES or one.surface[0].isupper()


def _pair_the_only_ones(before: _Said, after: _Said, paired: dict[int, int]) -> None:
    """Pair the one value of its kind that is left without a place with the only one that came."""
    for kind in sorted(_VALUES):
        olds, news = before.values(kind), after.values(kind)
        paired.update(_still_said(before, after, olds, news, paired))
        lost = [at for at in olds if at not in paired]
        came = [at for at in news if at not in paired.values()]
        for at in lost[:1] if len(lost) == 1 else ():
            place = _only_fitting(before, after, at, came)
            if place is None or (len(olds) > 1 and _is_of_a_lost_name(before, after, at)):
                continue
            known = [(old, new) for old, new in paired.items() if old in olds]
            if all((old < at) == (new < place) for old, new in known):
                paired[at] = place


def _still_said(
    before: _Said, after: _Said, olds: Sequence[int], news: Sequence[int], paired: dict[int, int]
) -> list[tuple[int, int]]:
    """Return the values that stand once on each side, as they are, and have no place yet."""
    is_old = Counter(before.tokens[at].norm for at in olds)
    is_new = Counter(after.tokens[at].norm for at in news)
    once = {norm for norm, count in is_old.items() if count == 1 == is_new[norm]}
    return [
        (at, place)
        for at in olds
        for place in news
        if before.tokens[at].norm == after.tokens[place].norm in once
        and at not in paired
        and place not in paired.values()
    ]


def _only_fitting(before: _Said, after: _Said, at: int, came: Sequence[int]) -> int | None:
    """Return the only one that came; of several the only one in the same unit and writing."""
    old, unit = before.tokens[at], _unit(before, at)
    if old.kind in ("number", "ident") and not unit:
        # `20 users` and `version 1.12` count nothing in common.
        near = _around(before, at)
        came = [one for one in came if near & _around(after, one)]
    in_unit = [one for one in came if _unit(after, one) == unit]
    in_digits = [one for one in in_unit if not after.tokens[one].surface.isalpha()]
    return next((one[0] for one in (came, in_unit, in_digits) if len(one) == 1), None)


def _unit(text: _Said, at: int) -> str:
    value = text.tokens[at]
    return written_with_unit(value, text.text).replace(value.surface, "", 1).strip()


def _around(text: _Said, at: int) -> set[str]:
    """Return the words beside a value, between the same borders."""
    beside = range(max(0, at - _BESIDE), min(len(text.tokens), at + _BESIDE + 1))
    return {
        text.tokens[one].norm
        for one in beside
        if text.parts[one] == text.parts[at] and text.tokens[one].kind in _WORDS
    }


def _is_of_a_lost_name(before: _Said, after: _Said, at: int) -> bool:
    """Tell whether the thing that a value is said of is no longer named."""
    spoken = {one.norm for one in after.tokens}
    named = _named(before, before.parts[at])
    return any(
        one.norm in named and one.surface[0].isupper() and one.norm not in spoken
        for one in before.tokens
    )
