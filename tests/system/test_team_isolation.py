"""Nothing of a vault comes to who may not reach it: hundreds of tries through every door.

All vaults stand in one worker, the worst case. Who tries knows what stands in the others but for
one word of each; that word must never come. And what is refused of a vault that others have is so
in the same words as of one that nobody has: so that no answer tells there is one.
"""

import http.client
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.system.daemons import ASKING, eventually
from tests.system.teams import TeamServer, secret_of, served, team_in

NAMES = ("atlas", "beech", "cedar")
NOBODYS = "dodos"
"""As long as the others' names, and no vault's."""
PEOPLE: dict[str, dict[str, tuple[str, ...]]] = {
    "ada": {"write": ("atlas",)},
    "bob": {"read": ("beech",)},
    "carl": {"write": ("cedar",)},
    "old": {"write": ("cedar",)},
}
OTHERS = {"ada": ("atlas", "cedar"), "bob": ("beech", "atlas")}
"""Who tries from which vault to reach which."""
_VARIES = re.compile(r"mem_\w+|\d{4}-\d\d-\d\d(?:[T ][\d:.+Z]*)?|\b[0-9a-f]{8,}\b|\d+\.\d+")


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TeamServer]:
    folder = tmp_path_factory.mktemp("apart")
    more = "workers = 1\nlimits.calls_per_minute = 100000\nlimits.at_once = 16"
    with served(team_in(folder, NAMES, dict(PEOPLE), more)) as team:
        for person, name in (("ada", "atlas"), ("carl", "cedar")):
            assert team.reads_own(person, name)
            said = f"The word at [[Plan of {name}]] is {secret_of(name)}."
            team.said_by(person, name, "vault_remember", content=said)
        assert team.reads_own("bob", "beech")
        del team.people["old"]
        team.write_config()
        team.reload()
        yield team


def call(method: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401 -- as JSON-RPC has them
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def test_no_token_but_its_own_opens_a_vault(team: TeamServer) -> None:
    digest = sha256(team.token("carl").encode()).hexdigest()
    tokens = ["", "x" * 46, team.token("old"), team.token("ada"), team.token("bob"), digest]
    tokens += [team.token("carl")[:-1], team.token("carl").upper(), f"{team.token('carl')}x"]
    bodies = [
        call("tools/list"),
        call("tools/call", name="vault_read_note", arguments={"note": "Shared"}),
        call("tools/call", name="vault_status", arguments={}),
        call("resources/read", uri="vaultwatch://note/Shared"),
        call("resources/list"),
        call("prompts/get", name="reconcile_memories"),
        call("completion/complete", ref={"type": "ref/resource", "uri": "vaultwatch://note/{n}"}),
        call("initialize", protocolVersion="2025-06-18", capabilities={}),
    ]
    tries = [(token, body) for token in tokens for body in bodies]
    for token, body in tries:
        mine, nobodys = (
            team.post(f"/v/{vault}/mcp", body, token=token) for vault in ("cedar", NOBODYS)
        )
        assert mine.status_code in {401, 404}, (token, body)
        assert mine.status_code == nobodys.status_code
        assert mine.text == nobodys.text
        for one in (mine, nobodys):
            one.headers.pop("date")
        told = [
            {key: value.replace(name, "") for key, value in one.headers.items()}
            for one, name in ((mine, "cedar"), (nobodys, NOBODYS))
        ]
        assert told[0] == told[1]
    assert len(tries) == 72


TRICKS = (
    "/v/atlas/../cedar/mcp", "/v/atlas/%2e%2e/cedar/mcp", "/v/atlas%2f..%2fcedar/mcp",
    "/v/cedar/mcp/", "/v//cedar/mcp", "//v/cedar/mcp", "/v/cedar/mcp?vault=atlas",
    "/v/atlas/mcp/../../cedar/mcp", "/v/CEDAR/mcp", "/v/cedar%00/mcp", "/v/c%65dar/mcp",
    "/v/cedar;atlas/mcp", "/v/cedar#/v/atlas/mcp", "/V/cedar/mcp", "/v/cedar\\mcp", "/cedar/mcp",
    "/mcp", "/v/./cedar/mcp", "/v/cedar/./mcp", "/v/cedar/sse", "/v/*/mcp", "/v/atlas,cedar/mcp",
    "http://127.0.0.1/v/cedar/mcp", "/v/cedar/mcp%20", "/v/%63%65%64%61%72/mcp",
)  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
def test_no_spelling_of_an_address_leads_to_anothers_vault(path: str, team: TeamServer) -> None:
    where = urlsplit(team.address)
    body = json.dumps(call("tools/call", name="vault_read_note", arguments={"note": "Shared"}))
    for extra in ({}, {"X-Vault": "cedar", "X-Person": "carl", "X-May-Write": "1"}):
        connection = http.client.HTTPConnection(str(where.hostname), where.port)
        headers = {"Authorization": f"Bearer {team.token('ada')}", **extra}
        headers |= {"Content-Type": "application/json", "Accept": "application/json"}
        connection.putrequest("POST", path, skip_accept_encoding=True)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            connection.putheader(name, value)
        connection.endheaders(body.encode())
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        assert answer.status in {400, 404, 405, 421}, text
        assert secret_of("cedar") not in text


def test_headers_that_name_another_vault_or_person_change_nothing(team: TeamServer) -> None:
    body = call("tools/call", name="vault_read_note", arguments={"note": "Shared"})
    for headers in ({"X-Vault": "cedar"}, {"X-Person": "carl"}, {"X-May-Write": "1"}):
        told = team.post("/v/beech/mcp", body, token=team.token("bob"), headers=headers).text
        assert secret_of("beech") in told
        assert secret_of("cedar") not in told
    write = call("tools/call", name="vault_remember", arguments={"content": "Bob in [[Shared]]."})
    told = team.post(
        "/v/beech/mcp", write, token=team.token("bob"), headers={"X-May-Write": "1"}
    ).text
    assert "only read" in told


def baits(team: TeamServer, other: str) -> Iterator[str]:
    """Yield what names something of another's vault."""
    folder = team.vault(other).folder
    yield f"Plan of {other}"
    yield f"../{other}/Shared"
    yield f"{folder}/Shared.md"
    yield f"The word at [[Plan of {other}]] is"


def arguments_of(tool: dict[str, Any], bait: str) -> Iterator[dict[str, Any]]:
    """Yield arguments of a tool, the bait in each place that takes a text."""
    schema = tool["inputSchema"]
    properties, needed = schema.get("properties", {}), schema.get("required", ())
    values = {name: value_for(one, bait) for name, one in properties.items()}
    base = {name: values[name] for name in needed}
    takes = [name for name, value in values.items() if bait in json.dumps(value)]
    for name in takes or [""]:
        yield {**base, name: values[name]} if name else base


def value_for(schema: dict[str, Any], bait: str) -> object:
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][0]
    if kind == "array":
        return [value_for(schema.get("items", {"type": "string"}), bait)]
    return {"integer": 1, "number": 1, "boolean": True, "object": {}}.get(str(kind), bait)


def as_anybodys(text: str, name: str) -> str:
    return _VARIES.sub("N", text.replace(name, "X"))


@pytest.mark.parametrize("person", OTHERS)
def test_no_tool_tells_of_another_vault_or_that_there_is_one(person: str, team: TeamServer) -> None:
    own, other = OTHERS[person]
    listed = team.post(f"/v/{own}/mcp", call("tools/list"), token=team.token(person)).json()
    tries = 0
    for tool in listed["result"]["tools"]:
        for bait, nobodys in zip(baits(team, other), baits(team, NOBODYS), strict=True):
            asked = zip(arguments_of(tool, bait), arguments_of(tool, nobodys), strict=True)
            for both in asked:
                told = [team.call(person, own, tool["name"], **one) for one in both]
                mine, theirs = map(json.dumps, told)
                assert secret_of(other) not in mine, (tool["name"], both)
                assert str(team.folder / "state") not in mine
                if told[0]["isError"] or told[1]["isError"]:
                    assert as_anybodys(mine, other) == as_anybodys(theirs, NOBODYS), both
                tries += 1
    assert tries > 100, tries


@pytest.mark.parametrize("person", OTHERS)
def test_no_resource_prompt_or_completion_tells_of_another_vault(
    person: str, team: TeamServer
) -> None:
    own, other = OTHERS[person]

    def bodies(name: str) -> Iterator[dict[str, Any]]:
        for bait in baits(team, name):
            yield call("resources/read", uri=f"vaultwatch://note/{bait}")
            yield call("resources/read", uri=f"vaultwatch://memory/{bait}")
            yield call("resources/read", uri=bait)
            yield call("prompts/get", name="reconcile_memories", arguments={"vault": bait})
            yield call(
                "completion/complete",
                ref={"type": "ref/resource", "uri": "vaultwatch://note/{+note}"},
                argument={"name": "note", "value": bait},
            )
        yield call("prompts/get", name=name)  # an error shows sixty characters of it
        yield call("resources/list", cursor=name)
        yield call("resources/templates/list")
        yield call("logging/setLevel", level="debug")
        yield call("resources/subscribe", uri=f"vaultwatch://note/{name}")
        yield call(f"vaults/{name}")

    for mine, theirs in zip(bodies(other), bodies(NOBODYS), strict=True):
        told, same = (
            team.post(f"/v/{own}/mcp", body, token=team.token(person)) for body in (mine, theirs)
        )
        assert secret_of(other) not in told.text
        assert told.status_code == same.status_code
        assert as_anybodys(told.text, other) == as_anybodys(same.text, NOBODYS), mine


def test_links_in_a_vault_that_lead_into_anothers_tell_nothing(team: TeamServer) -> None:
    folder, others = team.vault("atlas").folder, team.vault("cedar").folder
    (folder / "Linked.md").symlink_to(others / "Shared.md")
    (folder / "Way").symlink_to(others)
    (folder / "Seen.md").write_text("# Seen\n\nThe links were seen with this.\n")
    try:
        eventually(
            lambda: "seen" in team.said_by("ada", "atlas", "vault_read_note", note="Seen"), "a look"
        )
        for note in ("Linked", "Linked.md", "Way/Shared", "Way/Shared.md", "Way/../Way/Shared"):
            told = team.said_by("ada", "atlas", "vault_read_note", note=note)
            told += team.post(
                "/v/atlas/mcp",
                call("resources/read", uri=f"vaultwatch://note/{note}"),
                token=team.token("ada"),
            ).text
            assert secret_of("cedar") not in told, note
        told = team.said_by("ada", "atlas", "vault_search", query="the word here")
        assert secret_of("atlas") in told
        assert secret_of("cedar") not in told
    finally:
        for name in ("Linked.md", "Way", "Seen.md"):
            (folder / name).unlink()


MALFORMED = {
    "nothing": b"",
    "no object": b"[1]",
    "many calls in one": json.dumps([call("tools/list")] * 2).encode(),
    "nested": b"[" * 100_000,
    "nested objects": b'{"a":' * 50_000,
    "a number of 5,000 digits": b'{"jsonrpc":"2.0","method":"tools/list","id":%s}' % (b"9" * 5_000),
    "no number": b'{"jsonrpc":"2.0","method":"tools/list","id":NaN}',
    "half a letter": b'{"jsonrpc":"2.0","method":"tools/list","id":"\\ud800"}',
    "no UTF-8": json.dumps(call("tools/list")).encode("utf-16"),
    "a tool that is a number": json.dumps(call("tools/call", name=5)).encode(),
    "20,000 arguments": json.dumps(
        call("tools/call", name="vault_status", arguments={f"k{one}": 1 for one in range(20_000)})
    ).encode(),
    "a name of a megabyte": json.dumps(call("m" * 1_000_000)).encode(),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_malformed_or_huge_is_answered_and_harms_nobody(
    name: str, team: TeamServer
) -> None:
    before = len(team.audit)
    answer = ASKING.post(
        f"{team.address}/v/atlas/mcp",
        content=MALFORMED[name],
        headers={"Authorization": f"Bearer {team.token('ada')}", "Accept": "application/json"},
    )
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    assert team.reads_own("carl", "cedar")
    ours = [line for line in team.audit[before:] if line["who"] == "ada"]
    assert [len(json.dumps(line)) < 300 for line in ours] == [True]
    assert not team.count_said("Traceback"), team.said


def test_what_memories_say_of_files_is_not_held_against_others_vaults(team: TeamServer) -> None:
    """All vaults lie in the home of who runs the server, where else it would be looked."""
    told = []
    for name in ("cedar", NOBODYS):
        place = f"{team.vault(name).folder}/Shared.md"
        content = f"The list of {name} is in `{place}`."
        checks = [f"path {place}", f"path ~/vaults/{name}/Shared.md"]
        said = team.said_by("ada", "atlas", "vault_remember", content=content, checks=checks)
        id_ = json.loads(said)["memory_id"]
        said += team.said_by("ada", "atlas", "vault_verify", memory_id=id_)
        assert "outside" in said
        told.append(sorted(re.findall(r'"outcome":"\w+"(?:,"found":"[^"]*")?', said)))
    assert told[0] == told[1]


def test_no_write_reaches_another_vault(team: TeamServer) -> None:
    def standing() -> dict[str, bytes]:
        return {
            f"{name}/{path}": data
            for name in ("beech", "cedar")
            for path, data in team.vault(name).bytes().items()
            if path != "drift-report.md"  # its own daemon may write that meanwhile
        }

    before = standing()
    for bait in baits(team, "cedar"):
        team.call("ada", "atlas", "vault_remember", content=f"Ada says {bait}.", topic=bait)
        team.call(
            "ada", "atlas", "vault_handoff", session_id=bait, project=bait, next_actions=[bait]
        )
    assert standing() == before
    reports = [team.vault(name).read("drift-report.md") for name in ("beech", "cedar")]
    assert not [one for one in reports if "Ada says" in one]


def test_neither_metrics_nor_audit_tells_a_person_of_others(team: TeamServer) -> None:
    team.people["watch"] = {"metrics": True}  # type: ignore[dict-item]  # as TOML has it
    team.write_config()
    team.reload()
    told = team.post("/metrics", None, token=team.token("watch"), method="GET").text
    assert not [one for one in (*NAMES, *PEOPLE) if re.search(rf"\b{one}\b", told)]
    assert team.post("/metrics", None, token=team.token("ada"), method="GET").status_code == 404
    for path in ("/audit.jsonl", "/state/audit.jsonl", "/v/atlas/audit", "/"):
        answer = team.post(path, None, token=team.token("ada"), method="GET")
        assert answer.status_code == 404
        assert "bob" not in answer.text
    eventually(lambda: team.audit, "calls were audited")
    assert not [line for line in team.audit if any(secret_of(one) in str(line) for one in NAMES)]
    ours = [line for line in team.audit if line["who"] == "ada"]
    assert {line["vault"] for line in ours} == {"atlas"}
    assert not [*team.folder.glob("vaults/**/audit*")]
