"""Do what a session's hooks leave to be done: read on, propose what was said, hand over.

Where somebody is set to read they name what was said to last; it waits as what cues find does.

In a process of its own, one a session. Each end of a turn puts it off, for what a person says next
often takes back what they said before; a compaction or the session's end does not wait.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeAlias

from vaultwatch.adapters.files.session_records import (
    SessionProgress,
    SessionRecord,
    forget_old,
    is_session_key,
    project_of,
    read_progress,
    read_record,
    session_lock,
    write_progress,
)
from vaultwatch.adapters.files.transcripts import MOST_BYTES, Transcript, read_turns
from vaultwatch.adapters.models.readers import LanguageModel, Reader, WaitPulse
from vaultwatch.errors import NothingLeftError, RefusedError, SecretError, VaultwatchError
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.capture import DECIDING, Captured, captured, is_planted, may_be_told
from vaultwatch.memories.checkpoint import Checkpoint, carried_on, sentences
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.handoff import Handoff, stands
from vaultwatch.memories.likeness import gist_digest, near_identical
from vaultwatch.memories.transcript_lines import SaidInSession, Turn
from vaultwatch.places import Places
from vaultwatch.reader.session_sentences import SCHEMA, sentences_in, session_lines, session_prompt
from vaultwatch.recall.duplicates import Gist, gist_of, says_nearly
from vaultwatch.report.escape import acting_nowhere, flat
from vaultwatch.report.inbox import item_id
from vaultwatch.report.unlinked_names import linked
from vaultwatch.services.exchange.inbox import take_inbox
from vaultwatch.services.look import carry_out
from vaultwatch.services.memories.validating import checked_belief
from vaultwatch.services.memories.weighing import settled_by, twin_of
from vaultwatch.services.reader.running import ask_once
from vaultwatch.services.recall.notes_against import nearest
from vaultwatch.services.records.inbox import (
    MOST_OF_PROGRAM,
    MOST_WAITING,
    dropped_words,
    put_waiting,
    waiting_words,
)
from vaultwatch.services.records.small_facts import TELLING_DUE, WaitingWord
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.sessions.handing_over import hand_over
from vaultwatch.services.sessions.hook_calls import note_trouble
from vaultwatch.services.sessions.left_behind import hand_over_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import SessionsSettings

MOST_QUOTE_CHARS: Final = 600
_MOST_NAME_CHARS: Final = 60


def propose_captured(
    ws: Workspace, found: Sequence[Captured], *, session: str, project: str, client: str
) -> int:
    """Let what was found in a session wait in the inbox; return how much of it does.

    Proposing the same again, after a kill too, changes nothing.
    """
    take_inbox(ws)  # what they ticked and wrote there counts first
    if not found:
        return 0
    catch_up(ws)
    ws.known.refresh(ws.ledger)
    names = [(name, path) for name, path in ws.known.names if not ws.is_memory(path)]
    proposed: list[WaitingWord] = []
    told = [gist_of(one.text) for one in (*waiting_words(ws), *dropped_words(ws))]
    told += [gist_of(one.edited) for one in waiting_words(ws) if one.edited]
    for one in found:
        word = _word(ws, one, linked(flat(one.text), names), session, project, client)
        if word is None or _is_told(word.text, told) or _stands(ws, word.text):
            continue
        waiting = (*waiting_words(ws), *proposed)
        own = sum(one.client == word.client for one in waiting)
        if len(waiting) >= MOST_WAITING or own >= MOST_OF_PROGRAM:
            break
        proposed.append(word)
        told.append(gist_of(word.text))
    if proposed:
        put_waiting(ws, proposed)
        ws.ledger.record("inbox propose", session, f"{len(proposed)} waiting")
        TELLING_DUE.set(ws.ledger, value=True)  # the report tells of it at the next look
        take_inbox(ws)
    return len(proposed)


def _word(  # noqa: PLR0913, PLR0917 -- all that is kept of it
    ws: Workspace, one: Captured, text: str, session: str, project: str, client: str
) -> WaitingWord | None:
    """Return what would wait; None where it must not be kept at all."""
    try:
        text = checked_belief(text)
    except (RefusedError, SecretError):
        return None
    quote = mask_secrets(flat(one.quote))[:MOST_QUOTE_CHARS]
    if find_secrets(one.text) or is_planted(one) or _is_of_high_impact(ws, one):
        return None
    now = ws.clock.now()
    return WaitingWord(
        id=item_id(text, quote),
        kind=one.kind,
        text=text,
        quote=quote,
        said_at=one.at or now,
        proposed_at=now,
        client=mask_secrets(flat(client))[:_MOST_NAME_CHARS],
        project="" if one.is_everywhere else mask_secrets(flat(project))[:_MOST_NAME_CHARS],
        session=mask_secrets(flat(session))[:_MOST_NAME_CHARS],
    )


def _is_of_high_impact(ws: Workspace, one: Captured) -> bool:
    facts = Facts(source="user_explicit")
    return any(settled_by(ws, text, facts) is not None for text in (one.text, one.quote))


def _is_told(text: str, told: Iterable[Gist]) -> bool:
    """Tell whether the same waits already, or was dropped."""
    gist = gist_of(text)
    return any(
        near_identical(text, [("", other.text)]) is not None or says_nearly(gist, other)
        for other in told
    )


def _stands(ws: Workspace, text: str) -> bool:
    """Tell whether a memory says so, or one did that the person forgot."""
    if twin_of(ws, text, Facts(source="user_explicit")) is not None:
        return True
    gone = ws.ledger.find_memories(gists=[gist_digest(text)], forgotten=True)
    if near_identical(text, [(row.id, row.belief) for row in gone if row.state == "forgotten"]):
        return True
    return bool(nearest(ws, text)) or _is_claimed(ws, text)


def _is_claimed(ws: Workspace, text: str) -> bool:
    """Tell whether a memory claims just this value of just this subject."""
    words = gist_of(text).words
    for row in ws.ledger.memories():
        claim = row.facts.claim
        if claim is None or row.facts.status != "active":
            continue
        claimed = gist_of(f"{claim.subject} {claim.predicate} {claim.value}").words
        if claimed and claimed <= words:
            return True
    return False


log = logging.getLogger(__name__)

NEWEST_BYTES: Final = 1_000_000
"""Of a transcript, where it says how full the window is. Chosen by hand."""
LOOK_AGAIN_S: Final = 0.5
"""Between two looks at what the hooks say while it is waited. Chosen by hand."""
GIVEN_UP_AFTER: Final = timedelta(minutes=5)
MOST_DONE: Final = 100
"""Steps of one session that are kept. Chosen by hand."""
MASK: Final = "[secret: "
"""How what `mask_secrets` left of a secret begins."""
TYPED: Final = frozenset({"goals", "decisions", "open_questions"})
"""Lists of a hand-over that hold what the person typed; the rest is of the agent's own list."""

Opening: TypeAlias = Callable[[Path], AbstractContextManager[Workspace]]
"""Opens a vault to be written; `wiring` has one."""
Hearing: TypeAlias = Callable[[Sequence[Turn]], Sequence[Captured]]
"""Has a reader name what was said to last; it takes its time, and nothing is locked meanwhile."""


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What came of one round."""

    proposed: int = 0
    handed_over: str = ""
    """The id of the note; empty where none was written."""


def newest_of(record: SessionRecord) -> str:
    """Return when the hooks last said something that there is work for."""
    return max(record.stopped_at, record.compacted_at, record.ended_at)


def wait_for(
    record: SessionRecord, seen_at: str, now: datetime, wanted: SessionsSettings, used: float | None
) -> float | None:
    """Return how many seconds to wait before the work; None where there is none.

    `seen_at` is the newest moment that was worked through; `used`, how much of the model's window
    is, 0 to 1, where the client says.
    """
    newest = newest_of(record)
    if newest <= seen_at:
        return None
    is_pressing = newest in {record.compacted_at, record.ended_at}
    if is_pressing or (used is not None and used >= wanted.context_used):
        return 0.0
    quiet_s = (now - datetime.fromisoformat(newest)).total_seconds()
    return max(0.0, min(wanted.idle_s, wanted.idle_s - quiet_s))


def work(  # noqa: PLR0913 -- the clock and the wait are the test's to give
    places: Places,
    key: str,
    wanted: SessionsSettings,
    opened: Opening,
    *,
    hears: Hearing | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    sleep: Callable[[float], None] = time.sleep,
) -> list[WorkDone]:
    """Work through what the hooks of a session said until nothing is left; return what was done.

    Whoever comes while another works for the session goes away at once.
    """
    done: list[WorkDone] = []
    if not is_session_key(key):
        return done
    forget_old(places.sessions, now())
    while True:
        with session_lock(places.sessions, key) as is_ours:
            if not is_ours:
                return done
            while _is_due(places, key, wanted, now, sleep):
                try:
                    before = read_progress(places.sessions, key)
                    done.append(_round(places, key, wanted, opened, now))
                    if hears is not None and wanted.capture:
                        done.append(_hear(places, key, before, opened, hears))
                except (VaultwatchError, OSError) as error:
                    note_trouble(places, *_whose(places, key), str(error), now())
                    return done
        # A hook that found us at work starts no other: what it said may have come just now.
        record = read_record(places.sessions, key)
        if record is None or newest_of(record) <= read_progress(places.sessions, key).seen_at:
            return done


def wait_for_worker(places: Places, key: str, wait_s: float) -> None:
    """Wait until what a compaction left to be done is done, for so long at most."""
    begun = time.monotonic()
    while time.monotonic() < begun + wait_s:
        record = read_record(places.sessions, key)
        if record is None or record.compacted_at <= read_progress(places.sessions, key).seen_at:
            return
        since = datetime.now(UTC) - datetime.fromisoformat(record.compacted_at)
        if since > GIVEN_UP_AFTER:  # whatever kept the work from being done keeps it still
            return
        time.sleep(0.05)


def _is_due(
    places: Places,
    key: str,
    wanted: SessionsSettings,
    now: Callable[[], datetime],
    sleep: Callable[[float], None],
) -> bool:
    """Wait until there is work; tell whether there is."""
    used, used_at = None, ""
    while True:
        record = read_record(places.sessions, key)
        if record is None:
            return False
        seen = read_progress(places.sessions, key)
        if used_at != newest_of(record):
            used_at = newest_of(record)
            used = _read(record, seen, most_bytes=NEWEST_BYTES).said.context_used
        wait_s = wait_for(record, seen.seen_at, now(), wanted, used)
        if wait_s is None:
            return False
        if not wait_s:
            return True
        sleep(min(wait_s, LOOK_AGAIN_S))


def _round(
    places: Places, key: str, wanted: SessionsSettings, opened: Opening, now: Callable[[], datetime]
) -> WorkDone:
    record = read_record(places.sessions, key)
    if record is None:
        return WorkDone()
    before = read_progress(places.sessions, key)
    read = _read(record, before)
    told = read.said
    if read.left_out:
        note_trouble(places, *_whose(places, key), read.left_out, now())
    found = _sound(captured(told.turns))
    point = carried_on(
        before.checkpoint,
        [replace(turn, text=mask_secrets(turn.text)) for turn in told.turns],
        todo=None if told.todo is None else [one for one in told.todo if not find_secrets(one)],
        decided=[one.text for one in found if one.kind in DECIDING and may_be_told(one)],
    )
    is_handed = _is_handed_over(record, before, point)
    proposed = [one for one in found if wanted.capture and one.kind not in DECIDING]
    done = WorkDone()
    if proposed or is_handed:
        with opened(places.vault) as ws:
            ws.client = record.client
            handed = point if is_handed else None
            is_told = bool(before.handed_over) and not (point.todo or point.questions)
            done = carry_out(ws, lambda ws: _tell(ws, record, proposed, handed, is_told=is_told))
    after = SessionProgress(
        newest_of(record),
        record.transcript,
        read.next_byte,
        tuple(one for one in told.tasks if not find_secrets(one.text)),
        point,
        done.handed_over or before.handed_over,
        _done_so_far(before, told),
        before.heard_to if before.transcript == record.transcript else 0,
    )
    write_progress(places.sessions, key, after)
    return done


def _done_so_far(before: SessionProgress, told: SaidInSession) -> tuple[str, ...]:
    news = (one for one in told.done if not find_secrets(one))
    return tuple(dict.fromkeys((*before.done, *news)))[:MOST_DONE]


def _hear(
    places: Places, key: str, before: SessionProgress, opened: Opening, hears: Hearing
) -> WorkDone:
    """Have a reader name what was said to last, where the session ends or is to be compacted.

    After the hand-over, since it takes its time, and once, whatever comes of it.
    """
    record, after = read_record(places.sessions, key), read_progress(places.sessions, key)
    if record is None or max(record.compacted_at, record.ended_at) <= before.seen_at:
        return WorkDone()
    read = _read(record, replace(after, from_byte=after.heard_to))
    write_progress(places.sessions, key, replace(after, heard_to=read.next_byte))
    heard = _sound(hears(read.said.turns)) if read.said.turns else []
    if not heard:
        return WorkDone()
    with opened(places.vault) as ws:
        ws.client = record.client
        return carry_out(ws, lambda ws: _tell(ws, record, heard, None, is_told=False))


def _tell(
    ws: Workspace,
    record: SessionRecord,
    found: Sequence[Captured],
    point: Checkpoint | None,
    *,
    is_told: bool,
) -> WorkDone:
    """Propose what was captured, and hand over where a checkpoint is given."""
    project = project_of(record)
    count = propose_captured(
        ws, found, session=record.session, project=project.name, client=record.client
    )
    stands = hand_over_of(ws, record.session, project) if is_told else None
    if point is None or (is_told and stands is None):
        return WorkDone(count)  # a person took the note away, and nothing is open that is not in it
    handoff, whole = handoff_of(record, point), point.whole_lists
    if stands is not None and any(one.called == "next action" for one in stands.items):
        # All that the agent had listed is done: so is what it was listed for.
        handoff, whole = replace(handoff, goals=()), whole | {"goals"}
    with suppress(
        NothingLeftError, SecretError
    ):  # a note that cannot be written now is tried again
        done = hand_over(ws, handoff, whole=whole, typed=TYPED)
        return WorkDone(count, done.id)
    return WorkDone(count)


def handoff_of(record: SessionRecord, point: Checkpoint) -> Handoff:
    """Return what a session hands over by its checkpoint alone; nothing that held a secret."""
    goal = flat(" ".join(one for one in sentences(point.goal) if MASK not in one))
    goal = goal if stands(goal) else acting_nowhere(goal)
    return Handoff(
        session=record.session,
        project=project_of(record),
        topic=goal,
        goals=(goal,) if goal else (),
        decisions=point.decisions,
        open_questions=tuple(one for one in point.questions if MASK not in one),
        next_actions=point.todo,
    )


def _is_handed_over(record: SessionRecord, before: SessionProgress, point: Checkpoint) -> bool:
    """Tell whether to write a hand-over: before a compaction, and where work is left at the end.

    Once one is written it is brought up to date, so that nobody is told what is done by then.
    """
    if record.compacted_at > before.seen_at:
        return point.is_worth_telling or bool(before.handed_over)
    is_due = bool(point.todo or point.questions or before.handed_over)
    return record.ended_at > before.seen_at and is_due


def _read(
    record: SessionRecord, before: SessionProgress, *, most_bytes: int = MOST_BYTES
) -> Transcript:
    """Return what was said since; a transcript that is away says nothing more."""
    begin = before.from_byte if before.transcript == record.transcript else 0
    if not record.transcript.endswith(".jsonl"):
        return Transcript(SaidInSession(tasks=before.tasks), begin)
    path = Path(record.transcript)
    return read_turns(path, from_byte=begin, tasks=before.tasks, most_bytes=most_bytes)


def _sound(found: Sequence[Captured]) -> list[Captured]:
    return [one for one in found if not find_secrets(f"{one.text}\n{one.quote}")]


def _whose(places: Places, key: str) -> tuple[str, str]:
    record = read_record(places.sessions, key)
    return (record.client if record else "", "work")


def read_session(
    ws: Workspace, reader: Reader, turns: Sequence[Turn], *, pulse: WaitPulse
) -> Sequence[Captured]:
    """Return what a reader names in the newest part of a session.

    Nothing where nobody spoke, it may not be asked today or does not answer. The vault is opened
    for long: it is not locked while somebody reads. Secrets are masked before.
    """
    lines = session_lines([replace(one, text=mask_secrets(one.text)) for one in turns])
    if not any(one.said.role == "user" for one in lines):
        return ()
    prompt = session_prompt(lines, f"=== {secrets.token_hex(16)} ===")

    def ask(model: LanguageModel) -> tuple[list[Captured], float]:
        answer = model.answer(prompt, SCHEMA, pulse=pulse)
        return sentences_in(answer.text, lines), answer.cost_usd

    return ask_once(ws, reader, ask) or ()
