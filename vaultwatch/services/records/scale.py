"""Know the scale that a vault reads scores on, and keep what readers make of findings as cases.

The scale is the settings' bar, or what a calibration made of it: `services.scanning.calibrating`
refits it on the labelled cases when asked. Whatever settles a finding keeps it as a case, in the
transaction that closes it.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final, get_args

from vaultwatch.drift.findings.labels import By, LabelledCase, labelled_case
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.scale import Scale, ScoreKind, kind_of
from vaultwatch.drift.model import Finding
from vaultwatch.services.records.small_facts import CALIBRATED, RULES
from vaultwatch.services.workspace import Workspace

_MOST: Final = 10.0
"""No fit comes to a larger offset; what a ledger holds beyond it was not fitted."""


def scale_of(ws: Workspace) -> Scale:
    """Return the scale in force, settings and calibration heeded."""
    kept, setting = CALIBRATED.get(ws.ledger), ws.settings.drift.min_score
    if kept is None or kept.version != rules_version():  # other weights give other scores
        return Scale(setting)
    # Whoever sets another bar means it.
    is_valid = kept.setting == setting and 0.0 <= kept.bar <= 1.0
    offsets: dict[ScoreKind, float] = {
        kind: offset
        for kind in get_args(ScoreKind)
        if (offset := kept.offsets.get(kind, 0.0)) and abs(offset) <= _MOST
    }
    return Scale(kept.bar if is_valid else setting, offsets)


def calibration_notice(ws: Workspace) -> str:
    """Return a sentence where other weights ended a calibration; empty where they did not."""
    kept = CALIBRATED.get(ws.ledger)
    if kept is None or kept.version == (rules := rules_version()):
        return ""
    what = "bar and offsets" if kept.offsets else "bar"
    return (
        f"This version weighs anew ({rules}): the {what} that you calibrated count no more."
        " Run `vaultwatch findings calibrate`, or with `--reset` to hear no more of it."
    )


def rules_version() -> str:
    """Return the version of the rules, whose import takes a quarter of a second."""
    from vaultwatch.drift.scoring.compare import RULES_VERSION

    return RULES_VERSION


def labelled(ws: Workspace, findings: Collection[Finding], by: By) -> list[LabelledCase]:
    """Return findings as cases with a reader's word, as they stood when the reader spoke."""
    if not findings:
        return []
    version, now = rules_of(ws) or rules_version(), ws.clock.now()
    ids = {one.memory_id or "" for one in findings}
    named = ws.ledger.find_memories(ids=ids, forgotten=True)
    beliefs = {row.id: row.belief for row in named}
    scale = scale_of(ws)
    cases = (
        labelled_case(
            _unread(one, scale),
            by,
            version=version,
            belief=beliefs.get(one.memory_id or "", ""),
            at=now,
        )
        for one in findings
    )
    return [case for case in cases if case is not None]


def _unread(finding: Finding, scale: Scale) -> Finding:
    """Return a finding with its score as the weights gave it."""
    kind = kind_of(finding.change, finding.mode, finding.proof)
    return replace(finding, score=scale.unread(finding.score, kind))


def take_back_words(ws: Workspace, memory_id: str) -> None:
    """Take back what open findings of a memory were made a lesson of: no person spoke."""
    found = ws.ledger.findings(statuses=LIVE, memory_id=memory_id)
    ws.ledger.save_findings((), unlabelled=[finding.id for finding in found])


def rules_of(ws: Workspace) -> str:
    """Return by which rules the kept comparisons were made; empty where nobody knows."""
    return RULES.get(ws.ledger)


def note_rules(ws: Workspace) -> str:
    """Remember the rules of comparisons from now on; return those before, if others."""
    before = rules_of(ws)
    return before if RULES.set(ws.ledger, rules_version()) else ""


def note_digest(ws: Workspace, finding: Finding) -> str:
    """Return the digest of the note that a finding was made from; empty where it is gone."""
    stat = ws.ledger.note_stats().get(finding.note) if finding.note is not None else None
    return stat.digest if stat is not None else ""
