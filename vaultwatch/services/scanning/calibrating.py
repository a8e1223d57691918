"""Refit a vault's scale on what readers made of findings, when asked; hand the labelled cases out.

The scale is the bar, the score from which a memory is called drifted, and what is added to the
log-odds of a score by kind of change. The user's setting names the bar and nothing is added; a
calibration, asked for and agreed to, moves both for this vault until they are reset or the weights
change. Nothing here leaves the machine.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

from vaultwatch.adapters.files.safe_write import create_file
from vaultwatch.drift.findings.labels import Label
from vaultwatch.drift.findings.offsets import (
    MIN_EACH,
    KindFit,
    SettledCase,
    Tally,
    fitted_bar,
    fitted_offsets,
    tally,
)
from vaultwatch.drift.findings.scale import Scale, kind_of
from vaultwatch.drift.scoring.compare import RULES_VERSION
from vaultwatch.errors import RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import CALIBRATED, EXPORT_SALT, Calibrated, owe_scan
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Calibration:
    """The scale as it is and as the labelled cases would have it."""

    before: float
    """The bar."""
    after: float
    """The same where there is nothing to gain, or too little to go by."""
    kinds: tuple[KindFit, ...]
    """What the cases of each kind come to, those with most first."""
    missing: Mapping[Label, int]
    """How many more labelled cases of each label the bar needs; none where there are enough."""
    shown_before: Tally
    shown_after: Tally
    older: int
    """Cases that other weights scored: not counted."""
    setting: float
    """What the user's settings say."""

    @property
    def is_change(self) -> bool:
        """Whether there is anything to agree to."""
        return self.before != self.after or any(one.before != one.after for one in self.kinds)


def calibration(ws: Workspace) -> Calibration:
    """Return what the labelled cases say of the scale; change nothing."""
    every, scale = ws.ledger.cases(), scale_of(ws)
    known = ws.ledger.findings(outcomes=None)
    kinds = {one.id: kind_of(one.change, one.mode, one.proof) for one in known}
    cases = [
        SettledCase(one.score, kinds.get(one.finding), one.label == "drifted")
        for one in every
        if one.version == RULES_VERSION
    ]
    fits = fitted_offsets(cases, scale.offsets)
    fitted = Scale(scale.bar, {one.kind: one.after for one in fits if one.after})
    was, now = ([(on.read(c.score, c.kind), c.is_drifted) for c in cases] for on in (scale, fitted))
    after = fitted_bar(now, scale.bar)
    drifted = sum(one.is_drifted for one in cases)
    counts: dict[Label, int] = {"drifted": drifted, "current": len(cases) - drifted}
    return Calibration(
        before=scale.bar,
        after=after,
        kinds=tuple(fits),
        missing={name: MIN_EACH - count for name, count in counts.items() if count < MIN_EACH},
        shown_before=tally(was, scale.bar),
        shown_after=tally(now, after),
        older=len(every) - len(cases),
        setting=ws.settings.drift.min_score,
    )


def take_effect(ws: Workspace, agreed: Calibration) -> None:
    """Let a calibration hold from the next look on.

    Raises:
        RefusedError: the scale or its setting is not what it was when the reader agreed.
    """
    before = Scale(agreed.before, {one.kind: one.before for one in agreed.kinds if one.before})
    if scale_of(ws) != before or ws.settings.drift.min_score != agreed.setting:
        raise RefusedError(
            "The bar or what is added was moved meanwhile; nothing was changed.",
            hint="Run `vaultwatch findings calibrate` again.",
        )
    after = Scale(agreed.after, {one.kind: one.after for one in agreed.kinds if one.after})
    _put(ws, "drift calibrate", before, after)


def reset(ws: Workspace) -> tuple[Scale, Scale]:
    """Go back to the setting from the next look on; return the scale before and after."""
    before, after = scale_of(ws), Scale(ws.settings.drift.min_score)
    if CALIBRATED.get(ws.ledger) is not None:
        _put(ws, "drift calibrate --reset", before, after)
    return before, after


def _put(ws: Workspace, deed: str, before: Scale, after: Scale) -> None:
    setting = ws.settings.drift.min_score
    kept = Calibrated(after.bar, setting, RULES_VERSION, dict(after.offsets.items()))
    owe_scan(ws)
    CALIBRATED.set(ws.ledger, None if after == Scale(setting) else kept)
    if before.bar != after.bar:
        ws.ledger.record(deed, "bar", f"{before.bar:.3f} to {after.bar:.3f}")
    for kind in sorted({*before.offsets, *after.offsets}):
        was, now = before.offsets.get(kind, 0.0), after.offsets.get(kind, 0.0)
        if was != now:
            ws.ledger.record(deed, f"offset of {kind}", f"{was:+.2f} to {now:+.2f}")


def exported(ws: Workspace, *, with_texts: bool = False) -> Iterator[dict[str, object]]:
    """Yield the labelled cases as plain values, oldest first.

    Ids and paths are hashed with a salt of this ledger: the same in every export from here, and
    nothing to be guessed from. `with_texts` adds what memory and note said, secrets masked.
    """
    salt = EXPORT_SALT.get(ws.ledger)
    if not salt:
        salt = secrets.token_hex(16)
        EXPORT_SALT.set(ws.ledger, salt)
    known = {one.id: one for one in ws.ledger.findings(outcomes=None)}
    for case in ws.ledger.cases():
        row = asdict(case)
        row["finding_id"] = row.pop("finding")
        for name in ("finding_id", "memory_id", "note"):
            row[name] = _hashed(str(row[name]), salt)
        row["at"] = case.at.isoformat()
        del row["belief"]
        finding = known.get(case.finding)
        row["change"] = finding.change if finding is not None else None
        if with_texts:
            quotes = (finding.before, finding.after) if finding is not None else (None, None)
            before, after = (mask_secrets(one.text) if one else None for one in quotes)
            row |= {"content": mask_secrets(case.belief), "before": before, "after": after}
        yield row


def write_export(file: Path, rows: Sequence[Mapping[str, object]]) -> None:
    """Write cases into a new file, a JSON object a line, for its owner's eyes only.

    Raises:
        RefusedError: something stands there, or it cannot be written.
    """
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    try:
        create_file(file, text.encode("utf-8", "replace"), mode=0o600)
    except FileExistsError as exc:
        raise RefusedError(
            f"{str(file)!r} stands already; nothing was written.", hint="Name another file."
        ) from exc
    except (OSError, ValueError) as exc:
        why = getattr(exc, "strerror", "") or "it is no name of a file"
        raise RefusedError(
            f"{str(file)!r} cannot be written: {why}.", hint="Name another file."
        ) from exc


def _hashed(text: str, salt: str) -> str:
    data = text.encode("utf-8", "replace")
    return blake2b(data, digest_size=8, key=bytes.fromhex(salt)).hexdigest()
