"""Who asks for nothing but a name gets the note or section that bears it."""

from collections.abc import Iterator

import pytest

from tests.system.agent_vaults import make_vault, opened
from vaultwatch.services.look import scan
from vaultwatch.services.recall.search import passages, search
from vaultwatch.services.workspace import Workspace


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    vault = make_vault(tmp_path_factory.mktemp("names"))
    talk = "{0} and {0}: {0}, the {0} of {0}.\n"
    vault.write("Harbour.md", "# Rules\n\nMooring costs 12 euros.\n\n## Pilots\n\nCall at noon.\n")
    vault.write("Fleet list.md", "---\naliases:\n  - Armada\n---\n\nNine boats in all.\n")
    vault.write("Log 1.md", "# Harbour talk\n\n" + talk.format("harbour"))
    vault.write("Log 2.md", "# Seen\n\n" + talk.format("armada") + "\n# Crew\n\nTwo.\n")
    vault.write("Log 3.md", "# Heard\n\n" + talk.format("pilots") + "\n# Crew\n\nSix.\n")
    vault.write("Log 4.md", "# Read\n\n" + talk.format("crew"))
    with opened(vault) as made:
        scan(made)
        yield made


@pytest.mark.parametrize(
    ("asked", "note", "section"),
    [
        pytest.param("the harbour", "Harbour.md", None, id="a title"),
        pytest.param("What is the Armada?", "Fleet list.md", None, id="an alias"),
        pytest.param("Pilots", "Harbour.md", ("Rules", "Pilots"), id="a heading"),
    ],
)
def test_what_bears_the_name_comes_before_what_speaks_of_it(
    ws: Workspace, asked: str, note: str, section: tuple[str, ...] | None
) -> None:
    assert passages(ws, asked, memories=False)[0].note.startswith("Log")
    first, *others = search(ws, asked, memories=False)
    assert first.note == note
    assert section is None or first.section == section
    assert all(first.score >= other.score for other in others)
    assert first not in others


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param("Crew", id="a heading of two notes"),
        pytest.param("harbour talk of pilots", id="more than a name"),
        pytest.param("who is it?", id="no word that means anything"),
    ],
)
def test_else_the_best_passage_comes_first(ws: Workspace, asked: str) -> None:
    plain = passages(ws, asked, memories=False)
    assert search(ws, asked, memories=False) == plain
