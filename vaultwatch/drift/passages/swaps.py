"""Tell which values an edit of a passage put in the place of others.

Pure. Called by `findings.repair`, which writes them into a memory.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language.lexicon import STATUS_KEYS
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, tokens
from vaultwatch.drift.passages.edits import outside, present

MAX_RUNS: Final = 2
"""Places at which the passage may differ; more is a rewording. Chosen by hand."""
MAX_RUN: Final = 4
"""Tokens that one value may take: `Thursday, 5 March 2026`. Chosen by hand."""


_WORDS: Final = frozenset({"word", "name"})
_JOINED: Final = re.compile(r"[\w.'\u2019&-]+(?: [\w.'\u2019&-]+)*")
"""Words in a row, nothing but a space between."""
_MARKDOWN: Final = re.compile(r"[*_`=~]{1,3}|\[\[(?:[^\[\]|\n]{0,400}\|)?|\]\]")
"""Marks round words, which no token may take along."""


SwapKind: TypeAlias = Literal["exact", "name", "word"]


@dataclass(frozen=True, slots=True)
class Swap:
    """One value in place of another, as the note writes them."""

    kind: SwapKind
    norms: tuple[str, ...]
    old: str
    new: str
    new_norms: tuple[str, ...]
    units: frozenset[str]
    """Norms of the units beside it that the note left as they were."""
    around: tuple[str, str]
    """Norms of what the note says in front of it and behind it; empty at its ends."""


def bare(text: str) -> str:
    """Return a text's words on one line, without the marks round them."""
    return " ".join(_MARKDOWN.sub("", text).split())


def swaps_of_edit(then: str, now: str) -> list[Swap] | None:
    """Return what was replaced by what; None where the edit was anything else besides."""
    texts = outside(present(then)), outside(present(now))
    old, new = tokens(texts[0]), tokens(texts[1])
    if negations(tokens(then)) != negations(tokens(now)):
        return None
    matcher = SequenceMatcher(None, [t.norm for t in old], [t.norm for t in new], autojunk=False)
    runs = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not runs or len(runs) > MAX_RUNS:
        return None
    swaps: list[Swap] = []
    for tag, old_from, old_to, new_from, new_to in runs:
        if tag != "replace":
            return None
        found = _swapped(texts, (old_from, old_to), (new_from, new_to))
        if not found:
            return None
        swaps += found
    # What stood in brackets and went must not be what the memory says either.
    told = {norm for swap in swaps for norm in swap.norms}
    lost = {t.norm for t in tokens(then) if t.kind != "stop"} - {t.norm for t in tokens(now)}
    return swaps if lost <= told else None


def negations(said: Sequence[Token]) -> int:
    """Return how often a text says no."""
    return sum(token.kind == "negation" for token in said)


def _swapped(
    texts: tuple[str, str], old_run: tuple[int, int], new_run: tuple[int, int]
) -> list[Swap]:
    """Return the values of one run, paired; nothing where they are not of the same kind."""
    old, new = tokens(texts[0]), tokens(texts[1])
    gone, came = old[slice(*old_run)], new[slice(*new_run)]
    around = (
        old[old_run[0] - 1].norm if old_run[0] else "",
        old[old_run[1]].norm if old_run[1] < len(old) else "",
    )
    if max(len(gone), len(came)) > MAX_RUN:
        return []
    if {t.kind for t in (*gone, *came)} <= _WORDS:
        return _words(texts, gone, came, around)
    kinds = [t.kind for t in gone]
    if kinds != [t.kind for t in came] or not set(kinds) <= EXACT_KINDS:
        return []
    units = units_beside(old, *old_run)
    return [
        Swap("exact", (a.norm,), a.surface, b.surface, (b.norm,), units, around)
        for a, b in zip(gone, came, strict=True)
        if a.norm != b.norm
    ]


def units_beside(said: Sequence[Token], start: int, end: int) -> frozenset[str]:
    """Return the units that stand right before and behind a run of tokens."""
    beside = [*said[max(0, start - 1) : start], *said[end : end + 1]]
    return frozenset(token.norm for token in beside if token.kind == "unit")


def _words(
    texts: tuple[str, str], gone: Sequence[Token], came: Sequence[Token], around: tuple[str, str]
) -> list[Swap]:
    """Return a name for a name, of any length, or a single word for a single word."""
    are_names = all(t.surface[0].isupper() for t in (*gone, *came))
    are_names = are_names and texts[0].split(":")[0].strip().casefold() not in STATUS_KEYS
    if not are_names and len(gone) + len(came) > 2:  # noqa: PLR2004  # one word for one
        return []
    if gone[0].surface[0].isupper() != came[0].surface[0].isupper():
        return []
    norms, new_norms = tuple(t.norm for t in gone), tuple(t.norm for t in came)
    old, new = written(texts[0], gone), written(texts[1], came)
    if not _JOINED.fullmatch(old) or not _JOINED.fullmatch(new):
        return []
    kind: SwapKind = "name" if are_names else "word"
    return [Swap(kind, norms, old, new, new_norms, frozenset(), around)]


def are_one_name(words: str, run: Sequence[Token]) -> bool:
    """Tell whether some tokens are words in a row, and not too many for one value."""
    return len(run) <= MAX_RUN and _JOINED.fullmatch(words) is not None


def written(text: str, run: Sequence[Token]) -> str:
    """Return some tokens as they stand, with what joins them."""
    return text[run[0].start : run[-1].start + len(run[-1].surface)]
