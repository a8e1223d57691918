"""A server for many vaults: who gets in, who may write, what goes on when a part is lost."""

import http.client
import json
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from tests.system.agents import http_agent
from tests.system.daemons import PATIENCE_S, eventually
from tests.system.teams import TeamServer, secret_of, served, team_in
from vaultwatch import wiring
from vaultwatch.adapters.machine.lock import writer_lock
from vaultwatch.places import Places

NAMES = ("atlas", "beech", "cedar")
NARROW = "workers = 1\nlimits.open_vaults = 1"
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
Narrow = Callable[..., TeamServer]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TeamServer]:
    people = {
        "ada": {"write": ("atlas", "beech")},
        "bob": {"read": ("atlas",), "write": ("cedar",)},
        "eve": {"write": ("atlas",)},
        "watch": {"metrics": True},
    }
    folder = tmp_path_factory.mktemp("tëam")
    with served(team_in(folder, NAMES, people, "workers = 2")) as team:
        yield team


@pytest.fixture(scope="module")
def narrow_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TeamServer]:
    """One worker that holds one vault at a time; what else is limited may change while it runs."""
    with served(team_in(tmp_path_factory.mktemp("narrow"), NAMES, {}, NARROW)) as team:
        yield team
        team.people = {"ada": {"write": NAMES}}
        team.write_config()
        team.reload()
        ends_cleanly(team, signal.SIGINT, workers=1)


@pytest.fixture
def narrow(narrow_once: TeamServer) -> Narrow:
    """Give a server that goes by these limits and knows these people alone."""

    def going_by(limits: str, people: dict[str, Any]) -> TeamServer:
        narrow_once.more, narrow_once.people = f"{NARROW}\n{limits}", people
        narrow_once.write_config()
        narrow_once.reload()
        return narrow_once

    return going_by


def pids(team: TeamServer) -> list[psutil.Process]:
    assert team.process is not None
    return psutil.Process(team.process.pid).children()


def test_an_agent_works_in_a_vault_as_with_one_of_its_own(team: TeamServer) -> None:
    with http_agent(f"{team.address}/v/atlas/mcp", team.token("ada")) as ada:
        id_ = ada.remember("The fee at [[Plan of atlas]] is 40 euros.")
        assert id_ in ada.found("fee")
        assert "40 euros" in ada.resource("vaultwatch://note/Plan of atlas")
        assert "ada" in ada.ask("vault_read_note", note=f"Memories/{memory_of(team)}")["text"]


def memory_of(team: TeamServer) -> str:
    (memory,) = (team.vault("atlas").folder / "Memories").iterdir()
    return memory.stem


def test_a_saved_note_is_looked_at(team: TeamServer) -> None:
    vault = team.vault("beech")
    id_ = json.loads(
        team.said_by(
            "ada", "beech", "vault_remember", content="The fee at [[Plan of beech]] is 40 euros."
        )
    )["memory_id"]
    vault.write("Plan of beech.md", "# Plan\n\nThe fee at beech is 55 euros.\n")
    eventually((vault.folder / "drift-report.md").exists, "the report is written")
    eventually(
        lambda: id_ in team.said_by("ada", "beech", "vault_prediction_errors"), "agents are told"
    )


def test_who_may_only_read_writes_nothing(team: TeamServer) -> None:
    team.said_by("ada", "atlas", "vault_remember", content="The fee is told by [[Shared]].")
    before = team.vault("atlas").notes()
    assert team.reads_own("bob", "atlas")
    for tool, arguments in (
        ("vault_remember", {"content": "Bob was here, see [[Shared]]."}),
        ("vault_handoff", {"session_id": "s", "project": "p", "next_actions": ["See [[Shared]]"]}),
        ("vault_forget", {"memory_id": "mem_x", "why": "x"}),
    ):
        result = team.call("bob", "atlas", tool, **arguments)
        assert result["isError"], tool
        assert "read" in result["content"][0]["text"], (tool, result)
    used = Places(team.vault("atlas").folder, state_base=team.vault("atlas").state).accesses

    def is_noted(person: str) -> bool:
        team.said_by(person, "atlas", "vault_context", task="the fee")
        return used.exists() and f"-{person}-" in used.read_text()

    eventually(lambda: is_noted("ada"), "whose use of memories counts")
    assert not is_noted("bob")
    assert team.vault("atlas").notes() == before


def test_strangers_are_told_how_to_get_in(team: TeamServer) -> None:
    answer = team.post("/v/atlas/mcp", LIST)
    assert answer.status_code == 401
    challenge = answer.headers["www-authenticate"]
    place = challenge.split('resource_metadata="')[1].rstrip('"')
    told = team.post(place.removeprefix(team.address), None, method="GET").json()
    assert told["resource"] == f"{team.address}/v/atlas/mcp"
    assert told["bearer_methods_supported"] == ["header"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Authorization": "Bearer"}, 401),
        ({"Cookie": "token=x"}, 401),
    ],
)
def test_pages_and_foreign_hosts_are_refused(
    team: TeamServer, headers: dict[str, str], status: int
) -> None:
    token = "" if status == 401 else team.token("ada")
    assert team.post("/v/atlas/mcp", LIST, token=token, headers=headers).status_code == status


def test_a_body_that_is_too_large_is_refused(team: TeamServer) -> None:
    answer = team.post("/v/atlas/mcp", "x" * (1 << 20), token=team.token("ada"))
    assert answer.status_code == 413


def test_ways_of_asking_that_nobody_needs_are_refused_and_no_error_of_ours(
    team: TeamServer,
) -> None:
    where = urlsplit(team.address)
    for method in ("CONNECT", "TRACE", "DELETE", "post"):
        for path in ("/healthz", "/metrics", "/v/atlas/mcp", "/v/dodos/mcp"):
            with closing(http.client.HTTPConnection(str(where.hostname), where.port)) as asking:
                asking.request(method, path)
                assert asking.getresponse().status == 405, (method, path)
    assert not team.count_said("Traceback"), team.said


def test_health_and_metrics_name_nobody(team: TeamServer) -> None:
    assert team.post("/healthz", None, method="GET").json() == {"ok": True}
    for token in ("", "wrong", team.token("ada")):
        answer = team.post("/metrics", None, token=token, method="GET")
        assert answer.status_code in {401, 404}
        assert "vaultwatch_" not in answer.text
    told = team.post("/metrics", None, token=team.token("watch"), method="GET").text
    assert "vaultwatch_calls_total" in told
    assert "vaultwatch_workers_up 2.0" in told
    assert not [name for name in (*NAMES, *team.people) if f'"{name}' in told]


def test_each_call_is_audited_without_what_it_said(team: TeamServer) -> None:
    before = len(team.audit)
    team.said_by("ada", "beech", "vault_search", query="a private question")
    team.post("/v/cedar/mcp", LIST, token=team.token("ada"))
    (line,) = [one for one in team.audit[before:] if one["who"] == "ada"]
    assert line["tool"] == "vault_search"
    assert (line["vault"], line["outcome"]) == ("beech", "ok")
    assert line.keys() == {"at", "who", "vault", "tool", "ms", "outcome"}
    assert "private" not in json.dumps(team.audit)


def test_a_token_that_is_taken_back_writes_no_more_even_in_the_midst_of_a_call(
    team: TeamServer,
) -> None:
    vault = team.vault("atlas")
    places = Places(vault.folder, state_base=vault.state)
    before = vault.bytes()
    content = "Eve wrote this late, see [[Shared]]."
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "vault_remember", "arguments": {"content": content}},
    }
    with ThreadPoolExecutor(1) as pool:
        with writer_lock(places.state, wait_s=PATIENCE_S):
            late = pool.submit(team.post, "/v/atlas/mcp", body, token=team.token("eve"))
            eventually(lambda: is_waiting(team), "the call is under way")
            eve = team.people.pop("eve")
            team.write_config()
            team.reload()
            assert late.result().status_code == 401
        assert team.post("/v/atlas/mcp", body, token=team.token("eve")).status_code == 401
    team.said_by("ada", "atlas", "vault_remember", content="Ada wrote this, see [[Shared]].")
    written = vault.bytes().keys() - before.keys()
    assert [name for name in written if "Eve" in name] == []
    assert [name for name in written if "Ada" in name] != []
    team.people["eve"] = eve
    team.write_config()
    team.reload()
    assert team.post("/v/atlas/mcp", LIST, token=team.token("eve")).status_code == 200


def test_a_token_that_is_taken_back_while_a_call_arrives_counts_no_more(team: TeamServer) -> None:
    where = urlsplit(team.address)
    body = json.dumps(LIST).encode()
    eve = team.people["eve"]
    connection = http.client.HTTPConnection(str(where.hostname), where.port)
    connection.putrequest("POST", "/v/atlas/mcp")
    connection.putheader("Authorization", f"Bearer {team.token('eve')}")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body[:5])
    try:
        del team.people["eve"]
        team.write_config()
        team.reload()
        connection.send(body[5:])
        assert connection.getresponse().status == 401
    finally:
        connection.close()
        team.people["eve"] = eve
        team.write_config()
        team.reload()


def is_waiting(team: TeamServer) -> bool:
    """Tell whether some call is under way."""
    told = team.post("/metrics", None, token=team.token("watch"), method="GET").text
    return "vaultwatch_calls_under_way 1.0" in told


def test_settings_that_are_wrong_change_nothing(team: TeamServer) -> None:
    good = team.config.read_text()
    team.config.write_text(good.replace("workers", "wrokers"))
    team.reload()
    team.config.write_text(good)
    assert team.post("/v/atlas/mcp", LIST, token=team.token("ada")).status_code == 200
    assert team.count_said("wrokers: no such setting")


def test_a_worker_that_dies_is_started_again(team: TeamServer) -> None:
    old = pids(team)
    for one in old:
        one.kill()
    eventually(lambda: len({*pids(team)} - {*old}) == 2, "both are started again")
    team.said_by("ada", "atlas", "vault_status")  # the first may hear that it died
    assert team.reads_own("ada", "atlas")
    assert team.post("/healthz", None, method="GET").json() == {"ok": True}


def test_a_vault_that_goes_away_is_told_to_its_own_alone(team: TeamServer) -> None:
    vault = team.vault("cedar")
    assert team.reads_own("bob", "cedar")
    away = vault.folder.with_name("cedar-away")
    vault.folder.rename(away)
    try:
        told = team.call("bob", "cedar", "vault_read_note", note="Shared")
        assert told["isError"]
        assert "gone" in told["content"][0]["text"]
        assert str(team.folder) not in told["content"][0]["text"]
        assert team.reads_own("ada", "atlas")
    finally:
        away.rename(vault.folder)
    assert team.reads_own("bob", "cedar")


def test_a_vault_whose_folder_becomes_a_link_to_anothers_is_not_opened(team: TeamServer) -> None:
    vault, others = team.vault("cedar"), team.vault("beech")
    away = vault.folder.with_name("cedar-away")
    before = others.bytes()
    vault.folder.rename(away)
    vault.folder.symlink_to(others.folder)

    def told() -> str:
        said = team.said_by("bob", "cedar", "vault_read_note", note="Shared")
        assert secret_of("beech") not in said
        return said

    try:
        told()  # open still, perhaps
        for one in pids(team):
            one.kill()
        eventually(lambda: "leads elsewhere" in told(), "it is opened no more")
        assert others.bytes() == before
        assert team.reads_own("ada", "atlas")
    finally:
        vault.folder.unlink()
        away.rename(vault.folder)
    assert team.reads_own("bob", "cedar")


def test_a_vault_whose_settings_are_wrong_is_told_to_its_own_alone(team: TeamServer) -> None:
    vault = team.vault("cedar")
    good = vault.read(".vaultwatch/config.toml")
    assert team.reads_own("bob", "cedar")  # from now on the vault's own server says what is wrong
    vault.write(".vaultwatch/config.toml", f"{good}[indx]\n")
    try:
        told = team.said_by("bob", "cedar", "vault_read_note", note="Shared")
        assert "indx" in told
        assert "(.vaultwatch/config.toml)" in told, "folders of the machine are left out"
        assert team.reads_own("ada", "beech")
    finally:
        vault.write(".vaultwatch/config.toml", good)


def test_who_asks_too_much_is_told_to_wait_and_others_are_not(narrow: Narrow) -> None:
    people = {"kim": {"read": ("atlas",)}, "lou": {"read": ("atlas",)}}
    team = narrow("limits.calls_per_minute = 3", people)
    asked = [team.post("/v/atlas/mcp", LIST, token=team.token("kim")) for _ in range(5)]
    assert [one.status_code for one in asked] == [200, 200, 200, 429, 429]
    assert int(asked[-1].headers["retry-after"]) > 0
    assert team.post("/v/atlas/mcp", LIST, token=team.token("lou")).status_code == 200


def test_calls_of_one_token_that_wait_keep_nobody_else_waiting(narrow: Narrow) -> None:
    people = {"ada": {"write": ("atlas",)}, "bob": {"read": ("atlas",)}, "watch": {"metrics": True}}
    team = narrow("limits.at_once = 1", people)
    assert team.reads_own("bob", "atlas")
    vault = team.vault("atlas")
    body = {"name": "vault_remember", "arguments": {"content": "It is late, see [[Shared]]."}}
    call = {**LIST, "method": "tools/call", "params": body}
    with ThreadPoolExecutor(1) as pool:
        places = Places(vault.folder, state_base=vault.state)
        with writer_lock(places.state, wait_s=PATIENCE_S):
            late = pool.submit(team.post, "/v/atlas/mcp", call, token=team.token("ada"))
            eventually(lambda: is_waiting(team), "the call is under way")
            other = team.post("/v/atlas/mcp", LIST, token=team.token("ada"))
            assert other.status_code == 429
            assert team.reads_own("bob", "atlas")
        assert late.result().status_code == 200
    assert team.post("/v/atlas/mcp", LIST, token=team.token("ada")).status_code == 200


def test_a_call_that_comes_slowly_counts_for_its_token_from_the_beginning(narrow: Narrow) -> None:
    people = {"ada": {"write": ("atlas",)}, "bob": {"read": ("atlas",)}}
    team = narrow("limits.at_once = 1", people)
    where = urlsplit(team.address)

    def status_for(person: str) -> int:
        return team.post("/v/atlas/mcp", LIST, token=team.token(person)).status_code

    with closing(http.client.HTTPConnection(str(where.hostname), where.port)) as slow:
        slow.putrequest("POST", "/v/atlas/mcp")
        slow.putheader("Authorization", f"Bearer {team.token('ada')}")
        slow.putheader("Content-Length", "100")
        slow.endheaders(b"{")
        eventually(lambda: status_for("ada") == 429, "it counts")
        assert status_for("bob") == 200
    eventually(lambda: status_for("ada") == 200, "it counts no more")
    assert ("other", "refused") in {(line["tool"], line["outcome"]) for line in team.audit}


def test_one_vault_gives_way_to_the_next_and_opens_anew(narrow: Narrow) -> None:
    team = narrow("", {"ada": {"write": NAMES}})
    for _ in range(2):
        for name in NAMES:
            assert team.reads_own("ada", name)
    with ThreadPoolExecutor(3) as pool:  # all at once: one after another
        asked = [pool.submit(team.said_by, "ada", one, "vault_status") for one in NAMES]
        assert all('"notes"' in one.result() for one in asked)


def test_a_vault_that_nobody_asks_for_is_closed_and_opens_anew(narrow: Narrow) -> None:
    team = narrow("limits.idle_s = 1", {"ada": {"write": NAMES[:1]}})

    def holds_nothing() -> bool:
        (worker,) = pids(team)
        return not [one for one in worker.open_files() if "sqlite" in one.path]

    for _ in range(2):
        assert team.reads_own("ada", "atlas")
        eventually(holds_nothing, "the ledger is closed")


def test_limits_that_change_hold_at_once(narrow: Narrow) -> None:
    people = {"ada": {"read": ("atlas",)}}
    team = narrow("limits.audit_mb = 2", people)
    log = team.folder / "state" / "audit.jsonl"
    with log.open("a") as held:
        held.write(f"{json.dumps({'x': 'x' * 1_500_000})}\n")
    assert team.post("/v/atlas/mcp", LIST, token=team.token("ada")).status_code == 200
    assert [one.name for one in log.parent.glob("audit*")] == [log.name]
    narrow("limits.audit_mb = 1", people)
    assert team.post("/v/atlas/mcp", LIST, token=team.token("ada")).status_code == 200
    assert log.with_suffix(".1.jsonl").exists()


def ends_cleanly(team: TeamServer, how: signal.Signals, *, workers: int) -> None:
    """Stop a server in whose first vault something was just remembered."""
    team.said_by("ada", team.names[0], "vault_remember", content="All is [[Shared]].")
    started = pids(team)
    assert len(started) == workers
    assert team.stop(how) in {0, 130, 143, -how}
    assert psutil.wait_procs(started, PATIENCE_S)[1] == []
    assert not team.count_said("Traceback"), team.said
    vault = team.vault(team.names[0])
    with writer_lock(Places(vault.folder, state_base=vault.state).state, wait_s=0.0):
        assert (vault.folder / "drift-report.md").exists(), "the look that was owed was taken"


def test_a_stopped_server_ends_with_all_its_workers(tmp_path: Path) -> None:
    with served(team_in(tmp_path, NAMES, {"ada": {"write": NAMES}}, "workers = 2")) as team:
        assert team.process is not None
        team.process.send_signal(signal.SIGHUP)  # while it starts: no reason to end
        ends_cleanly(team, signal.SIGTERM, workers=2)


def test_workers_do_not_outlive_a_front_that_is_killed(tmp_path: Path) -> None:
    with served(team_in(tmp_path, NAMES[:1], {"ada": {"write": NAMES[:1]}}, "workers = 2")) as team:
        assert team.reads_own("ada", "atlas")
        workers = pids(team)
        team.stop(signal.SIGKILL)
        assert psutil.wait_procs(workers, PATIENCE_S)[1] == []


def test_a_vault_that_is_added_is_served_and_one_that_is_taken_out_is_not(
    team: TeamServer,
) -> None:
    ada = team.people["ada"]
    shutil.copytree(team.vault("beech").folder, team.vault("dogwood").folder)
    try:
        team.names = ("atlas", "cedar", "dogwood")
        team.people["ada"] = {"write": ("atlas", "dogwood")}
        team.write_config()
        team.reload()
        assert team.post("/v/beech/mcp", LIST, token=team.token("ada")).status_code == 404
        assert team.reads_own("ada", "dogwood", word=secret_of("beech"))
    finally:
        team.names, team.people["ada"] = NAMES, ada
        team.write_config()
        team.reload()


def test_vaults_of_one_process_share_a_model_that_none_closes(
    tmp_path: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "models_folder", lambda: minilm_folder.parent)
    monkeypatch.setattr(wiring, "_SHARED", None)
    team = team_in(tmp_path, NAMES[:2], {})
    for name in NAMES[:2]:
        team.vault(name).write(".vaultwatch/config.toml", '[index]\nembedder = "minilm"\n')
    wiring.share_models()
    first, second = (team.vault(name) for name in NAMES[:2])
    with wiring.open_workspace(second.folder, state=second.state) as other:
        with wiring.open_workspace(first.folder, state=first.state) as ws:
            assert ws.model.embedder is other.model.embedder
            rows = ws.model.embedder.embed(["a word"])
        assert (other.model.embedder.embed(["a word"]) == rows).all()
