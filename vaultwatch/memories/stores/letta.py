"""Read the memory folder of a Letta agent (MemFS): a block a file, its label the path.

Pure. What stands under `system/` is always in the agent's prompt. Letta's own check before a
commit demands a `description` and refuses properties that it does not know.
"""

from collections.abc import Iterator, Sequence

from vaultwatch.memories.stores.front import Front, front_fault, split_front, text_at
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreIndex,
    StoreReading,
    StoreRecord,
    links_of,
    reading_of,
)

KNOWN_KEYS = frozenset({"description", "read_only", "limit"})
"""Source: the pre-commit hook that Letta Code puts into its memory repositories."""


def wants(path: str) -> bool:
    """Tell whether a file of such a folder is a block."""
    return path.endswith(".md") and not path.startswith((".", "skills/"))


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the blocks."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    sizes = []
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front) or _refused(file, front)
        limit = text_at(front.values, "limit")
        text = front.body.strip()
        most = int(limit) if _is_number(limit) else 0
        sizes.append(StoreIndex(file.path, 0, file.size_bytes, most_chars=most, chars=len(text)))
        if not text:
            continue
        records.append(
            StoreRecord(
                key=file.path,
                path=file.path,
                first_line=1,
                last_line=front.body_line + front.body.rstrip().count("\n"),
                text=text,
                kind="system" if file.path.startswith("system/") else "reference",
                title=file.path.removeprefix("system/").removesuffix(".md"),
                source="the user" if text_at(front.values, "read_only") == "true" else "",
                updated=file.modified,
                hook=text_at(front.values, "description"),
                links=links_of(front.body, front.body_line),
            )
        )
    return reading_of(files, records, faults, indexes=sizes, wiki="records")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10  # noqa: PLR2004 -- of characters


def _refused(file: StoreFile, front: Front) -> Iterator[StoreFault]:
    """Yield what Letta's own check would refuse."""
    if not front.has_any or not text_at(front.values, "description"):
        message = "It has no description; Letta refuses to commit it."
        yield StoreFault("unknown_key", file.path, 1, message)
    for key in front.values.keys() - KNOWN_KEYS:
        message = f"Letta knows no property {key!r} and refuses to commit it."
        yield StoreFault("unknown_key", file.path, 1, message)
