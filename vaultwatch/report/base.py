"""The base beside the report: memories with drift as a table that Obsidian filters and sorts.

Pure. Only properties that vaultwatch writes (`report.flags`) stand in it, so nothing is kept up:
Obsidian reads them from the memories themselves. Syntax: Obsidian Help, *Bases syntax*.
"""

import json

BASE_NAME = "Drift.base"

_COLUMNS = ("file.name", "drift", "drift_score", "drift_since", "drift_notes")


def render_base(memories_folder: str) -> str:
    """Return the base: what is open, all memories, and what is open by the note it rests on.

    Args:
        memories_folder: where memories stand, vault-relative.
    """
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
