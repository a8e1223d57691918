"""Refit the bar on what readers made of findings, when asked; hand the labelled cases out.

The bar is the score from which a memory is called drifted. The user's setting names it; a
calibration, asked for and agreed to, moves it for this vault until the setting or the weights
change. Nothing here leaves the machine.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

from vaultwatch.adapters.safe_write import create_file
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.bar import MIN_EACH, Tally, fitted_bar, tally
from vaultwatch.drift.compare import RULES_VERSION
from vaultwatch.drift.labels import Label
from vaultwatch.errors import RefusedError
from vaultwatch.services.records.owed import owe_scan
from vaultwatch.services.records.small_facts import CALIBRATED, EXPORT_SALT, CalibratedBar
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Calibration:
    """The bar as it is and as the labelled cases would have it."""

    before: float
    after: float
    """The same where there is nothing to gain, or too little to go by."""
    missing: Mapping[Label, int]
    """How many more labelled cases of each kind are needed; none where there are enough."""
    shown_before: Tally
    shown_after: Tally
    older: int
    """Cases that other weights scored: not counted."""
    setting: float
    """What the user's settings say."""

    @property
    def is_change(self) -> bool:
        """Whether there is anything to agree to."""
        return self.before != self.after


def effective_bar(ws: Workspace) -> float:
    """Return the score from which a memory is called drifted, settings and calibration heeded."""
    kept = _calibrated(ws)
    return ws.settings.drift.min_score if kept is None else kept


def calibration(ws: Workspace) -> Calibration:
    """Return what the labelled cases say of the bar; change nothing."""
    every = ws.ledger.cases()
    cases = [(one.score, one.label == "drifted") for one in every if one.version == RULES_VERSION]
    before = effective_bar(ws)
    after = fitted_bar(cases, before)
    drifted = sum(is_drifted for _, is_drifted in cases)
    counts: dict[Label, int] = {"drifted": drifted, "current": len(cases) - drifted}
    return Calibration(
        before=before,
        after=after,
        missing={name: MIN_EACH - count for name, count in counts.items() if count < MIN_EACH},
        shown_before=tally(cases, before),
        shown_after=tally(cases, after),
        older=len(every) - len(cases),
        setting=ws.settings.drift.min_score,
    )


def take_effect(ws: Workspace, agreed: Calibration) -> None:
    """Let a calibration hold from the next look on.

    Raises:
        RefusedError: the bar or its setting is not what it was when the reader agreed.
    """
    if effective_bar(ws) != agreed.before or ws.settings.drift.min_score != agreed.setting:
        raise RefusedError(
            "The bar was moved meanwhile; nothing was changed.",
            hint="Run `vaultwatch drift calibrate` again.",
        )
    owe_scan(ws)
    CALIBRATED.set(ws.ledger, CalibratedBar(agreed.after, agreed.setting, RULES_VERSION))
    ws.ledger.record("drift calibrate", "bar", f"{agreed.before:.3f} to {agreed.after:.3f}")


def reset(ws: Workspace) -> tuple[float, float]:
    """Go back to the setting from the next look on; return the bar before and after."""
    before, after = effective_bar(ws), ws.settings.drift.min_score
    if CALIBRATED.get(ws.ledger) is not None:
        owe_scan(ws)
        CALIBRATED.set(ws.ledger, None)
        ws.ledger.record("drift calibrate --reset", "bar", f"{before:.3f} to {after:.3f}")
    return before, after


def exported(ws: Workspace, *, with_texts: bool = False) -> Iterator[dict[str, object]]:
    """Yield the labelled cases as plain values, oldest first.

    Ids and paths are hashed with a salt of this ledger: the same in every export from here, and
    nothing to be guessed from.

    Args:
        ws: the vault.
        with_texts: also what memory and note said, secrets masked.
    """
    salt = EXPORT_SALT.get(ws.ledger)
    if not salt:
        salt = secrets.token_hex(16)
        EXPORT_SALT.set(ws.ledger, salt)
    known = {one.id: one for one in ws.ledger.findings()} if with_texts else {}
    for case in ws.ledger.cases():
        row = asdict(case)
        for name in ("finding", "memory_id", "note"):
            row[name] = _hashed(str(row[name]), salt)
        row["at"] = case.at.isoformat()
        del row["belief"]
        if with_texts:
            finding = known.get(case.finding)
            quotes = (finding.before, finding.after) if finding is not None else (None, None)
            then, now = (mask_secrets(one.text) if one else None for one in quotes)
            row |= {"belief": mask_secrets(case.belief), "then": then, "now": now}
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
    except OSError as exc:
        raise RefusedError(
            f"{str(file)!r} cannot be written: {exc.strerror}.", hint="Name another file."
        ) from exc


def _calibrated(ws: Workspace) -> float | None:
    """Return the calibrated bar where it still holds."""
    kept = CALIBRATED.get(ws.ledger)
    if kept is None:
        return None
    # Whoever sets another bar means it, and other weights give other scores.
    is_valid = kept.setting == ws.settings.drift.min_score and kept.version == RULES_VERSION
    return kept.bar if is_valid and 0.0 <= kept.bar <= 1.0 else None


def _hashed(text: str, salt: str) -> str:
    data = text.encode("utf-8", "replace")
    return blake2b(data, digest_size=8, key=bytes.fromhex(salt)).hexdigest()
