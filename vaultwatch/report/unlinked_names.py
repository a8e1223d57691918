"""Tell which notes memories name again and again without a link: the report tells a person.

Pure. Nothing is written and no note is guessed: only a name that stands for one note alone and is
no common word, outside code, links and quotes.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import folded, is_distinctive
from vaultwatch.report.naming_links import link_as, place_of_name

LEAST_NAMING: Final = 3
"""Memories that name a note without a link before it is told. As asked for."""
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|\[[^\[\]\n]*\]\([^()\n]*\)|"
    r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|\"[^\"\n]*\"|^ *>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_WORD = re.compile(r"[\w-]+")


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


def unlinked_names(
    memories: Iterable[NamingMemory], names: Iterable[tuple[str, NotePath]]
) -> list[UnlinkedName]:
    """Return the notes that `LEAST_NAMING` memories or more name without a link, by path.

    Args:
        memories: what they say and link to.
        names: titles and aliases with their notes.
    """
    by_word = _by_first_word(names)
    found: dict[NotePath, set[str]] = {}
    for one in memories:
        text = _QUOTED.sub(" ", one.text)
        for word in {*_WORD.findall(text)}:
            for name, path in by_word.get(word, ()):
                if path not in one.cited and place_of_name(name, text) is not None:
                    found.setdefault(path, set()).add(one.id)
    return [
        UnlinkedName(path, tuple(sorted(ids)))
        for path, ids in sorted(found.items())
        if len(ids) >= LEAST_NAMING
    ]


def _by_first_word(
    names: Iterable[tuple[str, NotePath]],
) -> Mapping[str, Collection[tuple[str, NotePath]]]:
    """Return what stands for one note alone, by its first word."""
    notes: dict[str, set[NotePath]] = {}
    known = list(names)
    for name, path in known:
        notes.setdefault(folded(name), set()).add(path)
    found: dict[str, list[tuple[str, NotePath]]] = {}
    for name, path in known:
        word = _WORD.search(name)
        if word and _is_proper(name) and len(notes[folded(name)]) == 1 and link_as(name, path):
            found.setdefault(word[0], []).append((name, path))
    return found


def _is_proper(name: str) -> bool:
    """Tell whether a name is one wherever it stands: `Drag and drop` may begin any sentence.

    Of 50 passages of a public vault that named notes so, all that were plain words were of this
    kind or text of a web link; some two dozen were left, all of them the note's name.
    """
    first = _WORD.search(name)
    rest = name[first.end() :] if first else ""
    is_odd = any(char.isupper() or char.isdigit() for char in rest or name[1:])
    return is_odd and is_distinctive(name)
