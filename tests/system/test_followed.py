"""A note that goes is followed where its own words went, and is itself again when it is back."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.notes.model import NotePath
from vaultwatch.services.findings.settle import apply, dismiss
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

TEMPLATE = "".join(f"- At {hour} o'clock the {hour}th table is cleaned.\n" for hour in range(8, 20))
FAIR, TWIN = "Rows/Fair.md", "Rows/Feast.md"


def note(path: str, fee: int = 40) -> str:
    name = Path(path).stem
    return f"# {name}\n\nThe {name} has a fee of {fee} euros.\n\n{TEMPLATE}"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    made.write(FAIR, note(FAIR))
    made.write("Memories/fee.md", "---\nid: mem_fee\n---\nThe [[Fair]] has a fee of 40 euros.\n")
    return made


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, state=vault.state) as opened:
        yield opened


def held_against(ws: Workspace) -> list[str]:
    """Return the notes that the memory rests on."""
    return [str(note) for _, note in ws.ledger.baseline_heads()]


def live(ws: Workspace) -> list[tuple[str, str]]:
    found = ws.ledger.findings(statuses=LIVE)
    return [(str(one.note), str(one.change)) for one in found if one.kind != "ambiguous"]


def dismiss_other_fee(vault: Vault, ws: Workspace) -> None:
    scan(ws)
    vault.write(FAIR, note(FAIR, 60))
    (found,) = scan(ws).findings
    carry_out(ws, lambda ws: dismiss(ws, found.id))


@pytest.mark.parametrize("others", [0, 1], ids=["a twin stood before", "two twins come"])
def test_a_note_made_of_the_same_template_is_not_the_lost_one(
    vault: Vault, ws: Workspace, others: int
) -> None:
    third = "Rows/Feud.md"
    if not others:
        vault.write(third, note(third))
    scan(ws)
    (vault.folder / FAIR).unlink()
    vault.write(TWIN, note(TWIN))
    vault.write(third, note(third))
    scan(ws)
    assert (held_against(ws), live(ws)) == ([FAIR], [(FAIR, "broken_link")])


def test_what_was_dismissed_stays_so_when_its_note_was_away_while_a_twin_came(
    vault: Vault, ws: Workspace
) -> None:
    dismiss_other_fee(vault, ws)
    (vault.folder / FAIR).unlink()
    vault.write(TWIN, note(TWIN))
    scan(ws)
    vault.write(FAIR, note(FAIR, 60))
    scan(ws)
    assert (held_against(ws), live(ws)) == ([FAIR], [])


def test_a_note_followed_to_its_copy_is_itself_again_when_it_is_back(
    vault: Vault, ws: Workspace
) -> None:
    dismiss_other_fee(vault, ws)
    copy = "Archive/Last year.md"
    (vault.folder / FAIR).unlink()
    vault.write(copy, note(FAIR))
    scan(ws)
    assert held_against(ws) == [copy]
    vault.write(copy, note(FAIR, 80))
    scan(ws)
    assert live(ws) == [(copy, "value")]
    vault.write(FAIR, note(FAIR, 60))
    scan(ws)
    assert (held_against(ws), live(ws)) == ([FAIR], [])
    (dismissed,) = ws.ledger.findings(statuses=["dismissed"])
    assert dismissed.note == FAIR


@pytest.mark.parametrize(
    "again",
    [
        pytest.param("mood: 1\n---\nThe [[Fair]]", id="another property"),
        pytest.param("---\nThe [[Rows/Fair|Fair]]", id="another way to its note"),
    ],
)
def test_a_changed_belief_rests_on_the_note_anew_though_it_is_saved_twice_before_that(
    vault: Vault, ws: Workspace, again: str
) -> None:
    scan(ws)
    vault.write(FAIR, note(FAIR, 60))
    memory = vault.read("Memories/fee.md").replace("40", "60")
    vault.write("Memories/fee.md", memory)
    catch_up(ws)  # leaves it to the next scan to take the baseline
    vault.write("Memories/fee.md", memory.replace("---\nThe [[Fair]]", again))
    scan(ws)
    (head,) = ws.ledger.baseline_heads().values()
    assert head.note_digest == ws.ledger.note_stats()[NotePath(FAIR)].digest


@pytest.mark.parametrize("text", ["", "# Fair\n\nA funfair, somewhere else.\n"])
def test_a_new_note_of_the_old_name_takes_nothing_from_the_one_that_was_renamed(
    vault: Vault, ws: Workspace, text: str
) -> None:
    scan(ws)
    (vault.folder / FAIR).rename(vault.folder / "Rows/Fair 2025.md")
    scan(ws)
    vault.write(FAIR, text)
    scan(ws)
    vault.write("Rows/Fair 2025.md", note(FAIR, 60))
    scan(ws)
    assert ("Rows/Fair 2025.md", "value") in live(ws)


def test_a_changed_belief_rests_on_what_its_dead_link_led_to_and_goes_back_with_it(
    vault: Vault, ws: Workspace
) -> None:
    scan(ws)
    new = "Rows/Fair 2025.md"
    (vault.folder / FAIR).rename(vault.folder / new)
    for fee in (60, 70, 60, 80):  # the third is what it said before, and rested on
        vault.write(new, note(FAIR, fee))
        (found,) = scan(ws).findings
        carry_out(ws, partial(apply, wanted=found.id))
        assert (held_against(ws), live(ws)) == ([new], [])
    (vault.folder / new).rename(vault.folder / FAIR)
    scan(ws)
    assert (held_against(ws), live(ws)) == ([FAIR], [])


def test_a_note_that_was_merged_into_another_is_not_missed_where_the_link_went_with_it(
    vault: Vault, ws: Workspace
) -> None:
    vault.write("Trade.md", "# Trade\n\nOmar runs the trade.\n")
    vault.write("Memories/fee.md", "---\nid: mem_fee\n---\nThe fee is 40 euros. [[Fair]]\n")
    scan(ws)
    vault.write(
        "Trade.md", "# Trade\n\nOmar runs the trade.\n\nAt the stalls the fee is 40 euros.\n"
    )
    (vault.folder / FAIR).unlink()
    vault.write("Memories/fee.md", "---\nid: mem_fee\n---\nThe fee is 40 euros. [[Trade]]\n")
    scan(ws)
    assert live(ws) == []


def test_a_belief_that_names_its_note_anew_is_followed_back_nowhere(
    vault: Vault, ws: Workspace
) -> None:
    scan(ws)
    new = "Rows/Fair 2025.md"
    (vault.folder / FAIR).rename(vault.folder / new)
    scan(ws)
    vault.write("Memories/fee.md", "---\nid: mem_fee\n---\n40 euros is the fee of [[Fair 2025]].\n")
    scan(ws)
    vault.write(FAIR, note(FAIR))
    scan(ws)
    assert held_against(ws) == [new]


ATLAS = "# Atlas\n\nAtlas is deployed on Tuesday at 14:00.\n\nDana leads it.\n\nIt costs 40,000.\n"
OTHER = "# Atlas\n\nAtlas is deployed on Thursday at 09:00.\n\nOmar leads it.\n\nIt costs 12,000.\n"


def moved(vault: Vault, old: str, new: str) -> None:
    (vault.folder / old).rename(vault.folder / new)


def listed(vault: Vault) -> list[tuple[str, ...]]:
    """Return what each link that can be read in two ways may mean, as the report lists it."""
    report = (vault.folder / "drift-report.md").read_text("utf-8")
    return [
        tuple(
            part.split("|")[0].strip("[") for part in line.partition("may mean ")[2].split(" or ")
        )
        for line in report.splitlines()
        if "may mean" in line
    ]


def test_a_rename_beside_a_newcomer_of_the_name_binds_the_memory_to_neither_in_silence(
    vault: Vault, ws: Workspace
) -> None:
    vault.write("Projects/Atlas.md", ATLAS)
    vault.write("Memories/atlas.md", "---\nid: mem_a\n---\n[[Atlas]] is deployed on Tuesday.\n")
    scan(ws)

    moved(vault, "Projects/Atlas.md", "Projects/Atlas Core.md")
    vault.write("Inbox/Atlas.md", OTHER)
    for _ in range(2):  # the second look knows the newcomer
        scan(ws)
        assert live(ws) == []
        assert "Projects/Atlas Core.md" in held_against(ws)
        assert "Inbox/Atlas.md" not in held_against(ws)
        assert listed(vault) == [("Projects/Atlas Core", "Inbox/Atlas")]

    vault.write(
        "Memories/atlas.md", "---\nid: mem_a\n---\n[[Atlas Core]] is deployed on Tuesday.\n"
    )
    scan(ws)
    assert listed(vault) == []
    assert live(ws) == []


def test_a_rename_leaves_a_link_that_had_two_answers_undecided(vault: Vault, ws: Workspace) -> None:
    vault.write("Projects/Atlas.md", ATLAS)
    vault.write("Archive/Atlas.md", OTHER)
    vault.write("Memories/atlas.md", "---\nid: mem_a\n---\n[[Atlas]] is deployed on Tuesday.\n")
    scan(ws)

    moved(vault, "Projects/Atlas.md", "Projects/Atlas Core.md")
    for _ in range(2):
        scan(ws)
        assert live(ws) == []
        assert listed(vault) == [("Projects/Atlas Core", "Archive/Atlas")]

    (vault.folder / "Archive/Atlas.md").unlink()
    moved(vault, "Projects/Atlas Core.md", "Projects/Atlas.md")
    scan(ws)
    assert listed(vault) == []
    assert "Projects/Atlas.md" in held_against(ws)
