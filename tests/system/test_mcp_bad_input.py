"""Whatever is sent to a server, it answers in words, goes on, and harms no note."""

# Long because it is one table of what may be sent wrongly.

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from mcp import MCPError
from mcp.types import Tool

from tests.folders import files_in, named_files_in
from tests.system.agents import Agent, agent, answers_to, text_of
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.doors.mcp.listing import GROUPS

SECRET = "AKIA" + "Q3EGRVTDJXNLZ5WY"
OUTSIDE = "The hidden treasure lies under the oak."
HOSTILE = {
    "code": "x' OR 1=1; DROP TABLE memories;-- {0.__class__} %s %n {{7*7}} <% tp %> ${HOME} `=1`",
    "yaml": "a\n---\nid: x\nstatus: active\n---\nb",
    "link": "[[../../x]] ![[/etc/passwd]] [y](file:///etc/passwd)",
    "brackets": "[" * 50_000,
    "upwards": "../../../../etc/passwd",
    "trash": ".trash/..",
    "controls": "\x00\x1b[2J\x07\r\n",
    "unseen": "\u202e\u200b\ufeff\U000e0041",
}
PATHS = (
    *("/etc/passwd", "~root/.ssh/id_rsa", ".vaultwatch/config.toml", ".trash/Old.md"),
    *("Old", "Diary", "Diary.md", "Linked/Letter.md", "Letter", "Fair.md/..", "..\\..\\x"),
    *("%2e%2e/outside/Diary.md", "file:///etc/passwd", "C:\\Windows", "Fair.md\x00.txt", "."),
)
VALID: dict[str, dict[str, Any]] = {
    "vault_remember": {"content": "The fair has number {}."},
    "vault_update_memory": {"memory_id": "{memory}"},
    "vault_forget": {"memory_id": "mem_unknown"},
    "vault_merge": {"target_id": "{memory}", "source_id": "mem_unknown"},
    "vault_feedback": {"memory_ids": ["{memory}"], "helped": True},
    "vault_memories": {},
    "vault_context": {"task": "the fair"},
    "vault_recent": {},
    "vault_checkpoint": {"name": "noon {}"},
    "vault_handoff": {"session_id": "s {}", "project": "fair", "goals": ["Open the fair at noon."]},
    "vault_search": {"query": "the fair"},
    "vault_read_note": {"note": "Fair"},
    "vault_related": {"note": "Fair"},
    "vault_status": {},
    "vault_prediction_errors": {},
    "vault_record_memory_signal": {
        "memory_id": "{memory}",
        "source": "git",
        "evidence": "merged",
        "weight": 0.1,
    },
    "vault_verify": {"memory_id": "{memory}"},
    "vault_review": {},
    "vault_doubts": {},
    "vault_record_outcome": {"procedure": "Open", "outcome": "failed", "session_id": "s {}"},
    "vault_propose_procedure": {"content": "# Open {}\n\n## Steps\n\n1. Open the [[Fair]]."},
}
TEXT = {"type": "string"}
CLAIM = {"subject": "fair", "predicate": "fee", "value": "40"}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    folder = tmp_path_factory.mktemp("bad")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fair.md", "# Fair\n\nThe fee of a stall is 40 euros.\n")
    vault.write("Rows/Stall.md", "---\nowner: Vera\n---\n# Stall\r\n\r\nSee [[Fair]].\r\n")
    vault.write(".trash/Old.md", OUTSIDE)
    (folder / "outside").mkdir()
    for name in ("Diary.md", "Letter.md"):
        (folder / "outside" / name).write_text(OUTSIDE)
    (vault.folder / "Diary.md").symlink_to(folder / "outside" / "Diary.md")
    (vault.folder / "Linked").symlink_to(folder / "outside")
    return vault


@pytest.fixture(scope="module")
def ada(vault: Vault) -> Iterator[Agent]:
    before, around = notes(vault), surroundings(vault)
    with agent(vault) as connected:
        yield connected
        # After all of it: it answers, no note was touched, nothing was written anywhere else.
        assert "trouble" not in connected.ask("vault_status")
        assert "40 euros" in connected.ask("vault_read_note", note="Fair")["text"]
        said = connected.said()
    assert "Traceback" not in said, said
    assert SECRET not in said
    assert notes(vault) == before
    assert surroundings(vault) == around
    hold_memories_whole(vault)


def notes(vault: Vault) -> dict[str, bytes]:
    """Every file but those that are ours to write."""
    return {
        name: data
        for name, data in named_files_in(vault.folder).items()
        if not name.startswith(("Memories/", ".trash/Memories")) and name != "drift-report.md"
    }


def surroundings(vault: Vault) -> set[str]:
    """Every file beside the vault, but the server's own state and what these tests keep of it."""
    found = named_files_in(vault.folder.parent)
    return {name for name in found if not name.startswith(("vault/", "state", "server-"))}


def hold_memories_whole(vault: Vault) -> None:
    """Assert that each memory note has one block of properties that YAML reads, and a body."""
    seen = set()
    for note in (vault.folder / "Memories").rglob("*.md"):
        assert note.is_file(), note
        assert note.suffix == ".md", note
        text = note.read_bytes().decode()
        empty, head, body = text.split("---\n", 2)
        said = yaml.load(head, yaml.BaseLoader)  # noqa: S506 -- makes only texts
        assert empty == "", note
        assert said["id"].startswith("mem_"), note
        assert said["id"] not in seen, note
        seen.add(said["id"])
        assert body.strip(), note
        assert said["id"] not in body, "our own block stands once"


def texts_of(schema: dict[str, Any]) -> str:
    """Return how an argument takes free text: `text`, `list`, or empty where it takes none."""
    arms = schema.get("anyOf", [schema])
    if any(arm.get("type") == "array" for arm in arms):
        return "list"
    is_free = any(arm.get("type") == "string" and "enum" not in arm for arm in arms)
    return "text" if is_free or "type" not in arms[0] else ""


def arguments_of(tool: Tool) -> dict[str, Any]:
    """Return what a tool takes, what stands in an object flat: by name, with its schema."""
    flat: dict[str, Any] = {
        name: TEXT for group in GROUPS.get(tool.name, {}).values() for name in group.names
    }
    flat = {**flat, "scope": {"enum": []}, "exclusive": {"type": "boolean"}} if flat else flat
    return {**tool.input_schema["properties"], **flat}


def filled(tool: str, memory: str, number: int) -> dict[str, Any]:
    """Return arguments that a tool takes."""
    return {
        key: value.format(number, memory=memory) if isinstance(value, str) else value
        for key, value in VALID[tool].items()
    }


@pytest.mark.parametrize("tool", VALID)
def test_a_hostile_text_in_any_argument_gets_an_answer(tool: str, ada: Agent) -> None:
    memory = ada.remember("Something that stands at the [[Fair]].")
    tools = {one.name: one for one in ada.portal.call(ada.client.list_tools).tools}
    assert tools.keys() == VALID.keys(), "a new tool is tried too"
    kinds = {
        argument: kind
        for argument, schema in arguments_of(tools[tool]).items()
        if (kind := texts_of(schema))
    }
    # Of two texts that follow each other an argument gets one, in another tool the other.
    shift = [*VALID].index(tool)
    for number, (name, text) in enumerate(HOSTILE.items()):
        for place, (argument, kind) in enumerate(kinds.items()):
            if place and (number + place + shift) % 2:
                continue
            arguments = filled(tool, memory, number)
            if argument in CLAIM:
                arguments |= CLAIM
            arguments[argument] = [text] if kind == "list" else text
            result = ada.call(tool, arguments)
            said = text_of(result)
            where = f"{tool} {argument} {name}: {said[:300]}"
            assert "root:" not in said, where
            assert OUTSIDE not in said, where
            if result.is_error:
                # A sentence that an agent can act on: not an echo, not a class of ours.
                assert 20 < len(said) < 2_000, where
                assert "Traceback" not in said, where
                assert "Internal" not in said, where
            else:
                assert said, where


@pytest.mark.parametrize("tool", ["vault_read_note", "vault_related"])
def test_no_path_leads_out_of_the_vault(tool: str, ada: Agent) -> None:
    for path in PATHS:
        said = ada.refused(tool, note=path)
        assert OUTSIDE not in said, path
        assert "note" in said or "path" in said, path


@pytest.mark.parametrize("kind", ["note", "memory"])
def test_no_resource_leads_out_of_the_vault(kind: str, ada: Agent) -> None:
    for path in (*PATHS, "../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", ""):
        with pytest.raises((MCPError, ValueError)) as caught:
            ada.resource(f"vaultwatch://{kind}/{path}")
        assert OUTSIDE not in str(caught.value)


def test_nothing_outside_is_found_or_told(ada: Agent) -> None:
    for tool, argument in (("vault_search", "query"), ("vault_context", "task")):
        answer = json.dumps(ada.ask(tool, **{argument: OUTSIDE}))
        assert "treasure" not in answer
    assert "leads nowhere" in "".join(
        ada.ask("vault_remember", content="See the [[Diary]].")["warnings"]
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        pytest.param("vault_remember", {}, "content", id="nothing"),
        pytest.param("vault_remember", {"content": ""}, "content", id="empty"),
        pytest.param("vault_remember", {"content": " \n\t"}, "empty", id="blank"),
        pytest.param("vault_remember", {"content": "---"}, "says nothing", id="a rule"),
        pytest.param("vault_remember", {"content": 7}, "text", id="a number"),
        pytest.param("vault_remember", {"content": None}, "text", id="null"),
        pytest.param("vault_remember", {"content": ["a"]}, "text", id="a list"),
        pytest.param("vault_remember", {"content": "a", "tags": "b"}, "list", id="no list"),
        pytest.param("vault_remember", {"content": "a", "tags": ["b"] * 21}, "20", id="many tags"),
        pytest.param("vault_remember", {"content": "a", "importance": 2}, "1", id="share"),
        pytest.param("vault_remember", {"content": "a", "ttl_hours": -1}, "0", id="hours"),
        pytest.param("vault_remember", {"content": "a", "source": "god"}, "user_", id="source"),
        pytest.param("vault_remember", {"content": "a", "subject": "b"}, "claim", id="half claim"),
        pytest.param(
            "vault_remember", {"content": "a", "scope": "session"}, "claim", id="no claim"
        ),
        pytest.param("vault_remember", {"content": "a", "valid_from": "x"}, "date", id="no day"),
        pytest.param(
            "vault_remember", {"content": "a", **CLAIM, "scope": "session"}, "session", id="scope"
        ),
        pytest.param(
            "vault_remember", {"content": "a", **CLAIM, "valid_from": "x"}, "date", id="no date"
        ),
        pytest.param("vault_remember", {"content": "a", "tag": []}, "tags", id="misspelt"),
        pytest.param("vault_remember", {"content": "a", "claim": 7}, "object", id="no object"),
        pytest.param("vault_remember", {"content": "a", "claim": "{x"}, "object", id="no JSON"),
        pytest.param(
            "vault_remember", {"content": "a", "claim": {"who": "b"}}, "subject", id="no part of it"
        ),
        pytest.param(
            "vault_remember",
            {"content": "a", "subject": "b", "claim": {**CLAIM, "subject": "c"}},
            "twice",
            id="said twice",
        ),
        pytest.param("vault_memories", {"since": "soon"}, "'soon' is no date", id="since"),
        pytest.param("vault_memories", {"limit": 0}, "1", id="limit"),
        pytest.param("vault_memories", {"limit": 10**30}, "100", id="huge limit"),
        pytest.param("vault_memories", {"status": "gone"}, "active", id="status"),
        pytest.param("vault_memories", {"query": "!?"}, "no word", id="signs"),
        pytest.param("vault_memories", {"query": "word " * 10_000}, "2000", id="10,000 words"),
        pytest.param("vault_memories", {"as_of": "0000-01-01"}, "no date", id="year 0"),
        pytest.param("vault_memories", {"as_of": "99999-01-01"}, "no date", id="year 99999"),
        pytest.param("vault_memories", {"as_of": "31 February"}, "no date", id="31 February"),
        pytest.param("vault_memories", {"as_of": "9999-12-31"}, "to come", id="as of the future"),
        pytest.param("vault_memories", {"filters": {"as_of": ""}}, "no date", id="as of nothing"),
        pytest.param("vault_context", {"task": "a", "as_of": " "}, "no date", id="as of a blank"),
        pytest.param("vault_context", {"task": "a", "as_of": "soon"}, "no date", id="as of soon"),
        pytest.param("vault_context", {"task": "🎉\0\x1b"}, "no word", id="no word in a task"),
        pytest.param("vault_context", {"task": " "}, "task is empty. Say", id="no task"),
        pytest.param("vault_context", {"task": "a", "max_tokens": 1}, "50", id="no budget"),
        pytest.param("vault_search", {"query": ""}, "query", id="no query"),
        pytest.param("vault_search", {"query": "\u200b"}, "no word", id="nothing to see"),
        pytest.param("vault_read_note", {"note": "Fair", "first_line": 99}, "3", id="line"),
        pytest.param("vault_read_note", {"note": "Fair", "section": "X"}, "Fair", id="part"),
        pytest.param("vault_read_note", {"note": "Fair", "section": "^x"}, "x", id="block"),
        pytest.param("vault_read_note", {"note": "Nowhere"}, "Nowhere", id="no note"),
        pytest.param("vault_forget", {"memory_id": "mem_no"}, "mem_no", id="forget"),
        pytest.param("vault_update_memory", {"memory_id": "mem_no"}, "mem_no", id="update"),
        pytest.param(
            "vault_merge", {"target_id": "mem_no", "source_id": "mem_no2"}, "mem_no", id="merge"
        ),
        pytest.param("vault_prediction_errors", {"memory_id": "mem_no"}, "mem_no", id="errors"),
        pytest.param("vault_prediction_errors", {"resolve": ["zzz"]}, "zzz", id="resolve"),
        pytest.param("vault_prediction_errors", {"kind": "bad"}, "memory_drift", id="kind"),
        pytest.param("vault_review", {"action": "show"}, "memory_id", id="nobody"),
        pytest.param(
            "vault_review", {"action": "reject", "memory_id": "mem_no"}, "mem_no", id="reject"
        ),
        pytest.param("vault_nothing", {}, "vault_nothing", id="no such tool"),
        pytest.param(
            "vault_record_memory_signal",
            {"memory_id": "mem_no", "source": "git", "evidence": 1, "weight": 0.5},
            "mem_no",
            id="signal",
        ),
        pytest.param(
            "vault_record_memory_signal",
            {"memory_id": "mem_no", "source": "git", "evidence": 1, "weight": 0},
            "weight",
            id="weight",
        ),
    ],
)
def test_a_wrong_argument_is_named(
    tool: str, arguments: dict[str, Any], said: str, ada: Agent
) -> None:
    try:
        result = ada.call(tool, arguments)
    except MCPError as error:
        assert said in str(error)  # noqa: PT017 -- the protocol has two ways to say no
        return
    assert result.is_error, text_of(result)
    assert said in text_of(result)
    assert len(text_of(result)) < 2_000


@pytest.mark.parametrize(
    "size", [pytest.param(20_001, id="one too many"), pytest.param(10_000_000, id="10 MB")]
)
def test_a_text_that_is_too_long_is_refused(size: int, ada: Agent) -> None:
    said = ada.refused("vault_remember", content="The fair. " * (size // 10) + "x")
    assert "20000" in said.replace(",", "")
    assert len(said) < 2_000, "it is not sent back"
    assert "trouble" not in ada.ask("vault_status"), "it still answers"


def test_the_longest_memory_of_the_worst_text_is_kept_word_for_word(
    ada: Agent, vault: Vault
) -> None:
    for number, sign in enumerate(("[[", "- [ ] ", "> ", "`", "|", "$$", "%%", "<b ")):
        text = f"Worst {number} " + (sign * 20_000)[:19_980] + "."
        stored = ada.ask("vault_remember", content=text)
        assert vault.read(stored["path"]).split("---\n", 2)[2] == f"{text}\n"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("a\n---\nid: mem_x\n---\nb", id="a block within"),
        pytest.param("---\nid: mem_y\nstatus: superseded\n---\nc", id="a block first"),
        pytest.param("\ufeff---\nid: mem_z\n---\nd", id="behind a mark"),
        pytest.param("...\n---\nid: mem_x", id="the end of a document"),
    ],
)
def test_a_memory_never_brings_properties_of_its_own(
    content: str, ada: Agent, vault: Vault
) -> None:
    stored = ada.ask("vault_remember", content=content, source="user_explicit")
    head = vault.read(stored["path"]).split("---\n", 2)[1]
    assert yaml.load(head, yaml.BaseLoader)["id"] == stored["memory_id"]  # noqa: S506 -- texts only
    assert "superseded" not in head
    _, *shown = ada.resource(f"vaultwatch://memory/{stored['memory_id']}").splitlines()
    assert shown == [f"> {line}" for line in content.strip().replace("\ufeff", "").splitlines()]
    ada.ask("vault_update_memory", memory_id=stored["memory_id"], content=f"{content} c")
    (row,) = vault.call("memory", "show", stored["memory_id"], "--json").rows
    head = vault.read(row["path"]).split("---\n", 2)[1]
    assert yaml.load(head, yaml.BaseLoader)["id"] == stored["memory_id"]  # noqa: S506 -- texts only


def test_a_secret_is_refused_in_every_field_and_stands_nowhere(ada: Agent, vault: Vault) -> None:
    key = f"aws_access_key_id = {SECRET}"
    memory = ada.remember("The stall of Vera stands at the [[Fair]].")
    tools = {one.name: one for one in ada.portal.call(ada.client.list_tools).tools}
    writes = ("vault_remember", "vault_update_memory", "vault_forget", "vault_record_memory_signal")
    for tool in writes:
        for argument, schema in arguments_of(tools[tool]).items():
            kind = texts_of(schema)
            if kind and not argument.startswith("valid_"):
                arguments = filled(tool, memory, len(argument))
                if argument in CLAIM:
                    arguments |= CLAIM
                ada.call(tool, arguments | {argument: [key] if kind == "list" else key})
    said = ada.refused("vault_remember", content=f"The key is {key}.")
    assert "secret" in said
    assert SECRET not in said
    for question in ("vault_search", "vault_memories"):
        ada.ask(question, query=key)
    ada.ask("vault_context", task=key)
    kept = files_in(vault.folder.parent)
    assert not [file for file, data in kept.items() if SECRET.encode() in data]


def call(id_: int, arguments: bytes) -> bytes:
    """Return the line of a call of vault_remember."""
    head = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":' % id_
    return head + b'{"name":"vault_remember","arguments":%s}}' % arguments


HELLO = b"""{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"""
RAW = [
    HELLO,
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
    b"",
    b"no JSON at all",
    b"\xff\xfe\x00",
    b"[" * 10_000,
    b'{"jsonrpc":"2.0","id":2,"method":"tools/unknown","params":{}}',
    call(3, b'{"content":"half a sign \\ud800"}'),
    call(4, b'{"content":"a NUL \\u0000"}'),
    call(5, b'{"content":"a","tags":["\\udfff"]}'),
    call(6, b'{"\\ud800":1}'),
    call(7, b'"no object"'),
    call(8, b'{"content":"a","importance":NaN}'),
    call(9, b'{"content":' + b'{"a":' * 500 + b"1" + b"}" * 501),
    b'[{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    b'{"jsonrpc":"2.0","id":11}',
    b'{"jsonrpc":"2.0","id":"\\udc00","method":["ping"]}',
    b'{"jsonrpc":"2.0","id":12,"method":["ping"],"params":1}',
    call(13, b'{"content":"%s"}' % (b"x" * 3_000_000)),
    call(10, b'{"content":"A belief after all that."}'),
]
ANSWERED = {*range(1, 14)}
NAMELESS = [-32700, -32700, -32700, -32600, -32700]
"""Of lines in which no id can be told: no JSON, no text, too deep, a batch, half a sign for one."""


def test_lines_that_no_client_would_send_are_answered_too(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fair.md", "# Fair\n")
    answers, nameless, said = answers_to(vault, RAW, ANSWERED)
    assert nameless == NAMELESS
    for id_ in answers.keys() - {1, 10}:
        assert "error" in answers[id_] or answers[id_]["result"]["isError"], answers[id_]
    (told,) = answers[10]["result"]["content"]
    assert json.loads(told["text"])["outcome"] == "stored"
    (note,) = (vault.folder / "Memories").iterdir()
    assert note.read_text().endswith("\n---\nA belief after all that.\n")
    assert "went wrong" not in said
