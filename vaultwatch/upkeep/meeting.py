"""Tell how two memories meet: they say the same, or one slot holds another value in each.

Pure. Stricter than a memory held against a note that it cites, for nobody said that the two speak
of one thing: all that stands beside the slot must agree. What two times, places or owners may each
have is no contradiction, and what one may have several of is asked about at most.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.passages.exchange import (
    Exchange,
    abbreviates,
    exchanges,
    is_form,
    is_no_word,
    joined,
)
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.drift.scoring.subjects import names_of
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.stores.as_memory import record_note
from vaultwatch.values.equality import allows, comparable, same, says_all_of
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, stemming_of, words_in

MeetingKind: TypeAlias = Literal["same", "against", "other"]
"""They say the same; two values of one slot, or the contrary; two words in one place, which may
both be so."""

MOST_CHARS: Final = 600
"""A longer text is a note of its own, and meets nobody. Chosen by hand."""
LEAST_REST: Final = 2
"""Telling words that two texts share beside the slot in which they differ."""
LONGEST_SLOT: Final = 2
"""Telling words of a name or state that stands in another's place."""


_CITED = late_regex(
    r"(?:[,.;\uff0c]\s*(?:\w+\s)?|\s|[,\uff0c]\w{1,2})?[(\uff08]?\[\[[^\[\]\n]*\]\][)\uff09]?[.\u3002]?\s*$"
)
"""A link behind all else, with the one word that may lead to it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """How two memories meet."""

    kind: MeetingKind
    values: tuple[str, str] = ("", "")
    """What each says in the place where they differ; empty where they say the same, or one denies
    the other."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A memory's words, its links as what they show."""

    text: str
    values: list[Value]
    words: frozenset[str]


def meet(one: str, other: str) -> Meeting | None:
    """Return how two memories meet; None where neither says the same as the other nor denies it."""
    if near_identical(one, [("", other)]) is not None:
        return Meeting("same")
    texts = [_bare(text) for text in (one, other)]
    if not all(0 < len(text) <= MOST_CHARS for text in texts):
        return None
    language = stemming_of(" ".join(texts))
    a, b = (_Said(text, values_of(text), content(text, language)) for text in texts)
    denied = negations(a.text), negations(b.text)
    spots = _differing(a, b, language)
    if a.words == b.words:
        if denied[0] != denied[1] and not spots:
            return Meeting("against") if len(a.words) > LEAST_REST else None
        is_same = denied[0] == denied[1] and _agree(a.values, b.values)
        return Meeting("same") if is_same and not _is_turned(a, b, language) else None
    if denied[0] != denied[1] or len(a.words & b.words) < LEAST_REST:
        return None
    is_short = len(spots) == 1 and max(len(spots[0].took), len(spots[0].brought)) <= 2 * LONGEST_SLOT
    return _of_slot(a, b, spots[0], language) if is_short else _of_value(one, other, a, b, spots)


def _bare(text: str) -> str:
    """Return a memory's words without the links tacked on behind them."""
    bare = _CITED.sub("", text.strip())
    return belief_of_text(bare if content(bare) else text).text.strip(" .!\u3002,;")


def _is_turned(a: _Said, b: _Said, language: str) -> bool:
    """Tell whether what is named stands in another order: who owes whom is not the same."""
    named = names_of(a.text, language) | names_of(b.text, language)
    one, other = ([w.stem for w in words_in(text, language) if w.stem in named] for text in (a.text, b.text))
    return one != other


def _differing(a: _Said, b: _Said, language: str) -> list[Exchange]:
    """Return the stretches in which two texts differ, but for form."""
    spots = [one for one in exchanges(a.text, b.text, language) if _tells(one)]
    return [
        one for one in joined(spots, a.text, b.text) if not is_form(one, a.values, b.values)
    ]


def _tells(one: Exchange) -> bool:
    """Tell whether words of meaning went or came; of writings without spaces any sign may be one."""
    return bool(one.took or one.brought) or not (one.old + one.new).isascii()


def _agree(one: list[Value], other: list[Value]) -> bool:
    """Tell whether each value of two texts stands in the other."""
    return all(
        any(same(value, held) and says_all_of(value, held) for held in others)
        for values, others in ((one, other), (other, one))
        for value in values
    )


def _of_slot(a: _Said, b: _Said, spot: Exchange, language: str) -> Meeting | None:
    """Return how two texts meet that differ in one stretch alone."""
    was = [v for v in a.values if v.kind in TYPED and v.end and spot.covers(v.start, v.end)]
    now = [v for v in b.values if v.kind in TYPED and v.end and spot.brings(v.start, v.end)]
    said = spot.old, spot.new
    if was or now:
        if len(was) != len(now) or any(not comparable(*pair) for pair in zip(was, now, strict=True)):
            return None
        beside = [
            _beside(spot.start, spot.old, was, language),
            _beside(spot.from_, spot.new, now, language),
        ]
        is_open = any(allows(*pair) for pair in zip(was, now, strict=True))
        is_plain = beside[0] == beside[1] and not is_open
        return Meeting("against", said) if is_plain and not _agree(was, now) else None
    if not (spot.took and spot.brought) or max(map(len, (spot.took, spot.brought))) > LONGEST_SLOT:
        return None
    if is_no_word(spot, a.values, b.values, a.text, b.text) or not _is_led(a.text, spot):
        return None
    return Meeting("other", said)


def _of_value(one: str, other: str, a: _Said, b: _Said, spots: list[Exchange]) -> Meeting | None:
    """Return how two texts in other words meet, by the rules that hold a memory against a note."""
    parted = [e for e in spots if e.old.strip() and e.new.strip() and max(len(e.took), len(e.brought)) <= LONGEST_SLOT]
    if len(parted) > 1 or any(not _typed(a, e) for e in parted):
        return None  # another slot differs too
    found = [ground(belief_of_text(x), record_note("", y).statements) for x, y in ((one, other), (other, one))]
    told = [(w.said, w.instead) for w in found if w.outcome == "denied"]
    told = [told[0][::-1]] if told and found[0].outcome != "denied" else told
    if not told or not told[0][0] or (len(told) == 2 and told[0] != told[1][::-1]):  # noqa: PLR2004
        return None
    values = [[v for v in values_of(text) if v.kind in TYPED] for text in told[0]]
    if not all(values) or any(same(v, w) for v in values[0] for w in b.values) or any(same(v, w) for v in values[1] for w in a.values):
        return None
    return Meeting("against", told[0])


def _typed(a: _Said, spot: Exchange) -> bool:
    return any(v.kind in TYPED and v.end and spot.covers(v.start, v.end) for v in a.values)


def _beside(start: int, stretch: str, values: list[Value], language: str) -> frozenset[str]:
    """Return the words of a stretch that belong to none of its values."""
    own = [one for one in words_in(stretch, language)
           if not any(v.start < start + one.end and start + one.start < v.end for v in values)]
    kept = content(stretch, language)
    return frozenset(one.stem for one in own if one.stem in kept)


def _is_led(text: str, spot: Exchange) -> bool:
    """Tell whether what stands in another's place is a slot: not the subject, nor what one who is named does."""
    before = words_in(text[: spot.start])
    told = [bool(content(text[w.start : w.end])) for w in before]
    if not before or all(not t for t in told):
        return False
    is_somebody = text[before[0].start].isupper() and told[:2] == [True, True] and sum(told) == 2
    is_bare = all(content(one.split()[0]) for one in (spot.old, spot.new))
    are_names = all(one[:1].isupper() for one in (spot.old, spot.new)) and not text[spot.end :]
    return not is_somebody and is_bare and (are_names or not told[-1])
