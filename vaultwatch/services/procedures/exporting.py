"""Write a procedure as a skill, `NAME/SKILL.md`, with the evidence behind it.

The format is the one that agents' clients read: properties `name` (lower case, digits and hyphens,
64 signs, as its folder is called) and `description` (1,024 signs), then Markdown. Source: the Agent
Skills specification (agentskills.io).
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.safe_write import create_file, replace_file
from vaultwatch.errors import RefusedError, told_as
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.procedures import ProcedureLine
from vaultwatch.notes.days import day_at
from vaultwatch.report.escape import flat, link_words
from vaultwatch.services.procedures.known import (
    DriftedStep,
    KnownProcedure,
    drifted_steps,
    find_procedure,
)
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

MOST_NAME_CHARS: Final = 64
MOST_DESCRIPTION_CHARS: Final = 1_024
FILE: Final = "SKILL.md"
_OURS: Final = "generated-by: vaultwatch"
"""Within the properties of a file of ours: another is not overwritten."""


@dataclass(frozen=True, slots=True)
class ExportedSkill:
    """A procedure as a skill."""

    file: str
    text: str
    is_written: bool
    """False in a rehearsal, and where the file says so already."""


def export_skill(
    ws: Workspace, wanted: str, folder: Path, *, is_forced: bool = False
) -> ExportedSkill:
    """Write `SKILL.md` into a folder of its own.

    By force a draft is written too, and a file that is not ours replaced.

    Raises:
        NotThereError: no such procedure.
        RefusedError: it is a draft or drifted, its place is taken, or it cannot be written there.
    """
    catch_up(ws)
    known = find_procedure(ws, wanted)
    drifted = drifted_steps(ws, known.row, known.procedure)
    why = known.draft or (f"lines that have drifted: {len(drifted)}." if drifted else "")
    if why and not is_forced:
        raise RefusedError(
            f"The procedure {known.name!r} is not fit to be handed on: {why}",
            hint="Add --force to write it all the same; the file says so.",
        )
    text = skill_text(ws, known, drifted)
    file = folder / skill_name(known.name) / FILE
    is_new = not ws.is_rehearsal and _write(file, text.encode("utf-8", "replace"), is_forced)
    if is_new:
        ws.ledger.record("procedure export", known.row.id)
    return ExportedSkill(str(file), text, is_new)


def skill_name(name: str) -> str:
    """Return a name as a skill may be called: safe as a folder's, everywhere."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("\u00df", "ss"))
    ascii_ = "".join(sign for sign in plain if not unicodedata.combining(sign))
    word = re.sub(r"[^a-z0-9]+", "-", ascii_).strip("-")[:MOST_NAME_CHARS].strip("-")
    return word or "procedure"


def skill_text(ws: Workspace, known: KnownProcedure, drifted: Sequence[DriftedStep]) -> str:
    """Return the file: secrets masked, links as words, what drifted marked where it stands."""
    procedure = known.procedure
    trigger = " ".join(_words(one) for one in procedure.trigger)
    description = f"{known.name}. Use when: {trigger}".replace("<", "(").replace(">", ")")
    marks = {one.line: one for one in drifted}
    lines = [
        "---",
        f"name: {skill_name(known.name)}",
        f"description: {json.dumps(description[:MOST_DESCRIPTION_CHARS], ensure_ascii=False)}",
        "metadata:",
        f"  {_OURS}",
        "---",
        f"# {flat(known.name)}",
    ]
    if known.draft:
        lines += ["", f"> This is a draft. {known.draft}"]
    for heading, said, bullet in (
        ("Preconditions", procedure.preconditions, "-"),
        ("Steps", procedure.steps, ""),
        ("Gotchas", procedure.gotchas, "-"),
        ("Done when", procedure.done_when, "-"),
    ):
        if said:
            lines += ["", f"## {heading}", ""]
            for one in said:
                lines += _item(one, bullet, marks.get(one.line))
    lines += ["", "## Evidence", "", *_evidence(ws, known)]
    return mask_secrets("\n".join(lines) + "\n")


def _item(one: ProcedureLine, bullet: str, drifted: DriftedStep | None) -> Iterator[str]:
    *above, number = one.number.split(".")
    indent = "   " * len(above)
    yield f"{indent}{bullet or f'{number}.'} {_words(one)}"
    if drifted is not None:
        at = f", line {drifted.note_line}" if drifted.note_line else ""
        yield f"{indent}   (Drifted: {flat(drifted.note)}{at}: {flat(link_words(drifted.says))})"


def _evidence(ws: Workspace, known: KnownProcedure) -> Iterator[str]:
    """Yield what the procedure rests on, a line each: counts, dates, notes; nobody's remarks."""
    went, outcomes = known.tally, known.procedure.outcomes
    yield f"- {went.succeeded} sessions succeeded, {went.failed} failed (share {went.share:.2f})."
    for one in outcomes:
        session = f", session {one.session}" if one.session else ""
        yield f"- {day_at(one.at)} {one.word}{session}"
    cited = (to.path for _, to in link_index(ws).links_out(known.row.path))
    notes = dict.fromkeys(flat(path) for path in cited if path is not None)
    if notes:
        yield f"- Notes it rests on: {', '.join(notes)}."


def _words(one: ProcedureLine) -> str:
    return flat(link_words(one.text))


def _write(file: Path, new: bytes, is_forced: bool) -> bool:  # noqa: FBT001
    """Write the file; return whether it says something new."""
    with told_as(RefusedError, f"{str(file)!r} cannot be written"):
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            create_file(file, new)
            return True
        seen = file.read_bytes()
        if seen == new:
            return False
        if _OURS.encode() not in seen and not is_forced:
            raise RefusedError(
                f"{str(file)!r} is not ours: it is left alone.",
                hint="Export into another folder, or add --force.",
            )
        replace_file(file, seen=seen, new=new, kept=file.parent)
    return True
