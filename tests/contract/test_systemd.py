"""What systemd hears: datagrams on a real socket; and how a real `systemctl` is asked."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vaultwatch.adapters.machine.systemd import (
    LONGEST_STATUS_CHARS,
    Notifier,
    ask_systemctl,
    require_user_manager,
    watchdog_every_s,
)
from vaultwatch.errors import NotThereError

ADDRESSES = ("path", "abstract")


class Ear:
    """systemd's end of the socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(5)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> str:
        return self.socket.recv(65536).decode()

    def hears_nothing_more(self) -> bool:
        self.socket.settimeout(0)
        try:
            self.socket.recv(1)
        except BlockingIOError:
            return True
        return False


@pytest.fixture(params=ADDRESSES)
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ear]:
    is_path = request.param == "path"
    address = str(tmp_path / "n") if is_path else f"@vaultwatch-test-{os.getpid()}"
    ear = Ear(address)
    yield ear
    ear.socket.close()


@pytest.mark.parametrize(
    ("say", "heard"),
    [
        pytest.param(lambda n: n.ready(), "READY=1", id="ready"),
        pytest.param(lambda n: n.alive(), "WATCHDOG=1", id="alive"),
        pytest.param(lambda n: n.stopping(), "STOPPING=1", id="stopping"),
        pytest.param(lambda n: n.status("3 notes wait"), "STATUS=3 notes wait", id="status"),
        pytest.param(lambda n: n.status("Ä\udce4"), "STATUS=Ä", id="a name that is no text"),
        pytest.param(
            lambda n: n.status("reads 'a\nREADY=1\r\x0bSTOPPING=1'"),
            "STATUS=reads 'a READY=1 STOPPING=1'",
            id="a status cannot hold a second message",
        ),
        pytest.param(
            lambda n: n.status("x" * 9999), "STATUS=" + "x" * LONGEST_STATUS_CHARS, id="too long"
        ),
        pytest.param(lambda n: n.extend(2.5), "EXTEND_TIMEOUT_USEC=2500000", id="extend"),
        pytest.param(lambda n: n.extend(-1), "EXTEND_TIMEOUT_USEC=0", id="extend by nothing"),
    ],
)
def test_systemd_hears(ear: Ear, say: Callable[[Notifier], None], heard: str) -> None:
    say(Notifier.from_environment({"NOTIFY_SOCKET": ear.address}))
    assert ear.heard() == heard
    assert ear.hears_nothing_more()


def test_reloading_carries_the_time_that_systemd_asks_for(ear: Ear) -> None:
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    Notifier(ear.address).reloading()
    first, second = ear.heard().split("\n")
    assert first == "RELOADING=1"
    name, value = second.split("=")
    assert name == "MONOTONIC_USEC"
    assert before <= int(value) <= time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("", id="not started by systemd"),
        pytest.param("/nowhere/at/all", id="a socket that is gone"),
        pytest.param("@", id="half an abstract name"),
        pytest.param("relative", id="no address that systemd gives"),
        pytest.param("vsock:2:1234", id="another kind of socket"),
        pytest.param("/" + "a" * 500, id="longer than a socket's address may be"),
        pytest.param("/a\0b", id="a name with a zero byte"),
    ],
)
def test_telling_never_hurts(address: str) -> None:
    notifier = Notifier(address)
    for say in (notifier.ready, notifier.alive, notifier.reloading, notifier.stopping):
        say()
    notifier.status("x")
    notifier.extend(1)
    assert Notifier.from_environment({})._address == b""  # noqa: SLF001 -- nowhere to listen


def test_a_deaf_systemd_does_not_hold_the_worker_up(ear: Ear) -> None:
    notifier = Notifier(ear.address)
    for _ in range(5000):  # far more than a socket's queue holds
        notifier.alive()
    assert ear.heard() == "WATCHDOG=1"


ME = str(os.getpid())


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        pytest.param({}, None, id="no watchdog"),
        pytest.param({"WATCHDOG_USEC": "90000000", "WATCHDOG_PID": ME}, 30.0, id="ours"),
        pytest.param({"WATCHDOG_USEC": "3000000"}, 1.0, id="nobody named"),
        pytest.param({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}, None, id="another's"),
        pytest.param({"WATCHDOG_USEC": "0", "WATCHDOG_PID": ME}, None, id="switched off"),
        pytest.param({"WATCHDOG_USEC": "soon"}, None, id="no number"),
    ],
)
def test_how_often_the_watchdog_wants_to_hear(
    environment: dict[str, str], every_s: float | None
) -> None:
    assert watchdog_every_s(environment) == every_s


def stub(folder: Path, script: str) -> None:
    program = folder / "systemctl"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


def test_systemctl_gets_the_words_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, 'printf "%s\\n" "$@"; echo oh >&2; exit 3')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    answer = ask_systemctl("stop", "a b; $(touch x) `id`")
    assert answer.status == 3
    assert answer.out.splitlines() == ["--user", "--no-pager", "stop", "a b; $(touch x) `id`"]
    assert answer.err == "oh\n"


def test_without_systemd_the_way_out_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotThereError) as caught:
        require_user_manager()
    assert "no systemd" in caught.value.message
    assert "vaultwatch run --vault" in caught.value.hint


def test_without_a_user_manager_its_own_words_are_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, 'echo "Failed to connect to bus: No medium found" >&2; exit 1')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(NotThereError, match="No medium found") as caught:
        require_user_manager()
    assert "not with su or sudo" in caught.value.hint


def test_a_user_manager_that_answers_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, "echo 252")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert require_user_manager() is None  # type: ignore[func-returns-value]  # it does not raise
