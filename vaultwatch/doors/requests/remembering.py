"""Keep words that a reader selected in a note as a memory that cites the note and its heading."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import RefusedError
from vaultwatch.memories.items import is_item
from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import flat, is_linkable
from vaultwatch.services.lookup import find_note
from vaultwatch.services.memories.adding import Draft, MemoryWrite, add_memory
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.recall.notes_against import telling
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.taking_in import index
from vaultwatch.services.workspace import Workspace

_HEADING_NOISE = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian ignores when it looks a heading up; among it all that could end a link."""
_CITATION = re.compile(r"\(\[\[[^\[\]\n]*\]\]\)|\(\[[^\[\]\n]*\]\([^()\n]*\)\)")
"""A citation as `_citations` writes it."""
_UNCHECKED = "Selected-words"
"""Stands for the name that the new memory will get: a link is resolved from its folder."""


def remember(
    ws: Workspace, draft: Draft, *, note: str | None = None, heading: str | None = None
) -> tuple[MemoryWrite, bool]:
    """Write selected words as a memory, and behind them the note they come from.

    Whoever can write a file can ask this: until a person says so, the words are a claim of theirs.

    Args:
        ws: the vault.
        draft: the words as selected, and what is to be known of them.
        note: the note they were selected in; its path, or what names it.
        heading: the heading they stand under; left out where the note holds no such heading.

    Returns:
        The memory, and whether it is new: the same words of the same note are kept once.

    Raises:
        NotThereError: there is no such note.
        OutsideVaultError: the note's path leaves the vault.
        RefusedError: no link can name the note; or as `add_memory` refuses.
    """
    if len(draft.belief) > MAX_BELIEF_CHARS:
        return add_memory(
            ws, draft, is_claim=True
        ), True  # refused with its own words, before anything is read
    index(ws)  # the note may have been saved, or the memory written by a killed run, a second ago
    place = find_note(ws, note) if note is not None else None
    links = link_index(ws)
    standing = _standing(ws, links, draft.belief, place)
    if standing is not None:
        return MemoryWrite(standing.id, standing.path), False
    belief = draft.belief.strip()
    if place is not None:
        belief = _citing(ws, links, belief, place, heading)
    cited = replace(draft, belief=belief, title=draft.belief.strip())
    return telling(ws, add_memory(ws, cited, is_claim=True), belief), True


def _standing(
    ws: Workspace, links: LinkIndex, text: str, note: NotePath | None
) -> MemoryRow | None:
    """Return the memory that holds these very words of this note."""
    words = " ".join(text.split())
    for row in ws.ledger.memories():
        said = " ".join(row.belief.split())
        if is_item(row.id) or not said.startswith(words):
            continue
        rest = said[len(words) :].strip()
        if not rest and note is None:
            return row
        if rest and not _CITATION.fullmatch(rest):
            continue
        meant = [to for _, to in links.links_out(row.path)]
        if any(note == to.path or note in to.candidates for to in meant):
            return row
    return None


def _citing(ws: Workspace, links: LinkIndex, text: str, note: NotePath, heading: str | None) -> str:
    """Return the words with a link to the note behind them, unless they hold one already.

    An open code fence at the end of a selection would swallow the link: each place is
    read again as a note before it is taken.
    """
    source = NotePath(f"{ws.settings.memories.folder.strip('/')}/{_UNCHECKED}.md")
    if _links_to(links, source, text, note, ()):
        return text
    section = _section(links, source, note, heading)
    for headings in dict.fromkeys((section, ())):
        for citation in _citations(note, headings):
            if not _links_to(links, source, citation, note, headings):
                continue
            for belief in _layouts(text, f"({citation})"):
                if text and _links_to(links, source, belief, note, headings):
                    return belief
    if not text:
        return text  # refused as empty, with its own words
    raise RefusedError(
        f"No link can name the note {note!r}.",
        hint="Take signs such as `[`, `]`, `|`, `#` and `^` out of its name.",
    )


def _section(
    links: LinkIndex, source: NotePath, note: NotePath, heading: str | None
) -> tuple[str, ...]:
    """Return the heading as a link can name it; none where the note does not hold it."""
    cleaned = _HEADING_NOISE.sub(" ", flat(heading or "")).strip()
    if not cleaned:
        return ()
    link = Link(f"/{note}", (cleaned,), None, None, "", "wiki", is_embed=False, span=None)
    return (cleaned,) if links.resolve(link, source).missing_part is None else ()


def _citations(note: NotePath, headings: Sequence[str]) -> Iterator[str]:
    """Yield links that may name the note, the shortest first."""
    anchor = "".join(f"#{heading}" for heading in headings)
    if is_linkable(note):
        parts = note.removesuffix(".md").split("/")
        for first in range(len(parts) - 1, -1, -1):
            yield f"[[{'/'.join(parts[first:])}{anchor}]]"
        yield f"[[/{note.removesuffix('.md')}{anchor}]]"
    else:
        shown = " ".join(re.sub(r"[^\w\s.-]", " ", title_of(note)).split()) or "note"
        yield f"[{shown}]({quote(note)}{quote(anchor, safe='#')})"


def _layouts(text: str, citation: str) -> Iterator[str]:
    last = text.rsplit("\n", 1)[-1].lstrip()
    if not last.startswith("|"):  # in a table it would be one more cell
        yield f"{text} {citation}"
    yield f"{text}\n\n{citation}"
    yield f"{citation}\n\n{text}"


def _links_to(
    links: LinkIndex, source: NotePath, belief: str, note: NotePath, headings: Sequence[str]
) -> bool:
    parsed = parse_note(source, b"---\nid: x\n---\n" + belief.encode("utf-8", "replace"))
    for link in parsed.links:
        to = links.resolve(link, source)
        is_whole = to.status == "resolved" and to.path == note and to.missing_part is None
        if is_whole and (not headings or link.headings == tuple(headings)):
            return True
    return False
