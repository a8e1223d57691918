"""Read the frontmatter of another tool's file. Pure.

python-frontmatter finds it, as the tools themselves do; the handler keeps every scalar as the text
that was written. Only read: written back, it would change what it was not asked to.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, get_args

import yaml
from frontmatter.default_handlers import YAMLHandler

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import VerifyMode, verify_mode_of
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    reading_of,
)
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.model import PropertyValue
from vaultwatch.notes.properties import named_list, read_properties
from vaultwatch.notes.property_block import LINE_END

_NESTED = late_regex(r"^[ \t]+([A-Za-z_]{1,40}):[ \t]+([^\r\n]{1,500}?)[ \t\r]*$", re.MULTILINE)


class _TextHandler(YAMLHandler):
    """Keeps `007`, `12:30` and `yes` as they stand; bounded against aliases and deep nesting."""

    def load(self, fm: str, **kwargs: object) -> dict[str, PropertyValue]:
        """Return the properties."""
        del kwargs
        read = read_properties(_as_block(fm))
        broken = [one for one in read.troubles if one.kind == "broken_properties"]
        if broken:
            raise yaml.YAMLError(broken[0].message)
        return read.values


_HANDLER = _TextHandler()


@dataclass(frozen=True, slots=True)
class Front:
    """A file, split."""

    body: str
    body_line: int
    """1-based line on which the body begins."""
    values: Mapping[str, PropertyValue] = field(default_factory=dict)
    has_any: bool = False
    """Whether there is frontmatter, readable or not."""
    trouble: str = ""
    """What is wrong with it; what could be salvaged stands in `values` all the same."""


def split_front(text: str) -> Front:
    """Split a file into its properties and its body; never raises."""
    if not _HANDLER.detect(text):
        return Front(text, 1)
    try:
        block, body = _HANDLER.split(text)
    except ValueError:
        return Front(text, 1, trouble="It begins with `---` but no second `---` closes it.")
    head = text[: len(text) - len(body)]
    if body.startswith("\n"):
        head = head.removesuffix("\r")  # one line end, cut in two
    line = 1 + len(LINE_END.findall(head))
    try:
        return Front(body, line, _HANDLER.load(block), has_any=True)
    except yaml.YAMLError as error:
        nested = {found[1]: found[2].strip("\"'") for found in _NESTED.finditer(block)}
        values = {**nested, **read_properties(_as_block(block)).values}
        return Front(body, line, values, has_any=True, trouble=str(error))


def front_fault(file: StoreFile, front: Front) -> list[StoreFault]:
    """Return what is wrong with a file's frontmatter, at most one fault."""
    if not front.trouble:
        return []
    return [StoreFault("frontmatter", file.path, 1, front.trouble)]


def read_notes(
    files: Sequence[StoreFile], records_in: Callable[[StoreFile, Front], Iterable[StoreRecord]]
) -> StoreReading:
    """Return a reading of notes whose wiki-links lead to notes, with what is wrong with each."""
    fronts = [(file, split_front(file.text)) for file in files]
    records = [record for file, front in fronts for record in records_in(file, front)]
    faults = [fault for file, front in fronts for fault in front_fault(file, front)]
    return reading_of(files, records, faults, wiki="notes")


def text_at(values: Mapping[str, PropertyValue], *keys: str) -> str:
    """Return the first of these properties that is a text, looked for in `metadata` as well."""
    nested = values.get("metadata")
    for key in keys:
        for held in (values, nested):
            value = held.get(key) if isinstance(held, dict) else None
            if isinstance(value, str) and value.strip():
                return " ".join(value.split())
    return ""


def moment_at(values: Mapping[str, PropertyValue], *keys: str) -> datetime | None:
    """Return the moment that the first of these properties names."""
    return moment_of(text_at(values, *keys))


def as_declared(record: StoreRecord, values: Mapping[str, PropertyValue]) -> StoreRecord:
    """Return a record with what properties declare of it."""
    said = {name: text for name in DECLARING if (text := text_at(values, name))}
    dates = ("last_verified", "modified", "updated", "created", "date")
    return declared(said, (moment_at(values, name) for name in dates)).on(record)


def tags_at(values: Mapping[str, PropertyValue], *keys: str) -> tuple[str, ...]:
    """Return a list property, written as a list or with commas."""
    return named_list(dict(values), *(keys or ("tags",)))


def _as_block(block: str) -> str:
    return f"---\n{block.strip(chr(10) + chr(13))}\n---\n"


_TTL = late_regex(
    r"(?:PT?)?(\d{1,8})[ \t]?"
    r"(s|sec|seconds?|min|minutes?|h|hours?|d|days?|w|weeks?|mo|months?|y|years?)",
    re.IGNORECASE,
)
_ISO_M = late_regex(r"P(T?)(\d{1,5})M")
_UNIT: Final = {
    "s": timedelta(seconds=1),
    "mi": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(days=7),
    "mo": timedelta(days=30),
    "y": timedelta(days=365),
}
_ENDLESS: Final = frozenset({"", "never", "none"})
DECLARING: Final = ("ttl", "ttl_days", "expires", "valid_until", "verify_mode", "env", "remote")
_LISTED = late_regex(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class Declared:
    """What the fields of one record say."""

    expires: datetime | None = None
    """From when on it holds no more, by whichever says the earliest."""
    verify_mode: VerifyMode = ""
    env: str = ""
    remote: str = ""
    unread: tuple[str, ...] = ()
    """A sentence for each field that nobody can read."""

    def on(self, record: StoreRecord) -> StoreRecord:
        """Return a record with it."""
        return replace(
            record,
            expires=self.expires,
            verify_mode=self.verify_mode,
            env=self.env,
            remote=self.remote,
        )


def declared(said: Mapping[str, str], dates: Iterable[datetime | None]) -> Declared:
    """Return what fields declare; a `ttl` runs from the last of the record's own `dates`."""
    ttl, why = _ttl(said, dates)
    unread = [why] if why else []
    mode = verify_mode_of(said.get("verify_mode", "").strip())
    if mode is None:
        known = ", ".join(one for one in get_args(VerifyMode) if one)
        told = said["verify_mode"].strip()[:40]
        unread.append(f"verify_mode={told} is none that is known: {known}.")
    ends = [ttl]
    for name in ("expires", "valid_until"):
        text = said.get(name, "").strip()
        ends.append(moment_of(text))
        if ends[-1] is None and text.casefold() not in _ENDLESS:
            unread.append(f"{name}={text[:40]} is no date that is read: write 2026-11-30.")
    return Declared(
        expires=min((one for one in ends if one is not None), default=None),
        verify_mode=mode or "",
        env=said.get("env", "").strip(),
        remote=said.get("remote", "").strip(),
        unread=tuple(unread),
    )


def superseded(lines: Iterable[tuple[str, str]]) -> set[str]:
    """Return the ids whose place another takes; of those that take each other's, none."""
    by: dict[str, set[str]] = {}
    for own, olds in lines:
        by.setdefault(own, set()).update({*_LISTED.split(olds)} - {"", own})
    named = {old for olds in by.values() for old in olds}
    gone, waiting = set[str](), [own for own in by if own not in named]
    while waiting:
        fresh = by.get(waiting.pop(), set()) - gone
        gone |= fresh
        waiting += fresh
    return gone


def _ttl(said: Mapping[str, str], dates: Iterable[datetime | None]) -> tuple[datetime | None, str]:
    """Return when a record ceases to hold by its own `ttl`, or why nobody can tell."""
    days = said.get("ttl_days", "").strip()
    ttl = said.get("ttl", f"{days}d" if days else "").strip()
    if ttl.casefold() in _ENDLESS:
        return None, ""
    day = moment_of(ttl)
    if day is not None:
        return day, ""
    span = _span(ttl)
    if span is None:
        return None, f"ttl={ttl[:40]} is no time that is read: write 90d, a date, or never."
    dated = [one for one in dates if one is not None]
    if not dated:
        message = f"ttl={ttl} runs from no day: say last_verified, updated or created."
        return None, message
    try:
        return max(dated) + span[0] * span[1], ""
    except OverflowError:
        return None, ""


def _span(ttl: str) -> tuple[int, timedelta] | None:
    """Return how often which unit a `ttl` names; a bare `m` may be either of two."""
    iso = _ISO_M.fullmatch(ttl)
    if iso is not None:
        return int(iso[2]), _UNIT["mi" if iso[1] else "mo"]
    found = _TTL.fullmatch(ttl)
    if found is None:
        return None
    unit = found[2].lower()
    return int(found[1]), _UNIT[unit[:2] if unit[0] == "m" else unit[0]]
