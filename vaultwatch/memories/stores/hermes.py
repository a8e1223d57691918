"""Read the two memory files of Hermes Agent: entries of `MEMORY.md` and `USER.md` between `§`.

Pure. Its tool finds an entry by its words and refuses to write past the limits of the files.
"""

from collections.abc import Iterator, Sequence

from vaultwatch.memories.stores.items import StoreItem, record_of
from vaultwatch.memories.stores.records import StoreFile, StoreReading, index_of, reading_of
from vaultwatch.notes.property_block import LINE_END

MARK = "\u00a7"
MOST_CHARS = {"MEMORY.md": 2_200, "USER.md": 1_375}
"""Source: Hermes Agent's documentation of persistent memory."""


def wants(path: str) -> bool:
    """Tell whether a file is one of the two."""
    return path in MOST_CHARS


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the entries of both files."""
    records = [
        record_of(file, item, kind="user" if file.path == "USER.md" else "memory")
        for file in files
        for item in _entries(file.text)
    ]
    sizes = [index_of(file, most_chars=MOST_CHARS.get(file.path, 0)) for file in files]
    return reading_of(files, records, indexes=sizes)


def _entries(text: str) -> Iterator[StoreItem]:
    held: list[tuple[int, str]] = []
    for number, line in enumerate([*LINE_END.split(text), MARK], start=1):
        if line.strip() != MARK:
            held.append((number, line))
            continue
        while held and not held[-1][1].strip():
            held.pop()
        while held and not held[0][1].strip():
            held.pop(0)
        if held:
            words = "\n".join(said for _, said in held).strip()
            yield StoreItem(held[0][0], held[-1][0], (), words, is_listed=True)
        held = []
