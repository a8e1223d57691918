"""A server for many vaults, run as a person runs it, and calls of whoever tries to use it."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx

from tests.system.daemons import ASKING, PATIENCE_S, eventually, with_settings
from tests.system.vaults import ROOT, Vault


@dataclass
class TeamServer:
    """A server and what stands around it."""

    folder: Path
    names: tuple[str, ...]
    people: dict[str, dict[str, tuple[str, ...]]]
    more: str = ""
    address: str = ""
    process: subprocess.Popen[str] | None = None
    said: list[str] = field(default_factory=list)

    @property
    def config(self) -> Path:
        return self.folder / "team.toml"

    @property
    def audit(self) -> list[dict[str, Any]]:
        file = self.folder / "state" / "audit.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()]

    def vault(self, name: str) -> Vault:
        return Vault(self.folder / "vaults" / name, self.folder / "state")

    def token(self, person: str) -> str:
        """Return a person's token: made here, so that a test knows it."""
        return f"vw_token-of-{person}-0123456789abcdef"

    def write_config(self) -> None:
        """Write team.toml as `people` and `names` say now."""
        lines = [f'state = "{self.folder}/state"', "port = 0", self.more, "[vaults]"]
        lines += [f'{name} = "{self.vault(name).folder}"' for name in self.names]
        for person, grants in self.people.items():
            digest = sha256(self.token(person).encode()).hexdigest()
            lines += [f"[people.{person}]", f'digest = "{digest}"']
            lines += [f"{key} = {json.dumps(value)}" for key, value in grants.items()]
        self.config.write_text("\n".join(lines) + "\n")

    def reload(self) -> None:
        """Have the settings read anew, and wait until they are."""
        assert self.process is not None
        before = self.count_said("settings")
        self.process.send_signal(signal.SIGHUP)
        eventually(lambda: self.count_said("settings") > before, "the settings were read")

    def count_said(self, words: str) -> int:
        return sum(words in line for line in list(self.said))

    def post(
        self,
        path: str,
        body: object,
        *,
        token: str = "",
        headers: Mapping[str, str] | None = None,
        method: str = "POST",
    ) -> httpx.Response:
        sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        return ASKING.request(
            method,
            self.address + path,
            content=json.dumps(body).encode() if method == "POST" else None,
            headers={**sent, **(headers or {})},
        )

    def call(self, person: str, vault: str, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 -- a tool's
        """Return the result of a tool."""
        params = {"name": tool, "arguments": arguments}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = self.post(f"/v/{vault}/mcp", body, token=self.token(person))
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result

    def said_by(self, person: str, vault: str, tool: str, **arguments: Any) -> str:  # noqa: ANN401 -- a tool's
        """Return the text of a tool's result."""
        text: str = self.call(person, vault, tool, **arguments)["content"][0]["text"]
        return text

    def reads_own(self, person: str, vault: str, word: str = "") -> bool:
        """Wait until a vault's note is read that no other has: its first index takes a moment."""
        word = word or secret_of(vault)
        note = {"note": "Shared"}
        eventually(lambda: word in self.said_by(person, vault, "vault_read_note", **note), word)
        return True

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it; return its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(PATIENCE_S)


def team_in(folder: Path, names: tuple[str, ...], people: Any, more: str = "") -> TeamServer:  # noqa: ANN401 -- as the server has them
    """Lay vaults whose notes say what no other's do, and the settings of a server for them."""
    team = TeamServer(folder, names, people, more)
    for name in names:
        vault = team.vault(name)
        with_settings(vault)
        vault.write(f"Plan of {name}.md", f"# Plan\n\nThe fee at {name} is 40 euros.\n")
        vault.write("Shared.md", f"# Shared\n\nThe word here is {secret_of(name)}.\n")
    team.write_config()
    return team


def secret_of(name: str) -> str:
    """Return a word that stands in one vault alone."""
    return f"zq{sha256(name.encode()).hexdigest()[:10]}"


@contextmanager
def served(team: TeamServer) -> Iterator[TeamServer]:
    """Serve while the context lasts, all vaults in the home of who runs the server."""
    home = team.folder / "home"
    home.mkdir(exist_ok=True)
    team.process = subprocess.Popen(  # noqa: S603 -- our own command line
        [sys.executable, "-m", "vaultwatch", "serve", "--config", str(team.config), "--json"],
        env={**os.environ, "XDG_CONFIG_HOME": str(home), "HOME": str(team.folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert team.process.stderr is not None
    assert team.process.stdout is not None
    lines = team.process.stderr
    reading = threading.Thread(target=lambda: team.said.extend(lines), daemon=True)
    reading.start()
    try:
        line = team.process.stdout.readline()
        assert line, team.said
        team.address = json.loads(line)["address"]
        yield team
    except BaseException as error:
        error.add_note("\n".join(["The server said:", *team.said[-40:]]))
        raise
    finally:
        if team.process.poll() is None:
            team.stop()
        reading.join(PATIENCE_S)
        team.process.stdout.close()
        team.process.stderr.close()
