"""Keep a procedure that an agent proposes, until its person has let it hold.

It is a memory note like any other that waits: in the report, `vaultwatch review` and vault_review.
"""

from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.procedures import procedure_of, without_outcomes
from vaultwatch.memories.record import file_stem
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import flat
from vaultwatch.services.memories.adding import Draft, MemoryWrite, store_memory
from vaultwatch.services.memories.validating import hold_no_secret
from vaultwatch.services.procedures.known import known_procedures
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

MOST_CHARS: Final = 4_000
"""Of a proposed procedure: a person is to read all of it before they agree. Chosen by hand."""
MOST_NAME_CHARS: Final = 80
WAITS: Final = "It waits for a person: an agent proposes that agents do this."


def propose_procedure(ws: Workspace, content: str) -> MemoryWrite:
    """Keep a procedure as a note that waits for its person.

    Args:
        ws: the vault.
        content: Markdown: its name as the first heading, then its parts; outcomes are dropped.

    Raises:
        SecretError: a text holds a key, token or password.
        RefusedError: its name or a part is missing, it is too long, one of that name stands, or
            enough waits.
    """
    first, _, content = content.strip().partition("\n")
    called = flat(first.lstrip("#")).removesuffix(".md")
    if not first.startswith("# ") or not called or len(called) > MOST_NAME_CHARS:
        raise RefusedError(
            f"A procedure begins with its name: `# Name`, {MOST_NAME_CHARS} characters at most.",
            hint="Its parts follow: `## Trigger`, `## Steps`.",
        )
    hold_no_secret(called)
    stem = file_stem(called)
    path = NotePath(f"{ws.procedures_folder}/{stem}.md")
    note = parse_note(path, content.encode("utf-8", "replace"))
    if note.body_line > 1:
        raise RefusedError("A procedure begins with no properties.", hint="Give its parts alone.")
    said = without_outcomes(note, content).strip()
    if len(said) > MOST_CHARS:
        raise RefusedError(
            f"The procedure has {len(said)} characters; {MOST_CHARS} is the most.",
            hint="Link to a note that tells the details.",
        )
    parts = {heading.text.strip(" :").casefold() for heading in note.headings}
    if "trigger" not in parts or not procedure_of(note, content).steps:
        raise RefusedError(
            "A procedure needs the headings `## Trigger` and `## Steps`, with lines below them.",
            hint="`## Preconditions`, `## Gotchas` and `## Done when` may follow.",
        )
    catch_up(ws)
    if stem.casefold() in {title_of(one.row.path).casefold() for one in known_procedures(ws)}:
        raise RefusedError(
            f"A procedure {stem!r} stands already.",
            hint="Change it with vault_update_memory, or choose another name.",
        )
    kind = Facts(type="procedure")
    draft = Draft(said, kind, stem, folder=ws.procedures_folder, waits=WAITS)
    return store_memory(ws, draft)
