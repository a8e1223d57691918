"""Say in at most eight words what changed: what a reader sees of a finding first.

Pure. `render_table` puts it into a cell, `render_story` into what is folded; new words are bold.
"""

import re
from collections.abc import Sequence

from vaultwatch.drift.findings.conditions import OF_CHECKS
from vaultwatch.drift.findings.repair import bare
from vaultwatch.drift.model import Change, Finding, Quote
from vaultwatch.drift.passages.exchange import in_its_place
from vaultwatch.late_regex import late_regex
from vaultwatch.report.escape import flat, link_words, note_link, plain, shortened
from vaultwatch.report.word_diff import DiffPart, diff_words, is_cjk
from vaultwatch.report.words import in_brief
from vaultwatch.values.equality import same
from vaultwatch.values.model import TYPED
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, stemming_of

MAX_WORDS = 3
"""Words shown of each side; with an arrow and a word of company it stays under eight."""
MAX_CHARS = 28
"""Characters shown of each side. Chosen by hand: two of them fit a table's cell."""
MAX_COMPARED_CHARS = 8_000
"""Beyond this a passage is cut before it is compared."""
_SHARED = 0.4
"""Share of two texts that must be the same for one to be told as the other's edit. By hand: below,
the words that remain are `the` and `is`."""

_ENDS = " .,;:!?"
"""What ends a sentence or a part of it is no part of the value before it."""
_NUMBER = late_regex(r"[\d.,]{1,12}")
_COUNTED = late_regex(r" ([^\W\d_]{1,14})\b")
_CELL = " | "
"""What parts two cells of a row: one that was added beside is no part of what changed."""
TASK = late_regex(r"\[(?P<mark>.)\] ")
_OF_VALUES: frozenset[Change | None] = frozenset(
    {"value", "exchanged", "status", "renamed", "ended", "done", "reversed"}
)
"""Changes that may have taken a value of the memory."""
_MARKS = {"x": "ticked", "X": "ticked", "-": "cancelled", " ": "open again"}


def deciding_words(finding: Finding, belief: str) -> str:  # noqa: PLR0911 - one a case
    """Return what changed as Markdown for running text, at most eight words and a link.

    Args:
        finding: what was found.
        belief: what the memory says: of several values that changed, its own are told.
    """
    before, after = finding.before, finding.after
    if finding.kind == "moved" and after is not None and after.note is not None:
        return f"moved to {note_link(after.note)}"
    if finding.kind in OF_CHECKS and after is not None:
        return shortened(after.text, 2 * MAX_CHARS)
    if before is None or after is None or finding.kind in {"contradiction", "proposal"}:
        return in_brief(finding)
    if mark := new_mark(before, after):
        return mark
    if said := _of_its_values(finding, before, after, belief):
        return said
    if said := _of_wording(finding, belief):
        return said
    if not is_edit(finding):
        return in_brief(finding)
    said = _swap(diff_words(flat(before.text), flat(after.text)), belief)
    is_told = bool(said) and (" → " in said or finding.change not in {"done", "reversed"})
    return said if is_told and finding.change != "ended" else in_brief(finding)


def _of_its_values(finding: Finding, before: Quote, after: Quote, belief: str) -> str:
    """Return which value that the memory says was replaced by which; empty where none was."""
    if not before.is_replaced or finding.change not in _OF_VALUES:
        return ""
    then, now = bare(before.text), bare(after.text)
    told = []
    said, stands = values_of(link_words(belief)), values_of(now)
    for one in values_of(then):
        is_said = one.kind not in {"name", "quote"} and any(same(one, other) for other in said)
        if not is_said or any(same(one, other) for other in stands):
            continue
        old = then[one.start : one.end].rstrip(_ENDS)
        taken = in_its_place(one, (then, now), (values_of(then), stands))
        if taken is None and finding.change == "ended":
            continue  # that it is over says more than which of its days is not named now
        if taken is None:
            told.append(f"no longer {plain(old)}{_counted(old, then)}")
            continue
        new = now[taken.start : taken.end].rstrip(_ENDS)
        counted = _counted(new, now) if _counted(old, then) == _counted(new, now) else ""
        if not counted and _is_of_another(old, then[: one.start], new, now[: taken.start]):
            continue  # `Elm street 14` and `room 12` are no 14 that became 12
        told.append(f"{plain(old)} → **{plain(new)}**{counted}")
    return max(told, key=lambda one: " → " in one, default="")


def _is_of_another(old: str, before: str, new: str, before_now: str) -> bool:
    """Tell whether two bare numbers each follow another word of meaning, which they number."""
    words = [content(" ".join(text.split()[-1:])) for text in (before, before_now)]
    is_bare = all(map(_NUMBER.fullmatch, (old, new)))
    return is_bare and all(words) and words[0] != words[1]


def _of_wording(finding: Finding, belief: str) -> str:
    """Return what a suggested wording changes; empty where none is suggested."""
    if finding.repair is None:
        return ""
    before, after = (link_words(text) for text in (finding.repair.before, finding.repair.after))
    return _swap(diff_words(flat(before), flat(after)), belief)


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
    """Return what was done to a task or line whose words stand; empty where nothing was."""
    if before.text == after.text.replace("~~", "") != after.text:
        return "struck out"
    old, new = TASK.match(before.text), TASK.match(after.text)
    if new is None or before.text[3:] != after.text[3:]:
        return ""
    if old is None or old["mark"] == new["mark"]:
        return ""
    return _MARKS.get(new["mark"], f"marked {plain(new['mark'])}")


def _swap(parts: Sequence[DiffPart], belief: str) -> str:
    """Return what replaced the words that the memory says; empty where that is not plain."""
    leads = _leads(parts)
    pairs = [
        (
            lead + gone.text,
            lead + (new.text.partition(_CELL)[0] or new.text),
            _unit(new.text, after),
        )
        for lead, gone, new, after in zip(leads, parts, parts[1:], [*parts[2:], None], strict=False)
        if gone.kind == "gone" and new.kind == "new" and gone.text.strip() and new.text.strip()
    ]
    if len(pairs) > 1:
        language = stemming_of(belief)
        held = content(link_words(belief), language)
        pairs = [one for one in pairs if held & content(one[0], language)]
    if pairs:
        gone, new, unit = pairs[0]
        is_whole = not any(_clipped(one).endswith("…") for one in (gone, new))
        return f"{_clipped(gone)} → **{_clipped(new)}**{unit}" if is_whole else ""
    came = [part.text for part in parts if part.kind == "new" and part.text.strip()]
    went = [part.text for part in parts if part.kind == "gone" and part.text.strip()]
    if came and went:
        return ""
    if came:
        return f"now also **{_clipped(came[0])}**"
    return f"without “{_clipped(went[0])}”" if went else ""


def _leads(parts: Sequence[DiffPart]) -> list[str]:
    """Return of each part what stands before it of a value that goes on in it: `30` of `30 euros`.

    It was a value that went, not its unit.
    """
    before = "".join(one.text for one in parts if one.kind != "new")
    values = [one for one in values_of(before) if one.kind in TYPED]
    leads, at = list[str](), 0
    for part in parts:
        cut = (one.start for one in values if part.kind == "gone" and one.start < at < one.end)
        leads.append(before[next(cut, at) : at])
        at += len(part.text) * (part.kind != "new")
    return leads


def _counted(value: str, text: str) -> str:
    """Return the word behind a bare number, which says what it counts."""
    at = re.search(rf"(?<![\w.,]){re.escape(value)}(?![\d.,]\d)", text)
    found = _COUNTED.match(text, at.end()) if at and _NUMBER.fullmatch(value) else None
    return f" {plain(found[1])}" if found and content(found[1]) else ""


def _unit(new: str, after: DiffPart | None) -> str:
    """Return the word behind a bare number, which says what it counts."""
    if after is None or after.kind != "same" or not _NUMBER.fullmatch(new.strip()):
        return ""
    found = _COUNTED.match(after.text)
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
    return plain(shown) if is_whole else f"{plain(shown)} …"
