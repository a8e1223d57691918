"""Read checks out of a memory's words: the places, commands and values that they name.

Pure. Each is `named`, where the words name the thing exactly, or `suggested`. What is spoken of as
gone, made, hoped for or standing elsewhere is none.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_names import checks_of_names
from vaultwatch.memories.checks.commands import Shell, checks_of_command, is_command
from vaultwatch.memories.checks.lines import (
    Piece,
    is_of_elsewhere,
    pieces_of,
    speaks_of_now,
    without_prompt,
)
from vaultwatch.memories.checks.model import PLACES, CheckOrigin, MachineCheck
from vaultwatch.memories.checks.others import has_cross, is_of_another_repository, is_warned_off
from vaultwatch.memories.checks.places import (
    cleaned,
    is_common_name,
    is_file_name,
    is_of_home,
    is_picture,
    is_relative_place,
    is_whole_place,
)
from vaultwatch.memories.checks.plain_words import (
    asserts,
    is_doubtful,
    is_heading,
    is_made_by_a_run,
    is_of_bygones,
)
from vaultwatch.memories.checks.values import checks_of_values

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
_LABEL: Final = late_regex(
    r"[\s>*+-]*(?:add|build|creat|download|export|generat|install|new|record)\w*\b[^`.;:]{0,40}:[\s*]*",
    re.IGNORECASE,
)
"""Tells what a command is for, not that it is made: *Install: `make install`*."""
_EXAMPLE: Final = late_regex(r"\b(?:e\.g|examples?|such as)\b", re.IGNORECASE)
_BY_DEFAULT: Final = late_regex(
    r"\bdefault|\bstandardmäßig|\bpar défaut|\bpor defecto", re.IGNORECASE
)
"""A program keeps its things there for whoever runs it, and makes the place itself."""
_NUMBERED: Final = late_regex(r"\d{1,2}[.)]\s")
_HEAD_OF_TREE: Final = late_regex(r"(?:[\w.-]{1,60}/){1,8}")
_BARE_HOME: Final = late_regex(r"(?<![\w`/.])~/[\w./@+-]{1,300}+(?!\\)")
_BARE: Final = late_regex(
    r"(?<![\w`/.@:-])(?:[\w.-]{1,60}/){1,12}[\w.-]{1,80}\.[a-z][a-z0-9]{0,6}\b"
)
_REPOSITORY: Final = late_regex(
    r"(?i:repo(?:sitory)?|project|checkout|clone|source|code(?:base)?|projekt|projet|proyecto)\b"
    r"[^.`~]{0,60}\s(?:(?i:at|in|under|is|lives|liegt|unter|dans|en))\s+`?(?P<place>~/[\w./@+-]{1,300})"
)


def found_checks(text: str, base: str = "", *, is_bygone: bool = False) -> tuple[MachineCheck, ...]:
    """Return what a text says that can be looked up, each once, in the order it is said.

    Args:
        text: what the memory says, as Markdown.
        base: the folder that its relative places are meant in; empty where nobody knows. Then the
            one that the text itself names as a project's counts.
        is_bygone: whether it stands below a heading that speaks of what was, or is yet to be.
    """
    text = text[:MOST_CHARS]
    base = base or base_in(text)
    found: dict[tuple[str, ...], MachineCheck] = {}
    for check in (*_checks(text, base), *(() if base else _of_several(text))):
        key = (check.kind, check.place.rstrip("/"), check.key, check.says)
        key += () if base else (check.base,)
        held = found.get(key)
        one = _aside(check) if is_bygone else check
        if held is None or _weight(one) > _weight(held):
            found[key] = one
        if len(found) >= MOST_CHECKS:
            break
    return tuple(found.values())


def _aside(check: MachineCheck) -> MachineCheck:
    return replace(check, origin="suggested", is_aside=True)


def _weight(check: MachineCheck) -> tuple[bool, bool]:
    return check.origin == "named", not check.is_aside


def base_in(text: str) -> str:
    """Return the one folder that a text names as that of its project; empty where none or more."""
    places = _bases_in(text)
    return places[0] if len(places) == 1 else ""


def _bases_in(text: str) -> tuple[str, ...]:
    found = (match["place"].rstrip("./") for match in _REPOSITORY.finditer(text[:MOST_CHARS]))
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
    past_level, is_led_past = 0, False
    """The level of the heading above that speaks of what is not there, if one does; whether the
    line that leads to a block does."""
    for piece in pieces_of(text):
        bare = piece.text.strip()
        command = without_prompt(bare)
        is_block = piece.kind == "command" or (
            piece.text.startswith(INDENTED) and is_command(command) and bare[-1] not in ".:,"
        )
        if piece.kind == "prose" and not is_block:
            if is_heading(bare):
                level = len(bare) - len(bare.lstrip("#"))
                if past_level <= 1 or level <= past_level:  # a title may be but a name
                    past_level = level if is_of_bygones(bare) else 0
            is_led_past = (bare.endswith(":") and is_doubtful(bare)) or has_cross(bare)
        if piece.kind == "prose" and not is_block:
            # The next of numbered steps may be meant where the one before it led.
            is_led = _NUMBERED.match(bare) and (shell.folder or not shell.is_sure)
            shell = Shell(is_sure=not is_led)
        elif block and piece.block != block:
            shell = Shell()
        block = piece.block
        shell.is_sure &= not (piece.begins_part and shell.entered)
        is_sure = not (past_level or is_led_past or is_warned_off(piece.remark))
        for check in _of_piece(piece, parents, base, shell if is_block else None):
            is_made = check.kind in PLACES and is_made_by_a_run(check.place)
            yield check if is_sure and not is_made else _aside(check)


def _of_piece(
    piece: Piece, parents: list[tuple[int, str]], base: str, shell: Shell | None
) -> Iterator[MachineCheck]:
    if piece.kind == "tree":
        yield from _of_tree(piece, parents, base)
        return
    parents.clear()
    if shell is not None:
        command = without_prompt(piece.text)
        if base and _HEAD_OF_TREE.fullmatch(command) and is_relative_place(command):
            yield MachineCheck("path", command, origin="named", words=command, base=base)
            # One name alone may be that of the whole project: what hangs on it begins there.
            parents.extend([(-1, command.rstrip("/"))] if command.count("/") > 1 else [])
        yield from checks_of_command(command, base, origin="named", shell=shell)
        return
    for sentence in _SENTENCE.split(_STRUCK.sub(" ", piece.text)):
        if not is_of_elsewhere(sentence):
            is_plain = not is_doubtful(sentence)
            # What stands in another repository is not looked for in this one.
            here = "" if is_of_another_repository(sentence, base) else base
            for check in _of_sentence(sentence.strip(), here):
                yield check if is_plain else replace(check, origin="suggested")
            for check in _of_links(sentence, base):
                # A link to an example is to be followed as any other.
                is_sure = is_plain or not is_doubtful(_EXAMPLE.sub(" ", sentence))
                yield check if is_sure else replace(check, origin="suggested")


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
        before, after = sentence[: span.start()], sentence[span.end() :]
        code = span["code"].strip()
        is_labelled = is_command(code) and _LABEL.fullmatch(before) is not None
        if speaks_of_now("" if is_labelled else before, after):
            is_theirs = is_of_home(code) and _BY_DEFAULT.search(sentence) is not None
            is_sure = is_command(code) or (asserts(before, after) and not is_theirs)
            for one in _of_code(code, sentence, base):
                yield one if is_sure else replace(one, origin="suggested")
    bare = _LINK.sub(_blank, _SPAN.sub(_blank, sentence))
    bare = _TAG.sub(_blank, bare) if "<" in bare else bare
    for pattern in (_BARE_HOME, *((_BARE,) if base else ())):
        for match in pattern.finditer(bare):
            check = _place(match[0], base, "suggested")
            if check is not None and speaks_of_now(bare[: match.start()], bare[match.end() :]):
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
        yield from checks_of_command(code, base, origin="named", words=sentence)
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
    is_sure = "/" in text or not is_common_name(text)
    return MachineCheck("path", text, origin=origin if is_sure else "suggested", base=base)
