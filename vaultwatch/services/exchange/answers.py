"""Take a person's answers out of the report before it is rewritten, and carry them out.

Called first thing by whatever looks at the vault. May be killed anywhere: a tick stays in the
file until the report is rewritten, and one that was taken on already is finished, not refused.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import ASKED
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.errors import RefusedError, VaultwatchError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import Answers, Tick, read_answers
from vaultwatch.report.boxes import (
    THERE,
    ReportAnswer,
    block_id,
    label_of,
    render_digest,
    repair_words,
    speaker_of,
)
from vaultwatch.report.edition import is_as_written
from vaultwatch.report.escape import belief_words, link_words
from vaultwatch.report.groups import OUTGROWN, Group, Together, read_groups
from vaultwatch.report.render_story import render_naming, render_proposal
from vaultwatch.report.store_patch import OFFER
from vaultwatch.report.words import OUTDATED
from vaultwatch.services.exchange.report_file import (
    base_of,
    older_base_of,
    read_report,
    tell,
    told,
)
from vaultwatch.services.findings.review import (
    decide_claims,
    decide_proposal,
    decide_review,
    group_of,
    refuse_all,
    show_claims,
)
from vaultwatch.services.findings.settle import apply, confirm, dismiss, verify
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.lookup import get_finding
from vaultwatch.services.memories.updating import Deed, forget_memory
from vaultwatch.services.patching.offering import take_offers
from vaultwatch.services.records.small_facts import (
    REPORT_ASKED,
    REPORT_PROPERTIES,
    REPORT_REMARKS,
    REPORT_STARTED,
    Said,
)
from vaultwatch.services.scanning.opinions import is_open_to_word
from vaultwatch.services.workspace import Workspace

# Long because what a tick means is decided here once, whichever box it was.


log = logging.getLogger(__name__)

_WHY: dict[ReportAnswer, str] = {
    "apply": "the suggested wording was applied, ticked in the report",
    "true": "still true, ticked in the report",
    **dict.fromkeys(THERE, "still true by another note, ticked in the report"),
    "here": "still true, and its note says so, ticked in the report",
    "unverified": "still true, though no note says so, ticked in the report",
    "dismiss": "a false alarm, ticked in the report",
    "outdated": "outdated, ticked in the report",
    "forget": "ticked in the report",
    "activate": "let hold, ticked in the report",
    "keep": "kept beside the other, ticked in the report",
    "reject": "put away, ticked in the report",
    "leave": "left as it is, ticked in the report",
    "refuse": "refused with all that came with it, ticked in the report",
    "sure": "ticked for all of them in the report",
}
_OTHER_MARK = "Nothing was done: a box is ticked with x, and with no other mark."
_NO_ID = (
    "A tick was not understood: the id at the end of its line, which begins with ^, was gone. "
    "Tick the box again."
)
_PUT_AWAY = frozenset({"forget", "reject"})
_FOR_ANOTHER = (
    "boxes are ticked in it that are not known here: whoever wrote it, a vaultwatch of another "
    "machine or with another state folder, acts on them when it looks next. To have it written "
    "here, untick them or delete it"
)


@dataclass(frozen=True, slots=True)
class TickedDeed:
    """What one tick did, or in a rehearsal would."""

    deed: Literal["rewrite", "forget", "settle"]
    finding: str
    memory_id: str | None
    name: str
    """Of what it is about, for a person."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was read out of the report, and what is left to do about it."""

    seen: bytes | None
    """The report whose answers these are; only it may be overwritten. None: there is none."""
    refusal: str = ""
    """Why the report must not be written; empty where it may."""
    base: str | None = None
    """The text of ours that it goes back to."""
    is_news: bool = False
    """Whether the report is not as we last wrote it, so that it has to be written."""
    settled: int = 0
    """Findings that ticks closed."""
    answered: frozenset[str] = frozenset()
    """Findings that ticks meant, and which the look that follows may close."""
    deeds: tuple[TickedDeed, ...] = ()
    """What ticks did, or in a rehearsal would."""


def take_answers(ws: Workspace) -> Taken:
    """Read what a person ticked and typed in the report, keep it, and carry it out."""
    standing = read_report(ws)
    if standing.refusal:
        return Taken(standing.data, standing.refusal)
    if standing.data is None:
        return Taken(None)  # deleted by a person: written again when there is news
    current = standing.data.decode("utf-8", "replace")
    base = base_of(ws, current)
    if current == base:
        return Taken(standing.data, base=base)
    older = base or older_base_of(ws, current)
    answers = read_answers(older, current)
    is_said = answers.ticks or answers.unclear or answers.remarks or answers.nameless
    known = _by_anchor(ws.ledger.findings(outcomes=None)) if is_said else {}
    ticks = [one for one in answers.ticks if not one.finding.startswith(OFFER)]
    together = read_groups(ticks, known.values(), REPORT_STARTED.get(ws.ledger), _paths(ws, known))
    if base is None and _is_for_another(together, known, None if older else current):
        return Taken(standing.data, _FOR_ANOTHER)
    _take_ticked_offers(ws, answers.ticks, current)
    asked = {one.anchor: tuple(f.id for f in one.findings) for one in together.asked}
    REPORT_ASKED.set(ws.ledger, asked)
    _keep_words(ws, answers, known, is_base_known=base is not None)
    # A report that came from another machine as it wrote it waits for the next real news: two
    # daemons that share a vault would else write it in turns for ever.
    is_news = base is not None or not is_as_written(current)
    _tell_unclear(ws, answers, known)
    settled, meant = 0, frozenset[str]()
    deeds: tuple[TickedDeed, ...] = ()
    if answers.ticks:
        live = _live(ws)
        deeds = _Round(ws, known, current).carry_out(together)
        left = _live(ws)
        settled = len(live - left)
        meant = frozenset(left) & {one.finding for one in deeds}  # what was refused meant nothing
        log.info("took answers ticks=%d remarks=%d", len(answers.ticks), len(answers.remarks))
    return Taken(
        standing.data, base=base, is_news=is_news, settled=settled, answered=meant, deeds=deeds
    )


def _is_for_another(together: Together, known: Mapping[str, Finding], strange: str | None) -> bool:
    """Tell whether ticks answer what only the ledger that wrote the report knows.

    `strange` is the report where it never stood here: in one that did, what changed since is ours.
    """
    if any(one.finding not in known for one in together.ticks):
        return True
    live = [known[one.finding] for one in together.ticks if one.answer == "apply"]
    return strange is not None and (
        bool(together.unknown) or not all(_shows(strange, f) for f in live if f.status in LIVE)
    )


def _shows(report: str, finding: Finding) -> bool:
    """Tell whether a report offers what would be written for a finding."""
    is_worded = any(repair_words(finding, words) in report for words in (belief_words, link_words))
    return is_worded and all(line in report for line in render_naming(finding))


def _live(ws: Workspace) -> set[str]:
    return {one.id for one in ws.ledger.findings(statuses=LIVE, outcomes=None)}


def _tell_unclear(ws: Workspace, answers: Answers, known: Mapping[str, Finding]) -> None:
    """Say of boxes with another mark than a tick, or without their id, that nothing was done."""
    now = ws.clock.now()
    marked = [(one, _OTHER_MARK) for one in answers.unclear if one.finding in known]
    unclear = [*marked, *((one, _NO_ID) for one in answers.nameless)]
    tell(ws, [Said(now, one.finding, one.answer, why, is_done=False) for one, why in unclear])


def _paths(ws: Workspace, known: Mapping[str, Finding]) -> Callable[[Finding], NotePath | None]:
    """Return what tells where the memory of a finding stands."""
    ids = {one.memory_id for one in known.values() if one.memory_id}
    paths = {row.id: row.path for row in ws.ledger.find_memories(ids=ids)}
    return lambda finding: paths.get(finding.memory_id or "")


def _by_anchor(findings: Sequence[Finding]) -> dict[str, Finding]:
    # Live ones last: should two share an anchor, theirs is the one in the report.
    ordered = sorted(findings, key=lambda one: one.status in LIVE)
    return {block_id(one.id): one for one in ordered if block_id(one.id)}


def _keep_words(
    ws: Workspace, answers: Answers, known: dict[str, Finding], *, is_base_known: bool
) -> None:
    """Keep what was typed: replaced as a whole, so that doing it twice does nothing more."""
    general = answers.general
    changed = []
    for anchor, text in answers.remarks.items():
        remark = mask_secrets(text)
        finding = known.get(anchor)
        if finding is None:
            if general is None:
                general = REPORT_REMARKS.get(ws.ledger)
            general = _joined(general, remark)
            continue
        if not is_base_known:
            remark = _joined(finding.remark, remark)
        if finding.remark != remark:
            known[anchor] = replace(finding, remark=remark)
            changed.append(known[anchor])
    ws.ledger.save_findings(changed)
    if general is not None:
        general = mask_secrets(general)
        if not is_base_known:
            general = _joined(REPORT_REMARKS.get(ws.ledger), general)
        REPORT_REMARKS.set(ws.ledger, general)
    REPORT_PROPERTIES.set(ws.ledger, mask_secrets(answers.properties))


def _joined(held: str, other: str) -> str:
    """Return both texts; one that holds the other says it all."""
    if other in held or held in other:
        return max(held, other, key=len)
    return f"{held}\n{other}"


class _Round:
    """The ticks of one report, decided together and carried out in an order that a kill may cut.

    What is taken on is remembered first, so that a repeated tick is known as ours; then findings
    are settled; then memories are put away; then the reader is told.
    """

    def __init__(self, ws: Workspace, known: Mapping[str, Finding], report: str) -> None:
        """Do nothing yet."""
        self._ws = ws
        self._report = report
        self._known = known
        self._rows = {row.id: row for row in ws.ledger.memories()}
        self._heads = ws.ledger.baseline_heads()
        self._started = REPORT_STARTED.get(ws.ledger)
        self._told = {(one.finding, one.answer) for one in told(ws)}
        self._said: list[Said] = []
        self._deeds: list[TickedDeed] = []

    def carry_out(self, together: Together) -> tuple[TickedDeed, ...]:
        """Carry out what can be, and say of each what became of it, of many at once in one line.

        Returns: what was done.
        """
        for tick in together.unknown:
            self._say(tick, OUTGROWN, is_done=False)
        todo = dict(self._decided(together.ticks))
        groups = {(one.anchor, "sure") for one in together.sure}
        taken_on = {*self._started, *groups, *((t.finding, t.answer) for t in todo)}
        REPORT_STARTED.set(self._ws.ledger, frozenset(taken_on))
        for group in together.sure:
            ticks = [Tick(block_id(one.id), group.answer) for one in group.findings]
            self._act({tick: todo.pop(tick) for tick in ticks if tick in todo}, group)
        for tick in sorted(todo, key=lambda one: one.answer in _PUT_AWAY):
            self._act({tick: todo[tick]})
        tell(self._ws, self._said)
        return tuple(self._deeds)

    def _act(self, todo: Mapping[Tick, Finding], group: Group | None = None) -> None:
        """Carry out one tick, or those of a group, as one step."""
        rows = filter(None, map(self._row, todo.values()))
        with self._ws.journal.step(*(row.path for row in rows)):
            for tick, finding in todo.items():
                act = self._forget if tick.answer in _PUT_AWAY else self._settle
                failed: dict[NotePath, str] = {}
                with sparing_others(finding.note or NotePath(finding.id), failed):
                    act(tick, finding)
                for why in failed.values():
                    self._say(tick, f"Not all was done about {self._name(finding)}: {why}.")
            if group is not None:
                self._sum_up(group)

    def _sum_up(self, group: Group) -> None:
        """Say in one line what became of findings that were settled together."""
        done = [one for one in group.findings if get_finding(self._ws, one.id).status not in LIVE]
        anchors = {block_id(one.id) for one in done}
        self._said = [one for one in self._said if one.finding not in anchors]
        said = f"{len(done)} of {len(group.findings)} findings were settled together: {group.said}."
        self._say(Tick(group.anchor, "sure"), said)

    def _decided(self, ticks: Collection[Tick]) -> Iterator[tuple[Tick, Finding]]:
        """Yield the ticks to act on; say of the others why nothing is done."""
        by_finding: dict[str, list[Tick]] = {}
        for tick in ticks:
            by_finding.setdefault(tick.finding, []).append(tick)
        for anchor, group in by_finding.items():
            finding = self._known.get(anchor)
            if finding is None:
                why = f"Nothing was done: no finding is called {anchor!r}."
                self._say(group[0], why, is_done=False)
            elif finding.status in LIVE and len(group) > 1:
                why = "different boxes were ticked; tick one"
                said = f"Nothing was done about {self._name(finding)}: {why}."
                self._say(group[0], said, is_done=False)
            else:
                for tick in group:
                    is_ours = (anchor, tick.answer) in self._started
                    if finding.status in LIVE or is_ours or is_open_to_word(self._ws, finding):
                        yield tick, finding
                    else:
                        self._say(tick, self._too_late(finding), is_done=False)

    def _too_late(self, finding: Finding) -> str:
        because = f" ({finding.why})" if finding.why else ""
        return (
            f"Nothing was done about {self._name(finding)}: "
            f"the finding was {finding.status} already{because}."
        )

    def _say(self, tick: Tick, said: str, *, is_news: bool = True, is_done: bool = True) -> None:
        """Note what became of a tick; what is no news leaves what an earlier attempt said."""
        if is_news or (tick.finding, tick.answer) not in self._told:
            now = self._ws.clock.now()
            self._said.append(Said(now, tick.finding, tick.answer, mask_secrets(said), is_done))

    def _did(
        self, deed: Literal["rewrite", "forget", "settle"], finding: Finding, name: str
    ) -> None:
        self._deeds.append(TickedDeed(deed, finding.id, finding.memory_id, name))

    def _settle(self, tick: Tick, finding: Finding) -> None:
        """Carry out what settles a finding, unless an earlier attempt came to its end."""
        said = self._sentence(tick, finding)  # first: it depends on what the memory rests on still
        standing = get_finding(self._ws, finding.id)  # another tick may have closed it
        is_live = standing.status in LIVE or is_open_to_word(self._ws, standing)
        if tick.answer == "outdated":  # which leaves it open
            is_live = is_live and standing.outcome == "in_doubt"
        is_done = True
        if is_live:
            name = self._name(finding)
            try:
                self._say_word(tick, finding)
                is_new = tick.answer == "apply" and finding.repair is not None
                self._did("rewrite" if is_new else "settle", finding, name)
                if tick.answer == "apply":  # its note may be called otherwise by now
                    self._rows = {row.id: row for row in self._ws.ledger.memories()}
                    said = self._sentence(tick, finding)
            except VaultwatchError as error:
                said = f"Nothing was done about {self._name(finding)}: {error.message}"
                is_done = False
        self._say(tick, said, is_news=is_live, is_done=is_done)

    def _say_word(self, tick: Tick, finding: Finding) -> None:
        ws, id_, why = self._ws, finding.id, _WHY[tick.answer]
        if finding.kind in ASKED and tick.answer != "refuse":
            self._decide(tick, finding)
            return
        match tick.answer:
            case "true" | "here" | "unverified" | "there1" | "there2" | "there3":
                self._call_true(tick.answer, finding, why)
            case "dismiss":
                is_true = finding.outcome == "in_doubt"  # so its box in older reports says
                dismiss(ws, id_, why=_WHY["true"] if is_true else why)
            case "outdated":
                confirm(ws, id_, why=why)
            case "activate" | "keep":
                decide_review(ws, finding.memory_id or "", tick.answer, why=why)
            case "refuse":
                self._refuse(finding, why)
            case "leave":
                raise RefusedError("nothing is proposed for it.")
            case "apply":
                # The person agreed to what they read, not to what was found since.
                if not _shows(self._report, finding):
                    raise RefusedError("look at it again.")
                apply(ws, id_, why=why)

    def _call_true(self, answer: ReportAnswer, finding: Finding, why: str) -> None:
        if finding.outcome == "in_doubt":  # nothing was told that could be false
            dismiss(self._ws, finding.id, why=why)
            return
        note = speaker_of(finding, answer)
        # As in `apply`: notes may have been found since that the person did not read of.
        if answer in {"here", *THERE} and (
            note is None or label_of(finding, answer) not in self._report
        ):
            raise RefusedError("look at it again.")
        is_unverified = answer == "unverified"
        verify(self._ws, finding.id, why=why, note=note or "", is_unverified=is_unverified)

    def _decide(self, tick: Tick, finding: Finding) -> None:
        """Carry out the answer to a question: to what the person read, not to a newer one."""
        if finding.kind == "claimed":
            self._decide_claims(tick, finding)
            return
        if not all(line in self._report for line in render_proposal(finding)):
            raise RefusedError("look at it again.")
        why, digest = _WHY[tick.answer], finding.passage
        match tick.answer:
            case "apply" | "leave":
                decide_proposal(self._ws, finding.id, tick.answer, why=why, digest=digest)
            case _:
                raise RefusedError("it asks another question.")

    def _refuse(self, finding: Finding, why: str) -> None:
        """Refuse what waits from one hand: all of it, or what was told of where more came since."""
        mine = group_of(self._ws, finding.id)
        is_same = render_digest(mine.digest) in self._report
        told = (one for one in mine.findings if f"^{block_id(one)}\n" in f"{self._report}\n")
        refuse_all(self._ws, mine.findings if is_same else tuple(told), why=why)

    def _decide_claims(self, tick: Tick, finding: Finding) -> None:
        """Carry out the answer about files that claim to be a person's word: those they read of."""
        claimed = show_claims(self._ws, finding.id)
        if claimed is None or render_digest(claimed.digest) not in self._report:
            raise RefusedError("look at them again.")
        are_theirs = tick.answer == "activate"
        decide_claims(self._ws, claimed, are_theirs=are_theirs, why=_WHY[tick.answer])

    def _forget(self, tick: Tick, finding: Finding) -> None:
        """Put the memory away, unless it is gone already."""
        ws, name = self._ws, self._name(finding)
        row = self._rows.get(finding.memory_id or "")
        if row is None or ws.files.stat(row.path) is None:
            if (tick.finding, tick.answer) in self._started:
                self._say(tick, f"{name} is forgotten; its note is put away.", is_news=False)
            else:  # moved, perhaps: the look that follows will know
                said = f"Nothing was done about {name}: its note is not where it was."
                self._say(tick, said, is_done=False)
            return
        deed: Deed = "review reject" if tick.answer == "reject" else "memory forget"
        try:
            done = forget_memory(ws, row.id, why=_WHY[tick.answer], deed=deed)
        except VaultwatchError as error:
            self._say(tick, f"{name} could not be put away: {error.message}", is_done=False)
            return
        self._did("forget", finding, name)
        where = (
            "would go to the vault's .trash" if ws.is_rehearsal else f"lies in {done.moved_to!r}"
        )
        self._say(tick, f"{name} is forgotten; its note {where}.")

    def _sentence(self, tick: Tick, finding: Finding) -> str:
        name = self._name(finding)
        plainly: dict[ReportAnswer, str] = {
            "activate": f"{name} {self._now_holds(finding)}.",
            "keep": f"{name} is kept beside what it speaks against.",
            "dismiss": f"The finding on {name} is dismissed until its passage changes again.",
            "apply": f"{name} says now what was suggested.",
            "outdated": f"{name} is told to be outdated until it is mended or forgotten.",
            "refuse": "All that waited with it is refused: what waited is put away, what was "
            "proposed or claimed in your name is left.",
        }
        if finding.outcome == "in_doubt":
            true = f"{name} is still true, until what it rests on changes again."
            plainly |= {"true": true, "dismiss": true}
        if finding.kind == "claimed":
            plainly["activate"] = "The files are yours."
            plainly["leave"] = "The files are left as reported."
        elif finding.kind == "unlinked":
            plainly["apply"] = f"The memories that name {name} link to it."
            plainly["dismiss"] = f"{name} stays without these links; you are not asked again."
        elif finding.kind == "proposal" and tick.answer != "refuse":
            return (
                f"What was proposed for {name} is {'done' if tick.answer == 'apply' else 'left'}."
            )
        if tick.answer in plainly:
            return plainly[tick.answer]
        if tick.answer == "unverified":
            return f"{name} is still true; no note says so, and it counts as unverified."
        place = finding.after.note if finding.kind == "moved" and finding.after else None
        place = speaker_of(finding, tick.answer) or place
        if (note := place or finding.note) not in self._ws.ledger.note_stats():
            return f"{name} is still true; it rests on nothing that stands."
        says = f"what “{title_of(note)}” says"
        if place is not None:
            return f"{name} is still true; it now rests on {says} today."
        # Whether the note says so was not asked: it may count as unverified.
        return f"{name} is still true, on your word, until {says} changes."

    def _now_holds(self, finding: Finding) -> str:
        ids = [finding.memory_id] if finding.memory_id is not None else []
        live = self._ws.ledger.findings(statuses=LIVE, memory_ids=ids)
        if any(one.kind in OUTDATED and one.id != finding.id for one in live):
            return "stands; that its note says otherwise is open still"
        return "holds from now on"

    def _name(self, finding: Finding) -> str:
        row = self._row(finding)
        if row is not None:
            return f"“{title_of(row.path)}”"
        if finding.kind == "claimed":
            return "the files that say you said so"
        return f"“{finding.memory_id or title_of(finding.note or NotePath(finding.id))}”"

    def _row(self, finding: Finding) -> MemoryRow | None:
        return self._rows.get(finding.memory_id or "")


def _take_ticked_offers(ws: Workspace, ticks: Sequence[Tick], report: str) -> None:
    """Write into stores what was ticked, remembered first."""
    offered = {one.finding: one.answer for one in ticks if one.finding.startswith(OFFER)}
    if offered:
        before = REPORT_STARTED.get(ws.ledger)
        REPORT_STARTED.set(ws.ledger, before.union(offered.items()))
        said = take_offers(ws, offered, report, {finding for finding, _ in before})
        now = ws.clock.now()
        tell(ws, [Said(now, one, offered[one], mask_secrets(told)) for one, told in said.items()])
