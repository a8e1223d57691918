"""The whole way of checks: a file rots, the report tells it once, and a person settles it."""

from pathlib import Path

import pytest

from tests.contract.homes import git
from tests.system.drifted import REPORT
from tests.system.vaults import Done, Vault

LINES = ("lock", "bolt", "door", "key", "hinge", "bell")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def vault(home: Path) -> Vault:
    """A vault beside a project whose AGENTS.md names six files that went after it was written."""
    project = home / "src" / "gate"
    (project / "lib").mkdir(parents=True)
    for one in LINES:
        (project / "lib" / f"{one}.py").touch()
    (project / "AGENTS.md").write_text(
        "# Rules\n\n" + "".join(f"- The {one} lives in `lib/{one}.py`.\n" for one in LINES)
    )
    git(project, "init", "-q")
    for day, words in (("2025-06-01", ("add", "-A")), ("2026-03-01", ("rm", "-qr", "lib"))):
        git(project, *words)
        git(project, "commit", "-qm", "one", date=f"{day}T12:00:00")
    config = home / "config" / "vaultwatch" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'[[stores]]\npath = "{project}/AGENTS.md"\nname = "gate"\n')
    vault = Vault(home / "vault", home / "state")
    vault.write(".obsidian/app.json", "{}")
    return vault


def done(vault: Vault, *words: str) -> Done:
    said = vault.call(*words)
    assert said.status == 0, said.err
    return said


def statuses(vault: Vault) -> list[str]:
    rows = done(vault, "findings", "--all", "--json").rows
    return [row["status"] for row in rows if row["kind"] == "contradicted_by_check"]


def tick(vault: Vault, ending: str) -> None:
    report = vault.read(REPORT)
    (line,) = [one for one in report.splitlines() if one.endswith(ending) and "[ ]" in one]
    vault.write(REPORT, report.replace(line, line.replace("[ ]", "[x]")))


def test_a_file_that_rots_is_told_as_one_and_settled_as_one(vault: Vault, home: Path) -> None:
    file = home / "src" / "gate" / "AGENTS.md"
    before = file.read_bytes()
    said = vault.call("memory", "check", "--json")  # it takes in what no scan has seen yet
    assert said.status == 1
    assert {row["outcome"] for row in said.rows} == {"contradicts"}
    report = vault.read(REPORT)
    assert "**6 findings to look at**" in report
    assert report.count("AGENTS.md in the store gate: 6 lines do not hold on this machine") == 1
    assert "> - Line 3: " in report
    assert "- and 1 more: `vaultwatch findings --kind contradicted_by_check`" in report
    assert "or `vaultwatch stores propose`." in report
    assert len(report.splitlines()) < 60
    (box,) = [one for one in report.splitlines() if "- [ ] All 6 in AGENTS.md" in one]
    anchor = box.rpartition("^")[2]
    tick(vault, anchor)
    done(vault, "scan")
    assert statuses(vault) == ["open"] * 6, "it asks once more"
    tick(vault, anchor.replace("-dismiss", "-sure"))
    done(vault, "scan")
    assert statuses(vault) == ["dismissed"] * 6
    assert "AGENTS.md in the store gate: 6" not in vault.read(REPORT)
    done(vault, "undo")
    assert statuses(vault) == ["open"] * 6
    (home / "src" / "gate" / "lib").mkdir()
    for one in LINES:
        (home / "src" / "gate" / "lib" / f"{one}.py").touch()
    done(vault, "memory", "check")
    assert statuses(vault) == ["resolved"] * 6
    assert file.read_bytes() == before


def test_what_is_marked_wrong_is_told_by_the_exit_status_too(vault: Vault, home: Path) -> None:
    """What stands in one of two projects that may be meant is not wrong in the other."""
    for name in ("one", "two"):
        (home / "src" / name / "lib").mkdir(parents=True)
        (home / "src" / name / "lib" / "bolt.py").touch()
    repositories = "The repo one is at `~/src/one`, the repo two is at `~/src/two`."
    vault.write("Memories/b.md", f"---\nid: mem_b\n---\n{repositories}\n\nSee `lib/bolt.py`.\n")
    done(vault, "memory", "check", "mem_b")
    (home / "src" / "one" / "lib" / "bolt.py").unlink()
    assert "WRONG" not in done(vault, "memory", "check", "mem_b").out
    (home / "src" / "two" / "lib" / "bolt.py").unlink()
    said = vault.call("memory", "check", "mem_b")
    assert (said.status, said.out.count("WRONG")) == (1, 2)


def test_wrong_words_are_answered_in_a_sentence_and_change_nothing(vault: Vault) -> None:
    vault.write("Memories/b.md", "---\nid: mem_b\ncheck: port 99999999\n---\nThe gate.\n")
    done(vault, "scan")
    for words, status in (
        (("review", "accept", "chk_0000000000"), 4),
        (("review", "drop", "\x1b[31m"), 4),
        (("review", "accept", "chk_0000000000", "chk_0000000001"), 2),
        (("review", "--only", "mem_b"), 2),
        (("memory", "check", "--accept", "chk_0000000000"), 2),
        (("memory", "check", "no such memory"), 4),
    ):
        said = vault.call(*words)
        assert said.status == status
        assert len([line for line in said.err.splitlines() if line]) <= 3
        assert "Traceback" not in said.err
        assert "\x1b" not in said.err
    assert "is no check of the kind port" in done(vault, "memory", "check", "mem_b").out


@pytest.mark.parametrize(
    "day", ["@4000000000 +0000", "@99999999999999 +0000"], ids=["2096", "none"]
)
def test_a_commit_of_a_day_that_cannot_be_says_nothing_of_the_past(
    vault: Vault, home: Path, day: str
) -> None:
    project = home / "src" / "gate"
    git(project, "reset", "-q", "--hard", "HEAD~1")
    git(project, "rm", "-qr", "lib")
    git(project, "commit", "-qm", "two", date=day)
    assert done(vault, "scan").err == ""
    assert statuses(vault) == []
