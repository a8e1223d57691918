"""A socket that only its owner can reach: who listens, who is let in, and what is left behind."""

import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vaultwatch.adapters.machine.private_socket import (
    CutError,
    PrivateListener,
    connected_in,
    read_line,
    send_line,
)
from vaultwatch.errors import RefusedError

MOST = 1_000_000


@contextmanager
def listening(folder: Path) -> Iterator[PrivateListener]:
    listener = PrivateListener(folder)
    try:
        yield listener
    finally:
        listener.stop()
        listener.close()


def sockets(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def left_by_a_kill(folder: Path) -> Path:
    """A socket whose process ended without taking it away."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(folder / "left"))
    (folder / "left").chmod(0o600)
    return folder / "left"


def test_only_its_owner_can_enter_the_folder_and_the_socket(tmp_path: Path) -> None:
    (tmp_path / "door").mkdir(mode=0o755)
    with listening(tmp_path / "door"):
        (place,) = sockets(tmp_path / "door")
        assert stat.S_IMODE((tmp_path / "door").stat().st_mode) == 0o700
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert sockets(tmp_path / "door") == []


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "door").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RefusedError):
        PrivateListener(tmp_path / "door")
    with listening(tmp_path / "elsewhere"):
        assert connected_in(tmp_path / "door") is None


@pytest.mark.parametrize("open_to_others", ["folder", "socket"])
def test_who_asks_trusts_no_place_that_others_can_use(tmp_path: Path, open_to_others: str) -> None:
    folder = tmp_path / "door"
    with listening(folder):
        (place,) = sockets(folder)
        (folder if open_to_others == "folder" else place).chmod(0o770)
        assert connected_in(folder) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as another user")
@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="the system does not tell who asks")
def test_another_user_is_not_answered_even_where_modes_let_them_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "door"
    with listening(folder) as listener:
        (place,) = sockets(folder)
        folder.chmod(0o755)
        place.chmod(0o666)
        monkeypatch.chdir(folder)
        with socket.socket(socket.AF_UNIX) as stranger:
            os.seteuid(65_534)
            try:
                stranger.connect(place.name)
            finally:
                os.seteuid(0)
            folder.chmod(0o700)
            place.chmod(0o600)
            asker = connected_in(folder)
            assert asker is not None
            answered = listener.accept()
            assert answered is not None
            with asker, answered:
                send_line(answered, "to the owner", within_s=5)
                assert read_line(asker, most_bytes=MOST, within_s=5) == "to the owner"
            assert stranger.recv(1) == b"", "it was shut out"


def test_what_a_killed_process_left_is_cleared_away_by_who_asks(tmp_path: Path) -> None:
    left = left_by_a_kill(tmp_path / "door")
    assert connected_in(tmp_path / "door") is None
    assert not left.exists()


def test_what_a_killed_process_left_is_cleared_away_by_who_listens(tmp_path: Path) -> None:
    left = left_by_a_kill(tmp_path / "door")
    with listening(tmp_path / "door"):
        assert left not in sockets(tmp_path / "door")
        assert len(sockets(tmp_path / "door")) == 1


def test_of_many_who_listen_one_that_ends_leaves_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "door"
    with listening(folder) as first:
        with listening(folder):
            assert len(sockets(folder)) == 2
        asker, answered = connected_in(folder), first.accept()
        assert asker is not None
        assert answered is not None
        asker.close()
        answered.close()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no short names here")
def test_a_path_that_is_too_long_for_a_socket_is_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 120) / "door"
    folder.parent.mkdir()
    with listening(folder):
        asker = connected_in(folder)
        assert asker is not None
        asker.close()


def test_where_the_system_has_no_such_sockets_nobody_listens_and_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(OSError, match="no Unix sockets"):
        PrivateListener(tmp_path / "door")
    assert connected_in(tmp_path / "door") is None


def test_to_stop_ends_the_wait_for_who_asks(tmp_path: Path) -> None:
    listener = PrivateListener(tmp_path / "door")
    said: list[object] = []
    waiting = threading.Thread(target=lambda: said.append(listener.accept()))
    waiting.start()
    listener.stop()
    waiting.join(60)
    assert said == [None]
    listener.close()


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


def test_a_line_of_many_megabytes_comes_whole(pair: tuple[socket.socket, socket.socket]) -> None:
    sent = ["ä\udcff" * 1_000_000]
    sending = threading.Thread(target=send_line, args=(pair[0], sent), kwargs={"within_s": 60})
    sending.start()
    assert read_line(pair[1], most_bytes=20 * MOST, within_s=60) == sent
    sending.join()


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"\x00\xff\xfe\n", id="no text"),
        pytest.param(b"[" * 100_000 + b"\n", id="nested"),
        pytest.param(b"{}{}\n", id="two"),
        pytest.param(b"x" * (MOST + 1), id="too long"),
        pytest.param(b'{"half": ', id="cut off"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_what_is_no_line_of_json_is_cut(
    pair: tuple[socket.socket, socket.socket], said: bytes
) -> None:
    def send() -> None:
        pair[0].sendall(said)
        pair[0].close()

    sending = threading.Thread(target=send)
    sending.start()
    with pytest.raises(CutError):
        read_line(pair[1], most_bytes=MOST, within_s=60)
    pair[1].close()
    sending.join()


def test_who_says_nothing_is_not_waited_for(pair: tuple[socket.socket, socket.socket]) -> None:
    with pytest.raises(CutError):
        read_line(pair[1], most_bytes=MOST, within_s=0.01)


def test_who_takes_nothing_is_not_waited_for(pair: tuple[socket.socket, socket.socket]) -> None:
    with pytest.raises(CutError):
        send_line(pair[0], "x" * 10 * MOST, within_s=0.01)
