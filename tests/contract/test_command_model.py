"""The head-less program of an agent: stand-ins that speak what the three document, and worse."""

import json
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from tests.contract.readers import ANSWERS, OUTDATED, PAIR, quiet, standin
from vaultwatch.adapters.models.readers import ModelAnswer, PromptReader, command
from vaultwatch.adapters.models.readers.command import (
    MAX_OUTPUT_BYTES,
    PRESETS,
    CommandModel,
    ProgramEnd,
    answer_of,
)
from vaultwatch.errors import ReaderError
from vaultwatch.reader.batch import SCHEMA, PairAnswer, answers_in

RECORDED = Path(__file__).with_name("claude-2.1.197-answer.json")
READ = {"a1": PairAnswer("outdated", 3, "Tom owns the list")}


def ask(model: CommandModel, prompt: str = "the prompt") -> ModelAnswer:
    return model.answer(prompt, SCHEMA, pulse=quiet)


def test_what_claude_code_really_says_is_understood() -> None:
    answer = answer_of(ProgramEnd(0, RECORDED.read_bytes(), b""), RECORDED.read_bytes())
    assert answers_in(answer.text, [PAIR]) == READ
    assert answer.cost_usd == 0.000175


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("said({'result': 'x', 'structured_output': ANSWERS})", id="claude"),
        pytest.param("said({'result': json.dumps(ANSWERS)})", id="claude without a schema"),
        pytest.param("said([{'type': 'system'}, {'structured_output': ANSWERS}])", id="verbose"),
        pytest.param("said({'response': 'Here:\\n```json\\n' + json.dumps(ANSWERS) + '\\n```'})"),
        pytest.param(
            "print('Loaded cached credentials.'); said({'response': json.dumps(ANSWERS)})"
        ),
        pytest.param("said(ANSWERS)", id="the object itself"),
        pytest.param("print(json.dumps(ANSWERS, indent=2))", id="on several lines"),
    ],
)
def test_an_answer_is_read_from_whatever_it_is_wrapped_in(tmp_path: Path, body: str) -> None:
    read = PromptReader("claude", standin(tmp_path, body)).read([PAIR], pulse=quiet)
    assert read.readings == READ


def test_codex_writes_its_answer_into_a_file(tmp_path: Path) -> None:
    body = (
        "print('progress, and {no} answer', file=sys.stderr)\n"
        "assert json.load(open(sys.argv[1]))['required'] == ['answers']\n"
        "open(sys.argv[2], 'w').write(json.dumps(ANSWERS)); print('done')"
    )
    answer = ask(standin(tmp_path, body, "{schema_file}", "{answer_file}"))
    assert json.loads(answer.text) == ANSWERS


def test_the_prompt_is_read_whole_and_the_places_in_arguments_are_filled(tmp_path: Path) -> None:
    body = "said({'read': len(sys.stdin.buffer.read()), 'argv': sys.argv[1:]})"
    answer = ask(
        standin(tmp_path, body, "--schema={schema}", "{budget_usd}", "{other}"), "ä" * 300_000
    )
    told = json.loads(answer.text)
    assert told["read"] == 600_000
    assert told["argv"][0].startswith('--schema={"type":"object"')
    assert told["argv"][1:] == ["0.2500", "{other}"]


def test_a_program_that_reads_no_prompt_may_answer_all_the_same(tmp_path: Path) -> None:
    answer = ask(standin(tmp_path, "os.close(0); said(ANSWERS)"), "x" * 5_000_000)
    assert json.loads(answer.text) == ANSWERS


def test_it_runs_in_an_empty_folder_that_is_gone_afterwards(tmp_path: Path) -> None:
    body = (
        "here = os.getcwd(); held = os.listdir(here); open('left', 'w').write('x')\n"
        "said({'here': here, 'held': held})"
    )
    told = json.loads(ask(standin(tmp_path, body)).text)
    assert told["held"] == []
    assert not Path(told["here"]).parent.exists()


def test_its_environment_holds_what_was_named_and_the_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "SECRET_KEY",
        "NAMED_KEY",
        "XDG_CONFIG_HOME",
        "LC_TIME",
        "LD_PRELOAD_X",
        "CLAUDECODE",
    ):
        monkeypatch.setenv(name, "set")
    told = json.loads(ask(standin(tmp_path, "said(dict(os.environ))", env=["NAMED_KEY"])).text)
    assert {"NAMED_KEY", "XDG_CONFIG_HOME", "LC_TIME", "PATH", "HOME"} <= told.keys()
    assert told.keys() & {"SECRET_KEY", "LD_PRELOAD_X", "CLAUDECODE"} == set()
    assert told["VAULTWATCH_READER"] == "1"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(
            "said({'is_error': True, 'result': 'Not logged in · Please run /login'}); sys.exit(1)",
            "Not logged in",
            id="claude wants a login",
        ),
        pytest.param(
            "said({'is_error': True, 'subtype': 'error_max_budget_usd'})",
            "error_max_budget_usd",
            id="claude's budget is spent",
        ),
        pytest.param(
            "print('Claude AI usage limit reached|1763900000')",
            "usage limit",
            id="a quota in prose",
        ),
        pytest.param(
            "print(json.dumps({'error': {'message': 'Please set an Auth method', 'code': 41}},"
            " indent=2), file=sys.stderr); sys.exit(41)",
            "Please set an Auth method",
            id="gemini wants a login",
        ),
        pytest.param(
            "said({'response': '', 'error': {'message': 'Quota exceeded'}})",
            "Quota exceeded",
            id="gemini's quota",
        ),
        pytest.param(
            "print('banner', file=sys.stderr); print('ERROR: 401', file=sys.stderr); sys.exit(1)",
            "ERROR: 401",
            id="codex fails behind a banner",
        ),
        pytest.param("said(ANSWERS); sys.exit(1)", "status 1", id="an answer and a failure"),
        pytest.param("sys.exit(3)", "it said nothing", id="nothing but a status"),
        pytest.param("sys.stdout.buffer.write(b'\\xff\\xfe\\x00 no')", "no", id="no text"),
        pytest.param("print('[' * 100_000)", "[[", id="deep"),
    ],
)
def test_a_program_that_speaks_for_itself_ends_the_day(
    tmp_path: Path, body: str, words: str
) -> None:
    with pytest.raises(ReaderError) as caught:
        ask(standin(tmp_path, body))
    assert words in caught.value.message
    assert caught.value.ends_the_day
    assert caught.value.hint
    assert len(caught.value.message) < 400


def test_what_it_says_is_quoted_without_its_secrets(tmp_path: Path) -> None:
    key = "sk-ant-api03-" + "Ab3" * 30
    with pytest.raises(ReaderError) as caught:
        ask(standin(tmp_path, f"print('\\x1b[31mbad key {key}'); sys.exit(1)"))
    assert key not in caught.value.message
    assert "\x1b" not in caught.value.message
    assert "bad key" in caught.value.message


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("said({'is_error': False, 'result': 'I would rather not.'})", id="prose"),
        pytest.param("said({'is_error': False, 'total_cost_usd': 0.01})", id="nothing"),
        pytest.param("said({'structured_output': None, 'result': ''})", id="null"),
        pytest.param("said({'structured_output': {'answers': []}})", id="no id"),
        pytest.param("pass", id="silence"),
    ],
)
def test_a_model_that_leaves_the_form_has_given_no_answer(tmp_path: Path, body: str) -> None:
    assert PromptReader("x", standin(tmp_path, body)).read([PAIR], pulse=quiet).readings is None


@pytest.mark.parametrize(
    ("told", "cost"),
    [("0.25", 0.25), ("1", 1.0), ("-1", 0.0), ("'1'", 0.0), ("True", 0.0), ("float('nan')", 0.0)],
)
def test_what_it_cost_is_a_number_or_nothing(tmp_path: Path, told: str, cost: float) -> None:
    body = f"said({{'structured_output': ANSWERS, 'total_cost_usd': {told}}})"
    assert ask(standin(tmp_path, body)).cost_usd == cost


def test_a_failure_that_cost_something_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReaderError) as caught:
        ask(standin(tmp_path, "said({'is_error': True, 'total_cost_usd': 0.5})"))
    assert caught.value.cost_usd == 0.5


FORKS = (
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "open(sys.argv[1], 'w').write(str(child.pid))\n"
)


def has_begun(child: Path) -> bool:
    return child.exists() and bool(child.read_text(encoding="utf-8"))


def is_gone(file: Path) -> bool:
    """Tell whether the child that wrote its number here has ended."""
    pid = int(file.read_text(encoding="utf-8"))
    for _ in range(1_000):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False


def test_one_that_hangs_is_ended_with_its_children_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child, begun = tmp_path / "child", time.monotonic()

    def now_s() -> float:
        return time.monotonic() + 500 * has_begun(child)

    monkeypatch.setattr(command, "time", SimpleNamespace(monotonic=now_s))
    with pytest.raises(ReaderError, match="longer than") as caught:
        ask(standin(tmp_path, FORKS + "time.sleep(600)", str(child), limit_s=500))
    assert not caught.value.ends_the_day
    assert time.monotonic() - begun < 400
    assert is_gone(child)


def test_a_child_that_keeps_the_pipe_holds_nobody_up_and_ends(tmp_path: Path) -> None:
    child = tmp_path / "child"
    begun = time.monotonic()
    answer = ask(standin(tmp_path, FORKS + "said(ANSWERS)", str(child)))
    assert json.loads(answer.text)["answers"] == [OUTDATED]
    assert time.monotonic() - begun < 400
    assert is_gone(child)


def test_a_stop_ends_it_with_its_children(tmp_path: Path) -> None:
    class StoppedError(BaseException):
        """As the daemon's worker raises."""

    child = tmp_path / "child"

    def stop() -> None:
        if has_begun(child):
            raise StoppedError

    with pytest.raises(StoppedError):
        standin(tmp_path, FORKS + "time.sleep(600)", str(child)).answer("x", SCHEMA, pulse=stop)
    assert is_gone(child)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_one_that_does_not_stop_talking_is_ended(tmp_path: Path, stream: str) -> None:
    body = f"while True: sys.{stream}.write('x' * 65536)"
    with pytest.raises(ReaderError, match="too much"):
        ask(standin(tmp_path, body))


def test_an_answer_file_of_any_size_is_read_to_its_bound_alone(tmp_path: Path) -> None:
    body = f"open(sys.argv[1], 'w').write('x' * {MAX_OUTPUT_BYTES * 3})"
    with pytest.raises(ReaderError, match="xxx"):
        ask(standin(tmp_path, body, "{answer_file}"))


@pytest.mark.parametrize(
    "made", ["os.mkfifo(place)", "os.symlink(sys.executable, place)", "os.mkdir(place)"]
)
def test_an_answer_file_that_is_no_file_holds_nobody_up(made: str) -> None:
    code = f"import os, sys; place = sys.argv[1]; {made}"
    argv = [sys.executable, "-c", code, "{answer_file}"]
    assert ask(CommandModel(argv, limit_s=120, budget_usd=1)).text == ""


def test_a_program_that_is_not_there_ends_the_day_with_a_way_out(tmp_path: Path) -> None:
    model = CommandModel([str(tmp_path / "none")], limit_s=5, budget_usd=1)
    with pytest.raises(ReaderError, match="cannot be started") as caught:
        ask(model)
    assert caught.value.ends_the_day
    assert "reader.command" in caught.value.hint


def test_what_runs_a_program_is_found_beside_it(tmp_path: Path) -> None:
    (tmp_path / "node-of-ours").write_text(
        "#!/bin/sh\necho '{\"answers\": []}'\n", encoding="utf-8"
    )
    script = tmp_path / "agent"
    script.write_text("#!/usr/bin/env node-of-ours\n", encoding="utf-8")
    for file in tmp_path.iterdir():
        file.chmod(0o755)
    assert "node-of-ours" not in os.environ["PATH"]
    model = CommandModel([str(script)], limit_s=120, budget_usd=1)
    assert ask(model).text == '{"answers": []}'


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_gives_its_program_no_hand_in_the_users_own_things(name: str) -> None:
    preset = PRESETS[name]
    closed = {
        "claude": {"--tools", "--strict-mcp-config", "--safe-mode", "--no-session-persistence"},
        "codex": {"read-only", "--ephemeral", "--ignore-user-config", "--ignore-rules"},
        "gemini": {"plan", "--extensions", "--allowed-mcp-server-names"},
    }
    assert closed[name] <= {*preset.argv}
    if name == "claude":
        its = json.loads(preset.argv[preset.argv.index("--settings") + 1])
        assert its["disableAllHooks"] is True
        # Else it sends the whole prompt once more, to find a title.
        assert its["env"] == {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    assert preset.holds_budget == ("{budget_usd}" in preset.argv)
    assert not any("DANGER" in one.upper() or "yolo" in one for one in preset.argv)
