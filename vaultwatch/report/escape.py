r"""Put words that others wrote into Markdown without letting them act.

Pure. A note is hostile until shown otherwise: its words must not become a link, an embed, a tag,
HTML, a comment, a block id, a Dataview field or a template. Two ways: `plain` for running text
(backslashes, which every Markdown renderer and Obsidian honour), `note_link` for links, in whose
words Obsidian honours no escape and what would act is left out.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from vaultwatch.drift.findings.new_links import without_source
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.places import place_of_record, store_of_path
from vaultwatch.notes.model import NotePath, SectionPath
from vaultwatch.notes.titles import title_of

if TYPE_CHECKING:
    from vaultwatch.report.model import MemoryView

_NOT_SHOWN = late_regex("[\u202a-\u202e\u2066-\u2069\u200b\ufeff]")
"""Bidirectional overrides make a line read other than it is; the rest is invisible."""

_CONTROL = late_regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Unicode's categories Cc and Cs but for tab and line feed: no renderer shows them alike, and a
terminal obeys them."""

_ACTIVE = late_regex(
    r"""
    [\\`*\[\]<|~$^]                # Markdown, HTML, wiki-links, maths, block ids
  | (?<!\w)_+ | _+(?!\w)           # emphasis, which nothing within a word is
  | (?<!\w)\#(?!\s)                # a tag
  | ==+ | =\Z                      # a highlight, ours beside it too
  | \A[\#>=]                       # a heading, a quote
  | (?<=[%<>])% | %(?=[%<>])       # %%comments%%, <% templates %>
  | (?<=:):                        # Dataview's key:: value
  | (?<=:)/                        # a bare address, which renderers make a link
  | (?<=\S)@(?=\S)                 # a mail address, likewise
  | (?<=\bwww)\.                   # and www.
  | (?<=\{)\{                      # {{template fields}}
  | &(?=\#|\w)                     # an entity
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEADING = late_regex(r"\A(\w{0,20} ?)([-+.):])")
"""What makes a line a list's, or labels it."""
_ESCAPED = late_regex(r"\\([!-/:-@\[-`{-~])")
"""A sign that Markdown lets a backslash stand before."""
_UNLINKABLE = late_regex(r"[\[\]|#^<>`\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]|%%|::|://")
"""What no wiki-link's path can hold, or what another parser would act on."""
_BLOCK_ID = late_regex(r"[A-Za-z0-9-]{1,64}")
_HEADING_NOISE = late_regex(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian itself ignores when it looks a heading up by its text."""
BELOW = " › "  # noqa: RUF001  # the sign of a path, not a bracket
"""Stands between a note and its heading."""
MAX_LINK_CHARS = 60
"""Of a line that a link names. Chosen by hand: what a table's column shows."""
MAX_BRIEF_CHARS = 160
"""A heading, a reason, a name: two lines of a note's usual width. Chosen by hand."""
_WIKI_LINK = late_regex(
    r"!?\[\[(?P<target>[^\[\]|\n]{1,400})(?:\|(?P<display>[^\[\]\n]{0,400}))?\]\]"
)
_ANY_LINK = late_regex(r"!?\[\[[^\[\]\n]{1,800}\]\]|!?\[[^\[\]\n]{0,400}\]\([^()\n]{1,400}\)")
_DISPLAY_NOISE = late_regex(r"[\[\]|<>`\\*#^]|~~+|==+|\{\{+|\}\}+|%%|::|://|\bwww\.")
_DOLLAR = "\uff04"
"""The wide sign, which no renderer takes for maths: `costs $100` without it says another thing."""


def flat(text: str) -> str:
    """Return the text on one line, without controls and invisible marks."""
    return visible(" ".join(text.split()))


def visible(text: str) -> str:
    """Return the text, its lines and tabs kept, without other controls and invisible marks."""
    return _CONTROL.sub("\ufffd", _NOT_SHOWN.sub("", text.replace("\r\n", "\n")))


def plain(text: str) -> str:
    r"""Return the text on one line, reading as written and doing nothing.

    Must not stand at the beginning of a line: a leading `-` or `1.` is left as it is.
    """
    return _ACTIVE.sub(lambda match: "".join(f"\\{sign}" for sign in match[0]), flat(text))


def acting_nowhere(text: str) -> str:
    """Return the text as `plain` does, to stand at the beginning of a line too."""
    return _LEADING.sub(r"\1\\\2", plain(text))


def as_read(text: str) -> str:
    """Return the text without the backslashes that keep its signs from acting."""
    return _ESCAPED.sub(r"\1", text)


def brief(text: str) -> str:
    """Return the text as `plain` does, cut at a word where it is longer than a line or two."""
    return shortened(text, MAX_BRIEF_CHARS)


def shortened(text: str, limit: int) -> str:
    """Return the text as `plain` does, cut at a word where it is longer than so many characters."""
    shown = flat(text)
    if len(shown) <= limit:
        return plain(shown)
    cut = shown[:limit]
    return plain(cut.rsplit(" ", 1)[0] if " " in cut else cut) + " …"


def clause(text: str, limit: int = MAX_BRIEF_CHARS) -> str:
    """Return the text as `shortened` does, ending a sentence: with one full stop or a mark."""
    shown = shortened(text, limit)
    return shown if shown.endswith((".", "!", "?", "…", "。")) else shown + "."


def link_words(text: str) -> str:
    """Return the text with every wiki-link replaced by the words a reader sees for it.

    `Atlas > Tasks` for `[[Atlas#Tasks]]`; a very long name is cut in its middle.
    """

    def seen(match: re.Match[str]) -> str:
        name = " > ".join(filter(None, match["target"].split("#")))
        return match["display"] or _middle_cut(name, MAX_LINK_CHARS)

    return _WIKI_LINK.sub(seen, text)


def belief_words(text: str) -> str:
    """Return what a memory says, without the link that only says where it is said."""
    return link_words(without_source(text))


def _middle_cut(text: str, limit: int) -> str:
    """Return a text of so many characters, cut at words: what tells names apart ends them."""
    head, tail = text[: limit // 2], text[1 - limit // 2 :]
    head, tail = head.rpartition(" ")[0] or head, tail.partition(" ")[2] or tail
    return text if len(text) <= limit else f"{head} … {tail}"


def link_texts(text: str) -> list[str]:
    """Return the links of a text as they are written, wiki-links and Markdown's."""
    return [match[0] for match in _ANY_LINK.finditer(text)]


def is_linkable(path: NotePath) -> bool:
    """Say whether a wiki-link can name the note without doing anything else."""
    return not _UNLINKABLE.search(path) and path == flat(path)


def link_target(path: NotePath) -> str:
    """Return the path as a wiki-link writes it: whole, without `.md`."""
    return path.removesuffix(".md")


def note_link(
    path: NotePath, display: str = "", section: SectionPath = (), *, block: str = ""
) -> str:
    """Return a link to a note or one of its sections; the plain words where none can be.

    A name that no wiki-link holds gets one as Markdown writes it, which Obsidian follows; but for
    `#`, behind which it looks for a heading however it is written. A reader sees `display`, or the
    note's title and section; `block` is the id of the line to open.
    """
    shown = display or place(path, section)
    anchor = "".join("#" + heading for heading in _headings(section))
    anchor = f"#^{block}" if _BLOCK_ID.fullmatch(block) else anchor
    if is_linkable(path):
        return f"[[{link_target(path)}{anchor}|{_display(shown) or 'note'}]]"
    if "#" in path or path != flat(path):
        return brief(shown)
    words = plain(_middle_cut(flat(shown), MAX_BRIEF_CHARS)) or "note"
    return f"[{words}]({quote(path)}{quote(anchor, safe='#^')})"


def memory_link(memory: "MemoryView") -> str:
    """Return a link to a memory: to its note, or to its line by the words that stand there."""
    if (record := place_of_record(memory.path)) is not None:
        return brief(record.words)  # no link leads out of the vault
    if not memory.block:
        return note_link(memory.path)
    words = flat(belief_words(memory.belief))
    cut = words if len(words) <= MAX_LINK_CHARS else f"{words[:MAX_LINK_CHARS].rstrip()}…"
    return note_link(memory.path, cut, block=memory.block)


def place(path: NotePath, section: SectionPath) -> str:
    """Return where something stands, in words, not yet escaped: the note, then its headings."""
    if store := store_of_path(path):
        return f"The store {store}"
    name = _middle_cut(title_of(path), MAX_LINK_CHARS)
    inner = [_middle_cut(flat(heading), MAX_LINK_CHARS) for heading in section]
    # Many notes open with their own name as the first heading: once is enough.
    if inner and inner[0].casefold() == name.casefold():
        inner = inner[1:]
    return BELOW.join([name, *inner])


def shows_whole(text: str) -> bool:
    """Say whether a link can show a text as it is, all of it."""
    return _display(text) == flat(text)


def _headings(section: Sequence[str]) -> list[str]:
    cleaned = [_HEADING_NOISE.sub(" ", flat(heading)).strip() for heading in section]
    # A heading of signs alone cannot be linked: stop above it.
    return cleaned[: cleaned.index("")] if "" in cleaned else cleaned


def _display(text: str) -> str:
    shown = flat(text).replace("$", _DOLLAR)
    return _middle_cut(" ".join(_DISPLAY_NOISE.sub(" ", shown).split()), MAX_BRIEF_CHARS)
