"""Write this server into the configuration of an agent's client, everything else left as it is.

Each client keeps its servers in a file of its own. A JSON file is read, one key is set, and it is
written back; a TOML file gets a table appended. The file as it was is kept beside it.
"""

import json
import os
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from vaultwatch.adapters.safe_write import put_file
from vaultwatch.errors import NotThereError, RefusedError, WrongUsageError
from vaultwatch.services.operations.own_program import own_program

Client: TypeAlias = Literal["claude-code", "codex", "cursor", "vscode"]

_BACKUP = ".before-vaultwatch"


@dataclass(frozen=True, slots=True)
class InstallPlan:
    """What would be written."""

    file: Path
    text: str
    """The part that names this server, as it stands in the file."""
    new: str
    """The whole file as it would be."""
    seen: bytes | None
    """The file as it is; None where there is none."""
    is_there: bool
    """Whether it stands there already, word for word."""

    @property
    def undo(self) -> str:
        """How to take it back, in a sentence."""
        if self.seen is None:
            return f"To undo, delete {self.file}."
        return f"To undo, put {self.file.name}{_BACKUP} back in its place."


def plan_install(client: Client, vault: Path, folder: Path | None = None) -> InstallPlan:
    """Return what would be written for a client.

    Args:
        client: whose configuration.
        vault: the vault that its agents shall use.
        folder: where the agent works, for a client that keeps its servers there; else this one.

    Raises:
        WrongUsageError: a folder for a client that has one file for all.
        NotThereError: there is no such folder.
        RefusedError: its file cannot be read, or is not what it should be.
    """
    command = [*own_program(), "mcp", "--vault", str(vault)]
    if folder is not None and client not in _IN_FOLDER:
        raise WrongUsageError(
            f"{client} keeps its servers in one file of yours, whatever folder it works in.",
            hint="Leave --folder away.",
        )
    folder = (folder or Path()).absolute()
    if not folder.is_dir():
        raise NotThereError(f"There is no folder {str(folder)!r}.", hint="Check --folder.")
    file, render = _PLACES[client](folder)
    try:
        seen = file.read_bytes() if file.exists() else None
        now = "" if seen is None else seen.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        raise RefusedError(
            f"{str(file)!r} cannot be read as text.", hint="Mend it, or add the server by hand."
        ) from exc
    text, new = render(file, now, command)
    return InstallPlan(file, text, new, seen, is_there=new == now)


def write_install(plan: InstallPlan) -> None:
    """Write what was planned; the file as it was stays beside it.

    Raises:
        RefusedError: the file changed meanwhile, or cannot be written.
    """
    try:
        plan.file.parent.mkdir(parents=True, exist_ok=True)
        now = plan.file.read_bytes() if plan.file.exists() else None
        if now != plan.seen:
            raise RefusedError(f"{str(plan.file)!r} changed meanwhile.", hint="Try again.")
        if now is not None:
            shutil.copy2(plan.file, plan.file.with_name(plan.file.name + _BACKUP))
        put_file(plan.file, plan.new.encode())
    except OSError as exc:
        raise RefusedError(
            f"{str(plan.file)!r} cannot be written: {exc.strerror}.",
            hint="Give yourself permission, or add the server by hand.",
        ) from exc


_Render: TypeAlias = Callable[[Path, str, list[str]], tuple[str, str]]


def _json_under(key: str, extra: dict[str, str]) -> _Render:
    def render(file: Path, now: str, command: list[str]) -> tuple[str, str]:
        try:
            held = json.loads(now) if now.strip() else {}
        except (ValueError, RecursionError) as exc:
            raise RefusedError(
                f"{str(file)!r} is no plain JSON (comments, perhaps): it is left alone.",
                hint=f"Add under {key!r} by hand: "
                + json.dumps({"vaultwatch": _entry(command, extra)}),
            ) from exc
        if not isinstance(held, dict) or not isinstance(held.get(key, {}), dict):
            raise RefusedError(
                f"{str(file)!r} holds no object under {key!r}: it is left alone.",
                hint="Mend it, or add the server by hand.",
            )
        entry = _entry(command, extra)
        if held.get(key, {}).get("vaultwatch") == entry:
            new = now
        else:
            servers = {**held.get(key, {}), "vaultwatch": entry}
            new = json.dumps({**held, key: servers}, indent=2, ensure_ascii=False) + "\n"
        return json.dumps({key: {"vaultwatch": entry}}, indent=2, ensure_ascii=False), new

    return render


def _entry(command: list[str], extra: dict[str, str]) -> dict[str, object]:
    return {**extra, "command": command[0], "args": command[1:]}


def _toml(file: Path, now: str, command: list[str]) -> tuple[str, str]:
    try:
        held = tomllib.loads(now)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise RefusedError(
            f"{str(file)!r} is no TOML: it is left alone.", hint="Mend it and try again."
        ) from exc
    text = (
        "[mcp_servers.vaultwatch]\n"
        f"command = {json.dumps(command[0])}\n"
        f"args = {json.dumps(command[1:], ensure_ascii=False)}\n"
    )
    servers = held.get("mcp_servers", {})
    there = servers.get("vaultwatch") if isinstance(servers, dict) else None
    if there == {"command": command[0], "args": command[1:]}:
        return text, now
    if there is not None or not isinstance(servers, dict):
        raise RefusedError(
            f"{str(file)!r} names another vaultwatch server already: it is left alone.",
            hint="Remove the table [mcp_servers.vaultwatch] and try again.",
        )
    if "mcp_servers" in held and "[mcp_servers" not in now:
        raise RefusedError(
            f"{str(file)!r} keeps its servers in a table of one line: it is left alone.",
            hint=f"Add by hand: {text.strip()}",
        )
    ending = "" if not now or now.endswith("\n") else "\n"
    return text, f"{now}{ending}\n{text}" if now else text


_PLACES: dict[Client, Callable[[Path], tuple[Path, _Render]]] = {
    "claude-code": lambda folder: (folder / ".mcp.json", _json_under("mcpServers", {})),
    "codex": lambda _: (
        Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex") / "config.toml",
        _toml,
    ),
    "cursor": lambda _: (Path.home() / ".cursor" / "mcp.json", _json_under("mcpServers", {})),
    "vscode": lambda folder: (
        folder / ".vscode" / "mcp.json",
        _json_under("servers", {"type": "stdio"}),
    ),
}
"""Sources: each client's documentation of its MCP servers. Those of a project stand in the folder
that the client is started in."""
_IN_FOLDER = frozenset({"claude-code", "vscode"})
"""Clients that keep their servers in the folder where the agent works."""
