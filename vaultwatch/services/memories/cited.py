"""Say how the notes that a memory cites speak of it, before it is written."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from vaultwatch.drift.findings.standing import Stance, stance_of
from vaultwatch.drift.findings.told_values import told_value
from vaultwatch.drift.model import Support
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.grounding import belief_of_text, ground, statement_saying
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.record import is_citing
from vaultwatch.notes.model import Note, NotePath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.scanning.opposing import held_against, sentences_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.values.polarity import folded

MOST_NOTES = 5
"""Cited by one memory, that are read."""
MOST_CHARS = 160
"""Of what a note says against a memory, as the report quotes. Chosen by hand."""
_UNWRITTEN = "A memory that is weighed.md"
_HEAD = b"---\nid: x\n---\n"
"""So that a belief that begins like properties is read as text."""


def contradicted_by_note(ws: Workspace, belief: str) -> str:
    """Return how a note that a belief cites says otherwise, as a clause; empty where none does."""
    return said_otherwise(ws, belief, cited_notes(ws, belief))


def said_otherwise(ws: Workspace, belief: str, notes: Collection[NotePath]) -> str:
    """Return how one of some notes says otherwise, as a clause with its words; or nothing.

    Of the notes the first few are read.
    """
    for path, statements in _read(ws, notes):
        for text in sentences_of(belief):
            other, _ = held_against(text, tuple(statements))
            if other is not None:
                return quoted(path, other.first_line, other.text)
    return ""


def sentences_cited(ws: Workspace, belief: str) -> Iterator[tuple[str, list[NotePath]]]:
    """Yield the sentences of a text of several matters, each with the cited notes it is about.

    Those that it links to or names by their titles; what says neither is about none of them.
    """
    cited = cited_notes(ws, belief)
    for text in sentences_of(belief):
        said, linked = " ".join(folded(text)), cited_notes(ws, text)
        about = [
            one
            for one in cited
            if one in linked or f" {' '.join(folded(title_of(one)))} " in f" {said} "
        ]
        if about:
            yield text, about


def told_of_unsaid(ws: Workspace, belief: str) -> tuple[str, ...]:
    """Return what is told where no note that a belief cites says all of it; () where one does."""
    plain = belief_of_text(belief)
    held = [
        (path, said, replace(plain, note_title=title_of(path)))
        for path, said in _read(ws, cited_notes(ws, belief))
    ]
    stance = stance_of([ground(about, said) for _, said, about in held], ())
    near = ((path, said, find_supports(about, said)) for path, said, about in held)
    return unsaid(stance, near)


def unsaid(
    stance: Stance | None,
    notes: Iterable[tuple[NotePath, Sequence[Statement], Sequence[Support]]],
) -> tuple[str, ...]:
    """Return what the writer of a memory is told where no note says all of it, and what mends it.

    Of the notes, with what they say and what of it the memory rests on, the nearest line is told.
    """
    why = stance.unverified if stance is not None else ""
    if not why:
        return ()
    mends = "Word it closer to the note, or link one that says it, and it can be verified."
    told = f"It counts as unverified until a cited note says so: {why}."
    lines = [(one.strength, path, said[one.index]) for path, said, near in notes for one in near]
    if lines:
        _, path, one = max(lines, key=lambda line: line[0])
        told += f" Nearest is {_line(path, one.first_line, one.plain)}."
    return (f"{told} {mends}",)


@dataclass(frozen=True, slots=True)
class ToldInstead:
    """The one value that cited notes say where a belief says another."""

    note: NotePath
    statement: Statement
    old: str
    new: str


def told_instead(ws: Workspace, belief: str, notes: Collection[NotePath]) -> ToldInstead | None:
    """Return the one value that some notes say in a belief's place; None where they differ.

    Of the notes the first few are read; what one supports, no other replaces.
    """
    found: list[ToldInstead] = []
    for path, statements in _read(ws, notes):
        for text in sentences_of(belief):
            told = told_value(text, statements)
            if told is not None:
                found.append(ToldInstead(path, statements[told.index], told.old, told.new))
    by_note = {one.note for one in found}
    if len({(one.old, one.new) for one in found}) != 1:
        return None
    for _, statements in _read(ws, [one for one in notes if one not in by_note]):
        outcomes = (ground(belief_of_text(text), statements) for text in sentences_of(belief))
        if any(one.outcome != "silent" for one in outcomes):
            return None
    return found[0]


def saying(
    ws: Workspace, about: Claim, value: str, others: Sequence[str], notes: Collection[NotePath]
) -> tuple[NotePath, Statement] | None:
    """Return where a note says one value of what a claim is about, and none of the others.

    Of the notes the first few are read.
    """
    subject = f"{about.subject} {about.predicate}"
    for path, statements in _read(ws, notes):
        said = statement_saying(value, subject, statements)
        if said and all(statement_saying(one, subject, statements) is None for one in others):
            return path, said
    return None


def _read(
    ws: Workspace, notes: Collection[NotePath]
) -> Iterator[tuple[NotePath, Sequence[Statement]]]:
    """Yield what the first few of some notes say; one that cannot be read says nothing."""
    for path in [*dict.fromkeys(notes)][:MOST_NOTES]:
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            yield path, read_note(ws.files, path).note.statements


def quoted(path: NotePath, line: int, text: str) -> str:
    """Return what a note says as a clause."""
    return _line(path, line, text, " says otherwise")


def _line(path: NotePath, line: int, text: str, does: str = "") -> str:
    words = " ".join(text.split())[:MOST_CHARS].removesuffix(".")
    return f"“{title_of(path)}”{does}, line {line}: “{words}”"


def cited_notes(ws: Workspace, belief: str) -> list[NotePath]:
    """Return the notes that a belief links to; of its properties nothing is known here."""
    if "[[" not in belief:
        return []
    ws.known.refresh(ws.ledger)
    parsed = _parsed(ws, belief)
    links = [link for link in parsed.links if is_citing(link)]
    to = [ws.known.links.resolve(link, parsed.path) for link in links]
    plain = (one.path for one in to if one.status == "resolved")  # of two readings none is guessed
    return [path for path in dict.fromkeys(plain) if path is not None and not ws.is_memory(path)]


def _parsed(ws: Workspace, belief: str) -> Note:
    path = NotePath(f"{ws.settings.memories.folder.strip('/')}/{_UNWRITTEN}")
    return parse_note(path, _HEAD + belief.encode("utf-8", "replace"))
