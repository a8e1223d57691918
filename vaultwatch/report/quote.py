"""Quote what a note said then and says now, the changed words marked, long ones shortened.

Pure. Gone words are struck (`~~`), new ones bold on a highlight (`==**new**==`): Obsidian shows
both in every view, and plain Markdown at least the bold.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from vaultwatch.notes.inline import unstruck
from vaultwatch.report.escape import flat, link_words, plain
from vaultwatch.report.word_diff import DiffKind, DiffPart, diff_words, is_cjk

MAX_QUOTE_CHARS = 280
"""A quote's length, all in all. Chosen by hand: four lines of a note's usual width."""
AROUND_CHARS = 60
"""What stays on each side of a change when a quote is shortened. Chosen by hand: ten words."""
MAX_COMPARED_CHARS = 8_000
"""Beyond this a passage is cut before it is compared; no one reads a diff of more."""
MAX_WORD_CHARS = 60
"""Longest word that a mark takes in whole. Chosen by hand: longer ones are data."""
_GAP = " … "


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int


def quote_pair(before: str, after: str) -> tuple[str, str]:
    """Return both texts as Markdown, what the other lacks marked."""
    before, after = _seen(before, after)
    parts = diff_words(flat(before)[:MAX_COMPARED_CHARS], flat(after)[:MAX_COMPARED_CHARS])
    return _side(parts, "gone", "~~", "~~"), _side(parts, "new", "==**", "**==")


def quote_change(before: str, after: str) -> str:
    """Return one text that shows both, what went struck and what came marked.

    What the note itself has struck is gone. Long ones are shortened as `quote_pair` does, and stand
    one behind the other.
    """
    before, after = _seen(unstruck(before), unstruck(after))
    parts = diff_words(flat(before), flat(after))
    if sum(len(part.text) for part in parts) > MAX_QUOTE_CHARS:
        return " → ".join(quote_pair(before, after))
    shown = ""
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        inner = part.text.strip()
        if part.kind == "same" or not inner:
            shown += plain_within(part.text)
            continue
        opening, closing = ("~~", "~~") if part.kind == "gone" else ("==**", "**==")
        came = following.text if following is not None and following.kind == "new" else " "
        apart = " " if part.kind == "gone" and not came[0].isspace() else ""
        lead = part.text[: len(part.text) - len(part.text.lstrip())]
        tail = part.text[len(part.text.rstrip()) :]
        shown += f"{lead}{opening}{plain(inner)}{closing}{tail or apart}"
    return f"“{shown}”"


def _seen(before: str, after: str) -> tuple[str, str]:
    """Return two texts with their links as a reader sees them, unless these alone differ."""
    shown = link_words(before), link_words(after)
    return shown if shown[0] != shown[1] else (before, after)


MOST_CELLS = 4
"""Cells of a row that are quoted whole. Chosen by hand: two lines of a note's usual width."""


def changed_cells(before: str, after: str) -> tuple[str, str]:
    """Return of a table's row, then and now, the first cell and those that changed.

    Other texts, and a short row, are returned as they are.
    """
    then, now = before.split("; "), after.split("; ")
    is_row = all(": " in one for one in (*then, *now)) and len(then) == len(now) > MOST_CELLS
    if not is_row:
        return before, after
    stays = [at > 0 and pair[0] == pair[1] for at, pair in enumerate(zip(then, now, strict=True))]
    sides = []
    for cells in (then, now):
        shown = ["…" if left else cell for left, cell in zip(stays, cells, strict=True)]
        told = (one for at, one in enumerate(shown) if one != "…" or shown[at - 1] != "…")
        sides.append("; ".join(told))
    return sides[0], sides[1]


def quote(text: str) -> str:
    """Return one text as Markdown, nothing marked."""
    return _rendered(flat(link_words(text))[:MAX_COMPARED_CHARS], (), "", "")


def _side(parts: Sequence[DiffPart], kind: DiffKind, opening: str, closing: str) -> str:
    text = ""
    changes = []
    for part in parts:
        if part.kind not in {"same", kind}:
            continue
        if part.kind == kind:
            changes.append(_Stretch(len(text), len(text) + len(part.text)))
        text += part.text
    whole = len(changes) == 1 and len(text) == changes[0].end - changes[0].start
    # Marking every word marks none.
    return _rendered(text, () if whole else _markable(text, changes), opening, closing)


def _rendered(text: str, changes: Sequence[_Stretch], opening: str, closing: str) -> str:
    rendered = ""
    kept = _kept(text, changes)
    for index, stretch in enumerate(kept):
        if stretch.start > 0:
            rendered += _GAP.lstrip() if index == 0 else _GAP
        at = stretch.start
        for change in changes:
            start, end = max(change.start, at), min(change.end, stretch.end)
            if start >= end:
                continue
            inner = text[start:end].rstrip()
            rendered += plain_within(text[at:start]) + opening + plain(inner) + closing
            at = start + len(inner)
        rendered += plain_within(text[at : stretch.end])
    if kept and kept[-1].end < len(text):
        rendered += _GAP.rstrip()
    return f"“{rendered}”"


def plain_within(text: str) -> str:
    """Return a stretch of a line made harmless, the spaces at its ends kept."""
    left = " " if text[:1].isspace() else ""
    right = " " if text[-1:].isspace() and text.strip() else ""
    return left + plain(text) + right


def _markable(text: str, changes: Sequence[_Stretch]) -> tuple[_Stretch, ...]:
    """Return the changes as stretches that Markdown's emphasis can open and close around.

    A word beside a change is taken in whole: one cut in two is hard to read.
    """
    fitted: list[_Stretch] = []
    for change in changes:
        start, end = change.start, change.end
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        # CommonMark opens no emphasis between a letter and a punctuation mark: take the word in.
        if start > 0 and _is_mark(text[start]) and _is_letter(text[start - 1]):
            start = _letters_start(text, start)
        if end < len(text) and _is_mark(text[end - 1]) and _is_letter(text[end]):
            end = _letters_end(text, end)
        if fitted and start <= fitted[-1].end:
            start = fitted.pop().start
        fitted.append(_Stretch(start, end))
    return tuple(fitted)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    return not char.isspace() and not _is_mark(char)


def _letters_start(text: str, at: int) -> int:
    """Return where the word that ends at `at` begins; in CJK its last character stands for it."""
    reach = max(0, at - MAX_WORD_CHARS)
    start = at - 1
    while start > reach and not is_cjk(text[start]) and _is_letter(text[start - 1]):
        start -= 1
    return start


def _letters_end(text: str, at: int) -> int:
    """Return where the word that begins at `at` ends."""
    reach = min(len(text), at + MAX_WORD_CHARS)
    end = at + 1
    while end < reach and not is_cjk(text[end - 1]) and _is_letter(text[end]):
        end += 1
    return end


def _kept(text: str, changes: Sequence[_Stretch]) -> list[_Stretch]:
    """Return which stretches of a long text to show: the changes with some words around them."""
    if len(text) <= MAX_QUOTE_CHARS:
        return [_Stretch(0, len(text))]
    kept: list[_Stretch] = []
    left_chars = MAX_QUOTE_CHARS
    for change in changes or [_Stretch(0, MAX_QUOTE_CHARS)]:
        if left_chars <= 0:
            break
        start = max(0, change.start - AROUND_CHARS)
        end = min(len(text), change.end + AROUND_CHARS, start + left_chars + AROUND_CHARS)
        stretch = _Stretch(_word_start(text, start), _word_end(text, end))
        if kept and stretch.start <= kept[-1].end:
            stretch = _Stretch(kept.pop().start, stretch.end)
        kept.append(stretch)
        left_chars = MAX_QUOTE_CHARS - sum(one.end - one.start for one in kept)
    return kept


def _word_start(text: str, at: int) -> int:
    """Move to the beginning of the next word, unless there is none near (CJK, an address)."""
    if at == 0 or text[at - 1].isspace():
        return at
    space = text.find(" ", at, at + AROUND_CHARS // 2)
    return at if space < 0 else space + 1


def _word_end(text: str, at: int) -> int:
    """Move back to the end of the word before, unless there is none near."""
    if at == len(text) or text[at].isspace():
        return at
    space = text.rfind(" ", at - AROUND_CHARS // 2, at)
    return at if space < 0 else space
