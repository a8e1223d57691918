"""Tell how two memories meet: they say the same, or one slot holds another value in each.

Pure. Stricter than a memory held against a note that it cites, for nobody said that the two speak
of one thing: all that stands beside the slot must agree. What two times, places or owners may each
have is no contradiction. `benchmarks/meeting.py` measures it; numbers are chosen by hand.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from vaultwatch.drift.passages.exchange import Exchange, exchanges, is_form, is_no_word, joined
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.drift.scoring.subjects import names_of
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.likeness import near_identical
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.recall.duplicates import gist_of
from vaultwatch.upkeep.splitting import without_citation
from vaultwatch.values.equality import allows, comparable, same, says_all_of
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import denials, denies, is_opposite, words_for
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import Word, content, stemming_of, words_in

MeetingKind: TypeAlias = Literal["same", "against", "beside", "near"]
"""They say the same; another value in one slot, or the contrary; another name, state or day of the
week in one place, of which both may be so; one matter, and no rule tells how they meet."""

MEETING_VERSION: Final = 5
"""Raised where the same texts may meet otherwise."""
MOST_CHARS: Final = 600
"""A longer text is a note of its own, and meets nobody."""
LEAST_AT_ALL: Final = 0.5
"""Share of words of meaning below which two texts are not read."""
LEAST_COMMON: Final = 2
"""Words of meaning that two texts share that say it in other words."""
LEAST_SAID: Final = 0.6
"""Share of those of the shorter one."""
LEAST_SAID_ASIDE: Final = 0.75
"""The same where one begins with what the other does not say."""
LEAST_ALIKE: Final = 0.5
"""Share of words in one order from which on two texts are worded alike. The hard pairs of
`benchmarks/meeting.py` have .57 and more, what is said in other words .6 and less."""
MOST_OWN: Final = 5
"""Words of meaning that no single stretch has more of."""
LONGEST_SIGN: Final = 4
"""Signs of a denial, and what goes with it, in a writing without spaces."""
LEAST_REST: Final = 3
"""Words that two texts share beside the slot in which they differ, one of them a telling one."""
LONGEST_SLOT: Final = 3
"""Telling words of a name or state that stands in another's place."""
LEAST_SHARED: Final = 0.5
"""Share of the words of one of two texts, by their rarity, that both must have to be looked at."""
LEAST_OF_FEW: Final = 0.35
FEW: Final = 2_000
"""The same where no more memories are than so many: bounds the time."""
NEAREST: Final = 8
"""Others that a text is held against."""
MOST_HOLDERS: Final = 200
"""A word that more texts have leads to none of them: bounds the time."""
MOST_ALIKE: Final = 3
"""Others that a memory may contradict; more of them are a list or a log."""

_LABELS: Final = frozenset({"number", "date"})
"""Kinds of values that may tell what the rest of a sentence is about."""
_HUNG = late_regex(r"['\u2019]")
_LETTER = late_regex(r"(?<![\w.'\u2019-])([^\W\d_])(?![\w'\u2019-]|\.\w)[#+]*")
_LINK = late_regex(r"\[\[([^\[\]\n]{1,300})\]\]")


@dataclass(frozen=True, slots=True)
class Meeting:
    """How two memories meet."""

    kind: MeetingKind
    values: tuple[str, str] = ("", "")
    """What each says where they differ; empty where they say the same, or one denies the other."""


class _Told(NamedTuple):
    """A word of meaning that is part of no value, and what stands beside it."""

    stem: str
    written: str
    start: int
    lead: str
    """The small word right before it."""
    before: str
    behind: str
    """The words of meaning on either side."""
    is_name: bool


class _Said:
    """A memory's words, its links as what they show."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language
        self.denials = denials(text)
        """Where it denies something."""
        denied = {one.stem for one in words_in(text, language) if one.start in self.denials}
        self.words = content(text, language) - denied
        """Those of meaning, stemmed, without what denies."""

    @cached_property
    def values(self) -> Sequence[Value]:
        """What it says that can be read."""
        return values_of(self.text)

    @cached_property
    def typed(self) -> list[Value]:
        """What is measured."""
        return [one for one in self.values if one.kind in TYPED and one.end]

    @cached_property
    def told(self) -> list[_Told]:
        """Its words of meaning beside what is measured; none of a writing without spaces."""
        line = words_in(self.text, self.language)
        spots = [n for n, one in enumerate(line) if self._is_told(one)]
        found = []
        for at, n in enumerate(spots):
            one, last = line[n], line[n - 1] if n else None
            is_led = last is not None and n - 1 not in spots and not self.is_measured(last)
            before = line[spots[at - 1]].stem if at else ""
            behind = line[spots[at + 1]].stem if at + 1 < len(spots) else ""
            is_name = bool(n) and self.text[one.start].isupper() and one.stem in self.names
            lead = last.stem if is_led and last is not None else ""
            written = self.text[one.start : one.end]
            found.append(_Told(one.stem, written, one.start, lead, before, behind, is_name))
        return found

    def _is_told(self, word: Word) -> bool:
        return word.stem in self.words and not self.is_measured(word)

    def is_measured(self, word: Word) -> bool:
        """Tell whether a word is part of a value."""
        return any(one.start <= word.start < one.end for one in self.typed)

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of what is named."""
        return names_of(self.text, self.language)

    def within(self, start: int, end: int) -> list[Value]:
        """Return what is measured in a stretch."""
        return [one for one in self.typed if one.start < end and start < one.end]


@lru_cache(maxsize=4_096)
def _said(text: str, language: str) -> _Said:
    return _Said(text, language)


def meetings(
    beliefs: Mapping[str, str],
    asked: Collection[str],
    may_meet: Callable[[str, str], bool] | None = None,
) -> Iterator[tuple[str, str, Meeting]]:
    """Yield the memories that meet, as two ids, each pair once.

    Those `asked` are held against the others nearest to them by their rarest words; `may_meet`
    tells of two ids whether they may speak of one matter.
    """
    words = {id_: _looked_at(text) for id_, text in beliefs.items()}
    counts = Counter(word for each in words.values() for word in each)
    weights = {w: math.log(1 + len(beliefs) / n) for w, n in counts.items() if n <= MOST_HOLDERS}
    wholes = {id_: sum(weights.get(word, 0.0) for word in each) for id_, each in words.items()}
    holders: dict[str, list[str]] = defaultdict(list)
    for id_, each in words.items():
        for word in each & weights.keys():
            holders[word].append(id_)
    least = LEAST_SHARED if len(beliefs) > FEW else LEAST_OF_FEW
    tried: set[tuple[str, str]] = set()
    for id_ in asked:
        near: dict[str, float] = defaultdict(float)
        for word in words[id_] & weights.keys():
            for other in holders[word]:
                near[other] += weights[word]
        near.pop(id_, None)
        fit = [
            one
            for one, shared in near.items()
            if shared >= least * min(wholes[id_], wholes[one])
            and len(words[id_] & words[one]) >= LEAST_COMMON
            and (may_meet is None or may_meet(id_, one))
        ]
        for other in nsmallest(NEAREST, fit, key=lambda one: (-near[one], one)):
            pair = (min(id_, other), max(id_, other))
            if pair not in tried:
                tried.add(pair)
                both = beliefs[pair[0]], beliefs[pair[1]]
                if (met := meet(*both) or _near(*both)) is not None:
                    yield *pair, met


def _looked_at(text: str) -> frozenset[str]:
    """Return the words by which others are looked for, without what hangs on behind a sign."""
    return frozenset(max(_HUNG.split(word), key=len) for word in gist_of(text[:MOST_CHARS]).words)


def _near(one: str, other: str) -> Meeting | None:
    """Return that two memories speak of one matter by most of their words; None where they do not.

    Only who reads can tell the rest: `services.reader` asks.
    """
    if max(len(one), len(other)) > MOST_CHARS or _are_of_two_notes(one, other):
        return None
    ours, theirs = map(content, _unlinked(one, other))
    is_near = len(ours & theirs) >= LEAST_COMMON and _share(ours, theirs) >= LEAST_AT_ALL
    return Meeting("near") if is_near else None


def meet(one: str, other: str) -> Meeting | None:
    """Return how two memories meet; None where they say neither the same nor two values of it."""
    met = _met(*sorted((one, other)))  # what two texts share, a diff may find otherwise from behind
    return met if met is None or one <= other else Meeting(met.kind, (met.values[1], met.values[0]))


def _met(one: str, other: str) -> Meeting | None:  # noqa: PLR0911 -- one answer a reason
    texts = _unlinked(one, other)
    if _share(*map(content, texts)) < LEAST_AT_ALL:  # at a glance: most pairs say too little alike
        return None
    languages = {stemming_of(text) for text in texts}
    language = languages.pop() if len(languages) == 1 else stemming_of(" ".join(texts))
    a, b = (_said(text, language) for text in texts)
    if len(a.words ^ b.words) <= MOST_OWN and near_identical(one, [("", other)]) is not None:
        return Meeting("same") if _same_letters(a, b) else None
    if not all(0 < len(text) <= MOST_CHARS for text in texts):
        return None
    is_denied = len(a.denials) != len(b.denials)
    is_near = len(a.words & b.words) >= LEAST_COMMON
    opposed = _opposed(a, b) if is_near else []
    if a.words == b.words and not opposed and _agree(a.values, b.values) and _named(a) == _named(b):
        if is_denied:
            return Meeting("against")
        return Meeting("same") if _same_letters(a, b) and _is_one_order(a, b) else None
    if _are_of_two_notes(one, other):
        return None
    in_place = _in_one_place(one, other, a, b)
    return in_place or (_in_other_words(one, other, a, b, opposed) if is_near else None)


def _same_letters(a: _Said, b: _Said) -> bool:
    """Tell whether the same single letters name something in two texts: a blood type, `C#`."""
    function = lexicon_of(languages_of(f"{a.text}\n{b.text}")).function
    first, second = (
        [
            one[0]
            for one in _LETTER.finditer(said.text)
            if one[1].lower() not in function and not said.within(*one.span())
        ]
        for said in (a, b)
    )
    return first == second


def _share(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """Return the share of the words of the shorter of two texts that are the other's."""
    return len(ours & theirs) / (min(len(ours), len(theirs)) or 1)


def _is_one_order(a: _Said, b: _Said) -> bool:
    """Tell whether words stand in one order: the end may come first, or two side by side turn.

    What a small word leads to, it leads to in both: `tea to coffee` is not `coffee to tea`.
    """
    lines = [[w.stem for w in words_in(said.text, said.language)] for said in (a, b)]
    if a.told:
        lines = [[one for one in line if one in a.words] for line in lines]
    first, second = lines
    led = Counter((one.lead, one.stem) for one in a.told)
    led.subtract((one.lead, one.stem) for one in b.told)
    gained, lost = ({lead for (lead, _), n in led.items() if lead and n * s > 0} for s in (1, -1))
    if gained & lost or len(first) != len(second):
        return False
    is_begun = any(first[at:] + first[:at] == second for at in range(len(first)))
    turned = [n for n, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]
    is_beside = len(turned) == 2 and turned[1] == turned[0] + 1  # noqa: PLR2004
    return is_begun or is_beside


def _in_one_place(one: str, other: str, a: _Said, b: _Said) -> Meeting | None:
    """Return how two texts meet that differ in one stretch alone."""
    shared = gist_of(a.text).words & gist_of(b.text).words
    if len(shared) < LEAST_REST or max(map(len, (a.words - b.words, b.words - a.words))) > MOST_OWN:
        return None
    spots = _differing(a, b)
    if len(spots) != 1 or _names_its_note(one, other, spots[0]):
        return None
    if len(a.denials) != len(b.denials):
        is_sign = not a.told and max(len(spots[0].old), len(spots[0].new)) <= LONGEST_SIGN
        return Meeting("against") if is_sign else None
    return _of_slot(a, b, spots[0])


def _in_other_words(
    one: str, other: str, a: _Said, b: _Said, opposed: Sequence[tuple[str, str]]
) -> Meeting | None:
    """Return how two texts meet that speak of one thing in other words.

    One gives it another value, or the opposite state, or denies what the other says of it.
    """
    is_denied = len(a.denials) % 2 != len(b.denials) % 2
    left = [
        [v for v in said.typed if not any(same(v, w) for w in others.typed)]
        for said, others in ((a, b), (b, a))
    ]
    if is_denied:
        denier, said = (a, b) if a.denials else (b, a)
        denied = [one.stem for one in denier.told]
        is_whole = len(denied) >= LEAST_COMMON and {*denied} <= said.words
        is_plain = not (opposed or left[denier is b]) and denies(
            denier.text, said.words, a.language
        )
        is_begun = is_whole and bool(said.told) and said.told[0].stem in denied
        return Meeting("against") if is_begun and is_plain else None
    linked = content(" ".join(_LINK.findall(one + other)), a.language)
    told = [
        [one for one in said.told if one.stem not in linked and one.written.lower() not in states]
        for said, states in ((a, {pair[0] for pair in opposed}), (b, {pair[1] for pair in opposed}))
    ]
    agreed = min(len(a.typed) - len(left[0]), len(b.typed) - len(left[1]))
    kind = _are_of_one(a, told[0], b, told[1], agreed)
    if kind is None:
        return None
    if not any(left) and len(opposed) == 1:
        return Meeting(kind, opposed[0])
    if [len(one) for one in left] != [1, 1]:
        return None
    (was,), (now,) = left
    values = a.text[was.start : was.end], b.text[now.start : now.end]
    kind = "beside" if was.kind == "weekday" else kind
    return Meeting(kind, values) if _are_two_values(a, was, b, now, opposed) else None


def _are_two_values(
    a: _Said, was: Value, b: _Said, now: Value, opposed: Sequence[tuple[str, str]]
) -> bool:
    """Tell whether two values are of one slot, that only one of them can have."""
    before = [said.text[: one.start].rstrip().lower() for said, one in ((a, was), (b, now))]
    # `Opens at 7` and `closes at 9` are of two; `after 30 days` is all of it the value.
    if any(not (before[0].endswith(x) or before[1].endswith(y)) for x, y in opposed):
        return False
    return comparable(was, now) and not allows(was, now) and _is_of_one(a, was, b, now)


def _are_of_one(
    a: _Said, our: Sequence[_Told], b: _Said, their: Sequence[_Told], agreed: int
) -> MeetingKind | None:
    """Return how texts of two values or states meet, that may word it otherwise, if of one thing.

    Most of the shorter one's words are the other's, and neither has a name of its own. Where both
    are worded alike, each word that stands in one alone tells another thing, time or condition:
    only what is said anew from the start says it in other words.
    """
    ours, theirs = (frozenset(one.stem for one in line) for line in (our, their))
    both = len(ours & theirs) + agreed
    shared = both / (min(len(ours), len(theirs)) + agreed or 1)
    if both < LEAST_COMMON or shared < LEAST_SAID or not ours & theirs:
        return None
    own = [one for one in our if one.stem not in theirs]
    other = [one for one in their if one.stem not in ours]
    named = [[one for one in _named(said) if one in a.names & b.names] for said in (a, b)]
    if named[0] != named[1] or any(one.is_name for one in (*own, *other)):
        return None
    if _are_worded_alike(a, b):
        is_bare = bool(own and other) or not any(one.lead for one in (*own, *other))
        is_apart = any(_is_one_spot(one, two) for one in own for two in other)
        is_one = is_bare and not is_apart and not _tells_apart(a, b, own, other)
        return "against" if is_one else None
    if not _traits(our, own).isdisjoint(_traits(their, other)):
        return None  # `the read timeout` is not the write timeout
    is_begun = our[0].stem in theirs and their[0].stem in ours
    return "against" if is_begun or shared >= LEAST_SAID_ASIDE else "beside"


def _traits(line: Sequence[_Told], own: Sequence[_Told]) -> frozenset[str]:
    """Return the words right before which a text has a word of its own."""
    return frozenset(b.stem for a, b in pairwise(line) if a in own and not b.lead)


def _are_worded_alike(a: _Said, b: _Said) -> bool:
    """Tell whether more than half of what two texts say stands in one order in both."""
    one, other = (
        [word.stem for word in words_in(said.text, said.language) if not said.is_measured(word)]
        for said in (a, b)
    )
    return SequenceMatcher(None, one, other, autojunk=False).ratio() > LEAST_ALIKE


def _tells_apart(a: _Said, b: _Said, own: Sequence[_Told], other: Sequence[_Told]) -> bool:
    """Tell whether a word stands between two that stand side by side in the other text."""
    return any(
        (one.before, one.behind) in {(w.before, w.stem) for w in said.told}
        for one, said in (*((one, b) for one in own), *((one, a) for one in other))
        if one.behind
    )


def _is_one_spot(one: _Told, other: _Told) -> bool:
    """Tell whether two words stand in each other's place: another thing, time or condition."""
    sides = ((one.before, other.before), (one.behind, other.behind), (one.lead, other.lead))
    return any(a and a == b for a, b in sides)


def _opposed(a: _Said, b: _Said) -> list[tuple[str, str]]:
    """Return the words of two texts that stand for opposite states, as each says them."""
    ours, theirs = (
        {said.text[one.start : one.end].lower(): one for one in words_in(said.text, said.language)}
        for said in (a, b)
    )
    return [
        (one, two)
        for one in ours.keys() - theirs.keys()
        for two in theirs.keys() - ours.keys()
        if is_opposite(one, two)
    ]


def _is_of_one(a: _Said, was: Value, b: _Said, now: Value) -> bool:
    """Tell whether two plain numbers count one thing, or end what is said with one word before.

    Not where they name a thing, `gate 2`; nor is it so of two days of which much is said behind.
    """
    beside = [_around(said, one) for said, one in ((a, was), (b, now))]
    if was.kind == "date":
        return not any(behind for _, behind in beside)
    if was.kind != "number":
        return True
    (before, behind), (last, next_) = beside
    is_label = before == last and all(_is_label(*one) for one in ((a, was), (b, now)))
    return not is_label and behind == next_ if behind or next_ else bool(before) and before == last


def _is_label(said: _Said, value: Value) -> bool:
    """Tell whether a word of meaning stands right before a value."""
    line = words_in(said.text, said.language)
    return [one.stem in said.words for one in line if one.end <= value.start][-1:] == [True]


def _around(said: _Said, value: Value) -> tuple[str, str]:
    """Return the words of meaning before and behind a value in its clause."""
    ends = (at for one in ",;.:" if (at := said.text.find(one, value.end)) >= 0)
    end = min(ends, default=len(said.text))
    before = [one.stem for one in said.told if one.start < value.start]
    behind = [one.stem for one in said.told if value.end <= one.start < end]
    return before[-1] if before else "", behind[0] if behind else ""


def _unlinked(one: str, other: str) -> list[str]:
    """Return two memories' words without the link tacked on behind, nor one that both have."""
    both = set(_LINK.findall(one)) & set(_LINK.findall(other))
    if not both:
        return [_bare(one), _bare(other)]
    cut = [
        _LINK.sub(lambda found: "" if found[1] in both else found[0], text) for text in (one, other)
    ]
    is_left = all(content(text) for text in cut)
    return [_bare(text) for text in (cut if is_left else (one, other))]


@lru_cache(maxsize=16_384)
def _bare(text: str) -> str:
    """Return a memory's plain words without the link tacked on behind them."""
    return belief_of_text(without_citation(text)).text.strip(" .!\u3002,;")


def _names_its_note(one: str, other: str, spot: Exchange) -> bool:
    """Tell whether a stretch is the link of either text to its note: that is whom it is about."""
    linked = [" ".join(_LINK.findall(text)).casefold() for text in (one, other)]
    return any(
        told.casefold() in names for told, names in zip((spot.old, spot.new), linked, strict=True)
    )


def _are_of_two_notes(one: str, other: str) -> bool:
    """Tell whether both are linked to notes, and to none together: then they are of two things."""
    linked = [{target.partition("|")[0] for target in _LINK.findall(text)} for text in (one, other)]
    return all(linked) and linked[0].isdisjoint(linked[1])


def _named(said: _Said) -> list[str]:
    """Return what is named, in order: who owes whom is not the same the other way round."""
    return [one.stem for one in words_in(said.text, said.language) if one.stem in said.names]


def _differing(a: _Said, b: _Said) -> list[Exchange]:
    """Return the stretches in which two texts differ, but for form.

    Of a writing without spaces any sign may be a word of meaning.
    """
    spots = [
        one
        for one in exchanges(a.text, b.text, a.language)
        if one.took or one.brought or not (one.old + one.new).isascii()
    ]
    return [one for one in joined(spots, a.text, b.text) if not is_form(one, a.values, b.values)]


def _agree(one: Sequence[Value], other: Sequence[Value]) -> bool:
    """Tell whether each value of two texts stands in the other, whole."""
    return all(
        any(same(value, held) and says_all_of(value, held) for held in others)
        for values, others in ((one, other), (other, one))
        for value in values
    )


def _of_slot(a: _Said, b: _Said, spot: Exchange) -> Meeting | None:
    """Return how two texts meet that differ in one short stretch alone."""
    was, now = a.within(spot.start, spot.end), b.within(spot.from_, spot.to)
    if was or now:
        pairs = list(zip(was, now, strict=False))
        is_slot = len(was) == len(now) and all(comparable(*pair) for pair in pairs)
        is_open = any(allows(*pair) for pair in pairs)
        beside = [
            _beside(spot.start, spot.old, was, a.language),
            _beside(spot.from_, spot.new, now, a.language),
        ]
        is_label = any(one.kind in _LABELS for one in was) and not _is_said_last(a.text, spot)
        is_other = is_slot and not (is_open or is_label)
        differ = [pair[0].kind for pair in pairs if not same(*pair)]
        is_one = len(differ) == 1 or (bool(differ) and len({one.kind for one in was}) == 1)
        kind: MeetingKind = "beside" if all(one.kind == "weekday" for one in was) else "against"
        is_plain = is_other and is_one and beside[0] == beside[1]
        return Meeting(kind, (spot.old, spot.new)) if is_plain else None
    is_short = min(map(len, (spot.took, spot.brought))) > 0
    is_short = is_short and max(len(spot.took), len(spot.brought)) <= LONGEST_SLOT
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
    start, end = next(
        ((s, e) for s, e in split_sentences(text) if s <= spot.start < e), (0, len(text))
    )
    return len(content(text[start : spot.start])) > len(
        content(text[spot.end : max(end, spot.end)])
    )


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
    bare = [[bool(content(word)) for word in one.split()] for one in (spot.old, spot.new)]
    # What leads to it may be another word too: `in the shed`, `on the roof`.
    is_bare = all(one[one.index(True) :].count(False) == 0 for one in bare if any(one))
    is_name = all(one[0].isupper() for one in (spot.old, spot.new)) and not text[spot.end :]
    articles = words_for("articles")
    leads = [one.split()[0].casefold() for one in (spot.old, spot.new)]
    # `cracked` and `in the yard` may both be so of a kiln; `in the yard` and `at the pier` may not.
    own = [not one[0] and lead not in articles for one, lead in zip(bare, leads, strict=True)]
    if own[0] != own[1] and (spot.old.islower() or spot.new.islower()):
        return False
    is_led_so = all(own)
    is_led = is_name or not is_telling[-1] or is_led_so
    return is_bare and is_led and not (is_somebody and sum(is_telling) == 2)  # noqa: PLR2004
