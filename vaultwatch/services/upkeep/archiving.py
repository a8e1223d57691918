"""Put a memory's note into the archive, a folder a year, and mend the links that lead there.

A link that names the note alone finds it wherever it lies; one that names its place is written
anew. Where something else leads there that we do not write, as a canvas does, it stays in its place
and only says that it is archived.
"""

import json
import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import LIFE_KEYS
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, Link, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.memories.naming import BOOKMARKS
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import DEEDS

_WIKI = late_regex(r"(!?\[\[\s*)([^\[\]|#]*?)(\s*(?:[|#].*)?\]\])", re.DOTALL)
_MARKDOWN = late_regex(r"(!?\[.*\]\(\s*)(<[^<>#]*|[^\s()#]+)(.*)", re.DOTALL)
_KEPT: Final = frozenset({"status", "superseded_by"})


def archive(ws: Workspace, row: MemoryRow) -> list[NotePath]:
    """Put a memory's note into the archive; return the notes that were written, old places too.

    Raises:
        RefusedError, NoteChangedError: it cannot be written, or is edited right now.
        NoteUnreadableError: a note that links to it cannot be read.
    """
    seen = ws.files.read(row.path)
    put: dict[str, FlagValue] = {"status": "archived"}
    if parse_note(row.path, seen).properties.get("id") is None:
        put["id"] = row.id  # the one that it had is made of its path
    new = edit_properties(seen, put=put, remove=[key for key in LIFE_KEYS if key not in _KEPT])
    place = _place(ws, row)
    mended = _mended(ws, row, new, place) if place is not None else None
    if place is None or mended is None:
        ws.files.replace_note(row.path, seen=seen, new=new)
        ws.ledger.record(DEEDS["archived"], row.id)
        return [row.path]
    own, others = mended
    for path, (before, after) in {row.path: (seen, own), **others}.items():
        ws.files.replace_note(path, seen=before, new=after)
    ws.files.move_note(row.path, place, seen=own)
    ws.ledger.move_note(row.path, place)  # what rests on it is followed, as links are
    ws.ledger.record(DEEDS["archived"], row.id, f"in {place}")
    return [row.path, place, *others]


def _place(ws: Workspace, row: MemoryRow) -> NotePath | None:
    """Return a free place in the archive; None where the note lies there or must stay."""
    folder = f"{ws.settings.memories.folder.strip('/')}/Archive"
    if row.path.startswith(f"{folder}/") or (ws.vault / row.path).is_symlink():
        return None
    ended = row.facts.ends or ws.clock.now()
    name = row.path.rpartition("/")[2]
    place = NotePath(f"{folder}/{min(ended, ws.clock.now()).year}/{name}")
    is_fit = ws.files.is_free(place) and ws.files.would_be_note(place)
    return place if is_fit and not _is_pointed_at(ws, row.path) else None


def _is_pointed_at(ws: Workspace, path: NotePath) -> bool:
    """Tell whether a canvas or a bookmark leads to a note's place: nothing else writes those."""
    files = [one for one in ws.files.attachments() if one.lower().endswith((".canvas", ".base"))]
    files += [BOOKMARKS] if ws.files.stat(BOOKMARKS) is not None else []
    names = (path, json.dumps(path)[1:-1])
    texts = (ws.files.read(one).decode("utf-8", "replace") for one in files)
    return any(name in text for text in texts for name in names)


_Mended = tuple[bytes, dict[NotePath, tuple[bytes, bytes]]]


def _mended(ws: Workspace, row: MemoryRow, own: bytes, place: NotePath) -> _Mended | None:
    """Return the note's own bytes, and those of notes that link to its place, before and after.

    None where a link cannot be told from other text, or a note was edited since it was taken in.
    """
    ws.known.refresh(ws.ledger, ws.files.attachments())
    links = ws.known.links
    moved = []
    for link, to in links.links_out(row.path):
        if (
            to.path is not None
            and to.path != row.path
            and links.resolve(link, place).path != to.path
        ):
            moved.append((link, to.path))
    pointing: dict[NotePath, list[tuple[Link, NotePath]]] = {}
    for source, link in links.links_in(row.path):
        is_ambiguous = links.resolve(link, source).status == "ambiguous"
        if "/" in link.target or link.style == "markdown" or is_ambiguous:
            pointing.setdefault(source, []).append((link, place))
    moved += pointing.pop(row.path, [])
    mended = _with_targets(own, moved)
    if mended is None:
        return None
    others = {}
    for source, found in pointing.items():
        before = ws.files.read(source)
        held = ws.ledger.note_stats([source]).get(source)
        after = _with_targets(before, found)
        if after is None or held is None or held.digest != digest_of(before):
            return None
        others[source] = (before, after)
    return mended, others


def _with_targets(data: bytes, links: Sequence[tuple[Link, NotePath]]) -> bytes | None:
    """Return a note whose links lead to other places; None where one cannot be told from text."""
    text = data.decode("utf-8", "surrogateescape")
    for original in dict.fromkeys(link.original for link, _ in links):
        mine = [(link, to) for link, to in links if link.original == original]
        written = _written(*mine[0])
        if written is None or text.count(original) != len(mine):
            return None
        text = text.replace(original, written)
    return text.encode("utf-8", "surrogateescape")


def _written(link: Link, to: NotePath) -> str | None:
    """Return a link as it stands, leading to another place."""
    if link.style == "wiki":
        match = _WIKI.fullmatch(link.original)
        return match and f"{match[1]}{to.removesuffix('.md')}{match[3]}"
    match = _MARKDOWN.fullmatch(link.original)
    return match and f"{match[1]}{'<' + to if match[2].startswith('<') else quote(to)}{match[3]}"
