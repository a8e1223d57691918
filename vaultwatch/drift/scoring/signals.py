"""Measure what an edit did to what a memory rests on, where nothing is shown.

Pure. Each signal is a number that a person can check by hand; `scoring.weights` adds them up. One
stays while it is worth .005 AUC, or a point of precision or recall, on sets held out whole.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.matters import is_closed, is_waiting
from vaultwatch.drift.passages.asserted import Asserted, RestsOn, weighed
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.drift.passages.exchange import exchanges
from vaultwatch.drift.proofs import is_denied_anew, stands_in, struck_anew
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Kind, Value
from vaultwatch.values.polarity import has_word
from vaultwatch.values.words import words_in

WORDS: Final[Mapping[str, str]] = {
    "replaced": "other words stand in place of its own",
    "surgical": "of what went, the memory says much",
    "went": "words went",
    "other_values": "other values came",
    "swapped": "a value took another's place",
    "denied": "it is worded the other way round",
    "ticked": "a task was ticked or opened",
    "ended": "a word of ending came, or one of waiting went",
    "overridden": "a word like “now” or “instead” came",
    "struck": "it is struck through",
    "found_again": "another passage says it now",
    "gone": "gone, and said nowhere else",
    "best_now": "the note still speaks to the memory",
    "left_name": "a name of the memory left the note",
    "left_code": "a path or literal of the memory left the note",
    "says_more": "more of the note speaks of it",
    "open": "the memory speaks of something open",
    "open_and_ended": "the open matter got a word of ending",
    "added": "an addition speaks of the same matter",
    "added_value": "an addition gives another value",
}
"""Each signal in a few words, for `explain`."""
NAMES: Final = tuple(WORDS)
_STANDS_TOO: Final = 0.35
"""What an edit counts at least where an untouched statement says the same. Chosen by hand."""
_SPEAKS: Final = 0.2
"""Share of the memory from which on a statement speaks of it. Chosen by hand."""
_LITERAL: Final[frozenset[Kind]] = frozenset({"identifier", "path", "url", "quote"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the signals rest on."""

    values: Mapping[str, float]
    """By name; 0 where it does not apply."""
    support: int | None
    """Index then of the statement on which the verdict turns."""
    added: int | None
    """Index now of what came new and speaks most of the memory's matter."""
    is_untouched: bool
    """Whether all that the memory rests on stands."""


def gather(memory: Asserted, edit: NoteEdit, grounds: RestsOn | None) -> Evidence:
    """Measure one comparison with the note of before."""
    values = dict.fromkeys(NAMES, 0.0)
    is_open = float(is_waiting(memory.belief))
    values["open"] = is_open
    if grounds is None:
        return Evidence(values, None, None, is_untouched=True)
    rests = [at for at in grounds.rests_on if grounds.shares[at] >= grounds.best / 2]
    turning: list[tuple[float, int]] = []
    for at in rests:
        share = (grounds.shares[at] / grounds.best) ** 3 * _own_share(memory, edit, rests, at)
        measured = _of_support(memory, edit, grounds, at)
        for name, value in measured.items():
            values[name] = max(values[name], share * value)
        worth = sum(measured.get(name, 0.0) for name in ("replaced", "surgical", "gone", "ticked"))
        turning.append((share * (worth + (at not in edit.untouched)), -at))
    added, measured = _of_additions(memory, edit, grounds)
    values |= measured | _of_note(memory, edit, grounds)
    values["open_and_ended"] = is_open * max(values["ended"], values["ticked"])
    is_untouched = all(at in edit.untouched for at in rests)
    return Evidence(values, -max(turning)[1], added, is_untouched)


def _own_share(memory: Asserted, edit: NoteEdit, rests: list[int], at: int) -> float:
    """Return how much of what a statement says of the memory no untouched one says too."""
    stand = (edit.words(edit.then[i].plain) for i in rests if i in edit.untouched and i != at)
    said = edit.words(edit.then[at].plain) & memory.words
    alone = said - frozenset().union(*stand)
    weights = weighed(memory, edit.weights)
    return _STANDS_TOO + (1 - _STANDS_TOO) * _part(alone, said, weights) if said else 1.0


def _part(some: frozenset[str], of: frozenset[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.get(word, 0.0) for word in sorted(of))
    return sum(weights.get(word, 0.0) for word in sorted(some)) / total if total else 0.0


def _of_support(memory: Asserted, edit: NoteEdit, grounds: RestsOn, at: int) -> dict[str, float]:
    """Return what became of one statement that the memory rests on."""
    heirs, weights = edit.heirs.get(at, ()), weighed(memory, edit.weights)
    old, whole = edit.then[at], edit.whole(at)
    before, after = edit.words(old.plain), edit.words(whole)
    said = before & memory.words
    if at in edit.untouched:
        return {}
    if not heirs:
        left = frozenset().union(*(edit.words(one.plain) for one in edit.now))
        return {"gone": _part(said - left, said, weights)}
    new, lost = edit.now[heirs[0]], said - after
    went, came = before - after, after - before
    fell, grew = _share(edit, went, before), _share(edit, came, after)
    taken = frozenset().union(
        *(
            one.took & said
            for one in exchanges(old.plain, new.plain, memory.language)
            if one.brought
        )
    )
    again = (edit.words(edit.now[j].plain) & lost for j in edit.fresh if j not in heirs)
    return {
        "replaced": _part(taken - after, said, weights) * (1 - fell) * (1 - grew),
        "surgical": _share(edit, lost, went),
        "went": fell,
        "found_again": max((_part(one, lost, weights) for one in again), default=0.0),
        "denied": float(is_denied_anew(memory, edit, at)),
        "ticked": float(old.task_mark is not None and is_closed(old) != is_closed(new)),
        "ended": float(
            _comes(old.plain, new.plain, "done") or _comes(new.plain, old.plain, "open")
        ),
        "overridden": float(_comes(old.plain, new.plain, "override")),
        "struck": float(struck_anew(memory, edit, old, new)),
        **_of_values(memory, edit, grounds, at),
    }


def _share(edit: NoteEdit, some: frozenset[str], of: frozenset[str]) -> float:
    return edit.weigh(some) / (edit.weigh(of) or 1.0)


def _comes(old: str, new: str, name: str) -> bool:
    return has_word(new, name) and not has_word(old, name)


def _of_values(memory: Asserted, edit: NoteEdit, grounds: RestsOn, at: int) -> dict[str, float]:
    """Return what became of the values of one statement that stands in other words."""
    heirs = edit.heirs[at]
    sides = edit.then[at], edit.now[heirs[0]]
    olds, news = (said_in(one, memory.language) for one in sides)
    fresh = [one for one in news if one.kind in TYPED and not _is_among(one, olds)]
    other = [one for one in fresh if not _is_among(one, memory.values)]
    slots = (slot for slot in grounds.slots if slot.at == at and slot.value.kind in TYPED)
    typed = [slot.there for slot in slots if not stands_in(slot.there, heirs, edit)]
    return {
        "other_values": float(min(3, len(other))),
        "swapped": float(any(comparable(one, new) for one in typed for new in fresh)),
    }


def _is_among(value: Value, others: tuple[Value, ...]) -> bool:
    return any(same(value, other) for other in others)


def _of_note(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> dict[str, float]:
    """Return what the note as a whole says of the memory now, beside what it said."""
    # A line that left its heading says what it said; what the heading names may stand there.
    lines = [one for one in edit.then if one.kind != "heading"]
    before, after = (
        frozenset().union(*(edit.words(one.plain) for one in side)) for side in (lines, edit.now)
    )
    then, now = (" ".join(one.text for one in side).casefold() for side in (edit.then, edit.now))
    text = memory.text
    lexicon = lexicon_of(languages_of(text))
    large = (
        one.stem
        for one in words_in(text, memory.language)[1:]
        if text[one.start].isupper() and text[one.start : one.end].lower() not in lexicon.known
    )
    named = (text[one.start : one.end] for one in memory.values if one.kind == "name")
    is_noun = "nouns_capital" in lexicon_of(languages_of(text, memory.language)).flags
    names = edit.words(" · ".join(named)) if is_noun else frozenset(large)
    written = (str(one.key[0]).casefold() for one in memory.values if one.kind in _LITERAL)
    shares = [memory.share(edit, one) for one in edit.now]
    told = _spoken(shares)
    return {
        "left_name": float(min(2, len((before - after) & memory.words & names))),
        "left_code": float(min(2, sum(one in then and one not in now for one in written))),
        "says_more": max(0.0, 1.0 - _spoken(grounds.shares.values()) / told) if told else 0.0,
        "best_now": max(shares, default=0.0),
    }


def _spoken(shares: Iterable[float]) -> float:
    return sum(max(0.0, share - _SPEAKS) ** 2 for share in shares)


def _of_additions(
    memory: Asserted, edit: NoteEdit, grounds: RestsOn
) -> tuple[int | None, dict[str, float]]:
    """Return what came new and speaks most of the memory's matter, and the most that any says."""
    heirs = {j for at in grounds.rests_on for j in edit.heirs.get(at, ())}
    top, most = edit.then[grounds.top], {"added": 0.0, "added_value": 0.0}
    chosen: tuple[float, int] = (0.0, 0)
    stood = {to[0]: memory.share(edit, edit.then[i]) for i, to in edit.heirs.items()}
    for j in edit.fresh:
        one = edit.now[j]
        if j in heirs or one.kind == "heading":
            continue
        topic = max(memory.share(edit, one), edit.alike(top.plain, one.plain))
        other = topic * _gives_other(memory, said_in(one, memory.language))
        most = {"added": max(most["added"], topic), "added_value": max(most["added_value"], other)}
        if memory.share(edit, one) != stood.get(
            j
        ):  # else the line in whose place it stands said so
            chosen = max(chosen, (topic + other, -j))
    return (-chosen[1] if chosen[0] else None), most


def _gives_other(memory: Asserted, values: tuple[Value, ...]) -> bool:
    """Tell whether some values are others of a kind that the memory gives."""
    own = [one for one in memory.values if one.kind in TYPED]
    typed = (one for one in values if one.kind in TYPED and not _is_among(one, memory.values))
    return any(comparable(one, mine) for one in typed for mine in own)
