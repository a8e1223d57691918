"""Read the notes of Basic Memory: observations `- [category] words #tag (context)` and relations.

Pure. An observation is a claim as it stands: of the note's title, the category says the words. A
relation `- type [[Note]]` is one too. A note with neither is a record as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vaultwatch.memories.stores.front import (
    Front,
    moment_at,
    read_notes,
    tags_at,
    text_at,
)
from vaultwatch.memories.stores.items import StoreItem, anchor_of, items_of
from vaultwatch.memories.stores.records import (
    StoreClaim,
    StoreFile,
    StoreReading,
    StoreRecord,
    links_of,
    stem_of,
)

OBSERVATION = re.compile(r"\[([^\[\]()\n]{2,60})\][ \t]+(?!\()(\S.*)", re.DOTALL)
"""Two characters or more: `[x]` and `[ ]` are tasks."""
_RELATION = re.compile(
    r"([^\[\]\n]{0,100}?)[ \t]*\[\[([^\[\]\n|]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]"
)
_TAG = re.compile(r"(?<!\S)#([^\s#]*[^\W\d][^\s#]*)")


def wants(path: str) -> bool:
    """Tell whether a file of a project is a note."""
    return path.endswith(".md") and not any(part.startswith(".") for part in path.split("/"))


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the notes."""
    return read_notes(files, _records)


def _records(file: StoreFile, front: Front) -> Iterator[StoreRecord]:
    """Yield the observations of a note, then its relations; with neither the note as a whole."""
    values = front.values
    title = text_at(values, "title") or stem_of(file.path)
    items = list(items_of(front.body, front.body_line))
    whole = StoreRecord(
        key=text_at(values, "permalink") or file.path,
        path=file.path,
        first_line=1,
        last_line=max((item.last_line for item in items), default=front.body_line),
        text=front.body.strip(),
        kind=text_at(values, "type") or "note",
        title=title,
        created=moment_at(values, "created", "date"),
        updated=moment_at(values, "modified", "updated") or file.modified,
        tags=tags_at(values),
        links=links_of(front.body, front.body_line),
        status=text_at(values, "status"),
    )
    observed = [(item, found) for item in items if (found := _observation(item))]
    related = [(item, found) for item in items if (found := _relation(item))]
    for item, found in observed:
        category, words = found[1].strip().lower(), found[2].strip()
        part = _part(whole, item, kind=category, claim=StoreClaim(title, category, words))
        key = f"{whole.key}#{category}\n{anchor_of(item)}"
        yield replace(part, key=key, text=words, tags=(*whole.tags, *_TAG.findall(words)))
    for item, found in related:
        name, target = found[1].strip() or "links_to", found[2].strip()
        part = _part(whole, item, kind="relation", claim=StoreClaim(title, name, target))
        yield replace(part, key=f"{whole.key}#{name} {target}")
    if whole.text and not (observed or related):
        yield whole


def _part(whole: StoreRecord, item: StoreItem, *, kind: str, claim: StoreClaim) -> StoreRecord:
    return replace(
        whole,
        first_line=item.first_line,
        last_line=item.last_line,
        text=item.text,
        kind=kind,
        scope=whole.kind,
        links=links_of(item.text, item.first_line),
        claim=claim,
    )


def _observation(item: StoreItem) -> re.Match[str] | None:
    return OBSERVATION.match(item.text) if item.is_listed else None


def _relation(item: StoreItem) -> re.Match[str] | None:
    return _RELATION.match(item.text) if item.is_listed and not _observation(item) else None
