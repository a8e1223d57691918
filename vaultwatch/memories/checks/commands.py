"""Read out of a command what must stand for it to run: scripts, targets and files. Pure."""

import posixpath
import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.model import CheckOrigin, MachineCheck
from vaultwatch.memories.checks.places import cleaned, is_file_name, is_relative_place

MOST_WORDS: Final = 60
MOST_CHARS: Final = 1_000

_RUNNERS: Final = frozenset({"npm", "pnpm", "yarn", "bun"})
_RUNS_NAMED: Final = {"tox": ("-e",), "nox": ("-s", "-e", "--session", "--sessions")}
_MAKERS: Final = {"make": "make", "gmake": "make", "just": "just"}
_OF_NPM: Final = frozenset(
    """
    add audit bin build-info cache ci clean-install config create dedupe deploy dlx docs exec fund
    get help i import info init install link list login logout ls outdated owner pack patch ping pkg
    pm prune publish rebuild remove root run set setup store unlink uninstall unpublish up update
    upgrade version view why workspace workspaces x
    """.split()  # noqa: SIM905 - read as a list of words
)
_SCRIPT_OF_NPM: Final = frozenset({"test", "start", "stop", "restart"})
_READERS: Final = frozenset(
    """
    python python3 node bash sh zsh deno tsx ts-node pytest ruby php perl source cat less tail head
    go cargo uv poetry pipenv hatch pdm pip
    npx bunx docker docker-compose ruff mypy black eslint jest
    vitest playwright cmake open vim code cp
    """.split()  # noqa: SIM905 - likewise
)
_RUN: Final = frozenset({"python", "python3", "bash", "sh", "zsh", "node", "ruby", "php", "perl"})
"""Programs whose first word is the file that they run."""
_SHELLS: Final = _RUN & {"bash", "sh", "zsh"}
_MAKES: Final = frozenset(
    {"-o", "--output", "--out", "-O", "--outfile", "--out-dir", ">", ">>", "tee"}
)
_SCRIPT: Final = late_regex(r"[A-Za-z0-9][\w:.\-/]{0,80}")
_TARGET: Final = late_regex(r"[A-Za-z0-9_][\w.\-/]{0,80}")
_HEADS: Final = late_regex(
    r"(?:\./|(?:sudo |env |time )?(?:npm|pnpm|yarn|bun|make|gmake|just|python3?|node|bash|sh"
    r"|deno|tsx|ts-node|tox|nox|pip3?|pytest|go|cargo|uv|poetry|pipenv|hatch|pdm|npx|bunx|docker|docker-compose|source"
    r"|cd|ruff|mypy|black|eslint|jest|vitest|cat|cp) )"
)
_STEPS: Final = late_regex(r"\s*(?:&&|\|\||;|\|)\s*")


def is_command(code: str) -> bool:
    """Tell whether words in code are a command, by how they begin."""
    return " " in code.strip() and _HEADS.match(code) is not None


@dataclass(slots=True)
class Shell:
    """Where the commands of a block are run: in the project's folder, until one enters another."""

    entered: list[str] = field(default_factory=list)
    """The folders that were entered one after the other, as they were written."""
    made: set[str] = field(default_factory=set)
    """Names of folders that the block itself makes."""
    is_sure: bool = True
    """Whether the next line is surely run there: one such as `cd web && make`, or another part of
    the block, may be meant to stand for itself."""
    is_lost: bool = False
    """Whether nobody knows where."""

    @property
    def folder(self) -> str:
        """The folder, as it was written; empty for the project's own."""
        return self.entered[-1] if self.entered else ""

    def enter(self, word: str, base: str) -> bool:
        """Go into a folder; tell whether it is one that must be there."""
        name, is_up = cleaned(word).rstrip("/"), word.startswith("..")
        if is_up:
            inside = posixpath.normpath(f"{self.folder}/{word}") if self.folder else word
            # What is entered behind another may lie in it, or beside it.
            self.is_lost |= inside.startswith("..") or len(self.entered) > 1
            self.entered = [] if inside == "." else [inside]
        elif self.folder or name.casefold() != base.rstrip("/").rpartition("/")[2].casefold():
            self.is_lost |= name in self.made or not is_relative_place(f"{name}/")
            self.entered = [*(self.entered if self.is_sure else ()), name]
        self.is_sure = True
        return bool(self.folder) and not (self.is_lost or is_up)

    def note(self, parts: Sequence[str]) -> None:
        """Note which folders a step makes, and whether it leads where nobody follows."""
        if parts[:1] == ["mkdir"] or parts[:2] == ["git", "clone"]:
            self.made |= {one.rpartition("/")[2].removesuffix(".git") for one in parts[1:]}
        opens_shell = len(parts) > 1 and parts[-1].rpartition("/")[2] in _SHELLS
        is_led_off = parts[:1] in (["pushd"], ["popd"], ["ssh"]) or parts[1:2] == ["cd"]
        self.is_lost |= opens_shell or is_led_off  # also `do cd $d`, `then cd web`


def checks_of_command(
    line: str, base: str, *, origin: CheckOrigin, words: str = "", shell: Shell | None = None
) -> Iterator[MachineCheck]:
    """Yield what must stand for a command to run, in the folder of its project.

    Args:
        line: one line of a shell.
        base: the project's folder; nothing can be told without one.
        origin: who asks.
        words: where it was read; the line itself where that is left away.
        shell: where the lines above it in its block led.
    """
    here = shell or Shell()
    if line.startswith("("):  # what is entered there is left with it
        here.is_lost |= ")" not in line
        here, line = replace(here, entered=[*here.entered]), line.strip("() ")
    if not base or len(line) > MOST_CHARS or "<" in line or "$(" in line:
        here.is_lost |= "cd " in line or "<<" in line  # what is typed in is no command here
        return
    found = MachineCheck("path", "", origin=origin, words=words or line, base=base)
    steps, has_entered = _STEPS.split(line), False
    for step in steps:
        try:
            parts = shlex.split(step)[:MOST_WORDS]
        except ValueError:
            return
        while parts and (parts[0] in {"sudo", "time", "env", "nohup"} or "=" in parts[0]):
            parts = parts[1:]
        if parts[:1] == ["cd"]:
            has_entered = True
            if here.enter("".join(parts[1:]), base):
                yield replace(found, place=f"{here.folder}/")
        elif "{" not in step and not here.is_lost:
            yield from _of_step(parts, here, found)
        here.note(parts)
    if has_entered:
        here.is_sure = len(steps) == 1


def _of_step(parts: Sequence[str], shell: Shell, found: MachineCheck) -> Iterator[MachineCheck]:
    """Yield what a step needs; of one that may be run elsewhere no script is told."""
    for kind, key in _needed(parts, shell.folder if shell.is_sure else ""):
        if kind == "path":
            yield replace(found, place=key)
        elif shell.is_sure or key.startswith("npm:"):
            yield replace(found, kind="script", place=shell.folder or ".", key=key)
        else:
            place = shell.folder or "."
            yield replace(
                found, kind="script", place=place, key=key, origin="suggested", is_aside=True
            )


def _needed(parts: Sequence[str], folder: str) -> Iterator[tuple[str, str]]:
    """Yield the scripts and paths that a step of a command needs."""
    if not parts:
        return
    head, rest = parts[0], list(parts[1:])
    names = list(_names_of_scripts(head, rest))
    if names or head in _RUNNERS or head in _MAKERS:
        yield from (("script", name) for name in names)
        return
    under = f"{folder}/" if folder else ""
    if head.startswith("./"):
        place = under + cleaned(head)
        if is_relative_place(place) and ("/" in cleaned(head) or is_file_name(place)):
            yield "path", place
    elif head in _READERS:
        yield from (("path", place) for place in _read_files(head, rest, under))


def _names_of_scripts(head: str, rest: Sequence[str]) -> Iterator[str]:
    if head in _RUNNERS and (name := _script_of(head, rest)):
        yield f"npm:{name}"
    targets = list(_targets(rest)) if head in _MAKERS else []
    # What stands behind a recipe of just is most often given to it.
    for word in targets[:1] if head == "just" else targets:
        yield f"{_MAKERS[head]}:{word}"
    for name in _named_after(rest, _RUNS_NAMED.get(head, ())):
        yield f"{head}:{name}"


def _read_files(head: str, rest: Sequence[str], under: str) -> Iterator[str]:
    """Yield the files that a command reads; what it makes is none of them."""
    before = ""
    for word in rest:
        text = cleaned(word.partition("=")[2] if word.startswith("--") and "=" in word else word)
        is_read = before not in _MAKES and not (head == "cp" and word is rest[-1])
        # A name alone is a file where one is run or asked for: `python setup.py`, `-r dev.txt`.
        is_plain = "/" in text or before == "-r" or (head in _RUN and word is rest[0])
        is_file = is_file_name(text) or (before == "-r" and "/" in text)
        if is_read and is_plain and is_file and is_relative_place(under + text):
            yield under + text
        before = word


def _script_of(head: str, rest: Sequence[str]) -> str:
    """Return the script of a package.json that a runner is to run; empty where none is named."""
    if any(
        word in {"--filter", "-F", "--workspace", "-w", "--prefix", "-C", "--cwd"} for word in rest
    ):
        rest = _without_options(rest)
    words = [word for word in rest if not word.startswith("-")]
    if not words:
        return ""
    if words[0] in {"run", "run-script"}:
        name = words[1] if len(words) > 1 else ""
    elif words[0] in _SCRIPT_OF_NPM and not (head == "bun" and words[0] == "test"):
        name = words[0]
    else:
        return ""
    return name if _SCRIPT.fullmatch(name) and not is_file_name(name) else ""


def _named_after(rest: Sequence[str], options: Collection[str]) -> Iterator[str]:
    """Yield the names behind an option, those of a list too: `-e py311,docs`."""
    for option, names in pairwise(rest):
        if option in options:
            yield from (one for one in names.split(",") if _SCRIPT.fullmatch(one))


def _without_options(rest: Sequence[str]) -> list[str]:
    kept: list[str] = []
    is_value = False
    for word in rest:
        if not is_value and not word.startswith("-"):
            kept.append(word)
        is_value = word in {"--filter", "-F", "--workspace", "-w", "--prefix", "-C", "--cwd"}
    return kept


def _targets(rest: Sequence[str]) -> Iterator[str]:
    if any(word.startswith(("-C", "-f", "--directory", "--file", "--justfile")) for word in rest):
        return
    for word in rest:
        if word.startswith("-") or "=" in word or word.isdecimal():
            continue
        if _TARGET.fullmatch(word):
            yield word
        if rest[0] != word:
            return
