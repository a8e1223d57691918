"""The one way from a row to a value and back: a column a field, coded by the field's type."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

from sqlalchemy import Row

from vaultwatch.adapters.ledger.codec import (
    facts_text,
    grounding_text,
    quote_text,
    repair_text,
    supports_text,
    time_text,
    to_facts,
    to_grounding,
    to_json,
    to_paths,
    to_quote,
    to_repair,
    to_supports,
    to_time,
    to_words,
)
from vaultwatch.drift.model import Grounding, Quote, Repair, Support
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath

T = TypeVar("T")

_KEPT: Final = 8_192
"""Rows that are read once as long as they stand as they are: a look asks for all memories six
times, a question for dozens of findings. Chosen by hand: some megabytes."""


class _Coding(NamedTuple):
    """How a field stands in its column."""

    read: Callable[[Any], Any]
    lay: Callable[[Any], object]

    def or_none(self) -> "_Coding":
        """Return the same for a field that may be None."""
        return _Coding(
            lambda held: None if held is None else self.read(held),
            lambda said: None if said is None else self.lay(said),
        )


_TIME: Final = _Coding(to_time, time_text)
_YES_NO: Final = _Coding(bool, int)
_CODINGS: Final[dict[object, _Coding]] = {
    datetime: _TIME,
    datetime | None: _TIME.or_none(),
    bool: _YES_NO,
    bool | None: _YES_NO.or_none(),
    float: _Coding(lambda held: held, float),
    tuple[str, ...]: _Coding(to_words, to_json),
    tuple[NotePath, ...] | None: _Coding(to_paths, to_json).or_none(),
    tuple[Support, ...]: _Coding(to_supports, supports_text),
    Quote | None: _Coding(to_quote, quote_text),
    Repair | None: _Coding(to_repair, repair_text),
    Grounding | None: _Coding(to_grounding, grounding_text),
    Facts: _Coding(to_facts, facts_text),
}
"""By a field's type; one of any other type stands in its column as it is."""
_OR_NULL: Final = _Coding(lambda held: held or "", lambda said: said or None)
_BY_NAME: Final = {"unopposed": _OR_NULL, "place": _OR_NULL}
"""Empty words whose column holds nothing, so that an index or a query passes them over."""


@cache
def _fields_of(kind: Any) -> Sequence[tuple[str, _Coding | None]]:  # noqa: ANN401 -- a dataclass
    hints = get_type_hints(kind)
    return tuple(
        (one.name, _BY_NAME.get(one.name) or _CODINGS.get(hints[one.name])) for one in fields(kind)
    )


def record(kind: type[T], row: Row[*tuple[Any, ...]], **more: object) -> T:
    """Return the value that a row holds; `more` are fields without a column of their name."""
    asked: Any = kind  # which hashes, though mypy does not see it
    if more:
        held = ((name, coding) for name, coding in _fields_of(asked) if name not in more)
        return kind(**{name: _read(coding, getattr(row, name)) for name, coding in held}, **more)
    made: T = _made(asked, *(getattr(row, name) for name, _ in _fields_of(asked)))
    return made


@lru_cache(maxsize=_KEPT)
def _made(kind: Any, *held: Any) -> Any:  # noqa: ANN401 -- a cache forgets the kind
    told = zip(_fields_of(kind), held, strict=True)
    return kind(**{name: _read(coding, one) for (name, coding), one in told})


def _read(coding: _Coding | None, held: Any) -> Any:  # noqa: ANN401 -- of any column
    return held if coding is None else coding.read(held)


def values(one: object) -> dict[str, Any]:
    """Return the row that holds a value."""
    kind: Any = type(one)
    told = ((name, coding, getattr(one, name)) for name, coding in _fields_of(kind))
    return {name: said if coding is None else coding.lay(said) for name, coding, said in told}
