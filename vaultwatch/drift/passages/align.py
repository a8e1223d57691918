"""Say what became of every statement of a note: unchanged, moved, reworded or gone.

Pure. Equal digests first, in order; then the most alike of what is left, where the same property
key, the same place between unchanged neighbours and the same section count too.
"""

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import Statement
from vaultwatch.notes.normalise import statement_digest
from vaultwatch.values.words import content, stemming_of

MIN_ALIKE: Final = 0.34
"""Two statements less alike are not one another's successor. Chosen by hand."""
_HARDLY_ALIKE: Final = 0.08
_SAME_KEY: Final = 0.6
_SAME_BLOCK: Final = 0.5
_SAME_PLACE: Final = 0.14
_SAME_SLOT: Final = 0.12
_SAME_SECTION: Final = 0.05
_SAME_KIND: Final = 0.03

MAX_PAIRS: Final = 60_000
"""Pairs of changed statements up to which each is held against each; above, each is held against
the likely ones alone."""
LIKELY: Final = 24
"""Statements that share the most rare words with one. Chosen by hand."""
RARE: Final = 32
"""A word that stands in more of the statements tells no successor."""
_BESIDE: Final = 4
"""Statements around the same place that are tried too."""
PROSE: Final = frozenset({"sentence", "list_item", "task"})
"""Kinds of statements that lines of a paragraph make."""
_WORD: Final = late_regex(r"(\S+)(?= (\S+))?")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which statement of now stands where one of then stood."""

    successor: Mapping[int, int]
    """Index then -> index now; a missing one is gone."""
    unchanged: frozenset[int]
    """Indices then whose words and task mark are the same now, wherever they stand."""
    added: tuple[int, ...]
    """Indices now that succeed nothing."""


class WordWeights:
    """How much each word tells the statements of a note apart, then and now."""

    __slots__ = ("_by_word", "language", "unsaid")

    def __init__(self, then: Sequence[Statement], now: Sequence[Statement]) -> None:
        """Count in how many statements each word stands."""
        told = " ".join(one.plain for one in (now or then)[:200])
        self.language = stemming_of(told)
        """By which all words that are held against this note are stemmed."""
        said = Counter(word for one in (*then, *now) for word in self.words(one.plain))
        count = len(then) + len(now) + 1
        self.unsaid = math.log(1 + count)
        """What a word weighs that neither says."""
        self._by_word = {word: math.log(1 + count / (1 + often)) for word, often in said.items()}

    def words(self, text: str) -> frozenset[str]:
        """Return the words of meaning of a text as they are counted here."""
        return content(text, self.language)

    def of(self, word: str) -> float:
        """Return what a word weighs."""
        return self._by_word.get(word, self.unsaid)

    def said(self, words: Iterable[str]) -> float:
        """Return what those of some words weigh together that the note says.

        Exact, so that the order of a set, another in each process, moves no score.
        """
        return math.fsum(self._by_word.get(word, 0.0) for word in words)


@lru_cache(maxsize=32)
def weights_of(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> WordWeights:
    """Return the weights of the words of a note."""
    return WordWeights(then, now)


def _exact_pairs(then: Sequence[Statement], now: Sequence[Statement]) -> dict[int, int]:
    """Pair equal digests: first below one line of a section, then within one, then anywhere."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    places: tuple[Callable[[Statement], object], ...] = (
        lambda one: (one.section, one.context),
        lambda one: one.section,
        lambda _: None,
    )
    for place in places:
        waiting: dict[object, list[int]] = defaultdict(list)
        for j in reversed(range(len(now))):
            if j not in taken:
                waiting[now[j].digest, place(now[j])].append(j)
        for i, statement in enumerate(then):
            key = statement.digest, place(statement)
            if i not in pairs and waiting[key]:
                pairs[i] = waiting[key].pop()
                taken.add(pairs[i])
    return pairs


def alike(one: frozenset[str], other: frozenset[str], weights: WordWeights) -> float:
    """Return how alike two sets of words are, 0..1, by what both say against what each says."""
    shared = weights.said(one & other)
    if not shared:
        return 0.0
    own, theirs = weights.said(one), weights.said(other)
    # The smaller one's share too: a sentence that grew is still that sentence.
    return 0.65 * 2 * shared / (own + theirs) + 0.35 * shared / min(own, theirs)


def _neighbours(pairs: Mapping[int, int], count: int) -> list[tuple[int, int]]:
    """Return for each index then the index now of the nearest paired statement before and after."""
    before, last = [], -1
    for i in range(count):
        last = pairs.get(i, last)
        before.append(last)
    after, following = [0] * count, 1_000_000_000
    for i in reversed(range(count)):
        following = pairs.get(i, following)
        after[i] = following
    return list(zip(before, after, strict=True))


def _place_bonus(then: Statement, now: Statement, *, is_between: bool, is_slot: bool) -> float:
    return (
        _SAME_KEY * (then.key is not None and then.key == now.key)
        + _SAME_BLOCK * (then.block_id is not None and then.block_id == now.block_id)
        + _SAME_PLACE * is_between
        + _SAME_SLOT * is_slot
        + _SAME_SECTION * (then.section == now.section)
        + _SAME_KIND * (then.kind == now.kind)
    )


def _slots(
    then: Sequence[int], now: Sequence[int], gaps: Sequence[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Return the pairs that stand at the same position of a gap with as many lines then as now."""
    slots: set[tuple[int, int]] = set()
    by_gap: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i in then:
        by_gap[gaps[i]].append(i)
    for (low, high), olds in by_gap.items():
        news = now[bisect_right(now, low) : bisect_left(now, high)]
        if len(news) == len(olds):
            slots.update(zip(olds, news, strict=True))
    return slots


@lru_cache(maxsize=32)
def cut_as(these: tuple[Statement, ...], others: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return statements of one note cut where the other side cuts the same words.

    Lines that stood as one statement stand alone once a line beside them shows that they are none
    of prose, or a new version reads them so: nothing was said anew.
    """
    stood, known = {one.digest for one in these}, {one.digest for one in others}
    fresh: dict[str, dict[str, Statement]] = defaultdict(dict)
    for one in others:
        begins = fresh[" ".join(one.plain.split(" ", 2)[:2])]
        if one.digest not in stood and len(begins) < RARE:
            begins.setdefault(one.plain, one)
    made: list[Statement] = []
    for one in these:
        is_prose = one.kind in PROSE and one.key is None
        made += _cut(one, fresh) if is_prose and one.digest not in known else (one,)
    return these if len(made) == len(these) else tuple(made)


def _cut(one: Statement, fresh: Mapping[str, Mapping[str, Statement]]) -> Sequence[Statement]:
    """Return the statements that one holds whole, and what stands between them.

    Args:
        one: a statement.
        fresh: those that it may hold, by their first two words and by all of them.
    """
    words = one.plain
    found: list[tuple[int, int, Statement]] = []
    for word in _WORD.finditer(words):
        at = word.start()
        if found and at < found[-1][1]:
            continue
        fitting = (
            part
            for begin in (word[1], f"{word[1]} {word[2]}")
            for part in fresh.get(begin, {}).values()
            if (part.section, part.kind) == (one.section, one.kind)
            and words.startswith(part.plain, at)
            and words[(end := at + len(part.plain)) : end + 1] in {"", " "}
        )
        if (part := max(fitting, key=lambda part: len(part.plain), default=None)) is not None:
            found.append((at, at + len(part.plain), part))
    ends = [0, *(end + 1 for _, end, _ in found)]
    gaps = [(a, b - 1) for a, (b, _, _) in zip(ends, found, strict=False) if a < b]
    gaps += [(ends[-1], len(words))] if ends[-1] < len(words) else []
    is_at_an_end = bool(found) and (found[0][0] == 0 or found[-1][1] == len(words))
    is_part_only = gaps and (one.first_line == one.last_line or not is_at_an_end)
    if len(found) + len(gaps) == 1 or is_part_only:
        return (one,)
    above = one.first_line - found[0][2].first_line
    pieces = [
        (at, replace(part, first_line=part.first_line + above, last_line=part.last_line + above))
        for at, _, part in found
    ]
    pieces += [(a, replace(one, plain=words[a:b], text=words[a:b])) for a, b in gaps]
    return [
        replace(piece, digest=statement_digest(piece.plain, one.task_mark), task_mark=one.task_mark)
        for _, piece in sorted(pieces, key=lambda piece: piece[0])
    ]


_Said = Mapping[int, frozenset[str]]


def _likely_pairs(
    then: Sequence[Statement],
    now: Sequence[Statement],
    olds: _Said,
    news: _Said,
    gaps: Sequence[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """Yield the pairs worth a comparison, a number that grows with the statements alone.

    A likely successor has the same key or block id, shares rare words, or stands as far behind the
    last unchanged statement as the old one stood.
    """
    standing: dict[object, list[int]] = defaultdict(list)
    for j, words in news.items():
        for mark in (*_names(now[j]), *words):
            standing[mark].append(j)
    free = sorted(news)
    ranks: Counter[tuple[int, int]] = Counter()
    for i, words in olds.items():
        holders = (standing.get(word, ()) for word in words)
        votes = Counter(j for held in holders if len(held) <= RARE for j in held)
        tried = [j for name in _names(then[i]) for j in standing.get(name, ())[:LIKELY]]
        tried += sorted(votes, key=lambda j: (-votes[j], j))[:LIKELY]
        low, high = gaps[i]
        place = bisect_right(free, low) + ranks[low, high]
        ranks[low, high] += 1
        tried += free[max(place - _BESIDE, 0) : place + _BESIDE + 1]
        yield from ((i, j) for j in dict.fromkeys(tried))


def _names(statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return what names a statement beyond its words."""
    named = (("key", statement.key), ("block", statement.block_id))
    return tuple((kind, name) for kind, name in named if name is not None)


@lru_cache(maxsize=16)
def align(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> Alignment:
    """Return what became of each statement."""
    weights = weights_of(then, now)
    pairs = _exact_pairs(then, now)
    unchanged = frozenset(pairs)
    left = [i for i in range(len(then)) if i not in pairs]
    free = sorted(set(range(len(now))) - set(pairs.values()))
    gaps = _neighbours(pairs, len(then))
    slots = _slots(left, free, gaps)
    olds = {i: weights.words(then[i].plain) for i in left}
    # What is struck in a line tells which line it was; where none is left nobody asks.
    struck = ((j, struck_in(now[j].text)[0]) for j in (free if left else ()))
    news = {j: weights.words(f"{now[j].plain} {gone}") for j, gone in struck}
    is_small = len(left) * len(free) <= MAX_PAIRS
    tried = product(left, free) if is_small else _likely_pairs(then, now, olds, news, gaps)
    candidates = []
    for i, j in tried:
        if (then[i].kind == "heading") != (now[j].kind == "heading"):
            continue
        likeness = alike(olds[i], news[j], weights) if olds[i] and news[j] else 0.0
        bonus = _place_bonus(
            then[i],
            now[j],
            is_between=gaps[i][0] < j < gaps[i][1],
            is_slot=(i, j) in slots,
        )
        if likeness + bonus >= MIN_ALIKE and (likeness > _HARDLY_ALIKE or bonus >= _SAME_KEY):
            candidates.append((likeness + bonus, -i, -j))
    taken: set[int] = set()
    for _, i, j in sorted(candidates, reverse=True):
        if -i not in pairs and -j not in taken:
            pairs[-i] = -j
            taken.add(-j)
    return Alignment(pairs, unchanged, tuple(j for j in free if j not in taken))
