"""The command line's promises: statuses, lines of JSON, rehearsals that write nothing, undo."""

import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.folders import files_in
from tests.papers import documented_fields
from tests.system.vaults import ROOT, Vault, use_hash_embedder

COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
DOCS = COMMANDS.split("\n## JSON\n")[1].split("\n## ")[0]
FIELDS = documented_fields()
JAPAN = timezone(timedelta(hours=9))
FEES = "# Fees\n\nThe stand costs 40 euros a day.\n\nSee [[Tent]] and [[Nowhere]].\n"
TENT = "# Tent\n\nThe tent is green and stands by the gate.\n"
FEE = "---\nid: mem_fee\n---\nThe stand in [[Fees]] costs 40 euros a day.\n"
TENT_MEMORY = (
    "---\r\nid: mem_tent\r\nnote: 'keep me' # as I am\r\n---\r\nThe [[Tent]] is green.\r\n"
)


def new_vault(folder: Path) -> Vault:
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES, day="2026-05-01")
    vault.write("Tent.md", TENT, day="2026-05-01")
    vault.write("North/Plan.md", "# Plan\n", day="2026-05-01")
    vault.write("South/Plan.md", "# Plan\n\nBoth are meant by [[Plan]].\n", day="2026-05-01")
    vault.write("Hub.md", "[[Plan]] or [[Plan]]\n", day="2026-05-01")
    vault.write("Memories/Fee.md", FEE)
    vault.write("Memories/Tent color.md", TENT_MEMORY)
    assert vault.call("scan").status == 0
    vault.write("Fees.md", FEES.replace("40 euros", "55 euros"))
    assert vault.call("scan").status == 0
    return vault


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Two memories, one of them overtaken; the tests below leave it as it is."""
    return new_vault(tmp_path_factory.mktemp("cli"))


def ledger_of(vault: Vault) -> dict[str, list[Any]]:
    """Everything the ledger holds."""
    (file,) = vault.state.glob("*/ledger.sqlite")
    with closing(sqlite3.connect(file)) as ledger:
        tables = [
            row[0] for row in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            table: sorted(ledger.execute(f'SELECT * FROM "{table}"').fetchall(), key=repr)  # noqa: S608
            for table in tables
        }


def state_files(vault: Vault) -> dict[Path, bytes]:
    found = files_in(vault.state).items()
    return {file: data for file, data in found if not file.name.startswith("ledger.sqlite")}


@pytest.mark.parametrize(
    "arguments",
    [
        ("setup", "index"),
        ("scan", "--check"),
    ],
    ids=" ".join,
)
def test_a_rehearsal_writes_nothing_anywhere(vault: Vault, arguments: tuple[str, ...]) -> None:
    vault.write("Draft.md", f"A draft that no index knows, before {arguments[0]}.\n")
    before = vault.bytes(), ledger_of(vault), state_files(vault)
    rehearsal = () if "--check" in arguments else ("--dry-run",)
    done = vault.call(*arguments, *rehearsal)
    assert done.status == (3 if "--check" in arguments else 0), done.err
    assert (vault.bytes(), ledger_of(vault), state_files(vault)) == before


def test_what_a_report_wrote_is_told_in_the_documented_fields(vault: Vault) -> None:
    (row,) = vault.call("findings", "report", "--json").rows
    assert set(row) == FIELDS["vaultwatch findings report"]


def test_comparisons_and_findings_have_the_documented_fields(vault: Vault) -> None:
    rows = vault.call("scan", "--all", "--json", "--dry-run").rows
    table = DOCS.split("`scan --all --json`")[1].split("\n\n")[1]
    fields = {name for line in table.splitlines()[2:] for name in _names(line.split("|")[1])}
    assert [set(row) for row in rows] == [fields] * 2
    (fee,) = [row for row in rows if row["memory_id"] == "mem_fee"]
    assert set(fee["evidence"]) == {"before", "after", "also"}
    assert fee["evidence"]["before"] == {"text": "The stand costs 40 euros a day.", "line": 3}
    assert fee["evidence"]["after"] == {"text": "The stand costs 55 euros a day.", "line": 3}
    paragraph = DOCS.split("`findings show --json`, one line a finding: ")[1].split("\n\n")[0]
    fields = set(_names(re.sub(r"\([^)]*\)", "", paragraph)))
    (listed,) = vault.call("findings", "--json").rows
    (shown,) = vault.call("findings", "show", listed["finding_id"][:6], "--json").rows
    assert (set(listed), shown) == (fields, listed)
    assert listed["first_seen"].endswith("+00:00")


def _names(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        pytest.param(("scan", "--no-such-option"), 2, id="wrong usage"),
        pytest.param(("nonsense",), 2, id="no such command"),
        pytest.param(("memory", "search", "x", "-n", "0"), 2, id="a limit below one"),
        pytest.param(("memory", "search", "  "), 5, id="an empty query"),
        pytest.param(("memory", "links", "No such note"), 4, id="no such note"),
        pytest.param(("memory", "links", "Plan"), 4, id="two such notes"),
        pytest.param(("memory", "show", "mem_none"), 4, id="no such memory"),
        pytest.param(("findings", "show", "none"), 4, id="no such finding"),
        pytest.param(("findings", "dismiss", ""), 4, id="no finding named"),
        pytest.param(("findings", "--kind", "bad"), 2, id="no such kind"),
        pytest.param(("memory", "add", "the stand in [[fees]] costs 40 euros a day"), 5, id="twin"),
        pytest.param(("setup", "schemas", "import", "nofile"), 4, id="no such file"),
        pytest.param(("setup", "models", "pull", "no/such-model"), 1, id="no such model"),
    ],
)
def test_exit_statuses(vault: Vault, arguments: tuple[str, ...], status: int) -> None:
    # A model's hub must not be asked by a test: an address that refuses at once stands in for it.
    done = vault.call(*arguments, HF_ENDPOINT="http://127.0.0.1:9", HF_HUB_OFFLINE="1")
    assert (done.status, done.out) == (status, ""), done.err
    assert "Traceback" not in done.err
    assert done.err


def test_the_documented_statuses_are_those_of_the_errors() -> None:
    from vaultwatch import errors
    from vaultwatch.doors.cli.look_commands import DRIFT_FOUND
    from vaultwatch.doors.cli.printing import INTERRUPTED

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    ours = {kind.exit_status for kind in kinds if issubclass(kind, errors.VaultwatchError)}
    table = COMMANDS.split("## Exit statuses")[1].split("\n\n")[1].splitlines()[2:]
    written = {int(line.split("|")[1]) for line in table}
    assert written == ours | {0, DRIFT_FOUND, INTERRUPTED}


def test_a_missing_model_is_announced_in_status_and_report(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.write("Fees.md", FEES)
    (vault.folder / ".obsidian").mkdir()
    bare = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = vault.call("scan", **bare)
    assert done.status == 0, done.err
    (status,) = vault.call("status", "--json", **bare).rows
    assert status["model"].startswith("hash")
    assert "vaultwatch setup models pull" in status["notice"]
    assert "> [!info]" in vault.read("drift-report.md")
    assert "models pull" in vault.read("drift-report.md")
    checks = {row["name"]: row for row in vault.call("doctor", "--json", **bare).rows}
    assert checks["model"]["outcome"] == "warning"
    assert "models pull" in checks["model"]["fix"]
    assert "models pull" not in checks["model"]["message"]  # one fix is named once


def test_status_tells_the_last_scan_in_the_zone_of_who_reads(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    (row,) = vault.call("status", "--json").rows
    there = datetime.fromisoformat(row["last_scan"]).astimezone(JAPAN)
    said = vault.run("status", TZ="JST-9").out
    assert f"last scan  {there:%Y-%m-%d %H:%M:%S}\n" in said


@pytest.fixture
def fresh(tmp_path: Path) -> Vault:
    return new_vault(tmp_path)


def test_every_run_that_writes_can_be_taken_back_to_the_byte(fresh: Vault) -> None:
    scanned = fresh.notes()
    trash = fresh.folder / ".trash"
    steps = (
        ("memory", "add", "The gate is wide, says [[Tent]]."),
        ("memory", "edit", "mem_fee", "The stand in [[Fees]] costs 55 euros a day."),
        ("memory", "forget", "mem_tent"),
    )
    stood = [scanned]
    for step in steps:
        done = fresh.call(*step, "--json")
        assert done.status == 0, done.err
        assert [set(row) for row in done.rows] == [FIELDS["vaultwatch memory add"]]
        stood.append(fresh.notes())
        assert stood[-1] != stood[-2]
    assert [file.name for file in trash.rglob("*.md")] == ["Tent color.md"]
    seen = [stood[-1]]
    while fresh.call("undo").status == 0:
        seen.append(fresh.notes())
    assert all(state in seen for state in stood)
    assert seen[-1]["Memories/Fee.md"] == FEE.encode()
    assert seen[-1]["Memories/Tent color.md"] == TENT_MEMORY.encode()
    nothing = fresh.call("undo")
    assert (nothing.status, "nothing to take back" in nothing.err) == (4, True)


def test_undo_leaves_what_a_person_has_edited_since(fresh: Vault) -> None:
    edited = fresh.read("Memories/Fee.md") + "I have looked: it is so.\n"
    fresh.write("Memories/Fee.md", edited)
    (done,) = fresh.call("undo", "--yes", "--json").rows
    assert [path for path, _ in done["refused"]] == ["Memories/Fee.md"]
    assert fresh.read("Memories/Fee.md") == edited
    assert set(done) == FIELDS["vaultwatch undo"]


def test_init_adds_a_base_where_asked_and_leaves_one_that_stands(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.write("A.md", "# A\n")
    first = vault.call("init", str(vault.folder), "--yes")
    assert "Ready. Next, the first look:" in first.out
    assert not (vault.folder / "Drift.base").exists()
    use_hash_embedder(vault)
    assert vault.call("scan").status == 0
    more = vault.call("init", str(vault.folder), "--yes", "--base")
    assert (more.status, "first" in more.out) == (0, False)
    assert "undo` takes back no init; delete what you do not want." in more.out
    assert "drift_since" in vault.read("Drift.base")
    vault.write("Drift.base", "views: []\n")
    assert vault.call("init", str(vault.folder), "--yes", "--base").status == 0
    assert vault.read("Drift.base") == "views: []\n"


def test_a_scan_without_memories_says_how_the_first_is_made(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("A.md", "# A\n")
    assert "There is no memory yet. Write a note with a [[link]]" in vault.call("scan").out


def test_init_asks_nothing_with_yes_and_makes_only_what_is_missing(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.write("A.md", "# A\n")
    assert vault.call("init", str(vault.folder), "--yes").status == 0
    assert (vault.folder / "Memories").is_dir()
    config = vault.folder / ".vaultwatch/config.toml"
    config.write_text("[drift]\nmin_score = 0.7\n", encoding="utf-8")
    (vault.folder / "Memories").rmdir()
    done = vault.call("init", str(vault.folder), "--yes")
    assert (done.status, "config.toml" in done.out) == (0, False)
    assert config.read_text(encoding="utf-8") == "[drift]\nmin_score = 0.7\n"
    assert vault.call("init", str(tmp_path / "nowhere"), "--yes").status == 4
