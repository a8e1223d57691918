"""Commands that a process does which holds the vault open: the same words, and nothing twice."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.system.daemons import eventually, watching, watching_here, with_settings
from tests.system.drifted import copy_of
from tests.system.vaults import Done, Vault
from vaultwatch import __version__
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.machine.lock import writer_lock
from vaultwatch.adapters.machine.private_socket import (
    CutError,
    PrivateListener,
    connected_in,
    read_line,
    send_line,
)
from vaultwatch.doors.cli import for_another, handing
from vaultwatch.doors.cli.for_another import do_for_another
from vaultwatch.doors.cli.printing import say_error, say_text
from vaultwatch.doors.mcp import desk as desk_of
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.requests import own_asking, own_door
from vaultwatch.errors import NotLentError
from vaultwatch.places import Places, surroundings
from vaultwatch.wiring import LENT, open_for_answer

pytestmark = pytest.mark.usefixtures("patient")

BELIEF = "The [[Alder]] stall opens at nine."
ASKED: tuple[tuple[str, ...], ...] = (
    ("recall", "what does the stall cost"),
    ("recall", "stall", "--explain", "--limit", "2"),
    ("recall", "stall", "--json"),
    ("recall", "--status", "any", "--json"),
    ("recall", "nobody spoke of zebras", "--type", "preference"),
    ("context", "pay the fee of the Alder stall"),
    ("context", "pay the fee", "--max-tokens", "90", "--json"),
    ("context", "--session-start"),
    ("memory", "search", "the fee of a stall"),
    ("memory", "search", "the fee", "--notes", "-n", "2", "--json"),
    ("memory", "search", "qqq", "--memories", "--json"),
    ("memory", "add", ""),
    ("memory", "add", "hello there", "--json"),
    ("memory", "add", "The fee of the [[Alder]] stall is 40 euros."),
)
"""What is answered, refused, found nowhere; for a person and for a program."""
BY_ITSELF: tuple[tuple[str, ...], ...] = (
    ("recall", "stall", "--as-of", "2026-05-02"),
    ("recall", "stall", "--limit", "0"),
    ("recall", "stall", "--status", "none-such", "--json"),
    ("memory", "add", BELIEF, "--dry-run", "--source", "nobody"),
    ("memory", "search"),
    ("context", "pay", "--help"),
)
"""What the command tells without anybody."""


@pytest.fixture(scope="module")
def settled(drifted: Vault, tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    copy = copy_of(drifted, tmp_path_factory.mktemp("settled"))
    with_settings(copy)
    assert copy.call("scan").status == 0
    return copy


@pytest.fixture
def vault(settled: Vault, tmp_path: Path) -> Vault:
    return copy_of(settled, tmp_path)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any] | None]:
    """What came of each time that somebody was asked."""
    found: list[Mapping[str, Any] | None] = []
    ask = own_asking.ask

    def noted(*args: Any, **more: Any) -> Mapping[str, Any] | None:  # noqa: ANN401 -- as the real one
        found.append(None)
        found[-1] = ask(*args, **more)
        return found[-1]

    monkeypatch.setattr(handing, "ask", noted)
    return found


@contextmanager
def server_here(vault: Vault) -> Iterator[Desk]:
    """What a server for agents holds open, on threads of this process."""
    with patch.dict(os.environ, VAULTWATCH_STATE=str(vault.state)):
        desk = Desk(vault.folder, works_in="/w/agents")
        desk.open_door(do_for_another)
        try:
            yield desk
        finally:
            desk.close()


@contextmanager
def daemon_here(vault: Vault) -> Iterator[None]:
    with watching_here(vault) as seen:
        eventually(seen.is_at_rest, "it rests")
        yield


@pytest.mark.parametrize("holding", [server_here, daemon_here])
def test_what_is_said_is_the_same_to_the_byte(
    vault: Vault, holding: Callable[[Vault], Any], answers: list[Any]
) -> None:
    def said(words: tuple[str, ...]) -> Done:
        return vault.call(*words, **({} if "--json" in words else {"FORCE_COLOR": "1"}))

    alone = [said(words) for words in (*ASKED, *BY_ITSELF)]
    assert answers == [None] * len(answers), "nobody is there to ask"
    answers.clear()
    with holding(vault):
        beside = [said(words) for words in ASKED]
        assert all(answers), "all are handed over"
        assert len(answers) == len(ASKED)
        beside += [said(words) for words in BY_ITSELF]
        assert not any(answers[len(ASKED) :])
    for words, one, other in zip((*ASKED, *BY_ITSELF), alone, beside, strict=True):
        assert (words, other) == (words, one)
    assert any("\x1b[" in one.out for one in alone), "some of it is coloured"


def test_a_command_asks_from_its_own_folder(
    vault: Vault, answers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_here(vault):
        monkeypatch.chdir(vault.folder / "Stalls")
        for words, named in (
            (("--vault", ".."), {}),
            (("--vault=..",), {}),
            ((), {"VAULTWATCH_VAULT": ".."}),
            ((), {"VAULTWATCH_VAULT": ""}),
        ):
            found = vault.call("recall", "Alder fee", "--json", *words, **named)
            assert found.rows[0]["memory_id"] == "mem_alder", found.err
        assert len([one for one in answers if one]) == 4


def test_of_another_vault_nobody_here_is_asked(
    vault: Vault, tmp_path: Path, answers: list[Any]
) -> None:
    other = Vault(tmp_path / "other", vault.state)
    other.write(".vaultwatch/config.toml", '[index]\nembedder = "hash"\n')
    with server_here(vault):
        assert vault.call("recall", "fee", "--vault", str(other.folder)).out == "No memory fits.\n"
        # The guess is fooled: the vault named is a tag's. Who is asked sees which one is meant.
        fooled = vault.call("recall", "--tag", "--vault", "fee", "--vault", str(other.folder))
        assert fooled.out == "No memory fits.\n"
    assert answers == [None, None]


def test_a_person_s_command_is_no_agent_s(vault: Vault) -> None:
    with server_here(vault) as desk:
        assert vault.call("recall", "Alder", "--json").status == 0
        mine = desk.read(lambda ws: ws.session)
    used = vault.call("memory", "show", "mem_alder", "--json").rows[0]["use"]
    assert mine not in str(used)
    assert "agents" not in str(used)


@pytest.mark.parametrize("holding", [server_here, daemon_here])
def test_whom_a_hook_spoke_for_is_forgotten_with_it(
    vault: Vault, holding: Callable[[Vault], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places(vault.folder, state_base=vault.state)
    found: list[str] = []

    def speaks(_: object) -> int:
        with open_for_answer(places) as ws:
            found.append(ws.client)
            ws.client = "codex"
        return 0

    monkeypatch.setattr(for_another, "_run", speaks)
    with holding(vault):
        assert ask_here(vault, "recall", "fee") is not None
        assert ask_here(vault, "recall", "fee") is not None
    assert found == ["", ""]


def test_nothing_stays_lent(vault: Vault) -> None:
    folder = str(vault.folder)
    asked = {"vault": folder, "here": "/", "named": folder, "encodings": {}}

    def lends_nothing() -> Any:  # noqa: ANN401 -- as `Lend`
        raise NotLentError

    assert do_for_another({**asked, "words": ["recall", "fee"]}, lends_nothing) == own_door.LEFT
    assert LENT.get() is None


def ask_here(vault: Vault, *words: str) -> Mapping[str, Any] | None:
    places = Places(vault.folder, state_base=vault.state)
    return own_asking.ask(places, words, here=str(vault.folder), encodings={})


def test_many_are_answered_at_once_each_with_its_own(vault: Vault) -> None:
    names = ("Alder", "Birch", "Cedar") * 4
    with server_here(vault), ThreadPoolExecutor(len(names)) as askers:
        asked = [
            askers.submit(ask_here, vault, "recall", name, "--json", "--limit", "1")
            for name in names
        ]
        for name, one in zip(names, asked, strict=True):
            answer = one.result()
            assert answer is not None
            assert f"mem_{name.lower()}" in str(answer["said"])


def test_a_very_long_answer_comes_whole(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "All that is known. \u2028\x1b[31m" * 300_000

    def tells_much(*_: object) -> int:
        say_text(long)
        return 3

    monkeypatch.setattr(for_another, "_run", tells_much)
    with server_here(vault):
        told = vault.call("recall", "all")
    assert (told.status, told.err) == (3, "")
    assert told.out.count("All that is known.") == 300_000
    assert "\x1b" not in told.out


def test_who_does_not_take_the_answer_holds_nobody_up(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = for_another._run  # noqa: SLF001 -- the real one for the second

    def tells_much(words: list[str]) -> int:
        if words[-1] != "all":
            return run(words)
        say_error("much " * 2_000_000)
        return 0

    monkeypatch.setattr(for_another, "_run", tells_much)
    with server_here(vault) as desk, asking(desk, ["memory", "add", "all"]) as asker:
        assert read_line(asker, most_bytes=99, within_s=60) == {"state": "ready"}
        send_line(asker, {"state": "go"}, within_s=60)
        assert ask_here(vault, "memory", "add", BELIEF) is not None
        assert len(str(read_line(asker, most_bytes=1 << 26, within_s=60))) > 2_000_000


@contextmanager
def asking(
    desk: Desk, words: list[str], other: Mapping[str, object] = {}
) -> Iterator[socket.socket]:
    """Ask by hand."""
    asker = connected_in(desk.places.door)
    assert asker is not None
    asked = {
        "version": __version__,
        "vault": str(desk.places.vault),
        "words": words,
        "here": "/",
        "named": str(desk.places.vault),
        "surroundings": surroundings(),
        "encodings": {},
    }
    with asker:
        send_line(asker, {**asked, **other}, within_s=60)
        yield asker


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"words": ["undo"]}, id="a command that is none of these"),
        pytest.param({"words": []}, id="none"),
        pytest.param({"words": ["recall", 7]}, id="a number"),
        pytest.param({"words": "recall"}, id="a text"),
        pytest.param({"words": None}, id="nothing"),
        pytest.param({"version": "0.0.1"}, id="another version"),
        pytest.param({"vault": "/elsewhere"}, id="another vault"),
        pytest.param({"surroundings": []}, id="other folders"),
        pytest.param({"here": 1}, id="no folder"),
        pytest.param({"encodings": None}, id="no encodings"),
    ],
)
def test_what_is_not_understood_is_left_to_who_asks(vault: Vault, other: dict[str, object]) -> None:
    with server_here(vault) as desk, asking(desk, ["recall", "fee"], other) as asker:
        assert read_line(asker, most_bytes=99, within_s=60) == {"state": "left"}


@pytest.mark.parametrize(
    "words",
    [
        ["recall", "fee", "--limit", "many"],
        ["recall", "--help"],
        ["memory", "add", "x", "--dry-run"],
        ["recall", "\x00\udcff", "--vault", "\x00"],
        ["hook", "no json"],
        ["hook"],
    ],
    ids=str,
)
def test_what_cannot_be_done_here_is_left_to_who_asks(vault: Vault, words: list[str]) -> None:
    with server_here(vault) as desk, asking(desk, words) as asker:
        assert read_line(asker, most_bytes=99, within_s=60) == {"state": "ready"}
        send_line(asker, {"state": "go"}, within_s=60)
        assert read_line(asker, most_bytes=99, within_s=60) == {"state": "left"}


@pytest.mark.parametrize("said", [b"", b"\x00\xff\n", b"[" * 50_000 + b"\n", b"7\n", b"{}\n"])
def test_hostile_bytes_and_cut_connections_leave_the_next_unharmed(
    vault: Vault, said: bytes
) -> None:
    with server_here(vault) as desk:
        for _ in range(own_door.MOST_AT_ONCE + 1):
            asker = connected_in(desk.places.door)
            assert asker is not None
            with asker:
                asker.sendall(said)
        assert eventually(lambda: ask_here(vault, "recall", "Alder"), "an answer")


def test_of_too_many_at_once_the_rest_do_it_by_themselves(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_door, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(own_door, "SAID_WITHIN_S", 60.0)
    with server_here(vault) as desk:
        first = connected_in(desk.places.door)
        assert first is not None
        with first:  # says nothing yet
            assert eventually(lambda: ask_here(vault, "recall", "Alder") is None, "it is full")
        assert eventually(lambda: ask_here(vault, "recall", "Alder"), "an answer")


@contextmanager
def answering(vault: Vault, *lines: object) -> Iterator[None]:
    """Somebody who takes what is asked, says some lines, hears a word after each, and is gone."""
    listener = PrivateListener(Places(vault.folder, state_base=vault.state).door)

    def answer() -> None:
        asker = listener.accept()
        assert asker is not None
        with asker:
            for line in lines:
                read_line(asker, most_bytes=1_000_000, within_s=60)
                send_line(asker, line, within_s=60)
            with suppress(CutError):
                read_line(asker, most_bytes=1_000_000, within_s=60)

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield
    finally:
        thread.join(60)
        listener.stop()
        listener.close()


@pytest.mark.parametrize("lines", [(), ({"state": "ready"},)], ids=["at once", "in the middle"])
def test_a_question_is_answered_though_who_was_asked_is_killed(
    vault: Vault, lines: tuple[object, ...]
) -> None:
    with answering(vault, *lines):
        found = vault.call("recall", "Alder", "--json")
    assert (found.status, found.err) == (0, "")
    assert "mem_alder" in found.out


@pytest.mark.parametrize("is_begun", [False, True])
@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        7,
        {},
        {"state": "done"},
        {"state": "done", "status": None, "said": []},
        {"state": "done", "status": 0, "said": [["stdout", 3]]},
        {"state": "done", "status": 0, "said": [["stdout"]]},
        {"state": "done", "status": 0, "said": [["stdout", [["words"]]]]},
    ],
    ids=str,
)
def test_an_answer_of_no_form_is_none(vault: Vault, answer: object, is_begun: bool) -> None:  # noqa: FBT001
    lines = ({"state": "ready"}, answer) if is_begun else (answer,)
    with answering(vault, *lines):
        found = vault.call("recall", "Alder", "--json")
    assert (found.status, found.err) == (0, "")
    assert "mem_alder" in found.out
    with answering(vault, *lines):
        told = vault.call("memory", "add", BELIEF, "--allow-similar")
    assert told.status == (6 if is_begun else 0)
    assert beliefs(vault).count(BELIEF) == (0 if is_begun else 1)


def test_what_may_be_written_is_not_written_again(vault: Vault) -> None:
    with answering(vault, {"state": "ready"}):
        told = vault.call("memory", "add", BELIEF)
    assert told.status == 6
    assert "it may be written" in told.err
    assert "vaultwatch memory list" in told.err
    assert vault.call("memory", "add", BELIEF).status == 0, "it was not, this time"


def test_what_was_not_begun_is_written_though_who_was_asked_is_killed(vault: Vault) -> None:
    with answering(vault):
        assert vault.call("memory", "add", BELIEF).status == 0


def beliefs(vault: Vault) -> list[str]:
    return [row["content"] for row in vault.call("memory", "list", "--json").rows]


def test_a_daemon_that_stands_still_is_not_waited_for_and_writes_nothing_later(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_asking, "CLAIM_S", 0.2)
    with watching(vault) as watched:
        eventually(watched.is_at_rest, "it rests")
        watched.process.send_signal(signal.SIGSTOP)
        try:
            start_s = time.monotonic()
            assert vault.call("memory", "add", BELIEF).status == 0
            assert time.monotonic() - start_s < own_asking.END_S
        finally:
            watched.process.send_signal(signal.SIGCONT)
        assert vault.call("recall", "Alder", "--json").status == 0
        eventually(watched.is_at_rest, "it rests")
    assert beliefs(vault).count(BELIEF) == 1


def test_a_daemon_that_was_killed_is_nobody_to_ask(vault: Vault, answers: list[Any]) -> None:
    places = Places(vault.folder, state_base=vault.state)
    with watching(vault) as watched:
        eventually(watched.is_at_rest, "it rests")
        # One of its own process leaves to us what it has not begun within a second.
        eventually(lambda: not vault.call("recall", "Alder").status and answers[-1], "it did it")
        watched.stop(signal.SIGKILL)
    assert len(list(places.door.iterdir())) == 1
    assert vault.call("memory", "add", BELIEF).status == 0
    assert list(places.door.iterdir()) == []
    assert beliefs(vault).count(BELIEF) == 1


@pytest.mark.parametrize("holding", [server_here, daemon_here])
def test_a_search_takes_in_what_was_saved_a_moment_ago(
    vault: Vault, holding: Callable[[Vault], Any], answers: list[Any]
) -> None:
    with holding(vault):
        for name in ("Dogwood", "Elder"):
            vault.write(f"Stalls/{name}.md", f"# {name}\n\nThe {name} stall sells honey.\n")
            found = vault.call("memory", "search", f"{name} honey", "--notes", "--json").rows
            assert found[0]["note"] == f"Stalls/{name}.md"
    assert all(answers)


def test_what_takes_in_notes_waits_for_who_writes(
    vault: Vault, answers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_of, "CLAIM_S", 0.05)
    state = Places(vault.folder, state_base=vault.state).state
    with server_here(vault):
        with writer_lock(state):
            assert vault.call("recall", "Alder", "--json").status == 0
            for words in (("memory", "search", "fee"), ("memory", "add", BELIEF)):
                assert ask_here(vault, *words) is None
        assert ask_here(vault, "memory", "search", "fee")
    assert answers
    assert answers[0]


@pytest.mark.parametrize("words", [("recall", "Alder"), ("memory", "search", "Alder")])
@pytest.mark.parametrize("holding", [server_here, daemon_here])
def test_where_nothing_stirred_no_file_is_looked_at(
    vault: Vault,
    holding: Callable[[Vault], Any],
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    surveys: list[VaultFiles] = []
    survey = VaultFiles.survey

    def noted(files: VaultFiles, **how: Any) -> Any:  # noqa: ANN401 -- as the real one
        surveys.append(files)
        return survey(files, **how)

    with holding(vault):
        assert ask_here(vault, "recall", "Birch"), "it has looked around"
        monkeypatch.setattr(VaultFiles, "survey", noted)
        assert ask_here(vault, *words)
        assert surveys == []
        vault.write("Stalls/Fir.md", "# Fir\n\nThe Fir stall sells soap.\n")
        found = ask_here(vault, "memory", "search", "Fir soap", "--json")
    assert found is not None
    assert "Stalls/Fir.md" in str(found["said"])
    assert surveys, "the counting works"
