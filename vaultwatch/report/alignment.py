"""Find the lines of one text again in another. Pure; called by `answers`.

Lines that stand once in both texts are matched first (patience diff, Bram Cohen), then their
neighbours. In time n log n whatever the input: a report may be spoiled by a million equal lines,
and there difflib takes hours.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Sequence
from itertools import pairwise

_SAYS_NOTHING = {"", ">"}
"""Lines that stand everywhere: matched only beside a matched line."""


def align(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """Return for each new line the old line that it is; None for one that is new.

    The old lines that are given stand in their order; each is given once.
    """
    matched: list[int | None] = [None] * len(new)
    ends = [(-1, -1), *_anchors(old, new), (len(old), len(new))]
    for (old_from, new_from), (old_to, new_to) in pairwise(ends):
        if new_from >= 0:
            matched[new_from] = old_from
        _fill(matched, old, new, range(old_from + 1, old_to), range(new_from + 1, new_to))
    return matched


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest run of lines, in the order of both texts, that stand once in each."""
    once_old, once_new = Counter(old), Counter(new)
    place = {line: at for at, line in enumerate(old) if once_old[line] == 1}
    pairs = [
        (place[line], at) for at, line in enumerate(new) if once_new[line] == 1 and line in place
    ]
    # Longest increasing subsequence: the last pair of the best run of each length.
    lasts: list[int] = []
    ends: list[int] = []
    previous: list[int | None] = []
    for index, (at_old, _) in enumerate(pairs):
        length = bisect_left(lasts, at_old)
        previous.append(ends[length - 1] if length else None)
        lasts[length : length + 1] = [at_old]
        ends[length : length + 1] = [index]
    run: list[tuple[int, int]] = []
    step = ends[-1] if ends else None
    while step is not None:
        run.append(pairs[step])
        step = previous[step]
    return run[::-1]


def _fill(
    matched: list[int | None], old: Sequence[str], new: Sequence[str], olds: range, news: range
) -> None:
    """Match the lines between two anchors: from both ends inwards, then what is equal in order."""
    first = 0
    while first < min(len(olds), len(news)) and old[olds[first]] == new[news[first]]:
        matched[news[first]] = olds[first]
        first += 1
    last = 0
    most = min(len(olds), len(news)) - first
    while last < most and old[olds[-1 - last]] == new[news[-1 - last]]:
        matched[news[-1 - last]] = olds[-1 - last]
        last += 1
    places: dict[str, deque[int]] = {}
    for at in olds[first : len(olds) - last]:
        places.setdefault(old[at], deque()).append(at)
    earliest = -1
    for at in news[first : len(news) - last]:
        if new[at] in _SAYS_NOTHING:
            continue
        found = places.get(new[at], deque())
        while found and found[0] <= earliest:
            found.popleft()
        if found:
            earliest = found.popleft()
            matched[at] = earliest
