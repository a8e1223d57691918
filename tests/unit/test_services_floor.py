"""The floor of services: which of its folders may import which."""

from tests.unit.test_architecture import PACKAGE, imported_by, ours, read

FLOOR = (
    ("workspace", "known_notes", "daemon_state"),
    ("records", "lookup"),
    ("indexing",),
    ("scanning",),
    ("memories",),
    ("recall",),
    ("findings",),
    ("exchange",),
    ("look",),
    ("requests",),
    ("operations",),
)
"""The folders and single modules of `services`, lowest first: each imports its own row and those
before it."""
ACROSS: frozenset[tuple[str, str]] = frozenset(
    {
        ("findings.deciding", "look"),
        ("findings.settling", "look"),
        ("memories.adding", "look"),
        ("memories.forgetting", "look"),
        ("memories.merging", "look"),
        ("memories.updating", "look"),
        ("records.added_notes", "indexing.reading"),
    }
)
"""Imports that go up all the same, as (module, module) below `services`."""


def floor_row(parts: list[str]) -> int:
    """Return the row of `FLOOR` that a dotted name below `services` belongs to."""
    return next(row for row, names in enumerate(FLOOR) if parts[0] in names)


def arrows_up() -> set[tuple[str, str]]:
    """Return the imports within `services` that go to a higher row."""
    found = set()
    for path in ours(PACKAGE / "services"):
        own = list(path.relative_to(PACKAGE / "services").with_suffix("").parts)
        for name in imported_by(read(path)):
            parts = name.split(".")[2:-1] if name.startswith("vaultwatch.services.") else []
            if parts and own[0] != "__init__" and floor_row(parts) > floor_row(own):
                found.add((".".join(own), ".".join(parts)))
    return found


def test_the_folders_of_services_import_only_downwards() -> None:
    assert arrows_up() == ACROSS
