"""Know the formats: which files of a folder each reads, who reads them, which one a folder is.

Pure. A new format gets a reader, a line in `FORMATS` and a section in docs/stores.md.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores import (
    claude_code,
    instructions,
    json_rows,
    listed_formats,
    pipe_lines,
)
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.records import StoreFile, StoreReading, day_of
from vaultwatch.notes.property_block import LINE_END


@dataclass(frozen=True, slots=True)
class FormatReader:
    """How one format is read."""

    wants: Callable[[str], bool]
    """Whether a file of the folder is read, by its path inside it."""
    read: Callable[[Sequence[StoreFile]], StoreReading]
    enters: Callable[[str], bool] = lambda _: True
    """Whether such a file may stand below a folder, so that a home's others are not listed."""
    imports: Callable[[Sequence[StoreFile]], set[str]] | None = None
    """Further files that those name."""
    hops: int = 0
    """How far imports of imports are followed."""
    most_bytes: int = 1_000_000
    """Of one file; a larger one is left out. Chosen by hand: forty times what an agent loads of an
    index; an export holds years of chats."""
    kept_by: str = ""
    """Why nothing that is proposed is written into it by us, as a sentence; empty where it is."""


def _is_note(path: str) -> bool:
    return path.endswith(".md") and not any(part.startswith(".") for part in path.split("/"))


def _is_of_memory_tool(path: str) -> bool:
    text = (*listed_formats.LISTED, *listed_formats.WHOLE)
    return path.endswith(text) and not path.startswith(".")


def _is_of_workspace(path: str) -> bool:
    is_log = path.startswith("memory/") and path.endswith(".md")
    return is_log or path in listed_formats.WORKSPACE


def _is_daily(path: str) -> bool:
    return bool(day_of(path))


FORMATS: dict[StoreFormat, FormatReader] = {
    "claude-code": FormatReader(claude_code.wants, claude_code.read),
    "instructions": FormatReader(
        instructions.wants,
        instructions.read,
        instructions.enters,
        instructions.imports,
        instructions.MOST_HOPS,
    ),
    "memory-tool": FormatReader(_is_of_memory_tool, listed_formats.read_memory_tool),
    "codex": FormatReader(
        frozenset({"MEMORY.md", "memory_summary.md"}).__contains__,
        listed_formats.read_codex,
        lambda _: False,
        kept_by="Codex writes these files anew from what it gathered.",
    ),
    "openclaw": FormatReader(
        _is_of_workspace,
        listed_formats.read_openclaw,
        lambda folder: f"{folder}/".startswith("memory/"),
    ),
    "hermes": FormatReader(
        listed_formats.MOST_CHARS.__contains__, listed_formats.read_hermes, lambda _: False
    ),
    "letta": FormatReader(
        lambda path: path.endswith(".md") and not path.startswith((".", "skills/")),
        listed_formats.read_letta,
        kept_by="Letta commits its memory itself, after a check of its own.",
    ),
    "basic-memory": FormatReader(_is_note, listed_formats.read_basic_memory),
    "memsearch": FormatReader(_is_daily, listed_formats.read_memsearch),
    "neurostack": FormatReader(
        lambda path: path.endswith(".md"),
        listed_formats.read_neurostack,
        kept_by="NeuroStack's database writes over these files.",
    ),
    "pipe-lines": FormatReader(pipe_lines.wants, pipe_lines.read, pipe_lines.enters),
    "jsonl": FormatReader(json_rows.wants_rows, json_rows.read_rows),
    "chat-export": FormatReader(
        json_rows.wants_export,
        json_rows.read_export,
        most_bytes=200_000_000,
        kept_by="An export is a copy: what is changed in it reaches no assistant.",
    ),
}

MOST_LOOKED_AT = 200
"""Files of a folder by whose text its format is guessed. Chosen by hand."""

_OBSERVED = late_regex(r"^- \[[^\[\]()\n]{2,60}\][ \t]+\S", re.MULTILINE)
_ID = late_regex(r"^neurostack_id:", re.MULTILINE)
_GROUP = late_regex(r"^# Task Group:.*(?:\r?\n){1,3}scope:", re.MULTILINE)
_DESCRIBED = late_regex(r"^description:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Folder:
    paths: Sequence[str]
    texts: dict[str, str]

    def holds(self, *names: str) -> bool:
        return not {*names}.isdisjoint(self.paths)

    def has_below(self, folder: str) -> bool:
        return any(path.startswith(folder) for path in self.paths)

    def says(self, sign: re.Pattern[str], below: str = "") -> bool:
        return any(path.startswith(below) and sign.search(self.texts[path]) for path in self.texts)

    def has_line(self, mark: str, is_one: Callable[[str], bool]) -> bool:
        return any(
            is_one(line)
            for text in self.texts.values()
            if mark in text
            for line in LINE_END.split(text)
            if mark in line
        )


_SIGNS: tuple[tuple[StoreFormat, Callable[[_Folder], bool]], ...] = (
    ("neurostack", lambda one: one.says(_ID)),
    ("pipe-lines", lambda one: one.has_line("|", pipe_lines.is_line)),
    (
        "hermes",
        lambda one: (
            one.holds(*listed_formats.MOST_CHARS)
            and one.has_line(listed_formats.MARK, lambda line: line.strip() == listed_formats.MARK)
        ),
    ),
    (
        "codex",
        lambda one: (
            one.holds("memory_summary.md", "raw_memories.md")
            or one.has_below("rollout_summaries/")
            or one.says(_GROUP)
        ),
    ),
    ("memsearch", lambda one: one.has_line("<!--", listed_formats.names_session)),
    ("letta", lambda one: one.says(_DESCRIBED, below="system/")),
    ("openclaw", lambda one: one.holds("SOUL.md") or any(map(_is_log, one.paths))),
    ("claude-code", lambda one: one.holds(claude_code.INDEX)),
    ("instructions", lambda one: any(map(instructions.wants, one.paths))),
    ("claude-code", lambda one: any(path.endswith(f"/{claude_code.INDEX}") for path in one.paths)),
    ("chat-export", lambda one: one.holds(*json_rows.NAMES)),
    ("basic-memory", lambda one: one.says(_OBSERVED)),
    ("memsearch", lambda one: bool(one.paths) and all(map(_is_daily, one.paths))),
    ("jsonl", lambda one: any(map(json_rows.wants_rows, one.paths))),
    ("memory-tool", lambda one: any(map(_is_of_memory_tool, one.paths))),
)
"""Signs of the formats, the surest first."""


def guess_format(paths: Sequence[str], files: Sequence[StoreFile]) -> StoreFormat | None:
    """Return the format of a store by the names and the text of its files; None where none fits."""
    folder = _Folder(paths, {file.path: file.text for file in files[:MOST_LOOKED_AT]})
    return next((name for name, is_it in _SIGNS if is_it(folder)), None)


def _is_log(path: str) -> bool:
    return path.startswith("memory/") and bool(day_of(path))
