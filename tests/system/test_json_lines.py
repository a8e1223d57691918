"""With --json every line that a command prints is one object: nothing found, done, or wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.system.drifted import copy_of, findings
from tests.system.test_terminal import READING
from tests.system.vaults import Vault, use_hash_embedder

LISTS = {
    *(f"vaultwatch {one}" for one in (
        "findings", "memory list", "recall", "review", "scan", "memory search", "findings export",
        "findings explain", "memory check", "memory pinned", "memory handoff", "memory about",
        "memory upkeep",
        "memory procedures list", "stores detect", "stores list", "stores show", "stores lint",
        "stores ids", "stores propose", "stores import", "setup models list", "review show",
    )),
}  # fmt: skip
"""What prints a line a thing, and nothing else; where there is none, a notice tells beside it."""
HOLD_SOMETHING = {
    "no memories": {"vaultwatch memory search"},
    "empty": set[str](),
}
WITHOUT_VAULT = {
    "vaultwatch setup hooks status", "vaultwatch setup hooks uninstall", "vaultwatch init",
    "vaultwatch mcp uninstall", "vaultwatch serve token",
    "vaultwatch setup models list", "vaultwatch setup models pull", "vaultwatch stores lint",
    "vaultwatch stores ids",
    "vaultwatch stores propose", "vaultwatch stores patch",
    *(f"vaultwatch stores {verb}" for verb in ("add", "detect", "list", "remove", "show")),
}  # fmt: skip
MAY_END_WITH = {
    "vaultwatch ledger move": {0, 4},  # there is no ledger before the first look
    "vaultwatch doctor": {0, 1},
    "vaultwatch index restore": {4},  # no place for snapshots is set
    "vaultwatch index save": {4},
    "vaultwatch serve token": {2},  # FILE is no file of a server
    "vaultwatch memory add": {5},  # the words that the table gives are hostile
    "vaultwatch memory edit": {5},
    "vaultwatch setup schemas import": {4},
    "vaultwatch setup service install": {0, 1},
    "vaultwatch undo": {0, 4},
}
"""Where nothing stands: a command that names a thing finds none; what looks at all is done."""


FAILS = {
    "vaultwatch doctor": {0, 1},
    "vaultwatch findings confirm": {5},  # it is in no doubt
    "vaultwatch findings reopen": {5},  # it was not dismissed
    "vaultwatch index restore": {4},  # no place for snapshots is set
    "vaultwatch index save": {4},
    "vaultwatch serve token": {2},  # FILE is no file of a server
    "vaultwatch memory links": {4},
    "vaultwatch memory add": {5},
    "vaultwatch memory edit": {5},
    "vaultwatch stores remove": {4},  # nobody named it
    "vaultwatch stores patch": {5},  # a store's own file is no patch
}
"""Where memories drifted."""


def vault_of(folder: Path, notes: dict[str, str]) -> Vault:
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    for path, text in notes.items():
        vault.write(path, text, day="2026-05-01")
    return vault


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Vault]:
    notes = {"Fees.md": "# Fees\n\nThe stand costs 40 euros.\n"}
    found = {
        "empty": vault_of(tmp_path_factory.mktemp("empty"), {}),
        "no memories": vault_of(tmp_path_factory.mktemp("bare"), notes),
    }
    for vault in found.values():
        (vault.folder / ".obsidian").mkdir()
    assert found["no memories"].call("scan").status == 0
    return found


def objects(text: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(row, dict) for row in rows)
    return rows


def are_told_alike(rows: list[dict[str, Any]], status: int) -> None:
    """Hold what a command says beside its results: notices, and one error where it failed."""
    errors = [row for row in rows if "error" in row]
    assert all(set(row) == {"error", "hint", "status"} for row in errors)
    assert all(set(row) == {"notice"} for row in rows if row not in errors)
    assert [row["status"] for row in errors if row["status"] is not None] == (
        [status] if status else []
    )
    assert all(row["error"] and row["hint"] != "" for row in errors)


@pytest.mark.parametrize("state", ["empty", "no memories"])
@pytest.mark.parametrize("name", READING)
def test_nothing_to_tell_is_told_in_an_object(
    name: str, state: str, vaults: dict[str, Vault], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(vaults[state].folder.parent))
    monkeypatch.chdir(vaults[state].folder)
    done = vaults[state].call(*READING[name], "--json")
    rows = objects(done.out)
    are_told_alike(objects(done.err), done.status if done.status != 1 or not rows else 0)
    names = ("FINDING", "WAITING", "STORE", "mem_0", "mem_ask", "mem_order", "mem_mine")
    is_named = any(word in READING[name] for word in names)
    is_named = is_named or (name == "vaultwatch memory links")
    expected = MAY_END_WITH.get(name, {4} if is_named else {0})
    assert done.status in expected, done.err
    for row in rows:
        assert row.get("notice") is None or row["notice"], "null or text"
    is_list = name in LISTS and name not in HOLD_SOMETHING[state]
    assert bool(rows) == (done.status not in {2, 4, 5} and not is_list)
    if is_list and done.status == 0:
        assert objects(done.err)[-1]["notice"], "a list that is empty says why, beside its rows"


@pytest.fixture(scope="module")
def filled(
    drifted: Vault, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Vault, dict[str, str]]:
    """A vault with findings, and what stands for the words of the table in it."""
    vault = copy_of(drifted, tmp_path_factory.mktemp("filled"))
    (vault.folder / ".obsidian").mkdir()
    known = findings(vault)["Alder"]["finding_id"]
    schemas = vault.write(".vaultwatch/mine.toml", "version = 2\n")
    store = vault.folder.parent / "store.jsonl"
    store.write_text('{"text": "The fee is 40 euros."}\n', encoding="utf-8")
    words = {"FINDING": known, "FILE": str(schemas), "mem_0": "mem_alder", "STORE": str(store)}
    return vault, words


@pytest.mark.parametrize("name", READING)
def test_rows_and_errors_are_objects_where_there_is_something_to_tell(
    name: str, filled: tuple[Vault, dict[str, str]]
) -> None:
    vault, named = filled
    words = [named.get(word, word) for word in READING[name]]
    done = vault.call(*words, "--json")
    rows = objects(done.out)
    are_told_alike(objects(done.err), done.status if not rows else 0)
    is_for_nobody = {"mem_ask", "mem_order", "mem_mine", "WAITING"} & set(words)
    expected = {4} if is_for_nobody else FAILS.get(name, {0})
    assert done.status in expected, done.err
    is_told_empty = name in LISTS and any("notice" in row for row in objects(done.err))
    assert bool(rows) == (done.status in {0, 1} and not is_told_empty)
    if name in LISTS:
        assert len({frozenset(row) for row in rows}) <= 1, "rows of one shape"


@pytest.mark.parametrize("name", READING)
def test_an_error_is_one_object_of_one_shape(name: str, tmp_path: Path) -> None:
    nowhere = Vault(tmp_path / "nowhere", tmp_path / "state")
    words = [word for word in READING[name] if word != "FILE"]
    done = nowhere.call(*words, "--json", "--no-such-option")
    assert (done.status, done.out) == (2, "")
    are_told_alike(objects(done.err), 2)
    if name in WITHOUT_VAULT:
        return
    done = nowhere.call(*READING[name], "--json")
    assert (done.status, done.out) == (4, "")
    are_told_alike(objects(done.err), 4)


@pytest.mark.parametrize("words", [["- call Dana"], ["-5 degrees"], ["--really? No key"], ["-1"]])
def test_words_that_begin_with_a_dash_are_told_where_they_go(
    words: list[str], vaults: dict[str, Vault]
) -> None:
    vault = vaults["no memories"]
    said = vault.call("memory", "add", *words)
    assert (said.status, "stand behind `--`" in said.err) == (2, True)
    (row,) = objects(vault.call("memory", "add", *words, "--json").err)
    assert "stand behind `--`" in row["hint"]
    done = vault.call("memory", "add", "--dry-run", "--json", "--", *words)
    assert (done.status, len(done.rows)) == (0, 1)
    assert "`--`" not in vault.call("memory", "add", "--no-such").err


def test_a_long_belief_is_one_line_of_the_list_and_whole_in_json(tmp_path: Path) -> None:
    belief = "The kiln is cold on Mondays. " * 2_500
    vault = vault_of(tmp_path, {"Memories/Long.md": f"---\nid: mem_long\n---\n{belief}\n"})
    assert vault.call("scan").status == 0
    _, line = vault.call("memory", "list").out.splitlines()
    assert (len(line) <= 160, line.split()[-1].rstrip("…") in belief.split()) == (True, True)
    (row,) = vault.call("memory", "list", "--json").rows
    assert row["content"] == belief.strip()
