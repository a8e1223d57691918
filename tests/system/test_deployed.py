"""What `deploy/` runs in containers, run here: its commands, variables, files; other services.

Read out of the files themselves; only where things lie is changed, for here nothing is a container.
"""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import yaml

from tests.object_store import ObjectStore
from tests.postgres import Server
from tests.system.daemons import PATIENCE_S, eventually
from tests.system.vaults import ROOT

DEPLOY = ROOT / "deploy"
PROGRAM = [sys.executable, "-m", "vaultwatch"]


@contextmanager
def running(words: list[str], environment: Mapping[str, str], log: Path) -> Iterator[None]:
    """Run a command while the context lasts; it ends by itself once told."""
    with (
        log.open("w") as said,
        subprocess.Popen(words, env=environment, stderr=said) as process,  # noqa: S603 -- our own
    ):
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@pytest.fixture
def changed(server: Server, object_store: ObjectStore, tmp_path: Path) -> dict[str, str]:
    """What lies elsewhere here."""
    with psycopg.connect(server.url().replace("+psycopg", ""), autocommit=True) as asking:
        asking.execute("CREATE ROLE vaultwatch SUPERUSER LOGIN")
        asking.execute("CREATE DATABASE vaultwatch OWNER vaultwatch")
    object_store.files().create_dir("vaultwatch")  # as the folder that the gateway is given
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return {
        "/srv/": f"{tmp_path}/srv/",
        "/etc": f"{tmp_path}/etc",
        "postgresql+psycopg://vaultwatch@postgres/vaultwatch": server.url(
            "vaultwatch", user="vaultwatch"
        ),
        "http://s3:7070": object_store.endpoint,
        "0.0.0.0": "127.0.0.1",  # noqa: S104 -- what is looked for
        "8738": str(port),
        "workers = 2": f"workers = 2\nport = {port}",
        "python": sys.executable,
    }


def test_what_is_deployed_serves_a_vault_whose_ledger_and_snapshot_lie_elsewhere(
    changed: dict[str, str], object_store: ObjectStore, tmp_path: Path
) -> None:
    either = re.compile("|".join(map(re.escape, changed)))

    def here(text: str) -> str:
        return either.sub(lambda match: changed[match[0]], text)

    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    own = services["vaultwatch"]
    for file in (DEPLOY / "vaultwatch").iterdir():
        place = tmp_path / "etc" / "vaultwatch" / file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(here(file.read_text()))
    note = tmp_path / "srv" / "vaults" / "atlas" / "Plan.md"
    note.parent.mkdir(parents=True)
    note.write_text("# Plan\n\nThe fee is 40 euros.\n")
    told = {name: here(re.sub(r"\$\{.*\}", "s3cret", v)) for name, v in own["environment"].items()}
    environment = {**os.environ, **told, "HOME": str(tmp_path)}
    command = re.search(r"(?m)^CMD (.*)$", (DEPLOY / "Dockerfile").read_text())
    assert command is not None
    words = [here(word) for word in json.loads(command[1])]
    letting_in = [*PROGRAM, "serve", "token", "dana", "--write", "atlas", *words[1:]]
    token = subprocess.check_output(letting_in, env=environment, text=True).split()[-1]  # noqa: S603
    address = f"http://127.0.0.1:{changed['8738']}"
    with running([*PROGRAM, *words], environment, tmp_path / "log"):
        health = [here(word) for word in own["healthcheck"]["test"][1:]]
        eventually(lambda: subprocess.call(health, stderr=subprocess.DEVNULL) == 0, "health")  # noqa: S603

        def asked(tool: str, **arguments: str) -> str:
            params = {"name": tool, "arguments": arguments}
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            sent = {"Authorization": f"Bearer {token}", "Host": "notes.example"}
            answer = httpx.post(f"{address}/v/atlas/mcp", json=call, headers=sent, timeout=60)
            return answer.text

        assert "saved" in asked("vault_remember", content="The fee in [[Plan]] is 40 euros.")
        eventually(lambda: "40 euros" in asked("vault_search", query="fee"), "it is indexed")
    state = {**environment, "VAULTWATCH_STATE": here("/srv/state")}
    saving = [*PROGRAM, "index", "save", "--vault", str(note.parent)]
    subprocess.run(saving, env=state, check=True, capture_output=True)  # noqa: S603
    assert object_store.files().get_file_info("vaultwatch/index").type.name == "Directory"
    assert not [*(tmp_path / "srv").rglob("ledger.sqlite")]
    assert "s3cret" not in (tmp_path / "log").read_text()
