"""Read what an added line asserts, whatever belief it is held against.

Pure. Called by `findings.newer_line`, which asks whether it gives a value for an older one.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS
from vaultwatch.late_regex import late_regex

MAX_CHARS: Final = 240
"""A longer statement is no line that somebody added to bring a note up to date. Chosen by hand."""
_QUOTED: Final = late_regex(
    r"[\"\u201c\u201e\u00ab][^\"\u201c\u201d\u00bb]{25,}[\"\u201d\u201c\u00bb]"
)
_ANNOUNCED: Final = lexicon.pattern("announced")
_SINCE: Final = lexicon.pattern("since")
_NOT_YET: Final = (lexicon.pattern("unsure"), lexicon.pattern("passing"))


@dataclass(frozen=True, slots=True)
class LineReading:
    """One way to read a clause: something gave way."""

    subject: str
    """What did; empty where the clause does not say."""
    who: str
    """Who brought it about."""
    new: str
    """What came in its place."""
    rest: str
    is_whole: bool
    """Whether the clause is the whole line."""


@dataclass(frozen=True, slots=True)
class AddedLine:
    """What a line asserts, whatever belief it is held against."""

    clauses: tuple[str, ...]
    """The whole line; times of beginning cut out."""
    readings: tuple[LineReading, ...]
    is_dated: bool
    """Whether it is announced (`Update:`) or says when it began."""
    is_turned: bool


@lru_cache(maxsize=4_096)
def line_of(text: str) -> AddedLine | None:
    """Return what a line says; None where it asserts nothing that came to pass and lasts."""
    opening = _ANNOUNCED.match(text)
    told = _QUOTED.sub(" ", text[opening.end() if opening else 0 :])
    is_dated = _SINCE.search(told) is not None
    whole = " ".join(_SINCE.sub(" ", told).split()).strip(" .!,;")
    is_vague = any(one.search(told) for one in _NOT_YET)
    if not whole or len(text) > MAX_CHARS or is_vague:
        return None
    is_announced = opening is not None and opening["word"] is not None
    return AddedLine((whole,), (), is_announced or is_dated, is_turned=False)


def is_alone(text: str) -> bool:
    """Tell whether a text names nobody: `we have`, `that`."""
    return not any(KIND_WEIGHTS[one.kind] or one.kind == "negation" for one in tokens(text))
