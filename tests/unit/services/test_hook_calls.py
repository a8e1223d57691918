"""What a hook of each client says, and what it is answered."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from vaultwatch.adapters.files.session_records import read_record
from vaultwatch.errors import WrongUsageError
from vaultwatch.places import Places
from vaultwatch.services.sessions.hook_calls import HookCall, note_call, parse_call, rendered

CLAUDE: dict[str, Any] = {
    "session_id": "3f2a",
    "transcript_path": "/w/d/.claude/projects/-w/3f2a.jsonl",
    "cwd": "/w",
    "permission_mode": "default",
}
CODEX: dict[str, Any] = {
    "session_id": "0199",
    "transcript_path": None,
    "cwd": "/w",
    "model": "gpt",
    "turn_id": "1",
    "permission_mode": "default",
}
CURSOR: dict[str, Any] = {
    "conversation_id": "c-1",
    "generation_id": "g-1",
    "model": "m",
    "cursor_version": "3.7.21",
    "workspace_roots": ["/w", "/x"],
    "user_email": "d@example.org",
    "transcript_path": None,
}


@pytest.mark.parametrize(
    ("kind", "client", "payload", "call"),
    [
        pytest.param(
            "session-start",
            "claude-code",
            {**CLAUDE, "hook_event_name": "SessionStart", "source": "compact", "model": "x"},
            HookCall(
                "session-start", "claude-code", "3f2a", "compact", "/w", CLAUDE["transcript_path"]
            ),
            id="claude begins after a compaction",
        ),
        pytest.param(
            "stop",
            "codex",
            {**CODEX, "hook_event_name": "Stop", "stop_hook_active": True},
            HookCall("stop", "codex", "0199", project="/w", goes_on=True),
            id="codex without a transcript",
        ),
        pytest.param(
            "pre-compact",
            "codex",
            {**CODEX, "trigger": "auto", "agent_id": "a", "agent_type": "explore"},
            HookCall("pre-compact", "codex", "0199", project="/w", is_subagents=True),
            id="a subagent's",
        ),
        pytest.param(
            "session-start",
            "cursor",
            {**CURSOR, "session_id": "other", "composer_mode": "agent"},
            HookCall("session-start", "cursor", "c-1", project="/w"),
            id="cursor goes by the conversation",
        ),
        pytest.param(
            "session-end",
            "cursor",
            {"session_id": "s", "reason": "completed", "workspace_roots": "x"},
            HookCall("session-end", "cursor", "s"),
            id="cursor with little",
        ),
        pytest.param(
            "session-start",
            "claude-code",
            {"session_id": "s", "source": "new", "cwd": 7, "transcript_path": "x" * 9000},
            HookCall("session-start", "claude-code", "s"),
            id="what is not understood is left away",
        ),
    ],
)
def test_a_payload_says(kind: str, client: str, payload: dict[str, Any], call: HookCall) -> None:
    assert parse_call(kind, client, json.dumps(payload).encode()) == call


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"{}",
        b'{"session_id": ""}',
        b'{"session_id": 7}',
        json.dumps({"session_id": "x" * 300}).encode(),
        b"[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_a_payload_that_says_nothing_is_refused(data: bytes) -> None:
    with pytest.raises(WrongUsageError):
        parse_call("stop", "claude-code", data)


def test_a_hook_of_another_name_is_refused() -> None:
    with pytest.raises(WrongUsageError):
        parse_call("explode", "claude-code", b'{"session_id": "s"}')


@pytest.mark.parametrize(
    ("kind", "client", "answer"),
    [
        (
            "session-start",
            "codex",
            {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "> x"}},
        ),
        ("session-start", "cursor", {"additional_context": "> x"}),
    ],
)
def test_an_answer_is_of_the_clients_format(kind: str, client: str, answer: object) -> None:
    call = parse_call(kind, client, b'{"session_id": "s"}')
    assert json.loads(rendered(call, "> x")) == answer
    assert rendered(call, "") == ""


def test_a_session_stays_of_the_folder_it_began_in_and_what_comes_later_is_newer(
    tmp_path: Path,
) -> None:
    places = Places(tmp_path / "vault", state_base=tmp_path / "state")
    places.ensure()
    now, below = datetime(2026, 5, 4, tzinfo=UTC), str(tmp_path / "below")
    note_call(places, HookCall("session-start", "codex", "s", project=str(tmp_path)), now)
    note_call(places, HookCall("stop", "codex", "s", project=below), now)
    key = note_call(places, HookCall("session-end", "codex", "s", project=below), now)
    record = read_record(places.sessions, key)
    assert record is not None
    assert record.project == str(tmp_path)
    assert record.stopped_at < record.ended_at, "though the clock stood still"
