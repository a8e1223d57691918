"""Rows of comparisons, findings and labelled cases: each read from its row and laid into one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Row

from vaultwatch.adapters.ledger.codec import (
    quote_text,
    repair_text,
    time_text,
    to_json,
    to_paths,
    to_quote,
    to_repair,
    to_time,
    to_words,
)
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.drift.model import Comparison, Finding

_KEPT: Final = 2_048
"""Rows that are read once as long as they stand as they are: a question asks for dozens, again
after each write. Chosen by hand: some megabytes."""

T = TypeVar("T", Comparison, Finding, LabelledCase)


class _Coding(NamedTuple):
    """How a field stands in its column."""

    read: Callable[[Any], Any]
    lay: Callable[[Any], object]


_QUOTE: Final = _Coding(to_quote, quote_text)
_WORDS: Final = _Coding(to_words, to_json)
_TIME: Final = _Coding(to_time, time_text)
_NUMBER: Final = _Coding(lambda held: held, float)
_CODINGS: Final[Mapping[str, _Coding]] = {
    "section": _WORDS,
    "reasons": _WORDS,
    "explained": _WORDS,
    "before": _QUOTE,
    "after": _QUOTE,
    "also": _QUOTE,
    "first_seen": _TIME,
    "last_seen": _TIME,
    "at": _TIME,
    "closed_at": _Coding(
        lambda held: None if held is None else to_time(held),
        lambda said: None if said is None else time_text(said),
    ),
    "score": _NUMBER,
    "top_score": _NUMBER,
    "repair": _Coding(to_repair, repair_text),
    "speakers": _Coding(to_paths, lambda said: None if said is None else to_json(said)),
    "unopposed": _Coding(lambda held: held or "", lambda said: said or None),
}
"""By a field's name; every other one stands in its column as it is."""
_FIELDS: Final[Mapping[type, Sequence[tuple[str, _Coding | None]]]] = {
    kind: tuple((one.name, _CODINGS.get(one.name)) for one in fields(kind))
    for kind in (Comparison, Finding, LabelledCase)
}


def comparison_of(row: Row[*tuple[Any, ...]]) -> Comparison:
    """Return a comparison as its row holds it."""
    return _read(Comparison, row)


def comparison_values(one: Comparison, inputs: str) -> dict[str, object]:
    """Return the row that holds it."""
    return {"inputs": inputs, **_laid(one)}


def finding_of(row: Row[*tuple[Any, ...]]) -> Finding:
    """Return a finding as its row holds it."""
    return _read(Finding, row)


def finding_values(one: Finding) -> dict[str, object]:
    """Return the row that holds it."""
    return _laid(one)


def case_of(row: Row[*tuple[Any, ...]]) -> LabelledCase:
    """Return a case as its row holds it."""
    return _read(LabelledCase, row)


def case_values(one: LabelledCase) -> dict[str, object]:
    """Return the row that holds it."""
    return _laid(one)


def _read(kind: type[T], row: Row[*tuple[Any, ...]]) -> T:
    asked: Any = kind  # which hashes, though mypy does not see it
    made: T = _made(asked, *(getattr(row, name) for name, _ in _FIELDS[kind]))
    return made


@lru_cache(maxsize=_KEPT)
def _made(kind: Any, *held: Any) -> Any:  # noqa: ANN401 -- a cache forgets the kind
    fields = zip(_FIELDS[kind], held, strict=True)
    said = {name: one if coding is None else coding.read(one) for (name, coding), one in fields}
    return kind(**said)


def _laid(one: Comparison | Finding | LabelledCase) -> dict[str, object]:
    said = ((name, coding, getattr(one, name)) for name, coding in _FIELDS[type(one)])
    return {name: value if coding is None else coding.lay(value) for name, coding, value in said}
