"""The notes of a release are what the changelog tells of it."""

import runpy

import pytest

from tests.system.vaults import ROOT
from vaultwatch import __version__

notes = runpy.run_path(str(ROOT / "scripts" / "write-notes"))["notes"]
CHANGELOG = (
    "# Changelog\n\n## [Unreleased]\n\nComing.\n\n"
    "## [0.2.0] - 2026-12-01\n\n### Added\n\n- Tea.\n\n"
    "## [0.1.0] - 2026-11-01\n\n- All.\n\n[0.2.0]: https://example.org/2\n"
)


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("0.2.0", "# vaultwatch 0.2.0\n\n### Added\n\n- Tea.\n"),
        ("0.1.0", "# vaultwatch 0.1.0\n\n- All.\n"),
        ("0.3.0", "# vaultwatch 0.3.0\n\nComing.\n"),
    ],
)
def test_notes(version: str, told: str) -> None:
    assert notes(CHANGELOG, version) == told


def test_of_a_version_that_nothing_is_told_of_there_are_none() -> None:
    assert notes("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- All.\n", "0.2.0") == ""


def test_there_are_notes_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "### " in notes(changelog, __version__)
