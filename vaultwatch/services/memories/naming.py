"""Name a memory's note after its words, and anew where they change; nothing else may lose its way.

A name that a person or an agent chose stays, and so does one that anything else in the vault leads
to: we write into no other note.
"""

import json
import logging
from collections.abc import Sequence

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.model import Repair
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.file_names import name_for_change
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

BOOKMARKS = ".obsidian/bookmarks.json"
"""What else in Obsidian's own folder names notes by their paths."""


def free_path(ws: Workspace, folder: str, stem: str) -> NotePath:
    """Return a place for a note in a folder, numbered where need be.

    Nothing stands there, and no link of the vault means another note by its name, or begins to.
    """
    ws.known.refresh(ws.ledger)
    ours = {one.casefold() for one in ws.no_memories}
    number = 1
    while True:
        name = stem if number == 1 else f"{stem} {number}"
        path = NotePath(f"{folder}/{name}.md")
        # What an agent says never becomes what is pinned or waits, however it calls it.
        is_ours = path.casefold() in ours
        if not is_ours and not ws.known.links.is_taken(name) and ws.files.is_free(path):
            return path
        number += 1


def follow_words(ws: Workspace, row: MemoryRow, words: Repair) -> NotePath:
    """Name a memory's note after its words, if it was named after those it had; return its place.

    Its own `id` ties it to what is known of it. Whatever speaks against it leaves the name as it
    is: the words are what counts.
    """
    folder, _, name = row.path.removesuffix(".md").rpartition("/")
    stem = name_for_change(name, words.before, words.after)
    if stem is None or not ws.settings.memories.rename:
        return row.path
    try:
        data = ws.files.read(row.path)
        if parse_note(row.path, data).properties.get("id") != row.id:
            return row.path
        wished, new = NotePath(f"{folder}/{stem}.md"), free_path(ws, folder, stem)
        if not ws.files.would_be_note(new) or _is_led_to(ws, row.path, wished):
            return row.path
        ws.files.move_note(row.path, new, seen=data)
    except VaultwatchError as error:
        log.warning("keeps its name memory=%s: %s", row.id, error.message)
        return row.path
    ws.ledger.record("memory renamed", row.id)
    return new


def _is_led_to(ws: Workspace, path: NotePath, new: NotePath) -> bool:
    """Tell whether anything in the vault leads to a note by its name, or would to its new one."""
    others = ws.files.attachments()
    ws.known.refresh(ws.ledger, others)
    links = ws.known.links
    if (links.affected_by(path) | links.affected_by(new)) - {path, new}:
        return True
    canvases = [one for one in others if one.lower().endswith(".canvas")]
    return is_named_in(ws, canvases, title_of(path))


def is_named_in(ws: Workspace, files: Sequence[str], name: str) -> bool:
    """Tell whether one of some files or a bookmark says a note's name or place."""
    files = [*files, BOOKMARKS] if ws.files.stat(BOOKMARKS) is not None else files
    names = (name, json.dumps(name)[1:-1])
    texts = (ws.files.read(one).decode("utf-8", "replace") for one in files)
    return any(one in text for text in texts for one in names)
