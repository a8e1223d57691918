"""Tell how things stand: counts, model, freshness, sizes. Opens neither the index nor a model."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.drift.findings.conditions import waits
from vaultwatch.drift.findings.standing import Standing
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath
from vaultwatch.report.model import PileKept
from vaultwatch.services.daemon_state import DaemonState, is_running, read_state, trouble_of
from vaultwatch.services.indexing.catching_up import owed_notice
from vaultwatch.services.indexing.plan import late_notes
from vaultwatch.services.records.inbox import waiting_words
from vaultwatch.services.records.losses import loss_notice, moved_folder_notice
from vaultwatch.services.records.proposals import standing_proposals
from vaultwatch.services.records.scale import calibration_notice
from vaultwatch.services.records.small_facts import (
    CONFLICT_COPIES,
    LAST_SCAN,
    MODEL_ID,
    MODEL_NOTICE,
    UNREAD,
)
from vaultwatch.services.records.standings import count_standings, count_unverified, doubts_of
from vaultwatch.services.records.upkeep import upkeep_troubles
from vaultwatch.services.upkeep.saved import kept_small
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import ROW_VERBS

LATE_S = 60.0
"""A running daemon that has not indexed a save after so long is behind: the longest debounce and a
retry or two. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class VaultHealth:
    """One vault at a glance."""

    vault: str
    notes: int
    """In the index, memories left out."""
    memories: int
    records: int
    """Of other agents' stores, listed beside the memories."""
    standings: Mapping[Standing, int]
    """How many memories their notes support, do not speak of, denied, and overtook."""
    unverified: Mapping[Standing, int]
    """Of how many of these it is told that no note says them, or a part of them."""
    open_findings: int
    likely_findings: int
    """Those of the open ones that nothing shows but their score."""
    acknowledged_findings: int
    in_doubt: int
    """Findings that only ask: what a memory rests on was touched."""
    waiting: int
    """Memories that wait for a person's decision."""
    upkeep: int
    """Proposals of upkeep that wait for them."""
    kept_small: PileKept
    """What upkeep did that stands."""
    in_inbox: int
    """What they said in sessions and have not kept or dropped yet."""
    behind: int
    """Notes on disk that differ from the index by size or time, or are missing on either side;
    those that cannot be read are none of them."""
    last_scan: str
    """ISO-8601 in UTC; empty before the first scan."""
    model: str
    notice: str
    """What the reader should know: of the model, such as the hash embedder standing in, or that the
    memories folder was moved, or that stores belong to no vault."""
    loss: str
    """What a lost ledger means and the way out; empty where none was lost."""
    ledger_bytes: int
    index_bytes: int
    is_running: bool
    """Whether a daemon watches the vault."""
    trouble: str
    """What is wrong with the daemon or the upkeep, in sentences; empty where nothing is."""
    daemon: DaemonState | None
    """What it last said of itself; None where none ever ran."""


def status_of(ws: Workspace) -> VaultHealth:
    """Return the state of a vault as the ledger and the disk show it."""
    stats = ws.ledger.note_stats()
    no_notes = {ws.report_path, *CONFLICT_COPIES.get(ws.ledger)}
    seen = ws.files.survey(is_aside=True).notes
    on_disk = {path: stat for path, stat in seen.items() if path not in no_notes}
    late = {path: stat.changed_ns for path, stat in late_notes(on_disk, stats).items()}
    runs, state = is_running(ws.places), read_state(ws.places)
    trouble = trouble_of(state, runs=runs, now=ws.clock.now())
    if runs and not trouble and state is not None and state.ready_at and not state.doing:
        trouble = _falls_behind(ws, late)
    trouble = " ".join(filter(None, (trouble, *(told for told, _ in upkeep_troubles(ws)))))
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    open_ones = [one for one in findings if one.status == "open"]
    looked = LAST_SCAN.get(ws.ledger)
    records = sum(is_record(row.id) for row in ws.ledger.memories())
    notices = (
        ws.disk_notice,
        MODEL_NOTICE.get(ws.ledger),
        owed_notice(ws),
        calibration_notice(ws),
        moved_folder_notice(ws),
        _stores_notice(ws),
    )
    return VaultHealth(
        vault=str(ws.vault),
        notes=sum(not stat.is_memory for stat in stats.values()),
        memories=sum(ws.ledger.count_memories().values()) - records,
        records=records,
        standings=count_standings(ws),
        unverified=count_unverified(ws),
        open_findings=len(open_ones),
        likely_findings=sum(one.outcome == "likely" for one in open_ones),
        in_doubt=len(doubts_of(ws)),
        acknowledged_findings=sum(finding.status == "acknowledged" for finding in findings),
        waiting=len({one.memory_id for one in findings if waits(one)}),
        upkeep=sum(one.proposal.verb in ROW_VERBS.values() for one in standing_proposals(ws)),
        kept_small=kept_small(ws),
        in_inbox=len(waiting_words(ws)),
        behind=len(late.keys() - UNREAD.get(ws.ledger).keys()) + len(stats.keys() - on_disk),
        last_scan=looked.isoformat() if looked else "",
        model=MODEL_ID.get(ws.ledger),
        notice=" ".join(filter(None, notices)),
        loss=loss_notice(ws),
        ledger_bytes=ws.ledger.size_bytes(),
        index_bytes=folder_bytes(ws.places.index),
        is_running=runs,
        trouble=trouble,
        daemon=state,
    )


def _stores_notice(ws: Workspace) -> str:
    if not ws.settings.stores:  # what reads stores takes long to import
        return ""
    from vaultwatch.services.known_stores import cut_off_notice

    return cut_off_notice(ws)


def _falls_behind(ws: Workspace, late: Mapping[NotePath, int]) -> str:
    """Return what is wrong where saved notes wait for too long; empty where none does."""
    before_ns = (ws.clock.now().timestamp() - LATE_S) * 1e9
    waiting = [path for path, changed_ns in late.items() if changed_ns < before_ns]
    if waiting:  # seldom, and what reads notes takes long to import
        from vaultwatch.services.indexing.reading import is_generated
    for path in waiting:
        try:
            if is_generated(ws.files.read(path)):  # a copy of our report is no note
                continue
        except VaultwatchError:  # nobody could index it: the report and `doctor` name it
            continue
        return f"{path!r} was saved more than {LATE_S:.0f} s ago and is not indexed yet."
    return ""


def folder_bytes(folder: Path) -> int:
    """Return the bytes of all files below a folder; 0 where there is none."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # a writer joins and drops files while we count
                total += (Path(place) / name).lstat().st_size
    return total
