"""Read what a table's row, a property or a field says: a value, under a name, of a thing.

Pure. `Meeting: design sync; Rhythm: weekly` says `weekly` of the design sync as its rhythm.
`passages.told_then` asks what an edit made of the slots that a belief speaks of: of a row whose
other cells changed nothing is lost, and another value in its own is another value however short it
is.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.meanings import meanings_of
from vaultwatch.drift.language.polarity import polarity_of
from vaultwatch.drift.language.tokens import EXACT_KINDS, fold
from vaultwatch.drift.language.words import has_cue, holds, words_of
from vaultwatch.notes.model import Statement

SlotFate: TypeAlias = Literal["kept", "revalued", "contrary", "unclear"]

SLOTTED: Final = frozenset({"table_row", "property", "inline_field"})
_MOST_CHARS: Final = 120
"""A longer value is a text of its own. Chosen by hand."""
_HALF: Final = 0.5
_NAMED: Final = re.compile(r"(?P<name>[^:;]{1,80}): (?P<text>.*)", re.DOTALL)
_YES: Final = frozenset(
    (
        *(
            "yes",
            "y",
            "true",
            "on",
            "x",
            "ja",
            "oui",
            "vrai",
            "si",
            "sim",
            "tak",
            "да",
            "是",
            "はい",
        ),
        *("✓", "✔", "✅", "☑"),
    )
)
_TICKS: Final = frozenset(("✓", "✔", "✅", "☑", "x", "X"))
_NO: Final = frozenset(
    (
        *(
            "no",
            "n",
            "false",
            "off",
            "none",
            "nein",
            "non",
            "faux",
            "nee",
            "nao",
            "nie",
            "нет",
            "否",
        ),
        *("いいえ", "✗", "✘", "❌", "☐", "-"),
    )
)


@dataclass(frozen=True, slots=True)
class Slot:
    """One value with its name."""

    name: str
    """Of the column, property or field; empty where it has none."""
    text: str


@lru_cache(maxsize=8_192)
def slots_of(statement: Statement) -> tuple[Slot, ...]:
    """Return the values that a statement gives under names; () for prose."""
    if statement.kind == "table_row":
        parts = ((_NAMED.fullmatch(part), part) for part in statement.plain.split("; "))
        return tuple(
            Slot(named["name"], named["text"]) if named else Slot("", part) for named, part in parts
        )
    if statement.key is None:
        return ()
    name = re.sub(r"[_\-.]+", " ", statement.key)
    return (Slot(name, statement.plain.removeprefix(f"{statement.key}:").strip()),)


def slot_fate(belief: Belief, then: Statement, now: Statement) -> SlotFate:
    """Return what an edit made of the values of a row, property or field that a belief speaks of.

    Args:
        belief: what the memory says.
        then: the row, property or field as it stood.
        now: what stands in its place.
    """
    olds, news = slots_of(then), {slot.name: slot.text for slot in slots_of(now)}
    changed = [(slot, news.get(slot.name, "")) for slot in olds if news.get(slot.name) != slot.text]
    came = [Slot(name, text) for name, text in news.items() if name not in {s.name for s in olds}]
    if not changed or max(len(slot.text) + len(text) for slot, text in changed) > _MOST_CHARS:
        return "unclear"
    subject = [slot for slot in olds if news.get(slot.name) == slot.text]
    is_of_it = then.kind != "table_row" or any(_is_called(belief, slot.text) for slot in subject)
    for slot, text in changed:
        if is_of_it and (fate := _fate(belief, slot, text, is_cell=bool(subject))) is not None:
            return fate
    texts = [*(one for slot, text in changed for one in (slot.text, text)), *(s.text for s in came)]
    names = [slot.name for slot, _ in changed] + [slot.name for slot in came]
    is_bystander = then.kind == "table_row" and not any(map(_tells_state, texts))
    if is_bystander and not any(_is_said(belief, one) for one in (*texts, *names)):
        return "kept"
    return "unclear"


def is_row_of(belief: Belief, row: Statement) -> bool:
    """Tell whether a table's row is about what a belief speaks of: it calls its first thing so.

    Names of columns tell no row from another, and what is only counted or dated names nothing.
    """
    named = (
        slot for slot in slots_of(row) if set(words_of(slot.text).kinds.values()) - EXACT_KINDS
    )
    first = next(named, None)
    return first is None or _is_called(belief, first.text)


def _fate(belief: Belief, slot: Slot, text: str, *, is_cell: bool) -> SlotFate | None:
    """Return what became of one value; None where the belief does not speak of it."""
    was, now = _answer(slot.text), _answer(text)
    if was and not text and slot.text in _TICKS:
        now = False  # a tick that went
    is_named = _is_said(belief, slot.name)
    if was is not None and now is not None:
        agrees = polarity_of(belief.text).denies != was
        return "contrary" if was != now and is_named and agrees else None
    said, old, new = words_of(belief.text), words_of(slot.text), words_of(text)
    told = [norm for norm in old.kinds if holds(said, norm)]
    lost = [norm for norm in told if not holds(new, norm)]
    is_its_value = len(told) > _HALF * len(old.kinds) and (is_named or is_cell)
    is_new_said = any(holds(said, norm) for norm in new.kinds if not holds(old, norm))
    if not is_its_value or not lost or not new.kinds or is_new_said:
        return None
    meant = {one.number for one in meanings_of(slot.text)}
    return None if meant & {one.number for one in meanings_of(text)} else "revalued"


def _answer(text: str) -> bool | None:
    """Return what a cell of yes or no says; None for any other."""
    bare = fold(text).strip(" .!")
    return True if bare in _YES else False if bare in _NO else None


def _is_called(belief: Belief, text: str) -> bool:
    """Tell whether a belief calls what a row is about by a word or name of one of its cells."""
    said = words_of(belief.text)
    kinds = words_of(text).kinds.items()
    return any(holds(said, norm) for norm, kind in kinds if kind not in EXACT_KINDS)


def _is_said(belief: Belief, text: str) -> bool:
    """Tell whether a belief says a word of a text, or one of its meaning."""
    said = words_of(belief.text)
    if any(holds(said, norm) for norm in words_of(text).kinds):
        return True
    meant = {one.number for one in meanings_of(text)}
    return any(one.number in meant for one in meanings_of(belief.text))


def _tells_state(text: str) -> bool:
    """Tell whether a cell says how far something is: such a one speaks to an open belief."""
    words = words_of(text)
    cues = lexicon.DONE_WORDS | lexicon.OPEN_WORDS | lexicon.OVERRIDE_WORDS
    return (
        not any(map(str.isalnum, text))  # one that was, or is now, to be filled in
        or _answer(text) is not None
        or has_cue(words, cues, (*lexicon.CJK_DONE, *lexicon.CJK_OPEN, *lexicon.CJK_OVERRIDE))
        or words.negations > 0
        or "~~" in text
    )
