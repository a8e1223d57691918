"""What waits for a person: memories, claims to be their word, proposals; what a decision does."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposedVerb
from vaultwatch.drift.findings.conditions import ASKED, REVIEWED, passage_of, waits
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.errors import NoteUnreadableError, NotThereError, RefusedError
from vaultwatch.memories.facts import beside_text, claim_text
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.report.model import WaitingGroup
from vaultwatch.report.words import wish_of
from vaultwatch.services.findings.settle import SettlingWord, settle
from vaultwatch.services.indexing.registering import memory_at
from vaultwatch.services.lookup import find_memory, get_finding
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.property_writes import (
    plan_supersede,
    reinstate,
    supersede,
    taken_since,
)
from vaultwatch.services.memories.updating import (
    MemoryChange,
    forget_memory,
    merge_memories,
    update_memory,
)
from vaultwatch.services.memories.validating import REASON, gated
from vaultwatch.services.records.proposals import StandingProposal, standing_proposals, whose_wish
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import accept, grounds_of, owning, take_as_said, vouch
from vaultwatch.services.scanning.conditions import asked_together, claims_digest, keep_conditions
from vaultwatch.services.scanning.opinions import tell_truth
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.upkeep.carrying_out import carry_out_upkeep, of_row
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import ROW_VERBS, UPKEEP

Choice: TypeAlias = Literal["activate", "keep", "reject"]
"""`activate`: it holds instead of those it speaks against; `keep`: beside them; `reject`: it is
put away."""


@dataclass(frozen=True, slots=True)
class Other:
    """A memory that another one speaks against."""

    id: str
    path: NotePath
    belief: str


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One memory that waits for a decision."""

    id: str
    path: NotePath
    belief: str
    status: str
    why: tuple[str, ...]
    against: tuple[Other, ...]
    findings: tuple[str, ...]
    """Ids of the findings that ask for the decision."""
    source: str
    """Whose word it is; see `memories.facts`."""
    trust: float
    """0..1"""
    claim: str = ""
    """What it claims: subject, predicate and value; empty where it carries no claim."""
    beside: str = ""
    """Its type, tags and evidence, in words; empty where it has none."""

    @property
    def digest(self) -> str:
        """What a decision rests on; another one needs another decision."""
        against = (one.id + one.belief for one in self.against)
        return passage_of(self.belief, self.claim, self.beside, *against)


def list_reviews(ws: Workspace) -> list[ReviewItem]:
    """Return what waits for a decision, by the memory's path."""
    asked: dict[str, list[Finding]] = {}
    for finding in ws.ledger.findings(statuses=LIVE):
        if waits(finding) and finding.kind not in ASKED and finding.memory_id is not None:
            asked.setdefault(finding.memory_id, []).append(finding)
    rows = {row.id: row for row in ws.ledger.find_memories(ids=asked)}
    notes = {one.note for found in asked.values() for one in found if one.note is not None}
    others = {
        row.path: Other(row.id, row.path, row.belief)
        for row in ws.ledger.find_memories(paths=notes)
    }
    grounds = grounds_of(ws, rows.values())
    items = [_item(row, asked[row.id], others, grounds[row.id].trust) for row in rows.values()]
    return sorted(items, key=lambda item: item.path)


def show_review(ws: Workspace, wanted: str) -> ReviewItem:
    """Return one memory that waits, by its id, its note's name or a finding's id."""
    items = list_reviews(ws)
    named = [item for item in items if wanted.lstrip("^") in {item.id, *item.findings}]
    if not named:
        row = find_memory(ws, wanted)
        named = [item for item in items if item.id == row.id]
    if not named:
        raise NotThereError(
            f"Memory {wanted!r} waits for no decision.",
            hint="`vaultwatch review` names those that do.",
        )
    return named[0]


def decide_review(
    ws: Workspace, wanted: str, choice: Choice, *, why: str = "", digest: str = ""
) -> MemoryWrite:
    """Carry out a person's decision.

    `activate` lets the memory hold, instead of those it speaks against; `reject` puts it away into
    `.trash`; `keep` lets all hold side by side. `digest` is of what the person was shown; empty
    where they saw it as it stands.

    Raises:
        NotThereError: nothing waits under this name.
        RefusedError: a note cannot be edited, or there is nothing to keep it beside.
        NoteUnreadableError: a note cannot be read.
    """
    why = gated(ws, why, REASON)
    if choice == "activate" and not is_waiting(ws, wanted):
        claimed = show_claims(ws, wanted)
        if claimed is not None:
            return decide_claims(ws, claimed, are_theirs=True, why=why, digest=digest)
    item = show_review(ws, wanted)
    hold_shown(digest, item.digest, "What waits")
    if choice == "reject":
        return forget_memory(ws, item.id, why=why or "rejected in review", deed="review reject")
    if choice == "keep" and not item.against:
        raise RefusedError(
            f"Memory {item.id} speaks against no other: there is nothing to keep it beside.",
            hint="Activate or reject it.",
        )
    if not ws.is_rehearsal:
        _let_hold(ws, item, choice, why)
    return MemoryWrite(item.id, item.path)


def hold_shown(shown: str, now: str, what: str) -> None:
    """Let a decision pass on what a person was shown, by its digest; empty as it stands."""
    if shown and shown != now:
        raise RefusedError(
            f"{what} is not what was shown: it changed meanwhile.", hint="Look at it again."
        )


def is_waiting(ws: Workspace, wanted: str) -> bool:
    """Tell whether a memory waits for a decision, by its id or a finding's."""
    return any(wanted.lstrip("^") in {item.id, *item.findings} for item in list_reviews(ws))


@dataclass(frozen=True, slots=True)
class ClaimedMemory:
    """A memory whose file says that a person said so."""

    id: str
    path: NotePath
    belief: str
    claim: str
    """Subject, predicate and value in words; empty where it carries none."""
    beside: str
    """Its type, tags and evidence, in words; empty where it has none."""


@dataclass(frozen=True, slots=True)
class ClaimedWords:
    """Memories that appeared as files and say that a person said so."""

    finding: str
    """The id of the finding that asks."""
    memories: tuple[ClaimedMemory, ...]
    digest: str
    """What a decision rests on; another one needs another decision."""


def show_claims(ws: Workspace, wanted: str = "") -> ClaimedWords | None:
    """Return what files say that a person said: all, or those that a finding or memory names."""
    asked = {one.memory_id: one.id for one in ws.ledger.findings(statuses=LIVE, kind="claimed")}
    claiming = ws.ledger.claiming_memories()
    rows, id_ = asked_together(claiming), asked.get(None, "")
    if wanted and wanted.lstrip("^") != id_:
        rows = [row for row in claiming if wanted.lstrip("^") in {row.id, asked.get(row.id)}]
        id_ = asked.get(rows[0].id, id_) if rows else ""
    if not rows:
        return None
    said = tuple(
        ClaimedMemory(
            row.id, row.path, row.belief, claim_text(row.facts.claim), beside_text(row.facts)
        )
        for row in rows
    )
    return ClaimedWords(id_, said, claims_digest(rows))


def list_claims(ws: Workspace) -> list[ClaimedWords]:
    """Return what files say that a person said, a question each."""
    asked = ws.ledger.findings(statuses=LIVE, kind="claimed")
    found = (show_claims(ws, one.id) for one in asked)
    return [one for one in found if one is not None]


def decide_claims(
    ws: Workspace, claimed: ClaimedWords, *, are_theirs: bool, why: str = "", digest: str = ""
) -> MemoryWrite:
    """Carry out what a person says of files that claim to be their word.

    `claimed` is what they were shown, `are_theirs` whether they said it: else it stays reported and
    they are not asked again. `digest` is of what they were shown; empty where they saw it as it
    stands.

    Raises:
        RefusedError: the memories say something else by now, where they are taken for theirs.
    """
    hold_shown(digest, claimed.digest, "What the files say")
    why = gated(ws, why, REASON)
    ids = [one.id for one in claimed.memories]
    rows = ws.ledger.find_memories(ids=ids)
    if are_theirs and any(_differs(ws, row) for row in rows):
        raise RefusedError(
            "A file does not say what was shown: it changed meanwhile.", hint="Look at it again."
        )
    done = MemoryWrite(", ".join(ids), claimed.memories[0].path)
    if ws.is_rehearsal:
        return done
    owe_look(ws)
    if are_theirs:
        take_as_said(ws, rows)
    else:
        ws.ledger.put_memories(
            replace(one, facts=replace(one.facts, is_claim=False)) for one in rows
        )
    for id_ in ids:
        ws.ledger.record(f"memory {'confirm' if are_theirs else 'leave'}", id_, why)
    keep_conditions(ws)
    return done


def _differs(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether a memory's file says something else than what was taken in of it."""
    now = memory_at(ws, row)
    said, seen = ((one.facts.claim, beside_text(one.facts)) for one in (now, row))
    return now.belief_digest != row.belief_digest or said != seen


def _let_hold(ws: Workspace, item: ReviewItem, choice: Choice, why: str) -> None:
    row = ws.ledger.find_memories(ids=[item.id])[0]
    if is_record(row.id):
        _let_record_hold(ws, row, item, why)
        return
    gone = [other.id for other in item.against] if choice == "activate" else []
    standing_back = plan_supersede(ws, gone, by=row.id, since=taken_since(ws, row.facts))
    owe_look(ws)
    accept(ws, row)  # first: what is written next is taken in as accepted
    written = [row.path]
    # What was reported of a person they have said themselves by now.
    said: dict[str, FlagValue] = {}
    if row.facts.source == "user_reported" and not is_item(row.id):
        said["source"] = "user_explicit"
    with ws.journal.run(f"review {choice}"):
        if choice == "keep" and row.facts.claim is not None:
            reinstate(ws, row, {**said, "exclusive": False})
        else:
            reinstate(ws, row, said)
            written += supersede(ws, standing_back, by=row.id)
    ws.ledger.record(f"review {choice}", row.id, why)
    for finding in (get_finding(ws, one) for one in item.findings):
        settle(ws, finding, "decided", why=why)
        tell_truth(ws, finding, "holds" if choice == "keep" else "outdated")
    # Also where its note said all along that it is active, so that no byte of it changed.
    ws.ledger.set_indexed({row.path: ""}, "")
    take_in(ws, written)


def _let_record_hold(ws: Workspace, row: MemoryRow, item: ReviewItem, why: str) -> None:
    """Let a store's record be recalled as it reads now: an agent's word still."""
    owe_look(ws)
    vouch(ws, row.id, row.belief_digest)
    facts = replace(row.facts, status="active", status_reason="", is_held=False)
    ws.ledger.put_memories([replace(row, facts=facts)])
    ws.ledger.record("review activate", row.id, why)
    for finding in item.findings:
        settle(ws, get_finding(ws, finding), "decided", why=why)


def _item(
    row: MemoryRow, findings: list[Finding], others: Mapping[NotePath, Other], trust: float
) -> ReviewItem:
    spoken_of = [
        others[one.note] for one in findings if one.note is not None and one.note in others
    ]
    against = {other.id: other for other in spoken_of}
    return ReviewItem(
        id=row.id,
        path=row.path,
        belief=row.belief,
        status=row.facts.status,
        why=tuple(dict.fromkeys(reason for one in findings for reason in one.reasons)),
        against=tuple(against.values()),
        findings=tuple(one.id for one in findings),
        source=row.facts.source,
        trust=trust,
        claim=claim_text(row.facts.claim),
        beside=beside_text(row.facts),
    )


Answer: TypeAlias = Literal["apply", "leave"]
"""`apply`: it is done as the person's own word; `leave`: the memory stays as it is."""


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """One proposal that waits for a person."""

    id: str
    """Of the memory."""
    path: NotePath
    verb: ProposedVerb
    belief: str
    """What the memory says."""
    wording: str | None
    """What it would say; None where its words stay, or where it would be put away."""
    value: str | None
    """What its claim would say; None where that stays."""
    other: str
    """What the memories say that would be merged into it and stand back; empty where none is."""
    agent: str
    finding: str
    """The id of the finding that asks; empty until the next look."""
    digest: str
    """What a decision rests on; another one needs another decision."""


def list_proposals(ws: Workspace) -> list[ProposedChange]:
    """Return what is proposed, by the memory's path; of each memory the newest."""
    asked = {
        finding.memory_id: finding.id
        for finding in ws.ledger.findings(statuses=LIVE, kind="proposal")
    }
    items = [_proposed(one, asked.get(one.row.id, "")) for one in standing_proposals(ws)]
    return sorted(items, key=lambda item: item.path)


def show_proposal(ws: Workspace, wanted: str) -> ProposedChange:
    """Return what is proposed for a memory, by its id or the finding's."""
    for item in list_proposals(ws):
        if wanted.lstrip("^") in {item.id, item.finding}:
            return item
    raise NotThereError(
        f"Nothing is proposed for memory {wanted!r}.", hint="`vaultwatch review` names what is."
    )


def decide_proposal(
    ws: Workspace, wanted: str, answer: Answer, *, why: str = "", digest: str = ""
) -> ProposedChange | MemoryWrite:
    """Carry out a person's answer to a proposal; `leave` also what files claim to be their word.

    `apply` does what is proposed, as the person's own word; `leave` drops it, and they are not
    asked about the same again. `digest` is of what the person was shown; empty where they saw it as
    it stands.

    Raises:
        NotThereError: nothing is proposed.
        RefusedError: something else is by now, or it cannot be done.
        NoteUnreadableError, NoteChangedError: a note cannot be read, or changed just now.
    """
    why = gated(ws, why, REASON)
    catch_up(ws)  # what a person wrote by hand since makes it void
    claimed = claims_meant(ws, wanted, answer)
    if claimed is not None:
        return decide_claims(ws, claimed, are_theirs=False, why=why, digest=digest)
    item = show_proposal(ws, wanted)
    hold_shown(digest, item.digest, "What is proposed")
    if ws.is_rehearsal:
        return item
    owe_look(ws)
    standing = next(one for one in standing_proposals(ws) if one.proposal.id == item.digest)
    if answer == "apply":
        _apply(ws, standing, why)
    word: SettlingWord = "decided" if answer == "apply" else "left"
    for finding in ws.ledger.findings(statuses=LIVE, kind="proposal", memory_id=item.id):
        if finding.passage == item.digest:
            settle(ws, finding, word, why=why)
    ws.ledger.record(f"proposal {answer}", item.id, why)
    return item


def claims_meant(ws: Workspace, wanted: str, answer: str) -> ClaimedWords | None:
    """Return the files that an answer is about: where nothing else waits for it by this name."""
    if answer == "activate":
        is_other = is_waiting(ws, wanted)
    else:
        is_other = any(one.row.id == wanted for one in standing_proposals(ws))
    is_theirs = answer in {"activate", "leave"} and not is_other
    return show_claims(ws, wanted) if is_theirs else None


def _apply(ws: Workspace, standing: StandingProposal, why: str) -> None:
    proposal, row = standing.proposal, standing.row
    if proposal.verb in ROW_VERBS.values():
        carry_out_upkeep(ws, of_row(proposal))
        return
    with owning(ws, row):
        match proposal.verb:
            case "update":
                wish = MemoryChange(belief=proposal.belief, value=proposal.value)
                update_memory(ws, row.id, wish, by="person")
            case "merge":
                merge_memories(ws, row.id, proposal.other, is_persons=True)
            case "forget":
                forget_memory(ws, row.id, why=why or "as an agent proposed")


def _proposed(standing: StandingProposal, finding: str) -> ProposedChange:
    proposal, row = standing.proposal, standing.row
    return ProposedChange(
        id=row.id,
        path=row.path,
        verb=proposal.verb,
        belief=row.belief,
        wording=proposal.belief,
        value=proposal.value,
        other="\n\n".join(one.belief for one in standing.others),
        agent=proposal.agent,
        finding=finding,
        digest=proposal.id,
    )


def waiting_groups(ws: Workspace) -> list[WaitingGroup]:
    """Return what waits for a person, by the hand that it comes from; files last."""
    live = ws.ledger.findings(statuses=LIVE)
    found = [one for one in live if one.kind in REVIEWED and not is_record(one.memory_id)]
    if not found:
        return []
    agents = {one.id: one.agent for one in ws.ledger.proposals()}
    ids = {one.memory_id or "" for one in found}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    by_hand: dict[str, list[Finding]] = {}
    for one in found:
        whose = _whose(one, rows.get(one.memory_id or ""), agents)
        if whose is not None:
            by_hand.setdefault(whose, []).append(one)
    ordered = sorted(by_hand.items(), key=lambda hand: (not hand[0], hand[0]))
    return [_group(ws, name, found, rows) for name, found in ordered]


def group_of(ws: Workspace, wanted: str) -> WaitingGroup:
    """Return all that waits from the hand that one thing comes from.

    `wanted` is the id of a memory that waits, or of a finding that asks.
    """
    named = wanted.lstrip("^")
    claiming = {row.id for row in ws.ledger.claiming_memories()}
    for group in waiting_groups(ws):
        asked = {get_finding(ws, id_).memory_id for id_ in group.findings}
        if named in {*group.findings, *asked} or (not group.name and named in claiming):
            return group
    raise NotThereError(
        f"Nothing waits for a decision as {wanted!r}.", hint="`vaultwatch review` names what does."
    )


def refuse_group(ws: Workspace, wanted: str, *, why: str = "", digest: str = "") -> WaitingGroup:
    """Refuse all that waits from the hand that one thing comes from.

    `wanted` as for `group_of`; `digest` is of what they were shown, empty where they saw it as it
    stands.
    """
    group, why = group_of(ws, wanted), gated(ws, why, REASON)
    hold_shown(digest, group.digest, "What waits")
    refuse_all(ws, group.findings, why=why)
    return group


def refuse_all(ws: Workspace, findings: Collection[str], *, why: str = "") -> None:
    """Put away what waits, leave what is proposed, and what files claim as reported.

    What says something else by now, or is gone, stops no other and is asked about again. `findings`
    are the ids of those that ask.
    """
    if ws.is_rehearsal:
        return
    for id_ in findings:
        finding = get_finding(ws, id_)
        if finding.status in LIVE:  # not decided with one before
            with suppress(NotThereError, NoteUnreadableError, RefusedError):
                _refuse(ws, finding, why)


def _refuse(ws: Workspace, finding: Finding, why: str) -> None:
    if finding.kind == "proposal":
        decide_proposal(ws, finding.id, "leave", why=why, digest=finding.passage)
    elif finding.kind == "claimed":
        while (claimed := show_claims(ws, finding.id)) is not None:  # one asks about some only
            decide_claims(ws, claimed, are_theirs=False, why=why)
    else:
        why = why or "rejected in review"
        forget_memory(ws, finding.memory_id or "", why=why, deed="review reject")


def _whose(finding: Finding, row: MemoryRow | None, agents: dict[str, str]) -> str | None:
    """Return whose wish a finding asks about: an agent's; empty for a file; None for neither."""
    if finding.kind == "proposal":
        whose = agents.get(finding.passage)
        return None if whose == UPKEEP else whose or None
    if finding.kind == "claimed":
        return ""
    return whose_wish(row) if row is not None and row.facts.status == "quarantined" else None


def _group(
    ws: Workspace, name: str, found: list[Finding], rows: dict[str, MemoryRow]
) -> WaitingGroup:
    said: dict[str, str] = {}
    for one in found:
        if one.kind == "proposal":
            said[one.id] = one.after.text if one.after is not None else wish_of(one)
        elif one.memory_id is not None:
            said[one.memory_id] = rows[one.memory_id].belief
    if not name:
        said |= {row.id: row.belief for row in ws.ledger.claiming_memories()}
    asked = sorted(one.id + one.passage for one in found)
    digest = passage_of(*asked, *said.values())
    return WaitingGroup(
        name, len(said), tuple(sorted(one.id for one in found)), tuple(said.values()), digest
    )
