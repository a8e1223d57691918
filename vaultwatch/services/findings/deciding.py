"""Show what waits for a person's decision, and carry the decision out."""

from typing import Literal

from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.services.findings.reviewing import ReviewItem, Verdict, carry_out, list_reviews
from vaultwatch.services.look import scan
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.forgetting import forget_memory
from vaultwatch.services.workspace import Workspace


def show_review(ws: Workspace, wanted: str) -> ReviewItem:
    """Return one memory that waits, by its id, its note's name or a finding's id.

    Raises:
        NotThereError: nothing waits under this name.
    """
    items = list_reviews(ws)
    named = [item for item in items if wanted.lstrip("^") in {item.id, *item.findings}]
    if not named:
        row = find_memory(ws, wanted)
        named = [item for item in items if item.id == row.id]
    if not named:
        raise NotThereError(
            f"Memory {wanted!r} waits for no decision.",
            hint="`vaultwatch review list` names those that do.",
        )
    return named[0]


def decide_review(
    ws: Workspace,
    wanted: str,
    verdict: Verdict | Literal["reject"],
    *,
    why: str = "",
    digest: str = "",
) -> MemoryWrite:
    """Carry out a person's decision and tell it in the report.

    Args:
        ws: the vault.
        wanted: a memory that waits.
        verdict: `activate` lets it hold, instead of those it speaks against; `reject` puts it away
            into `.trash`; `keep` lets all hold side by side.
        why: the person's reason.
        digest: of what the person was shown; empty where they saw it as it stands.

    Raises:
        NotThereError: nothing waits under this name.
        RefusedError: a note cannot be edited, or there is nothing to keep it beside.
    """
    item = show_review(ws, wanted)
    if digest and digest != item.digest:
        raise RefusedError(
            "What waits is not what was shown: it changed meanwhile.", hint="Look at it again."
        )
    if ws.is_rehearsal:
        return MemoryWrite(item.id, item.path)
    if verdict == "reject":
        ws.ledger.record("review reject", item.id, mask_secrets(why))
        return forget_memory(ws, item.id, why=why or "rejected in review")
    carry_out(ws, item, verdict, why=why)
    scan(ws)
    return MemoryWrite(item.id, item.path)
