"""Values to and from what SQLite holds: compact JSON, ISO-8601 UTC times, text that fits UTF-8.

JSON lists hold fields in the order of the dataclass: a changed order needs a new version.
"""

import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import astuple, fields, replace
from datetime import UTC, datetime
from functools import lru_cache, wraps
from hashlib import blake2b
from typing import Any, ParamSpec, TypeVar, cast

from vaultwatch.drift.model import Grounding, Quote, Repair, Support
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import Link, NoteOutline, NotePath, Span, Statement, Trouble

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
        (
            link.target,
            link.headings,
            link.block,
            link.display,
            link.original,
            link.style,
            link.is_embed,
            link.span and (link.span.start, link.span.end, link.span.line),
            link.property_key,
        )
        for link in outline.links
    ]
    troubles = [(trouble.kind, trouble.message, trouble.line) for trouble in outline.troubles]
    return to_json((outline.aliases, outline.headings, outline.blocks, links, troubles))


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
            Link(
                target,
                tuple(parts),
                block,
                display,
                original,
                style,
                is_embed,
                Span(*span) if span is not None else None,
                key,
            )
            for target, parts, block, display, original, style, is_embed, span, key in links
        ),
        troubles=tuple(Trouble(*trouble) for trouble in troubles),
    )


def pack_statements(statements: Iterable[Statement]) -> tuple[str, bytes]:
    """Return the digest of statements and the statements, compressed."""
    text = to_json(
        [
            (
                one.kind,
                one.text,
                one.plain,
                one.section,
                one.context,
                one.first_line,
                one.last_line,
                one.digest,
                one.task_mark,
                one.key,
                one.block_id,
            )
            for one in statements
        ]
    ).encode()
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


def grounding_text(grounding: Grounding | None) -> str | None:
    """Return what a baseline is worth as JSON; None stays None."""
    if grounding is None:
        return None
    return to_json(astuple(grounding))


@lru_cache(maxsize=1_024)  # most say one of a few things
@_held
def to_grounding(text: str | None) -> Grounding | None:
    """Return what `grounding_text` wrote."""
    if text is None:
        return None
    told = Grounding(*from_json(text))  # an earlier version told less
    return replace(told, unspoken=tuple(told.unspoken), marks=tuple(told.marks))


def quote_text(quote: Quote | None) -> str | None:
    """Return a quote as JSON; None stays None. What is as it is by default is not told."""
    if quote is None:
        return None
    own: tuple[NotePath | bool | None, ...] = () if quote.note is None else (quote.note,)
    if quote.is_replaced:
        own = (quote.note, True)
    return to_json((quote.text, quote.line, quote.section, *own))


@_held
def to_quote(text: str | None) -> Quote | None:
    """Return what `quote_text` wrote."""
    if text is None:
        return None
    words, line, section, *own = from_json(text)
    return Quote(words, line, tuple(section), *own)


def repair_text(repair: Repair | None) -> str | None:
    """Return a suggested wording as JSON; None stays None."""
    return None if repair is None else to_json((repair.before, repair.after))


@_held
def to_repair(text: str | None) -> Repair | None:
    """Return what `repair_text` wrote."""
    return None if text is None else Repair(*from_json(text))


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
    said.pop("said_active", None)  # of older ledgers
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


def to_paths(text: str | None) -> tuple[NotePath, ...] | None:
    """Return a JSON list of notes; None stays None."""
    return None if text is None else tuple(map(NotePath, to_words(text)))
