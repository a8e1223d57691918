"""`memory add` beside a daemon: the daemon writes it, by the same rules and with the same words."""

import json
import socket
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.folders import files_in
from tests.system.daemons import Seen, eventually, watching_here, with_settings
from tests.system.vaults import Vault
from vaultwatch.adapters.machine.lock import daemon_lock
from vaultwatch.adapters.machine.private_socket import CutError, send_line
from vaultwatch.daemon import worker as daemon_worker
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.requests import own_asking, own_door
from vaultwatch.doors.requests.own_door import Call
from vaultwatch.errors import BusyError
from vaultwatch.places import Places
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.memories import adding
from vaultwatch.services.memories.adding import Draft, add_memory
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.scanning.taking_in import MOST_AT_ONCE, little_by_little
from vaultwatch.services.workspace import no_progress
from vaultwatch.settings import load_settings
from vaultwatch.wiring import open_for_long

pytestmark = pytest.mark.usefixtures("patient")

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
    names: list[str] = []
    add = adding.add_typed

    def noted(*args: Any, **more: Any) -> adding.MemoryWrite:  # noqa: ANN401 -- as the real one
        names.append(threading.current_thread().name)
        return add(*args, **more)

    monkeypatch.setattr(adding, "add_typed", noted)
    return names


@pytest.mark.usefixtures("watched")
def test_the_daemon_writes_it_as_the_person_s_own_word(vault: Vault, written_by: list[str]) -> None:
    done = vault.call("memory", "add", FEE, "--tag", "money", "--json")
    assert (done.status, written_by) == (0, ["worker"]), done.err
    (row,) = vault.call("memory", "show", done.rows[0]["memory_id"], "--json").rows
    assert (row["facts"]["source"], row["facts"]["tags"]) == ("user_explicit", ["money"])
    assert row["facts"]["status"] == "active"
    assert set(done.rows[0]) == {*adding.MemoryWrite.__slots__, "memory_id"} - {"id"}
    found = vault.call("recall", "what a stall costs", "--json").rows
    assert done.rows[0]["memory_id"] in json.dumps(found)
    vault.write("Fair.md", FAIR.replace("40", "55"))
    eventually(lambda: "drift:" in vault.read(done.rows[0]["path"]), "its note is watched")


@pytest.mark.usefixtures("watched")
def test_what_it_refuses_is_told_in_the_command_s_own_words(
    vault: Vault, written_by: list[str]
) -> None:
    first = vault.call("memory", "add", FEE, "--json").rows[0]
    again = vault.call("memory", "add", FEE)
    assert (again.status, f"Memory {first['memory_id']} says almost the same" in again.err) == (
        5,
        True,
    )
    assert "--allow-similar" in again.err
    empty = vault.call("memory", "add", "  ")
    assert (empty.status, "The memory is empty." in empty.err) == (5, True)
    greeting = vault.call("memory", "add", "hello there")
    assert (greeting.status, "says nothing" in greeting.err) == (5, True)
    assert written_by == ["worker"] * 4
    assert vault.call("memory", "add", FEE, "--allow-similar").status == 0
    assert len(list((vault.folder / "Memories").iterdir())) == 2


@pytest.mark.usefixtures("watched")
def test_a_secret_that_is_handed_over_stands_in_no_file(
    vault: Vault, written_by: list[str]
) -> None:
    key = "AKIA" + "Q7ZTR4LMXW2VBN5K"
    for words in ([f"The key is {key}."], ["A belief.", "--tag", key]):
        refused = vault.call("memory", "add", *words)
        assert (refused.status, "looks like a secret" in refused.err) == (5, True)
    assert written_by == ["worker"] * 2
    kept = files_in(vault.folder, vault.state)
    assert not [file for file, data in kept.items() if key.encode() in data]


@pytest.mark.usefixtures("watched")
def test_a_daemon_that_does_not_begin_is_not_waited_for(
    vault: Vault, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_door, "CLAIM_S", 0.1)
    late: list[tuple[Call, Any]] = []
    carry_out = Call.carry_out
    monkeypatch.setattr(Call, "carry_out", lambda call, lend: late.append((call, lend)))
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]
    assert not carry_out(*late[0]), "its asker has done it"
    assert written_by == ["MainThread"]


def test_what_the_daemon_cannot_do_the_command_does(
    vault: Vault, watched: Seen, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add = adding.add_typed

    def broken(*args: Any, **more: Any) -> adding.MemoryWrite:  # noqa: ANN401 -- as the real one
        if threading.current_thread().name == "worker":
            raise RuntimeError("a fault of ours")
        return add(*args, **more)

    monkeypatch.setattr(adding, "add_typed", broken)
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]
    assert watched.is_ready()


@pytest.mark.usefixtures("watched")
def test_a_belief_that_is_too_long_to_be_handed_over_is_written_all_the_same(
    vault: Vault, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_door, "MOST_ASKED_BYTES", 10_000)
    long = "The lanterns say \U0001f3ee" + "\U0001f3ee" * 1_800
    assert vault.call("memory", "add", long).status == 0
    assert written_by == ["MainThread"]


@pytest.mark.parametrize("fact", ["__version__", "surroundings"])
@pytest.mark.usefixtures("watched")
def test_a_daemon_of_another_version_or_other_folders_is_not_asked(
    vault: Vault, written_by: list[str], monkeypatch: pytest.MonkeyPatch, fact: str
) -> None:
    monkeypatch.setattr(own_asking, fact, "0.0.1" if fact == "__version__" else list)
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]


@pytest.mark.usefixtures("watched")
def test_a_key_that_the_daemon_does_not_have_is_the_command_s(
    vault: Vault, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    has_it = [True]
    monkeypatch.setattr(daemon_worker, "has_keys", lambda _: has_it[0])
    assert vault.call("memory", "add", FEE).status == 0
    has_it[0] = False
    assert vault.call("memory", "add", FEE, "--allow-similar").status == 0
    assert written_by == ["worker", "MainThread"]


def test_what_was_taken_back_is_not_done(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    def gives_up(connection: socket.socket, value: object, *, within_s: float) -> None:
        if value == {"state": "go"}:
            connection.close()
            raise CutError
        send_line(connection, value, within_s=within_s)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_asking, "send_line", gives_up)
        with pytest.raises(BusyError):
            own_asking.ask(watched.places, ["memory", "add", FEE], here="", encodings={})
    assert vault.call("recall", "fee", "--json").status == 0, "the worker has gone on"
    assert (written_by, (vault.folder / "Memories").exists()) == ([], False)


def test_wrong_settings_are_told_though_a_daemon_goes_on_by_the_last_good_ones(
    vault: Vault, watched: Seen, written_by: list[str]
) -> None:
    vault.write(".vaultwatch/config.toml", "[wrong]\n")
    told = vault.call("memory", "add", FEE)
    assert (told.status, "no such setting" in told.err, written_by) == (2, True, [])
    assert watched.is_ready()


@pytest.mark.usefixtures("watched")
def test_other_settings_than_the_daemon_has_read_are_the_command_s(
    vault: Vault, written_by: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon_worker, "load_settings", lambda _: None)
    assert vault.call("memory", "add", FEE).status == 0
    assert written_by == ["MainThread"]


def test_a_request_in_the_vault_is_no_command_s(vault: Vault, watched: Seen) -> None:
    asked = {"belief": FEE, "facts": {"type": "fact", "source": "user_explicit", "tags": []}}
    place = ".vaultwatch/requests/mine.json"
    vault.write(place, json.dumps(asked | {"allow_similar": False}))
    answer = vault.folder / ".vaultwatch/requests/mine.answer.json"
    eventually(lambda: answer.exists() and "refused" in answer.read_text(), "an answer")
    assert not (vault.folder / "Memories").exists()
    assert watched.is_ready()


MANY = 20


def stall(number: int, fee: int) -> str:
    return f"# Stall {number}\n\nStall {number} pays a fee of {fee} euros.\n"


@pytest.fixture
def stalls(vault: Vault) -> Vault:
    """Many notes, a memory on each."""
    for number in range(MANY):
        vault.write(f"Stall {number}.md", stall(number, 40))
        belief = f"[[Stall {number}]] pays a fee of 40 euros."
        vault.write(
            f"Memories/On stall {number}.md", f"---\nid: mem_{number:08}\n---\n\n{belief}\n"
        )
    assert vault.call("scan").status == 0
    for number in range(MANY):
        vault.write(f"Stall {number}.md", stall(number, 70 + number))
    vault.write("New.md", "# New\n\nA note that nobody knew.\n")
    return vault


def drifted(vault: Vault) -> set[str]:
    return {row["memory_id"] for row in vault.call("findings", "--json").rows}


@pytest.mark.parametrize("done", [1, 4, 100], ids=["killed early", "killed late", "to its end"])
def test_of_a_big_change_all_is_told_however_much_was_taken_in_little_by_little(
    stalls: Vault, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(stalls.state))
    desk, places = Desk(stalls.folder), Places(stalls.folder)
    with (
        daemon_lock(places.state),
        open_for_long(
            places, load_settings(stalls.folder), identity=None, progress=no_progress
        ) as ws,
    ):
        steps = 0
        for take_in in islice(little_by_little(ws, None), done):
            with ws.writing() as is_ours:
                assert is_ours
                take_in()
            steps += 1
            if steps == 1:  # an agent has its turn between, and leaves the rest to the daemon
                stored = desk.write(lambda one: add_memory(one, Draft("Eve runs the [[Fair]].")))
                found = desk.read(lambda one: recall(one, "who runs the fair", Wanted()))
                assert stored.id in {one.row.id for one in found.hits}
                assert "still being taken in" in found.notice
    desk.close()
    assert steps == min(done, 2 * -(-MANY // MOST_AT_ONCE))
    assert "Stall 3" not in stalls.read("drift-report.md"), "it is told together"
    assert stalls.call("scan").status == 0
    assert drifted(stalls) == {f"mem_{number:08}" for number in range(MANY)}
    assert all(f"Stall {number}" in stalls.read("drift-report.md") for number in range(MANY))
    assert stalls.call("doctor").status == 0


def test_a_new_vault_is_asked_and_told_while_it_is_first_taken_in(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(vault.state))
    for number in range(2 * MANY):
        vault.write(f"Stall {number}.md", stall(number, 40))
    vault.write(
        "Memories/Old.md",
        "---\nid: mem_old\nsource: user_explicit\n---\n\n[[Stall 3]] pays 40 euros.\n",
    )
    desk, places = Desk(vault.folder), Places(vault.folder)
    places.ensure()
    with (
        daemon_lock(places.state),
        open_for_long(
            places, load_settings(vault.folder), identity=None, progress=no_progress
        ) as ws,
    ):
        steps = little_by_little(ws, None)
        with ws.writing() as is_ours:
            assert is_ours
            next(steps)()
        stored = desk.write(lambda one: add_memory(one, Draft("Eve runs the [[Stall 1]].")))
        found = desk.read(lambda one: recall(one, "who runs the stall", Wanted()))
        assert stored.id in {one.row.id for one in found.hits}
        assert "still being taken in" in found.notice
        assert ws.ledger.count_notes() < MANY, "an agent's word does not take all in"
    desk.close()
    assert vault.call("scan").status == 0
    shown = vault.call("memory", "show", "mem_old").out
    assert "user_explicit" in shown, "what stood at first is its person's"


def test_the_daemon_gives_way_in_a_big_change(stalls: Vault) -> None:
    with watching_here(stalls) as seen:
        eventually(seen.is_at_rest, "it rests")
        assert any("gave way" in line for line in seen.said)
    assert drifted(stalls) == {f"mem_{number:08}" for number in range(MANY)}
