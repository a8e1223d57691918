"""When the agent of a session is asked to keep what was decided in it, and how often."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultwatch.adapters.files.session_records import SessionRecord, session_key, write_record
from vaultwatch.memories.transcript_lines import SaidInSession, Turn
from vaultwatch.places import Places
from vaultwatch.services.sessions.asking import (
    NEWEST_BYTES,
    REASON,
    asked_to_keep,
    decided_something,
)
from vaultwatch.services.sessions.hook_calls import HookCall, parse_call

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
STOP = {
    "session_id": "17ebdcd7",
    "transcript_path": "/w/t.jsonl",
    "cwd": "/w",
    "permission_mode": "default",
    "effort": {"level": "high"},
    "hook_event_name": "Stop",
    "stop_hook_active": False,
    "last_assistant_message": "Fine, noted.",
    "background_tasks": [],
    "session_crons": [],
}
"""As Claude Code 2.1.197 sends it; its ids and paths are cut short."""


@pytest.mark.parametrize(
    ("messages", "tools", "is_asked"),
    [
        pytest.param(5, ["Edit", "Bash", "Write", "MultiEdit"], True, id="work was done"),
        pytest.param(4, ["Edit", "Edit", "Edit"], False, id="a few words"),
        pytest.param(9, ["Edit", "Read", "Write", "Bash", "Grep"], False, id="two edits"),
        pytest.param(9, [], False, id="talk alone"),
        pytest.param(
            9, ["Edit"] * 5 + ["mcp__vaultwatch__vault_remember"], False, id="it kept something"
        ),
    ],
)
def test_a_session_in_which_work_was_done_decided_something(
    messages: int, tools: list[str], *, is_asked: bool
) -> None:
    turns = tuple(
        Turn(role, "Paint it blue.", None)
        for _ in range(messages)
        for role in ("user", "assistant")
    )
    assert decided_something(SaidInSession(turns, tools=tuple(tools))) is is_asked


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    made = Places(tmp_path / "vault", state_base=tmp_path / "state")
    made.ensure()
    return made


def stopped(places: Places, *, lines_before: bytes = b"", client: str = "claude-code") -> HookCall:
    """Have a session end a turn in which the person and the agent worked."""
    edit = {"type": "tool_use", "id": "t", "name": "Edit", "input": {}}
    rows: list[object] = []
    for _ in range(5):
        rows += [
            {"type": "user", "message": {"role": "user", "content": "Paint it blue."}},
            {"type": "assistant", "message": {"role": "assistant", "content": [edit]}},
        ]
    path = places.vault / "t.jsonl"
    path.write_bytes(lines_before + "".join(json.dumps(row) + "\n" for row in rows).encode())
    call = parse_call("stop", client, json.dumps({**STOP, "transcript_path": str(path)}).encode())
    write_record(places.sessions, SessionRecord(client, call.session, transcript=call.transcript))
    return call


def test_the_agent_is_asked_once_in_its_clients_words(places: Places) -> None:
    call = stopped(places)
    told = json.loads(asked_to_keep(places, call, NOW))
    # Not `decision: block`: that stands there as an error, and in the person's name.
    assert told == {"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": REASON}}
    assert asked_to_keep(places, call, NOW) == ""


def test_nobody_is_asked_in_the_middle_of_what_a_hook_asked_for(places: Places) -> None:
    stopped(places)
    data = json.dumps({**STOP, "stop_hook_active": True}).encode()
    assert asked_to_keep(places, parse_call("stop", "claude-code", data), NOW) == ""


@pytest.mark.parametrize("client", ["codex", "cursor"])
def test_clients_that_take_no_such_answer_get_none(places: Places, client: str) -> None:
    assert asked_to_keep(places, stopped(places, client=client), NOW) == ""


def test_where_a_reader_is_set_it_reads(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    own = tmp_path / "config" / "vaultwatch" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[reader]\nkind = "command"\ncommand = ["a-reader"]\n', encoding="utf-8")
    assert asked_to_keep(places, stopped(places), NOW) == ""


def test_the_setting_turns_it_off(places: Places) -> None:
    call = stopped(places)
    (places.vault / ".vaultwatch").mkdir()
    settings = places.vault / ".vaultwatch" / "config.toml"
    settings.write_text("[sessions]\nask_agent = false\n", encoding="utf-8")
    assert asked_to_keep(places, call, NOW) == ""
    settings.unlink()
    assert asked_to_keep(places, call, NOW) != ""


@pytest.mark.parametrize("kind", ["away", "a pipe", "no transcript"])
def test_a_transcript_that_cannot_be_read_asks_nothing(places: Places, kind: str) -> None:
    call = stopped(places)
    path = places.vault / "t.jsonl"
    path.unlink()
    if kind == "a pipe":
        os.mkfifo(path)
    if kind == "no transcript":
        write_record(places.sessions, SessionRecord(call.client, call.session))
    assert session_key(call.client, call.session)
    assert asked_to_keep(places, call, NOW) == ""


def test_of_a_long_transcript_the_end_counts(places: Places) -> None:
    call = stopped(places, lines_before=b"x" * (3 * NEWEST_BYTES) + b"\n")
    assert asked_to_keep(places, call, NOW) != ""
