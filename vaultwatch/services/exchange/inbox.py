"""The inbox out and a person's answers in: what they said in sessions, kept only when they say so.

The one place that decides about what waits, for ticks and for the command line alike. A kill
anywhere leaves a tick in the file, and what was kept already is found standing.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.errors import (
    DuplicateMemoryError,
    NoteUnreadableError,
    NotThereError,
    RefusedError,
    VaultwatchError,
)
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import day_at
from vaultwatch.recall.duplicates import is_reworded
from vaultwatch.report.edition import is_as_written
from vaultwatch.report.escape import link_texts
from vaultwatch.report.inbox import InboxAnswer, InboxAnswers, InboxItem, render_inbox
from vaultwatch.report.words import counted
from vaultwatch.services.exchange.inbox_note import read_answers, standing_inbox
from vaultwatch.services.exchange.report_file import OUTCOME_DAYS, tell, told
from vaultwatch.services.memories.adding import Draft, MemoryWrite, add_memory
from vaultwatch.services.memories.validating import MAX_FIELD_CHARS, MAX_NAME_CHARS
from vaultwatch.services.records.inbox import (
    MOST_SHOWN,
    MOST_WAITING,
    changed_on,
    decided_ids,
    expire,
    expired_of_late,
    put_decided,
    put_edits,
    waiting_words,
)
from vaultwatch.services.records.small_facts import (
    INBOX_NOTES,
    INBOX_PROPERTIES,
    INBOX_TEXT,
    Said,
    WaitingWord,
    owe_look,
)
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

INFERRED: Final = "inferred"
"""The kind of what a reader concluded: it is nobody's word, kept or not."""
_NOTE: Final = "inbox"
"""What is told of the note as a whole is kept under this name."""
MOST_ADDED: Final = 2
"""Most telling words that an edit in the note may add. What says more, or other numbers, names,
links or negations, may be a program's doing: it counts as any file that says a person said so.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class InboxDecision:
    """What became of one that waited."""

    id: str
    answer: InboxAnswer
    text: str
    memory: str = ""
    """The id of the memory that it became; empty where it was dropped, or stood already."""
    path: str = ""
    warnings: tuple[str, ...] = ()


def list_inbox(ws: Workspace) -> list[InboxItem]:
    """Return what waits, oldest first, as it would be kept."""
    items = map(_item, waiting_words(ws))
    return [replace(one, refused=" ".join(_told(ws, one.id)[-1:])) for one in items]


def decide_inbox(ws: Workspace, wanted: str, answer: InboxAnswer) -> InboxDecision:
    """Keep what waits as a memory of the person's, or drop it; to be called for a person alone.

    Raises:
        NotThereError: nothing that waits has this id or begins so, or more than one does.
        SecretError, RefusedError: it cannot be kept as it reads; it waits still.
    """
    take_inbox(ws)  # what they wrote into the note is what they decide on
    name = wanted.strip().removeprefix("^").removeprefix("inbox-")
    matching = [one for one in waiting_words(ws) if name and one.id.startswith(name)]
    if len(matching) != 1:
        why = "More than one thing waits that begins so" if matching else "Nothing waits called"
        raise NotThereError(f"{why}: {wanted!r}.", hint="`vaultwatch review` lists what waits.")
    return _decide(ws, matching[0], answer, is_theirs=True)


def _decide(
    ws: Workspace, word: WaitingWord, answer: InboxAnswer, *, is_theirs: bool
) -> InboxDecision:
    """Decide on one; `is_theirs` where a person says so themselves, whatever a file says."""
    text = word.edited or word.text
    with ws.journal.run(f"inbox {'drop' if answer == 'drop' else 'keep'}") as run:
        done = None
        if answer != "drop":
            is_pinned = answer == "pin"
            is_claim = not (is_theirs or _is_as_shown(word, is_pinned=is_pinned))
            done = _kept(ws, word, is_pinned=is_pinned, is_claim=is_claim)
        if not ws.is_rehearsal:
            run.settled(SettledBefore(word.id, "waiting", "", "", ""))
        put_decided(ws, word, answer)
        ws.ledger.record(f"inbox {answer}", done.id if done is not None else word.id)
    owe_look(ws)  # the inbox is written anew
    if done is None:
        return InboxDecision(word.id, answer, text)
    return InboxDecision(word.id, answer, text, done.id, done.path, done.warnings)


def _kept(
    ws: Workspace, word: WaitingWord, *, is_pinned: bool, is_claim: bool
) -> MemoryWrite | None:
    """Write the memory; None where one that stands says so already."""
    belief = word.edited or word.text
    facts = Facts(
        type=word.kind,
        source="inference" if word.kind == INFERRED else "user_explicit",
        client=word.client[:MAX_NAME_CHARS],
        session=word.session[:MAX_NAME_CHARS],
        topic=word.project[:MAX_NAME_CHARS],
        evidence="" if word.quote in belief else word.quote[:MAX_FIELD_CHARS],
        pinned=is_pinned,
    )
    try:
        return add_memory(ws, Draft(belief, facts), is_claim=is_claim)
    except DuplicateMemoryError:
        return None


def _is_as_shown(word: WaitingWord, *, is_pinned: bool) -> bool:
    """Tell whether a tick takes what was shown, reworded at most: a file does not say by whom."""
    if not word.edited:
        return True
    if not {*link_texts(word.edited)} <= {*link_texts(word.text)}:
        return False
    # What stands at the head of every context says nothing that was not shown.
    return is_reworded(word.edited, word.text, most_added=0 if is_pinned else MOST_ADDED)


def take_inbox(ws: Workspace) -> bool:
    """Carry out a person's answers in the inbox, write it anew; tell if the report must follow."""
    before = waiting_words(ws)
    expire(ws)
    try:
        data = standing_inbox(ws)
        answers = InboxAnswers()
        current = "" if data is None else data.decode("utf-8", "replace")
        if data is not None:
            answers = read_answers(ws, current)
            _take(ws, current, answers)
        # Two machines that share the vault would else write it in turns for ever.
        if data is None or not (is_as_written(current) and _tells_all(ws, answers)):
            _write(ws, data, answers)
    except (RefusedError, NoteUnreadableError) as error:  # a person's note, or being edited now
        log.warning("left alone inbox=%r reason=%s", ws.inbox_path, error.message)
    return waiting_words(ws) != before


def _tells_all(ws: Workspace, answers: InboxAnswers) -> bool:
    """Tell whether the note shows what waits here, and nothing that was decided here."""
    ids = {one.id for one in waiting_words(ws)[:MOST_SHOWN]}
    return ids <= answers.blocks.keys() and not decided_ids(ws) & answers.blocks.keys()


def _take(ws: Workspace, current: str, answers: InboxAnswers) -> None:
    INBOX_NOTES.set(ws.ledger, mask_secrets(answers.notes))
    INBOX_PROPERTIES.set(ws.ledger, mask_secrets(answers.properties))
    ids = {one.id for one in waiting_words(ws)}
    # Another machine writes what was ticked and changed of ours as it finds it.
    if is_as_written(current) and not ids & (answers.ticks.keys() | answers.words.keys()):
        return
    if lost := ids & answers.vanished:
        tell(ws, [Said(ws.clock.now(), _NOTE, "put back", _put_back(lost))])
    put_edits(ws, {id_: mask_secrets(text) for id_, text in answers.words.items()})
    tell(ws, _carry_out(ws, answers))


def _put_back(lost: Collection[str]) -> str:
    stands = "It stands" if len(lost) == 1 else "They stand"
    return (
        f"{counted(len(lost), 'sentence')} had gone from the inbox as a cut or half-synced file "
        f"loses them. {stands} there again and nothing was decided; tick Drop to drop."
    )


def _told(ws: Workspace, about: str) -> list[str]:
    since = ws.clock.now() - timedelta(days=OUTCOME_DAYS)
    return [one.said for one in told(ws) if one.finding == about and one.at >= since]


def _carry_out(ws: Workspace, answers: InboxAnswers) -> list[Said]:
    """Carry out the ticks; return what is to be told of those that could not be."""
    refused: list[Said] = []
    words = {one.id: one for one in waiting_words(ws)}
    for id_ in words.keys() & answers.deleted - answers.ticks.keys():
        with ws.journal.step():
            _decide(ws, words[id_], "drop", is_theirs=False)
    for id_, ticked in answers.ticks.items():
        word = words.get(id_)
        if word is None:
            continue  # decided already, elsewhere or before a kill
        answer, *others = ticked
        try:
            if others:
                raise RefusedError("different boxes were ticked; tick one.")
            if answer != "drop" and find_secrets(answers.words.get(id_, "")):
                raise RefusedError("what was typed there holds a secret, which is masked now.")
            with ws.journal.step():
                _decide(ws, word, answer, is_theirs=False)
        except VaultwatchError as error:
            said = f"Nothing was done about “{word.text[:80]}”: {error.message}"
            refused.append(Said(ws.clock.now(), id_, answer, mask_secrets(said), is_done=False))
    return refused


def _write(ws: Workspace, seen: bytes | None, answers: InboxAnswers) -> None:
    items = list_inbox(ws)
    if (seen is None and not items) or ws.is_rehearsal:
        return
    ours = {one.id for one in items} | decided_ids(ws)
    others = [block for id_, block in answers.blocks.items() if id_ not in ours]
    new = render_inbox(
        items[:MOST_SHOWN],
        on=changed_on(ws),
        days=ws.settings.memories.inbox_days,
        expired=expired_of_late(ws),
        behind=len(items[MOST_SHOWN:]),
        is_full=len(items) >= MOST_WAITING,
        others=others,
        put_back=_told(ws, _NOTE),
        notes=INBOX_NOTES.get(ws.ledger),
        properties=INBOX_PROPERTIES.get(ws.ledger),
    )
    data = new.encode("utf-8", "replace")
    if data == seen:
        return
    base = new
    for block in others:  # not ours to know
        base = base.replace(f"{block}\n", "", 1)
    INBOX_TEXT.set(ws.ledger, base)  # first: a kill leaves a file whose text is known or was
    ws.files.replace_note(ws.inbox_path, seen=seen, new=data)


def _item(word: WaitingWord) -> InboxItem:
    whence = tuple(one for one in (word.client, word.project) if one)
    text = word.edited or word.text
    day = day_at(word.said_at)
    kind = f"{word.kind}: nobody said it" if word.kind == INFERRED else word.kind
    return InboxItem(word.id, kind, text, word.quote, day, whence, bool(word.edited))
