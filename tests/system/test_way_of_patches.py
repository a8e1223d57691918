"""The whole way of patches: another agent's memories rot beside a vault, are mended, and back."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.folders import named_files_in
from tests.system.homes import MEMORY, Home
from tests.system.vaults import Done, Vault, use_hash_embedder
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.wiring import stores_desk

NOTE = "# Kiln Room\n\nThe kiln holds {0} pots.\n\nIt opens on Friday.\n"
INDEX = (
    "- [Kiln](kiln.md) \u2014 holds 30 pots\r\n- [Gate](gate.md) \u2014 where it stands\r\n"
    "- Always ask before a release\r\n- Always ask before a release\r\n"
)
TOPIC = "---\r\nname: {0}\r\n# kept\r\nlast_verified: 2026-01-02\r\ntype: project\r\n---\r\n{1}\r\n"
KILN = "The kiln holds 30 pots, see [[Kiln Room]]."
GATE = "The repo of the gate is at `~/src/gate`; its lock is `lib/lock.py`."
RUNS = "The repo of the gate is at `~/src/gate`. It requires Python 3.10."


@pytest.fixture
def store(home: Home) -> Path:
    """A folder of Claude Code's that was right when the vault was last looked at."""
    for path, text in {
        "src/gate/lib/lock.py": "",
        "src/gate/pyproject.toml": '[project]\nrequires-python = "3.10"\n',
        f"{MEMORY}/MEMORY.md": INDEX,
        f"{MEMORY}/kiln.md": TOPIC.format("kiln", KILN),
        f"{MEMORY}/gate.md": TOPIC.format("gate", GATE),
        f"{MEMORY}/runs.md": TOPIC.format("runs", RUNS),
        "notes/.obsidian/app.json": "{}",
        "notes/Kiln Room.md": NOTE.format(30),
    }.items():
        home.write(path, text)
    git = ["git", "-C", str(home.folder / "src/gate")]
    subprocess.run([*git, "init", "-q"], check=True)  # noqa: S603 -- our own words
    subprocess.run([*git, "add", "pyproject.toml"], check=True)  # noqa: S603 -- our own words
    vault = vault_of(home)
    use_hash_embedder(vault)
    folder = home.folder / MEMORY
    done(vault, "stores", "add", str(folder), "--name", "app", "--notes", str(vault.folder))
    done(vault, "scan")
    return folder


def vault_of(home: Home) -> Vault:
    return Vault(home.folder / "notes", home.vault.state)


def done(vault: Vault, *words: str) -> Done:
    said = vault.call(*words)
    assert said.status == 0, said.err
    return said


def rot(home: Home) -> None:
    """Let a note move on, a path vanish, and a project require something else."""
    home.write("notes/Kiln Room.md", NOTE.format(40))
    home.write("src/gate/pyproject.toml", '[project]\nrequires-python = "3.12"\n')
    git = ["git", "-C", str(home.folder / "src/gate")]
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run([*git, *who, "commit", "-qam", "Newer"], check=True)  # noqa: S603 -- our own words
    (home.folder / "src/gate/lib/lock.py").unlink()
    assert vault_of(home).call("memory", "check").status == 1
    done(vault_of(home), "scan")


def test_from_a_note_that_moves_on_to_the_bytes_as_they_were(home: Home, store: Path) -> None:
    vault, before = vault_of(home), named_files_in(store)
    rot(home)
    report = vault.read("drift-report.md")
    assert "The kiln holds ~~30~~ ==**40**== pots." in report
    assert "lib/lock.py: it is not there" in report
    assert "python 3.10: it is 3.12" in report
    assert "`vaultwatch stores propose`" in report

    (row,) = done(vault, "stores", "propose", "--json").rows
    assert sorted((one["kind"], one["authority"], one["path"]) for one in row["actions"]) == [
        ("deprecate", "store", "MEMORY.md"),
        ("replace_value", "note", "kiln.md"),
        ("replace_value", "reality", "runs.md"),
    ]
    assert [one["path"] for one in row["left_out"]] == ["gate.md"], "what is gone has no value"
    assert named_files_in(store) == before

    done(vault, "stores", "patch", "app", "--yes")
    after = {name: data.decode() for name, data in before.items()}
    marked = "Always ask before a release (deprecated: said above)\r\n"
    after["MEMORY.md"] = INDEX.replace("30 pots", "40 pots").removesuffix(marked[:27] + "\r\n")
    after["MEMORY.md"] += marked
    after["kiln.md"] = after["kiln.md"].replace("30 pots", "40 pots")
    after["runs.md"] = after["runs.md"].replace("3.10", "3.12")
    assert named_files_in(store) == {name: text.encode() for name, text in after.items()}
    assert vault.call("memory", "check").status == 1
    (left,) = done(vault, "findings", "--json").rows
    assert left["kind"] == "contradicted_by_check"

    done(vault, "undo")
    assert named_files_in(store) == before
    done(vault, "scan")
    assert "The kiln holds ~~30~~ ==**40**== pots." in vault.read("drift-report.md")


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("word", ["", "dismiss", "verify"])
def test_what_was_mended_is_not_asked_to_be_mended_back(home: Home, word: str) -> None:
    """A memory of the vault that its note denies speaks against no record that says it anew."""
    vault, lit = vault_of(home), "The stove of the hall is lit at {}{}.\n"
    vault.write("Stove.md", f"# Stove\n\n{lit.format('7:00', '')}", day="2026-05-01")
    home.write("CLAUDE.md", f"# Hall\n\n- {lit.format('7:00', ', see [[Stove]]')}- Be quiet.\n")
    memory = f"---\nid: mem_stove\n---\n{lit.format('7:00', ' ([[Stove]])')}"
    vault.write("Memories/Stove.md", memory)
    file, notes = str(home.folder / "CLAUDE.md"), str(vault.folder)
    done(vault, "stores", "add", file, "--name", "hall", "--notes", notes)
    done(vault, "scan")
    vault.write("Stove.md", f"# Stove\n\n{lit.format('8:00', '')}")
    done(vault, "scan")
    drifted = done(vault, "findings", "--json").rows
    (own,) = [row for row in drifted if row["memory_id"] == "mem_stove"]
    done(vault, "stores", "propose")
    done(vault, "stores", "patch", "hall", "--yes")
    assert "8:00" in (home.folder / "CLAUDE.md").read_text()
    if word:
        done(vault, "findings", word, own["finding_id"])
    done(vault, "scan")
    left = done(vault, "findings", "--json").rows
    assert [row["memory_id"] for row in left] == ([] if word else ["mem_stove"])


def test_the_day_of_what_held_is_refreshed(home: Home, store: Path) -> None:
    vault, before = vault_of(home), named_files_in(store)
    (row,) = done(vault, "stores", "propose", "--json").rows
    days = {one["path"]: one["id"] for one in row["actions"] if one["kind"] == "refresh"}
    assert days.keys() == {"gate.md", "runs.md"}
    done(vault, "stores", "patch", "app", "--id", days["gate.md"], "--yes")
    today = f"{SystemClock().now():%Y-%m-%d}"
    gate = before["gate.md"].replace(b"2026-01-02", today.encode())
    assert named_files_in(store) == {**before, "gate.md": gate}
    done(vault, "undo")
    assert named_files_in(store) == before


def test_a_look_takes_back_what_a_kill_left(
    home: Home, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, before = vault_of(home), named_files_in(store)
    (row,) = done(vault, "stores", "propose", "--json").rows
    done(vault, "stores", "patch", "app", "--id", row["actions"][0]["id"], "--yes")
    assert named_files_in(store) != before
    monkeypatch.setenv("VAULTWATCH_STATE", str(vault.state))
    stores_desk().journal.say_whole(is_whole=False)  # as a kill before its last word leaves it
    done(vault, "scan")
    assert named_files_in(store) == before
    assert "unknown" not in vault.call("doctor").out, "records are known to their store"
    other = shutil.copytree(store, home.folder / "other")
    assert "[[Kiln Room]]" not in vault.call("stores", "lint", str(other)).out, (
        "a note of the vault around"
    )
