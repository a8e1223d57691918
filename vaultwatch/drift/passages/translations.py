"""Find the statements that say in another language what stood there before.

Pure. `passages.told_then` reads a translated note in its old language: a translation that keeps
every number, date, name, identifier and state that a belief says is no loss, one that gives another
value is. Which sentence became which is told by place, length and what both say alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.language_words import ENDINGS, MANY_VERBS, WORDS
from vaultwatch.drift.language.lexicon import ARTICLES
from vaultwatch.drift.language.limits import limits_of
from vaultwatch.drift.language.polarity import polarity_of
from vaultwatch.drift.language.tokens import Token, fold, tokens
from vaultwatch.drift.language.words import holds, words_of
from vaultwatch.drift.passages.slots import slots_of
from vaultwatch.drift.passages.translated_pairs import Pair, length_of, translated_pairs
from vaultwatch.drift.passages.values import NoteWords, Value, values_of
from vaultwatch.notes.model import Statement

TranslationFate: TypeAlias = Literal["kept", "revalued", "unclear"]

_TOO_LONG: Final = 2.5
"""A translation has no more than so many times the letters of the other, and `_SHORT` beside."""
_SHORT: Final = 12
_HEARD: Final = 4
"""Letters from the front in which a word of two languages agrees. All chosen by hand."""


@dataclass(frozen=True, slots=True)
class Translation:
    """One statement of then and what stands in its place in another language."""

    then: tuple[int, ...]
    now: tuple[int, ...]
    lost: tuple[Value, ...]
    """Values that were said and are not."""
    came: tuple[Value, ...]
    """Values that are said and were not."""
    may_be_names: frozenset[str]
    """Words that may be names, for they open a sentence or cell, and are said no more."""
    is_doubtful: bool
    """Whether only one of the two denies what it says, or one is far longer."""


def translation_fates(
    belief: Belief, then: tuple[Statement, ...], now: tuple[Statement, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], TranslationFate]]:
    """Yield indices then and now of each translation, and what it did to what a belief says.

    Args:
        belief: what the memory says: only what it says can be lost.
        then: the note's statements in the baseline.
        now: the note's statements as it stands.
    """
    for one in translations(then, now):
        yield one.then, one.now, _fate(belief, one)


def _fate(belief: Belief, one: Translation) -> TranslationFate:
    said = words_of(belief.text)

    def is_said(value: Value) -> bool:
        return any(holds(said, part) for part in value.norm.split())

    lost = [value for value in one.lost if value.kind == "state" or is_said(value)]
    kinds = {(value.kind, value.unit) for value in lost}
    if any((value.kind, value.unit) in kinds for value in one.came):
        return "revalued"
    may_be_lost = any(holds(said, norm) for norm in one.may_be_names)
    came = [value for value in one.came if value.kind != "name" and not is_said(value)]
    return "unclear" if lost or came or may_be_lost or one.is_doubtful else "kept"


@lru_cache(maxsize=16)
def translations(
    then: tuple[Statement, ...], now: tuple[Statement, ...]
) -> tuple[Translation, ...]:
    """Return what was translated, in the order of then; () where nothing was."""
    return tuple(
        _translation(then, now, pair, was, came) for pair, was, came in translated_pairs(then, now)
    )


def _translation(
    then: Sequence[Statement],
    now: Sequence[Statement],
    pair: Pair,
    was: frozenset[str],
    came_in: frozenset[str],
) -> Translation:
    olds, news = pair
    old, new = [then[i] for i in olds], [now[j] for j in news]
    ours = _values(old, has_capital_nouns="de" in was)
    theirs = _values(new, has_capital_nouns="de" in came_in)
    said, says = NoteWords(old), NoteWords(new)
    lost = tuple(one for one in ours if not _is_kept(one, theirs, says))
    came = tuple(one for one in theirs if not _is_kept(one, ours, said))
    short, long = sorted((length_of(old), length_of(new)))
    return Translation(
        olds,
        news,
        tuple(one for one in lost if one.kind != "number" or not one.surface.isalpha() or came),
        came,
        frozenset(_possible_names(old, was, new, then)),
        _means(old) != _means(new)
        or _are_limited_otherwise(old, new)
        or long > _TOO_LONG * short + _SHORT,
    )


def _is_kept(value: Value, others: Sequence[Value], words: NoteWords) -> bool:
    """Tell whether the other side says a value too, a state wherever it names none of its group."""
    match value.kind:
        case "state":
            group = value.norm.split(":")[0]
            theirs = {one.norm for one in others if one.kind == "state"}
            return value.norm in theirs or all(norm.split(":")[0] != group for norm in theirs)
        case "number":
            # `14 Uhr` and `2 pm`
            hours = {one.norm for one in others if one.kind == "time"}
            hour = value.norm[1:].zfill(2)
            return words.has(value) or f"@{hour}:00" in hours
    return words.has(value)


def _means(statements: Sequence[Statement]) -> tuple[bool, bool]:
    found = polarity_of(" ".join(one.plain for one in statements))
    return found.denies, found.is_all_but


def _are_limited_otherwise(old: Sequence[Statement], new: Sequence[Statement]) -> bool:
    """Tell whether a number that was the least is the most by now, or the other way round."""
    was, is_ = (limits_of(" ".join(one.plain for one in side)).bounds for side in (old, new))
    return any(was[norm] != is_[norm] for norm in was.keys() & is_.keys())


def _values(statements: Sequence[Statement], *, has_capital_nouns: bool) -> list[Value]:
    return [
        value
        for one in statements
        for value in values_of(one.plain, has_capital_nouns=has_capital_nouns)
    ]


def _possible_names(
    old: Sequence[Statement],
    languages: frozenset[str],
    new: Sequence[Statement],
    then: Sequence[Statement],
) -> Iterator[str]:
    """Yield the words that open a sentence or cell, may be names, and are not said any more.

    A word that the note writes small, or behind an article, is none, nor is what is many.
    """
    says = {_spelling(token) for one in new for token in tokens(one.plain)}
    for one in old:
        said = tokens(one.plain)
        cells = slots_of(one)
        for token, after in zip(said, (*said[1:], None), strict=True):
            is_opening = token.kind == "word" and token.surface[0].isupper()
            if not is_opening or _spelling(token) in says:
                continue
            # What a table's rows and columns are called is translated as words are.
            if cells and not any(token.surface in cell.text for cell in cells[1:]):
                continue
            if not _is_common(token, after, languages, then):
                yield token.norm


def _spelling(token: Token) -> str:
    """Return the beginning of a word as it is heard: `photo` and `foto`, `music` and `Musik`."""
    heard = fold(token.surface).replace("ph", "f").replace("c", "k").replace("y", "i")
    return heard[:_HEARD]


def _is_common(
    token: Token, after: Token | None, languages: frozenset[str], then: Sequence[Statement]
) -> bool:
    """Tell whether a word that opens a sentence is no name."""
    bare = fold(token.surface)
    if any(bare in WORDS.get(name, ()) for name in languages):
        return True
    if any(bare.endswith(ENDINGS.get(name, ())) for name in languages):
        return True
    if after is not None and _are_many(bare, after, languages):
        return True
    for one in then:
        before = ""
        for other in tokens(one.plain):
            if other.norm == token.norm and (other.surface.islower() or before in ARTICLES):
                return True
            before = fold(other.surface)
    return False


def _are_many(bare: str, after: Token, languages: frozenset[str]) -> bool:
    """Tell whether a sentence is about several things by its verb: `visitors sign in`."""
    verb = fold(after.surface)
    if verb in MANY_VERBS:
        return True
    is_plain = after.kind == "word" and verb.islower() and not verb.endswith(("s", "ed"))
    return "en" in languages and bare.endswith("s") and is_plain
