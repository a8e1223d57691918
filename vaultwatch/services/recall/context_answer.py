"""Tell an agent what to know for a task, in one text that never takes more than it asked for.

What is pinned comes first, then procedures that fit, then what `contexts` packed; behind it, on
lines that begin with `#`, what the asker should know of the answer: a notice, why things stand
where they stand, what was left out.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.scoring.grounding import contradicting_statement
from vaultwatch.errors import NoteUnreadableError, NotThereError, OutsideVaultError
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.recall.packing import Left, PinnedLine, pinned_share, worth_telling
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.triggers import trigger_fit, trigger_texts
from vaultwatch.report.escape import flat
from vaultwatch.services.indexing.index_state import vectors_of
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.procedures.known import (
    DriftedStep,
    KnownProcedure,
    drifted_steps,
    known_procedures,
)
from vaultwatch.services.reader.handing import count_waiting
from vaultwatch.services.recall.contexts import FOOT, AnswerText, Context, assemble
from vaultwatch.services.recall.freshening import freshen
from vaultwatch.services.recall.note_reading import misguides
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst
from vaultwatch.services.recall.quoting import (
    AGAINST,
    CONFIRMED,
    HEADER,
    QUOTED,
    finding_line,
    memory_line,
    with_note,
)
from vaultwatch.services.recall.recalling import Recalled, known_memories
from vaultwatch.services.records.small_facts import PINNED_CONFIRMED
from vaultwatch.services.records.use import note_use
from vaultwatch.services.workspace import Workspace

MOST_OFFERED: Final = 2
PARTS: Final = 3
"""A third of a context at most is for procedures. Chosen by hand, as for one voice."""
FITS: Final = 1.0


@dataclass(frozen=True, slots=True)
class OfferedProcedure:
    """A procedure that fits."""

    id: str
    """Of its memory."""
    text: str
    """Its lines, each marked."""
    pointer: str
    """One line that names it, where it has no room whole."""


def procedures_for(
    ws: Workspace, task: str, goal: str, besides: Collection[str] = ()
) -> list[OfferedProcedure]:
    """Return the procedures that fit a task or a goal, at most two, likeliest to succeed first."""
    asked = [flat(one) for one in (task, goal) if one.strip()]
    if not asked:
        return []
    freshen(ws)
    ready = [one for one in known_procedures(ws) if not one.draft and one.row.id not in besides]
    if not ready:
        return []
    chosen = [one for one in ready if _fit(ws, one, asked) >= FITS][:MOST_OFFERED]
    if not chosen:
        return []
    held = {one.row.id: one for one in known_memories(ws, [one.row.id for one in chosen])}
    return [
        OfferedProcedure(one.row.id, "\n".join(_lines(ws, one)), _pointer(one))
        for one in chosen
        if one.row.id in held
    ]


def procedure_ids(ws: Workspace) -> frozenset[str]:
    """Return the ids of all procedures: no context tells them as memories, drafts least of all."""
    paths = ws.ledger.paths_in(ws.procedures_folder)
    return (
        frozenset(row.id for row in ws.ledger.find_memories(paths=paths)) if paths else frozenset()
    )


def _fit(ws: Workspace, one: KnownProcedure, asked: Collection[str]) -> float:
    trigger = [flat(line.text) for line in one.procedure.trigger]
    texts = trigger_texts(one.name, trigger)
    vectors = vectors_of(ws, [*texts, *asked]) if ws.knows_meaning else {}
    return max(trigger_fit(one.name, trigger, text, vectors) for text in asked)


def _lines(ws: Workspace, one: KnownProcedure) -> Iterator[str]:
    mark = _mark(one)
    procedure = one.procedure
    yield f"{mark} {flat(_head(one))}"
    for line in procedure.trigger:
        yield f"{mark} trigger: {flat(line.text)}"
    drifted = {step.line: step for step in drifted_steps(ws, one.row, procedure)}
    for name, lines in (
        ("first", procedure.preconditions),
        ("step", procedure.steps),
        ("gotcha", procedure.gotchas),
        ("done when", procedure.done_when),
    ):
        for line in lines:
            numbered = f"{name} {line.number}" if name == "step" else name
            yield f"{mark} {numbered}: {flat(line.text)}"
            if line.line in drifted:
                yield f"{AGAINST} {against(drifted[line.line])}"
    for last in [went for went in procedure.outcomes if went.word == "failed"][-1:]:
        note = "" if not last.said or misguides(last.said) else f": {flat(last.said)}"
        yield f"{QUOTED} failed {day_at(last.at)}{note}"  # anybody's words, so always quoted


def against(step: DriftedStep) -> str:
    """Return what a note says against a line, in words; not what reads like an order."""
    place = f"note {flat(step.note)}"
    if not step.note_line or misguides(step.says):
        return f"{place} no longer bears this out"
    return f"{place} says, line {step.note_line}: {flat(step.says)}"


def _mark(one: KnownProcedure) -> str:
    return CONFIRMED if one.row.facts.source == "user_explicit" else QUOTED


def _head(one: KnownProcedure) -> str:
    went = one.tally
    told = f"procedure {one.name}, {one.row.facts.source} {one.trust:.2f}"
    return f"{told}: {went.succeeded} sessions succeeded, {went.failed} failed; say how yours went"


def _pointer(one: KnownProcedure) -> str:
    return flat(f"{_mark(one)} procedure {one.name} fits, no room for it: read {one.row.path}")


NOTHING = "Nothing is known about this."
NOTHING_FITS = "Nothing that is known fits into so few tokens."
DOUBTFUL = "probably nothing is known of this"
NOT_FRESH = "Not all of this is fresh: its status says what is not."


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of one context."""

    max_tokens: int
    """Of the whole answer, see `contexts.LEAST_WHOLE`."""
    goal: str = ""
    """In place of the goal in the pinned note."""
    has_notes: bool = True
    """Whether passages of notes are wanted too."""
    has_findings: bool = False
    """Whether what is wrong with a memory is told with its finding's id."""
    is_explained: bool = False
    """Whether each place is explained, and all that was left out is listed."""


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """What to know, as it is sent."""

    text: str
    left: tuple[Left, ...] = ()
    """What bears on the task and is not in it."""
    notice: str = ""


def context_answer(ws: Workspace, task: str, wanted: Wanted, asking: Asking) -> ContextAnswer:
    """Return what to know for a task, what is pinned first.

    An empty task is told what is pinned alone.

    Raises:
        RefusedError: the task is too long.
    """
    answer = AnswerText(ws, asking.max_tokens)
    pinned = _Pinned(ws, answer, asking)
    fitting = procedures_for(ws, task, asking.goal, pinned.memories)
    offered, offered_tokens = _offered(answer, fitting)
    made = None
    if task.strip():
        room = answer.room - FOOT - pinned.tokens - offered_tokens
        told = pinned.memories | procedure_ids(ws)
        made = assemble(ws, task, wanted, max_tokens=room, has_notes=asking.has_notes, besides=told)
    header = answer.count(HEADER)
    taken = offered_tokens + max(made.tokens if made is not None else 0, header)
    pinned.fill(answer.room - FOOT - taken)
    body = made.text.split("\n", 1)[1] if made is not None and made.text else ""
    lines = [*pinned.lines, *offered, *([body] if body else [])]
    if lines:
        answer.add("\n".join([HEADER, *lines]))
    else:
        answer.add(NOTHING_FITS if pinned.left or (made and made.left) else NOTHING)
    _foot(answer, made, pinned.left, asking)
    if made is None:
        return ContextAnswer(answer.text)
    if count := count_waiting(ws):
        answer.add(f"# {count} may be outdated, to be read: vault_doubts()")
    note_use(ws, task, [one.row.id for one in made.memories], tokens=answer.tokens)
    return ContextAnswer(answer.text, made.left, made.recollection.notice)


def _foot(answer: AnswerText, made: Context | None, left: int, asking: Asking) -> None:
    """Add what is said of the answer."""
    notice = made.recollection.notice if made is not None else ""
    if notice and not answer.add(f"# {flat(notice)}"):
        answer.add(f"# {NOT_FRESH}")
    if made is not None and made.text and made.confidence is not None:
        if made.is_doubtful:
            answer.add(f"# {DOUBTFUL}: {made.confidence:.2f}")
        elif asking.is_explained:
            answer.add(f"# confidence {made.confidence:.2f}")
    asides: list[str] = []
    if made is not None and asking.has_findings:
        asides += (finding_line(found) for one in made.memories for found in one.findings)
    if made is not None and asking.is_explained:
        asides += _why(made)
    answer.add_most(asides)
    counts = Counter({"pinned": left} if left else {})
    if made is not None and not asking.is_explained:
        counts.update(one.kind for one in made.left)
    if counts:
        told = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        if not answer.add(f"# left out: {told}"):
            answer.add(f"# left out: {counts.total()}")


def _offered(answer: AnswerText, procedures: Iterable[OfferedProcedure]) -> tuple[list[str], int]:
    """Return procedures that fit, each whole or in one line that names it, and their tokens."""
    lines, taken, room = [], 0, answer.room // PARTS
    for one in procedures:
        for text in (one.text, one.pointer):
            tokens = answer.count(f"\n{text}")
            if taken + tokens <= room:
                lines.append(text)
                taken += tokens
                break
    return lines, taken


class _Pinned:
    """What is pinned, as much of it as has room: its share first, then what others leave."""

    def __init__(self, ws: Workspace, answer: AnswerText, asking: Asking) -> None:
        self._count = answer.count
        goal = flat(asking.goal)
        lines = pinned_lines(ws, has_goal=bool(goal))
        self._lines = [(one.text, one.memory) for one in lines]
        if goal:
            self._lines.insert(0, (f"# goal: {goal}", ""))
        self._taken: set[int] = set()
        self.tokens = 0
        if self._lines:
            self.fill(pinned_share(answer.room, ws.settings.memories.pinned_tokens))

    def fill(self, room: int) -> None:
        """Take the first lines that fit into so many tokens, those taken before among them."""
        for number, (text, _) in enumerate(self._lines):
            tokens = self._count(f"\n{text}")
            if number not in self._taken and self.tokens + tokens <= room:
                self._taken.add(number)
                self.tokens += tokens

    @property
    def lines(self) -> list[str]:
        return [text for number, (text, _) in enumerate(self._lines) if number in self._taken]

    @property
    def left(self) -> int:
        return len(self._lines) - len(self._taken)

    @property
    def memories(self) -> frozenset[str]:
        return frozenset(
            memory for n, (_, memory) in enumerate(self._lines) if memory and n in self._taken
        )


def _why(made: Context) -> Iterator[str]:
    for one in made.memories:
        yield flat(f"# {one.row.id}: {place_of(one)}; {' '.join(one.grounds.story)}")
    left = [(one.id, one.reason) for one in made.left]
    excluded = [(f"memory {one.id}", one.reason) for one in made.recollection.excluded]
    for id_, reason in (*left, *excluded):
        yield flat(f"# left out {id_}: {reason}")


def place_of(one: Recalled) -> str:
    """Return what a memory's score is made of, in one line."""
    parts = ", ".join(f"{p.name} {p.value:.2f} x {p.weight:.2f}" for p in one.ranked.parts)
    factor = one.ranked.status_factor * one.ranked.topic_factor
    return f"{one.ranked.shown_score:.2f} = {parts}; factor {factor:.2f}"


# What a person pinned: the lines of their note, and memories of theirs that say so. Only a person's
# word is pinned: no agent's file pins itself. A line of the note is shown as theirs once they said
# so at the command line, for nobody can tell their hand from a program's in a file.

MOST_LINES: Final = 200
"""Of the note that are looked at. Chosen by hand: far more than fit a context."""
_SAID: Final = frozenset({"sentence", "list_item", "task", "inline_field"})
_LINK = re.compile(r"\[\[([^\[\]|#]+)[^\[\]]*\]\]")


@dataclass(frozen=True, slots=True)
class PinnedSentence:
    """One line of the pinned note."""

    section: str
    line: int
    """1-based."""
    text: str
    digest: str
    is_confirmed: bool


def pinned_sentences(ws: Workspace) -> list[PinnedSentence]:
    """Return the lines of the pinned note, top down; none where it does not stand."""
    said: list[Statement] = []
    with suppress(NotThereError, NoteUnreadableError, OutsideVaultError):
        said = [*read_note(ws.files, ws.pinned_path).note.statements]
    confirmed = PINNED_CONFIRMED.get(ws.ledger)
    found = []
    for one in [one for one in said if one.kind in _SAID][:MOST_LINES]:
        section = one.section[-1] if one.section else ""
        digest = blake2b(f"{section}\0{flat(one.text)}".encode(), digest_size=8).hexdigest()
        is_confirmed = digest in confirmed
        found.append(PinnedSentence(section, one.first_line, flat(one.text), digest, is_confirmed))
    return found


def confirm_pinned(ws: Workspace) -> list[PinnedSentence]:
    """Take every line as it stands for the person's own word; return them.

    To be called for a person alone.
    """
    said = pinned_sentences(ws)
    PINNED_CONFIRMED.set(ws.ledger, frozenset(one.digest for one in said))
    ws.ledger.record("pinned confirm", str(ws.pinned_path), f"{len(said)} lines")
    return pinned_sentences(ws)


def pinned_lines(ws: Workspace, *, has_goal: bool = False) -> list[PinnedLine]:
    """Return what is pinned, as an agent reads it: the person's note first, top down."""
    freshen(ws)
    sentences = pinned_sentences(ws)
    leads = _links(ws) if sentences else {}
    named = {one.line: _memory_named(ws, one.text, leads) for one in sentences}
    theirs = ws.ledger.memory_facts(sources={"user_explicit"}, having="pinned")
    by_themselves = [path for path, facts in theirs.items() if not facts.is_claim]
    own = [
        row.id
        for row in ws.ledger.find_memories(paths=by_themselves)
        if row.facts.status == "active"
    ]
    wanted = [*(id_ for id_ in named.values() if id_), *own]
    known = {one.row.id: one for one in known_memories(ws, wanted)} if wanted else {}
    against = NotesAgainst(ws).told([*known.values()])
    lines = []
    for one in sentences:
        if (id_ := named[one.line]) in known:
            lines.append(_of_memory(one.section, known[id_], against.get(id_)))
        elif not id_:
            text = _sentence_line(ws, one, leads)
            lines.append(PinnedLine(one.section, one.text, text))
    by_age = sorted(known.values(), key=lambda one: one.row.known_since)
    lines += [_of_memory("", one, against.get(one.row.id)) for one in by_age if one.row.id in own]
    return worth_telling(lines, has_goal=has_goal)


def _links(ws: Workspace) -> Mapping[str, NotePath]:
    """Return where the links of the pinned note lead, by what they name."""
    ws.known.refresh(ws.ledger)  # without a look at the disk: `freshen` had one
    out = ws.known.links.links_out(ws.pinned_path)
    return {link.target.strip(): to.path for link, to in out if to.path is not None}


def _of_memory(section: str, one: Recalled, against: NoteLine | None) -> PinnedLine:
    return PinnedLine(section, one.row.belief, memory_line(one, against), one.row.id)


def _sentence_line(ws: Workspace, one: PinnedSentence, leads: Mapping[str, NotePath]) -> str:
    """Return a line of the note as an agent reads it, with what a note that it links to denies."""
    told = [f"pinned {one.section}".strip(), f"line {one.line}"]
    if not one.is_confirmed:
        told.append("not confirmed")
        if misguides(one.text):
            told.append("reads like instructions")
    line = f"{CONFIRMED if one.is_confirmed else QUOTED} {flat(', '.join(told))}: {one.text}"
    other = _denied_by(ws, one.text, leads)
    return with_note(line, other)


def _denied_by(ws: Workspace, text: str, leads: Mapping[str, NotePath]) -> NoteLine | None:
    for found in _LINK.finditer(text):
        path = leads.get(found[1].strip())
        if path is None or ws.is_memory(path) or path == ws.pinned_path:
            continue
        with suppress(NoteUnreadableError, OutsideVaultError):
            other = contradicting_statement(text, read_note(ws.files, path).note.statements)
            if other is not None and not misguides(other.text):
                return NoteLine(path, other.first_line, other.text)
    return None


def _memory_named(ws: Workspace, text: str, leads: Mapping[str, NotePath]) -> str:
    """Return the id of the memory that a line is a link to; empty where it says anything else."""
    found = _LINK.fullmatch(text.strip())
    path = leads.get(found[1].strip()) if found is not None else None
    rows = ws.ledger.find_memories(paths=[path]) if path is not None else []
    return rows[0].id if rows else ""
