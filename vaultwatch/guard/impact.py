"""Tell what of high impact a text settles: where money goes, who gets in, what runs, who agreed.

Pure and linear; `memories.schemas` asks it, and says which of it waits for a person. Read are
disguised letters undone (`disguise`), values by their own form (`destinations`), and concepts by
their words in eleven languages: the rules stand in `data/impact_rules.toml`, the words in
`data/impact.toml`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Literal, TypeAlias

from vaultwatch.guard.destinations import marked
from vaultwatch.guard.disguise import closed_up, plain, views, visible
from vaultwatch.late_regex import Patterns, data_of

Concept: TypeAlias = Literal[
    "payment destination",
    "reset address",
    "auth policy",
    "approval",
    "deploy command",
    "api endpoint",
]
"""What is of high impact, named as the built-in schemas name it."""

SAID_OF: dict[Concept, str] = {
    "payment destination": "it says where money goes",
    "reset address": "it says where resets of access go",
    "auth policy": "it changes who gets in and how",
    "approval": "it says that nobody needs to be asked",
    "deploy command": "it says what to run from elsewhere",
    "api endpoint": "it moves an address that keys or payments go to",
}
"""Why it waits, as a clause for a person."""

MOST_CHARS = 100_000
"""What is read of a memory's texts."""
_KEPT_CHARS = 1_000
"""What is settled in a text of so many characters is kept. Chosen by hand: 4,096 of them, 4 MB."""

_NEAR = 80
"""Characters between words and values that speak of one thing. Chosen by hand."""
_BEHIND = 14
"""Characters behind a match in which it may be forbidden. Chosen by hand."""
_GRAM = 3
"""Letters by which words are found. Chosen by hand."""
_OTHER_SCRIPTS = "\u0250"
"""Above stand no letters of Latin words."""

_P = Patterns("impact_rules")
_NO_ACCENT = str.maketrans("łøđı", "lodi")
_Words: TypeAlias = Sequence[tuple[str, frozenset[str]]]
"""Words with the tables that they tell of."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """One way to settle something; see `data/impact_rules.toml`."""

    concept: Concept
    tables: tuple[str, ...]
    within: int = _NEAR
    after: bool = False
    is_turned: bool = False
    in_text: bool = False


@cache
def _rules() -> tuple[_Rule, ...]:
    told: list[dict[str, Any]] = data_of("impact_rules")["rules"]
    return tuple(_Rule(**{**one, "tables": tuple(one["tables"])}) for one in told)


@cache
def _joined() -> Mapping[str, Sequence[Sequence[str]]]:
    """Return by name the ways in which two tables stand right behind each other."""
    told: dict[str, list[list[str]]] = data_of("impact_rules")["joined"]
    return {
        name: [[one, _P.filled(gap), other] for one, gap, other in ways]
        for name, ways in told.items()
    }


def concept_of(subject: str, predicate: str) -> Concept | None:
    """Return what of high impact a claim is about by its names, whatever its value.

    A predicate that says nothing (`is`, `value`) leaves that to the subject; a concept may begin in
    the subject and end in the predicate.
    """
    found = concept_named(predicate)
    if found is not None or not subject:
        return found
    if pattern_of("BARE").fullmatch(read_as(predicate)[0]):
        return concept_named(subject)
    last, first = (_P.letters.findall(_P.hump.sub(" ", one)) for one in (subject, predicate))
    if not last or not first or concept_named(" ".join(last)):
        return None
    return concept_named(f"{last[-1]} {first[0]}")


@lru_cache(maxsize=4_096)
def concept_named(name: str) -> Concept | None:
    """Return what of high impact a name is about, however it is spelt; None for anything else."""
    seen = read_as(_P.hump.sub(" ", plain(name)))
    run = _run_together(name)
    names: dict[Concept, list[str]] = data_of("impact_rules")["names"]
    for concept, tables in names.items():
        if any(holds(table, one) for table in tables for one in seen):
            return concept
        if any(run in _runs(table) for table in tables if table not in _joined()):
            return concept
    return None


def concepts_told(texts: Iterable[str]) -> Iterator[Concept]:
    """Yield what of high impact any of some texts settles, each once."""
    told: set[Concept] = set()
    for text in texts:
        for concept in concepts_in(text) if text else ():
            if concept not in told:
                told.add(concept)
                yield concept


def concepts_in(text: str) -> Iterator[Concept]:
    """Yield what of high impact a text settles."""
    # A belief is asked about when it is proposed, weighed, indexed and looked at again each time.
    yield from _concepts_of(text) if len(text) <= _KEPT_CHARS else _read(text[:MOST_CHARS])


@lru_cache(maxsize=4_096)
def _concepts_of(text: str) -> tuple[Concept, ...]:
    return tuple(_read(text))


def _read(text: str) -> Iterator[Concept]:
    found: set[Concept] = set()
    for reading in marked(text):
        for view in read_as(reading):
            for rule in _rules_for(tables_in(view)):
                read = [view] if rule.in_text else _P.sentence.split(view)
                if rule.concept not in found and any(_says(rule, one) for one in read):
                    found.add(rule.concept)
                    yield rule.concept


@lru_cache(maxsize=4_096)
def _rules_for(tables: frozenset[str]) -> tuple[_Rule, ...]:
    """Return the rules that a text may follow that holds entries of some tables alone."""
    return tuple(
        rule for rule in _rules() if all(_may_hold(table, tables) for table in rule.tables)
    )


def _says(rule: _Rule, text: str) -> bool:
    first, *others = rule.tables
    for found in pattern_of(first).finditer(text):
        begin = found.start() if rule.after else max(0, found.start() - rule.within)
        end = found.end() + rule.within
        spans = [found]
        for table in others:
            beside = pattern_of(table).finditer(text, begin, end)
            fit = (one for one in beside if _is_apart(one, spans) or _is_between(rule, one, found))
            spans.extend(islice(fit, 1))
        is_whole = len(spans) == len(rule.tables)
        if is_whole and not (rule.is_turned and _is_turned(text, spans)):
            return True
    return False


def _is_apart(one: re.Match[str], spans: list[re.Match[str]]) -> bool:
    return all(one.end() <= other.start() or one.start() >= other.end() for other in spans)


def _is_between(rule: _Rule, one: re.Match[str], found: re.Match[str]) -> bool:
    """Tell whether a match stands between the two parts of a joined one: on the new account."""
    return rule.tables[0] in _joined() and found.start() < one.start() and one.end() < found.end()


def _is_turned(text: str, spans: list[re.Match[str]]) -> bool:
    """Tell whether a clause says the opposite, or no more than what would be."""
    first, last = min(one.start() for one in spans), max(one.start() for one in spans)
    begin = max(
        (cut.end() for cut in _P.clause.finditer(text, max(0, first - _NEAR), first)),
        default=max(0, first - _NEAR),
    )
    end = max(one.end() for one in spans)
    if any(_is_apart(kept, spans) for kept in pattern_of("KEPT").finditer(text, begin, last)):
        return True
    if pattern_of("FORBIDDEN").search(text, end, end + _BEHIND) is not None:
        return True
    without = [*islice(pattern_of("WITHOUT").finditer(text, first, end), 2)]
    if len(without) > 1:  # no deploy without approval
        return True
    cut = _P.clause.search(text, end, end + _NEAR)
    behind = cut.start() if cut else end + _NEAR
    return bool(without) and pattern_of("NOTHING").search(text, end, behind) is not None


def holds(table: str, text: str) -> bool:
    """Tell whether words of a table, of joined ones, or a value's word, stand in a folded text."""
    return _may_hold(table, tables_in(text)) and pattern_of(table).search(text) is not None


def _may_hold(table: str, tables: frozenset[str]) -> bool:
    """Tell whether a text holds what no match of a table is without: the letters of one entry.

    To compile the patterns takes a third of a second, and hardly a text needs more than a few.
    """
    if table in _joined():
        ways = _joined()[table]
        return any(_may_hold(one, tables) and _may_hold(other, tables) for one, _, other in ways)
    if "|" in table:
        return any(_may_hold(one, tables) for one in table.split("|"))
    return table in tables


@lru_cache(maxsize=256)
def pattern_of(table: str) -> re.Pattern[str]:
    """Return the pattern of a table, of joined ones, of one of several, or of a value's word."""
    return re.compile(_source(table))


def _source(table: str) -> str:
    if table in _joined():
        ways = _joined()[table]
        return f"(?:{'|'.join(f'{_source(one)}{gap}{_source(other)}' for one, gap, other in ways)})"
    if "|" in table:
        return f"(?:{'|'.join(_source(one) for one in table.split('|'))})"
    if table.islower():
        return rf"\b{table}\b"
    edged: list[str] = []
    loose: list[str] = []
    for entry in entries_of(table):
        pattern = r"[\s,]{1,3}".join(map(_word, entry.split()))
        (loose if _P.no_spaces.search(entry) else edged).append(pattern)
    words_with_edges = rf"\b(?:{'|'.join(edged)})(?:(?<=')|(?!\w))"
    return f"(?:{'|'.join([words_with_edges, *loose])})"


def _word(word: str) -> str:
    """Return the pattern of a word; `*` stands for letters beside it, alone for a few words."""
    if word == "*":
        return r"\S{1,20}(?: \S{1,20}){0,2}?"
    stem = r"[\s,]{1,3}".join(map(re.escape, stem_of(word).split()))
    letters = "" if _P.no_spaces.search(word) else r"\w{0,14}"
    before, behind = word.startswith("*"), word.endswith("*")
    return f"{letters if before else ''}{stem}{letters if behind else ''}"


@lru_cache(maxsize=64)
def _runs(table: str) -> frozenset[str]:
    return frozenset(_run_together(entry.strip("*")) for entry in entries_of(table))


def _run_together(name: str) -> str:
    seen = plain(name)
    return "".join(_P.letters.findall(read_as(closed_up(seen) or seen)[0])).removesuffix("s")


def entries_of(table: str) -> Iterator[str]:
    """Yield what a table lists, whatever the language."""
    for row in data_of("impact")[table].values():
        yield from row.split(", ")


def read_as(text: str) -> list[str]:
    """Return what may be read in a text, folded as the tables are."""
    return [view.translate(_NO_ACCENT) for view in views(visible(text))]


def stem_of(word: str) -> str:
    """Return what of an entry's word stands in a folded text, without its stars."""
    stem = word.strip("*")
    # What is small letters alone folding leaves alone.
    return stem if stem.isascii() and stem.isalpha() and stem.islower() else read_as(stem)[0]


@lru_cache(maxsize=64)  # each rule of a concept asks of the same text
def tables_in(text: str) -> frozenset[str]:
    """Return the tables that a folded text may hold an entry of, or a word for values of one.

    The first three letters of an entry stand in it then: to look for each of four thousand words
    took half a millisecond of every text.
    """
    short, by_gram = _sieve(is_ascii=text.isascii())
    grams = {text[at : at + _GRAM] for at in range(len(text) - _GRAM + 1)}
    found = {*_P.value_word.findall(text)}
    for few in (short, *(by_gram[gram] for gram in by_gram.keys() & grams)):
        for letters, told in few:
            if letters in text:
                found |= told
    return frozenset(found)


@lru_cache(maxsize=2)
def _sieve(*, is_ascii: bool) -> tuple[_Words, Mapping[str, _Words]]:
    """Return the words too short to have a gram, and the others by their first one.

    A text of ASCII alone holds none of another script, and to fold those takes half of the time.
    """
    told_by: dict[str, set[str]] = defaultdict(set)
    for table in data_of("impact"):
        for entry in entries_of(table):
            if not is_ascii or max(entry, default="") < _OTHER_SCRIPTS:
                told_by[_letters_of(entry)].add(table)
    by_gram: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for letters, told in told_by.items():
        gram = letters[:_GRAM]
        by_gram[gram if len(gram) == _GRAM else ""].append((letters, frozenset(told)))
    return by_gram.pop("", []), by_gram


def _letters_of(entry: str) -> str:
    """Return the longest word of an entry that a match holds as it stands."""
    words = (one for word in entry.split() for one in stem_of(word).split())
    return max(words, key=len, default="")
