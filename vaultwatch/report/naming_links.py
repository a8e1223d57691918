"""Link what a sentence names to the note of that name, where no other can be meant.

Pure. Only a name that somebody gave a note and that stands in the sentence letter by letter; no
note is guessed. `services.sessions.capturing` proposes sentences so.
"""

import re
from collections.abc import Iterable
from typing import Final

from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import folded, is_distinctive
from vaultwatch.report.escape import is_linkable, link_target

MOST_LINKS: Final = 2
"""Of one sentence. Chosen by hand: it rests on that many notes at most."""
_WITHIN = re.compile(r"\[\[[^\[\]]*\]\]|`[^`]*`|https?://\S+")


def linked(text: str, names: Iterable[tuple[str, NotePath]]) -> str:
    """Return a sentence with links to the notes that it names.

    Args:
        text: one sentence.
        names: titles and aliases with their notes; a name of two notes is nobody's.
    """
    by_name: dict[str, set[NotePath]] = {}
    spelt: dict[str, str] = {}
    for name, path in names:
        if is_distinctive(name) and name in text:
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


def place_of_name(name: str, text: str) -> int | None:
    """Return where a name stands as words of their own, in no link or code."""
    taken = [found.span() for found in _WITHIN.finditer(text)]
    for found in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        if all(found.end() <= begin or found.start() >= end for begin, end in taken):
            return found.start()
    return None


def link_as(name: str, path: NotePath) -> str:
    """Return the link as a person would write it; empty where none can name the note."""
    if not is_linkable(path) or any(sign in name for sign in "[]|#^"):
        return ""
    return f"[[{link_target(path)}]]" if name == path[:-3] else f"[[{link_target(path)}|{name}]]"
