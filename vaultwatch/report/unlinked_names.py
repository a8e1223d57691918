"""Which notes memories name again and again without a link: one box links them.

Pure. No note is guessed: only a name that stands for one note alone and is no common word, outside
code, links and quotes. `services.findings.citing_anew` writes what a person ticked.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.model import Finding
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.record import memory_of
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.properties import read_properties
from vaultwatch.notes.titles import folded, is_distinctive
from vaultwatch.report.escape import is_linkable, link_target

LEAST_NAMING: Final = 3
"""Memories that name a note without a link before it is told. As asked for."""
MOST_CHARS: Final = 4_000
"""Of a memory, read for names: it bounds the time of a look. Chosen by hand: two screens."""
MOST_WORDS: Final = 8
"""Of a name. Chosen by hand."""
_QUOTED = late_regex(
    r"```.*?(?:```|\Z)|\[[^\[\]\n]*\]\([^()\n]*\)|"
    r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|\"[^\"\n]*\"|^ *>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_WORD = late_regex(r"[\w-]+")


def memories_shown(finding: Finding) -> Sequence[str]:
    """Return the ids of the memories that a finding of this kind would link; none of another."""
    if finding.kind != "unlinked" or finding.after is None:
        return ()
    return finding.after.text.split("\n")


@dataclass(frozen=True, slots=True)
class NamingMemory:
    """One memory as far as it names notes."""

    id: str
    text: str
    cited: frozenset[NotePath]
    """Notes that it links to already."""


@dataclass(frozen=True, slots=True)
class UnlinkedName:
    """A note that memories name without a link to it."""

    note: NotePath
    memories: tuple[str, ...]
    """Ids, in order."""


class KnownNames:
    """Titles and aliases that mean one note wherever they stand, found in texts by their words."""

    def __init__(self, names: Iterable[tuple[str, NotePath]]) -> None:
        """Keep of titles and aliases what stands for one note alone; of many it is nobody's."""
        known = list(names)
        notes: dict[str, set[NotePath]] = {}
        for name, path in known:
            notes.setdefault(folded(name), set()).add(path)
        self._by_words: dict[tuple[str, ...], list[tuple[str, NotePath]]] = {}
        self._lengths: dict[str, set[int]] = {}
        """In words, of the names that begin with one."""
        for name, path in known:
            words = tuple(_WORD.findall(name))
            is_alone = len(notes[folded(name)]) == 1
            is_name = is_alone and _is_proper(name) and link_as(name, path)
            if is_name and 0 < len(words) <= MOST_WORDS:
                self._by_words.setdefault(words, []).append((name, path))
                self._lengths.setdefault(words[0], set()).add(len(words))

    def named_in(self, text: str) -> Mapping[NotePath, tuple[int, str]]:
        """Return the notes that a text names without a link: where first, and how, the longest."""
        shown = _QUOTED.sub(lambda found: " " * len(found[0]), text[:MOST_CHARS])
        words = _WORD.findall(shown)
        named = {
            named
            for at, word in enumerate(words)
            for length in self._lengths.get(word, ())
            for named in self._by_words.get(tuple(words[at : at + length]), ())
        }
        found: dict[NotePath, tuple[int, str]] = {}
        for name, path in sorted(named, key=lambda one: (-len(one[0]), one)):
            place = place_of_name(name, shown)
            if place is not None and (path not in found or place < found[path][0]):
                found[path] = (place, name)
        return found


def unlinked_names(memories: Iterable[NamingMemory], names: KnownNames) -> list[UnlinkedName]:
    """Return the notes that `LEAST_NAMING` memories or more name without a link, by path."""
    found: dict[NotePath, set[str]] = {}
    for one in memories:
        for path in names.named_in(one.text).keys() - one.cited:
            found.setdefault(path, set()).add(one.id)
    return [
        UnlinkedName(path, tuple(sorted(ids)))
        for path, ids in sorted(found.items())
        if len(ids) >= LEAST_NAMING
    ]


def with_name_linked(
    data: bytes, path: NotePath, note: NotePath, names: KnownNames, target: str
) -> bytes | None:
    """Return a memory's note with a link round the first mention of a note; no other byte differs.

    None where it does not name it, or would read otherwise with the link, as in a table. `path` is
    of the memory, `target` the named note as a wiki-link names it.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    mark = len(text) - len(text.removeprefix("\ufeff"))
    start = mark + read_properties(text[mark:]).body_start
    place = names.named_in(text[start:]).get(note)
    if place is None:
        return None
    at, name = start + place[0], place[1]
    link = f"[[{target}]]" if name == target else f"[[{target}|{name}]]"
    new = f"{text[:at]}{link}{text[at + len(name) :]}".encode()
    was, now = (memory_of(parse_note(path, one), "") for one in (data, new))
    is_same = was.plain == now.plain and len(now.links) == len(was.links) + 1
    return new if is_same else None


def _is_proper(name: str) -> bool:
    """Tell whether a name is one wherever it stands: `Drag and drop` may begin any sentence.

    Of 50 passages of a public vault that named notes so, all that were plain words were of this
    kind or text of a web link; some two dozen were left, all of them the note's name.
    """
    first = _WORD.search(name)
    rest = name[first.end() :] if first else ""
    is_odd = any(char.isupper() or char.isdigit() for char in rest or name[1:])
    return is_odd and is_distinctive(name)


MOST_LINKS: Final = 2
"""Of one sentence. Chosen by hand: it rests on that many notes at most."""
_WITHIN = late_regex(r"\[\[[^\[\]]*\]\]|`[^`]*`|https?://\S+")


def linked(text: str, names: Iterable[tuple[str, NotePath]]) -> str:
    """Return a sentence with links to the notes that it names; a name of two notes is nobody's."""
    by_name: dict[str, set[NotePath]] = {}
    spelt: dict[str, str] = {}
    for name, path in names:
        if name in text and (is_distinctive(name) or _is_written_as_name(name, text)):
            by_name.setdefault(folded(name), set()).add(path)
            spelt[folded(name)] = name
    alone = [(spelt[key], paths) for key, paths in by_name.items() if len(paths) == 1]
    count = 0
    for name, (path,) in sorted(alone, key=lambda one: (-len(one[0]), one[0])):
        link = link_as(name, path)
        at = place_of_name(name, text)
        if link and at is not None and count < MOST_LINKS:
            text = text[:at] + link + text[at + len(name) :]
            count += 1
    return text


def _is_written_as_name(word: str, text: str) -> bool:
    """Tell whether a word is written large where no sentence begins: `we water the Garden`."""
    within = re.search(rf"[\w,;)]\s+{re.escape(word)}(?![\w-])", text)
    return word[0].isupper() and " " not in word and within is not None


def place_of_name(name: str, text: str) -> int | None:
    """Return where a name stands as words of their own, in no link or code."""
    taken = [found.span() for found in _WITHIN.finditer(text)]
    at = text.find(name)  # to compile a pattern for each name took four fifths of this
    while at >= 0:
        end = at + len(name)
        beside = text[max(at - 1, 0) : at] + text[end : end + 1]
        is_apart = not any(char.isalnum() or char in "_-" for char in beside)
        if is_apart and all(end <= begin or at >= until for begin, until in taken):
            return at
        at = text.find(name, at + 1)
    return None


def link_as(name: str, path: NotePath) -> str:
    """Return the link as a person would write it; empty where none can name the note."""
    if not is_linkable(path) or any(sign in name for sign in "[]|#^"):
        return ""
    return f"[[{link_target(path)}]]" if name == path[:-3] else f"[[{link_target(path)}|{name}]]"
