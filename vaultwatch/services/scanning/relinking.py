"""Write a memory's text so that its link to one note leads to another; nothing is saved here.

For a passage that moved, and for the note that a person names in place of one that fell silent.
`drift.findings.repair` decides on the words.
"""

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.repair import UNLINKABLE, with_new_link
from vaultwatch.drift.model import Quote
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.services.scanning.citing import cited_by
from vaultwatch.services.workspace import Workspace


def relinked(
    ws: Workspace, row: MemoryRow, note: NotePath | None, place: Quote, body: str
) -> str | None:
    """Return a memory's text with its links to a note leading to a place in another one.

    None where a link cannot be told from other text, or names the place already. `note` is what the
    links mean now, or meant before it went; `body` the memory's text.
    """
    named = named_anew(ws, row.path, place)
    if named is None or place.note is None:
        return None
    links = [link for link, to in cited_by(row, ws.known.links) if _means(ws, link, to, note)]
    return with_new_link(body, links, named[0], place.note, named[1])


def _means(ws: Workspace, link: Link, to: Resolution, note: NotePath | None) -> bool:
    """Tell whether a memory's link means a note, or did before that went."""
    if note is None or note in ws.known.paths:
        return to.path == note
    return bool(link.target) and title_key(link.target) == title_key(note)


def named_anew(ws: Workspace, source: NotePath, place: Quote) -> tuple[str, str] | None:
    """Return how a memory's link names a place: the note, and its heading where that is found."""
    if place.note is None:
        return None
    heading = place.section[-1] if place.section else ""
    if heading == title_of(place.note):
        heading = ""
    for headings in ((heading,), ()) if heading else ((),):
        for target in (title_of(place.note), place.note.removesuffix(".md")):
            link = Link(target, headings, None, None, "", "wiki", is_embed=False, span=None)
            to = ws.known.links.resolve(link, source)
            is_it = to.status == "resolved" and to.path == place.note and not to.is_alias
            if is_it and to.missing_part is None and not any(map(UNLINKABLE.search, headings)):
                return target, "".join(headings)
    return None
