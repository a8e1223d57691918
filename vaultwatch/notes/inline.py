"""Read the inline text of one block: links, tags, fields, and what its words are without Markdown.

Pure and linear: one pass with one pattern whose every repetition is bounded, and none at all for
text without special characters. Nothing inside code, maths, addresses and HTML tags counts.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.properties import split_target

COMMENT_MARK = "\ufdd0"
"""Stands for every character of a comment, so that offsets stay; a Unicode non-character."""

_SPECIAL = late_regex(r"[\[`<#$*_~=\\\ufdd0]|://|::")
_TAG_STOP = r"\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s\ufdd0"
_TOKEN = late_regex(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>`+)"
    r"|(?P<wiki>\[\[(?P<target>[^\[\]|]{1,800})"
    r"(?:\|(?P<alias>(?:[^\]\[]|\](?!\])|\[(?!\[)){0,800}))?\]\])"
    r"|(?P<footnote>\[\^[^\]\s]{1,100}\])"
    # Possessive: `![a](b)` reads in several ways, and a hundred of them in 2^100.
    r"|(?P<link>\[(?P<text>(?:[^\[\]\\`]|\\.|`[^`]{0,200}`|!?\[[^\[\]]{0,500}\]"
    r"(?:\([^()\s]{0,500}\))?){0,500}+)\]"
    r"\([ \t]*(?P<url><[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,500})?)"
    r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?[ \t]*\))"
    r"|(?P<html><(?:/?[A-Za-z](?:[^<>\n]{0,1000})|!--[^>]{0,1000}--)>)"
    r"|(?P<url_alone>://[^\s<>\"`\[\]]{1,2000})"
    r"|(?P<math>\$\$[^$]{1,2000}\$\$|\$(?=[^\s$])[^$\n]{0,300}(?<=[^\s\\])\$(?!\d))"
    rf"|(?P<tag>\#[^{_TAG_STOP}]+)"
    r"|(?P<emphasis>\*+|_+|~~|==)"
    r"|(?P<comment>\ufdd0+)"
)
_START = late_regex(r"[\\`\[<$#*_~=\ufdd0]")
_START_WITH_URL = late_regex(r"[\\`\[<$#*_~=\ufdd0:]")
"""Where a token may begin: one set of characters, which the pattern engine finds fast."""

_FIELD = late_regex(r"[\[(]([^\[\]():`\n|]{1,60})::[ \t]+")
_FIELD_END = {
    "[": late_regex(r"(?:[^\[\]\n]|\[\[[^\[\]\n]{0,300}\]\]){0,500}\]"),
    "(": late_regex(r"[^()\n]{0,500}\)"),
}
_SCHEME = late_regex(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_BACKTICKS = late_regex(r"`+")


_STRUCK = "~~"
_MAY_STRIKE = late_regex(r"(?i:~~|</?(?:s|del)\b)")
_STROKE = late_regex(r"(?i:<(/?)(?:s|del)(?:\s[^<>]*)?>)")
"""A tag that strikes what stands up to its end tag, as Obsidian shows it."""
_ENDS_STROKE = ("</s>", "</del>")
_WHOLE = 6
"""A line of which less than one letter in so many stands is struck whole: what stands beside it,
`~~Order new lamps for the hall~~ gone`, tells what became of it. Chosen by hand."""
_MAY_BREAK = late_regex("[\u00ad\u200b\u2060\ufeff]")
"""Soft hyphen, zero-width space, word joiner: nobody sees them. Source: Unicode 16, section 23.2.
Joiners within letters and pictures stay."""
_HARD_BREAK = late_regex(r"(?<!\\)\\(?:\n|\Z)")
"""A backslash that ends a line. Source: CommonMark 0.31.2, section 6.7; at a block's end too, where
an editor leaves it behind."""


@dataclass(frozen=True, slots=True)
class InlineLink:
    """A link as it stands in a block's text."""

    start: int
    end: int
    target: str
    headings: tuple[str, ...]
    block: str | None
    display: str | None
    style: Literal["wiki", "markdown"]
    is_embed: bool


@dataclass(frozen=True, slots=True)
class InlineField:
    """`[key:: value]` or `(key:: value)` inside a sentence."""

    start: int
    end: int
    key: str
    value_start: int
    value_end: int


@dataclass(slots=True)
class Inline:
    """What one block's text holds; offsets count from the text's begin."""

    edits: list[tuple[int, int, str]] = field(default_factory=list)
    """(start, end, words): what stands in the plain text instead; in order."""
    opaque: list[tuple[int, int]] = field(default_factory=list)
    """Where no sentence ends; in order."""
    links: list[InlineLink] = field(default_factory=list)
    tags: list[tuple[int, int]] = field(default_factory=list)
    fields: list[InlineField] = field(default_factory=list)
    struck: list[tuple[int, int]] = field(default_factory=list)
    """What is struck through, with its marks; none within another, in order."""

    def struck_in(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return what is struck through in a part of the text, as far as it lies there."""
        found = []
        for index in range(max(0, bisect_left(self.struck, (start,)) - 1), len(self.struck)):
            begin, stop = self.struck[index]
            if begin >= end:
                break
            if stop > start:
                found.append((max(begin, start), min(stop, end)))
        return found

    def standing(self, text: str, start: int, end: int) -> str:
        """Return the words of a part of the text that are not struck through.

        All of them where nearly the whole is: what was said there is known by them.
        """
        whole, at, left = self.plain(text, start, end), start, []
        for begin, stop in self.struck_in(start, end):
            left.append(self.plain(text, at, begin))
            at = stop
        if not left:
            return whole
        stands = " ".join(filter(None, (*left, self.plain(text, at, end))))
        few, most = (sum(map(str.isalnum, said)) for said in (stands, whole))
        return stands if _WHOLE * few >= most else whole

    def source(self, text: str, start: int, end: int) -> str:
        """Return a part of the text as it is written, with the marks of a stroke that goes on."""
        spans = self.struck_in(start, end)
        before = spans and spans[0][0] == start and not text.startswith(_STRUCK, start)
        behind = spans and spans[-1][1] == end and not text.endswith(_STRUCK, start, end)
        if _STROKE.match(text, start) and text.endswith(_ENDS_STROKE, start, end):
            before = behind = False
        return f"{_STRUCK if before else ''}{text[start:end]}{_STRUCK if behind else ''}"

    def plain(self, text: str, start: int, end: int) -> str:
        """Return the words of a part of the text."""
        edits = self.edits
        if not edits:
            return _in_one_line(text[start:end])
        parts = []
        position = start
        for index in range(bisect_left(edits, (start,)), len(edits)):
            edit_start, edit_end, words = edits[index]
            if edit_start >= end:
                break
            if edit_start >= position:
                parts.append(text[position:edit_start])
                parts.append(words)
                position = edit_end
        parts.append(text[position:end])
        return _in_one_line("".join(parts))


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return in order those of some spans that lie within no other."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _in_one_line(text: str) -> str:
    """Return words with single spaces between.

    What breaks a line is no word, nor what says where one may be: clipped pages are full of it.
    """
    if not text.isascii():
        text = _MAY_BREAK.sub("", text)
    if "\\" in text:
        text = _HARD_BREAK.sub(" ", text)
    return " ".join(text.split())


def struck_in(text: str) -> tuple[str, bool]:
    """Return what is struck through in a text, and whether that is nearly the whole of it."""
    inline = scan_inline(text) if _MAY_STRIKE.search(text) else _NOTHING
    spans = inline.struck_in(0, len(text))
    words = " ".join(inline.plain(text, start, end) for start, end in spans)
    is_whole = inline.standing(text, 0, len(text)) == inline.plain(text, 0, len(text))
    return words, bool(words) and is_whole


def unstruck(text: str) -> str:
    """Return a text as it is written without what is struck through in it, if more stands."""
    if not _MAY_STRIKE.search(text) or struck_in(text)[1]:
        return text
    at, left = 0, []
    for start, end in scan_inline(text).struck:
        left.append(text[at:start].rstrip())
        at = end
    return "".join((*left, text[at:])) if left else text


_NOTHING = Inline()


def scan_inline(text: str) -> Inline:
    """Read one block's text; the result is shared and must not be changed."""
    if _SPECIAL.search(text) is None:
        return _NOTHING
    scan = _Scan(text)
    scan.run()
    return scan.found


@dataclass(slots=True)
class _Scan:
    """One pass over one text."""

    text: str
    found: Inline = field(default_factory=Inline)
    runs: list[tuple[int, int, str]] = field(default_factory=list)
    """Emphasis marks: (start, end, character)."""
    strokes: list[int] = field(default_factory=list)
    """Where tags begin that strike what follows."""
    ticks: dict[int, list[int]] | None = None
    """Where runs of n backticks begin, by n; made on the first use."""

    def run(self) -> None:
        text, position, token_end = self.text, 0, 0
        find = (_START_WITH_URL if "://" in text else _START).search
        match = _TOKEN.match
        while (begin := find(text, position)) is not None:
            start = begin.start()
            token = match(text, start)
            if token is None:
                position = start + 1
                continue
            kind = token.lastgroup or ""
            position = token.end()
            if kind == "emphasis":
                self.runs.append((start, position, text[start]))
            elif kind == "tag":
                if start == token_end or text[start - 1].isspace():
                    self._tag(start, position)
            elif kind == "code":
                position = self._code(start, position)
            elif kind == "wiki":
                self._wiki(token)
            elif kind == "link":
                self._markdown_link(token)
            else:
                self._other(kind, token)
            token_end = position
        self._emphasis()
        self.found.struck = _outermost(self.found.struck)
        if "::" in text:
            self._fields()
        self.found.edits.sort()

    def _tag(self, start: int, end: int) -> None:
        name = self.text[start + 1 : end]
        if not name.isdigit():
            self.found.tags.append((start, end))

    def _code(self, start: int, opened: int) -> int:
        if self.ticks is None:
            self.ticks = {}
            for run in _BACKTICKS.finditer(self.text):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        length = opened - start
        same = self.ticks.get(length, [])
        closing = bisect_left(same, opened)
        if closing == len(same):
            return opened
        end = same[closing] + length
        self._hide(start, end, self.text[opened : same[closing]].strip())
        return end

    def _hide(self, start: int, end: int, words: str) -> None:
        self.found.edits.append((start, end, words))
        self.found.opaque.append((start, end))

    def _wiki(self, token: re.Match[str]) -> None:
        start, end = token.span()
        is_embed = start > 0 and self.text[start - 1] == "!"
        start -= is_embed
        inner, alias = token["target"].rstrip("\\"), token["alias"]
        if not inner.strip():
            return
        target, headings, block = split_target(inner)
        if alias is not None and alias.strip():
            words = alias
        else:
            block_words = () if block is None else (f"^{block}",)
            words = " > ".join(part for part in (target, *headings, *block_words) if part)
        self._hide(start, end, words)
        if "\n" not in token[0]:
            self.found.links.append(
                InlineLink(start, end, target, headings, block, alias, "wiki", is_embed)
            )

    def _markdown_link(self, token: re.Match[str]) -> None:
        start, end = token.span()
        is_embed = start > 0 and self.text[start - 1] == "!"
        start -= is_embed
        text_start, text_end = token.span("text")
        self.found.opaque.append((start, end))
        self.found.edits.append((start, text_start, ""))
        inner = scan_inline(token["text"])
        self.found.edits += [(a + text_start, b + text_start, w) for a, b, w in inner.edits]
        self.found.edits.append((text_end, end, ""))
        url = token["url"].strip("<>").strip()
        if url and _SCHEME.match(url) is None:
            target, headings, block = split_target(unquote(url))
            self.found.links.append(
                InlineLink(
                    start,
                    end,
                    target,
                    headings,
                    block,
                    token["text"],
                    "markdown",
                    is_embed,
                )
            )
        self.found.links += [
            replace(link, start=link.start + text_start, end=link.end + text_start)
            for link in inner.links
            if link.is_embed
        ]

    def _other(self, kind: str, token: re.Match[str]) -> None:
        start, end = token.span()
        if kind == "escape":
            self.found.edits.append((start, end, self.text[start + 1]))
        elif kind == "html":
            address = token[0][1:-1]
            if "://" not in address or " " in address:
                address = " " if address[:2].lower() == "br" else ""
            self._hide(start, end, address)
            if (stroke := _STROKE.fullmatch(token[0])) and not stroke[1]:
                self.strokes.append(start)
            elif stroke and self.strokes:
                self.found.struck.append((self.strokes.pop(), end))
        elif kind in ("footnote", "comment"):
            self._hide(start, end, "")
        else:  # an address or maths: words that stay as they are
            if kind == "url_alone":  # the stop behind an address is the sentence's
                taken = self.found.opaque[-1][1] if self.found.opaque else 0
                start = max(start - len("https"), taken)
                end -= len(token[0]) - len(token[0].rstrip(".,;:!?)*_"))
            self.found.opaque.append((start, end))

    def _emphasis(self) -> None:
        """Pair the emphasis marks, roughly as CommonMark does, and drop the pairs."""
        text = self.text
        openers: dict[str, list[list[int]]] = {}
        for start, end, mark in self.runs:
            before = text[start - 1] if start else " "
            after = text[end] if end < len(text) else " "
            inside_word = mark == "_" and before.isalnum() and after.isalnum()
            if inside_word:
                continue
            left = end - start
            at = start
            stack = openers.setdefault(mark, [])
            if not before.isspace():
                while left and stack:
                    opener = stack[-1]
                    used = min(left, opener[1] - opener[0])
                    self.found.edits.append((opener[1] - used, opener[1], ""))
                    self.found.edits.append((at, at + used, ""))
                    if mark == _STRUCK[0]:
                        self.found.struck.append((opener[1] - used, at + used))
                    opener[1] -= used
                    at += used
                    left -= used
                    if opener[0] == opener[1]:
                        stack.pop()
            if left and not after.isspace():
                stack.append([at, end])

    def _fields(self) -> None:
        opaque = self.found.opaque
        for opening in _FIELD.finditer(self.text):
            start = opening.start()
            before = bisect_left(opaque, (start + 1,)) - 1
            if before >= 0 and start < opaque[before][1]:
                continue
            closing = _FIELD_END[self.text[start]].match(self.text, opening.end())
            key = opening[1].strip(" *_")
            if closing is None or not key:
                continue
            end = closing.end()
            self.found.edits.append((start, start + 1, ""))
            self.found.edits.append((opening.end(1), opening.end(1) + 2, ":"))
            self.found.edits.append((end - 1, end, ""))
            self.found.fields.append(InlineField(start, end, key, opening.end(), end - 1))
