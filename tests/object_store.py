"""An object store of the tests' own on loopback, and a line to it that is cut or slow."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

BUCKET = "saved"
KEYS = {"AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "tests"}


class ObjectStore:
    """One that runs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.endpoint = f"http://127.0.0.1:{port}"

    def files(self) -> Any:  # noqa: ANN401 -- Arrow has no stubs
        from pyarrow.fs import S3FileSystem

        return S3FileSystem(
            access_key="tests",
            secret_key="tests",  # noqa: S106 -- nobody's
            region="us-east-1",
            scheme="http",
            endpoint_override=f"127.0.0.1:{self.port}",
            allow_bucket_creation=True,
        )


@pytest.fixture(scope="session")
def object_store() -> Iterator[ObjectStore]:
    """One for all tests of a run; each has a folder of its own in the bucket."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        store = ObjectStore(server.get_host_and_port()[1])
        store.files().create_dir(BUCKET)
        yield store
    finally:
        server.stop()


class Line:
    """Passes bytes on to a port, as slowly and as many of each answer as it is told."""

    def __init__(self, port: int, *, cut_after: int | None = None, piece: int = 1 << 16) -> None:
        self._port = port
        self._cut_after = cut_after
        self._piece = piece
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        for one in (self._listening, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                asker, _ = self._listening.accept()
                store = socket.create_connection(("127.0.0.1", self._port))
                self._open += [asker, store]
                for way in ((asker, store, None), (store, asker, self._cut_after)):
                    thread = threading.Thread(target=self._pass_on, args=way)
                    self._threads.append(thread)
                    thread.start()

    def _pass_on(self, source: socket.socket, target: socket.socket, most: int | None) -> None:
        done = 0
        with suppress(OSError):
            while (most is None or done < most) and (piece := source.recv(self._piece)):
                target.sendall(piece)
                done += len(piece)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
