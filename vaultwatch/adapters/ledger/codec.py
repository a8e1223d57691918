"""Values to and from what SQLite holds: compact JSON, ISO-8601 UTC times, text that fits UTF-8.

`record` makes a value of a row, `values` a row of a value: a column a field, coded by its type.

JSON lists hold fields in the order of the dataclass: a changed order needs a new version.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, fields, replace
from datetime import UTC, datetime
from functools import cache, lru_cache, wraps
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar, cast, get_type_hints

from vaultwatch.drift.model import Grounding, Quote, Repair, Support
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import Link, NoteOutline, NotePath, Span, Statement, Trouble

if TYPE_CHECKING:  # `bare` looks at a ledger without SQLAlchemy
    from sqlalchemy import Row

P = ParamSpec("P")
T = TypeVar("T")

_ZLIB_LEVEL = 6
"""zlib's own default."""

MARK = "\ufdd0"
"""A noncharacter: Unicode keeps it for use inside a program."""
_UNFIT = late_regex(f"[\x00\ud800-\udfff{MARK}]")
_CLAIM_TIMES = ("valid_from", "valid_until")
_TIMES = ("expires", "ignored_end", "review_after", *_CLAIM_TIMES)
_FITTED = late_regex(f"{MARK}([0-9a-f]{{4}})")


_LINK, _TROUBLE, _STATEMENT = (
    attrgetter(*(one.name for one in fields(kind))) for kind in (Link, Trouble, Statement)
)
"""Return the fields of one, in their order."""


class GarbledError(Exception):
    """What the ledger holds is nothing that was ever written there."""


def _held(decode: Callable[P, T]) -> Callable[P, T]:
    """Say of whatever cannot be decoded that it is garbled."""

    @wraps(decode)
    def decoded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return decode(*args, **kwargs)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as exc:
            raise GarbledError from exc
        except (zlib.error, RecursionError) as exc:
            raise GarbledError from exc

    return decoded


def fit(text: str) -> str:
    """Return the text as SQLite can hold it: lone surrogates and NUL escaped, reversibly.

    Neither `replace`, which would make two paths one, nor `surrogatepass`, whose bytes other tools
    refuse: each becomes U+FDD0 and four hex digits, as does U+FDD0 itself.
    """
    if text.isascii() and "\x00" not in text:
        return text
    return _UNFIT.sub(lambda found: f"{MARK}{ord(found[0]):04x}", text)


@_held
def unfit(text: str) -> str:
    """Return the text that `fit` was given."""
    if MARK not in text:
        return text
    return _FITTED.sub(lambda found: chr(int(found[1], 16)), text)


def to_json(value: object) -> str:
    """Return compact JSON that `fit`s; tuples become lists."""
    # Not escaped to ASCII: that would join two lone surrogates that stand side by side.
    return fit(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


def from_json(text: str) -> Any:  # noqa: ANN401  its callers know what they wrote
    """Return what `to_json` wrote."""
    return json.loads(unfit(text))


def time_text(moment: datetime) -> str:
    """Return ISO-8601 in UTC with microseconds, so that text sorts as time does."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:  # the year 1 or 9999, east or west of Greenwich
        moment = moment.replace(tzinfo=UTC)
    return moment.isoformat(timespec="microseconds")


@_held
def to_count(text: str | None) -> int:
    """Return a count that is kept as text; none is 0."""
    return int(text or 0)


@_held
def to_time(text: str) -> datetime:
    """Return the moment that `time_text` wrote."""
    return datetime.fromisoformat(text)


def outline_text(outline: NoteOutline) -> str:
    """Return an outline without its path."""
    links = [
        (*own, span and (span.start, span.end, span.line), key)
        for *own, span, key in map(_LINK, outline.links)
    ]
    troubles = [*map(_TROUBLE, outline.troubles)]
    return to_json((outline.aliases, outline.headings, outline.blocks, links, troubles))


def _to_link(*told: Any) -> Link:  # noqa: ANN401 -- what JSON gives
    return Link(*told)


@_held
def to_outline(path: NotePath, text: str) -> NoteOutline:
    """Return the outline that `outline_text` wrote."""
    aliases, headings, blocks, links, troubles = from_json(text)
    return NoteOutline(
        path=path,
        aliases=tuple(aliases),
        headings=tuple((level, words) for level, words in headings),
        blocks=tuple(blocks),
        links=tuple(
            _to_link(target, tuple(parts), *own, span and Span(*span), key)
            for target, parts, *own, span, key in links
        ),
        troubles=tuple(Trouble(*trouble) for trouble in troubles),
    )


def pack_statements(statements: Iterable[Statement]) -> tuple[str, bytes]:
    """Return the digest of statements and the statements, compressed."""
    text = to_json([*map(_STATEMENT, statements)]).encode()
    return blake2b(text, digest_size=16).hexdigest(), zlib.compress(text, _ZLIB_LEVEL)


@_held
@lru_cache(maxsize=32)  # a note's statements stand under every memory that cites it
def unpack_statements(packed: bytes) -> tuple[Statement, ...]:
    """Return what `pack_statements` packed."""
    return tuple(
        Statement(kind, words, plain, tuple(section), *rest)
        for kind, words, plain, section, *rest in from_json(zlib.decompress(packed).decode())
    )


def supports_text(supports: Iterable[Support]) -> str:
    """Return supports as JSON."""
    return to_json([(support.index, support.strength) for support in supports])


@_held
def to_supports(text: str) -> tuple[Support, ...]:
    """Return what `supports_text` wrote."""
    return tuple(Support(index, strength) for index, strength in from_json(text))


@lru_cache(maxsize=1_024)  # most say one of a few things
@_held
def _to_grounding(text: str) -> Grounding:
    told = Grounding(*from_json(text))
    return replace(told, unspoken=tuple(told.unspoken), marks=tuple(told.marks))


def quote_text(quote: Quote) -> str:
    """Return a quote as JSON; what is as it is by default is not told."""
    own: tuple[NotePath | bool | None, ...] = (quote.note, quote.is_replaced, quote.stands)
    while own and not own[-1]:
        own = own[:-1]
    return to_json((quote.text, quote.line, quote.section, *own))


@_held
def to_quote(text: str) -> Quote:
    """Return what `quote_text` wrote."""
    words, line, section, *own = from_json(text)
    return Quote(words, line, tuple(section), *own)


@_held
def _to_repair(text: str) -> Repair:
    return Repair(*from_json(text))


def facts_text(facts: Facts) -> str:
    """Return what differs from a memory note that says nothing, as JSON."""
    said = {
        field.name: value
        for field in fields(facts)
        if (value := getattr(facts, field.name)) != field.default and field.name != "claim"
    }
    for name in _TIMES:
        if (moment := getattr(facts, name)) is not None:
            said[name] = time_text(moment)
    if facts.claim is not None:
        claim = {field.name: getattr(facts.claim, field.name) for field in fields(facts.claim)}
        for name in _CLAIM_TIMES:
            claim[name] = None if claim[name] is None else time_text(claim[name])
        said["claim"] = claim
    return to_json(said)


@_held
def to_facts(text: str) -> Facts:
    """Return what `facts_text` wrote; what a memory note that says nothing says for no text."""
    said = from_json(text) if text else {}
    said.pop("is_bygone", None)  # of an earlier state of this very version of the ledger
    for name, value in said.items():
        if isinstance(value, list):
            said[name] = tuple(value)
    for name in said.keys() & {*_TIMES}:
        said[name] = to_time(said[name])
    if "claim" in said:
        claim = said["claim"]
        for name in _CLAIM_TIMES:
            claim[name] = None if claim[name] is None else to_time(claim[name])
        said["claim"] = Claim(**claim)
    return Facts(**said)


@_held
def to_words(text: str) -> tuple[str, ...]:
    """Return a JSON list of strings."""
    return tuple(cast("list[str]", from_json(text)))


def _to_paths(text: str) -> tuple[NotePath, ...]:
    return tuple(map(NotePath, to_words(text)))


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
    tuple[NotePath, ...] | None: _Coding(_to_paths, to_json).or_none(),
    tuple[Support, ...]: _Coding(to_supports, supports_text),
    Quote | None: _Coding(to_quote, quote_text).or_none(),
    Repair | None: _Coding(_to_repair, lambda repair: to_json(astuple(repair))).or_none(),
    Grounding | None: _Coding(_to_grounding, lambda told: to_json(astuple(told))).or_none(),
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


def record(kind: type[T], row: "Row[*tuple[Any, ...]]", **more: object) -> T:
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
