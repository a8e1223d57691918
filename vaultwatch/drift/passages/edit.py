"""One note then and now: what became of each statement, and what is new.

Pure. Made once for a note and shared by all memories that cite it. Values that the note kept are
written as it wrote them before: `16 GB` that became `16384 MB` is no news to any measure of words,
and `20:00 (was 19:00)` says 20:00 alone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.passages.align import (
    LIKELY,
    MAX_PAIRS,
    RARE,
    WordWeights,
    align,
    weights_of,
)
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import bound_of, is_called, same, says_all_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import present
from vaultwatch.values.reading import values_of

PART: Final = 0.3
"""A new statement this much like an old one says a part of it: the sentence was split."""
MOST_PARTS: Final = 2
_TARGET: Final = late_regex(
    r"""(?:\]\(\s*<?|\bhref=["'])([^)\s>"']{1,500})|\[\[([^\]|]{1,300})\|"""
)


@dataclass(frozen=True, slots=True, eq=False)
class NoteEdit:
    """One note before and after."""

    then: tuple[Statement, ...]
    now: tuple[Statement, ...]
    """Values that it kept in the form of then."""
    weights: WordWeights
    heirs: Mapping[int, tuple[int, ...]]
    """Index then -> indices now that stand in its place, likeliest first; none where it is gone."""
    untouched: frozenset[int]
    """Indices then whose words and marks are the same now."""
    fresh: tuple[int, ...]
    """Indices now that no statement of then says so: a copy of one that stands is none."""
    added: tuple[int, ...]
    """Those among them that stand in no other's place."""
    digests: frozenset[str]
    """Of all that it says now."""

    def words(self, text: str) -> frozenset[str]:
        """Return the words of meaning of a text, as they are counted in this note."""
        return self.weights.words(text)

    def weigh(self, words: frozenset[str]) -> float:
        """Return what words weigh together in this note."""
        return self.weights.said(words)

    def alike(self, one: str, other: str) -> float:
        """Return the weight of the words that two texts share against their mean, 0..1."""
        a, b = self.words(one), self.words(other)
        if not a or not b:
            return float(one == other)
        return 2 * self.weigh(a & b) / ((self.weigh(a) + self.weigh(b)) or 1.0)

    def likeness(self, i: int, j: int) -> float:
        """Return how much a statement of then and one of now say the same words, 0..1."""
        return self.alike(self.then[i].plain, self.now[j].plain)

    def in_place_of(self, i: int) -> tuple[int, ...]:
        """Return the statements that came between those that stand around one that is gone."""
        before = (self.heirs[k][0] for k in range(i, -1, -1) if k in self.untouched)
        after = (self.heirs[k][0] for k in range(i, len(self.then)) if k in self.untouched)
        gap = range(next(before, -1) + 1, next(after, len(self.now)))
        old = self.then[i]
        alike = (self.now[j].section == old.section and self.now[j].kind == old.kind for j in gap)
        return tuple(j for j, is_alike in zip(gap, alike, strict=True) if is_alike)

    def whole(self, i: int) -> str:
        """Return all that stands in a statement's place."""
        return " ".join(self.now[j].plain for j in self.heirs.get(i, ()))


@lru_cache(maxsize=16)
def edit_of(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> NoteEdit:
    """Return what became of a note."""
    aligned = align(then, now)
    told = list(now)
    weights = weights_of(then, now)
    for i, j in aligned.successor.items():
        if i not in aligned.unchanged:
            row = _in_cells(then[i], now[j], weights)
            told[j] = _in_form_of(then[i], row, weights.language)
    stood = {then[i].digest for i in aligned.unchanged}
    fresh, added = (
        tuple(j for j in those if now[j].digest not in stood)
        for those in (range(len(now)), aligned.added)
    )
    said_now = frozenset(one.digest for one in now)
    made = NoteEdit(then, tuple(told), weights, {}, aligned.unchanged, fresh, added, said_now)
    heirs: dict[int, tuple[int, ...]] = {i: (j,) for i, j in aligned.successor.items()}
    changed = sorted(aligned.successor.keys() - aligned.unchanged)
    near = _near(made, len(changed))
    for i in changed:
        parts = sorted(((made.likeness(i, j), -j) for j in near(i)), reverse=True)
        split = [j for j in (heirs[i][0] - 1, heirs[i][0] + 1) if _goes_on(made, i, j)]
        split += [-j for likeness, j in parts[:MOST_PARTS] if likeness >= PART]
        heirs[i] += tuple(dict.fromkeys(split))
    return replace(made, heirs=heirs)


def _near(edit: NoteEdit, changed: int) -> Callable[[int], Collection[int]]:
    """Return what gives for one of so many changed statements those added that may be its parts.

    All of them; in a long edit those that share the most rare words with it.
    """
    if changed * len(edit.added) <= MAX_PAIRS:
        return lambda _: edit.added
    standing: dict[str, list[int]] = defaultdict(list)
    for j in edit.added:
        for word in edit.words(edit.now[j].plain):
            standing[word].append(j)

    def likely(i: int) -> Collection[int]:
        holders = (standing.get(word, ()) for word in edit.words(edit.then[i].plain))
        votes = Counter(j for held in holders if len(held) <= RARE for j in held)
        return sorted(votes, key=lambda j: (-votes[j], j))[:LIKELY]

    return likely


def _goes_on(edit: NoteEdit, i: int, j: int) -> bool:
    """Tell whether a new statement gives a value of an old one: its sentence was split in two."""
    olds = [one for one in said_in(edit.then[i], edit.weights.language) if one.kind in TYPED]
    news = said_in(edit.now[j], edit.weights.language) if j in edit.added and olds else ()
    return any(same(one, other) for one in olds for other in news)


def _in_cells(old: Statement, new: Statement, weights: WordWeights) -> Statement:
    """Return a row that was a line as its cells alone, but for a column that the line named.

    What a column is called is the label of its cells, and no news.
    """
    cells = cells_of(new) if old.kind != "table_row" else {}
    if not cells:
        return new
    said = weights.words(old.plain)
    named = (weights.words(name) & said for name in cells)
    told = (
        f"{name} {cell}" if own and name else cell
        for (name, cell), own in zip(cells.items(), named, strict=True)
    )
    return replace(new, plain=", ".join(told))


def _in_form_of(old: Statement, new: Statement, language: str) -> Statement:
    text = present(new.plain)
    olds, news = (
        [(one, one.whole_in(told)) for one in values_of(told, language) if _is_measured(one)]
        for told in (old.plain, text)
    )
    left = [one for one in olds if one[1] not in {words for _, words in news}]
    forms = {words for _, words in olds}
    for value, words in reversed(news):
        kept = (
            form
            for one, form in left
            if not _is_year_of(one, value)
            and bound_of(one) == bound_of(value)
            and says_all_of(value, one)
        )
        form = next(kept, words) if words not in forms else words
        start, end = value.around or (value.start, value.end)
        text = text[:start] + form + text[end:]
    return new if text == new.plain else replace(new, plain=text)


def _is_year_of(one: Value, date: Value) -> bool:
    """Tell whether a number is the year of a date: of `May 2026` it is a part, and not all."""
    return (one.kind, date.kind) == ("number", "date") and one.key[0] == date.key[0]


def _is_measured(value: Value) -> bool:
    return value.kind in TYPED or is_called(value)


def led_to(statement: Statement) -> tuple[Value, ...]:
    """Return where the links of a statement lead, as values of no length."""
    targets = (a or b for a, b in _TARGET.findall(statement.text))
    return tuple(
        Value("identifier", (one.casefold().lstrip("./"),), 0, 0)
        for text in targets
        for one in text.split()
    )


@lru_cache(maxsize=8_192)
def cells_of(row: Statement) -> Mapping[str, str]:
    """Return what a row of a table says by column; nothing where that cannot be told."""
    parts = row.plain.split("; ") if row.kind == "table_row" else []
    named = [(one.partition(": ") if ": " in one else ("", "", one)) for one in parts]
    cells = {name: cell for name, _, cell in named}
    count = sum(map(bool, map(str.strip, row.text.split(" | "))))
    return cells if len(cells) == len(parts) == count else {}


@lru_cache(maxsize=8_192)
def said_in(statement: Statement, language: str) -> tuple[Value, ...]:
    """Return the values of a statement: of its words, and where its links lead."""
    return (*values_of(statement.plain, language), *led_to(statement))
