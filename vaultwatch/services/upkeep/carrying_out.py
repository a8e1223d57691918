"""Carry out what was proposed: write the notes of memories, as one step that `undo` takes back.

A person says yes to each, at the command line or by a tick in the report. Nothing is deleted: what
was merged stands back behind the memory that says it, what is archived lies in a folder.
"""

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposalRow
from vaultwatch.errors import RefusedError, VaultwatchError
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import LIFE_KEYS
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import file_stem, render_memory, said_in
from vaultwatch.memories.trust import content_hash
from vaultwatch.memories.validity import stamp
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, Link, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.memories.naming import free_path, is_named_in
from vaultwatch.services.memories.property_writes import plan_supersede, put_properties, supersede
from vaultwatch.services.memories.updating import hold_unedited, write_changed
from vaultwatch.services.memories.validating import hold_sound
from vaultwatch.services.records.proposals import place_of_line
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import grounds_of, is_persons, owning
from vaultwatch.services.scanning.taking_in import catch_up, take_in, take_out
from vaultwatch.services.upkeep.planning import named_in, planned, rows_of, summary_path
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import DEEDS, ROW_VERBS, UpkeepProposal
from vaultwatch.upkeep.proposals import merged_facts
from vaultwatch.upkeep.repeating import DRAFT, name_of_draft
from vaultwatch.upkeep.splitting import set_apart

SUMMED: Final = "core summary"
"""The audit's verb."""


@dataclass(frozen=True, slots=True)
class UpkeepDone:
    """What became of one proposal that a person said yes to."""

    proposal: UpkeepProposal
    refused: str = ""
    """Why it was not carried out, in a sentence; empty where it was."""


def apply_planned(ws: Workspace, wanted: Collection[str] | None) -> list[UpkeepDone]:
    """Carry out what is proposed now, all of it or some; what is refused stops no other.

    Where all is wanted, what our own deeds made void is planned once more: a summary of what was
    merged a moment ago.

    Raises:
        NotThereError: nothing, or more than one thing, is proposed under an id: one of the memories
            may have changed.
    """
    catch_up(ws)
    found = planned(ws)
    chosen = found if wanted is None else [named_in(found, id_) for id_ in wanted]
    done = [_done(ws, one) for one in dict.fromkeys(chosen)]
    ours = {id_ for one in done if not one.refused for id_, _ in one.proposal.memories}
    void = {
        _what(one.proposal)
        for one in done
        if one.refused and ours & {id_ for id_, _ in one.proposal.memories}
    }
    if wanted is not None or not void:
        return done
    anew = {_what(one): one for one in planned(ws) if _what(one) in void and one not in found}
    return [
        _done(ws, anew[_what(one.proposal)]) if one.refused and _what(one.proposal) in anew else one
        for one in done
    ]


def _what(one: UpkeepProposal) -> tuple[str, str]:
    return one.verb, one.memories[0][0]


def _done(ws: Workspace, one: UpkeepProposal) -> UpkeepDone:
    try:
        carry_out_upkeep(ws, one)
    except VaultwatchError as error:
        return UpkeepDone(one, error.message)
    return UpkeepDone(one)


def of_row(row: ProposalRow) -> UpkeepProposal:
    """Return what was kept for the person as it was proposed."""
    verb = next(verb for verb, kept in ROW_VERBS.items() if kept == row.verb)
    ids = (row.memory_id, *filter(None, row.other.split("\n")))
    digests = row.against.split("\n")
    return UpkeepProposal(verb, tuple(zip(ids, digests, strict=True)), row.belief or "", "")


def carry_out_upkeep(ws: Workspace, one: UpkeepProposal) -> None:
    """Carry out one proposal."""
    rows = rows_of(ws, one)
    for row in rows:
        hold_unedited(ws, row.path, ws.files.read(row.path))
    if ws.is_rehearsal:
        return
    owe_look(ws)
    ways: dict[str, Callable[[], Sequence[NotePath]]] = {
        "merge": lambda: _merge(ws, rows[0], rows[1:], one.text, DEEDS["merged"]),
        "refresh": lambda: _refresh(ws, rows[0], one.text),
        "compress": lambda: _merge(ws, rows[0], rows[1:], one.text, DEEDS["compressed"]),
        "promote": lambda: _promote(ws, rows[0], one.text),
        "core": lambda: _write_summary(ws, one),
        "distil": lambda: _distil(ws, one),
        "split": lambda: _split(ws, rows[0], one.text),
        "archive": lambda: archive(ws, rows[0]),
        "fade": lambda: _fade(ws, rows[0]),
    }
    with ws.journal.run("memory upkeep"), ws.journal.whole(ws.files):
        written = ways[one.verb]()
    take_in(ws, written)
    for path in written:
        if ws.files.stat(path) is None:  # moved: what is done next may lead to its old place
            take_out(ws, path)


def _whosever(ws: Workspace, row: MemoryRow) -> AbstractContextManager[None]:
    """Return what keeps a memory its person's while it is written, where it is theirs."""
    is_theirs = is_persons(ws, row, grounds_of(ws, [row])[row.id])
    return owning(ws, row) if is_theirs else nullcontext()


def _fade(ws: Workspace, row: MemoryRow) -> list[NotePath]:
    gone = [key for key in LIFE_KEYS if key != "status"]
    put_properties(ws, row.path, {"status": "faded"}, gone)
    ws.ledger.record(DEEDS["faded"], row.id)
    return [row.path]


def _merge(
    ws: Workspace, kept: MemoryRow, folded: Sequence[MemoryRow], text: str, verb: str
) -> list[NotePath]:
    """Let others stand back behind the memory that says it all, and give it what it lacks."""
    for row in folded if verb == DEEDS["compressed"] else ():
        _hold_known(ws, row)
    seen = ws.files.read(kept.path)
    said = said_in(seen, kept.path, kept.id)  # the ledger's words may be masked
    belief = said + text.removeprefix(kept.belief) if text != kept.belief else None
    theirs = [row.facts for row in folded]
    facts = merged_facts(kept.facts, theirs, belief or said, is_same=verb == DEEDS["merged"])
    if belief is not None:
        hold_sound(ws, belief, facts)
    # First: what cannot be edited refuses before anything is written.
    planned_back = plan_supersede(ws, [row.id for row in folded], by=kept.id)
    dates = _dates(kept, folded)
    edit_properties(seen, put=dates)
    with _whosever(ws, kept):
        if belief is not None or facts != kept.facts:
            write_changed(ws, kept, belief, facts)
        put_properties(ws, kept.path, dates)
    stood_back = supersede(ws, planned_back, by=kept.id)
    ws.ledger.record(verb, kept.id, f"with {', '.join(row.id for row in folded)}")
    return [kept.path, *stood_back]


def _hold_known(ws: Workspace, row: MemoryRow, *, is_fit: bool = True) -> None:
    """Let a memory pass of which we know to the letter what its note says."""
    if not is_fit or said_in(ws.files.read(row.path), row.path, row.id) != row.belief:
        raise RefusedError(
            f"Memory {row.id} cannot be told from what stands beside it; nothing was changed.",
            hint="Edit its note.",
        )


def _split(ws: Workspace, row: MemoryRow, rest: str) -> list[NotePath]:
    """Let a memory say the rest alone, and keep the sentence that holds no more behind it."""
    apart = set_apart(row.belief, rest)
    _hold_known(ws, row, is_fit=bool(apart))
    hashed = content_hash(rest) if row.facts.content_hash else ""
    id_ = memory_id(f"{apart}\n{row.id}")
    folder = row.path.rpartition("/")[0]
    path = free_path(ws, folder, file_stem(apart))
    known = row.created or row.first_seen
    facts = replace(row.facts, status="superseded", superseded_by=row.id, pinned=False)
    facts = replace(facts, content_hash=content_hash(apart) if row.facts.content_hash else "")
    new = render_memory(id=id_, belief=apart, created=known, updated=row.known_since, facts=facts)
    with _whosever(ws, row):
        write_changed(ws, row, rest, replace(row.facts, content_hash=hashed))
    ws.files.replace_note(path, seen=None, new=new)
    ws.ledger.record(DEEDS["split"], row.id, f"apart: {id_}")
    return [row.path, path]


def _refresh(ws: Workspace, row: MemoryRow, text: str) -> list[NotePath]:
    """Let a memory say what its note says now, in the note's words."""
    hashed = content_hash(text) if row.facts.content_hash else ""
    with _whosever(ws, row):
        write_changed(ws, row, text, replace(row.facts, content_hash=hashed), is_said_anew=True)
    ws.ledger.record(DEEDS["refreshed"], row.id)
    return [row.path]


def _promote(ws: Workspace, row: MemoryRow, line: str) -> list[NotePath]:
    """Write a memory's words as the last line of the one note that it cites."""
    _hold_known(ws, row)
    place = place_of_line(ws, row.id, line)
    if place is None:
        raise RefusedError(
            f"The note that memory {row.id} cites takes no line at its end; nothing was changed.",
            hint="Write it there by hand.",
        )
    note, before, after = place
    hold_unedited(ws, note, before)
    ws.files.replace_note(note, seen=before, new=after)
    ws.ledger.record(DEEDS["promoted"], row.id, f"into {note}")
    return [note]


def _distil(ws: Workspace, one: UpkeepProposal) -> list[NotePath]:
    """Write the draft of a procedure: agents are offered it once sessions succeeded with it."""
    hold_sound(ws, one.text, DRAFT)
    id_, now = one.memories[0][0], ws.clock.now()
    path = free_path(ws, ws.procedures_folder, file_stem(name_of_draft(one.text)))
    new = render_memory(id=id_, belief=one.text, created=now, updated=now, facts=DRAFT)
    ws.files.replace_note(path, seen=None, new=new)
    ws.ledger.record(DEEDS["distilled"], id_, f"as {path}")
    return [path]


def _write_summary(ws: Workspace, one: UpkeepProposal) -> list[NotePath]:
    """Write the core summary, where it is still what would be proposed."""
    path = summary_path(ws)
    seen = ws.files.read(path) if ws.files.stat(path) is not None else None
    if one.id not in {other.id for other in planned(ws)}:
        raise RefusedError(
            f"{path!r} or what it is made of is not as it was; nothing was changed.",
            hint="`vaultwatch memory upkeep` lists what is proposed now.",
        )
    ws.files.replace_note(path, seen=seen, new=one.text.encode())
    ws.ledger.record(SUMMED, str(path), f"{len(one.memories)} lines")
    return []


def _dates(kept: MemoryRow, folded: Sequence[MemoryRow]) -> dict[str, FlagValue]:
    """Return since when it was said by any of them, and when last; none where that is its own."""
    found: dict[str, FlagValue] = {}
    first = min(row.created or row.known_since for row in (kept, *folded))
    last = max(row.known_since for row in (kept, *folded))
    if kept.created is not None and first < kept.created:
        found["created"] = stamp(first)
    if kept.updated is not None and last > kept.updated:
        found["updated"] = stamp(last)
    return found


# Archiving: a folder a year; links that name the place are written anew.

_WIKI = late_regex(r"(!?\[\[\s*)([^\[\]|#]*?)(\s*(?:[|#].*)?\]\])", re.DOTALL)
_MARKDOWN = late_regex(r"(!?\[.*\]\(\s*)(<[^<>#]*|[^\s()#]+)(.*)", re.DOTALL)
_KEPT: Final = frozenset({"status", "superseded_by"})


def archive(ws: Workspace, row: MemoryRow) -> list[NotePath]:
    """Put a memory's note into the archive; return the notes that were written, old places too.

    Where something leads there that we do not write, as a canvas does, it stays and only says so.
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
    files = [one for one in ws.files.attachments() if one.lower().endswith((".canvas", ".base"))]
    return place if is_fit and not is_named_in(ws, files, row.path) else None


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
