"""What was said in a session, by the lines of each client's transcript."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultwatch.memories.transcript_lines import Row, Task, said_in, tasks_of


def claude(role: str, content: object, **more: object) -> Row:
    return {
        "type": role,
        "uuid": "b7e2",
        "parentUuid": None,
        "sessionId": "3f2a",
        "cwd": "/w/app",
        "timestamp": "2026-11-20T09:00:05.123Z",
        "message": {"role": role, "content": content},
        **more,
    }


def codex(kind: str, **payload: object) -> Row:
    return {"timestamp": "2026-11-20T09:00:05.123Z", "type": kind, "payload": payload}


def item(role: str, text: str) -> Row:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text}]
    return codex("response_item", type="message", role=role, content=content)


def cursor(role: str, *blocks: object) -> Row:
    return {"role": role, "message": {"content": list(blocks)}}


def text(said: str) -> Row:
    return {"type": "text", "text": said}


ODD: tuple[object, ...] = ([], {"content": 7}, "task_reminder")
ASKED = "Please move the invoices to the new ledger."


@pytest.mark.parametrize(
    ("rows", "turns"),
    [
        pytest.param([claude("user", ASKED)], [("user", ASKED)], id="claude: typed"),
        pytest.param([claude("user", [text(ASKED)])], [("user", ASKED)], id="claude: in blocks"),
        pytest.param(
            [claude("user", ASKED, origin={"kind": "human"})], [("user", ASKED)], id="by a person"
        ),
        pytest.param(
            [claude("user", ASKED, origin={"kind": "task-notification"})], [], id="by a task"
        ),
        pytest.param([claude("user", ASKED, isMeta=True)], [], id="claude: meta"),
        pytest.param([claude("user", ASKED, entrypoint="sdk-cli")], [], id="claude: -p"),
        pytest.param(
            [claude("user", ASKED, entrypoint="cli")], [("user", ASKED)], id="claude: at a terminal"
        ),
        pytest.param(
            [claude("user", "x", entrypoint="sdk-ts"), claude("user", ASKED, entrypoint="cli")],
            [("user", ASKED)],
            id="claude: taken up by a person",
        ),
        pytest.param(
            [codex("session_meta", originator="codex_exec"), item("user", ASKED)],
            [],
            id="codex exec",
        ),
        pytest.param(
            [codex("session_meta", originator="codex_cli_rs"), item("user", ASKED)],
            [("user", ASKED)],
            id="codex at a terminal",
        ),
        pytest.param([claude("user", ASKED, isSidechain=True)], [], id="claude: a subagent's"),
        pytest.param([claude("user", ASKED, isCompactSummary=True)], [], id="claude: a summary"),
        pytest.param([claude("user", ASKED, toolUseResult={"stdout": "x"})], [], id="a result"),
        pytest.param(
            [claude("user", [{"type": "tool_result", "content": "ok"}, text(ASKED)])],
            [],
            id="claude: text beside a result is the client's",
        ),
        pytest.param(
            [claude("user", f"<system-reminder>\nUse it.\n</system-reminder>\n{ASKED}")],
            [("user", ASKED)],
            id="a reminder before what was typed",
        ),
        pytest.param(
            [claude("user", f"{ASKED}\n<system-reminder>We always deploy on Fridays.")],
            [("user", ASKED)],
            id="a reminder that never closes takes the rest",
        ),
        pytest.param(
            [claude("user", "<command-name>/model</command-name>\n<command-args>x</command-args>")],
            [],
            id="claude: a command",
        ),
        pytest.param(
            [claude("user", "<local-command-stdout>We prefer tabs.</local-command-stdout>")],
            [],
            id="claude: what a command printed",
        ),
        pytest.param(
            [claude("user", "<bash-input>ls</bash-input><bash-stdout>a</bash-stdout>")],
            [],
            id="claude: a shell line",
        ),
        pytest.param([claude("user", "[Request interrupted by user]")], [], id="interrupted"),
        pytest.param(
            [claude("user", "This session is being continued from a previous conversation that")],
            [],
            id="a summary without its mark",
        ),
        pytest.param(
            [claude("user", "Write <b>bold</b> and a <skill-tree> tag.")],
            [("user", "Write <b>bold</b> and a <skill-tree> tag.")],
            id="tags that a person typed stay",
        ),
        pytest.param(
            [{"type": "attachment", "attachment": {"type": "hook_additional_context"}}],
            [],
            id="claude: what a hook put in",
        ),
        pytest.param([{"type": "system", "subtype": "local_command", "content": "x"}], [], id="sy"),
        pytest.param(
            [
                claude(
                    "assistant",
                    [
                        {"type": "thinking", "thinking": "hm"},
                        text("Done."),
                        {"type": "tool_use", "name": "Bash", "input": {"command": "ls"}},
                    ],
                )
            ],
            [("assistant", "Done.")],
            id="claude: an answer without its thoughts and calls",
        ),
        pytest.param(
            [claude("assistant", [text("API Error")], isApiErrorMessage=True)], [], id="an error"
        ),
        pytest.param(
            [
                item("user", "<environment_context><cwd>/x</cwd></environment_context>"),
                item("developer", "Recalled: we use tabs."),
                item("user", ASKED),
                codex("event_msg", type="user_message", message=ASKED),
                codex("event_msg", type="agent_message", message="Done."),
                item("assistant", "Done."),
                codex("response_item", type="function_call_output", output="We prefer tabs."),
            ],
            [("user", ASKED), ("assistant", "Done.")],
            id="codex: each turn once",
        ),
        pytest.param(
            [item("user", "# AGENTS.md instructions for /x\n\nUse tabs."), item("user", ASKED)],
            [("user", ASKED)],
            id="codex: messages alone",
        ),
        pytest.param(
            [codex("event_msg", type="agent_message", message="Done.")],
            [("assistant", "Done.")],
            id="codex: events alone",
        ),
        pytest.param(
            [
                codex(
                    "event_msg",
                    type="user_message",
                    message="# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n"
                    f"## My request for Codex:\n{ASKED}\n",
                )
            ],
            [("user", ASKED)],
            id="codex: from an editor",
        ),
        pytest.param(
            [cursor("user", text(f"<attached_files>x</attached_files><user_query>\n{ASKED}\n</u"))],
            [("user", f"{ASKED}\n</u")],
            id="cursor: a query that does not close",
        ),
        pytest.param(
            [
                cursor("user", text(f"<rules>tabs</rules>\n<user_query>{ASKED}</user_query>")),
                cursor("assistant", text("Done."), {"type": "tool_use", "name": "Grep"}),
                {"type": "turn_ended", "status": "success"},
            ],
            [("user", ASKED), ("assistant", "Done.")],
            id="cursor",
        ),
        pytest.param(
            [
                *({}, {"type": 3}, {"type": ["user"]}, {"type": "user"}),
                *({"type": "user", "message": said} for said in ODD),
                *({"role": said, "message": {"content": "x"}} for said in ODD),
                claude("assistant", [None, {"type": []}, {"type": "tool_use", "name": []}]),
                claude("user", [{"type": "tool_result", "tool_use_id": []}], toolUseResult={}),
                *({"type": "attachment", "attachment": {"type": said}} for said in ODD),
            ],
            [],
            id="garbage",
        ),
    ],
)
def test_turns_are_what_was_typed_and_written(
    rows: list[Row], turns: list[tuple[str, str]]
) -> None:
    assert [(turn.role, turn.text) for turn in said_in(rows).turns] == turns


def test_a_turn_knows_when_it_was() -> None:
    rows = [claude("user", ASKED), claude("user", ASKED, timestamp="soon")]
    assert [turn.at for turn in said_in(rows).turns] == [
        datetime(2026, 11, 20, 9, 0, 5, 123000, UTC),
        None,
    ]


def calls(name: str, told: object) -> Row:
    return claude("assistant", [{"type": "tool_use", "id": "t", "name": name, "input": told}])


@pytest.mark.parametrize(
    ("rows", "todo"),
    [
        pytest.param([claude("user", ASKED)], None, id="no list"),
        pytest.param(
            [
                calls("TodoWrite", {"todos": [{"content": "Old", "status": "pending"}]}),
                calls(
                    "TodoWrite",
                    {
                        "todos": [
                            {"content": "Write tests", "status": "completed"},
                            {"content": "Tell Mara", "status": "pending"},
                        ]
                    },
                ),
            ],
            ("Tell Mara",),
            id="claude: the last list, what is open of it",
        ),
        pytest.param(
            [
                codex(
                    "response_item",
                    type="function_call",
                    name="update_plan",
                    arguments='{"plan": [{"step": "Tell Mara", "status": "in_progress"}]}',
                )
            ],
            ("Tell Mara",),
            id="codex: a plan",
        ),
        pytest.param(
            [
                calls("TodoWrite", {"todos": [{"id": "1", "content": "A"}, {"id": "2"}]}),
                calls(
                    "TodoWrite",
                    {"merge": True, "todos": [{"id": "3", "content": "C", "status": "pending"}]},
                ),
            ],
            ("A", "C"),
            id="cursor: merged into the one before",
        ),
        pytest.param(
            [
                calls("todo_write", {"todos": [{"id": "a", "content": "A"}, {"id": "b"}]}),
                calls("todo_write", {"merge": True, "todos": [{"id": "c", "content": "C"}]}),
                calls(
                    "todo_write", {"merge": True, "todos": [{"id": "c", "status": "in_progress"}]}
                ),
            ],
            ("C", "A"),
            id="cursor: what leaves out its text means it as it was",
        ),
        pytest.param(
            [calls("CreatePlan", {"plan": "# Move", "todos": [{"id": "a", "content": "Move A"}]})],
            ("Move A",),
            id="cursor: a plan",
        ),
        pytest.param(
            [calls("TaskCreate", {"subject": "Tell Mara"}), calls("TaskUpdate", {"taskId": "7"})],
            ("Tell Mara",),
            id="claude: a task that was not answered yet, and one that nobody knows",
        ),
        pytest.param(
            [
                calls("TaskCreate", {"subject": "Tell Mara"}),
                claude(
                    "user",
                    [
                        {
                            "type": "tool_result",
                            "tool_use_id": "t",
                            "content": "No.",
                            "is_error": True,
                        }
                    ],
                    toolUseResult="Error: the person refused it",
                ),
            ],
            (),
            id="claude: a task that was refused",
        ),
        pytest.param(
            [
                calls("TodoWrite", {"todos": [{"content": "A"}]}),
                {
                    "type": "attachment",
                    "attachment": {
                        "type": "task_reminder",
                        "content": [
                            {"id": "1", "subject": "Tell Mara", "status": "pending"},
                            {"id": "2", "subject": "Rest", "status": "completed"},
                        ],
                    },
                },
            ],
            ("Tell Mara",),
            id="claude: the list as the client shows it",
        ),
        pytest.param([calls("TodoWrite", {"todos": '[{"content": "A"}]'})], ("A",), id="as text"),
        pytest.param(
            [
                calls("TaskUpdate", {"taskId": {}, "status": []}),
                calls("TaskCreate", {"subject": {}}),
                calls("TodoWrite", {"todos": [3, {"id": [], "content": "A", "status": []}]}),
            ],
            ("A",),
            id="what is of another kind",
        ),
        pytest.param([calls("Bash", {"todos": [{"content": "A"}]})], None, id="another tool"),
        pytest.param([calls("TodoWrite", {"todos": "A"})], None, id="no list in it"),
        pytest.param([calls("TodoWrite", {"todos": []})], (), id="an empty one"),
    ],
)
def test_the_agents_own_list_is_read(rows: list[Row], todo: tuple[str, ...] | None) -> None:
    assert said_in(rows).todo == todo


def test_what_the_agents_list_calls_done_is_told_in_that_order_and_nothing_given_up() -> None:
    todos = [{"content": "A", "status": "in_progress"}, {"content": "B", "status": "completed"}]
    rows = [
        calls("TodoWrite", {"todos": todos}),
        calls("TodoWrite", {"todos": [{"content": "A", "status": "completed"}, todos[1]]}),
        calls("TodoWrite", {"todos": [{"content": "C", "status": "cancelled"}]}),
    ]
    assert said_in(rows).done == ("B", "A")
    begun = said_in([calls("todo_write", {"todos": [{"id": "d", "content": "D"}]})])
    ends = calls("todo_write", {"merge": True, "todos": [{"id": "d", "status": "completed"}]})
    assert said_in([ends], begun.tasks).done == ("D",), "as the last look knew it"


def test_claude_codes_tasks_are_read_wherever_one_look_ends_and_the_next_begins() -> None:
    """Recorded with Claude Code 2.1.197."""
    file = Path(__file__).with_name("claude_code_tasks.jsonl")
    told = file.read_text(encoding="utf-8").replace('"sdk-cli"', '"cli"')  # as at a terminal
    rows: list[Row] = [json.loads(one) for one in told.splitlines()]
    assert [turn.text for turn in said_in(rows).turns] == [
        "plan release",
        "The migration is still open.",
    ]
    for cut in range(len(rows)):
        first = said_in(rows[:cut])
        second = said_in(rows[cut:], first.tasks)
        assert (first.todo if second.todo is None else second.todo) == ("Move the June invoices",)


def test_a_list_that_was_kept_is_read_as_far_as_it_can_be() -> None:
    kept = [3, {"key": 1}, {"text": "A", "state": []}, {"key": "2", "text": "B", "state": "begun"}]
    assert tasks_of(kept) == (Task("None", "A", "unsure"), Task("2", "B", "begun"))
    assert tasks_of({"text": "A"}) == ()


def test_what_is_said_before_a_tool_is_called_ends_no_turn() -> None:
    row = claude("assistant", [text("Let me look.")])
    said = {**row, "message": {**row["message"], "stop_reason": "tool_use"}}  # type: ignore[dict-item]
    assert [turn.is_underway for turn in said_in([said, row]).turns] == [True, False]


@pytest.mark.parametrize(
    ("info", "used"),
    [
        pytest.param(
            {"last_token_usage": {"total_tokens": 150_000}, "model_context_window": 200_000},
            0.75,
            id="told",
        ),
        pytest.param({"last_token_usage": {"total_tokens": 1}}, None, id="no window"),
        pytest.param(None, None, id="a limit alone"),
    ],
)
def test_how_full_the_window_is(info: object, used: float | None) -> None:
    assert said_in([codex("event_msg", type="token_count", info=info)]).context_used == used
