"""Read what a record declares of itself in any format: until when it holds, when to check it.

Pure. The fields are those of `MEMORY.md` files: `ttl`, `expires`, `valid_until`, `verify_mode`,
`env`, `remote`, `supersedes`; the reader of each format says where they stand.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, get_args

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import VerifyMode, verify_mode_of
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.memories.validity import moment_of

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
