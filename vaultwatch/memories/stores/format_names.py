"""Name the formats of stores, and check what settings say of one; imports no library. Pure."""

from pathlib import PurePosixPath
from typing import Literal, TypeAlias

from vaultwatch.late_regex import late_regex

StoreFormat: TypeAlias = Literal[
    "claude-code",
    "instructions",
    "memory-tool",
    "codex",
    "openclaw",
    "hermes",
    "letta",
    "basic-memory",
    "memsearch",
    "neurostack",
    "pipe-lines",
    "jsonl",
    "chat-export",
]
"""Whose memory files they are; each has a section in docs/stores.md."""

_NAME = late_regex(r"\w[\w.-]{0,63}")


def checked_place(value: str) -> str:
    """Return a path of the settings, which may be empty.

    Raises:
        ValueError: it depends on the folder that a command is typed in.
    """
    is_whole = value.startswith("~/") or PurePosixPath(value).is_absolute()
    if "\0" in value or not (is_whole or not value):
        raise ValueError("must be an absolute path, or one that begins with `~/`")
    return value


def checked_name(value: str) -> str:
    """Return a store's name, which may be empty.

    Raises:
        ValueError: it is none that can be typed as one word.
    """
    if value and not _NAME.fullmatch(value):
        raise ValueError("must be letters, digits, `-`, `_` and `.`, 64 at most")
    return value
