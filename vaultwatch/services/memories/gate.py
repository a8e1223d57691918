"""The one gate for words that one program hands to others, beside a memory's own.

Reasons, evidence, notes on outcomes, names of checkpoints and topics, questions that are taken
down, items of hand-overs: each is short, on one line, holds no secret and gives its next reader no
order. A memory's words have more room and may wait for a person instead: `validating`, `weighing`.
"""

from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.report.escape import flat
from vaultwatch.services.workspace import Workspace

REASON: Final = "reason"
MOST_REASON_CHARS: Final = 1_000
"""Of what somebody says to a deed of theirs. Chosen by hand."""


def gated(
    ws: Workspace, text: str, what: str, *, most: int = MOST_REASON_CHARS, is_name: bool = False
) -> str:
    """Return words as others may be told them: on one line, without controls, secrets masked.

    Args:
        ws: the vault; where no program asks (`client`) its person does, who may speak plainly.
        text: the words; none are fine.
        what: what they are called in an error, as `reason`.
        most: characters that they may have.
        is_name: whether they name something: as `Move the archive` names a checkpoint.

    Raises:
        RefusedError: they are too long, or read like an order to who reads them next.
    """
    said = mask_secrets(flat(text))
    if len(said) > most:
        raise RefusedError(f"The {what} has {len(said)} characters; {most} is the most.")
    if why := why_planted(said, is_vouched=not ws.client, is_wish=is_name):
        raise RefusedError(
            f"The {what} looks suspicious ({why}); nothing was changed.",
            hint="Say what happened, and no more.",
        )
    return said


def may_be_told(ws: Workspace, text: str) -> bool:
    """Tell whether others may be told of these words: they read like no order."""
    return not why_planted(text, is_vouched=not ws.client)


def may_name(text: str) -> bool:
    """Tell whether a program may be called so in what others are told: it reads like no order."""
    return suspect(text).score < QUARANTINE_AT


def why_planted(text: str, *, is_vouched: bool = False, is_wish: bool = False) -> str:
    """Return what shows that a text was planted, the strongest sign alone; empty where none does.

    Args:
        text: what is said.
        is_vouched: whether a person said it; see `suspect`.
        is_wish: see `suspect`.
    """
    found = suspect(text, is_vouched=is_vouched, is_wish=is_wish)
    return found.reasons[0] if found.score >= QUARANTINE_AT else ""
