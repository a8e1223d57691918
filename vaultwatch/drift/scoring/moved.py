"""Tell where a passage went that a note no longer holds: to which other note, in which words.

Pure. `services.scanning.seeking` gathers the notes that may hold it, where a comparison would
else say that it is gone. The belief is then held against both notes together: what changed its
value on the way is drift, with the words of the new place.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison, Quote
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.scoring.compare import digest_of, quote_of
from vaultwatch.drift.scoring.deciding import RULED_SCORE
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.normalise import normal_words
from vaultwatch.notes.titles import title_of
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content

STAYS: Final = 0.5
"""A support is lost whose successor in its own note says less of its words. Chosen by hand: any
line that stands in its place would pass for it, and a link that was left behind."""
MIN_TELLING: Final = 4.0
"""What the words must weigh by which a passage is known elsewhere: four plain words, or two and a
number and a name; half as much where a link was left behind that leads there. `Call the bank`
weighs 2. Chosen by hand; re-run benchmarks/moved.py."""
NEAR: Final = 0.9
"""Share of words, values left out, that the lost statement and one of a note that was changed since
must say in common for it to be the lost one. Chosen by hand; re-run benchmarks/moved.py."""
MOST_HOLDERS: Final = 2
"""What stands in more notes is a template's, and tells of none of them."""
ELSEWHERE: Final = 10_000_000
"""Added to the lines of another note's statements where both are looked at as one."""
_BARE_LINK: Final = re.compile(r"\[\[([^\[\]|#\n]{1,400}/[^\[\]|#\n]{1,400})\]\]")
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class OtherNote:
    """A note that may hold what another one lost."""

    note: NotePath
    statements: tuple[Statement, ...]
    is_fresh: bool = False
    """Whether it was made or changed since the baseline was taken."""
    is_cited: bool = False
    """Whether the memory cites it too."""
    is_linked: bool = False
    """Whether the old place links to it."""
    is_beside: bool = False
    """Whether it lies in the same folder."""


@dataclass(frozen=True, slots=True)
class NewPlace:
    """Where a lost passage stands."""

    other: OtherNote
    passage: tuple[tuple[int, Statement], ...]
    """Each lost support that stands there, by its index then, strongest first."""
    company: tuple[Statement, ...]
    """All that stands there of what the old place lost, in the order of its lines."""
    is_exact: bool
    """Whether the strongest stands there word for word."""


def lost_supports(baseline: Baseline, now: Sequence[Statement]) -> tuple[int, ...]:
    """Return which supports a note no longer says anywhere, strongest first, by index then."""
    then = baseline.statements
    aligned = align(then, tuple(now))

    def is_lost(i: int) -> bool:
        j = aligned.successor.get(i)
        if j is None or i in aligned.unchanged:
            return j is None
        is_same_key = then[i].key is not None and then[i].key == now[j].key
        return not is_same_key and _coverage(then[i].plain, now[j].plain) < STAYS

    ordered = sorted(baseline.supports, key=lambda support: (-support.strength, support.index))
    return tuple(support.index for support in ordered if is_lost(support.index))


def may_say(text: str, others: Iterable[str]) -> bool:
    """Tell whether any of these texts may hold a lost one: half of its words stand there.

    Cheap: as written, no word weighed. It only spares a closer look.
    """
    return any(share_written(text, other) >= STAYS for other in others)


def share_written(text: str, other: str) -> float:
    """Return which share of a text's words, as written, another one holds."""
    wanted = _written(text)
    return len(wanted & _written(other)) / len(wanted) if wanted else 1.0


@lru_cache(maxsize=16_384)
def _written(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _coverage(text: str, other: str) -> float:
    """Return which share of a text's words another one says."""
    wanted = content(text)
    return len(wanted & content(other)) / (len(wanted) or 1)


def where_it_went(
    baseline: Baseline, now: Sequence[Statement], others: Sequence[OtherNote]
) -> NewPlace | None:
    """Return where the lost supports of a belief stand; None where nobody can tell.

    A passage is known by words that no third note says: what many notes hold tells of none, and
    what also stood elsewhere before did not go there.
    """
    lost = lost_supports(baseline, now)
    if not lost:
        return None
    then = baseline.statements
    aligned = align(then, tuple(now))
    gone = {i: _said(one) for i, one in enumerate(then) if i not in aligned.unchanged}
    found = [
        place
        for other, weight in _weighed(then, gone, others)
        if (place := _place_in(other, then, lost, gone, weight)) is not None
    ]
    return max(found, key=_surest, default=None) or _reworded(then, lost, others)


def _surest(place: NewPlace) -> tuple[object, ...]:
    other = place.other
    return (
        place.is_exact,
        other.is_fresh,
        other.is_cited,
        other.is_linked,
        len(place.company),
        other.is_beside,
        [-ord(char) for char in other.note],  # the first by name, so that a look repeats itself
    )


def _weighed(
    then: Sequence[Statement], gone: Mapping[int, str], others: Sequence[OtherNote]
) -> list[tuple[OtherNote, float]]:
    """Return each other note with what the words weigh by which it is known."""
    wanted = set(gone.values())
    held = [(other, wanted & {_said(one) for one in other.statements}) for other in others]
    holders = Counter(words for _, says in held for words in says)
    before = Counter(words for other, says in held if not other.is_fresh for words in says)
    weights = {words: _weight(then[i]) for i, words in gone.items()}

    def weight(other: OtherNote, says: set[str]) -> float:
        telling = (
            words
            for words in says
            if holders[words] <= MOST_HOLDERS and not (other.is_fresh and before[words])
        )
        return sum(weights[words] for words in sorted(telling))

    return [(other, weight(other, says)) for other, says in held]


def _place_in(
    other: OtherNote,
    then: Sequence[Statement],
    lost: Sequence[int],
    gone: Mapping[int, str],
    weight: float,
) -> NewPlace | None:
    """Return where lost statements stand in a note, word for word; None where none does.

    The others stand there too, as far as they were only reworded.
    """
    is_pointed_at = other.is_linked and other.is_fresh
    if weight < (MIN_TELLING / 2 if is_pointed_at else MIN_TELLING):
        return None
    says: dict[str, Statement] = {}
    for one in other.statements:
        says.setdefault(_said(one), one)
    passage = tuple((i, says[gone[i]]) for i in lost if gone[i] in says)
    if not passage:
        return None
    company = dict.fromkeys(says[words] for words in gone.values() if words in says)
    reworded = (_nearest(then[i], other) for i in lost if gone[i] not in says)
    company |= dict.fromkeys(one for one in reworded if one is not None)
    ordered = tuple(sorted(company, key=lambda one: one.first_line))
    return NewPlace(other, passage, ordered, is_exact=True)


def _reworded(
    then: Sequence[Statement], lost: Sequence[int], others: Sequence[OtherNote]
) -> NewPlace | None:
    """Return where the strongest lost statement stands in other words.

    In a note that was changed since, and in no second one: what two say alike is said of two.
    """
    support = then[lost[0]]
    if _weight(support) < MIN_TELLING:
        return None
    fresh = [other for other in others if other.is_fresh]
    near = [(other, one) for other in fresh if (one := _nearest(support, other)) is not None]
    if len(near) != 1 or any(_nearest(support, other) for other in others if not other.is_fresh):
        return None
    other, one = near[0]
    return NewPlace(other, ((lost[0], one),), (one,), is_exact=False)


def _nearest(lost: Statement, other: OtherNote) -> Statement | None:
    """Return the statement that may be the lost one with other values; None where none is.

    It names whom the lost one named: a sentence about another stall is another sentence.
    """
    named = (one for one in values_of(lost.plain) if one.kind == "name")
    names = content(" ".join(lost.plain[one.start : one.end] for one in named))
    best, nearest = NEAR, None
    for one in other.statements:
        is_kind = (one.kind == "heading") == (lost.kind == "heading")
        if not is_kind or not may_say(lost.plain, [one.plain]):
            continue
        likeness = min(_share_said(lost, one), _share_said(one, lost))
        if likeness >= best and names <= content(one.plain):
            best, nearest = likeness, one
    return nearest


def _share_said(wanted: Statement, one: Statement) -> float:
    """Return which share of a statement's words, values left out, another one says."""
    text = wanted.plain
    values = (text[v.start : v.end] for v in values_of(text) if v.kind not in {"name", "quote"})
    said = content(text) - content(" · ".join(values))
    return len(said & content(one.plain)) / (len(said) or 1)


@lru_cache(maxsize=16_384)
def _said(statement: Statement) -> str:
    """Return what a statement says, however it is set: as a list item, a heading, a link's path."""
    said = statement.plain
    for target in _BARE_LINK.findall(statement.text):
        said = said.replace(target, title_of(target))
    words = _WORD.findall(normal_words(said).casefold())
    return " ".join([statement.task_mark or "", *words])


def _weight(statement: Statement) -> float:
    return len(content(statement.plain)) + len(values_of(statement.plain)) / 2


def seen_together(
    baseline: Baseline, now: Sequence[Statement], place: NewPlace
) -> tuple[Statement, ...]:
    """Return what the old place says with what the new one holds of it, as one note's.

    What else went from the old place stands as it stood: it is not what the belief rests on. What
    came along with its heading stands under the titles that it stood under: a note's own is none.
    """
    then = baseline.statements
    stood = {_said(one): one.section for one in then}
    rested = {one.index for one in baseline.supports}
    aligned, there = align(then, tuple(now)), {_said(one) for one in place.company}
    spared = (
        one
        for i, one in enumerate(then)
        if i not in aligned.successor and i not in rested and _said(one) not in there
    )
    under = ((one, stood.get(_said(one), one.section)) for one in place.company)
    moved = (
        replace(
            one,
            section=old if old[-1:] == one.section[-1:] else one.section,
            first_line=one.first_line + ELSEWHERE,
            last_line=one.last_line + ELSEWHERE,
        )
        for one, old in under
    )
    return (*now, *spared, *moved)


def told_of(
    belief: Belief, made: Comparison, together: Comparison, baseline: Baseline, place: NewPlace
) -> Comparison:
    """Return a comparison as it is told once it is known where the passage went."""
    note, (i, one) = place.other.note, place.passage[0]
    passage = digest_of([made.passage, note, *(one.digest for one in place.company)])
    if together.drifted:
        after = _at_home(together.after, note)
        stood = {quote_of(one).text for one in baseline.statements}
        if after is None or after.note is None or after.text in stood:
            return made  # what stands as it stood is no news
        return replace(
            together,
            section=made.section,
            after=after,
            also=_at_home(together.also, note),
            reasons=(*together.reasons[:2], "what it rested on stands in another note now"),
            passage=passage,
        )
    best = max(baseline.supports, key=lambda one: (one.strength, -one.index))
    # A link leads to what most rests on: where that stays, a lesser line that went changes none.
    is_told, then = best.index == i and not place.other.is_cited, baseline.statements[i]
    if not place.is_exact and not _keeps(belief, then, one):
        return made
    return replace(
        together,
        outcome="holds",
        proof="",
        kind="moved" if is_told else None,
        change="moved" if is_told else None,
        section=then.section,
        before=quote_of(then),
        after=replace(quote_of(one), note=note),
        reasons=(_why(place),),
        passage=passage,
        also=None,
    )


def _keeps(belief: Belief, then: Statement, one: Statement) -> bool:
    """Tell whether a statement says every word of a lost one that the belief says too."""
    return content(then.plain) & content(belief.text) <= content(one.plain)


def as_arrived(made: Comparison, others: Sequence[Baseline]) -> Comparison:
    """Return a comparison as it is told where what came to a note is what its belief rested on.

    A passage that went from one cited note to another is news in both, and speaks against nothing.
    """
    if made.outcome == "holds" or made.after is None or made.proof == "gone":
        return made
    rested = {
        quote_of(one.statements[support.index]).text
        for one in others
        for support in one.supports
        if one.note != made.note
    }
    if made.after.text not in rested:
        return made
    why = "it says now what another cited note said when the memory was written"
    stands = replace(made, score=RULED_SCORE, outcome="holds", proof="", kind=None, change=None)
    return replace(stands, reasons=(why,), also=None)


def _why(place: NewPlace) -> str:
    if place.other.is_cited:
        return "what it rests on stands in another note that it cites"
    words = "word for word" if place.is_exact else "in nearly the same words"
    if place.other.is_fresh:
        return f"what it rests on stands in another note now, {words}"
    return f"what it rests on stands in another note, {words}, as it did before"


def _at_home(quote: Quote | None, note: NotePath) -> Quote | None:
    """Return a quote with the line and the note where its words stand."""
    if quote is None or quote.line <= ELSEWHERE:
        return quote
    return replace(quote, line=quote.line - ELSEWHERE, note=note)
