"""What a new user met in the first hour, a test each."""

import io
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.doors.cli import look_commands
from vaultwatch.report.flags import UNKNOWN_FLAGS
from vaultwatch.services.operations.own_program import as_typed, own_program

FEES = "# Fees\n\nThe stand costs 40 euros a day.\n"
STAND = "---\nid: mem_stand\n---\nThe stand in [[Fees]] costs 40 euros a day.\n"


def make_vault(folder: Path) -> Vault:
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES, day="2026-05-01")
    vault.write("Memories/Stand.md", STAND)
    return vault


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return make_vault(tmp_path)


@pytest.fixture(scope="module")
def flagged(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    vault = make_vault(tmp_path_factory.mktemp("flagged"))
    vault.call("scan")
    vault.write("Fees.md", FEES.replace("40", "55"))
    vault.call("scan")
    assert "drift:" in vault.read("Memories/Stand.md")
    return vault


@pytest.fixture
def drifted(flagged: Vault, tmp_path: Path) -> Vault:
    """The fee changed after the first scan, and the second one flagged the memory."""
    return copy_of(flagged, tmp_path)


def test_flags_that_another_ledger_set_are_kept_and_named(drifted: Vault, tmp_path: Path) -> None:
    other = Vault(drifted.folder, tmp_path / "other state")
    other.write("Memories/Stand.md", other.read("Memories/Stand.md").replace("40", "55"))
    flagged = other.read("Memories/Stand.md")
    scanned = other.call("scan")
    assert scanned.status == 0, scanned.err
    assert other.read("Memories/Stand.md") == flagged
    assert f"Memories/Stand.md {UNKNOWN_FLAGS}" in scanned.out
    assert "Error" not in scanned.err
    assert UNKNOWN_FLAGS in other.read("drift-report.md")


def test_flags_of_our_own_go_when_the_memory_is_corrected(drifted: Vault) -> None:
    drifted.write("Fees.md", FEES)
    assert UNKNOWN_FLAGS not in drifted.call("scan").out
    assert drifted.read("Memories/Stand.md") == STAND


def test_the_demo_ends_with_two_lines_that_work_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a demo"
    demo = Vault(folder / "vault", tmp_path / "state")
    for _ in range(2):  # the second replaces the first, its state included
        shown = demo.call("setup", "demo", "--folder", str(folder))
        assert shown.status == 0, shown.err
        assert "ERROR" not in shown.err
    *_, place, example = shown.out.splitlines()
    change, where = shlex.split(place)
    assert (change, where) == ("cd", str(demo.folder))
    monkeypatch.chdir(where)
    program, *arguments = shlex.split(example)
    told = demo.call(*arguments)
    assert told.status == 0, told.err
    assert arguments[-1] in told.out
    assert shutil.which(program), "the shell finds what is to be typed"


def test_what_is_to_be_typed_runs_whether_the_shell_knows_the_name_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shlex.split(as_typed()) == list(own_program())
    assert os.access(own_program()[0], os.X_OK)
    typed = tmp_path / "my bin" / "vaultwatch"
    typed.parent.mkdir()
    typed.touch(mode=0o755)
    monkeypatch.setattr("sys.argv", [str(typed), "init"])
    assert shlex.split(as_typed()) == [str(typed)]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["my bin/vaultwatch", "demo"])
    assert shlex.split(as_typed()) == [str(typed)], "it runs in another folder too"
    (tmp_path / "vaultwatch").touch(mode=0o755)
    assert as_typed() == "vaultwatch"


@pytest.mark.parametrize("rehearsal", ["--dry-run", "--check"])
def test_a_rehearsal_names_a_finding_as_the_scan_after_it_does(
    vault: Vault, rehearsal: str
) -> None:
    vault.call("scan")
    vault.write("Fees.md", FEES.replace("40", "55"))
    told = [row["finding_id"] for row in vault.call("scan", rehearsal, "--json").rows]
    assert told
    assert told == [row["finding_id"] for row in vault.call("scan", "--json").rows]


def test_a_mistaken_dismissal_is_taken_back(drifted: Vault) -> None:
    (found,) = drifted.call("findings", "--json").rows
    assert drifted.call("findings", "reopen", found["finding_id"]).status == 5  # it is open
    drifted.call("findings", "dismiss", found["finding_id"])
    assert "drift:" not in drifted.read("Memories/Stand.md")
    rehearsed = drifted.call("findings", "reopen", found["finding_id"], "--dry-run")
    assert "Would be open" in rehearsed.out
    assert drifted.call("findings", "--json").rows == []
    (row,) = drifted.call(
        "findings", "reopen", found["finding_id"], "--why", "my slip", "--json"
    ).rows
    assert (row["finding_id"], row["status"], row["why"]) == (
        found["finding_id"],
        "open",
        "my slip",
    )
    assert row["closed_at"] is None
    assert [row["finding_id"] for row in drifted.call("findings", "--json").rows] == [
        found["finding_id"]
    ]
    assert "drift:" in drifted.read("Memories/Stand.md")


def test_a_dismissal_stays_where_a_later_finding_stands(drifted: Vault) -> None:
    (first,) = drifted.call("findings", "--json").rows
    drifted.call("findings", "dismiss", first["finding_id"])
    drifted.write("Fees.md", FEES.replace("40", "70"))
    (second,) = drifted.call("scan", "--json").rows
    refused = drifted.call("findings", "reopen", first["finding_id"])
    assert refused.status == 5
    assert second["finding_id"] in refused.err


@pytest.mark.parametrize(
    ("editor", "status", "said"),
    [
        pytest.param("no-such-editor-anywhere", 5, "variable EDITOR", id="none found"),
        pytest.param("false", 5, "nothing was changed", id="it fails"),
    ],
)
def test_an_editor_that_fails_is_told_with_the_way_out(
    vault: Vault, editor: str, status: int, said: str
) -> None:
    vault.call("scan")
    done = vault.run_on_terminal("memory", "edit", "mem_stand", EDITOR=editor, VISUAL="")
    assert done.status == status, done.err
    assert done.err.startswith("Error: Your editor")
    assert said in done.err
    assert vault.read("Memories/Stand.md") == STAND


def test_without_a_terminal_nothing_asks_and_nothing_hangs(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("EDITOR", "sleep 600")
    vault.call("scan")
    edited = vault.call("memory", "edit", "mem_stand")
    assert (edited.status, "not a terminal" in edited.err) == (2, True)
    begun = vault.call("init", str(vault.folder.parent))
    assert (begun.status, "--yes" in begun.err) == (2, True)


def test_a_hit_of_a_memory_holds_its_belief_and_none_of_its_properties(vault: Vault) -> None:
    vault.call("scan")
    (hit,) = vault.call("memory", "search", "stand costs euros", "--memories", "--json").rows
    assert hit["text"] == "The stand in [[Fees]] costs 40 euros a day."


def test_links_finds_a_note_by_its_alias(vault: Vault) -> None:
    vault.write("Energy/Photovoltaics.md", "---\naliases: [PV]\n---\nIt rests on [[Fees]].\n")
    (found,) = vault.call("memory", "links", "pv", "--json").rows
    assert found["note"] == "Energy/Photovoltaics.md"


@pytest.mark.parametrize(
    ("belief", "warning"),
    [
        pytest.param("Rain spoils every fair", "It cites no note", id="cites nothing"),
        pytest.param("Oaks stand by [[Nowhere]]", "[[Nowhere]] leads nowhere", id="nowhere"),
        pytest.param("Tents are green, [[Tent]]", "[[Tent]] has 2 answers", id="two answers"),
        pytest.param("Stands cost money in [[Fees]]", "", id="all is well"),
    ],
)
def test_a_new_memory_that_cannot_be_checked_says_so(
    vault: Vault, belief: str, warning: str
) -> None:
    vault.write("North/Tent.md", "The tent is green.\n")
    vault.write("South/Tent.md", "The tent is red.\n")
    (row,) = vault.call("memory", "add", belief, "--json").rows
    assert len(row["warnings"]) == bool(warning)
    assert all(said.startswith(warning) for said in row["warnings"])


def test_a_scan_that_finds_much_is_a_table_whose_columns_are_as_wide_as_what_stands_in_them(
    drifted: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    drifted.call("scan")
    quoted = drifted.call("scan", "--check").out
    monkeypatch.setattr(look_commands, "MOST_QUOTED", 0)
    (row,) = drifted.call("scan", "--json").rows
    head, line = drifted.call("scan", "--check").out.splitlines()[1:3]
    assert head.split("  ")[0] == "Id"
    belief = line.removeprefix(f"{row['finding_id']}    ").split("  ")[0]
    assert not line.partition(belief)[2].startswith("   "), "no empty room behind a belief"
    assert quoted.splitlines()[1].startswith(f"{row['finding_id']}  {belief}")
    assert row["memory_id"] not in quoted
    assert "now   line" in quoted


def test_a_scan_tells_what_is_news_and_counts_what_is_open(drifted: Vault) -> None:
    drifted.call("scan")
    again = drifted.call("scan")
    assert "now   line" not in again.out
    assert "1 open finding, 0 closed." in again.out
    assert "1 finding told before stands: `vaultwatch findings` lists them all." in again.out
    (found,) = drifted.call("scan", "--json").rows
    assert found["finding_id"] in drifted.call("scan", "--all").out
    assert found["finding_id"] in drifted.call("scan", "--check").out

    drifted.write("Fees.md", drifted.read("Fees.md").replace("55", "60"))
    assert found["finding_id"] in drifted.call("scan").out


@pytest.mark.parametrize("name", ["y" * 5_000, "loop", "plain", "plain/demo"])
def test_a_demo_where_no_folder_can_stand_is_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    Path("plain").write_text("x", encoding="utf-8")
    done = Vault(tmp_path, tmp_path / "state").call("setup", "demo", "--folder", name)
    assert done.status == 4, done.err[-300:]
    assert "Name another folder with --folder." in done.err
