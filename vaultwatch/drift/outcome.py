"""Decide what a comparison comes to: shown, likely, in doubt, or holds. The one place for it.

Pure. A proof comes first: no score and no length of a sentence lowers it. Without one a score over
the vault's bar makes the memory likely outdated. It holds where all that it rests on stands, or
stands in other words with every value of it, and nothing came that speaks of the matter. What is
left is in doubt.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.matters import is_waiting, says_done, says_open
from vaultwatch.drift.model import Change, Outcome, Proof
from vaultwatch.drift.passages.align import weights_of
from vaultwatch.drift.passages.asserted import (
    Asserted,
    RestsOn,
    asserted,
    grounds_of,
    label_of,
    likeliest_first,
    of_its_cells,
)
from vaultwatch.drift.passages.edit import NoteEdit, edit_of, said_in
from vaultwatch.drift.passages.exchange import Exchange, exchanges, trade_places
from vaultwatch.drift.places import is_surely_of, titles_in
from vaultwatch.drift.proofs import (
    TASK_SAID,
    WELL_GROUNDED,
    Exhibit,
    exhibits,
    is_denied_anew,
    is_kept_in_place,
    stands_in,
)
from vaultwatch.drift.switches import agrees
from vaultwatch.notes.model import Statement, StatementKind
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.literals import quotes
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import (
    clauses_of,
    denials,
    folded,
    has_word,
    negations,
    outside,
    says_it_ended,
    says_it_is_off,
    turned_off,
    words_for,
)
from vaultwatch.values.reading import dates_of, values_of
from vaultwatch.values.tokens import pieces

CERTAINTY: Final[Mapping[Proof, float]] = {
    "value": 0.98,
    "mark": 0.98,
    "ended": 0.95,
    "done": 0.93,
    "denied": 0.95,
    "gone": 0.94,
    "stretch": 0.87,
}
"""How often each kind of proof was right on seven labelled sets (`benchmarks/train_verdict.py`); of
`denied`, which is rare there, by hand."""
CHANGES: Final[Mapping[Proof, Change]] = {
    "value": "value",
    "stretch": "exchanged",
    "mark": "status",
    "ended": "ended",
    "done": "done",
    "denied": "reversed",
    "gone": "removed",
}
SPEAKS: Final = 0.3
"""What came speaks of a memory where it says this share of it beside the best statement."""
MENTIONS: Final = 0.12
"""What came touches a memory's matter from this share on: a name, a rare word. Still true is said
only where nothing does."""
LEAST_SURE: Final = 0.15
"""Share of a memory that the best statement must say which is surely of its matter. By hand."""
_SLOTS: Final[frozenset[StatementKind]] = frozenset({"table_row", "property", "inline_field"})
"""Kinds of statements each of which is of something else than the one beside it."""
EDITED: Final = 0.2
"""Share of a note's statements that stand where it was edited; of one that was written anew below
it, other words say nothing. Chosen with whole sets held out: of old sentences of public documents
that still hold .17 are told instead of .28, and nothing is lost on the others."""
ELSE_STANDS: Final = 0.8
"""The same around a bare word, no name and no value, that was exchanged."""
_PARTING: Final = frozenset(",;:(\u2013\u2014.|")
LEAST_ADDED: Final = 2
"""Words of what was added with a value: `until Friday` may be of what it stands behind, `the pack
lasts until Friday` is a matter of its own. Chosen by hand."""
SLIGHT: Final = 0.1
"""A score below which a memory holds whose line says all of it yet. Chosen by hand."""
SAID_YET: Final = 0.2
"""The same of one line edited alone that gives a value of the memory, where what came says under
`HALF` as much of it. Chosen on whole sets: of 33 none had drifted, from .2 to .25 three of 38."""
HALF: Final = 0.5
GREW: Final = 0.2
"""What a sentence may have grown by and still say the same: a word or two. Chosen by hand."""
SAME_SENTENCE: Final = 0.6
"""Likeness of a sentence in other words to the one that it succeeds."""
_MOST_OWN: Final = 1
"""Words of what was added which are no value, no `now` or `update`, and not the memory's. Chosen by
hand: `postponed to Sunday` has one, `on Sunday we visit the museum` two."""


_SEVERAL: Final = 2
"""Values that by chance do not all stand where the line says something else. Chosen by hand."""
LEAST_SAID: Final = 2
"""Words of meaning of a clause that may be held against a line by itself. Chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class WhatIsShown:
    """What an edit shows of a memory, the score aside."""

    memory: Asserted
    edit: NoteEdit
    grounds: RestsOn | None
    """What the memory rests on; None where its note said nothing of it."""
    exhibits: tuple[Exhibit, ...]
    """What shows that it drifted, surest first."""
    stands: bool
    """Whether what it rests on stands, and nothing came that speaks of it."""
    is_touched: bool
    """Whether any of it was touched, or something came that speaks of it."""
    is_edited: bool
    """Whether other words mean something: enough of the note stands, in its language."""
    is_said: bool = False
    """Whether all of it that stood in what was edited is said yet, there or in a new line, and
    nothing turns it, whatever joined it."""
    holds_under: float = 0.0
    """Score under which it holds although what it rests on is worded anew."""
    keeps_values: bool = False
    """Whether several values that it has from there all stand in what took their places."""
    against: int | None = None
    """Index now of a property set to the contrary, or of what was added to a line that stands and
    may take it back."""

    @property
    def exhibit(self) -> Exhibit | None:
        """The surest thing that shows that it drifted; None where nothing does."""
        return next(iter(self.exhibits), None)

    @property
    def certainty(self) -> float:
        """How surely it is shown, 0..1; 0 where nothing shows it."""
        return CERTAINTY[self.exhibit.proof] if self.exhibit is not None else 0.0

    def outcome(self, score: float, *, is_over: bool) -> Outcome:
        """Return what it comes to, by what is weighed, and if that lies over the vault's bar."""
        if self.exhibit is not None:
            return "shown"
        if is_over and self.is_edited and not self.is_said:
            return "likely"
        return "holds" if self.stands or score < self.holds_under else "in_doubt"


@lru_cache(maxsize=64)
def judge(belief: Belief, then: tuple[Statement, ...], now: tuple[Statement, ...]) -> WhatIsShown:
    """Judge a memory by what its note said and says.

    Of several clauses each is held by itself against the line that says it, however little that is
    of the whole: where one is turned round, the memory stands no longer.
    """
    whole = _judged(belief, then, now)
    clauses, edit = clauses_of(belief.text), whole.edit
    if whole.exhibit is not None or len(clauses) < 2:  # noqa: PLR2004 -- the whole of it
        return whole
    gone = (edit.words(one.plain) for i, one in enumerate(then) if i not in edit.untouched)
    touched = frozenset().union(*gone)
    came = frozenset().union(*(edit.words(edit.now[j].plain) for j in edit.fresh))
    for clause in clauses:
        said = edit.words(clause) - whole.memory.title
        if len(said) < LEAST_SAID or said.isdisjoint(touched) or not said <= whole.memory.words:
            continue
        part = _judged(replace(belief, text=clause), then, now)
        turned = [one for one in part.exhibits if one.proof == "denied"]
        if turned:
            return replace(whole, exhibits=tuple(turned), stands=False, is_touched=True)
        grounds = part.grounds
        if part.stands or grounds is None or grounds.best < WELL_GROUNDED:
            continue
        heirs, old = part.edit.heirs.get(grounds.top), part.edit.then[grounds.top].plain
        lost = (said & edit.words(old)) - edit.words(part.edit.whole(grounds.top)) - came
        if heirs and (lost or is_denied_anew(part.memory, part.edit, grounds.top)):
            whole = replace(whole, stands=False, is_touched=True, against=heirs[0])
    return whole


def _judged(belief: Belief, then: tuple[Statement, ...], now: tuple[Statement, ...]) -> WhatIsShown:
    memory = asserted(belief, weights_of(then, now).language)
    edit = edit_of(then, now)
    grounds = grounds_of(memory, edit)
    if grounds is not None and not is_waiting(belief):  # to which a word in any cell may put an end
        edit = of_its_cells(memory, edit, grounds.whole)
        grounds = grounds_of(memory, edit)
    edit = likeliest_first(memory, edit)
    if grounds is None:
        return WhatIsShown(memory, edit, None, (), stands=False, is_touched=False, is_edited=True)
    is_edited = len(edit.untouched) >= EDITED * len(then) and not _is_translated(edit, grounds.top)
    around = len(edit.untouched) / max(len(then) - 1, 1)
    shown = tuple(
        one
        for one in exhibits(memory, edit, grounds)
        if one.proof != "stretch" or around >= _least_around(one)
    )
    came, news, has_joined = _came(memory, edit, grounds)
    is_untouched = all(at in edit.untouched for at in grounds.whole)
    is_same = is_untouched or _says_the_same(memory, edit, grounds)
    turned = (j for j in edit.fresh if agrees(memory, edit.now[j], edit.words) is False)
    against = next(turned, None)
    if against is None:
        top = edit.then[grounds.top]
        others = {j for j in edit.added if _is_of_another(memory, edit, top, edit.now[j], was=None)}
        against = _taken_back_by(memory, edit, grounds, others)
    may_hold = not _left(memory, edit) and _is_well_grounded(memory, edit, grounds)
    stands = is_same and may_hold and news < MENTIONS and not has_joined and against is None
    edited = [at for at in grounds.whole if at not in edit.untouched]
    may_hold = may_hold and bool(edited) and against is None
    is_said = may_hold and all(_is_said_still(memory, edit, at) for at in edited)
    keeps = against is None and _keeps_values(memory, edit, grounds)
    is_one = len(edited) == 1 and any(one.at in grounds.meant for one in grounds.slots)
    is_plain = keeps and may_hold and all(_is_plain(memory, edit, at) for at in edited)
    is_plain = is_plain or (is_said and is_one and news < HALF)
    under = SAID_YET if is_plain else SLIGHT if is_said else 0.0
    is_named = came >= SPEAKS or (has_joined and came >= MENTIONS)
    is_touched = is_named or against is not None or not is_untouched
    return WhatIsShown(
        memory, edit, grounds, shown, stands, is_touched, is_edited, is_said, under, keeps, against
    )


def _is_well_grounded(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether the best statement said enough of a memory for it to be called still true."""
    best = edit.then[grounds.top]
    is_sure = is_surely_of(memory, edit, best)
    if best.task_mark is not None and is_waiting(memory.belief):
        task = edit.words(outside(best.plain)) - edit.words(dates_of(best.plain))
        is_sure = is_sure or edit.weigh(task & memory.words) >= TASK_SAID * edit.weigh(task)
    return grounds.best >= (LEAST_SURE if is_sure else WELL_GROUNDED)


def _least_around(stretch: Exhibit) -> float:
    """Return how much of a note must stand around an exchanged stretch for it to show anything.

    `Site` for `project` may be a change or only other words: of a note that else stands, a change.
    """
    letters = filter(str.isalnum, stretch.old + stretch.new)
    return ELSE_STANDS if all(map(str.islower, letters)) else EDITED


def _is_translated(edit: NoteEdit, at: int) -> bool:
    """Tell whether a line that is gone came in another language: with all its values."""
    old = edit.then[at]
    values = [one for one in said_in(old, edit.weights.language) if one.kind in TYPED]
    if at in edit.untouched or not values:
        return False
    tongues = set(languages_of(old.text))
    return any(
        tongues.isdisjoint(languages_of(one.text))
        and all(
            any(same(value, other) for other in said_in(one, edit.weights.language))
            for value in values
        )
        for one in (edit.now[j] for j in (*edit.added, *edit.heirs.get(at, ())))
    )


def _says_the_same(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether the best statement stands in other words, all that matters kept."""
    heirs = edit.heirs.get(grounds.top)
    # A value that went here and stands elsewhere yet: the note contradicts itself.
    slots = [one for one in grounds.slots if one.at in grounds.meant]
    is_kept = all(one.at in edit.untouched or is_kept_in_place(one, edit) for one in slots)
    if not heirs or not is_kept:
        return False
    old, whole = edit.then[grounds.top], edit.whole(grounds.top)
    marks = {old.task_mark, *(edit.now[j].task_mark for j in heirs)}
    before, after = edit.words(old.plain), edit.words(whole)
    is_alike = edit.likeness(grounds.top, heirs[0]) >= SAME_SENTENCE
    came = (word for word in after - before - memory.words if not has_word(word, "continues"))
    grew = edit.weigh(frozenset(came)) / (edit.weigh(before) or 1.0)
    is_kept = memory.words & before <= after
    is_same = (is_alike and grew <= GREW) or _is_added_to(memory, edit, grounds.top)
    is_plain = len(marks) == 1 and not is_denied_anew(memory, edit, grounds.top)
    goes_on = has_word(whole, "continues") and turned_off(whole) == turned_off(old.plain)
    goes_on = goes_on and not is_waiting(memory.belief)
    is_plain = is_plain and (goes_on or says_open(old.plain) == says_open(whole))
    spots = exchanges(old.plain, whole, memory.language)
    is_plain = is_plain and not trade_places(spots, old.plain)
    return is_kept and is_same and is_plain


def _is_said_still(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether all that a memory says of a line stands in what took its place, or is new.

    Every word and value, denied or not as it was; and nothing came that may turn it round, nor a
    value that the memory might have meant. Details may join it, and what it does not say change. A
    box before it is no news, but to who says that it was done.
    """
    old, language = edit.then[at], memory.language
    is_limited = _limits(memory.text)
    if old.kind == "property" or _numbers(memory, old) or (is_limited and not _limits(old.plain)):
        return False  # what joins it is one more of the same
    marks = {old.task_mark} | ({" "} if not says_done(memory.text) and not old.task_mark else set())
    olds = said_in(old, language)
    meant = [one for one in olds if any(same(one, mine) for mine in memory.values)]
    typed = [one for one in meant if one.kind in TYPED]
    others = [one for one in olds if one not in meant and any(comparable(one, v) for v in typed)]
    words = memory.words & edit.words(old.plain)
    places = [edit.heirs.get(at, ()), *((j,) for j in edit.fresh)]
    for lines in (tuple(edit.now[j] for j in place) for place in places if place):
        text = " ".join(one.plain for one in lines)
        news = [value for one in lines for value in said_in(one, language)]
        kept = [
            v
            for v in meant
            if any(same(v, n) and (v.bound, v.is_denied) == (n.bound, n.is_denied) for n in news)
        ]
        measured = edit.words(" ".join(old.plain[v.start : v.end] for v in kept))
        came = [
            value
            for value in news
            if any(comparable(value, one) for one in typed)
            and not any(same(value, one) for one in meant)
        ]
        spots = exchanges(old.plain, text, language)
        rest = " · ".join(one.new for one in spots if one.brought)
        if (
            len(kept) == len(meant)
            and words - measured <= edit.words(text)
            and len(came) <= len(others)
            and lines[0].task_mark in marks
            and negations(text) == negations(old.plain)
            and says_open(text) == says_open(old.plain)
            and (not is_limited or (_limits(text) and not _lists(rest)))
            and not _may_turn(rest, text)
            and not trade_places(spots, old.plain)
        ):
            return True
    return False


def _keeps_values(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether all values that a memory has from its lines stand in their places, undenied.

    However else they are said: `at most €10,000` for `capped at 10k`.
    """
    slots = [one for one in grounds.slots if one.at in grounds.meant]
    kinds = {one.value for one in slots if one.value.kind in TYPED}
    heirs = {j for one in slots for j in edit.heirs.get(one.at, ())}
    now = [value for j in heirs for value in said_in(edit.now[j], memory.language)]
    is_turned = any(is_denied_anew(memory, edit, at) for at in grounds.meant if edit.heirs.get(at))
    return (
        len(kinds) >= _SEVERAL
        and not is_turned
        and all(
            stands_in(one.there, edit.heirs.get(one.at, ()), edit)
            or any(one.there.amounts & v.amounts and comparable(one.there, v) for v in now)
            for one in slots
        )
    )


def _is_plain(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether a line was worded anew, with nothing that may turn it round."""
    old, whole = edit.then[at].plain, edit.whole(at)
    brought = " · ".join(one.new for one in exchanges(old, whole, memory.language) if one.brought)
    return bool(whole) and negations(whole) == negations(old) and not _may_turn(brought, whole)


def _is_added_to(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether a line stands word for word, with a matter of its own put behind a mark.

    Or with another date than one of which the memory says nothing. What was added denies nothing,
    makes no exception, and gives no value that the memory might have meant.
    """
    old, whole = edit.then[at].plain, edit.whole(at)
    if edit.then[at].kind == "property" or _counts(memory, edit.then[at]):
        return False  # what was added is one more of the same
    spots = [one for one in exchanges(old, whole, memory.language) if one.took or one.brought]
    added = [one for one in spots if not one.old]
    dates = [v for v in values_of(old, memory.language) if v.kind == "date"]
    is_dated = any(mine.kind == "date" for mine in memory.values)
    moved = (any(one.covers(v.start, v.end) for v in dates) for one in spots if one.old)
    if (is_dated and len(added) < len(spots)) or not all(moved):
        return False
    if not all(_is_parted(whole, one) for one in added):
        return False
    rest = " · ".join(one.new for one in spots)
    if _may_turn(rest, whole):
        return False
    values = [v for v in values_of(rest, memory.language) if v.kind in TYPED]
    own = edit.words(rest) - edit.words(" ".join(rest[v.start : v.end] for v in values))
    measured = [v for v in values if v.kind != "number"]  # `ring twice` counts what is beside it
    is_bare = bool(added) and bool(values) and len(own) < (LEAST_ADDED if measured else 1)
    return not is_bare and not any(comparable(v, mine) for v in measured for mine in memory.values)


def _may_turn(rest: str, whole: str) -> bool:
    """Tell whether what was added to a line may turn it round: denies, ends, or excepts something.

    Args:
        rest: what was added.
        whole: the line now.
    """
    turns = words_for("override") - lexicon_of(languages_of(whole)).function  # `now`, not `was`
    # Behind a mark: `Checked the lift` is a thing done, `, checked in May` is not the end of one.
    is_over = says_it_ended(rest) or says_it_is_off(rest) or says_done(f", {rest}")
    is_turn = has_word(rest, "excepts") or not turns.isdisjoint(folded(rest))
    return bool(negations(rest)) or is_over or is_turn


def _counts(memory: Asserted, line: Statement) -> bool:
    """Tell whether a memory says how many, or that no other is, where its line only lists them."""
    return _limits(memory.text) or _numbers(memory, line)


def _numbers(memory: Asserted, line: Statement) -> bool:
    """Tell whether a memory gives a number that its line does not."""
    said = said_in(line, memory.language)
    numbers = (one for one in memory.values if one.kind == "number")
    return any(not any(same(one, v) for v in said) for one in numbers)


def _limits(text: str) -> bool:
    """Tell whether a text has a word by which nothing else is meant: `only`."""
    limits = lexicon_of(languages_of(text)).limits
    return not limits.isdisjoint(one.lower for one in pieces(text))


def _lists(text: str) -> bool:
    """Tell whether a text may name one more: behind a comma or an `and`."""
    ands = lexicon_of(languages_of(text)).ands
    return "," in text or not ands.isdisjoint(one.lower for one in pieces(text))


def _is_parted(text: str, one: Exchange) -> bool:
    """Tell whether what was added begins behind a mark or with a word that joins: `and`."""
    before = text[: one.from_].rstrip()
    first = next(iter(pieces(one.new)), None)
    ands = lexicon_of(languages_of(text)).ands
    return before[-1:] in _PARTING or (first is not None and first.lower in ands)


def _left(memory: Asserted, edit: NoteEdit) -> bool:
    """Tell whether a word of a memory left its note, or what it quotes stands there no longer."""
    if quoted := {str(one.key[0]).casefold() for one in quotes(memory.text)}:
        then, now = (" ".join(s.text for s in side).casefold() for side in (edit.then, edit.now))
        if any(one in then and one not in now for one in quoted):
            return True
    lines = (one for i, one in enumerate(edit.then) if i not in edit.untouched)
    gone = (one for one in lines if one.kind != "heading")
    said = memory.words & frozenset().union(*(edit.words(one.plain) for one in gone))
    return bool(said) and not said <= frozenset().union(*(edit.words(s.plain) for s in edit.now))


def _came(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> tuple[float, float, bool]:
    """Return how much of a memory what is new says beside its best statement, and if any joined it.

    First all that is new, then that alone which says more of it than what stood in its place. What
    stands in the place of a statement that the memory rests on is not new; what joined was added to
    its section. A title put above what stood says nothing either.
    """
    heirs = {j for at in grounds.whole for j in edit.heirs.get(at, ())}
    titles, bare = titles_in(edit)
    heirs |= bare
    # What the same words say below another heading, once more or no longer, is another's matter.
    own = {edit.then[at].digest for at in grounds.whole}
    heirs |= {j for j in edit.added if edit.now[j].digest in own}
    heirs |= {j for i, to in edit.heirs.items() if edit.then[i].digest in own for j in to}
    stood = {to[0]: i for i, to in edit.heirs.items()}
    was = {j: edit.then[stood[j]] if j in stood else None for j in edit.fresh}
    heirs |= {
        j
        for j in edit.fresh
        if _is_of_another(memory, edit, edit.then[grounds.top], edit.now[j], was[j])
    }
    home = edit.then[grounds.top].section
    said = {j: memory.share(edit, edit.now[j]) for j in edit.fresh if j not in heirs}
    more = (
        share
        for j, share in said.items()
        if j not in stood
        or share > memory.share(edit, edit.then[stood[j]])
        or negations(edit.now[j].plain) != negations(edit.then[stood[j]].plain)
    )
    joined = any(edit.now[j].section == home for j in edit.added if j not in heirs | titles)
    most = max(said.values(), default=0.0), max(more, default=0.0)
    return most[0] / grounds.best, most[1] / grounds.best, joined


def _is_of_another(
    memory: Asserted, edit: NoteEdit, top: Statement, new: Statement, was: Statement | None
) -> bool:
    """Tell whether what is new stands in a row, or behind a label, of which a memory says no word.

    And it says that of the row or label that it rests on: `9 May: Ann` is not about 2 May. A label
    that is new is no other's, for `Update: closed` may be of anything.
    """
    names = _slot_name(top), _slot_name(new)
    is_known = was is not None and _slot_name(was)[1].casefold() == names[1][1].casefold()
    if is_known and new.kind not in _SLOTS:  # else what it said may be there
        is_known = top.digest in edit.digests
    is_other = is_known or (new.kind == top.kind and new.kind in _SLOTS)
    is_other = is_other and all(name for _, name in names) and names[0][1] != names[1][1]
    own, others = (is_other and _is_said(memory, edit, *one) for one in names)
    return own and not others


def _slot_name(one: Statement) -> tuple[Statement, str]:
    """Return a statement and what it is of: the first cell of its row, or its label."""
    is_row = one.kind == "table_row"
    return one, one.text.partition(" | ")[0].strip() if is_row else label_of(one)[0]


def _is_said(memory: Asserted, edit: NoteEdit, one: Statement, name: str) -> bool:
    start = one.plain.casefold().find(name.casefold())
    end = start + len(name)
    values = [
        v
        for v in said_in(one, memory.language)
        if start <= v.start and v.end <= end and v.kind in TYPED
    ]
    given = [v for v in values if any(same(v, mine) for mine in memory.values)]
    measured = edit.words(" ".join(one.plain[v.start : v.end] for v in values))
    named = edit.words(name) - measured
    own = named & memory.words - memory.title
    return bool(own) or (bool(given) and (not named or named <= memory.title))


def _taken_back_by(
    memory: Asserted, edit: NoteEdit, grounds: RestsOn, others: Collection[int]
) -> int | None:
    """Return the index now of what was added and may take back what a memory rests on; or None.

    It is none of others, which are of another thing. It stands right beside the line, or is an item
    below it, and gives another value of a kind that the memory has from there, or denies or ends
    something; it names no matter of its own.
    """
    stands = [edit.heirs[at][0] for at in grounds.whole if at in edit.untouched]
    for j in (one for one in edit.added if one not in others):
        for k in stands:
            line, one = edit.now[k], edit.now[j]
            is_beside = abs(j - k) == 1 and one.section == line.section
            if one.kind != "heading" and (is_beside or one.context == line.plain):
                is_joined = one.context == line.plain or one.first_line == line.last_line
                if _takes_back(memory, edit, line, one, is_joined=is_joined):
                    return j
    return None


def _takes_back(
    memory: Asserted, edit: NoteEdit, line: Statement, one: Statement, *, is_joined: bool
) -> bool:
    own = edit.words(_beside_values(one, memory.language)) - memory.words - edit.words(line.plain)
    is_bare = len(own) <= _MOST_OWN
    news = _other_values(memory, line, one)
    if any(is_bare or (is_joined and value.kind != "number") for value in news):
        return True
    if is_bare and negations(one.plain) % 2 == 1:
        return True
    over, was_over = (
        says_it_ended(text) or says_it_is_off(text) for text in (one.plain, line.plain)
    )
    first = next((part.start for part in pieces(one.plain) if part.kind == "word"), 0)
    is_of_it = is_bare or is_joined or first in denials(one.plain)  # `not any more since May`
    return over and not was_over and is_of_it


def _other_values(memory: Asserted, line: Statement, one: Statement) -> list[Value]:
    """Return the values of a kind that a memory has from a line, and that neither of them gives."""
    told = [v for v in said_in(line, memory.language) if v.kind in TYPED]
    had = [v for v in told if any(same(v, mine) for mine in memory.values)]
    return [
        value
        for value in said_in(one, memory.language)
        if value.kind in TYPED
        and any(comparable(value, mine) for mine in had)
        and not any(same(value, other) for other in (*told, *memory.values))
    ]


def _beside_values(one: Statement, language: str) -> str:
    """Return the words of a statement that are no value, but those that only say `changed`."""
    values = [v for v in said_in(one, language) if v.kind in TYPED]
    return " ".join(
        part.text
        for part in pieces(one.plain)
        if part.lower not in words_for("override")
        and not any(value.start <= part.start < value.end for value in values)
    )
