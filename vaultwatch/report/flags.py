"""Decide which flags a memory note carries, and render the base that shows them as a table.

Pure. `services.exchange.publishing` writes them, and takes all away where none is due.
"""

import json
from collections.abc import Sequence

from vaultwatch.drift.findings.conditions import NOT_AGAINST
from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import FlagValue
from vaultwatch.report.escape import is_linkable, link_target

FLAG_KEYS = ("drift", "drift_score", "drift_since", "drift_notes")
"""Our own properties on a memory note: these and no others."""

_UNFLAGGED: frozenset[FindingKind] = NOT_AGAINST | {
    "contradicted_by_check",
    "memory_external_signal",
}
"""Kinds that any agent can bring about by a call alone: none of them touches a person's note."""

UNKNOWN_FLAGS = (
    "carries drift flags that no open finding of this machine accounts for; left as they are. "
    "Read it beside its note, correct it if need be, and when it is right, "
    f"delete the properties {', '.join(FLAG_KEYS)}."
)
"""Said of a memory note whose flags another machine set, or a ledger that was lost."""


def flags_for(findings: Sequence[Finding]) -> dict[str, FlagValue]:
    """Return the flags of one memory; empty where nothing is shown, so that all are removed.

    An acknowledged finding keeps its flag: a person knows, an agent that reads the note may not.
    """
    live = [one for one in findings if one.status in {"open", "acknowledged"}]
    standing = [one for one in live if one.kind not in _UNFLAGGED and one.is_sure]
    if not standing:
        return {}
    notes = sorted({one.note for one in standing if one.note is not None})
    flags: dict[str, FlagValue] = {
        "drift": tuple(sorted({one.kind for one in standing})),
    }
    if scores := [one.score for one in standing if one.proof != "word"]:  # a person gives none
        flags["drift_score"] = round(max(scores), 2)
    flags["drift_since"] = day_at(min(one.first_seen for one in standing)).isoformat()
    if notes:
        flags["drift_notes"] = tuple(
            f"[[{link_target(note)}]]" if is_linkable(note) else note for note in notes
        )
    return flags


BASE_NAME = "Drift.base"
"""The base beside the report. Syntax: Obsidian Help, *Bases syntax*."""

_COLUMNS = ("file.name", *FLAG_KEYS)


def render_base(memories_folder: str) -> str:
    """Return the base: what is open, all memories, and what is open by the note it rests on."""
    # A JSON string is a YAML string, and the name may hold what either would act on.
    is_memory = json.dumps(
        f"file.inFolder({json.dumps(memories_folder, ensure_ascii=False)})", ensure_ascii=False
    )
    columns = "\n".join(f"      - {name}" for name in _COLUMNS)
    has_drift = "    filters:\n      and:\n        - 'file.hasProperty(\"drift\")'\n"
    worst_first = "    sort:\n      - property: drift_score\n        direction: DESC\n"
    by_note = "    groupBy:\n      property: drift_notes\n      direction: ASC\n"
    return (
        f"filters:\n  and:\n    - {is_memory}\n"
        "properties:\n"
        "  drift:\n    displayName: Drift\n"
        "  drift_score:\n    displayName: Score\n"
        "  drift_since:\n    displayName: Since\n"
        "  drift_notes:\n    displayName: Notes\n"
        "views:\n"
        f"  - type: table\n    name: Open\n{has_drift}    order:\n{columns}\n{worst_first}"
        f"  - type: table\n    name: All\n    order:\n{columns}\n"
        f"  - type: table\n    name: By note\n{has_drift}{by_note}    order:\n{columns}\n"
    )
