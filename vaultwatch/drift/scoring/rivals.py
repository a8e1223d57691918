"""Hold a belief against a note by words and values, and find where the note gives another value.

Pure. `scoring.grounding` asks. A rival is a value of the same kind in a statement that speaks of
the same one in the belief's words, while the belief's own value stands nowhere for it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.passages.align import weights_of
from vaultwatch.drift.passages.asserted import asserted
from vaultwatch.drift.passages.edit import edit_of, led_to
from vaultwatch.drift.passages.exchange import IN_OTHER_FORM
from vaultwatch.drift.scoring.subjects import (
    aliases,
    around,
    is_anothers,
    names_of,
    subjects_of,
    without_name,
    written,
)
from vaultwatch.notes.model import Statement, StatementKind
from vaultwatch.values.equality import allows, comparable, near, same
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations, pattern_for, present, switched
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces
from vaultwatch.values.words import content, stemming_of, words_in

MOST_CHARS: Final = 2_000
"""A longer statement is no single fact, and is not read."""
MOST_VALUES: Final = 16
"""Of one belief; one of more is a note."""
_TOP: Final = 8
"""Statements that say most of the belief: what stands elsewhere is of something else."""
_LEAST_ABOUT: Final = 0.2
"""Share of the belief's other words that a statement must say for its value to be a rival."""
_LEAST_NAMED: Final = 0.5
"""The same for a name or a number in letters, of which a sentence holds many."""
_CERTAIN: Final = 0.8
"""From here on the only other value is a rival of any kind."""
_LEAST_FULL: Final = 0.3
"""The same for a name of two words."""
_AT_HOME: Final = 0.6
"""A statement is of whom the belief is where it says so much of what the best one does."""
_KNOWN: Final = 0.3
"""The belief's value stands for the same in a statement that says so much of what the best does: a
note that gives it for anything like the same does not deny it. `benchmarks/grounding.py`."""
_REACH: Final = 8
"""Words on either side of a value that tell what it is a value of."""
MOST_WORDS: Final = 2
"""Of a property that says how its note stands: `paused`, `Morag Ellison`."""
_SOLE: Final = TYPED - {"number"}
"""Kinds of which the only one of a statement is a rival though no word beside them agrees."""
_ALIKE: Final = 2
"""Letters with which two names of one kind of thing begin: `HK-310`, `HK-220`."""
_YEARS: Final = range(1900, 2100)
_NO_LABEL: Final[frozenset[StatementKind]] = frozenset({"sentence", "code"})
"""Kinds of statements whose colon parts no word from what it is: a cell is of its row."""
_GUESSED: Final = 0.1
"""How far a value may be from one that is only guessed: `about 118 days`."""


_ASIDE: Final = re.compile(r"\([^()]{1,200}\)")


def partings(text: str) -> Iterator[re.Match[str]]:
    """Yield where a sentence may be cut into what it says of several things."""
    return pattern_for("parted").finditer(text)


@dataclass(frozen=True, slots=True)
class Rival:
    """One value of a note against one of a belief."""

    said: str
    """By the belief."""
    instead: str
    """By the note."""
    index: int
    """Of the statement."""
    cover: float
    """Share of the belief's other words that the statement says, or stands under, 0..1."""
    near: int
    """Words that stand near both."""


class Held:
    """A belief held against a note, looked at once for all that is asked."""

    def __init__(self, belief: Belief, now: tuple[Statement, ...], whole: str = "") -> None:
        """Hold a belief against a note.

        Args:
            belief: what the memory says, or a part of it.
            now: the note's statements.
            whole: the memory's text where it is a part: what the rest says is no rival.
        """
        self.now = now
        self.note = edit_of((), now)
        self.language = weights_of((), now).language
        self.memory = asserted(belief, self.language)
        self.values = [
            value
            for value in self.memory.values[:MOST_VALUES]
            if self.written(value).casefold() != belief.memory_id.casefold()
        ]
        self.all_values = values_of(whole, self.language) if whole else self.values
        text = whole or self.memory.text
        typed = (one for one in values_of(text, self.language) if one.kind in TYPED)
        measured = " ".join(text[one.start : one.end] for one in typed)
        self.of_matter = self.words(text) - self.words(measured)
        self.title = belief.note_title
        self.own_names = self.memory.title | aliases(now, self.language)
        self._shares: dict[frozenset[str], dict[int, float]] = {}
        self.shares = self.without(frozenset())

    @property
    def order(self) -> list[int]:
        """The statements that say most of the belief, most first."""
        return sorted(self.shares, key=lambda i: (-self.shares[i], i))[:_TOP]

    def without(self, words: frozenset[str]) -> dict[int, float]:
        """Return how much of the belief's other words each statement says."""
        words &= self.memory.words  # mostly none of them is the belief's
        if words not in self._shares:
            self._shares[words] = {
                i: self.memory.share(self.note, one, words)
                for i, one in enumerate(self.now)
                if one.kind != "heading" and len(one.plain) <= MOST_CHARS
            }
        return self._shares[words]

    def words(self, text: str) -> frozenset[str]:
        """Return the words of meaning of a text, as they are counted in the note."""
        return content(text, self.language)

    def written(self, value: Value) -> str:
        """Return a value as the belief writes it."""
        return self.memory.text[value.start : value.end]

    def stretch(self, stems: frozenset[str]) -> str:
        """Return the belief's words from the first to the last that has one of some stems."""
        spots = [one for one in words_in(self.memory.text, self.language) if one.stem in stems]
        return self.memory.text[spots[0].start : spots[-1].end] if spots else ""

    def says(self, index: int, value: Value) -> bool:
        """Tell whether a statement says a value, of now, or stands under it; no other thing's.

        A measured one that stands there word for word it says, whatever language it is read in.
        """
        return self.gives(index, value) and not self.gives_another(index, value)

    def names(self, index: int, value: Value) -> bool:
        """Tell whether a statement says a value, or has all words of a name apart.

        `Eierlikör, ein kleines Glas` is no other thing than a `Glas Eierlikör`.
        """
        words = self.words(self.written(value)) if value.kind not in TYPED else frozenset()
        is_apart = bool(words) and words <= self.words(self.now[index].plain)
        return is_apart or self.says(index, value)

    def gives(self, index: int, value: Value) -> bool:
        """Tell whether a statement holds a value, whatever it is a value of; see `says`."""
        statement, is_typed = self.now[index], value.kind in TYPED
        if any(self.is_same(value, other) for other in said_by(statement, self.language)):
            return True
        words, text = str(value.key[0]), f"{present(statement.plain)} {around(statement)}"
        words, text = (self.written(value), text) if is_typed else (words, f"{text} {self.title}")
        spots = re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE)
        return any(
            not is_typed
            or not any(
                one.start < spot.end() and spot.start() < one.end
                for one in values_of(text, self.language)
            )
            for spot in spots
        )

    def gives_another(self, index: int, value: Value) -> bool:
        """Tell whether a value stands in another thing's clause: 620 of `Rent 620, deposit 90`.

        Its clause says a word of its own and none that is the belief's alone, while another clause
        with a value in that place does. What stands before may be the subject of both, unless the
        belief says all of it. Of the belief its own clause counts, if it has no other such value.
        """
        text = present(self.now[index].plain)
        values = [one for one in values_of(text, self.language) if one.kind == value.kind]
        its = [one for one in values if self.is_same(value, one)]
        often = sum(self.is_same(value, one) for one in said_by(self.now[index], self.language))
        if value.kind not in TYPED or len(its) != 1 or often != 1 or its == values:
            return False
        ends = [cut.start() for cut in partings(text)]
        ends = [end for end in ends if not any(one.start < end < one.end for one in values)]
        cuts = [0, *ends, len(text)]
        number = self.words(" ".join(text[one.start : one.end] for one in values))
        told = [self.words(text[a:b]) - number for a, b in pairwise(cuts)]
        where = [bisect_right(cuts, one.start) - 1 for one in values]
        own = bisect_right(cuts, its[0].start) - 1
        labels = {n: told[n] - told[own] for n in where if n != own}
        whole = self.memory.text
        parts = [0, *(cut.end() for cut in partings(whole)), len(whole)]
        at = bisect_right(parts, value.start)
        clause = whole[parts[at - 1] : parts[at]]
        if sum(one.kind == value.kind for one in values_of(clause, self.language)) > 1:
            return False
        said = self.words(clause) - self.memory.title - self.words(self.written(value))
        mine = told[own].difference(*(told[n] for n in labels))
        if not labels or not mine or mine & said:
            return False
        return any(label & said and (n > own or label <= said) for n, label in labels.items())

    def is_same(self, value: Value, other: Value) -> bool:
        """Tell whether two values are the same, or about it where the belief only guesses."""
        return same(value, other) or (value.bound == "~" and near(value, other, _GUESSED))

    def shares_a_matter(self, index: int) -> bool:
        """Tell whether a statement, or what it stands under, says a word of the memory's.

        That two speak of some day or hour alone makes them no one matter.
        """
        theirs = self.words(f"{self.now[index].plain} {around(self.now[index])}")
        return not theirs.isdisjoint(self.of_matter)

    def is_of_it(self, index: int, before: int | None = None) -> bool:
        """Tell whether a statement names all whom the belief names and the note knows.

        What follows right behind one that names them speaks of them still, where it names nobody.

        Args:
            index: of the statement.
            before: place in the belief; who is named behind it is not asked for.
        """
        text = self.memory.text[:before]
        known, small = written(self.now, self.language)
        named = names_of(text, self.language) - small
        named = (named & known) - self.own_names
        statement = self.now[index]
        missing = named - self.words(f"{statement.plain} {around(statement)}")
        if not missing or statement.kind != "sentence" or not index:
            return not missing
        last = self.now[index - 1]
        names_nobody = not names_of(statement.plain, self.language, is_inside=True)
        is_before = last.section == statement.section and missing <= self.words(last.plain)
        return names_nobody and is_before

    def tells_whose(self, index: int) -> bool:
        """Tell whether a statement is of whom the belief is, and no other one says more of it."""
        _, small = written(self.now, self.language)
        text = without_name(self.memory.text, self.title)
        read = values_of(text, self.language)
        measured = (one for one in read if one.kind in TYPED)  # nobody is called `May`
        whom = subjects_of(text, self.language) - small - self.own_names
        whom -= self.words(" ".join(text[one.start : one.end] for one in measured))
        shares = self.without(whom)
        top = max(shares, key=lambda i: (shares[i], i == index))
        best = [index] if shares[index] >= _AT_HOME * shares[top] else [index, top]
        return not any(
            is_anothers(text, whom, self.own_names, self.now[i], self.language) for i in best
        )


@lru_cache(maxsize=8_192)
def said_by(statement: Statement, language: str) -> tuple[Value, ...]:
    """Return the values that a statement gives, of now, and those that it stands under."""
    texts = present(statement.plain), around(statement)
    return (*(one for text in texts for one in values_of(text, language)), *led_to(statement))


def rivals_of(held: Held, *, least_cover: float = 0.0) -> Iterator[Rival]:
    """Yield what a note says against the values of a belief, where it says enough of the rest."""
    for value in held.values:
        least = max(_least_for(value, held.written(value)), least_cover)
        shares = held.without(held.words(held.written(value)))
        order = sorted(shares, key=lambda i: (-shares[i], i))[:_TOP]
        if not order or shares[order[0]] < least:
            continue
        home = max((shares[i] for i in shares if held.names(i, value)), default=0.0)
        is_property = any(held.now[i].key and held.says(i, value) for i in shares)
        if is_property or home >= _KNOWN * shares[order[0]]:
            continue
        others = [i for i in order if held.gives(i, value) and not held.says(i, value)]
        for i in others or order:
            is_of_it = held.shares_a_matter(i) and held.is_of_it(i, value.start)
            is_of_it = is_of_it and _says_what(held, value, i)
            if shares[i] >= least and is_of_it:
                yield from _rivals_in(held, value, i, shares[i])


def _rivals_in(held: Held, value: Value, index: int, cover: float) -> Iterator[Rival]:
    """Yield the one value of a statement that stands where the belief's does."""
    text = present(held.now[index].plain)
    if _is_of_another_year(held, values_of(text, held.language), value):
        return
    beside = _near(held.memory.text, value, held.language)
    rest = (one for one in held.values if one.kind in TYPED and one != value)
    is_of_both = any(held.says(index, one) for one in rest)  # `never from 7:30 to 10:00`
    found = []
    for other in values_of(text, held.language):
        written = text[other.start : other.end]
        if other.kind != value.kind or not comparable(value, other) or not _is_alike(value, other):
            continue
        if any(held.is_same(one, other) for one in held.all_values):
            continue
        if allows(value, other) and not (value.is_denied and is_of_both):
            continue
        if _is_denied(text, other) != _is_denied(held.memory.text, value):
            continue  # `no chapter longer than 6,000 words` gives no length
        said = (held.memory.words | held.memory.title) - held.words(held.written(value))
        if value.kind not in TYPED and held.words(written) & said:
            continue
        beside_both = len(beside & _near(text, other, held.language))
        found.append(Rival(held.written(value), written, index, cover, beside_both))
    most = max((one.near for one in found), default=0)
    best = [one for one in found if one.near == most]
    is_sole = len(found) == 1 and (value.kind in _SOLE or cover >= _CERTAIN)
    is_sole = is_sole and (cover >= _CERTAIN or _unit(found[0].said) == _unit(found[0].instead))
    if len(best) == 1 and (most or is_sole):
        yield best[0]


def _unit(written: str) -> str:
    """Return the letters that a value is written with: of `47 min` no days."""
    return "".join(filter(str.isalpha, written.casefold()))[:_ALIKE]


def _says_what(held: Held, value: Value, index: int) -> bool:
    """Tell whether a statement says a word of a bare number's own clause, if that has any.

    What `listens on 8443 and goes to Postgres` listens on `Postgres 15` does not say.
    """
    if value.kind != "number":
        return True
    text, statement = held.memory.text, held.now[index]
    cuts = [cut.end() for cut in partings(text) if not value.start < cut.end() < value.end]
    start = max((cut for cut in cuts if cut <= value.start), default=0)
    end = min((cut for cut in cuts if cut >= value.end), default=len(text))
    own = held.words(f"{text[start : value.start]} {text[value.end : end]}") - held.memory.title
    return not own or not own.isdisjoint(held.words(f"{statement.plain} {around(statement)}"))


def _is_denied(text: str, value: Value) -> bool:
    return value.is_denied or bool(negations(text[: value.start]))


def _is_of_another_year(held: Held, values: tuple[Value, ...], value: Value) -> bool:
    """Tell whether a statement speaks of a year that the belief does not: what was, was."""
    years = {year for one in values if (year := _year_of(one)) is not None}
    own = {year for one in held.all_values if (year := _year_of(one)) is not None}
    return bool(years) and _year_of(value) is None and years.isdisjoint(own)


def _year_of(value: Value) -> int | None:
    if value.kind == "date" and isinstance(value.key[0], int):
        return value.key[0]
    amount = value.key[0] if value.kind == "number" and len(value.key) == 1 else None
    is_year = isinstance(amount, float) and amount % 1 == 0 and amount in _YEARS
    return int(amount) if is_year and isinstance(amount, float) else None


def other_property(held: Held) -> Iterator[Rival]:
    """Yield what a property or `Label: word` says that the belief names and says otherwise.

    A word that both write letter by letter is one word, whatever stem each text's language gives.
    """
    written = {piece.lower for piece in pieces(held.memory.text)}
    for i, statement in enumerate(held.now):
        key, _, said = present(statement.plain).partition(":")
        words, named = held.words(said), held.words(key)
        is_cell = statement.kind == "table_row" and not any(map(str.isdigit, said))
        is_cell = is_cell or switched(said) is not None  # it names nothing in a word's place
        if (
            is_cell
            or statement.kind in _NO_LABEL
            or not words
            or max(map(len, (words, named))) > MOST_WORDS
        ):
            continue
        if words <= held.memory.title or not said.strip()[:1].isalnum():
            continue
        if written.issuperset(words_of(said)):
            continue
        left = held.memory.words - held.memory.title - named
        is_named = bool(named) and named <= held.memory.words and not negations(held.memory.text)
        is_other = is_named and 0 < len(left) <= len(words) and not left & words
        if any(is_other and held.gives(i, value) for value in held.values):
            continue  # `market: Tue 10`
        if is_other and _is_said_of(held, left, named) and not _is_known(held, left, named):
            yield Rival(held.stretch(left), said.strip(), i, 1.0, len(named))


def _is_known(held: Held, left: frozenset[str], named: frozenset[str]) -> bool:
    """Tell whether a line of a note says of what a key names what a belief says of it.

    `Boil for 7 hours. Open kettle.` beside `kettle: 120 l copper`.
    """
    return any(
        left <= held.words(one.plain) and named <= held.words(f"{one.plain} {around(one)}")
        for one in held.now
    )


def _is_said_of(held: Held, left: frozenset[str], named: frozenset[str]) -> bool:
    """Tell whether a belief says some words, and no more between them, of what a key names.

    `The afterburner of the roaster` is no roaster, nor is `the roaster's afterburner`: words apart
    link the two, `the owner is Ada`, or the key ends what is said, `Ada is the owner of Atlas`.
    """
    text = held.memory.text
    spots = words_in(text, held.language)
    value, key = ([one for one in spots if one.stem in stems] for stems in (left, named))
    if not value or not key:
        return False
    start, end = value[0].start, value[-1].end
    if len(words_of(text[start:end])) != len(value):
        return False
    if key[0].start > end:
        rest = text[key[-1].end :]
        is_end = len(words_of(rest)) < 2  # noqa: PLR2004 -- `of`, the cited title left out
        return is_end or bool(held.words(rest) & held.memory.title)
    behind, _, between = text[key[-1].end : start].partition(" ")
    is_label = bool(behind) and not any(map(str.isalnum, behind))  # `owner: Ada`
    return is_label or bool(words_of(between))


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, marks left out."""
    return [piece.lower for piece in pieces(text) if piece.kind != "mark"]


def _is_alike(value: Value, other: Value) -> bool:  # noqa: PLR0911 -- a kind a line
    """Tell whether two names or paths are built alike, or two dates as exact."""
    a, b = str(value.key[0]), str(other.key[0])
    match value.kind:
        case "name":
            return (" " in a) == (" " in b) and not _is_form(a, b)
        case "number":
            return {x % 1 > 0 for x in value.amounts} == {x % 1 > 0 for x in other.amounts}
        case "date":
            return [x is None for x in value.key[:3]] == [x is None for x in other.key[:3]]
        case "url" if "/" in a + b:
            return False
        case "identifier":
            return a[:_ALIKE] == b[:_ALIKE] and not _is_form(a, b)
        case "path" | "url":
            return _marks(a) == _marks(b) and not _is_form(a, b)
        case "quote":
            return False
        case _:
            return True


def _least_for(value: Value, written: str) -> float:
    """Return how much must be said beside a value: more where a sentence holds many such."""
    if value.kind == "name":
        return _LEAST_FULL if " " in str(value.key[0]) else _CERTAIN
    is_clear = value.kind == "path" or (value.kind in TYPED and value.kind != "number")
    is_clear = is_clear or any(map(str.isdigit, written))
    return _LEAST_ABOUT if is_clear else _LEAST_NAMED


def _is_form(a: str, b: str) -> bool:
    """Tell whether one begins as the other does, or has its letters or its words: a form of it."""
    words = [{one.stem for one in words_in(text)} for text in (a, b)]
    is_part = bool(words[0] and words[1]) and (words[0] <= words[1] or words[1] <= words[0])
    alike = SequenceMatcher(None, a.casefold(), b.casefold()).ratio()
    return a[: len(b)] == b[: len(a)] or is_part or (" " in a and alike >= IN_OTHER_FORM)


def _marks(written: str) -> str:
    """Return the marks that an identifier is built with."""
    return "".join(sorted({letter for letter in written if not letter.isalnum()}))


def _near(text: str, value: Value, language: str) -> frozenset[str]:
    """Return the words that tell what a value is a value of.

    What stands in brackets is said of what stands before them.
    """
    asides = _ASIDE.finditer(text)
    own = next((one for one in asides if one.start() < value.start < one.end()), None)
    words = words_in(text[: own.end()] if own is not None else text, language)
    before = [one.start for one in words if one.end <= value.start][-_REACH:]
    behind = [one.end for one in words if one.start >= value.end][:_REACH]
    start, end = before[0] if before else value.start, behind[-1] if behind else value.end
    return content(text[start : value.start], language) | content(text[value.end : end], language)


def is_of_one_thing(text: str, said: str, title: str, statement: Statement, instead: str) -> bool:
    """Tell whether a statement of a note that nobody cites speaks of the very thing a belief does.

    `The fee of Elm is 44 euros` is not about the fee of Alder: the belief says what stands neither
    there nor above it, and there stands what the belief does not say, in a title or as a name or
    value.

    Args:
        text: the belief's.
        said: its value that is looked for.
        title: of the note.
        statement: of the note.
        instead: its value; one that stands in a title is what is spoken of.
    """
    plain = statement.plain.replace(instead, " ")
    language = stemming_of(plain)
    above, ours, theirs, other = (
        content(one, language)
        for one in (f"{title} · {around(statement)}", text.replace(said, " "), plain, instead)
    )
    values = (content(plain[one.start : one.end], language) for one in values_of(plain, language))
    named = names_of(plain, language).union(*values)
    is_other = ours - above - theirs and (above | named) - ours
    return not is_other and not other <= above
