"""Tell which notes and memories a prompt names in so many words. Pure."""

import unicodedata
from dataclasses import dataclass

from vaultwatch.late_regex import late_regex

_LINK = late_regex(r"\[\[([^\[\]|#^\n]{1,300})[^\[\]\n]{0,300}\]\]")
_PATH = late_regex(r"[^\s\"'`<>()\[\]|]{1,300}\.md\b")
_QUOTES = "\"\u201c\u201d\u201e\u00ab\u00bb`'\u2018\u2019"
_MARKED = late_regex(f"(?<=[{_QUOTES}])[^{_QUOTES}\n]{{2,200}}(?=[{_QUOTES}])")
_WORD = late_regex(r"\w+")
LEAST_ID_CHARS = 6
LEAST_WORDS = 2
"""A name of one word is common speech unless it stands in brackets, in quotes or as a path."""


@dataclass(frozen=True, slots=True)
class PromptNames:
    """What a prompt names."""

    marked: frozenset[str]
    """Links, paths and what stands in quotes, folded, without `.md`."""
    words: str
    """The whole prompt, folded, one space around each word."""

    def names_memory(self, memory_id: str) -> bool:
        """Tell whether the prompt names a memory by its id, which must not be a word of speech."""
        is_speech = len(memory_id) < LEAST_ID_CHARS or memory_id.isalpha()
        return not is_speech and _worded(_folded(memory_id)) in self.words

    def names_note(self, path: str) -> bool:
        """Tell whether the prompt names the note at a path of the vault."""
        whole = _folded(path.removesuffix(".md"))
        stem = whole.rpartition("/")[2]
        if {whole, stem} & self.marked or any(one.endswith(f"/{whole}") for one in self.marked):
            return True
        name = _worded(stem)
        return len(name.split()) >= LEAST_WORDS and name in self.words


def names_in(prompt: str) -> PromptNames:
    """Return what a prompt names."""
    links = [found[1] for found in _LINK.finditer(prompt)]
    paths = [found[0].lstrip("@./") for found in _PATH.finditer(prompt)]
    quotes = [found[0] for found in _MARKED.finditer(prompt)]
    marked = {_folded(one.strip().removesuffix(".md")) for one in (*links, *paths, *quotes)}
    stems = {_folded(one.rpartition("/")[2].removesuffix(".md")) for one in paths}
    return PromptNames(frozenset((marked | stems) - {""}), _worded(_folded(prompt)))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold().replace("\\", "/")


def _worded(text: str) -> str:
    return " ".join(["", *_WORD.findall(text), ""])
