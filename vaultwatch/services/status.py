"""Tell how things stand: counts, model, freshness, sizes. Opens neither the index nor a model."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Status:
    """One vault at a glance."""

    vault: str
    notes: int
    """In the index, memories left out."""
    memories: int
    open_findings: int
    acknowledged_findings: int
    behind: int
    """Notes on disk that differ from the index by size or time, or are missing on either side."""
    last_scan: str
    """ISO-8601 in UTC; empty before the first scan."""
    model: str
    notice: str
    """What the reader should know of the model, such as the hash embedder standing in."""
    ledger_bytes: int
    index_bytes: int


def status_of(ws: Workspace) -> Status:
    """Return the state of a vault as the ledger and the disk show it."""
    stats = ws.ledger.note_stats()
    on_disk = {
        path: stat for path, stat in ws.files.survey().notes.items() if path != ws.report_path
    }
    fresh = sum(
        (held := stats.get(path)) is not None
        and (held.size_bytes, held.mtime_ns) == (stat.size_bytes, stat.changed_ns)
        for path, stat in on_disk.items()
    )
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    return Status(
        vault=str(ws.vault),
        notes=sum(not stat.is_memory for stat in stats.values()),
        memories=sum(row.state == "present" for row in ws.ledger.memories()),
        open_findings=sum(finding.status == "open" for finding in findings),
        acknowledged_findings=sum(finding.status == "acknowledged" for finding in findings),
        behind=len(on_disk) - fresh + len(stats.keys() - on_disk.keys()),
        last_scan=ws.ledger.get_fact("last_scan") or "",
        model=ws.ledger.get_fact("model_id") or "",
        notice=ws.ledger.get_fact("model_notice") or "",
        ledger_bytes=ws.ledger.size_bytes(),
        index_bytes=folder_bytes(ws.places.index),
    )


def folder_bytes(folder: Path) -> int:
    """Return the bytes of all files below a folder; 0 where there is none."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # a writer joins and drops files while we count
                total += (Path(place) / name).lstat().st_size
    return total
