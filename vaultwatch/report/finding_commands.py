"""Say what can be done about a finding from a shell: told in the report under the first of each.

Pure. Called by `render_story`.
"""

import re

from vaultwatch.drift.model import Finding
from vaultwatch.memories.stores.places import is_record
from vaultwatch.report.boxes import label_of

SAFE_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?")
"""What may stand in a command as it is: no shell reads anything into it."""


def _commands_for_record(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about a finding on a store's record from here."""
    if finding.kind == "suspicious":
        return (
            ("Let it hold", f"vaultwatch review accept {finding.id}"),
            ("Leave it out of recall", f"vaultwatch findings dismiss {finding.id}"),
        )
    true = ("It is still true", f'vaultwatch findings verify {finding.id} --why "..."')
    return (
        *((true,) if finding.kind == "memory_drift" else ()),
        ("False alarm", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )


def _about_several(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about records that stand elsewhere too, or names without a link."""
    if finding.kind == "unlinked":
        return (
            ("Link them", f"vaultwatch findings apply {finding.id}"),
            ("Leave them as they are", f"vaultwatch findings dismiss {finding.id}"),
            ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
        )
    return (
        ("See them all", f"vaultwatch findings show {finding.id}"),
        ("They may stay", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )


def commands_for(finding: Finding) -> tuple[tuple[str, str], ...]:  # noqa: PLR0911 - one a kind
    """Return what can be done about a finding: (what it means, the command)."""
    memory_id = finding.memory_id or ""
    if is_record(memory_id):
        return _commands_for_record(finding)
    about_memory = (
        ("Correct it", f"vaultwatch memory edit {memory_id}"),
        ("It is over", f"vaultwatch memory forget {memory_id}"),
    )
    suggested: tuple[tuple[str, str], ...] = ()
    if finding.repair is not None:
        means = "Write the new link" if finding.kind == "moved" else "Apply the suggested wording"
        suggested = ((means, f"vaultwatch findings apply {finding.id}"),)
    if finding.kind in {"duplicate", "unlinked"}:
        return _about_several(finding)
    if finding.kind in {"scope_break", "ambiguous"}:
        return (
            *(about_memory if SAFE_ID.fullmatch(memory_id) else ()),
            (label_of(finding, "dismiss"), f"vaultwatch findings dismiss {finding.id}"),
            ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
        )
    if finding.kind == "proposal":
        return (
            ("Do what is proposed", f"vaultwatch review accept {finding.id}"),
            ("Leave it as it is", f"vaultwatch review drop {finding.id}"),
        )
    if finding.kind == "claimed":
        return (
            ("They are mine", f"vaultwatch review accept {finding.id}"),
            ("Leave them as reported", f"vaultwatch review drop {finding.id}"),
        )
    if finding.kind in {"suspicious", "contradiction"}:
        decisions = (
            ("Let it hold", f"vaultwatch review accept {finding.id}"),
            ("Keep both", f"vaultwatch review accept --beside {finding.id}"),
            ("Put it away", f"vaultwatch review drop {finding.id}"),
        )
        return tuple(one for one in decisions if one[0] != "Keep both" or finding.note is not None)
    about_finding = (
        *suggested,
        ("It is still true", f'vaultwatch findings verify {finding.id} --why "..."'),
        ("False alarm", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )
    # An id that a person gave may hold what a shell acts on: then the link to the memory serves.
    return (about_memory if SAFE_ID.fullmatch(memory_id) else ()) + about_finding
