"""The report's properties: our own, with a stamp of what we wrote, and those a person added. Pure.

The stamp (`edition`) says which text an edited report goes back to, so that what a person typed
can be told from what vaultwatch wrote, here or on another machine that shares the vault.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import blake2s

from vaultwatch.late_regex import late_regex

FENCE = "---"
_OURS = late_regex(r"(?:generated|looked_on|edition)\s*:")
_EDITION = late_regex(r"edition:[ \t]*(?P<stamp>[a-z]{8})\b")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Letters alone: YAML reads some words with digits as numbers."""
_STAMP_LENGTH = 8
_STAMP_BELOW = 3
"""Lines of ours above the stamp: the fence and two properties."""


def render_properties(looked_on: date, others: str) -> str:
    """Return the properties without a stamp; last `others`, as `own_properties` gave them."""
    theirs = f"{others}\n" if others else ""
    return f"{FENCE}\ngenerated: vaultwatch\nlooked_on: {looked_on.isoformat()}\n{theirs}{FENCE}"


def stamped(text: str) -> str:
    """Return a report with the stamp of what it says, among its properties."""
    lines = text.split("\n")
    return "\n".join([*lines[:_STAMP_BELOW], f"edition: {_stamp(text)}", *lines[_STAMP_BELOW:]])


def is_as_written(text: str) -> bool:
    """Tell whether a report is as some vaultwatch wrote it: nobody ticked or typed anything."""
    lines = text.split("\n")
    del lines[_STAMP_BELOW : _STAMP_BELOW + 1]
    return stamped("\n".join(lines)) == text


def _stamp(text: str) -> str:
    digest = blake2s(text.encode("utf-8", "replace")).digest()
    number = int.from_bytes(digest, "big")
    stamp = ""
    while len(stamp) < _STAMP_LENGTH:
        number, digit = divmod(number, len(_LETTERS))
        stamp += _LETTERS[digit]
    return stamp


def edition_of(text: str) -> str:
    """Return the stamp that a report carries; empty where it has none that we could have set."""
    for line in split_report(text)[0]:
        found = _EDITION.match(line)
        if found:
            return found["stamp"]
    return ""


def split_report(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of the properties, fences left out, and the lines below them."""
    lines = split_lines(text.removeprefix("\ufeff"))
    if lines[0].rstrip() == FENCE:
        for at, line in enumerate(lines[1:], start=1):
            if line.rstrip() == FENCE:
                return lines[1:at], lines[at + 1 :]
    return [], lines


def split_lines(text: str) -> list[str]:
    """Return the lines as an editor shows them: only a line feed or a carriage return ends one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def own_properties(lines: Sequence[str]) -> str:
    """Return the properties that are a person's or a plugin's, verbatim."""
    return "\n".join(line for line in lines if not _OURS.match(line)).strip("\n")
