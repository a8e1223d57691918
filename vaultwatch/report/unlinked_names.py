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
MOST_CHARS: Final = 4_000
"""Of a memory, read for names: it bounds the time of a look. Chosen by hand: two screens."""
MOST_WORDS: Final = 8
"""Of a name. Chosen by hand."""
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
    by_words = _by_words(names)
    longest = max(map(len, by_words), default=0)
    found: dict[NotePath, set[str]] = {}
    for one in memories:
        text = _QUOTED.sub(" ", one.text[:MOST_CHARS])
        words = _WORD.findall(text)
        runs = {
            tuple(words[at : at + count])
            for at in range(len(words))
            for count in range(1, longest + 1)
        }
        for name, path in (pair for run in runs for pair in by_words.get(run, ())):
            if path not in one.cited and place_of_name(name, text) is not None:
                found.setdefault(path, set()).add(one.id)
    return [
        UnlinkedName(path, tuple(sorted(ids)))
        for path, ids in sorted(found.items())
        if len(ids) >= LEAST_NAMING
    ]


def _by_words(
    names: Iterable[tuple[str, NotePath]],
) -> Mapping[tuple[str, ...], Collection[tuple[str, NotePath]]]:
    """Return what stands for one note alone, by its words; what has many is nobody's short name."""
    notes: dict[str, set[NotePath]] = {}
    known = list(names)
    for name, path in known:
        notes.setdefault(folded(name), set()).add(path)
    found: dict[tuple[str, ...], list[tuple[str, NotePath]]] = {}
    for name, path in known:
        words = tuple(_WORD.findall(name))
        is_alone = len(notes[folded(name)]) == 1
        if 0 < len(words) <= MOST_WORDS and is_alone and _is_proper(name) and link_as(name, path):
            found.setdefault(words, []).append((name, path))
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
