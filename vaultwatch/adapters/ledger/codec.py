"""Values to and from what SQLite holds: compact JSON, ISO-8601 UTC times.

JSON is escaped to ASCII, so that words which are no valid Unicode survive too. Lists hold fields
in the order of the dataclass: a changed order needs a migration.
"""

import json
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import cast

from vaultwatch.drift.model import Quote, Support
from vaultwatch.notes.model import Link, NoteOutline, NotePath, Span, Statement, Trouble

_ZLIB_LEVEL = 6
"""zlib's own default."""


def to_json(value: object) -> str:
    """Return compact JSON; tuples become lists."""
    return json.dumps(value, separators=(",", ":"))


def time_text(moment: datetime) -> str:
    """Return ISO-8601 in UTC with microseconds, so that text sorts as time does."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:  # the year 1 or 9999, east or west of Greenwich
        moment = moment.replace(tzinfo=UTC)
    return moment.isoformat(timespec="microseconds")


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


def to_outline(path: NotePath, text: str) -> NoteOutline:
    """Return the outline that `outline_text` wrote."""
    aliases, headings, blocks, links, troubles = json.loads(text)
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


def unpack_statements(packed: bytes) -> tuple[Statement, ...]:
    """Return what `pack_statements` packed."""
    return tuple(
        Statement(kind, words, plain, tuple(section), *rest)
        for kind, words, plain, section, *rest in json.loads(zlib.decompress(packed))
    )


def supports_text(supports: Iterable[Support]) -> str:
    """Return supports as JSON."""
    return to_json([(support.index, support.strength) for support in supports])


def to_supports(text: str) -> tuple[Support, ...]:
    """Return what `supports_text` wrote."""
    return tuple(Support(index, strength) for index, strength in json.loads(text))


def quote_text(quote: Quote | None) -> str | None:
    """Return a quote as JSON; None stays None."""
    return None if quote is None else to_json((quote.text, quote.line, quote.section))


def to_quote(text: str | None) -> Quote | None:
    """Return what `quote_text` wrote."""
    if text is None:
        return None
    words, line, section = json.loads(text)
    return Quote(words, line, tuple(section))


def to_words(text: str) -> tuple[str, ...]:
    """Return a JSON list of strings."""
    return tuple(cast("list[str]", json.loads(text)))
