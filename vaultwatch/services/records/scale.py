"""Know the scale that a vault reads scores on: its settings' bar, or what a calibration made of it.

`services.scanning.calibrating` fits it when asked; every comparison is read on it.
"""

from typing import Final, get_args

from vaultwatch.drift.findings.scale import Scale, ScoreKind
from vaultwatch.services.records.small_facts import CALIBRATED
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
    """Return the version of rules and weights, which only a calibrated vault is asked for.

    To import the rules takes a quarter of a second, for `status` too.
    """
    from vaultwatch.drift.scoring.compare import RULES_VERSION

    return RULES_VERSION
