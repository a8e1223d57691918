"""Read values out of a sentence: versions, settings of files, remotes, branches. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from vaultwatch.late_regex import data_of, late_regex
from vaultwatch.memories.checks.code_shapes import phrase
from vaultwatch.memories.checks.model import MachineCheck
from vaultwatch.memories.checks.places import cleaned, is_relative_place, is_whole_place

_REMOTE: Final = late_regex(
    r"\b(?:remote|origin|upstream)\b[^.;\n]{0,30}?`?(?P<url>(?:git@|https://|ssh://)[\w.@:/+~-]{4,200})",
    re.IGNORECASE,
)
_BRANCH: Final = late_regex(
    r"\b(?:default|main|release|develop\w*|base) branch\b[^.;\n`]{0,20}`(?P<name>[\w./-]{1,100})`",
    re.IGNORECASE,
)


@cache
def runtimes() -> Mapping[str, str]:
    """Return the name that files give a version under, by what it is called in words."""
    return {one: name for name, said in data_of("code")["runtimes"].items() for one in said}


@cache
def _runtime() -> "re.Pattern[str]":
    names = "|".join(re.escape(name) for name in sorted(runtimes(), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w./@-])(?P<name>{names})(?:[ _-]version)?\*{{0,2}}"
        r"(?P<gap>[`*: ]{0,4})\s?\(?(?:version |v)?"
        r"(?P<least>>=\s?|≥\s?)?`?v?(?P<version>\d{1,3}(?:\.\d{1,4}){0,2})(?![\d/%-])(?!\.\d)`?"
        rf"(?P<more>\+|\s(?:{phrase('or_later')})\b)?(?!\.\*)",
        re.IGNORECASE,
    )


@cache
def _asked_for() -> "re.Pattern[str]":
    """Return what stands before a version that is asked for: a word for it, near by."""
    return re.compile(rf"\b(?:{phrase('needs')})\b(?:[^.;]|\.\d){{0,40}}$", re.IGNORECASE)


@cache
def _setting() -> "re.Pattern[str]":
    return re.compile(
        r"`(?P<file>[\w./~@+-]{1,300}\.(?:toml|json|ya?ml|ini|cfg|env)):(?P<key>[\w.\-/@]{1,200})`"
        rf"\s*(?:(?:{phrase('is')})\s|=|:)\s*[`\"“]?(?P<value>[^`\"”\s;]{{1,200}})"
    )


_SETTINGS: Final = r"[\w./~@+-]{1,300}\.(?:toml|json|ya?ml|ini|cfg)"
_FILE: Final = late_regex(rf"`(?P<marked>{_SETTINGS})`|(?<![\w`/.@:-])(?P<bare>{_SETTINGS})\b(?!`)")
_KEY_AND_VALUE: Final = late_regex(
    r"`(?P<key>[A-Za-z_][\w-]*(?:\.[\w-]+){0,9})`(?P<gap>[^`.,;:()\d\n]{1,20})"
    r"(?:`(?P<marked>\d[\w.+-]{0,60}|true|false)`|(?P<bare>\d+(?:\.\d+)*)(?![\w%.+/-]*\w))"
)


def checks_of_values(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield what a sentence says of versions, settings, remotes and branches."""
    if base:
        yield from _of_versions(sentence, base)
        yield from _of_git(sentence, base)
    for match in _setting().finditer(sentence):
        place = cleaned(match["file"])
        if is_whole_place(place) or (base and is_relative_place(place)):
            value = match["value"].rstrip(".,)")
            yield MachineCheck("value", place, match["key"], value, "named", sentence, base)
    yield from _of_settings(sentence, base)


def _of_settings(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield the one value that a sentence gives of the one key of the one file that it names.

    Suggestions: the words between them are not read.
    """
    files = [match["marked"] or match["bare"] for match in _FILE.finditer(sentence)]
    said = _KEY_AND_VALUE.search(sentence)
    if said is None or len(files) != 1:
        return
    place, value = cleaned(files[0]), said["marked"] or said["bare"]
    marks = 2 * (("`" + files[0] + "`" in sentence) + 1 + bool(said["marked"]))
    if sentence.count("`") != marks:
        return  # of several keys or values nobody knows which is whose
    if is_whole_place(place) or (base and is_relative_place(place)):
        yield MachineCheck("value", place, said["key"], value, "suggested", sentence, base)


def _of_versions(sentence: str, base: str) -> Iterator[MachineCheck]:
    """Yield the versions that a sentence gives.

    Plain is the one of `Node: 18`, and the one that is asked for: others may speak of what came
    with a version, or of other people's.
    """
    found = list(_runtime().finditer(sentence))
    for match in found:
        name = match["name"].lower()
        if "." not in match["version"] and name in {"python", "go"}:
            continue
        is_least = bool(match["least"] or match["more"])
        says = f"{match['version']}{'+' if is_least else ''}"
        check = MachineCheck("runtime", ".", runtimes()[name], says, "named", sentence, base)
        is_asked = _asked_for().search(sentence[: match.start()]) is not None
        is_one = sum(one["name"].lower() == name for one in found) == 1
        is_plain = is_one and (is_asked or ":" in match["gap"])
        yield check if is_plain else replace(check, origin="suggested", is_aside=True)


def _of_git(sentence: str, base: str) -> Iterator[MachineCheck]:
    for match in _REMOTE.finditer(sentence):
        url = match["url"].rstrip(".")
        yield MachineCheck("remote", ".", "", url, "suggested", sentence, base)
    for match in _BRANCH.finditer(sentence):
        yield MachineCheck("branch", ".", match["name"], "", "suggested", sentence, base)
