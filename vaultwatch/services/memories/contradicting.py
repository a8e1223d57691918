"""Hold a belief of a weak source against what the notes it cites say now, before it is kept."""

from vaultwatch.drift.contradicted_by_note import contradicting_statement
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.provenance import MemorySource
from vaultwatch.memories.record import is_citing
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.workspace import Workspace

WEAK: frozenset[MemorySource] = frozenset({"document", "tool_output", "inference"})
"""Sources that a note outweighs. A person's word, said or shown, may be newer than the note."""
MOST_NOTES = 5
MOST_SENTENCES = 20
MOST_CHARS = 160
_UNWRITTEN = "A memory that is weighed"


def denial_of(ws: Workspace, belief: str, facts: Facts) -> str:
    """Return how a cited note says otherwise, as a sentence with its words; empty where none does.

    Args:
        ws: the vault, its index up to date.
        belief: checked.
        facts: what is known of it; only weak sources are asked about.
    """
    if facts.source not in WEAK or "[[" not in belief:
        return ""
    ws.known.refresh(ws.ledger)
    source = NotePath(f"{ws.settings.memories.folder.strip('/')}/{_UNWRITTEN}.md")
    parsed = parse_note(source, b"---\nid: x\n---\n" + belief.encode("utf-8", "replace"))
    to = [ws.known.links.resolve(link, source).path for link in parsed.links if is_citing(link)]
    cited = [path for path in dict.fromkeys(to) if path is not None and not ws.is_memory(path)]
    said = [one for one in parsed.statements if one.kind != "property"][:MOST_SENTENCES]
    for path in cited[:MOST_NOTES]:
        try:
            statements = read_note(ws.files, path).note.statements
        except (NoteUnreadableError, OutsideVaultError):
            continue
        for one in said:
            other = contradicting_statement(one.text, statements)
            if other is not None:
                words = " ".join(other.text.split())[:MOST_CHARS]
                return f"“{title_of(path)}” says otherwise, line {other.first_line}: “{words}”"
    return ""
