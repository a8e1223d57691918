"""What `deploy/` runs in containers, run here: its commands, variables, files; other services.

Read out of the files themselves; only where things lie is changed, for here nothing is a container.
"""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
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
FEES = {"atlas": 40, "beech": 55}
"""What each vault says; the ledgers of both lie in one database."""


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


def lay_vaults(folder: Path) -> None:
    """Lay both vaults, and tell of the second in the server's settings, which end with them."""
    with (folder / "etc" / "vaultwatch" / "team.toml").open("a") as ending:
        ending.write(f'beech = "{folder}/srv/vaults/beech"\n')
    for name, fee in FEES.items():
        note = folder / "srv" / "vaults" / name / "Plan.md"
        note.parent.mkdir(parents=True)
        note.write_text(f"# Plan\n\nThe fee is {fee} euros.\n")


def remember(asked: Callable[..., str], fee: int) -> None:
    assert "saved" in asked("vault_remember", content=f"The fee in [[Plan]] is {fee} euros.")
    eventually(lambda: f"{fee} euros" in asked("vault_search", query="fee"), "it is indexed")


def test_what_is_deployed_serves_vaults_whose_ledgers_and_snapshots_lie_elsewhere(
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
    lay_vaults(tmp_path)
    told = {name: here(re.sub(r"\$\{.*\}", "s3cret", v)) for name, v in own["environment"].items()}
    environment = {**os.environ, **told, "HOME": str(tmp_path)}
    command = re.search(r"(?m)^CMD (.*)$", (DEPLOY / "Dockerfile").read_text())
    assert command is not None
    words = [here(word) for word in json.loads(command[1])]
    granted = [word for name in FEES for word in ("--write", name)]
    letting_in = [*PROGRAM, "serve", "token", "dana", *granted, *words[1:]]
    token = subprocess.check_output(letting_in, env=environment, text=True).split()[-1]  # noqa: S603
    address = f"http://127.0.0.1:{changed['8738']}"
    with running([*PROGRAM, *words], environment, tmp_path / "log"):
        health = [here(word) for word in own["healthcheck"]["test"][1:]]
        eventually(lambda: subprocess.call(health, stderr=subprocess.DEVNULL) == 0, "health")  # noqa: S603

        def asked(vault: str, tool: str, **arguments: str) -> str:
            params = {"name": tool, "arguments": arguments}
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            sent = {"Authorization": f"Bearer {token}", "Host": "notes.example"}
            answer = httpx.post(f"{address}/v/{vault}/mcp", json=call, headers=sent, timeout=60)
            return answer.text

        for name, fee in FEES.items():
            remember(partial(asked, name), fee)
        known = [asked(name, "vault_memories") for name in FEES]
        assert [[f"{fee} euros" in one for fee in FEES.values()] for one in known] == [
            [True, False],
            [False, True],
        ]
    state = {**environment, "VAULTWATCH_STATE": here("/srv/state")}
    saving = [*PROGRAM, "index", "save", "--vault", f"{tmp_path}/srv/vaults/atlas"]
    subprocess.run(saving, env=state, check=True, capture_output=True)  # noqa: S603
    assert object_store.files().get_file_info("vaultwatch/index").type.name == "Directory"
    assert not [*(tmp_path / "srv").rglob("ledger.sqlite")]
    assert "s3cret" not in (tmp_path / "log").read_text()
