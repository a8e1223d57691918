"""Look at what a check asks for, and say what stands there.

One `World` serves one round: what it read once it reads no second time. Nothing is changed, nothing
a memory says is run, and what hangs is left behind after two seconds.
"""

import configparser
import hashlib
import json
import queue
import threading
import time
import tomllib
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Final, TypeVar

import yaml

from vaultwatch.adapters.reality.code_files import (
    CodeFiles,
    hold_harmless,
    hold_kept,
    hold_without_secrets,
    is_committed,
    is_quick,
    is_secret_value,
    lines_without_secrets,
)
from vaultwatch.adapters.reality.commits import COMMIT_S, below, commit_made
from vaultwatch.adapters.reality.git import (
    GitSilentError,
    committed_text,
    has_branch,
    is_tracked,
    last_change,
    remotes_of,
)
from vaultwatch.adapters.reality.machine import (
    host_names,
    installed_version,
    is_listening,
    is_set,
    program_version,
    stands_on_path,
    system_names,
    url_status,
)
from vaultwatch.adapters.reality.project_folders import (
    NotAllowedError,
    Roots,
    read_plain,
    read_text,
)
from vaultwatch.adapters.reality.projects import Scripts, versions_of
from vaultwatch.adapters.reality.trees import Tree, is_small, top_of
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.checks.judging import is_remote, version_agrees
from vaultwatch.memories.checks.model import PLACES, MachineCheck, Sighting
from vaultwatch.memories.checks.places import is_common_name, is_file_name

LIMIT_S: Final = 2.0
MOST_LOST: Final = 3
"""So many threads may hang before nothing more is asked."""

Answer = TypeVar("Answer")


class HangsError(Exception):
    """No answer came in time."""


class Patience:
    """Asks, one thing after the other."""

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        """Start nothing yet."""
        self._limit_s = limit_s
        self._lost = 0
        self._asked: queue.SimpleQueue[Callable[[], object] | None] | None = None
        self._answers: queue.SimpleQueue[tuple[object, BaseException | None]] = queue.SimpleQueue()

    def ask(self, deed: Callable[[], Answer], within_s: float | None = None) -> Answer:
        """Return what a deed returns; HangsError where it, or too much before, takes too long."""
        if self._lost >= MOST_LOST:
            raise HangsError
        if self._asked is None:
            self._asked, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
            threading.Thread(
                target=_work, args=(self._asked, self._answers), daemon=True, name="checks"
            ).start()
        self._asked.put(deed)
        try:
            wait_s = self._limit_s if within_s is None else within_s
            answer, error = self._answers.get(timeout=wait_s)
        except queue.Empty:
            self._lost += 1
            self._asked.put(None)  # should it ever come back
            self._asked = None
            raise HangsError from None
        if error is not None:
            raise error
        return answer  # type: ignore[return-value] # what this deed returned

    def close(self) -> None:
        """Let the thread go."""
        if self._asked is not None:
            self._asked.put(None)
            self._asked = None


def _work(
    asked: "queue.SimpleQueue[Callable[[], object] | None]",
    answers: "queue.SimpleQueue[tuple[object, BaseException | None]]",
) -> None:
    while (deed := asked.get()) is not None:
        try:
            answers.put((deed(), None))
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            answers.put((None, error))


MOST_DIGESTED: Final = 64_000_000
"""Bytes of a file whose digest is taken. Chosen by hand: a tenth of a second."""
MOST_SHOWN: Final = 200
THERE: Final = Sighting("there")
GONE: Final = Sighting("gone")
TOO_LONG: Final = Sighting("unknown", why="it took too long")
DIGEST_CHARS: Final = 64
"""Of a SHA-256: a shorter one would fit other files."""


class World:
    """This machine, as far as checks may look at it."""

    def __init__(
        self,
        roots: Roots,
        *,
        hosts: Collection[str] = (),
        commits_s: float = 2 * COMMIT_S,
    ) -> None:
        """Look at nothing yet; `hosts` of the web may be asked.

        `commits_s`: seconds that the search of commits may take in all.
        """
        self._roots = roots
        self._hosts = hosts
        self._patience = Patience()
        self._hanging: set[str] = set()
        self._commits_s = commits_s
        self._tree = lru_cache(maxsize=64)(Tree)
        self._top_of = lru_cache(maxsize=1_024)(top_of)
        self._scripts = Scripts(self._tree)
        self._code = CodeFiles()
        self._versions = lru_cache(maxsize=1_024)(versions_of)
        self._is_committed = lru_cache(maxsize=1_024)(is_committed)
        self._program = lru_cache(maxsize=256)(program_version)

    def close(self) -> None:
        """Let go of what still waits."""
        self._patience.close()

    def look(
        self, check: MachineCheck, within_s: float | None = None, *, is_owed: bool = False
    ) -> Sighting:
        """Return what stands where a check asks, or `unknown` with a reason.

        Within a time only what is read in a moment is looked at, unless it `is_owed`.
        """
        # What lies beside something that hangs hangs too: its folder is not asked again.
        near = f"{check.base}:{check.place.rpartition('/')[0]}"
        if near in self._hanging:
            return TOO_LONG
        try:
            seen = self._patience.ask(
                lambda: (
                    self._look(check)
                    if within_s is None or is_owed or self._is_quick(check)
                    else TOO_LONG
                ),
                within_s,
            )
        except HangsError:
            self._hanging.add(near)
            return TOO_LONG
        except (NotAllowedError, GitSilentError) as error:
            return Sighting("unknown", why=str(error))
        except (FileNotFoundError, NotADirectoryError):
            return Sighting("unknown", why=f"{check.place} is not there")
        except (OSError, ValueError, RecursionError) as error:
            why = getattr(error, "strerror", None) or "its name is odd"
            return Sighting("unknown", why=f"it cannot be read: {why}")
        shown = " ".join(mask_secrets(seen.value).split()) if seen.value else ""
        is_cut = seen.state == "gone" and len(shown) > MOST_SHOWN  # half a path leads nowhere
        return replace(seen, value="" if is_cut else shown[:MOST_SHOWN]) if shown else seen

    def _is_quick(self, check: MachineCheck) -> bool:
        """Tell whether what a check asks for is read in a moment."""
        if check.kind not in {*PLACES, "symbol"}:
            return True
        real = self._roots.real(check.place, check.base)
        if real.exists():
            return check.kind in PLACES or is_quick(real)
        top = self._top_of(real.parent)  # to tell that it is nowhere else takes a look at all names
        return top is not None and is_small(top)

    def commit_of(self, check: MachineCheck, found: str) -> tuple[str, str]:
        """Return the day of the commit that made what speaks against a check, and it in words.

        Both are empty for none.
        """
        began = time.monotonic()
        try:
            if self._commits_s <= 0:
                return "", ""
            real = self._roots.real(check.place, check.base)
            root = self._roots.real(check.base) if check.base else None
            return self._patience.ask(
                lambda: commit_made(check, found, real, root, self._tree, self._top_of)
            )
        except (HangsError, NotAllowedError, GitSilentError, OSError, ValueError):
            return "", ""
        finally:
            self._commits_s -= time.monotonic() - began

    def _look(self, check: MachineCheck) -> Sighting:  # noqa: C901, PLR0911 - one answer a kind
        match check.kind:
            case "path" | "file" | "folder":
                return self._place(check)
            case "script":
                return self._scripts.look(
                    self._folder(check), check.key, is_asked=check.origin == "property"
                )
            case "runtime":
                return self._runtime(check)
            case "host":
                return THERE if check.place.lower() in host_names() else GONE
            case "os":
                return THERE if check.place.lower() in system_names() else GONE
            case "env":
                return THERE if is_set(check.place) else GONE
            case "port":
                port = int(check.place) if check.place.isdecimal() else 0
                return THERE if 0 < port < 1 << 16 and is_listening(port) else GONE
            case "command":
                if not stands_on_path(check.place):
                    return GONE
                return Sighting("there", self._program(check.place))
            case "url":
                return url_status(check.place, self._hosts)
            case "package":
                version = installed_version(self._folder(check), check.key)
                return GONE if version is None else Sighting("there", version)
            case _:
                return self._in_place(check)

    def _in_place(self, check: MachineCheck) -> Sighting:
        """Look into a file or a repository."""
        real = self._roots.real(check.place, check.base)
        if check.kind == "symbol":
            return self._symbol(check, real)
        if check.kind in {"contains", "value", "digest"}:
            self._hold_fetched(real)
            real.stat()
            self._roots.hold_readable(real)
            return self._in_file(check, real)
        match check.kind:
            case "remote":
                addresses = remotes_of(self._folder(check))
                return (
                    Sighting("there", _like(check.says, addresses))
                    if addresses
                    else Sighting("unknown", why="the repository has no remote")
                )
            case "branch":
                return THERE if has_branch(self._folder(check), check.key) else GONE
            case "tracked":
                real.parent.stat()
                return THERE if is_tracked(real) else GONE
            case _:
                real.stat()
                day = last_change(real)
                return (
                    Sighting("there", day, is_open=True)
                    if day
                    else Sighting("unknown", why="git knows no change of it")
                )

    def _in_file(self, check: MachineCheck, real: Path) -> Sighting:
        """Look into a file, at no line that touches a secret."""
        hold_kept(real)
        if check.kind == "digest":
            data = read_plain(real, most=MOST_DIGESTED)
            hold_without_secrets(data)
            return _compared(check.says, data)
        hold_harmless(check.says)
        if check.kind == "contains":
            text, is_cut = lines_without_secrets(read_text(real))
            if is_cut and check.says not in text:
                raise NotAllowedError("lines with secrets are not looked at")
            return THERE if check.says in text else GONE
        value = value_in(real.name, read_text(real), check.key)
        if value is None:
            return Sighting("gone", why="no such key stands there")
        if is_secret_value(check.key, value):
            raise NotAllowedError("what looks like a password is not looked at")
        try:  # a word that was only edited is nobody's yet
            is_open = value_in(real.name, committed_text(real), check.key) == value
        except (GitSilentError, NotAllowedError):
            is_open = False
        return Sighting("there", value, is_open=is_open)

    def _symbol(self, check: MachineCheck, real: Path) -> Sighting:
        """Look a name of code up: in its file, else in all that git keeps of its project."""
        if real.is_dir():
            return self._code.anywhere(real, check.key, check.says)
        top = self._top_of(real.parent)
        if not real.exists() and check.base:
            top = self._roots.real(check.base)
            others = self._tree(top).ending_in(check.place) if top.is_dir() else []
            real = top / others[0] if len(others) == 1 else real
        real.stat()
        self._roots.hold_readable(real)
        if top is None:
            raise NotAllowedError("only what git keeps is looked into")
        return self._code.in_file(real, check.key, check.says, top)

    def _folder(self, check: MachineCheck) -> Path:
        real = self._roots.real(check.place, check.base)
        if not real.is_dir() and check.base:
            base = self._roots.real(check.base)
            others = self._tree(base).ending_in(check.place) if base.is_dir() else []
            real = base / others[0] if len(others) == 1 else real
        self._hold_fetched(real)
        if not real.is_dir():
            raise FileNotFoundError(check.place)
        return real

    def _hold_fetched(self, real: Path) -> None:
        """Hold a place to what is checked out."""
        if (top := self._top_of(real.parent)) and (
            lacking := self._tree(top).lacking(below(real, top))
        ):
            raise NotAllowedError(f"the submodule {lacking} is not checked out")

    def _place(self, check: MachineCheck) -> Sighting:
        """Look for a path: where it is said to be, else anywhere in its project by its end."""
        real = self._roots.real(check.place, check.base)
        is_folder = real.is_dir()
        if is_folder or real.exists():
            wrong = {"file": is_folder, "folder": not is_folder}.get(check.kind, False)
            what = "a folder" if is_folder else "a file"
            return Sighting("gone", why=f"{what} stands there") if wrong else THERE
        self._hold_fetched(real)
        if not check.base or check.place.startswith(("/", "~")):
            return self._gone(check.place, real)
        root = self._roots.real(check.base)
        if not root.is_dir():
            return Sighting("unknown", why=f"{check.base} is not there")
        tree = self._tree(root)
        if known := tree.known(check.place):
            return THERE if tree.ending_in(check.place) else _deleted(tree, known)
        seen, top = _missed(check.place, tree), self._top_of(real.parent)
        if seen.state == "never" and top not in {
            None,
            root,
        }:  # a submodule has a history of its own
            return self._gone(check.place, real)
        return seen

    def _gone(self, place: str, real: Path) -> Sighting:
        """Tell of a place that is not there: of one on a drive that is away nothing can be told."""
        if top := self._top_of(real.parent):
            tree, inside = self._tree(top), below(real, top) + "/" * place.endswith("/")
            if tree.keeps(inside):
                return _deleted(tree, [inside.strip("/")])
            seen = _missed(inside, tree, is_whole=True)
            is_named_so = bool(seen.value) and place.endswith(f"/{inside}")
            return replace(
                seen, value=place.removesuffix(inside) + seen.value if is_named_so else ""
            )
        parent = real.parent
        while not parent.exists():
            parent = parent.parent
        mounted = {Path("/media"), Path("/mnt"), Path("/Volumes"), Path("/run/media")}
        if parent in mounted or parent.parent in mounted:
            return Sighting("unknown", why="its drive may not be mounted")
        return Sighting("gone", is_away=True)

    def _runtime(self, check: MachineCheck) -> Sighting:
        folder = self._folder(check)
        found = self._versions(folder, check.key)
        if not found:
            return Sighting("unknown", why="no file of the project says a version of it")
        # Any file that goes with it will do: a project names a range here, what it uses there.
        agreeing = [one for one in found if version_agrees(check.says, one[0]) is not False]
        version, file = (agreeing or found)[0]
        return Sighting("there", version, is_open=self._is_committed(folder / file))


def _compared(says: str, data: bytes) -> Sighting:
    """Tell whether bytes have a digest; which they have is never told, nor written anywhere."""
    digest = says.lower().removeprefix("sha256:")
    if len(digest) != DIGEST_CHARS:
        return Sighting("unknown", why=f"a SHA-256 has {DIGEST_CHARS} characters")
    return (
        THERE if hashlib.sha256(data).hexdigest() == digest else Sighting("gone", why="it changed")
    )


def _like(says: str, addresses: list[str]) -> str:
    """Return the remote that is most like the one a memory gives."""
    ending = says.rstrip("/").removesuffix(".git").rpartition("/")[2].lower()
    same = [one for one in addresses if is_remote(says, one)]
    same = same or [one for one in addresses if ending and ending in one.lower()]
    return (same or addresses)[0]


def _deleted(tree: Tree, known: list[str]) -> Sighting:
    """Tell of paths that git keeps and that do not stand there."""
    if any(map(tree.leaves_out, known)):
        return Sighting("unknown", why="git leaves it out of this checkout")
    return GONE


def _missed(  # noqa: PLR0911 - one answer a reason
    place: str, tree: Tree, *, is_whole: bool = False
) -> Sighting:
    """Tell of a path that is nowhere in its project, all of it or its end, whether it ever was.

    Git's history decides. Where there is none, a path is believed whose first folder stands, or
    whose name stands elsewhere: others may be made by a tool, or be no path of this project.
    """
    if place.startswith(".git/") or tree.is_ignored(place):
        return Sighting("unknown", why="git ignores it there")
    if not tree.is_whole:
        return Sighting("unknown", why="its project has too many files to look through")
    once = tree.once_held(place, exactly=is_whole or ("/" not in place and is_common_name(place)))
    first, slash, _ = place.strip("/").partition("/")
    is_likely = (tree.root / first).exists() and (is_file_name(place) or place.endswith("/"))
    alike = tree.alike(place)
    gone = Sighting("gone", why=f"it is not there; {alike} is called alike" if alike else "")
    if once:
        return replace(gone, value=tree.new_place(place), is_open=True)
    if once is not None and tree.is_elsewhere(place):
        return Sighting("unknown", why="it stands on another branch")
    if once is not None and (is_whole or (slash and is_likely)):
        return Sighting("never")
    is_known = slash and is_file_name(place) and tree.named(place.rpartition("/")[2])
    if once is None and (is_whole or (slash and (is_likely or is_known))):
        return replace(gone, is_away=True)
    why = "it may be no path of this project" if once is None else "git never knew it there"
    return Sighting("unknown", why=why, is_away=True)


MOST_DEEP: Final = 50
MOST_EVENTS: Final = 200_000
MOST_DIGITS: Final = 7
_SECRET_KEYS: Final = ("secret", "token", "password", "passwd", "credential", "apikey", "api_key")


def value_in(name: str, text: str, key: str) -> str | None:
    """Return a value as it stands; None where the file, known by its name, has no such key.

    A key is names and numbers with dots between them; of names with dots in them the longest
    counts. The files are anybody's: nothing in one is built, expanded or run.

    Raises:
        NotAllowedError: the file cannot be read as what it is, or the value is not shown.
    """
    if any(part in key.lower() for part in _SECRET_KEYS):
        raise NotAllowedError("what looks like a password is not looked at")
    suffix = PurePath(name).suffix.lower()
    try:
        match suffix:
            case ".toml":
                return _walked(tomllib.loads(text), key)
            case ".json":
                return _walked(json.loads(text), key)
            case ".yaml" | ".yml":
                return _of_yaml(text, key)
            case ".ini" | ".cfg":
                return _of_ini(text, key)
            case _:
                raise NotAllowedError("a file of this kind is not read for values")
    except (ValueError, RecursionError, configparser.Error, yaml.YAMLError) as error:
        raise NotAllowedError("it cannot be read as what its name says") from error


def _walked(held: object, key: str) -> str | None:
    """Follow a key through tables and lists."""
    parts = key.split(".")
    while parts:
        if isinstance(held, dict):
            # `dependencies.next.js` may be the key `next.js`: the longest name that fits.
            for count in range(len(parts), 0, -1):
                name = ".".join(parts[:count])
                if name in held:
                    held, parts = held[name], parts[count:]
                    break
            else:
                return None
        elif isinstance(held, list) and parts[0].isdecimal() and len(parts[0]) < MOST_DIGITS:
            at = int(parts[0])
            if at >= len(held):
                return None
            held, parts = held[at], parts[1:]
        else:
            return None
    return _shown(held)


def _shown(held: object) -> str:
    if isinstance(held, bool):
        return "true" if held else "false"
    if isinstance(held, str | int | float):
        return str(held)
    if held is None:
        return "null"
    raise NotAllowedError("a table or a list stands there, no single value")


def _of_ini(text: str, key: str) -> str | None:
    parser = configparser.RawConfigParser(strict=False, delimiters=("=", ":"))
    parser.read_string(text)
    section, _, option = key.rpartition(".")
    return parser.get(section, option, fallback=None) if parser.has_section(section) else None


def _of_yaml(text: str, key: str) -> str | None:
    """Follow a key through the events of a file: no object is built and no alias followed."""
    path: list[str | int | None] = []
    """Where the next node stands: a name, a number, or None for a name yet to come."""
    wanted = key.split(".")
    for count, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
        if count > MOST_EVENTS or len(path) > MOST_DEEP:
            raise NotAllowedError("it is nested too deeply, or too long")
        if isinstance(event, yaml.AliasEvent):
            raise NotAllowedError("it uses aliases, which are not followed")
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if _at(path, wanted):
                raise NotAllowedError("a table or a list stands there, no single value")
            path.append(None if isinstance(event, yaml.MappingStartEvent) else 0)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            path.pop()
            _next(path)
        elif isinstance(event, yaml.ScalarEvent):
            if path and path[-1] is None:
                path[-1] = event.value
            elif _at(path, wanted):
                return event.value
            else:
                _next(path)
    return None


def _at(path: list[str | int | None], wanted: list[str]) -> bool:
    return ".".join(map(str, path)) == ".".join(wanted) if None not in path else False


def _next(path: list[str | int | None]) -> None:
    """Go on behind a value: to the next number of a list, or to a name yet to come."""
    if path:
        last = path[-1]
        path[-1] = last + 1 if isinstance(last, int) else None
