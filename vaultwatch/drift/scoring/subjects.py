"""Tell whose a fact is: whom a belief names, and whom the clause of a note that says it.

Pure. `scoring.rivals` asks. The subject is a slot as any value is: a clause that names another one
there says nothing of whom the belief names, however many of its words it has.
"""

import re
from functools import lru_cache
from typing import Final

from vaultwatch.drift.passages.exchange import Exchange, exchanges
from vaultwatch.notes.model import Statement, StatementKind
from vaultwatch.values.languages import languages_of, lexicon_of
from vaultwatch.values.model import TYPED
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces
from vaultwatch.values.words import content, words_in

_COMMAS: Final = frozenset(",;\uff0c\uff1b\u3001")
_ALIASES: Final = frozenset({"alias", "aliases"})
"""Properties that hold other names of the note itself."""
_LONGEST_RUN: Final = 3
"""Signs of a name in a writing without capitals."""
_TOLD: Final[frozenset[StatementKind]] = frozenset({"sentence", "list_item", "task"})
"""Kinds of statements that have clauses."""
_SAME_ROOT: Final = 2
"""Letters with which a name begins in any form, where endings hang on it: `지민이`, `지민은`."""


def around(statement: Statement) -> str:
    """Return what a statement stands under: its headings, its list's line."""
    return " · ".join((*statement.section, statement.context))


@lru_cache(maxsize=32)
def written(now: tuple[Statement, ...], language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that a note writes with a capital, and those that it writes small."""
    large: set[str] = set()
    small: set[str] = set()
    for text in (one.plain for one in now):
        for word in words_in(text, language):
            (large if text[word.start].isupper() else small).add(word.stem)
    return frozenset(large), frozenset(small)


@lru_cache(maxsize=32)
def aliases(now: tuple[Statement, ...], language: str) -> frozenset[str]:
    """Return the words of a note's other names."""
    texts = [one.plain for one in now if (one.key or "").partition(".")[0].casefold() in _ALIASES]
    return content(" ".join(texts), language)


@lru_cache(maxsize=4_096)
def names_of(text: str, language: str, *, is_inside: bool = False) -> frozenset[str]:
    """Return the stems of what a text writes as names; in German, of names of two words alone.

    Args:
        text: of a belief or statement.
        language: by which its words are stemmed.
        is_inside: whether the first word, large in any sentence, is left out, and what is measured.
    """
    words = [one for one in words_in(text, language) if text[one.start].isupper()]
    if is_inside:
        typed = [one for one in values_of(text, language) if one.kind in TYPED]
        words = [one for one in words if one.start > words_in(text)[0].start]
        words = [w for w in words if not any(v.start <= w.start < v.end for v in typed)]
    if "nouns_capital" in lexicon_of(languages_of(text, language)).flags:
        names = [one for one in values_of(text, language) if one.kind == "name"]
        words = [w for w in words if any(n.start <= w.start < n.end for n in names)]
    return content(text, language) & {one.stem for one in words}


@lru_cache(maxsize=4_096)
def subjects_of(text: str, language: str) -> frozenset[str]:
    """Return the stems of whom a belief names: in German too the word that it begins with."""
    first = next(iter(words_in(text, language)), None)
    begins = {first.stem} if first and text[first.start].isupper() else set()
    return names_of(text, language) | (content(text, language) & begins)


def without_name(text: str, title: str) -> str:
    """Return a text without the note's own name, which the note need not repeat."""
    if not title:
        return text
    # In a writing without capitals and spaces a name may stand in the midst of a word.
    edges = (r"(?<!\w)", r"(?!\w)") if title.upper() != title.lower() else ("", "")
    bare = re.sub(re.escape(title).join(edges), " ", text)
    return " ".join(bare.split()).lstrip(" :,")


def is_anothers(
    text: str, whom: frozenset[str], own: frozenset[str], statement: Statement, language: str
) -> bool:
    """Tell whether the clause of a statement that says most of a belief is of another than it.

    The note's own name, whose words `own` are, is left out of the text; `whom` are the words of the
    names in it.
    """
    ours = content(text, language)
    rest = ours - whom
    clauses = _clauses(statement.plain, language) if statement.kind in _TOLD else (statement.plain,)
    clause = max(clauses, key=lambda one: len(rest & content(one, language)))
    there = f"{clause} {around(statement)}"
    if _is_in_place_of(text, clause, there, own, language):
        return True
    return bool(whom - content(there, language) and _others(clause, language) - ours)


def _others(clause: str, language: str) -> frozenset[str]:
    """Return the words of the names in a clause: not its first, that may be any, but a label's."""
    names = [one for one in values_of(clause, language) if one.kind == "name"]
    spots = [one for one in words_in(clause, language) if one.start]
    inside = {w.stem for w in spots for n in names if n.start <= w.start < n.end}
    behind = clause.find(": ") + 2
    inside |= {w.stem for w in spots if w.start == behind > 1 and clause[behind].isupper()}
    return content(clause, language) & inside


@lru_cache(maxsize=4_096)
def _clauses(text: str, language: str) -> tuple[str, ...]:
    """Return the clauses of a sentence, each of which begins with whom it is about.

    Of `Ann, Bo and Cy cook` one, for names alone are none, and of `Ann cooks and eats` too.
    """
    senses = lexicon_of(languages_of(text)).senses
    ends = [
        one.end
        for one in pieces(text)
        if one.text in _COMMAS or any(role == "and" for _, role, _ in senses.get(one.lower, ()))
    ]
    made: list[str] = []
    begun, spot = "", 0
    for end in (*ends, len(text)):
        piece, spot = text[spot:end].lstrip(), end
        if begun and not piece[:1].islower() and content(begun, language) - _large(begun, language):
            made.append(begun)
            begun = ""
        begun = f"{begun} {piece}".lstrip()
    return (*made, begun)


def _large(text: str, language: str) -> frozenset[str]:
    return frozenset(one.stem for one in words_in(text, language) if text[one.start].isupper())


def _is_in_place_of(text: str, clause: str, there: str, own: frozenset[str], language: str) -> bool:
    """Tell whether a clause has another where the belief has its subject, or where it ends.

    The one begins as the other does not, and goes on as it does; or `in the shed` ends what is word
    for word the same but for that. A measured value is its own slot, a label before a colon is
    nobody, and the note's own name says nothing.
    """
    spots = [e for e in exchanges(text, clause, language) if (e.took | e.brought) - own]
    if not spots:
        return False
    one = spots[0]
    goes_on = one.end < len(text.rstrip(" ."))
    is_lead = one.start == one.from_ == 0 and goes_on and not text[0].islower()
    is_last = len(spots) == 1 and not goes_on and one.to == len(clause.rstrip(" ."))
    before = text[: one.start].split()
    is_led_to = bool(before) and not content(before[-1], language)
    is_slot = (is_lead and _is_one_word(one)) or (is_last and is_led_to)
    return is_slot and _is_another(one, clause, there, own, language)


def _is_one_word(one: Exchange) -> bool:
    """Tell whether one word stands for one; in signs, which are not parted, any run may."""
    is_parted = one.old[:1].isupper()
    return not is_parted or len(words_in(one.old)) == len(words_in(one.new)) == 1


def _is_another(one: Exchange, clause: str, there: str, own: frozenset[str], language: str) -> bool:
    """Tell whether an exchange is of one word, or name in signs, for another that is not it."""
    is_own = (one.took | one.brought) & own
    if not one.took or not one.brought or is_own or clause[one.to : one.to + 1] == ":":
        return False
    if any(
        value.kind in TYPED
        for value in (*values_of(one.old, language), *values_of(one.new, language))
    ):
        return False
    if one.old[0].isupper() or one.old[0].islower():
        words = (content(one.old, language), content(one.new, language))
        return max(map(len, words)) == 1 and not one.took & content(there, language)
    is_run = max(len(one.old), len(one.new)) <= _LONGEST_RUN
    return is_run and one.old[:_SAME_ROOT] not in there
