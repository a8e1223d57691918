"""Read checks out of a memory's words: the places, commands and values that they name.

Pure. Each is `named`, where the words name the thing exactly, or `suggested`. Whether the words say
that it is there, was, or will be is not read out of them: what they speak of counts once it held.
"""

import posixpath
import re
import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_shapes import checks_of_names, phrase
from vaultwatch.memories.checks.model import PLACES, CheckOrigin, MachineCheck
from vaultwatch.memories.checks.places import (
    cleaned,
    is_common_name,
    is_file_name,
    is_made_by_a_run,
    is_picture,
    is_relative_place,
    is_whole_place,
)
from vaultwatch.memories.checks.said_values import checks_of_values

MOST_LINES: Final = 2_000
MOST_LINE_CHARS: Final = 4_000
"""Of a line that is read. Chosen by hand: a long paragraph has 2,000."""

_FENCE: Final = late_regex(r"\s{0,12}(?P<marks>`{3,}|~{3,})\s*(?P<language>[\w+-]{0,20})")
_SHELL: Final = frozenset({"", "bash", "sh", "shell", "console", "zsh", "terminal", "text", "txt"})
_TREE_MARK: Final = late_regex(r"^(?P<before>[\s│|]*)(?:├──|└──|\|--|`--|\+--)\s*(?P<name>\S.*)$")
_COMMENT: Final = late_regex(r"(?:^|\s)#.*$")

_PROMPT: Final = late_regex(r"^(?:\([\w.-]{1,40}\)\s?)?[$%>]\s+")

MOST_WORDS: Final = 60
MOST_COMMAND_CHARS: Final = 1_000

_RUNNERS: Final = frozenset({"npm", "pnpm", "yarn", "bun"})
_RUNS_NAMED: Final = {"tox": ("-e",), "nox": ("-s", "-e", "--session", "--sessions")}
_MAKERS: Final = {"make": "make", "gmake": "make", "just": "just"}
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


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of prose, a line of a command, or an entry of a drawn tree."""

    kind: Literal["prose", "command", "tree"]
    text: str
    depth: int = 0
    """Of an entry of a tree: how far it is indented."""
    block: int = 0
    """Of a command: which block of the text it stands in."""
    begins_part: bool = False
    """Of a command: whether a comment behind an empty line stands above it, as a heading would."""


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the lines of a text, by what they are; code of other languages is passed over."""
    fence, language = "", ""
    block, is_blank, begins_part = 0, False, False
    for whole in text.split("\n", MOST_LINES)[:MOST_LINES]:
        line = whole[:MOST_LINE_CHARS]
        mark = _FENCE.match(line)
        if fence:
            if mark and mark["marks"].startswith(fence) and not mark["language"]:
                fence = ""
            elif entry := _TREE_MARK.match(line):
                depth = len(entry["before"])
                yield Piece("tree", _COMMENT.sub("", entry["name"]).strip(), depth)
            elif language in _SHELL:
                if command := _without_prompt(_COMMENT.sub("", line)):
                    yield Piece("command", command, 0, block, begins_part)
                    begins_part = False
                else:
                    is_remark = _COMMENT.search(line) is not None
                    begins_part = is_remark and (is_blank or begins_part)
                is_blank = not line.strip()
        elif mark:
            is_blank, begins_part = False, False
            block += 1
            fence, language = mark["marks"][:3], mark["language"].lower()
        elif line.strip():
            yield Piece("prose", line)


def _without_prompt(line: str) -> str:
    """Return a line of a shell without its prompt, and without what stands around it."""
    return _PROMPT.sub("", line.strip())


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
    line: str, base: str, *, words: str = "", shell: Shell | None = None
) -> Iterator[MachineCheck]:
    """Yield what must stand for a line of a shell to run in its project's folder; nothing without.

    `words` are what it was read in, if not the line itself; `shell` where the lines above it led.
    """
    here = shell or Shell()
    if line.startswith("("):  # what is entered there is left with it
        here.is_lost |= ")" not in line
        here, line = replace(here, entered=[*here.entered]), line.strip("() ")
    if not base or len(line) > MOST_COMMAND_CHARS or "<" in line or "$(" in line:
        here.is_lost |= "cd " in line or "<<" in line  # what is typed in is no command here
        return
    found = MachineCheck("path", "", origin="named", words=words or line, base=base)
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
    words = _without_options(rest)
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


MOST_CHECKS: Final = 200
"""Of one memory. Chosen by hand: a long page of instructions names as many."""
MOST_CHARS: Final = 200_000
MOST_BASES: Final = 4
"""Projects that one memory may name for its relative places. Chosen by hand."""

INDENTED: Final = "   "
"""Before a line of code that no fence marks."""
_SENTENCE: Final = late_regex(r"(?<=[.!?;])\s+(?=[A-Z`*\[(])")
_STRUCK: Final = late_regex(r"~~(?!\s)[^~\n]{1,1000}(?:~[^~\n]{1,1000}){0,5}~~")
"""What its writer took back."""
_SPAN: Final = late_regex(r"(?P<ticks>`{1,2})(?P<code>[^`\n]{1,500})(?P=ticks)")
_LINK: Final = late_regex(r"\[(?P<words>[^\[\]\n]{0,200})\]\((?P<target>[^()\s]{1,300})\)")
_TAG: Final = late_regex(
    r"<(?:a|img|source)\s(?:[^<>\n]{0,300}\s)?(?:href|src)=[\"'](?P<target>[^\"'<>\s]{1,300})[\"']"
)
"""A link, or a picture, written as HTML."""
_NUMBERED: Final = late_regex(r"\d{1,2}[.)]\s")
_HEAD_OF_TREE: Final = late_regex(r"(?:[\w.-]{1,60}/){1,8}")
_BARE_HOME: Final = late_regex(r"(?<![\w`/.])~/[\w./@+-]{1,300}+(?!\\)")
_BARE: Final = late_regex(
    r"(?<![\w`/.@:-])(?:[\w.-]{1,60}/){1,12}[\w.-]{1,80}\.[a-z][a-z0-9]{0,6}\b"
)


@cache
def _project_at() -> "re.Pattern[str]":
    """Return what names the folder of a project: *the repo is at `~/src/x`*."""
    return re.compile(
        rf"(?i:{phrase('projects')})\b[^.`~]{{0,60}}\s(?:(?i:{phrase('at')}))\s+"
        r"`?(?P<place>~/[\w./@+-]{1,300})"
    )


def found_checks(text: str, base: str = "") -> tuple[MachineCheck, ...]:
    """Return what Markdown says that can be looked up, each once, in the order it is said.

    Relative places are meant in `base`; without one in the folder that the text names as a
    project's.
    """
    text = text[:MOST_CHARS]
    base = base or base_in(text)
    found: dict[tuple[str, ...], MachineCheck] = {}
    for check in (*_checks(text, base), *(() if base else _of_several(text))):
        key = (check.kind, check.place.rstrip("/"), check.key, check.says)
        key += () if base else (check.base,)
        held = found.get(key)
        if held is None or _weight(check) > _weight(held):
            found[key] = check
        if len(found) >= MOST_CHECKS:
            break
    return tuple(found.values())


def _weight(check: MachineCheck) -> tuple[bool, bool]:
    return check.origin == "named", not check.is_aside


def base_in(text: str) -> str:
    """Return the one folder that a text names as that of its project; empty where none or more."""
    places = _bases_in(text)
    return places[0] if len(places) == 1 else ""


def _bases_in(text: str) -> tuple[str, ...]:
    found = (match["place"].rstrip("./") for match in _project_at().finditer(text[:MOST_CHARS]))
    return tuple(dict.fromkeys(found))


def _of_several(text: str) -> Iterator[MachineCheck]:
    """Yield relative places of a text that names several projects, in each that may be meant.

    Suggestions: nobody knows which is. A sentence that names one of them means that one.
    """
    bases = _bases_in(text)
    if not 1 < len(bases) <= MOST_BASES:
        return
    names = {base: re.compile(rf"\b{re.escape(base.rpartition('/')[2])}\b") for base in bases}
    for base in bases:
        for check in _checks(text, base):
            named = {one for one, name in names.items() if name.search(check.words)} or {base}
            if check.base and check.kind in PLACES and base in named:
                yield replace(check, origin="suggested")


def _checks(text: str, base: str) -> Iterator[MachineCheck]:
    parents: list[tuple[int, str]] = []
    shell, block = Shell(), 0
    for piece in pieces_of(text):
        command = _without_prompt(piece.text)
        is_block = piece.kind == "command" or (
            piece.text.startswith(INDENTED) and is_command(command) and command[-1] not in ".:,"
        )
        if piece.kind == "prose" and not is_block:
            # The next of numbered steps may be meant where the one before it led.
            is_led = _NUMBERED.match(piece.text.strip()) and (shell.folder or not shell.is_sure)
            shell = Shell(is_sure=not is_led)
        elif block and piece.block != block:
            shell = Shell()
        block = piece.block
        shell.is_sure &= not (piece.begins_part and shell.entered)
        for check in _of_piece(piece, parents, base, shell if is_block else None):
            is_made = check.kind in PLACES and is_made_by_a_run(check.place)
            yield replace(check, origin="suggested", is_aside=True) if is_made else check


def _of_piece(
    piece: Piece, parents: list[tuple[int, str]], base: str, shell: Shell | None
) -> Iterator[MachineCheck]:
    if piece.kind == "tree":
        yield from _of_tree(piece, parents, base)
        return
    parents.clear()
    if shell is not None:
        command = _without_prompt(piece.text)
        if base and _HEAD_OF_TREE.fullmatch(command) and is_relative_place(command):
            yield MachineCheck("path", command, origin="named", words=command, base=base)
            # One name alone may be that of the whole project: what hangs on it begins there.
            parents.extend([(-1, command.rstrip("/"))] if command.count("/") > 1 else [])
        yield from checks_of_command(command, base, shell=shell)
        return
    for sentence in _SENTENCE.split(_STRUCK.sub(" ", piece.text)):
        if not sentence.rstrip().endswith("?"):
            yield from _of_sentence(sentence.strip(), base)


def _of_tree(piece: Piece, parents: list[tuple[int, str]], base: str) -> Iterator[MachineCheck]:
    """Yield the place that an entry of a drawn tree names, below the entries that it hangs on."""
    name = piece.text.split("  ")[0].split(" ")[0].strip("`")
    while parents and parents[-1][0] >= piece.depth:
        parents.pop()
    path = "/".join([*(parent for _, parent in parents), name])
    parents.append((piece.depth, name.rstrip("/")))
    if base and "/" in path and is_relative_place(path):
        yield MachineCheck("path", path, origin="named", words=piece.text, base=base)


def _of_sentence(sentence: str, base: str) -> Iterator[MachineCheck]:
    for span in _SPAN.finditer(sentence):
        yield from _of_code(span["code"].strip(), sentence, base)
    yield from _of_links(sentence, base)
    bare = _LINK.sub(_blank, _SPAN.sub(_blank, sentence))
    bare = _TAG.sub(_blank, bare) if "<" in bare else bare
    for pattern in (_BARE_HOME, *((_BARE,) if base else ())):
        for match in pattern.finditer(bare):
            check = _place(match[0], base, "suggested")
            if check is not None:
                yield replace(check, words=sentence)
    yield from checks_of_values(sentence, base)
    yield from checks_of_names(sentence, base)


def _of_links(sentence: str, base: str) -> Iterator[MachineCheck]:
    links = _LINK.finditer(sentence) if "](" in sentence else ()
    tags = _TAG.finditer(sentence) if "<" in sentence else ()
    for link in (*links, *tags) if base else ():
        target = cleaned(link["target"].partition("#")[0])
        is_sure = target.endswith("/") or is_file_name(target) or is_picture(target)
        if is_sure and is_relative_place(target):
            yield MachineCheck("path", target, origin="named", words=sentence, base=base)


def _of_code(code: str, sentence: str, base: str) -> Iterator[MachineCheck]:
    if is_command(code):
        yield from checks_of_command(code, base, words=sentence)
    elif (check := _place(code, base, "named")) is not None:
        yield replace(check, words=sentence)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _place(word: str, base: str, origin: CheckOrigin) -> MachineCheck | None:
    """Return the check of a place that a word names; None where it names none."""
    text = cleaned(word)
    if is_whole_place(text):
        return MachineCheck("folder" if text.endswith("/") else "path", text, origin=origin)
    if not base or not is_relative_place(text):
        return None
    if "/" not in text.rstrip("/") and not (is_file_name(text) or text.endswith("/")):
        return None
    # A name that many projects have may mean anybody's, a bare word without an ending a branch.
    if "/" not in text and is_common_name(text):
        return MachineCheck("path", text, origin="suggested", base=base, is_aside=True)
    return MachineCheck("path", text, origin=origin, base=base)
