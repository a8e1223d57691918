"""Read a procedure out of its note, and tell how its outcomes speak for it.

Pure. A procedure is a memory note in its own folder: *Trigger*, *Preconditions*, *Steps*, *Gotchas*
and *Done when* as headings, in any case and order, some missing, others kept. Its outcomes are
dated lines under *Outcomes*; they are no part of what it says. `services.procedures` reads and
writes the notes, `recall.triggers` tells whether a trigger fits.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.items import HANDOFF
from vaultwatch.notes.days import day_at, from_clock, on_clock
from vaultwatch.notes.headings import heading_key
from vaultwatch.notes.model import Note, NotePath, Section, SectionPath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END, line_end_of, lines_of

OutcomeWord: TypeAlias = Literal["succeeded", "failed"]
ProcedurePart: TypeAlias = Literal[
    "trigger", "preconditions", "steps", "gotchas", "done when", "outcomes"
]

BY_PERSON: Final = "you"
"""Whom an outcome names that its person gave; no program may be called so."""
_PARTS: Final[Mapping[str, ProcedurePart]] = {
    "trigger": "trigger",
    "triggers": "trigger",
    "precondition": "preconditions",
    "preconditions": "preconditions",
    "step": "steps",
    "steps": "steps",
    "gotcha": "gotchas",
    "gotchas": "gotchas",
    "done when": "done when",
    "outcome": "outcomes",
    "outcomes": "outcomes",
}
"""By heading, as `heading_key` folds it."""
_WORDS: Final[Mapping[str, OutcomeWord]] = {
    "succeeded": "succeeded",
    "success": "succeeded",
    "worked": "succeeded",
    "failed": "failed",
    "failure": "failed",
}
"""What people write, too."""
_OUTCOME = late_regex(
    r"[-*+] (\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))? (\w+)"
    r"(?: \(([^()]{0,400})\))?(?:: ?(.{0,2000})|\.)?"
)
_OUTCOME_START = late_regex(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)? (\w+)\b")
_ESCAPED = late_regex(r"\\([^\w\s])")
_NAMED = late_regex(r"\b(session|by) ([^,]+)")
_SESSION = late_regex(r"[^\w.:@+-]+")
MOST_SESSION_CHARS: Final = 80
_MOST_DEPTH: Final = 8
_ANY: Final = NotePath("memory.md")


@dataclass(frozen=True, slots=True)
class ProcedureLine:
    """One step, or one line of another part."""

    text: str
    line: int
    """1-based, of its note."""
    number: str = ""
    """Of a step: `2`, or `2.1` below it."""


@dataclass(frozen=True, slots=True)
class ProcedureOutcome:
    """How it went once."""

    at: datetime
    """UTC-aware; midnight where the line names a day alone."""
    word: OutcomeWord
    session: str = ""
    program: str = ""
    """Through which it was said; `BY_PERSON` for the person's own; empty where nobody is named."""
    note: str = ""
    """As it is written: what would act in Markdown stands behind a backslash."""
    line: int = 0
    """1-based, of its note; 0 for one that is not written yet."""

    @property
    def said(self) -> str:
        """The note as a person reads it."""
        return _ESCAPED.sub(r"\1", self.note)

    @property
    def session_key(self) -> str:
        """What counts as one session: of those that name none, a day of a program."""
        return self.session.casefold() or f"{self.program.casefold()} {day_at(self.at)}"


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a procedure's note says."""

    name: str
    """Of its file, without `.md`."""
    path: NotePath
    trigger: tuple[ProcedureLine, ...]
    """What stands before the first part where no heading says *Trigger*."""
    preconditions: tuple[ProcedureLine, ...]
    steps: tuple[ProcedureLine, ...]
    gotchas: tuple[ProcedureLine, ...]
    done_when: tuple[ProcedureLine, ...]
    outcomes: tuple[ProcedureOutcome, ...]
    """In the order of their lines."""

    @property
    def lines(self) -> tuple[ProcedureLine, ...]:
        """All that an agent is to go by."""
        return (*self.preconditions, *self.steps, *self.gotchas, *self.done_when)


@dataclass(frozen=True, slots=True)
class OutcomeTally:
    """How often a procedure went well: sessions that count."""

    succeeded: int
    failed: int

    @property
    def sessions(self) -> int:
        """All of them."""
        return self.succeeded + self.failed

    @property
    def share(self) -> float:
        """See `success_share`."""
        return success_share(self.succeeded, self.failed)


def success_share(succeeded: int, failed: int) -> float:
    """Return the share of sessions that are likely to succeed, 0..1: (s + 1) / (s + f + 2).

    The mean of a Beta(1, 1) prior: Laplace's rule of succession (Essai philosophique sur les
    probabilites, 1814). Of three successes 0.80, of nine and one failure 0.83, of none 0.50.
    """
    return (succeeded + 1) / (succeeded + failed + 2)


def tally(outcomes: Sequence[ProcedureOutcome], confirmed: Collection[str] = ()) -> OutcomeTally:
    """Return how many sessions succeeded and failed, by outcomes in the order they were written.

    A session's last word counts. Sessions are what a client calls them, so one program counts for
    one success and one failure a day, however many it names; see `docs/procedures.md`. The lines
    that are `confirmed`, known to be the person's, count each.
    """
    last = {one.session_key: one for one in outcomes}
    counted = {
        (
            one.word,
            one.session_key
            if outcome_line(one) in confirmed
            else f"{one.program.casefold()}\0{day_at(one.at)}",
        )
        for one in last.values()
    }
    succeeded = sum(word == "succeeded" for word, _ in counted)
    return OutcomeTally(succeeded, len(counted) - succeeded)


def session_word(session: str) -> str:
    """Return a session's name as one word, which a line can hold."""
    return _SESSION.sub("-", session.strip()).strip("-")[:MOST_SESSION_CHARS]


def outcome_line(one: ProcedureOutcome) -> str:
    """Return an outcome as the line that `procedure_of` reads back; its note is on one line."""
    named = [f"session {one.session}"] if one.session else []
    named += [f"by {one.program}"] if one.program else []
    told = f" ({', '.join(named)})" if named else ""
    note = f": {one.note}" if one.note else ""
    return f"- {on_clock(one.at):%Y-%m-%d %H:%M} {one.word}{told}{note}"


def procedure_of(note: Note, text: str) -> Procedure:
    """Return the procedure that a note holds, however much of it is missing.

    Where no heading names a part, its list is the steps and what stands before it the trigger;
    without a list all of it is steps.
    """
    said: dict[ProcedurePart | None, list[Statement]] = {}
    for statement in note.statements:
        if statement.kind not in {"property", "heading"}:
            said.setdefault(_part_of(statement.section), []).append(statement)
    rest, steps = said.get(None, []), said.get("steps", [])
    firsts = [some[0].first_line for part, some in said.items() if part not in (None, "outcomes")]
    items = [one.first_line for one in rest if one.kind == "list_item"]
    first = min(firsts or items, default=0)
    lead = [one for one in rest if one.first_line < first]
    if not firsts:
        steps = rest[len(lead) :]
    trigger = _entries(note, said.get("trigger", lead))
    return Procedure(
        name=note.title,
        path=note.path,
        trigger=trigger or (ProcedureLine(note.title, 1),),
        preconditions=_entries(note, said.get("preconditions", ())),
        steps=_entries(note, steps),
        gotchas=_entries(note, said.get("gotchas", ())),
        done_when=_entries(note, said.get("done when", ())),
        outcomes=tuple(_outcomes(note, lines_of(text))),
    )


def outcome_lines(note: Note) -> frozenset[int]:
    """Return the 1-based lines that hold outcomes, their heading among them.

    A section of that name which holds other words alone is a part of what the note says.
    """
    sections = _outcome_sections(note)
    return frozenset(n for one in sections for n in range(one.first_line, one.last_line + 1))


def without_outcomes(note: Note, text: str) -> str:
    """Return a note's text without its outcomes: what it says, and is compared and weighed by."""
    gone = outcome_lines(note)
    if not gone:
        return text
    return "".join(line for number, line in enumerate(lines_of(text), 1) if number not in gone)


def with_outcome(path: NotePath, data: bytes, one: ProcedureOutcome) -> bytes | None:
    """Return a note's bytes with an outcome behind those it has; every other byte as it was.

    None where the line would not be read back, as behind a code block that nobody closed.
    """
    mark, text = _decoded(data)
    lines, note = lines_of(text), parse_note(path, data)
    sections = _outcome_sections(note)
    new = [outcome_line(one)]
    if sections:
        at = _end_of(lines, sections[-1].last_line)
        if _outcome_in(lines[at - 1]) is None:
            new.insert(0, "")  # the first, below its heading
    else:
        at = _end_of(lines, len(lines))
        new[:0] = ["", f"{'#' * _level(note)} Outcomes", ""]
    ending = line_end_of(text)
    if at and not LINE_END.search(lines[at - 1]):
        lines[at - 1] += ending
    if at < len(lines) and lines[at].strip():
        new.append("")  # what comes next is no part of the list
    lines[at:at] = [line + ending for line in new]
    made = (mark + "".join(lines)).encode("utf-8", "surrogateescape")
    back = map(outcome_line, _outcomes(parse_note(path, made), lines))
    return made if outcome_line(one) in back else None


def with_kept_outcomes(data: bytes, new: bytes) -> bytes:
    """Return a note's new bytes with the outcomes of its old ones behind them, and none besides."""
    before, after = parse_note(_ANY, data), parse_note(_ANY, new)
    held, forged = outcome_lines(before), outcome_lines(after)
    if not (held or forged):
        return new
    (mark, said), (_, text) = _decoded(new), _decoded(data)
    told, ending = without_outcomes(after, said), line_end_of(text)
    kept = "".join(line for number, line in enumerate(lines_of(text), 1) if number in held)
    if kept:
        told = f"{told.rstrip()}{ending * 2}{kept.strip()}{ending}"
    return (mark + told).encode("utf-8", "surrogateescape")


def _part_of(section: SectionPath) -> ProcedurePart | None:
    """Return the part that a place belongs to: its innermost heading that names one."""
    named = (_PARTS.get(heading_key(heading)) for heading in reversed(section))
    return next((part for part in named if part), None)


def _entries(note: Note, said: Sequence[Statement]) -> tuple[ProcedureLine, ...]:
    """Return the lines of a part: the sentences of an item together, code with its step."""
    parents = {one.span.line: one.parent_line + 1 for one in note.list_items}
    found: list[ProcedureLine] = []
    numbers: list[int] = []
    for one in said:
        is_same = bool(found) and found[-1].line == one.first_line and one.kind != "table_row"
        if is_same or (one.kind == "code" and found):
            found[-1] = replace(found[-1], text=f"{found[-1].text} {one.text}")
            continue
        depth = 0
        parent = parents.get(one.first_line, 0)
        while parent > 0 and depth < _MOST_DEPTH:
            depth, parent = depth + 1, parents.get(parent, 0)
        numbers = [*numbers[: depth + 1], *[0] * (depth + 1 - len(numbers))]
        numbers[depth] += 1
        found.append(ProcedureLine(_said(one, note), one.first_line, ".".join(map(str, numbers))))
    return tuple(found)


def _said(one: Statement, note: Note) -> str:
    """Return a statement's words, behind a heading of its own within the part: `Not for: docs`."""
    heading = one.section[-1] if one.section else ""
    is_plain = heading_key(heading) in {*_PARTS, heading_key(note.title), ""}
    return one.text if is_plain else f"{heading}: {one.text}"


def _outcome_sections(note: Note) -> list[Section]:
    """Return the sections that hold outcomes, or wait for the first; none in a hand-over."""
    found: list[Section] = []
    if note.properties.get("type") == HANDOFF:
        return found
    for one in note.sections:
        if not one.path or _PARTS.get(heading_key(one.path[-1])) != "outcomes":
            continue
        lines = range(one.first_line, one.last_line + 1)
        said = [s for s in note.statements if s.kind != "heading" and s.first_line in lines]
        if not said or any(map(_tells_outcome, said)):
            found.append(one)
    return found


def _tells_outcome(statement: Statement) -> bool:
    found = _OUTCOME_START.match(statement.text) if statement.kind == "list_item" else None
    return found is not None and found[1].lower() in _WORDS


def _outcomes(note: Note, lines: Sequence[str]) -> Iterator[ProcedureOutcome]:
    for section in _outcome_sections(note):
        for number in range(section.first_line + 1, section.last_line + 1):
            one = _outcome_in(lines[number - 1])
            if one is not None:
                yield replace(one, line=number)


def _outcome_in(line: str) -> ProcedureOutcome | None:
    found = _OUTCOME.fullmatch(line.strip())
    word = _WORDS.get(found[3].lower()) if found is not None else None
    if found is None or word is None:
        return None
    try:
        at = from_clock(datetime.fromisoformat(f"{found[1]}T{found[2] or '00:00'}"))
    except ValueError:
        return None
    named = dict(_NAMED.findall(found[4] or ""))
    session, program = (named.get(key, "").strip() for key in ("session", "by"))
    return ProcedureOutcome(at, word, session, program, (found[5] or "").strip())


def _level(note: Note) -> int:
    """Return the level of the headings that name the note's parts; 2 where there is none."""
    levels = (one.level for one in note.headings if heading_key(one.text) in _PARTS)
    return next(levels, 2)


def _end_of(lines: Sequence[str], last: int) -> int:
    """Return how many of the first lines there are, blank ones at their end left out."""
    while last and not lines[last - 1].strip():
        last -= 1
    return last


def _decoded(data: bytes) -> tuple[str, str]:
    """Return the BOM of a note, if it has one, and its text; invalid bytes are kept."""
    text = data.decode("utf-8", "surrogateescape")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark, text.removeprefix(mark)
