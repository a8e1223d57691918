"""`memory add` beside a daemon: the daemon writes it, by the same rules and with the same words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.system.daemons import Seen, eventually, watching_here, with_settings
from tests.system.vaults import Vault
from vaultwatch.adapters.request_files import FOLDER, RequestFiles
from vaultwatch.services.memories import adding, batching
from vaultwatch.services.requests import asking, own_door

FAIR = "# Fair\n\nThe fee of a stall is 40 euros.\n"
FEE = "The fee of a stall is 40 euros, says [[Fair]]."


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    made.folder.mkdir()
    with_settings(made)
    made.write("Fair.md", FAIR)
    return made


@pytest.fixture
def watched(vault: Vault) -> Iterator[Seen]:
    with watching_here(vault) as seen:
        eventually(seen.is_at_rest, "it rests")
        yield seen


@pytest.fixture
def written_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose thread wrote each memory."""
    import threading

    names: list[str] = []
    add = adding.add_memory

    def noted(*args: Any, **more: Any) -> batching.MemoryWrite:  # noqa: ANN401 -- as the real one
        names.append(threading.current_thread().name)
        return add(*args, **more)

    monkeypatch.setattr(own_door, "add_memory", noted)
    monkeypatch.setattr(adding, "add_memory", noted)
    return names


def left_in(watched: Seen) -> list[str]:
    return [one.name for one in watched.places.door.joinpath(*FOLDER).iterdir()]


def test_the_daemon_writes_it_as_the_person_s_own_word(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    done = vault.call("memory", "add", FEE, "--tag", "money", "--json")
    assert (done.status, written_by) == (0, ["worker"]), done.err
    (row,) = vault.call("memory", "show", done.rows[0]["id"], "--json").rows
    assert (row["facts"]["source"], row["facts"]["tags"]) == ("user_explicit", ["money"])
    assert row["facts"]["status"] == "active"
    assert set(done.rows[0]) == set(batching.MemoryWrite.__slots__)
    found = vault.call("recall", "what a stall costs", "--json").rows
    assert done.rows[0]["id"] in json.dumps(found)
    assert left_in(watched) == []
    vault.write("Fair.md", FAIR.replace("40", "55"))
    eventually(lambda: "drift:" in vault.read(done.rows[0]["path"]), "its note is watched")


def test_what_it_refuses_is_told_in_the_command_s_own_words(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    first = vault.call("memory", "add", FEE, "--json").rows[0]
    again = vault.call("memory", "add", FEE)
    assert (again.status, f"Memory {first['id']} says almost the same" in again.err) == (5, True)
    assert "--allow-similar" in again.err
    empty = vault.call("memory", "add", "  ")
    assert (empty.status, "The memory is empty." in empty.err) == (5, True)
    assert written_by == ["worker"] * 3
    assert vault.call("memory", "add", FEE, "--allow-similar").status == 0
    assert len(list((vault.folder / "Memories").iterdir())) == 2
    assert left_in(watched) == []


def test_a_secret_stands_in_no_file_not_even_for_the_daemon(
    vault: Vault, watched: Seen, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RequestFiles, "ask", lambda *_: pytest.fail("it was handed over"))
    key = "AKIA" + "Q7ZTR4LMXW2VBN5K"
    for words in ([f"The key is {key}."], ["A belief.", "--tag", key]):
        refused = vault.call("memory", "add", *words)
        assert (refused.status, "looks like a secret" in refused.err) == (5, True)
    assert "worker" not in written_by
    assert watched.is_ready()


def test_a_daemon_that_does_not_begin_is_not_waited_for(
    vault: Vault, watched: Seen, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "CLAIM_S", 0.1)
    monkeypatch.setattr(RequestFiles, "waiting", lambda _: [])  # it never sees it
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]
    assert left_in(watched) == []


def test_what_the_daemon_cannot_do_the_command_does(
    vault: Vault, watched: Seen, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(own_door, "add_memory", broken)
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]
    assert watched.is_ready()


def test_a_belief_that_fits_no_request_is_written_all_the_same(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    long = "The lanterns say \U0001f3ee" + "\U0001f3ee" * 18_000
    assert vault.call("memory", "add", long).status == 0
    assert (written_by, left_in(watched)) == (["MainThread"], [])


def test_what_was_taken_back_is_not_done(vault: Vault, watched: Seen) -> None:
    from vaultwatch.wiring import open_workspace

    files = RequestFiles(watched.places.door)
    asked = {"belief": FEE, "facts": {"type": "fact", "source": "user_explicit", "tags": []}}
    with (
        open_workspace(vault.folder, "write", state=vault.state) as ws,
        pytest.MonkeyPatch.context() as patch,
    ):
        name = files.ask(asked | {"allow_similar": False})
        read = RequestFiles.read

        def taken_back_meanwhile(self: RequestFiles, name: str) -> bytes:
            data = read(self, name)
            assert files.remove(name)
            return data

        patch.setattr(RequestFiles, "read", taken_back_meanwhile)
        assert own_door.answer_own(ws) == 0
        assert ws.ledger.memories() == []
    assert files.answered(name) is None


def test_wrong_settings_are_told_though_a_daemon_goes_on_by_the_last_good_ones(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    vault.write(".vaultwatch/config.toml", "[wrong]\n")
    told = vault.call("memory", "add", FEE)
    assert (told.status, "no such setting" in told.err, written_by) == (2, True, [])
    assert watched.is_ready()


def test_a_request_in_the_vault_is_no_command_s(vault: Vault, watched: Seen) -> None:
    asked = {"belief": FEE, "facts": {"type": "fact", "source": "user_explicit", "tags": []}}
    place = ".vaultwatch/requests/mine.json"
    vault.write(place, json.dumps(asked | {"allow_similar": False}))
    answer = vault.folder / ".vaultwatch/requests/mine.answer.json"
    eventually(lambda: answer.exists() and "refused" in answer.read_text(), "an answer")
    assert not (vault.folder / "Memories").exists()
    assert watched.is_ready()
