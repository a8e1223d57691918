"""Say in plain words why a comparison came out as it did.

Pure. Strongest reason first; a reader sees two or three.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from vaultwatch.drift.matters import is_closed
from vaultwatch.drift.model import Grounding, Proof
from vaultwatch.drift.places import place_of
from vaultwatch.drift.proofs import Exhibit
from vaultwatch.drift.scoring.deciding import Weighing
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import Statement
from vaultwatch.values.reading import dashed

MAX_REASONS: Final = 3
_SHOWN_CHARS: Final = 60
_SAYING: Final[Mapping[Proof, str]] = {
    "ended": "it is over",
    "done": "it is done",
    "denied": "the note says the contrary now",
}
"""What the note says by its line now."""


def denial_reasons(worth: Grounding) -> tuple[str, ...]:
    """Return why a note denied a belief from the first, of several clauses the one."""
    if worth.clause:
        (why,) = denial_reasons(replace(worth, clause=""))
        return (f"{why}, where the memory says “{shorten(worth.clause)}”",)
    if worth.said and worth.instead:
        return (f"the memory says “{shorten(worth.said)}”, the note “{shorten(worth.instead)}”",)
    if worth.said:
        return (f"the memory says “{shorten(worth.said)}”, which the note nowhere does",)
    return ("what the memory calls open or valid is over in the note",)


def shorten(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Return `text` on one line, cut at a word with an ellipsis where it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[:limit].rsplit(" ", 1)[0].rstrip(",;: ") + " …"


def warm_reasons(
    turning: Weighing, at: int | None, chosen: int | None, instead: int | None, *, is_told: bool
) -> tuple[str, ...]:
    """Return the strongest reasons of a comparison.

    `instead` is the line of now that stands where the one of then, which is gone, stood.
    """
    edit, evidence = turning.judged.edit, turning.evidence
    if not is_told:
        if evidence.support is None:
            return ("its note said nothing of it when it was written",)
        stands = "stands unchanged" if evidence.is_untouched else "was edited, but still says it"
        return (f"what it rests on {stands}",)
    old = edit.then[at] if at is not None else None
    place = chosen if chosen is not None else instead
    new = edit.now[place] if place is not None else None
    shown = _apart(turning.judged.exhibits)
    told = [_of(one, edit.then[one.at], edit.now[one.now]) for one in shown if one.now is not None]
    is_quoted = bool(told)
    if not told and evidence.values["denied"]:
        told.append("a negation came or went")
    if old is not None and new is None:
        told.append(f"“{shorten(old.plain)}” is gone, and no line stands in its place")
    elif new is not None and (old is None or at in edit.untouched):
        told += [f"added since: “{shorten(new.plain)}”"] * (not told)
    elif old is not None and new is not None and not is_quoted:
        told.append(f"the note said “{shorten(old.plain)}”, now “{shorten(new.plain)}”")
    return tuple(dict.fromkeys(told))[:MAX_REASONS] or ("what it rests on was rewritten",)


def _apart(shown: Sequence[Exhibit]) -> list[Exhibit]:
    """Return what shows it, no pair twice: one pair of values, else the stretch that holds many."""
    kept: list[Exhibit] = []
    for one in shown:
        within = [
            other
            for other in kept
            if (other.at, other.now) == (one.at, one.now)
            and other.old
            and (other.old in one.old and other.new in one.new)
        ]
        if len(within) > 1:
            kept = [other for other in kept if other not in within]
        kept += [one] if len(within) != 1 else []
    return kept


def _said(words: str, *, is_stretch: bool) -> str:
    """Return words as they are told: a stretch of a sentence is quoted, a bracket closed."""
    words = shorten(words)
    words += ")" * (words.count("(") - words.count(")"))
    return f"“{words}”" if is_stretch else words


def _with_range(text: str, words: str) -> str:
    """Return words of a text with what a dash joins to them: `Mon-Wed` for its `Wed`."""
    at = text.find(words)
    start, end = dashed(text, at, at + len(words)) if at >= 0 else (0, 0)
    return text[start:end] or words


def _of(exhibit: Exhibit, old: Statement, new: Statement) -> str:
    """Return what shows that a belief is outdated."""
    if exhibit.new and exhibit.new in place_of(new):
        under = _said(exhibit.new, is_stretch=True)
        before = f", before under {_said(exhibit.old, is_stretch=True)}" if exhibit.old else ""
        return f"“{shorten(new.plain)}” stands under {under} now{before}"
    if exhibit.old and exhibit.new:
        if exhibit.old in new.plain and exhibit.new in old.plain:  # they changed places
            return f"the note said “{shorten(old.plain)}”, now “{shorten(new.plain)}”"
        is_stretch = exhibit.proof == "stretch" and not any(map(str.isdigit, exhibit.old))
        was, came = _with_range(old.plain, exhibit.old), _with_range(new.plain, exhibit.new)
        said, now = (_said(one, is_stretch=is_stretch) for one in (was, came))
        return f"the note said {said}, now {now}"
    if exhibit.proof in _SAYING:
        return f"{_SAYING[exhibit.proof]}: “{shorten(new.plain)}”"
    if old.task_mark != new.task_mark and old.task_mark is not None:
        name = shorten(new.plain)
        closed = "cancelled" if new.task_mark == "-" else "ticked"
        return f"the task “{name}” is {closed if is_closed(new) else 'open again'}"
    words, is_whole = struck_in(new.text)
    rest = "" if is_whole else f", which leaves “{shorten(new.plain)}”"
    return f"struck through now: “{shorten(words)}”{rest}"
