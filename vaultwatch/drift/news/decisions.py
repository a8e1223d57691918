"""Ask whether an added line decides otherwise than a belief says, without naming its matter.

Pure. Called by `news.overturns` beside `news.updates`, which asks for the belief's own words. `We
go weekly from now on` and `In the end we picked the museum` name nothing that a note says; they are
of the belief where its value is the only one of its kind in the note, where they stand right below
what it rests on, or where nothing in the note is as near in meaning.
"""

import re
from collections.abc import Sequence
from typing import Final

from vaultwatch.drift.language.decision_words import CHOSEN, DECIDED, SWITCHING
from vaultwatch.drift.language.meanings import meanings_of
from vaultwatch.drift.language.news_words import HOW_OFTEN, NEW, NEWS, NOW, PARTS_OF_DAY
from vaultwatch.drift.language.tokens import Token, fold, tokens
from vaultwatch.drift.language.words import holds
from vaultwatch.drift.news.added_lines import AddedLine, LinePlace, is_denial, weighty
from vaultwatch.drift.news.belief_subject import BeliefSubject
from vaultwatch.notes.model import Statement

_MOST_CHOSEN: Final = 4
"""Words of one choice. Both chosen by hand."""
_ADDRESSED: Final = re.compile(
    r"\b(?:Mrs?|Ms|Dr|Prof|Herrn?|Frau|Mme|Madame|Monsieur|M|Señora?|Sra?|Signora?|dottor(?:essa)?"
    r"|Mevrouw|Meneer|Dona|Doutora?)\b\.? (?=[A-ZÀ-Ý])"
)
_OFTEN: Final = frozenset(
    one.number
    for word in ("daily", "weekly", "fortnightly", "monthly", "yearly")
    for one in meanings_of(word)
)
"""Meanings that say how often."""


def decides_otherwise(subject: BeliefSubject, line: AddedLine, place: LinePlace) -> bool:
    """Tell whether a line decides otherwise than a belief says.

    Args:
        subject: what the belief speaks of.
        line: an added one.
        place: how it stands to what the belief rests on.
    """
    first = line.clauses[0]
    is_told = any(words.search(first) is not None for words in (DECIDED, NOW, NEWS))
    named = NEW.search(first)  # `New rhythm: every two weeks`
    is_told = is_told or SWITCHING.match(first) is not None
    is_told = is_told or (named is not None and not subject.foreign(named[1]))
    is_news = is_told or line.is_dated or line.is_turned
    says_value = any(one.norm in subject.values for one in weighty(first))
    if subject.tells_end or says_value or not is_news:
        return False
    if any(_gives_another_value(subject, clause, place) for clause in line.clauses):
        return True
    about = line.clauses[0] if line.is_turned else ""
    told = line.clauses if line.is_turned or line.is_dated else line.clauses[:2]
    return any(_chooses_another(subject, clause, about, place) for clause in told)


def _gives_another_value(subject: BeliefSubject, clause: str, place: LinePlace) -> bool:
    """Tell whether a clause gives nothing but another value of a kind that the belief says."""
    said = weighty(clause)
    if is_denial(clause):
        return False
    if _is_another_part_of_day(subject, clause):
        return not subject.beside(clause)
    rivals = [one for one in said if subject.is_rival(one)]
    others = _other_words(subject, clause, rivals)
    if _is_another_rhythm(subject, clause):
        is_bare = all(one.kind == "number" or fold(one.surface) in _RHYTHM_WORDS for one in others)
        return is_bare and (place.is_of_it or _is_only_kind(subject, "rhythm"))
    if not rivals or others:
        return False
    return place.is_of_it or _is_only_kind(subject, rivals[0].kind)


_RHYTHM_WORDS: Final = frozenset(
    ("week", "month", "year", "day", "every", "other", "second", "fortnight", "once", "twice")
)


def _other_words(subject: BeliefSubject, clause: str, rivals: Sequence[Token]) -> list[Token]:
    """Return the foreign words of a clause but for other values and the verb of its subject."""
    others = [one for one in subject.beside(clause) if one not in rivals]
    said = weighty(clause)
    if len(others) != 1 or others[0] not in said[:2]:
        return others
    if said[0] == others[0]:  # `Switching to Sundays`
        return [] if others[0].surface.endswith("ing") else others
    is_verb = others[0].surface.islower() and holds(subject.said, said[0].norm) > 0
    return [] if is_verb else others  # `Episodes drop on Sundays`


def _is_another_rhythm(subject: BeliefSubject, clause: str) -> bool:
    often = {one.number for one in meanings_of(clause)} & _OFTEN
    words = {fold(one.surface) for one in tokens(clause)} & HOW_OFTEN
    return subject.is_repeated and bool(often - subject.meant) and bool(often or words)


def _is_only_kind(subject: BeliefSubject, kind: str) -> bool:
    """Tell whether only what the belief rests on says a value of a kind in the note."""
    return all(
        index in subject.rests_on
        for index, one in enumerate(subject.then)
        if one.kind != "heading" and _says_kind(one, kind)
    )


def _says_kind(statement: Statement, kind: str) -> bool:
    said = [one for one in tokens(statement.plain) if one.start > 0]  # a log's entry begins so
    if kind in ("rhythm", "weekday"):
        often = {one.number for one in meanings_of(statement.plain)} & _OFTEN
        return bool(often) or any(
            one.kind == "weekday" or fold(one.surface) in HOW_OFTEN for one in said
        )
    return any(one.kind == kind for one in said)


def _is_another_part_of_day(subject: BeliefSubject, clause: str) -> bool:
    """Tell whether a clause names the belief's matter, and morning for its evening."""
    ours = {part for word, part in PARTS_OF_DAY.items() if word in subject.folded}
    words = {fold(one.surface) for one in tokens(clause)}
    theirs = {part for word, part in PARTS_OF_DAY.items() if word in words}
    return bool(ours and theirs) and ours.isdisjoint(theirs) and subject.is_named_by(clause)


def _chooses_another(subject: BeliefSubject, clause: str, about: str, place: LinePlace) -> bool:
    """Tell whether a clause chooses something of which the note says nothing yet.

    Of a belief that names a person, another one is the belief's where the note names no third.
    """
    if is_denial(clause):
        return False
    bare = " ".join(DECIDED.sub(" ", clause).split())
    for found in (pattern.fullmatch(bare) for pattern in CHOSEN):
        chosen = weighty(found["new"]) if found is not None else []
        is_new = bool(chosen) and not any(holds(subject.noted, one.norm) for one in chosen)
        if is_new and len(chosen) <= _MOST_CHOSEN:
            is_person = _ADDRESSED.match(found["new"]) is not None if found is not None else False
            is_own = place.is_of_it or subject.is_named_by(about)
            if is_own or (is_person and _is_only_person(subject)):
                return True
    return False


def _is_only_person(subject: BeliefSubject) -> bool:
    """Tell whether the note addresses nobody but whom the belief names: `Frau Kunz`."""
    addressed = {i for i, one in enumerate(subject.then) if _ADDRESSED.search(one.plain)}
    return bool(addressed) and addressed <= subject.rests_on
