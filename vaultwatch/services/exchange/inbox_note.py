"""Read the inbox as it stands in the vault, and what a person wrote there."""

from dataclasses import dataclass

from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.report.inbox import InboxAnswers, read_inbox, shown_words
from vaultwatch.services.indexing.reading import is_generated
from vaultwatch.services.records.inbox import decided_ids, waiting_words
from vaultwatch.services.records.small_facts import INBOX_TEXT
from vaultwatch.services.workspace import Workspace


def standing_inbox(ws: Workspace) -> bytes | None:
    """Return the inbox as it stands; None where none does.

    Raises:
        RefusedError: a note of the person's has its name.
    """
    if ws.files.stat(ws.inbox_path) is None:
        return None
    data = ws.files.read(ws.inbox_path)
    if data.strip() and not is_generated(data):
        raise RefusedError("a note of yours has the inbox's name")
    return data


@dataclass(frozen=True, slots=True)
class InboxNote:
    """The note that has the inbox's name, as it stands."""

    is_persons: bool = False
    """Whether it is a note of theirs, which is left alone."""
    others: int = 0
    """How much of what stands in it this ledger knows nothing of."""


def see_inbox(ws: Workspace) -> InboxNote:
    """Return what is to be known of the note; nothing is written."""
    try:
        data = standing_inbox(ws)
    except (RefusedError, NoteUnreadableError):
        return InboxNote(is_persons=True)
    known = {one.id for one in waiting_words(ws)} | decided_ids(ws)
    answers = read_answers(ws, (data or b"").decode("utf-8", "replace"))
    return InboxNote(others=len(answers.blocks.keys() - known))


def read_answers(ws: Workspace, current: str) -> InboxAnswers:
    """Return what a person ticked and wrote in the inbox, by its text."""
    words = {one.id: one for one in waiting_words(ws)}
    shown = {id_: shown_words(one.edited or one.text) for id_, one in words.items()}
    return read_inbox(INBOX_TEXT.get(ws.ledger), current, shown)
