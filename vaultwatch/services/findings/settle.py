"""Settle findings: the one place where a reader's word closes one, or opens it again.

Commands, ticks in the report, requests from the palette and agents all come here. Every word is
recorded in one transaction, with its reason, no secret in it, and with what it teaches the bar; the
look that tells of it is owed first. What closes by itself is decided in `drift.findings.lifecycle`
and `drift.findings.conditions`; what other machines answered is heeded at the end of this module.
"""

# Long because each word on a finding is said here, whoever says it.

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import ASKED, DEALT_WITH, OF_NOTES, REVIEWED
from vaultwatch.drift.findings.labels import By
from vaultwatch.drift.findings.lifecycle import COMPARED, LIVE, called_outdated, close, place_of
from vaultwatch.drift.findings.repair import why_unworded
from vaultwatch.drift.findings.shared_answers import SHARED, SharedWord, about_now, questions
from vaultwatch.drift.model import Finding, FindingStatus, Repair
from vaultwatch.drift.scoring.compare import quote_of
from vaultwatch.errors import (
    CheckFailsError,
    NoteUnreadableError,
    NotSpokenOfError,
    NotThereError,
    OutsideVaultError,
    RefusedError,
)
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.items import is_item
from vaultwatch.memories.record import said_in, saying
from vaultwatch.memories.stores.places import is_record
from vaultwatch.memories.trust import content_hash
from vaultwatch.memories.validity import stamp
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.report.words import OUTDATED
from vaultwatch.services.findings.citing_anew import cite_instead, hold_spoken_of, link_names
from vaultwatch.services.findings.verifying import BY_CHECK, failing_now
from vaultwatch.services.indexing.reading import digest_of, read_note
from vaultwatch.services.lookup import find_note, get_finding
from vaultwatch.services.memories.naming import follow_words
from vaultwatch.services.memories.validating import REASON, gated, hold_no_record
from vaultwatch.services.records.scale import labelled, note_digest
from vaultwatch.services.records.settled import (
    as_it_stands,
    confirm_memory,
    outdate_said,
    rested_on,
    unsettle,
)
from vaultwatch.services.records.shared import answers_of_others, is_shared, owe_answer
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import grounds_of, heard_through, is_anothers, is_persons
from vaultwatch.services.scanning.opinions import is_open_to_word, tell_truth
from vaultwatch.services.scanning.taking_in import rest_anew, take_in
from vaultwatch.services.workspace import Workspace
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.reading import values_of

SettlingWord: TypeAlias = Literal[
    "acknowledged", "applied", "decided", "dealt with", "dismissed", "left", "outdated",
    "reopened", "said there", "still true", "unverified",
]  # fmt: skip
"""What is said of a finding."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word does to a finding."""

    status: FindingStatus
    why: str
    """Where nobody gives a reason."""
    teaches: By | None = None
    """What the bar learns from a person who says it; None for nothing."""
    tells: SharedWord | None = None
    """What other machines are told of a person's word; of `true` the note becomes the baseline."""


MEANINGS: Mapping[SettlingWord, Meaning] = {
    "acknowledged": Meaning("acknowledged", "seen and acknowledged"),
    "applied": Meaning("resolved", "the suggested wording was applied", "applied"),
    "decided": Meaning("resolved", "decided on in review"),
    "dealt with": Meaning("resolved", DEALT_WITH),
    "dismissed": Meaning("dismissed", "a false alarm", "dismissed", "dismissed"),
    "left": Meaning("dismissed", "the proposal was left"),
    "outdated": Meaning("open", "called outdated", "outdated", "asked"),
    "reopened": Meaning("open", "the dismissal was taken back", None, "asked"),
    "said there": Meaning("resolved", "still true, and a note says so", "still true", "true"),
    "still true": Meaning("resolved", "called still true", "still true", "true"),
    "unverified": Meaning("resolved", "still true, though no note says so", "still true", "true"),
}
_LOOK_AGAIN = "Run `vaultwatch scan` and look at the finding again."


def settle(  # noqa: PLR0913 - one argument a circumstance, all by name
    ws: Workspace,
    finding: Finding,
    word: SettlingWord,
    *,
    why: str = "",
    is_persons: bool = True,
    named: NotePath | None = None,
) -> Finding:
    """Record what is said of a finding; return it as it is now.

    No key or password of `why` is kept. `is_persons`: a person says so; only then it is a lesson
    for later verdicts. `named` is the note of `said there`.
    """
    meaning = MEANINGS[word]
    owe_look(ws)  # first: a kill in between leaves flags and report to the next look
    reason = mask_secrets(why or meaning.why)
    closed = close(finding, status=meaning.status, why=reason, now=ws.clock.now())
    if meaning.status == "dismissed":
        closed = replace(closed, note_digest=note_digest(ws, finding))
    if word == "outdated":
        closed = called_outdated(closed)
    teaches = meaning.teaches if is_persons else None
    cases = labelled(ws, [finding], teaches) if teaches is not None else ()
    if word == "reopened":
        tell_truth(ws, finding, "")
    elif teaches is not None:
        tell_truth(ws, finding, "outdated" if teaches in {"applied", "outdated"} else "holds")
    taken_back = [finding.id] if word == "reopened" else ()
    with ws.journal.run(f"finding {word}") as run:
        if not ws.is_rehearsal:
            run.settled(as_it_stands(ws, finding, rests_anew=meaning.tells == "true"))
        if is_persons and meaning.tells is not None:
            owe_answer(ws, finding, meaning.tells)
        if meaning.tells == "true":
            rest_anew(ws, finding, named)
            if is_persons:
                confirm_memory(ws, finding.memory_id)
        ws.ledger.save_findings([closed], cases=cases, unlabelled=taken_back)
    outdate_said(ws, finding)
    return closed


def dismiss(ws: Workspace, wanted: str, *, why: str = "", is_persons: bool = True) -> Finding:
    """Close a finding as a false alarm; it stays so until its passage changes again."""
    finding, why = _live(ws, wanted, is_persons=is_persons), gated(ws, why, REASON)
    # A store's record stays where it is, and out of recall: nothing is buried.
    if finding.kind in REVIEWED and not is_record(finding.memory_id):
        raise RefusedError(
            f"Finding {finding.id} waits for a decision; dismissing it would bury the memory.",
            hint="Decide with `vaultwatch review`.",
        )
    return settle(ws, finding, "dismissed", why=why, is_persons=is_persons)


def confirm(ws: Workspace, wanted: str, *, why: str = "", is_persons: bool = True) -> Finding:
    """Say of a memory in doubt that it is outdated: it is told as such until it is mended."""
    finding, why = _live(ws, wanted, is_persons=is_persons), gated(ws, why, REASON)
    if finding.outcome != "in_doubt":
        raise RefusedError(
            f"Finding {finding.id} is in no doubt: the memory is told to be outdated already.",
            hint="Mend the memory with `vaultwatch memory edit`, or forget it.",
        )
    return settle(ws, finding, "outdated", why=why, is_persons=is_persons)


def acknowledge(ws: Workspace, wanted: str, *, why: str = "", is_persons: bool = True) -> Finding:
    """Mark a finding as seen; it stays in the report, further down."""
    finding, why = _live(ws, wanted, is_persons=is_persons), gated(ws, why, REASON)
    return settle(ws, finding, "acknowledged", why=why, is_persons=is_persons)


def verify(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    wanted: str,
    *,
    why: str = "",
    note: str = "",
    is_unverified: bool = False,
    is_anyway: bool = False,
    is_persons: bool = True,
) -> Finding:
    """Say that the memory is true: the note as it stands becomes its baseline.

    `note` is the one that says so: where it is another one, the memory's link leads there then.
    `is_unverified` keeps it though no note says so, `is_anyway` whatever this machine says: a
    person may.

    Raises:
        CheckFailsError: what it says of this machine does not hold.
        NotSpokenOfError: the cited note speaks of it no more, and nothing is said of that.
        NotThereError: there is no such finding, or note.
        RefusedError: it waits for another answer.
        NoteUnreadableError, NoteChangedError: the memory cannot be read, or changed just now.
    """
    finding, why = _live(ws, wanted, is_persons=is_persons), gated(ws, why, REASON)
    if finding.kind in ASKED:
        raise RefusedError(
            f"Finding {finding.id} asks about a memory, and says nothing against it.",
            hint="Decide with `vaultwatch review`.",
        )
    if not (is_anyway and is_persons):
        _hold_checks(ws, finding)
    if note:
        named = find_note(ws, note)
        written = cite_instead(ws, finding, named, is_persons=is_persons)
        why = why or f"still true, says “{title_of(named)}”"
        closed = settle(ws, finding, "said there", why=why, is_persons=is_persons, named=named)
        if written:
            take_in(ws, written)  # behind it: as in `apply`
        return closed
    if is_unverified and is_persons:
        return settle(ws, finding, "unverified", why=why)
    hold_spoken_of(ws, finding)
    return settle(ws, finding, "still true", why=why, is_persons=is_persons)


def _hold_checks(ws: Workspace, finding: Finding) -> None:
    """Let a finding pass whose memory nothing on this machine speaks against, looked at just now.

    What a person dismissed speaks against nothing.
    """
    if finding.memory_id and (wrong := failing_now(ws, finding.memory_id)):
        raise CheckFailsError(
            f"This machine says otherwise: {wrong[0]}.",
            hint="Correct the memory. If it is not meant so: `vaultwatch review drop CHECK`; "
            f"to insist: `vaultwatch findings verify {finding.id} --anyway`.",
        )


def reopen(ws: Workspace, wanted: str, *, why: str = "") -> Finding:
    """Take a mistaken dismissal back: the finding is open again, as the next look confirms.

    Raises:
        RefusedError: it was not dismissed, or a later finding stands in its place.
    """
    finding, why = get_finding(ws, wanted), gated(ws, why, REASON)
    if finding.status != "dismissed":
        raise RefusedError(
            f"Finding {finding.id} is {finding.status}; only a dismissed one can be reopened.",
            hint="A resolved one comes back by itself if the note drifts again.",
        )
    for other in ws.ledger.findings(statuses=LIVE, outcomes=None):
        if place_of(other) == place_of(finding):
            raise RefusedError(
                f"Finding {other.id} stands in its place already.",
                hint=f"See `vaultwatch findings show {other.id}`.",
            )
    return settle(ws, finding, "reopened", why=why)


def apply(ws: Workspace, wanted: str, *, why: str = "") -> Finding:
    """Write a finding's suggested wording into its memory, which then rests on the note anew.

    A file that was named after the words it had follows them.

    The memory must still say what the suggestion was made from, and the note what it was made of:
    a person's late edit wins. In a rehearsal everything is checked and nothing written. Where the
    memory says it already, as after a kill, nothing is left to write.

    Raises:
        NotThereError: no such finding.
        RefusedError: there is none, or memory or note are not as they were when it was made.
        NoteUnreadableError, NoteChangedError: the memory cannot be read, or changed just now.
    """
    finding, why = _live(ws, wanted), gated(ws, why, REASON)
    if finding.kind == "unlinked":
        written = link_names(ws, finding)
        closed = settle(ws, finding, "decided", why=why or "the name was linked")
        if written:
            take_in(ws, written)
        return closed
    repair, row = _suggested(ws, finding)
    seen = ws.files.read(row.path)
    body = said_in(seen, row.path, row.id)
    if body == repair.after:
        return settle(ws, finding, "applied", why=why)
    if body != repair.before:
        raise RefusedError(f"Memory {row.id} reads otherwise by now.", hint=_LOOK_AGAIN)
    for note in _rests_on(ws, finding):
        stat = ws.ledger.note_stats([note]).get(note)
        if stat is None or digest_of(ws.files.read(note)) != stat.digest:
            raise RefusedError(f"The note {note!r} was changed since.", hint=_LOOK_AGAIN)
    if ws.is_rehearsal:
        return settle(ws, finding, "applied", why=why)
    owe_look(ws)
    with ws.journal.run("findings apply"):
        ws.files.replace_note(row.path, seen=seen, new=_said_anew(ws, row, seen, repair))
        ws.ledger.record("findings apply", row.id, finding.id)
        closed = settle(ws, finding, "applied", why=why)
        named = follow_words(ws, row, repair)  # last: a kill before it leaves the old name alone
    # Behind it: the finding is closed by this word, not by the change.
    take_in(ws, {row.path, named})
    return closed


def _said_anew(ws: Workspace, row: MemoryRow, seen: bytes, repair: Repair) -> bytes:
    """Return a memory's note with its new words; dated where it tells its dates.

    One that tells what was asserted, and by whom, tells it of the new words: they are a person's.
    Of an item its line alone is changed.
    """
    if is_item(row.id):
        return saying(seen, row.path, row.id, repair.after)
    held = parse_note(row.path, seen).properties
    put: dict[str, FlagValue] = {}
    if "updated" in held or "created" in held:
        put["updated"] = stamp(ws.clock.now())
    gone: Sequence[str] = ()
    if "content_hash" in held:
        put |= {"source": "user_explicit", "content_hash": content_hash(repair.after)}
        gone = [key for key in ("corroborated_by", "tool", "signature") if key in held]
    if put:
        seen = edit_properties(seen, put=put, remove=gone)
    return saying(seen, row.path, row.id, repair.after)


def _rests_on(ws: Workspace, finding: Finding) -> list[NotePath]:
    """Return the notes that a suggestion was made of: the new place alone where the old is gone."""
    place = finding.after.note if finding.after is not None else None
    if place is None:
        return [finding.note] if finding.note is not None else []
    return [*ws.ledger.note_stats([finding.note or place]), place]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of findings that an agent has dealt with."""

    closed: tuple[str, ...]
    """Ids of those that closed."""
    left: tuple[str, ...]
    """Why a name closed nothing, a sentence each."""


def resolve_errors(ws: Workspace, names: Sequence[str], *, said_by: str = "") -> Resolved:
    """Close findings that an agent has dealt with.

    A note's name closes what speaks of the note alone; a finding's id closes that finding: the
    memory is still true then, and rests on the note as it stands. An agent's word is no lesson, and
    of a memory that a person stands behind it says nothing. `names` are findings, or notes;
    `said_by` the note that says what the memories say, where their own speaks of them no more.

    Raises:
        NotThereError: a name is neither; nothing is closed.
        RefusedError: a person must decide on one; nothing is closed.
    """
    chosen: dict[str, Finding] = {}
    left = []
    for name in names:
        named, reason = _named(ws, name)
        for finding in named:
            if finding.kind in REVIEWED:
                raise RefusedError(
                    f"Finding {finding.id} waits for a person's decision.",
                    hint="See vault_review; a person decides in the report or with "
                    "`vaultwatch review`.",
                )
        theirs = {finding.id for finding in named if _is_for_a_person(ws, finding)}
        chosen |= {finding.id: finding for finding in named if finding.id not in theirs}
        left += [reason] if reason else []
        whose = "is the user's to settle: it is of their word, or of another program's."
        left += [f"{id_} {whose}" for id_ in sorted(theirs)]
    if ws.is_rehearsal:
        return Resolved((), tuple(left))
    closed = []
    for finding in chosen.values():
        try:
            if finding.kind in COMPARED:
                why = "still true, says an agent"
                verify(ws, finding.id, why=why, note=said_by, is_persons=False)
            else:
                if finding.kind == BY_CHECK:
                    _hold_checks(ws, finding)
                settle(ws, finding, "dealt with", is_persons=False)
            closed.append(finding.id)
        except CheckFailsError as error:
            left.append(f"{finding.id}: {error.message}")
        except NotSpokenOfError as error:
            left.append(f"{finding.id}: {error.message} Give the note that does as `said_by`.")
    return Resolved(tuple(closed), tuple(left))


def _is_for_a_person(ws: Workspace, finding: Finding) -> bool:
    """Tell whether an agent's word would hide from others what is wrong, or what they handed in."""
    rows = ws.ledger.find_memories(ids=[finding.memory_id or ""])
    if finding.kind == "memory_external_signal":
        makers = [heard_through(one.source) for one in ws.ledger.signals([row.id for row in rows])]
        return bool(ws.client) and any(not one or is_anothers(ws, one) for one in makers)
    is_compared = finding.kind in COMPARED
    return any(
        is_anothers(ws, row.facts.client)
        or (is_compared and is_persons(ws, row, grounds_of(ws, [row])[row.id]))
        for row in rows
    )


def _named(ws: Workspace, name: str) -> tuple[Collection[Finding], str]:
    """Return the live findings that a name closes, or none and why."""
    try:
        finding = get_finding(ws, name)
    except NotThereError:
        note = find_note(ws, name, is_gone_too=True)
    else:
        said = f"Finding {finding.id} is {finding.status} already: {finding.why}."
        return ([finding], "") if finding.status in LIVE else ((), said)
    found = ws.ledger.findings(statuses=LIVE, note=note)
    if of_note := [finding for finding in found if finding.kind in OF_NOTES]:
        return of_note, ""
    others = ", ".join(finding.id for finding in found)
    rest = f" {others} speak of memories that cite it; name them one by one." if others else ""
    return (), f"No open finding speaks of the note {note!r} alone.{rest}"


def _suggested(ws: Workspace, finding: Finding) -> tuple[Repair, MemoryRow]:
    row = next(iter(ws.ledger.find_memories(ids=[finding.memory_id or ""])), None)
    if row is not None:
        hold_no_record(row)
    if finding.repair is None or row is None:
        why = (
            why_unworded(finding, row.belief)
            if row and finding.kind in OUTDATED
            else "none is wanted for it"
        )
        raise RefusedError(
            f"Finding {finding.id} suggests no wording: {why}.",
            hint=f"Write your own with `vaultwatch memory edit {finding.memory_id or 'MEMORY'}`.",
        )
    return finding.repair, row


def _live(ws: Workspace, wanted: str, *, is_persons: bool = True) -> Finding:
    """Return a finding that can be settled still, by who speaks."""
    finding = get_finding(ws, wanted)
    if is_persons and is_open_to_word(ws, finding):
        finding = _taken_up_again(ws, finding)
    if finding.status not in LIVE:
        raise RefusedError(
            f"Finding {finding.id} is {finding.status} already: {finding.why}.",
            hint="Only open and acknowledged findings can be settled.",
        )
    if not is_persons and (finding.kind in REVIEWED or _is_for_a_person(ws, finding)):
        raise RefusedError(
            f"Finding {finding.id} is yours to settle, and nobody can tell who says this.",
            hint="Tick its box in the drift report, or use the command line.",
        )
    return finding


def _taken_up_again(ws: Workspace, finding: Finding) -> Finding:
    """Return a finding that closed unseen as open again, in place of what came of it."""
    why, now = "a person said otherwise", ws.clock.now()
    came = [
        one
        for one in ws.ledger.findings(statuses=LIVE, outcomes=None)
        if place_of(one) == place_of(finding)
    ]
    again = close(finding, status="open", why="", now=now)
    ws.ledger.save_findings(
        [*(close(one, status="resolved", why=why, now=now) for one in came), again]
    )
    return again


# Heed what was answered on other machines: an answer asks or closes, and teaches nothing.

_CLOSED_THERE: Mapping[SharedWord, str] = {
    "dismissed": "dismissed on another machine",
    "true": "still true, said on another machine",
}
Heeded: TypeAlias = Finding | SettledBefore
"""A finding as it is to stand, or what stood before a word given here that is taken back."""


def others_answers(ws: Workspace) -> list[Heeded]:
    """Return what answers of other machines change that came later than what was said here.

    What they call true is dismissed here: what a memory rests on only a word given here moves.
    """
    if not ws.settings.vault.share_answers:
        return []
    theirs, told = answers_of_others(ws)
    if not theirs:
        return []
    is_any_asked = any(one.word == "asked" for one in theirs.values())
    statuses = (*LIVE, "dismissed", *(("resolved",) if is_any_asked else ()))
    found = ws.ledger.findings(statuses=statuses, kinds=SHARED, outcomes=None)
    held = [one for one in found if is_shared(ws, one)]
    ids = {one.memory_id or "" for one in held}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    live = {place_of(one) for one in held if one.status in LIVE}
    heeded: list[Heeded] = []
    for finding in sorted(held, key=lambda one: one.last_seen, reverse=True):
        row = rows.get(finding.memory_id or "")
        about = questions(finding, row.belief_digest) if row is not None else ()
        asked = [one for one in about if one in theirs]
        asked = asked or [one for one in _asked_beside(ws, finding, row) if one in theirs]
        question = max(asked, key=lambda one: theirs[one].at, default="")
        if not question:
            continue
        said = theirs[question]
        if said.word == "asked":
            if place_of(finding) not in live and (again := _asked_again(ws, finding, said.at)):
                live.add(place_of(finding))
                heeded.append(again)
        elif finding.status in LIVE and (question in told or not _is_spoken_of(finding)):
            closed = close(finding, status="dismissed", why=_CLOSED_THERE[said.word], now=said.at)
            heeded.append(replace(closed, note_digest=note_digest(ws, finding)))
    return heeded


def _asked_beside(ws: Workspace, finding: Finding, row: MemoryRow | None) -> Sequence[str]:
    """Return what other lines of a note first seen as it is ask, that give what the quoted does.

    Of several that are as good another machine may quote another one.
    """
    after, note = finding.after, finding.note
    is_asked = finding.status in LIVE and finding.change == "never_agreed"
    if row is None or after is None or note is None or not is_asked:
        return ()
    own = values_of(row.belief)
    instead = [
        one
        for one in values_of(after.text)
        if any(comparable(one, said) for said in own) and not any(same(one, said) for said in own)
    ]
    with suppress(NoteUnreadableError, OutsideVaultError):
        return [
            about_now(finding, row.belief_digest, quote_of(line).text)
            for line in read_note(ws.files, note).note.statements
            if any(same(one, other) for one in instead for other in values_of(line.plain))
        ]
    return ()


def heed_others(ws: Workspace) -> list[Heeded]:
    """Carry out what `others_answers` returns, and return it."""
    heeded = others_answers(ws)
    if not heeded:  # else every finding is read, at each look
        return heeded
    unsettle(ws, [one for one in heeded if isinstance(one, SettledBefore)])
    ws.ledger.save_findings([one for one in heeded if isinstance(one, Finding)])
    return heeded


def _asked_again(ws: Workspace, finding: Finding, at: datetime) -> Heeded | None:
    """Return how a finding stands again that a word closed before this moment, if one did."""
    if finding.closed_at is None or finding.closed_at >= at:
        return None
    if finding.status == "dismissed":
        return close(finding, status="open", why="", now=at)
    return rested_on(ws, finding)


def _is_spoken_of(finding: Finding) -> bool:
    """Tell whether a person here called a finding outdated, or took its dismissal back."""
    return finding.status == "open" and bool(finding.why)
