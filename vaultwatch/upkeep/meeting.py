"""Tell how two memories meet: they say the same, or one slot holds another value in each.

Pure. Stricter than a memory held against a note that it cites, for nobody said that the two speak
of one thing: all that stands beside the slot must agree. What two times, places or owners may each
have is no contradiction, nor what somebody does, of which there may be several. How often this is
right is measured by `benchmarks/meeting.py`; numbers without a source are chosen by hand.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.passages.exchange import Exchange, exchanges, is_form, is_no_word, joined
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.drift.scoring.subjects import names_of
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.likeness import near_identical
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.recall.duplicates import gist_of
from vaultwatch.values.equality import allows, comparable, same, says_all_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, stemming_of, words_in

MeetingKind: TypeAlias = Literal["same", "against", "beside"]
"""They say the same; another value in one slot, or the contrary; another name, state or day of the
week in one place, of which both may be so."""

MEETING_VERSION: Final = 1
"""Raised where the same texts may meet otherwise."""
MOST_CHARS: Final = 600
"""A longer text is a note of its own, and meets nobody."""
LEAST_REST: Final = 3
"""Words that two texts share beside the slot in which they differ, one of them a telling one."""
LONGEST_SLOT: Final = 2
"""Telling words of a name or state that stands in another's place."""
LEAST_SHARED: Final = 0.5
"""Share of the words of the shorter of two texts that both must have to be looked at."""
NEAREST: Final = 8
"""Others that a text is held against."""
MOST_HOLDERS: Final = 200
"""A word that more texts have leads to none of them: bounds the time."""
MOST_ALIKE: Final = {"against": 3, "beside": 1}
"""Others that a memory may meet so; more of them are a list or a log."""

_CITED = late_regex(
    r"(?:[,.;\uff0c]\s*(?:\w+\s)?|[,\uff0c]\w{1,2}|(?=\s?[(\uff08]))\s?[(\uff08]?"
    r"\[\[[^\[\]\n]*\]\][)\uff09]?[.\u3002]?\s*$"
)
"""A link behind all else, with the one word that may lead to it."""
_LINK = late_regex(r"\[\[([^\[\]\n]{1,300})\]\]")


@dataclass(frozen=True, slots=True)
class Meeting:
    """How two memories meet."""

    kind: MeetingKind
    values: tuple[str, str] = ("", "")
    """What each says where they differ; empty where they say the same, or one denies the other."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A memory's words, its links as what they show."""

    text: str
    values: Sequence[Value]
    words: frozenset[str]
    """Those of meaning, stemmed."""

    def within(self, start: int, end: int) -> list[Value]:
        """Return what is measured in a stretch."""
        held = (one for one in self.values if one.kind in TYPED and one.end)
        return [one for one in held if one.start < end and start < one.end]


def meetings(
    beliefs: Mapping[str, str],
    asked: Collection[str],
    may_meet: Callable[[str, str], bool] = lambda *_: True,
) -> Iterator[tuple[str, str, Meeting]]:
    """Yield the memories that meet, as two ids, each pair once.

    Args:
        beliefs: all of them, by id.
        asked: ids of those that are held against the others nearest to them by their rarest words.
        may_meet: tells of two ids whether they may speak of one matter.
    """
    words = {id_: gist_of(text[:MOST_CHARS]).words for id_, text in beliefs.items()}
    counts = Counter(word for each in words.values() for word in each)
    holders: dict[str, list[str]] = defaultdict(list)
    for id_, each in words.items():
        for word in each:
            if counts[word] <= MOST_HOLDERS:
                holders[word].append(id_)
    tried: set[tuple[str, str]] = set()
    for id_ in asked:
        near: dict[str, float] = defaultdict(float)
        for word in words[id_]:
            weight = math.log(1 + len(beliefs) / counts[word])
            for other in holders[word]:
                near[other] += weight
        near.pop(id_, None)
        order = sorted(near, key=lambda one: (-near[one], one))
        for other in islice((one for one in order if may_meet(id_, one)), NEAREST):
            pair = (min(id_, other), max(id_, other))
            shared, least = (
                len(words[id_] & words[other]),
                min(map(len, (words[id_], words[other]))),
            )
            if pair not in tried and shared >= max(LEAST_REST, LEAST_SHARED * least):
                tried.add(pair)
                if (met := meet(beliefs[pair[0]], beliefs[pair[1]])) is not None:
                    yield *pair, met


def meet(one: str, other: str) -> Meeting | None:
    """Return how two memories meet; None where they say neither the same nor two values of it."""
    if near_identical(one, [("", other)]) is not None:
        return Meeting("same")
    texts = [_bare(text) for text in (one, other)]
    if not all(0 < len(text) <= MOST_CHARS for text in texts):
        return None
    language = stemming_of(" ".join(texts))
    a, b = (_Said(text, values_of(text), content(text, language)) for text in texts)
    shared = gist_of(a.text).words & gist_of(b.text).words
    if not a.words & b.words or len(shared) < LEAST_REST:
        return None
    is_denied = negations(a.text) != negations(b.text)
    spots = _differing(a, b, language)
    if a.words == b.words:
        if is_denied:
            return None if spots else Meeting("against")
        is_same = _agree(a.values, b.values) and _named(a, language) == _named(b, language)
        return Meeting("same") if is_same else None
    is_one_slot = len(spots) == 1 and not is_denied and not _names_its_note(one, other, spots[0])
    return _of_slot(a, b, spots[0], language) if is_one_slot else None


def _bare(text: str) -> str:
    """Return a memory's words without the link tacked on behind them."""
    bare = _CITED.sub("", text.strip())
    return belief_of_text(bare if content(bare) else text).text.strip(" .!\u3002,;")


def _names_its_note(one: str, other: str, spot: Exchange) -> bool:
    """Tell whether a stretch is the link of either text to its note: that is whom it is about."""
    linked = [" ".join(_LINK.findall(text)).casefold() for text in (one, other)]
    return any(
        told.casefold() in names for told, names in zip((spot.old, spot.new), linked, strict=True)
    )


def _named(said: _Said, language: str) -> list[str]:
    """Return what is named, in order: who owes whom is not the same the other way round."""
    named = names_of(said.text, language)
    return [one.stem for one in words_in(said.text, language) if one.stem in named]


def _differing(a: _Said, b: _Said, language: str) -> list[Exchange]:
    """Return the stretches in which two texts differ, but for form.

    Of a writing without spaces any sign may be a word of meaning.
    """
    spots = [
        one
        for one in exchanges(a.text, b.text, language)
        if one.took or one.brought or not (one.old + one.new).isascii()
    ]
    return [one for one in joined(spots, a.text, b.text) if not is_form(one, a.values, b.values)]


def _longest(spot: Exchange) -> int:
    return max(len(spot.took), len(spot.brought))


def _agree(one: Sequence[Value], other: Sequence[Value]) -> bool:
    """Tell whether each value of two texts stands in the other, whole."""
    return all(
        any(same(value, held) and says_all_of(value, held) for held in others)
        for values, others in ((one, other), (other, one))
        for value in values
    )


def _of_slot(a: _Said, b: _Said, spot: Exchange, language: str) -> Meeting | None:
    """Return how two texts meet that differ in one short stretch alone."""
    was, now = a.within(spot.start, spot.end), b.within(spot.from_, spot.to)
    if was or now:
        pairs = list(zip(was, now, strict=False))
        is_slot = len(was) == len(now) and all(comparable(*pair) for pair in pairs)
        is_open = any(allows(*pair) for pair in pairs)
        beside = [
            _beside(spot.start, spot.old, was, language),
            _beside(spot.from_, spot.new, now, language),
        ]
        is_label = any(one.kind == "number" for one in was) and not _is_said_last(a.text, spot)
        is_other = is_slot and not (is_open or is_label or _agree(was, now))
        kind: MeetingKind = "beside" if all(one.kind == "weekday" for one in was) else "against"
        is_plain = is_other and beside[0] == beside[1]
        return Meeting(kind, (spot.old, spot.new)) if is_plain else None
    is_short = bool(spot.took and spot.brought) and _longest(spot) <= LONGEST_SLOT
    if not is_short or is_no_word(spot, a.values, b.values, a.text, b.text):
        return None
    return Meeting("beside", (spot.old, spot.new)) if _is_slot_of_words(a.text, spot) else None


def _beside(start: int, stretch: str, values: Sequence[Value], language: str) -> frozenset[str]:
    """Return the words of meaning of a stretch that belong to none of its values."""
    told = content(stretch, language)
    return frozenset(
        one.stem
        for one in words_in(stretch, language)
        if one.stem in told
        and not any(v.start < start + one.end and start + one.start < v.end for v in values)
    )


def _is_said_last(text: str, spot: Exchange) -> bool:
    """Tell whether less is said behind a stretch of a sentence than before it.

    Else it is whom the rest is about: gate 2 opens at dawn, and so does gate 3.
    """
    behind = next(iter(split_sentences(text[spot.end :])), (0, 0))[1]
    return len(content(text[: spot.start])) > len(content(text[spot.end : spot.end + behind]))


def _is_slot_of_words(text: str, spot: Exchange) -> bool:
    """Tell whether what stands in another's place is all that is said of something.

    A small word leads to it, or it is a name that ends the sentence, and it is said last; nor is it
    what somebody does: who plays the horn may play the harp too.
    """
    before = words_in(text[: spot.start])
    is_telling = [bool(content(text[one.start : one.end])) for one in before]
    if not (any(is_telling) and _is_said_last(text, spot)):
        return False
    is_somebody = text[before[0].start].isupper() and is_telling[:2] == [True, True]
    is_bare = all(content(word) for one in (spot.old, spot.new) for word in one.split())
    is_name = all(one[0].isupper() for one in (spot.old, spot.new)) and not text[spot.end :]
    is_led = is_name or not is_telling[-1]
    return is_bare and is_led and not (is_somebody and sum(is_telling) == 2)  # noqa: PLR2004
