"""What a memory asserts: its words and values, and the statements of its note that say them.

Pure. A slot is a value of the memory with the place in the note where it stood.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.model import Support
from vaultwatch.drift.passages.align import WordWeights, weights_of
from vaultwatch.drift.passages.columns import with_units
from vaultwatch.drift.passages.edit import NoteEdit, cells_of, edit_of, said_in
from vaultwatch.notes.model import SectionPath, Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.equality import same
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import clauses_of, denies
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces
from vaultwatch.values.words import content

OF_THE_TITLE: Final = 0.3
"""What a word of the note's own name counts: every statement there is about it."""
UNDER: Final = 0.4
"""What a word counts that only stands above a statement, in its headings or its list's line."""
BY_VALUE: Final = 0.08
"""What a value that both give adds, for at most three."""
IN_PLACE: Final = 0.12
"""What a statement gains by standing below the heading that the memory's link names; three times
as much where it is the very block."""
NEAR_BEST: Final = 0.8
MOST_SUPPORTS: Final = 4
MOST_SEARCHED: Final = 25
HOLDS_VALUE: Final = 0.45
"""A slot's statement speaks of the memory at least this much beside the best one; one with a key
or a link's target, `HOLDS_KEY`."""
HOLDS_KEY: Final = 0.3
LONGEST_QUOTE: Final = 5
"""Words up to which a quotation is a value; a longer one is a sentence."""
LONGEST_LABEL: Final = 3
"""Words of a label before a colon."""
MOST_BESIDE: Final = 2
"""Words of a clause that states a property besides the note's title and labels. Chosen by hand:
where a property's word stands by chance there are mostly four."""
LEAST_SUPPORT: Final = 0.08
"""Share of a memory that a statement says for it to rest on that at all: a name or a number, where
they are in two languages. Chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Asserted:
    """What a memory says, its citation aside, read for one note."""

    belief: Belief
    text: str
    language: str
    """By which its words are stemmed: the note's."""
    words: frozenset[str]
    title: frozenset[str]
    values: tuple[Value, ...]

    @property
    def measured(self) -> frozenset[str]:
        """The words that say what is measured, and nothing of their own: `30 m high`."""
        ends = (one.end for one in self.values if one.kind == "quantity")
        return content(" ".join(" ".join(self.text[at:].split()[:1]) for at in ends), self.language)

    def share(self, edit: NoteEdit, statement: Statement, without: Collection[str] = ()) -> float:
        """Return how much of the memory a statement says, 0..1 and a little for shared values."""
        own = edit.words(statement.plain)
        around = edit.words(" ".join((*statement.section, statement.context)))
        total = got = 0.0
        for word, weight in weighed(self, edit.weights).items():
            if word not in without:
                total += weight
                got += weight * (1.0 if word in own else UNDER if word in around else 0.0)
        if not got:
            return 0.0
        typed = [value for value in self.values if value.kind in TYPED]
        there = said_in(statement, self.language) if typed else ()
        hits = sum(any(same(value, other) for other in there) for value in typed)
        return min(1.0, got / (total or 1.0) + BY_VALUE * min(hits, 3))


@lru_cache(maxsize=512)
def part_with(memory: Asserted, value: Value) -> Asserted:
    """Return of a memory the sentence that gives a value: what the value is said of."""
    spans = split_sentences(memory.text)
    if len(spans) < 2:  # noqa: PLR2004 -- the whole of it
        return memory
    start, end = next(((a, b) for a, b in spans if a <= value.start < b), (0, None))
    words = content(memory.text[start:end], memory.language)
    values = tuple(
        one for one in memory.values if start <= one.start and one.end <= (end or one.end)
    )
    return replace(memory, words=words, values=values)


@lru_cache(maxsize=256)
def weighed(memory: Asserted, weights: WordWeights) -> dict[str, float]:
    """Return what each word of a memory weighs in a note.

    Of the note's title little, and of what it was called once nothing.
    """
    gone = content(memory.belief.was_titled, memory.language)
    gone -= content(memory.belief.note_title, memory.language)
    of = {
        word: weights.of(word) * (OF_THE_TITLE if word in memory.title else 1.0)
        for word in sorted(memory.words)
    }
    return {word: weight for word, weight in of.items() if word not in gone} or of


_CITED: Final = r"\W?\(\s*{name}\s*\)|^{name}\s*:|\W*{name}\W*$"
"""A note's name where it only says whence: in brackets, or at an edge."""
_CITED_TOO: Final = r"\W?\(\s*(?:{names})\s*\)|\s*[,;.]\s*(?:(?:{names})(?!\w)[\s,;]*+)++\W*$"
"""Others' names likewise, several in a row too; at the end behind a mark alone: a sentence may end
in one."""


@lru_cache(maxsize=1_024)
def asserted(belief: Belief, language: str) -> Asserted:
    """Return what a memory asserts of the note it cites, stemmed by the note's language."""
    whence = [_CITED.format(name=re.escape(belief.note_title))]
    shown = (*belief.others, *belief.shown_as)
    cited = sorted(filter(None, (belief.note_title, *shown)), key=len, reverse=True)
    names = map(re.escape, cited)
    whence += [_CITED_TOO.format(names="|".join(names))] * bool(shown)
    before, text, named = "", belief.text, re.compile("|".join(whence))
    while text != before:  # several may stand in a row, in any order
        before, text = text, named.sub("", text)
    text = text.replace("`", "").strip(" ,:")
    title = content(f"{belief.note_title} {belief.was_titled} {belief.folders}", language)
    values = tuple(
        value
        for value in values_of(_beside_title(text, belief.note_title), language)
        if not (value.kind == "quote" and len(str(value.key[0]).split()) > LONGEST_QUOTE)
        and (
            value.kind not in ("name", "identifier", "number")
            or not content(text[value.start : value.end], language) <= title
        )
    )
    return Asserted(belief, text, language, content(text, language), title, values)


def _beside_title(text: str, title: str) -> str:
    """Return a text with the note's own name in small letters: it is no part of another's.

    `Meetings of Atlas` is no name, where Atlas is the note.
    """
    small = title.lower()
    if not title or len(small) != len(title):
        return text
    return re.sub(rf"(?<!\w){re.escape(title)}(?!\w)", lambda _: small, text)


def of_its_cells(memory: Asserted, edit: NoteEdit, rows: Iterable[int]) -> NoteEdit:
    """Return an edit in which some rows of tables say those cells alone of which a memory speaks.

    A row stands where they do: the value of another column is of another matter. What row and
    column name is the label of a cell.
    """
    then, now, stood = list(edit.then), list(edit.now), set[int]()
    for i in rows:
        if i in edit.untouched or i not in edit.heirs:
            continue
        j = edit.heirs[i][0]
        olds, news = cells_of(then[i]), cells_of(now[j])
        first, meant = _columns_meant(memory, edit, olds, said_in(then[i], memory.language))
        meant = [name for name in meant if name in news]
        if not meant or not first <= news.keys():
            continue
        then[i], now[j] = (
            replace(row, plain=_said_of(first, meant, cells))
            for row, cells in ((then[i], olds), (now[j], news))
        )
        stood |= {i} if then[i].plain == now[j].plain else set()
    if tuple(then) == edit.then:
        return edit
    told = {edit.heirs[i][0] for i in stood}
    fresh = tuple(j for j in edit.fresh if j not in told)
    untouched = edit.untouched | stood
    return replace(edit, then=tuple(then), now=tuple(now), untouched=untouched, fresh=fresh)


def likeliest_first(memory: Asserted, edit: NoteEdit) -> NoteEdit:
    """Return an edit whose split sentences begin with the part that says most of a memory."""
    parted = {
        i: tuple(sorted(heirs, key=lambda j: -memory.share(edit, edit.now[j])))
        for i, heirs in edit.heirs.items()
        if len(heirs) > 1
    }
    return replace(edit, heirs={**edit.heirs, **parted}) if parted else edit


def _said_of(first: Collection[str], columns: Collection[str], cells: Mapping[str, str]) -> str:
    row = [f"{name} {cells[name]}".strip() for name in first]
    return ", ".join((*row, "; ".join(f"{name}: {cells[name]}" for name in columns)))


def _columns_meant(
    memory: Asserted, edit: NoteEdit, row: Mapping[str, str], values: Sequence[Value]
) -> tuple[set[str], list[str]]:
    """Return the first column, where a memory says its cell, and those of which it speaks.

    It names the column, or says what the cell does and no cell of a column that it names. The
    values are read from the row as a whole: in a cell alone `Mon, Wed` may be no days.
    """
    said = {name: edit.words(cell) & memory.words for name, cell in row.items()}
    end = -len("; ")
    for name, cell in row.items():
        start = end + len("; ")
        end = start + len(f"{name}: {cell}" if name else cell)
        read = [one for one in values if start <= one.start < end] or values_of(
            cell, memory.language
        )
        given = (one for one in memory.values if any(same(one, v) for v in read))
        said[name] |= {memory.text[one.start : one.end] for one in given}
    names = [*row]
    often = Counter(word for name in names for word in edit.words(name))
    own = {word for word in memory.words if often[word] == 1}
    named = {name for name in names[1:] if own & edit.words(name)}
    told = frozenset().union(*(said[name] for name in named))
    first = {name for name in names[:1] if said[name]}
    return first, [name for name in names[1:] if name in named or said[name] - told]


@dataclass(frozen=True, slots=True)
class Slot:
    """A value that the memory asserts, and where its note said it."""

    value: Value
    """As the memory gives it."""
    of: Asserted
    """The sentence of the memory that gives it."""
    at: int
    """Index then of the statement that gives it."""
    there: Value
    """As that statement gives it."""


@dataclass(frozen=True, slots=True)
class RestsOn:
    """What of a note a memory rests on."""

    shares: Mapping[int, float]
    """How much of the memory each statement of then says."""
    top: int
    """Index then of the one that says most."""
    slots: tuple[Slot, ...]
    labelled: tuple[int, ...]
    """Indices then of each `status: planning` whose word the memory says: a fact of its own,
    however little of the memory it is."""
    rests_on: tuple[int, ...]
    """Indices then of all that is weighed of what it rests on: `top` first."""
    meant: tuple[int, ...]
    """Those among them that no other one says word for word where the memory says it."""

    @property
    def whole(self) -> tuple[int, ...]:
        """All that it rests on."""
        return tuple(dict.fromkeys((*self.meant, *self.labelled)))

    @property
    def best(self) -> float:
        """How much of the memory the best statement says."""
        return self.shares[self.top]


def grounds_of(memory: Asserted, edit: NoteEdit) -> RestsOn | None:
    """Return what a memory rests on; None where its note said nothing."""
    belief = memory.belief
    shares = {
        i: share + _in_place(belief, one) * (share > 0)
        for i, one in enumerate(edit.then)
        if one.kind != "heading"
        for share in (memory.share(edit, one),)
    }
    order = sorted(shares, key=lambda i: (-shares[i], i))
    if not order or not shares[order[0]]:
        return None
    best = shares[order[0]]
    slots = [one for value in memory.values for one in _slots(memory, edit, value, shares)]
    near = (i for i in order[:MOST_SUPPORTS] if shares[i] >= NEAR_BEST * best)
    said = tuple(i for i in order if _is_said_label(memory, edit, i, shares))
    rests_on = tuple(dict.fromkeys((order[0], *(slot.at for slot in slots), *near)))
    meant = _where_meant(edit, shares, rests_on)
    return RestsOn(shares, order[0], tuple(slots), said, rests_on, meant)


def _where_meant(
    edit: NoteEdit, shares: Mapping[int, float], rests_on: Sequence[int]
) -> tuple[int, ...]:
    """Return statements without those that changed while another said the same where it is meant.

    Of `Pays 30 euros` under *Ann* and under *Ben* it is nothing to Ann what became of Ben's.
    """
    most: dict[str, float] = {}
    for i in rests_on:
        digest = edit.then[i].digest
        most[digest] = max(most.get(digest, 0.0), shares[i])
    return tuple(
        i for i in rests_on if i in edit.untouched or shares[i] >= most[edit.then[i].digest]
    )


def label_of(statement: Statement) -> tuple[str, str]:
    """Return the label of a `Status: open` and what it says; a property's key is its label."""
    label, colon, rest = statement.plain.partition(":")
    is_label = bool(colon) and len(label.split()) <= LONGEST_LABEL and rest.startswith(" ")
    if statement.kind == "table_row":  # of one cell, once the others are left out
        is_label = "; " not in rest
    is_label = is_label or bool(statement.key)
    return (label.casefold(), rest) if is_label else ("", statement.plain)


def _is_said_label(memory: Asserted, edit: NoteEdit, at: int, shares: Mapping[int, float]) -> bool:
    """Tell whether a memory says all that stands behind a label, and has it from nowhere else.

    A line that says more of it than that word is where it has it from. Numbers and days are slots.
    And only in a clause on hardly more than the note's labels: in `goes to work by bike` the word
    of `area: work` stands by chance.
    """
    one = edit.then[at]
    label, told = label_of(one)
    own = edit.words(told)
    if not label or not own or not own <= memory.words - memory.title - memory.measured:
        return False
    labels = (edit.words(line.plain) for line in edit.then if label_of(line)[0])
    known = memory.title.union(*labels)
    clauses = (content(part, memory.language) for part in clauses_of(memory.text))
    if not any(own <= said and len(said - known) <= MOST_BESIDE for said in clauses):
        return False
    if any(value.kind in TYPED for value in said_in(one, memory.language)):
        return False
    if denies(memory.text, own, memory.language) != denies(one.plain, own, memory.language):
        return False
    besides = own | memory.title
    least = memory.share(edit, one, besides)
    return not any(
        i != at
        and own <= edit.words(edit.then[i].plain)
        and memory.share(edit, edit.then[i], besides) > least
        for i in shares
    )


def _slots(
    memory: Asserted, edit: NoteEdit, value: Value, shares: Mapping[int, float]
) -> list[Slot]:
    """Return where a note then gave a value for what the memory gives it for, likeliest first."""
    part = part_with(memory, value)
    if part is not memory:
        shares = {i: part.share(edit, edit.then[i]) for i in shares}
    order = sorted(shares, key=lambda i: (-shares[i], i))[:MOST_SEARCHED]
    places = [
        Slot(value, part, i, there)
        for i in order
        for there in _places(value, edit.then[i], memory.language)[:1]
        if shares[i] >= _floor(edit.then[i], there) * shares[order[0]]
    ]
    return [one for one in places if shares[one.at] >= NEAR_BEST * shares[places[0].at]]


def _in_place(belief: Belief, statement: Statement) -> float:
    if belief.block is not None and statement.block_id == belief.block:
        return 3 * IN_PLACE
    return IN_PLACE if _is_in(statement.section, belief.narrow) else 0.0


def _is_in(section: SectionPath, narrow: SectionPath) -> bool:
    return bool(narrow) and any(
        section[i : i + len(narrow)] == narrow for i in range(len(section) - len(narrow) + 1)
    )


def _places(value: Value, statement: Statement, language: str) -> list[Value]:
    """Return where a statement gives a value, read as such or in so many words."""
    found = [there for there in said_in(statement, language) if same(value, there)]
    if not found and value.kind not in TYPED:
        named = re.escape(str(value.key[0]))
        spots = re.finditer(rf"(?<!\w){named}(?!\w)", statement.plain, re.IGNORECASE)
        found = [replace(value, start=one.start(), end=one.end()) for one in spots]
    return found


def are_listed(memory: Asserted, edit: NoteEdit, at: int, values: Sequence[Value]) -> bool:
    """Tell whether a line lists some values then and now, in whatever order.

    A memory that gives them all must list them too: `Ann in May, Bob in June` does not.
    """
    sides, language = (edit.then[at], edit.now[edit.heirs[at][0]]), edit.weights.language
    given = [value for one in sides for value in said_in(one, language)]
    places = [[spot for value in given for spot in _places(value, one, language)] for one in sides]
    rows = [_in_a_row(one.plain, its) for one, its in zip(sides, places, strict=True)]
    if all(any(same(one, its) for its in memory.values) for one in values):
        rows.append(_in_a_row(memory.text, memory.values))
    return all(any(same(one, other) for other in row) for one in values for row in rows)


def _in_a_row(text: str, values: Sequence[Value]) -> list[Value]:
    """Return those of its values that a text lists: `Dutch and French`, `in May and in June`.

    None where their order says something: beside another list, or what is first.
    """
    spots = {(one.start, one.end): one for one in values if one.end}
    ands, rows = lexicon_of(languages_of(text)).ands, list[list[Value]]()
    for (start, _), value in sorted(spots.items()):
        last = rows[-1][-1] if rows else value
        joint = {part.lower for part in pieces(text[last.end : start])}
        led = {part.lower for part in pieces(text[: last.start])[-1:]}
        if joint - led and joint <= {",", "&", *ands, *led}:
            rows[-1].append(value)
        else:
            rows.append([value])
    lists = [row for row in rows if len(row) > 1]
    if len(lists) != 1 or any("th" in value.key for value in spots.values()):
        return []
    beside = pieces(f"{text[: lists[0][0].start]} {text[lists[0][-1].end :]}")
    return [] if any(part.lower in ands for part in beside) else lists[0]


def gives_all(memory: Asserted, statement: Statement) -> bool:
    """Tell whether a statement gives all values of a memory, a name and what is measured of it.

    Whatever else they say, in whatever language: a row of a table has no words around its cells.
    """
    kinds = {one.kind for one in memory.values}
    is_told = "name" in kinds and not kinds.isdisjoint(TYPED - {"number"})
    return is_told and all(_places(value, statement, memory.language) for value in memory.values)


def _floor(statement: Statement, there: Value) -> float:
    return HOLDS_KEY if statement.key or not there.end else HOLDS_VALUE


def ranked(belief: Belief, statements: Sequence[Statement]) -> list[tuple[float, int]]:
    """Return (how much of a memory it says, index) of each statement of a note, most first."""
    grounds = _grounds(belief, tuple(statements))
    shares = grounds.shares if grounds is not None else {}
    return sorted(((share, i) for i, share in shares.items()), key=lambda pair: (-pair[0], pair[1]))


def find_supports(belief: Belief, statements: Sequence[Statement]) -> tuple[Support, ...]:
    """Return the statements a memory rests on, strongest first; () for a pointer to the note."""
    grounds = _grounds(belief, with_units(statements)) if not is_pointer(belief) else None
    if grounds is None or grounds.best < LEAST_SUPPORT:
        return ()
    order = sorted(grounds.rests_on, key=lambda i: (-grounds.shares[i], i))[:MOST_SUPPORTS]
    return tuple(Support(i, round(min(1.0, grounds.shares[i]), 4)) for i in order)


def _grounds(belief: Belief, then: tuple[Statement, ...]) -> RestsOn | None:
    edit = edit_of(then, then)
    return grounds_of(asserted(belief, weights_of(then, then).language), edit)
