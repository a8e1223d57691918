"""What is said in sessions and waits in the inbox of a vault, and the ticks of its person."""

from collections.abc import Sequence

from tests.system.agent_vaults import NOW
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.capture import Captured
from vaultwatch.services.sessions.session_work import propose_captured
from vaultwatch.services.workspace import Workspace

INBOX = "Memories/Inbox.md"
TABS, PNPM = "I prefer tabs over spaces", "always use pnpm"


def said(*texts: str) -> list[Captured]:
    return [Captured("preference", text, text, NOW) for text in texts]


def propose(ws: Workspace, found: Sequence[Captured]) -> int:
    return propose_captured(ws, found, session="s1", project="kiln", client="a client")


def tick(vault: Vault, words: str, answer: str) -> None:
    """Tick a box under a sentence."""
    lines = vault.read(INBOX).splitlines()
    (at,) = [at for at, line in enumerate(lines) if words in line and line.startswith("- ")]
    (box,) = [n for n in range(at, at + 5) if lines[n].endswith(f"-{answer}")]
    lines[box] = lines[box].replace("[ ]", "[x]")
    vault.write(INBOX, "\n".join(lines) + "\n")


def memories(ws: Workspace) -> list[MemoryRow]:
    return [row for row in ws.ledger.memories() if row.state == "present"]
