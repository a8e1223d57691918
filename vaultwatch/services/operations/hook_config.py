"""Write our hooks into the settings of an agent's client, and take them out again.

A hook is a command that the client runs when a session begins, ends a turn, is compacted or ends.
Ours is told from others by what it runs; nothing else in the file is touched.
"""

import json
import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.files.own_files import is_folder
from vaultwatch.errors import NotThereError, RefusedError, WrongUsageError
from vaultwatch.late_regex import late_regex
from vaultwatch.services.operations.client_config import (
    InstallPlan,
    in_folder,
    other_vault,
    planned,
    planned_out,
    read_client_file,
    tied_to_here,
)
from vaultwatch.services.operations.json_edit import (
    JsonEditError,
    read_json,
    with_value,
    without_value,
)
from vaultwatch.services.operations.own_program import own_program, shared_program

HookClient: TypeAlias = Literal["claude-code", "codex", "cursor"]
HookScope: TypeAlias = Literal["user", "project", "local"]
HookEvent: TypeAlias = Literal["session-start", "stop", "pre-compact", "session-end"]

TRUST_IN_CODEX: Final = "Codex runs a hook once you trusted it: type `/hooks` there."
CLIENTS: Final[tuple[HookClient, ...]] = ("claude-code", "codex", "cursor")

_LIKE_CLAUDE: Final[Mapping[HookEvent, str]] = {
    "session-start": "SessionStart",
    "stop": "Stop",
    "pre-compact": "PreCompact",
    "session-end": "SessionEnd",
}
_NAMES: Final[Mapping[HookClient, Mapping[HookEvent, str]]] = {
    "claude-code": _LIKE_CLAUDE,
    "codex": _LIKE_CLAUDE,
    "cursor": {
        "session-start": "sessionStart",
        "stop": "stop",
        "pre-compact": "preCompact",
        "session-end": "sessionEnd",
    },
}
"""What each client calls an event. Sources: their documentation of hooks."""
_TIMEOUTS_S: Final[Mapping[HookEvent, int]] = {
    "session-start": 30,
    "stop": 10,
    "pre-compact": 10,
    "session-end": 10,
}
"""After which a client gives up. The command ends by itself long before."""
_PLUGIN: Final = "vaultwatch@"
"""Begins the name of our plugin in Claude Code's settings."""
_OURS = late_regex(r"(?:^|[\\/\s'\"])vaultwatch(?:\.exe|\.cli\.\w+)?['\"]?\s+hook\s+[a-z]")


@dataclass(frozen=True, slots=True)
class HookState:
    """How a client's hooks stand in one file."""

    client: HookClient
    scope: HookScope
    file: str
    events: tuple[str, ...]
    """Ours, as the client names them."""
    is_current: bool
    """Whether they are what an install would write now."""
    notice: str = ""


def plan_hooks(
    client: HookClient, scope: HookScope, vault: Path, folder: Path | None = None
) -> InstallPlan:
    """Return what would be written for a client; ours of an older version are replaced.

    Raises:
        WrongUsageError: the client has no such scope.
        NotThereError: there is no such folder.
        RefusedError: its file cannot be read, or is not what it should be.
    """
    if client == "claude-code" and (plugin := plugin_file(folder)) is not None:
        raise RefusedError(
            f"The plugin that {str(plugin)!r} turns on brings these hooks: each would run twice.",
            hint="Leave them to it, or turn it off there first: `/plugin` in Claude Code.",
        )
    file = _file(client, scope, folder)
    seen, now = read_client_file(file)
    held = _held(file, now)
    program, named = _ours_of(client, scope, vault, folder)
    wanted = hook_entries(client, program, named)
    whole: dict[str, object] = {"version": 1} if client == "cursor" else {}
    whole["hooks"] = {name: [entry] for name, entry in wanted.items()}
    text = json.dumps(whole, indent=2, ensure_ascii=False)
    new = now if now.strip() else text + "\n"
    if now.strip() and _ours(held) != {name: [entry] for name, entry in wanted.items()}:
        new = _without_ours(now)
        for name, entry in wanted.items():
            new = with_value(new, ("hooks", name, -1), entry)
        if client == "cursor" and "version" not in held:
            new = with_value(new, ("version",), 1)
    other = other_vault(_commands(held), vault)
    plan = planned(file, text, new, seen, other, holds_ours=bool(_ours(held)))
    named_scope = "" if scope == "user" else f" --scope {scope}"
    return replace(
        plan,
        undone_by=f"setup hooks uninstall {client}{named_scope}{in_folder(folder)}",
        notice=of_every_folder(client)
        if scope == "user"
        else tied_to_here(shlex.split(f"{program} {named}")),
    )


def of_every_folder(client: HookClient) -> str:
    """Say what hooks in the settings of all sessions read, and how to have them in one project."""
    return (
        "These hooks see your sessions in every folder and read what you and the agent wrote "
        "there; for one project alone say no, then "
        f"`vaultwatch setup hooks install {client} --scope project`."
    )


def plan_without_hooks(
    client: HookClient, scope: HookScope, folder: Path | None = None
) -> InstallPlan:
    """Return what would stand in a client's file without our hooks."""
    file = _file(client, scope, folder)
    seen, now = read_client_file(file)
    ours = _ours(_held(file, now))
    text = json.dumps({"hooks": ours}, indent=2, ensure_ascii=False) if ours else ""
    if not ours:
        return planned(file, text, now, seen)
    return planned_out(file, text, _without_ours(now), seen)


def hook_states(vault: Path | None, folder: Path | None = None) -> Iterator[HookState]:
    """Yield how our hooks stand in every file that a client reads; nothing is written."""
    for client in CLIENTS:
        scopes: tuple[HookScope, ...] = ("user", "project", "local")
        for scope in scopes if client == "claude-code" else scopes[:2]:
            try:
                file = _file(client, scope, folder)
                ours = _ours(_held(file, read_client_file(file)[1]))
            except RefusedError as error:
                said = error.message
                yield HookState(client, scope, str(file), (), is_current=False, notice=said)
                continue
            is_current = False
            if ours and vault is not None:
                wanted = hook_entries(client, *_ours_of(client, scope, vault, folder))
                is_current = ours == {name: [entry] for name, entry in wanted.items()}
            yield HookState(client, scope, str(file), tuple(ours), is_current=is_current)


def settings_file(client: HookClient) -> Path:
    """Return where a client keeps the hooks of all sessions of its user."""
    return _file(client, "user", None)


def plugin_file(folder: Path | None) -> Path | None:
    """Return the settings that turn on our plugin for Claude Code, which brings hooks; or None."""
    for scope in ("user", "project", "local"):
        try:
            file = _file("claude-code", scope, folder)
            now = read_client_file(file)[1]
            held = read_json(now).value if now.strip() else {}
        except (RefusedError, NotThereError, JsonEditError):
            continue  # another one says what is wrong with it
        turned = held.get("enabledPlugins") if isinstance(held, dict) else None
        for name, is_on in turned.items() if isinstance(turned, dict) else ():
            if name.startswith(_PLUGIN) and is_on is True:
                return file
    return None


def _file(client: HookClient, scope: HookScope, folder: Path | None) -> Path:
    folder = (folder or Path()).absolute()
    if scope == "local" and client != "claude-code":
        raise WrongUsageError(f"{client} has no settings of the scope `local`.")
    if scope != "user" and not is_folder(folder):
        raise NotThereError(f"There is no folder {str(folder)!r}.", hint="Check --folder.")
    if client == "claude-code":
        named = os.environ.get("CLAUDE_CONFIG_DIR")
        home = Path(named) if named else Path.home() / ".claude"
        name = "settings.local.json" if scope == "local" else "settings.json"
        return (home if scope == "user" else folder / ".claude") / name
    if client == "codex":
        home = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
        return (home if scope == "user" else folder / ".codex") / "hooks.json"
    return (Path.home() if scope == "user" else folder) / ".cursor" / "hooks.json"


def _ours_of(
    client: HookClient, scope: HookScope, vault: Path, folder: Path | None
) -> tuple[str, str]:
    """Return our program and the vault as a shell reads them; in a project's file for any machine.

    Claude Code tells a hook where its project lies. Source: its documentation of hooks.
    """
    if scope == "user":
        return _shell(own_program()), _shell([str(vault)])
    is_project = client == "claude-code" and (folder or Path()).resolve() == vault.resolve()
    return _shell(shared_program()), '"$CLAUDE_PROJECT_DIR"' if is_project else _shell([str(vault)])


def _shell(words: Sequence[str]) -> str:
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def hook_entries(client: HookClient, program: str, vault: str) -> dict[str, dict[str, object]]:
    """Return our entries by the client's names of events.

    `program` and `vault` are as a shell reads them.
    """
    made: dict[str, dict[str, object]] = {}
    for event, name in _NAMES[client].items():
        command = f"{program} hook {event} --client {client} --vault {vault}"
        run = {"command": command, "timeout": _TIMEOUTS_S[event]}
        made[name] = run if client == "cursor" else {"hooks": [{"type": "command", **run}]}
    return made


def _held(file: Path, now: str) -> dict[str, object]:
    """Return what a file holds, if that is what a client's hooks look like."""
    try:
        held = read_json(now).value if now.strip() else {}
    except JsonEditError as exc:
        raise RefusedError(
            f"{str(file)!r} is no plain JSON (comments, perhaps): it is left alone.",
            hint="Take the comments out and try again.",
        ) from exc
    hooks = held.get("hooks", {}) if isinstance(held, dict) else None
    if (
        not isinstance(held, dict)
        or not isinstance(hooks, dict)
        or not all(isinstance(one, list) for one in hooks.values())
    ):
        raise RefusedError(
            f"{str(file)!r} holds no hooks as they are documented: it is left alone.",
            hint="Mend what stands under 'hooks' and try again.",
        )
    return held


def _ours(held: Mapping[str, object]) -> dict[str, list[object]]:
    """Return our entries by event: whole groups where nobody else stands in one."""
    hooks = held.get("hooks")
    found: dict[str, list[object]] = {}
    for name, groups in hooks.items() if isinstance(hooks, dict) else ():
        own = [one for group in groups for one in _own_part(group)]
        if own:
            found[name] = own
    return found


def _commands(held: Mapping[str, object]) -> Iterator[list[str]]:
    """Yield the words of each command of ours."""
    for groups in _ours(held).values():
        for group in groups:
            handlers = group.get("hooks", [group]) if isinstance(group, dict) else []
            for one in handlers:
                with suppress(ValueError):  # quoted as no shell reads it
                    words = shlex.split(one["command"], posix=os.name != "nt")
                    yield [word.strip('"') for word in words]


def _own_part(group: object) -> list[object]:
    if not isinstance(group, dict):
        return []
    handlers = group.get("hooks")
    if isinstance(handlers, list):
        own = [one for one in handlers if _is_ours(one)]
        return [group] if own and len(own) == len(handlers) else own
    return [group] if _is_ours(group) else []


def _is_ours(entry: object) -> bool:
    command = entry.get("command") if isinstance(entry, dict) else None
    return isinstance(command, str) and _OURS.search(command) is not None


def _without_ours(text: str) -> str:
    """Return a file without our hooks, and without what held nothing else."""
    while (path := _first_of_ours(text)) is not None:
        text = without_value(text, path)
    return text


def _first_of_ours(text: str) -> tuple[str | int, ...] | None:
    held = read_json(text).value
    hooks = held.get("hooks") if isinstance(held, dict) else None
    if not isinstance(hooks, dict):
        return None
    for name, groups in hooks.items():
        own = [bool(_own_part(group)) for group in groups]
        if not any(own):
            continue
        if all(_own_part(group) == [group] for group in groups):
            return ("hooks",) if len(hooks) == 1 else ("hooks", name)
        place = own.index(True)
        group = groups[place]
        if _own_part(group) == [group]:
            return ("hooks", name, place)
        within = next(at for at, one in enumerate(group["hooks"]) if _is_ours(one))
        return ("hooks", name, place, "hooks", within)
    return None
