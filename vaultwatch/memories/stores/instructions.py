"""Read the instruction files of a project or a home: CLAUDE.md, AGENTS.md, GEMINI.md and rules.

Pure. A person writes them, or an agent for them; each bullet and paragraph is a record. Files that
they import (`@docs/git.md`) belong to them, to a depth of five, but none that stands in code.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.front import front_fault, split_front, tags_at, text_at
from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreLink,
    StoreReading,
    StoreRecord,
    folder_of,
    inside,
    reading_of,
    without_code,
)

NAMES = frozenset(
    {
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        "AGENTS.override.md",
        "GEMINI.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".claude/CLAUDE.md",
        ".claude/CLAUDE.local.md",
        ".github/copilot-instructions.md",
    }
)
"""What tools load by its name; those within a folder stand in one of `FOLDERS` or beside it."""
FOLDERS = {
    ".claude/rules/": (".md",),
    ".cursor/rules/": (".mdc", ".md"),
    ".windsurf/rules/": (".md",),
    ".clinerules/": (".md", ".txt"),
    ".github/instructions/": (".instructions.md",),
    "rules/": (".md", ".mdc"),
}
"""Where tools keep rules, and how those end. Source: each tool's documentation."""
MOST_HOPS = 5
"""Of imports. Source: Claude Code's documentation of CLAUDE.md."""
_IMPORT = late_regex(r"(?<!\S)@(~?[\w./-][^\s`()<>\[\]\"']{0,300})")
_TEXT = late_regex(r"\.(?:md|mdc|txt|markdown)\Z")
"""Of what is read at all: a name such as `@dana` or `@config/keys.env` is none of it."""


def wants(path: str) -> bool:
    """Tell whether a file is one of those that tools load by its name or its place."""
    return path in NAMES or any(
        path.startswith(folder) and path.endswith(ends) for folder, ends in FOLDERS.items()
    )


def enters(folder: str) -> bool:
    """Tell whether rules may stand below a folder: a project's others are many."""
    return any(f"{folder}/".startswith(one) or one.startswith(f"{folder}/") for one in FOLDERS)


def imports(files: Sequence[StoreFile]) -> set[str]:
    """Return what the files import, as paths inside the store."""
    found = (
        inside(folder_of(file.path), link.target)
        for file in files
        for link in imports_of(file.text)
    )
    return {path for path in found if path}


def imports_of(text: str) -> Iterator[StoreLink]:
    """Yield the imports of a text that name a file rather than a person."""
    if "@" not in text:
        return
    shown = _without_fences(without_code(text))
    for found in _IMPORT.finditer(shown):
        target = found[1].rstrip(".,;:!?")
        if _TEXT.search(target):
            line = 1 + shown.count("\n", 0, found.start())
            yield StoreLink("import", target, line)


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the files, imported ones among them."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    there = {file.path for file in files}
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front)
        scope = ", ".join(tags_at(front.values, "paths", "globs", "applyTo"))
        about = text_at(front.values, "description")
        for item in items_of(front.body, front.body_line):
            record = record_of(file, item, kind="instruction", scope=scope)
            records.append(replace(record, hook=about))
        for link in imports_of(file.text):
            path = inside(folder_of(file.path), link.target)
            if path is None:
                message = f"It imports {link.target!r}, outside the store; that is not read."
                faults.append(StoreFault("outside", file.path, link.line, message))
            elif path not in there:
                message = f"It imports {link.target!r}, which is not there."
                faults.append(StoreFault("dead_link", file.path, link.line, message, path))
    return reading_of(files, records, faults)


def _without_fences(text: str) -> str:
    """Return a text whose fenced blocks are blank, line for line, however long they are."""
    shown, fence = [], ""
    for line in text.split("\n"):
        mark = line.strip()[:3]
        if fence:
            fence = "" if mark == fence else fence
            shown.append("")
        elif mark in {"```", "~~~"}:
            fence = mark
            shown.append("")
        else:
            shown.append(line)
    return "\n".join(shown)
