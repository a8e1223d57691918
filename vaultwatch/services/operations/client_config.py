"""Write this server into the configuration of an agent's client, or take it out; no more than that.

Each client keeps its servers in a file of its own. Into a JSON file one value is put and no other
byte changed; a TOML file gets a table appended. The file as it was is kept beside it. The hooks of
`hook_config` are written by the same deed.
"""

import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vaultwatch.adapters.files.own_files import is_folder
from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.errors import NotThereError, RefusedError, WrongUsageError, told_as
from vaultwatch.late_regex import late_regex
from vaultwatch.places import VAULT_VARIABLE, vault_above
from vaultwatch.services.operations.json_edit import (
    JsonEditError,
    Key,
    read_json,
    with_value,
    without_value,
)
from vaultwatch.services.operations.own_program import own_program, shared_program

Client: TypeAlias = Literal[
    "claude-code",
    "claude-desktop",
    "codex",
    "cursor",
    "gemini-cli",
    "opencode",
    "vscode",
    "windsurf",
    "zed",
]

_BACKUP = ".before-vaultwatch"
_MARK = "\ufeff".encode()
_FRESH = '{"version": 1}'
"""All that a file of ours holds besides what is ours."""
_OWN_TABLE = late_regex(
    r"^\[mcp_servers\.vaultwatch\]\n(?:(?:command|args) = .*(?:\n|\Z)){2}", re.MULTILINE
)
"""Our table as we write it. One that somebody wrote otherwise is theirs to change."""


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
    other: str = ""
    """The vault that would lose its place there; empty where none would."""
    holds_ours: bool = False
    """Whether something of ours stands in the file as it is: what it was before is kept already."""
    removes: bool = False
    """Whether ours is taken out; then no more is left of the file than stood there before."""
    undone_by: str = ""
    """The command that takes it out again; empty where there is none."""
    notice: str = ""
    """What keeps it from serving on another machine too, in a sentence; empty where nothing does,
    or where the file is the user's own."""

    @property
    def backup(self) -> Path:
        """Where the file stays as it was before anything of ours stood in it."""
        return self.file.with_name(self.file.name + _BACKUP)

    @property
    def goes(self) -> bool:
        """Whether the file goes as a whole: it came with ours, and no other thing stands in it."""
        return self.removes and not self.new and not self.backup.exists()

    @property
    def undo(self) -> str:
        """How to take it back, in a sentence."""
        if self.removes or self.holds_ours:
            return ""
        if self.undone_by:
            return f"To undo: `vaultwatch {self.undone_by}`."
        if self.seen is None:
            return f"To undo, delete {self.file}."
        return f"To undo, put {self.backup.name} back in its place."


def plan_install(client: Client, vault: Path, folder: Path | None = None) -> InstallPlan:
    """Return what would be written for a client.

    The folder is where the agent works, for a client that keeps its servers there; else this one.

    Raises:
        WrongUsageError: a folder for a client that has one file for all.
        NotThereError: there is no such folder.
        RefusedError: its file cannot be read, or is not what it should be.
    """
    file, render = _place(client, folder)
    command = [*own_program(), "mcp", "--vault", str(vault)]
    if client in _IN_FOLDER:  # it goes along wherever the folder is synced
        command = [*shared_program(), "mcp", *_vault_words(vault, folder or Path())]
    seen, now = read_client_file(file)
    text, new, held = render(file, now, command)
    plan = planned(file, text, new, seen, other_vault([held], vault), holds_ours=bool(held))
    in_folder = f" --folder {shlex.quote(str(folder))}" if folder is not None else ""
    notice = tied_to_here(command) if client in _IN_FOLDER else ""
    return replace(plan, undone_by=f"mcp uninstall {client}{in_folder}", notice=notice)


def _vault_words(vault: Path, folder: Path) -> list[str]:
    """Return what names the vault to a client; nothing where its folder lies in it."""
    is_within = vault_above(folder.resolve()) == vault.resolve()
    return [] if is_within else ["--vault", str(vault)]


def tied_to_here(words: Sequence[str]) -> str:
    """Say which paths of this machine a command names; empty where it names none."""
    paths = [one for one in words if Path(one).is_absolute()]
    if not paths:
        return ""
    return (
        f"It names {' and '.join(map(repr, paths))}, which only this machine has: where another "
        "syncs this folder, run this there too or keep the file out of the sync."
    )


def plan_uninstall(client: Client, folder: Path | None = None) -> InstallPlan:
    """Return what would stand in a client's file without this server."""
    file, _ = _place(client, folder)
    seen, now = read_client_file(file)
    text, new = _without_server(file, now)
    return planned_out(file, text, new, seen) if text else planned(file, "", now, seen)


def _place(client: Client, folder: Path | None) -> "tuple[Path, _Render]":
    if folder is not None and client not in _IN_FOLDER:
        raise WrongUsageError(
            f"{client} keeps its servers in one file of yours, whatever folder it works in.",
            hint="Leave --folder away.",
        )
    folder = (folder or Path()).absolute()
    if not is_folder(folder):
        raise NotThereError(f"There is no folder {str(folder)!r}.", hint="Check --folder.")
    return _PLACES[client](folder)


def read_client_file(file: Path) -> tuple[bytes | None, str]:
    """Return a client's file as it is, None where there is none, and its text without its mark."""
    try:
        seen = file.read_bytes() if file.exists() else None
        return seen, "" if seen is None else seen.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        raise RefusedError(
            f"{str(file)!r} cannot be read as text.", hint="Mend it, or give yourself permission."
        ) from exc


def planned(  # noqa: PLR0913 - one argument a fact
    file: Path,
    text: str,
    new: str,
    seen: bytes | None,
    other: str = "",
    *,
    holds_ours: bool = False,
) -> InstallPlan:
    """Return the plan of a file's new text; a byte order mark that stands there stays."""
    if seen is not None and seen.startswith(_MARK):
        new = _MARK.decode() + new
    is_there = new.encode() == (seen or b"")
    return InstallPlan(
        file, text, new, seen, is_there, "" if is_there else other, holds_ours=holds_ours
    )


def planned_out(file: Path, text: str, new: str, seen: bytes | None) -> InstallPlan:
    """Return the plan of a file without what is ours: byte for byte as it was before, if it can be.

    Empty, for the file to go, where it came with ours and nothing else stands in it.
    """
    plan = planned(file, text, new, seen, holds_ours=True)
    before = read_client_file(plan.backup)[1] if plan.backup.exists() else None
    left = _filled(_held_in(file, new))
    if _signs(new) - _signs(_FRESH if before is None else before):
        return replace(plan, removes=True)  # a comment of theirs, which no value tells of
    if before is not None and _filled(_held_in(file, before)) == left:
        plan = planned(file, text, before, seen, holds_ours=True)
    elif before is None and left in ({}, {"version": 1}):
        plan = replace(plan, new="")
    return replace(plan, removes=True)


def _signs(text: str) -> Counter[str]:
    """Return the signs of a text, but for those between its values."""
    return Counter(sign for sign in text if not (sign.isspace() or sign in "{}[],"))


def _held_in(file: Path, text: str) -> object:
    try:
        if file.suffix == ".toml":
            return tomllib.loads(text)
        return read_json(text, has_comments=True).value if text.strip() else {}
    except (JsonEditError, tomllib.TOMLDecodeError, RecursionError):
        return None


def _filled(held: object) -> object:
    """Return what a file holds but for what is empty in it: ours may have stood there."""
    if not isinstance(held, dict):
        return held
    kept = {name: _filled(value) for name, value in held.items()}
    return {name: value for name, value in kept.items() if value not in ({}, [])}


def _without_server(file: Path, now: str) -> tuple[str, str]:
    """Return the part of a file that names this server, empty where none does, and the rest."""
    by_hand = "Take the server `vaultwatch` out by hand."
    held = _held_in(file, now)
    if not isinstance(held, dict):
        raise RefusedError(f"{str(file)!r} cannot be read: it is left alone.", hint=by_hand)
    tables = ((one, held[one]) for one in _KEYS if isinstance(held.get(one), dict))
    found = next((one for one in tables if "vaultwatch" in one[1]), None)
    if found is None:
        return "", now
    key, servers = found
    if file.suffix == ".toml":
        parts = _OWN_TABLE.split(now)
        own = _OWN_TABLE.search(now)
        if own is None or len(parts) != 2:  # noqa: PLR2004 - before it and behind it
            raise RefusedError(
                f"{str(file)!r} holds the server otherwise than it was written.", hint=by_hand
            )
        head = parts[0][:-1] if parts[0].endswith("\n\n") or parts[0] == "\n" else parts[0]
        others = {name: one for name, one in servers.items() if name != "vaultwatch"}
        if _filled(_held_in(file, head + parts[1])) != _filled({**held, key: others}):
            raise RefusedError(
                f"{str(file)!r} holds lines of yours in the server's table.", hint=by_hand
            )
        return own[0], head + parts[1]
    path = (key, "vaultwatch") if len(servers) > 1 else (key,)
    text = json.dumps({key: {"vaultwatch": servers["vaultwatch"]}}, indent=2, ensure_ascii=False)
    return text, without_value(now, path, has_comments=True)


def other_vault(commands: Iterable[Sequence[str]], vault: Path) -> str:
    """Return the first other vault that a command names behind `--vault`; else nothing."""
    for words in commands:
        named = words[words.index("--vault") + 1 :][:1] if "--vault" in words else ()
        for other in named:
            is_variable = other.startswith("$")  # the project's own folder
            if not is_variable and Path(other).expanduser().resolve() != vault.resolve():
                return other
    return ""


def write_install(plan: InstallPlan) -> None:
    """Write what was planned; the file as it was without ours stays beside it while ours is there.

    Raises:
        RefusedError: the file changed meanwhile, or cannot be written.
    """
    with told_as(
        RefusedError,
        f"{str(plan.file)!r} cannot be written",
        "Give yourself permission, or edit it by hand.",
    ):
        plan.file.parent.mkdir(parents=True, exist_ok=True)
        now = plan.file.read_bytes() if plan.file.exists() else None
        if now != plan.seen:
            raise RefusedError(f"{str(plan.file)!r} changed meanwhile.", hint="Try again.")
        if now is not None and not plan.holds_ours:
            shutil.copy2(plan.file, plan.backup)
        if plan.goes:
            plan.file.resolve().unlink()  # a link that led nowhere stays the user's
            if plan.file.parent.name.startswith("."):  # the client's own, and no project
                with suppress(OSError):  # others' files in it stay, and so does it
                    plan.file.parent.rmdir()
            return
        put_file(plan.file, plan.new.encode())
        if plan.removes and plan.backup.exists() and plan.backup.read_bytes() == plan.new.encode():
            plan.backup.unlink()


_Render: TypeAlias = Callable[[Path, str, list[str]], tuple[str, str, list[str]]]
"""The part that names this server, the whole file, and the words of what stands in its place."""


def _json_under(
    key: str, entry_of: Callable[[list[str]], object] | None = None, *, has_comments: bool = False
) -> _Render:
    def render(file: Path, now: str, command: list[str]) -> tuple[str, str, list[str]]:
        entry = (entry_of or _entry)(command)
        path: tuple[Key, ...] = (key, "vaultwatch")
        try:
            held = read_json(now, has_comments=has_comments).value if now.strip() else {}
        except JsonEditError as exc:
            raise RefusedError(
                f"{str(file)!r} is no plain JSON (comments, perhaps): it is left alone.",
                hint=f"Add under {key!r} by hand: {json.dumps({'vaultwatch': entry})}",
            ) from exc
        if not isinstance(held, dict) or not isinstance(held.get(key, {}), dict):
            raise RefusedError(
                f"{str(file)!r} holds no object under {key!r}: it is left alone.",
                hint="Mend it, or add the server by hand.",
            )
        text = json.dumps({key: {"vaultwatch": entry}}, indent=2, ensure_ascii=False)
        there = held.get(key, {}).get("vaultwatch")
        if _words(there):
            entry = _with_theirs(there, entry)
        if there == entry:
            return text, now, []
        if not now.strip():
            return text, text + "\n", []
        return text, with_value(now, path, entry, has_comments=has_comments), _words(there)

    return render


def _entry(command: list[str]) -> dict[str, object]:
    entry: dict[str, object] = {"command": command[0], "args": command[1:]}
    # The folder's own vault is meant, whatever the shell names that the client was started in.
    return entry if "--vault" in command else {**entry, "env": {VAULT_VARIABLE: ""}}


def _with_theirs(there: object, entry: object) -> object:
    """Return an entry with what a person wrote into the one that it replaces."""
    if not isinstance(there, dict) or not isinstance(entry, dict):
        return entry
    return there | {name: _with_theirs(there.get(name), one) for name, one in entry.items()}


def _words(entry: object) -> list[str]:
    """Return the words of the command that an entry runs, wherever it keeps them."""
    kept = entry.values() if isinstance(entry, dict) else ()
    return [word for one in kept if isinstance(one, list) for word in one if isinstance(word, str)]


def _toml(file: Path, now: str, command: list[str]) -> tuple[str, str, list[str]]:
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
        return text, now, []
    if there is not None and len(_OWN_TABLE.findall(now)) == 1:
        new = _OWN_TABLE.sub(lambda _: text, now)
        if tomllib.loads(new) == _with_server(held, command):
            return text, new, _words(there)
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
    return text, f"{now}{ending}\n{text}" if now else text, []


def _with_server(held: dict[str, Any], command: list[str]) -> dict[str, Any]:
    """Return what a file of TOML should hold once our server's table is another."""
    return {**held, "mcp_servers": {**held["mcp_servers"], "vaultwatch": _entry(command)}}


def _config_home() -> Path:
    """Return where programs of this user keep their settings."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _of_claude_desktop(_: Path) -> tuple[Path, _Render]:
    is_mac = sys.platform == "darwin"
    base = Path.home() / "Library" / "Application Support" if is_mac else _config_home()
    return base / "Claude" / "claude_desktop_config.json", _json_under("mcpServers")


def _of_opencode(_: Path) -> tuple[Path, _Render]:
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "opencode"
    places = [home / name for name in ("opencode.json", "opencode.jsonc")]
    file = next((one for one in places if one.exists()), places[0])
    return file, _json_under(
        "mcp",
        lambda command: {"type": "local", "command": command, "enabled": True},
        has_comments=True,
    )


_PLACES: dict[Client, Callable[[Path], tuple[Path, _Render]]] = {
    "claude-code": lambda folder: (folder / ".mcp.json", _json_under("mcpServers")),
    "claude-desktop": _of_claude_desktop,
    "codex": lambda _: (
        Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex") / "config.toml",
        _toml,
    ),
    "cursor": lambda _: (Path.home() / ".cursor" / "mcp.json", _json_under("mcpServers")),
    "gemini-cli": lambda _: (
        Path.home() / ".gemini" / "settings.json",
        _json_under("mcpServers", has_comments=True),
    ),
    "opencode": _of_opencode,
    "vscode": lambda folder: (
        folder / ".vscode" / "mcp.json",
        _json_under("servers", lambda command: {"type": "stdio", **_entry(command)}),
    ),
    "windsurf": lambda _: (
        Path.home() / ".codeium" / "windsurf" / "mcp_config.json",
        _json_under("mcpServers"),
    ),
    "zed": lambda _: (
        _config_home() / ("Zed" if sys.platform == "win32" else "zed") / "settings.json",
        _json_under("context_servers", has_comments=True),
    ),
}
"""Sources: each client's documentation of its MCP servers, and whether it takes comments in its
settings. Those of a project stand in the folder that the client is started in."""
_KEYS = ("mcpServers", "servers", "mcp", "context_servers", "mcp_servers")
"""Under one of these each keeps them."""
_IN_FOLDER = frozenset({"claude-code", "vscode"})
"""Clients that keep their servers in the folder where the agent works."""
