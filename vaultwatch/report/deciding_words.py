"""Say in at most eight words what changed: what a reader sees of a finding first.

Pure. Called by `render_story` and by the command line; new words are bold.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vaultwatch.drift.findings.conditions import OF_CHECKS
from vaultwatch.drift.model import Change, Finding, Quote
from vaultwatch.drift.passages.exchange import in_its_place
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import scan_inline, struck_in
from vaultwatch.report.escape import flat, link_words, note_link, plain, shortened
from vaultwatch.report.quote import MAX_COMPARED_CHARS
from vaultwatch.report.word_diff import DiffPart, diff_words, is_cjk
from vaultwatch.report.words import in_brief
from vaultwatch.values.equality import same
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.reading import dashed, values_of
from vaultwatch.values.words import content, stemming_of, words_in

MAX_WORDS = 3
"""Words shown of each side; with an arrow and a word of company it stays under eight."""
MAX_CHARS = 28
"""Characters shown of each side. Chosen by hand: two of them fit a table's cell."""
_SHARED = 0.4
"""Share of two texts that must be the same for one to be told as the other's edit. By hand: below,
the words that remain are `the` and `is`."""

_ENDS = " .,;:!?"
"""What ends a sentence or a part of it is no part of the value before it."""
_DASH = late_regex(r"\s?[-\u2010-\u2015]\s?")
_NUMBER = late_regex(r"[\d.,]{1,12}")
_COUNTED = late_regex(r" ([^\W\d_]{1,14})\b")
_CELL = " | "
"""What parts two cells of a row: one that was added beside is no part of what changed."""
TASK = late_regex(r"\[(?P<mark>.)\] ")
_OF_VALUES: frozenset[Change | None] = frozenset(
    {"value", "exchanged", "status", "renamed", "ended", "done", "reversed"}
)
"""Changes that may have taken a value of the memory."""
_LAST_LINK = late_regex(r"\s\[\[[^\[\]\n]{1,400}\]\]\W*\Z")
_MARKS = {"x": "ticked", "X": "ticked", "-": "cancelled", " ": "open again"}


def deciding_words(finding: Finding, belief: str) -> str:  # noqa: PLR0911 - one a case
    """Return what changed as Markdown for running text, at most eight words and a link.

    Of several values that changed those of the memory's belief are told.
    """
    before, after = finding.before, finding.after
    if finding.kind == "moved" and after is not None and after.note is not None:
        return f"moved to {note_link(after.note)}"
    if finding.kind in OF_CHECKS and after is not None:
        return shortened(after.text, 2 * MAX_CHARS)
    never = finding.change == "never_agreed"
    if never or before is None or after is None or finding.kind in {"contradiction", "proposal"}:
        # Of what never agreed the memory's value is told, and the note's.
        differs = _of_wording(finding, belief) if never else ""
        return differs.replace(" → ", " ≠ ") or in_brief(finding)
    mark = new_mark(before, after)
    if mark and same_words(before, after):
        return mark
    gone = _of_its_values(finding, before, after, belief)
    if " → " in gone:
        return gone
    if said := _of_wording(finding, belief):
        return said
    if mark or not is_edit(finding):
        return mark or gone or in_brief(finding)
    said = _swap(_read(before), _read(after), belief)
    if gone and " → " not in said:
        return gone
    words = struck_in(after.text)[0]
    if not said and words and words != struck_in(before.text)[0]:
        return f"without “{_clipped(words)}”"
    is_told = bool(said) and (" → " in said or finding.change not in {"done", "reversed"})
    return said if is_told and finding.change != "ended" else in_brief(finding)


def _of_its_values(finding: Finding, before: Quote, after: Quote, belief: str) -> str:
    """Return which value that the memory says was replaced by which; empty where none was."""
    if not before.is_replaced or finding.change not in _OF_VALUES:
        return ""
    then, now = _read(before), _read(after)
    told = []
    said, stands = values_of(link_words(belief)), values_of(now)
    for one in values_of(then):
        is_said = one.kind not in {"name", "quote"} and any(same(one, other) for other in said)
        if not is_said or any(same(one, other) for other in stands):
            continue
        old = _whole(then, one).rstrip(_ENDS)
        taken = in_its_place(one, (then, now), (values_of(then), stands))
        if taken is None and (finding.change == "ended" or not finding.is_sure):
            continue  # that it is over says more; where nothing is shown it may be said elsewhere
        if taken is None:
            counted = _counted(old, then, is_number=one.kind == "number")
            told.append(f"no longer {plain(old)}{counted}")
            continue
        new = _whole(now, taken).rstrip(_ENDS)
        counted = _counted(new, now) if _counted(old, then) == _counted(new, now) else ""
        if not counted and _is_of_another(old, then[: one.start], new, now[: taken.start]):
            continue  # `Elm street 14` and `room 12` are no 14 that became 12
        told.append(f"{plain(old)} → **{plain(new)}**{counted}")
    return max(told, key=lambda one: " → " in one, default="")


def _whole(text: str, value: Value) -> str:
    """Return a value as a text gives it, of a range the whole: `Tue-Fri`."""
    spans = (one for one in _whole_values(text) if one[0] <= value.start < value.end <= one[1])
    start, end = next(spans, dashed(text, value.start, value.end))
    return text[start:end]


def _is_of_another(old: str, before: str, new: str, before_now: str) -> bool:
    """Tell whether two bare numbers each follow another word of meaning, which they number."""
    words = [content(" ".join(text.split()[-1:])) for text in (before, before_now)]
    is_bare = all(map(_NUMBER.fullmatch, (old, new)))
    return is_bare and all(words) and words[0] != words[1]


def _of_wording(finding: Finding, belief: str) -> str:
    """Return what a suggested wording changes; empty where none is suggested."""
    if finding.repair is None:
        return ""
    texts = (finding.repair.before, finding.repair.after)
    ends = {(_LAST_LINK.search(text) or ("",))[0] for text in texts}
    end = ends.pop() if len(ends) == 1 else ""  # a link that stays is no unit of what changed
    before, after = (link_words(text.removesuffix(end)) for text in texts)
    return _swap(before, after, belief)


def is_edit(finding: Finding) -> bool:
    """Tell whether the words of now took the place of those of then, and are much the same.

    Only then are the two laid over each other: what still stands is never struck.
    """
    before, after = finding.before, finding.after
    if before is None or after is None or not before.is_replaced:
        return False
    if finding.change == "superseded" or finding.kind == "contradiction":
        return False
    old, new = flat(before.text)[:MAX_COMPARED_CHARS], flat(after.text)[:MAX_COMPARED_CHARS]
    same = sum(len(part.text) for part in diff_words(old, new) if part.kind == "same")
    return same >= _SHARED * max(len(old), len(new))


def new_mark(before: Quote, after: Quote) -> str:
    """Return what was done to a task or line, whatever else was; empty where nothing was."""
    if struck_in(after.text)[1] and not struck_in(before.text)[1]:
        return "struck out"
    old, new = TASK.match(before.text), TASK.match(after.text)
    if old is None or new is None or old["mark"] == new["mark"]:
        return ""
    return _MARKS.get(new["mark"], f"marked {plain(new['mark'])}")


def same_words(before: Quote, after: Quote) -> bool:
    """Tell whether a line says what it said, marks of tasks and strokes aside."""
    return _read(before) == _read(after)


def _read(said: Quote) -> str:
    """Return what a reader of a note sees of a line, without its marks and what is struck in it."""
    text = TASK.sub("", said.text, count=1)
    return scan_inline(text).standing(text, 0, len(text))


def _swap(before: str, after: str, belief: str) -> str:
    """Return what replaced the words that the memory says; empty where that is not plain."""
    parts, language = diff_words(flat(before), flat(after)), stemming_of(before)
    meant = content(before, language) | content(after, language)

    def tells(words: str) -> bool:  # no mark, no `the`
        is_word = any(one.stem in meant for one in words_in(words, language))
        return is_word or any(map(str.isdigit, words)) or bool(content(words))

    pairs = swaps = [*_exchanged(parts)]
    if len(pairs) > 1:
        held = content(link_words(belief), stemming_of(belief))
        pairs = [one for one in pairs if held & content(one.old, stemming_of(belief))]
    if pairs:
        one = pairs[0]
        is_whole = not any(_clipped(side).endswith("…") for side in (one.old, one.new))
        is_told = one.is_entry or (tells(one.old) and tells(one.new))
        new = one.new.strip()
        unit = _counted(new, f"{new}{one.behind}")
        is_traded = any((one.new, one.old) == other[:2] for other in swaps)
        sign = "↔" if is_traded else "→"
        said = f"{_clipped(one.old)} {sign} **{_clipped(one.new)}**{unit}"
        return said if is_whole and is_told else ""
    came, went = ([one.text for one in parts if one.kind == kind] for kind in ("new", "gone"))
    if any(map(str.strip, came)) == any(map(str.strip, went)):
        return ""
    if came := [*filter(tells, came)]:
        first, _, rest = came[0].strip().partition(" ")
        is_and = first.casefold() in lexicon_of(languages_of(before)).ands
        return f"now also **{_clipped(rest if is_and else came[0])}**"
    went = [*filter(tells, went)]
    return f"without “{_clipped(went[0])}”" if went else ""


class _Exchanged(NamedTuple):
    """What went, what came for it, and what stands behind it."""

    old: str
    new: str
    behind: str
    is_entry: bool
    """Whether it is all that stands behind its label: `no` of `lift: no`."""


def _exchanged(parts: Sequence[DiffPart]) -> Iterator[_Exchanged]:
    """Yield what was exchanged, no measured value cut: `30 euros`, `Tue-Fri`."""
    then, now = ("".join(one.text for one in parts if one.kind != left) for left in ("new", "gone"))
    olds, news = _whole_values(then), _whole_values(now)
    at, at_now, shared = 0, 0, 0
    for gone, new, after in zip(parts, parts[1:], [*parts[2:], None], strict=False):
        if gone.kind == "gone" and new.kind == "new" and gone.text.strip() and new.text.strip():
            end, end_now = at + len(gone.text), at_now + len(new.text)
            lead = max(at - _reach(olds, at)[0], at_now - _reach(news, at_now)[0])
            tail = max(_reach(olds, end)[1] - end, _reach(news, end_now)[1] - end_now)
            start = at - min(lead, shared)
            tail = min(tail, len(after.text) if after is not None else 0)
            came = now[at_now - min(lead, shared) : end_now + tail]
            came = came.partition(_CELL)[0] or came
            behind = then[end + tail :]
            is_entry = then[:start].endswith(": ") and behind[:2] in {"", "; "}
            yield _Exchanged(then[start : end + tail], came, behind, is_entry)
        at += len(gone.text) * (gone.kind != "new")
        at_now += len(gone.text) * (gone.kind != "gone")
        shared = len(gone.text) * (gone.kind == "same")


def _reach(spans: Sequence[tuple[int, int]], at: int) -> tuple[int, int]:
    """Return the span that a place lies within; the place itself where it lies in none."""
    return next((one for one in spans if one[0] < at < one[1]), (at, at))


def _whole_values(text: str) -> list[tuple[int, int]]:
    """Return where measured values stand, those with a dash between as the one range they are.

    What a dash joins to one is part of it, whatever is read there: of `Open Tue-Fri` a name.
    """
    spans: list[tuple[int, int]] = []
    for one in values_of(text):
        if one.kind not in TYPED or not one.end:
            continue
        start, end = dashed(text, one.start, one.end)
        if spans and _DASH.fullmatch(text[spans[-1][1] : start]):
            start, _ = spans.pop()
        spans.append((start, end))
    return spans


def _counted(value: str, text: str, *, is_number: bool = False) -> str:
    """Return the word behind a bare number, which says what it counts."""
    at = re.search(rf"(?<![\w.,]){re.escape(value)}(?![\d.,]\d)", text)
    is_bare = is_number or _NUMBER.fullmatch(value)
    found = _COUNTED.match(text, at.end()) if at and is_bare else None
    return f" {plain(found[1])}" if found and content(found[1]) else ""


def _clipped(text: str) -> str:
    """Return the beginning of a text, made harmless, without the marks around it."""
    words = flat(text).strip(" ,.;:!?()“”\"'").split(" ")
    shown = " ".join(words[:MAX_WORDS])
    if len(shown) > MAX_CHARS:
        cut = shown[:MAX_CHARS]
        shown = cut if is_cjk(cut[-1]) or " " not in cut else cut.rsplit(" ", 1)[0]
    shown = shown.strip(" ,;:")
    is_whole = len(shown) >= len(" ".join(words).strip(" ,;:"))
    while not is_whole and " " in shown and not content(last := shown.rpartition(" ")[2]):
        shown = shown.removesuffix(last).rstrip(" ,;:")  # no cut behind a small word
    return plain(shown) if is_whole else f"{plain(shown)} …"
