"""Tell what of high impact a memory settles: where money goes, who gets in, what runs, who agreed.

Pure and linear; `memories.schemas` asks it, and says which of it waits for a person. Read are
disguised letters undone (`suspicion_folding`), values by their own form (`impact_values`), and
concepts by their words in eleven languages (`impact_words`).
"""
# ruff: noqa: RUF001 -- commas and colons of other scripts

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.impact_letters import read_as, stem_of, tables_in
from vaultwatch.memories.impact_values import (
    ACCOUNT,
    ADDRESS,
    CODE,
    HANDLE,
    MAIL,
    NUMBER,
    PIPED,
    SCRIPT,
    UNCHECKED,
    marked,
)
from vaultwatch.memories.impact_words import entries_of
from vaultwatch.memories.suspicion_folding import closed_up
from vaultwatch.memories.suspicion_readings import plain

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


@dataclass(frozen=True, slots=True)
class _Rule:
    """One way to settle something: the first table is looked for, the others beside it."""

    concept: Concept
    tables: tuple[str, ...]
    """Of `impact_words`, or a word of `impact_values`."""
    within: int = _NEAR
    """Characters to either side of the first."""
    after: bool = False
    """Whether the others stand behind the first, not before it."""
    is_turned: bool = False
    """Whether `KEPT` before it or `FORBIDDEN` behind it make it say the opposite."""
    in_text: bool = False
    """Whether it reads over the ends of sentences."""


_ANY_NAME = f"{MAIL}|{NUMBER}|{CODE}|{HANDLE}"
_RULES = (
    _Rule("payment destination", (ACCOUNT,)),
    _Rule("payment destination", (CODE, "PAY"), in_text=True),
    _Rule("payment destination", (CODE, "WALLET"), in_text=True),
    _Rule("payment destination", ("ACCOUNT_NUMBER", "PAY"), in_text=True),
    _Rule("payment destination", (f"{NUMBER}|{CODE}", "BANK_DETAILS"), within=30, in_text=True),
    _Rule("payment destination", ("SERVICE", _ANY_NAME), within=45, after=True),
    _Rule("payment destination", ("PAY_TO", f"{MAIL}|{HANDLE}|{ADDRESS}"), within=25, after=True),
    _Rule("payment destination", ("STRAIGHT_TO",)),
    _Rule("payment destination", ("PAYABLE",)),
    _Rule("payment destination", ("BANK_DETAILS", "PAY", "CHANGED"), in_text=True),
    _Rule("payment destination", ("ACCOUNT_TOWARDS", "PAY", "CHANGED")),
    _Rule("payment destination", ("PAYS", "COMPANY", "CHANGED|SINCE"), is_turned=True),
    _Rule("payment destination", ("NAMED_AT_SERVICE",)),
    _Rule("reset address", (MAIL, "CONTACT_MAIL", "OWNED")),
    _Rule("reset address", (MAIL, "RESET", "ADMIN")),
    _Rule("reset address", (f"{MAIL}|{NUMBER}", "RESET", "SIGN_IN"), in_text=True),
    _Rule("reset address", (f"{MAIL}|{NUMBER}", "RESET_NAME"), within=60),
    _Rule("auth policy", ("GUARD", "OFF"), within=50, is_turned=True),
    _Rule("auth policy", ("WITHOUT_GUARD",), is_turned=True),
    _Rule("auth policy", ("PASSWORDLESS", "ENTRY"), is_turned=True),
    _Rule("auth policy", ("KEY", "SHARED", "OUTSIDER"), is_turned=True),
    _Rule("auth policy", ("ALLOWED_LIST", f"{ADDRESS}|{MAIL}|{NUMBER}"), is_turned=True),
    _Rule("auth policy", (UNCHECKED,), is_turned=True),
    _Rule("auth policy", ("PASSWORD_ENOUGH", "ENTRY|ADMIN"), is_turned=True),
    _Rule("auth policy", ("SECOND_STEP", "ENTRY|ADMIN", "OFF"), within=50, is_turned=True),
    _Rule("auth policy", ("EVERYBODY", "FULL_RIGHTS"), within=40, is_turned=True),
    _Rule("approval", ("GRANTED",), is_turned=True),
    _Rule("approval", ("APPROVAL", "OFF"), within=50, is_turned=True),
    _Rule("approval", ("WITHOUT_APPROVAL",), is_turned=True),
    _Rule("approval", ("WITHOUT_ASKED", "ACTION"), is_turned=True),
    _Rule("approval", ("STANDING", "ALLOWED", "ACTION"), within=60, is_turned=True),
    _Rule("approval", ("UNSEEN", "ACTION|PAY")),
    _Rule("approval", ("GO_AHEAD", "ACTION"), within=60, is_turned=True),
    _Rule("deploy command", (PIPED,)),
    _Rule("deploy command", (SCRIPT, "RUN")),
    _Rule("deploy command", (ADDRESS, "PIPING")),
    _Rule("deploy command", (ADDRESS, "SCRIPT", "RUN", "FROM_THERE")),
    _Rule("api endpoint", (ADDRESS, "ENDPOINT", "CHANGED|RUN")),
    _Rule("api endpoint", ("SITE_AT",)),
)

_NAMES: dict[Concept, tuple[str, ...]] = {
    "payment destination": ("BANK_DETAILS", "DESTINATION_NAME", "PAY_NAME"),
    "reset address": ("RESET_NAME",),
    "auth policy": ("GUARD_NAME",),
    "approval": ("APPROVAL_NAME",),
    "deploy command": ("RUN_NAME", "RUN_THING"),
    "api endpoint": ("ENDPOINT_NAME",),
}

_GAP = r"[^\n.,;:!?。、，]"
_JOINED = {
    "STRAIGHT_TO": (("STRAIGHT", " {1,3}", f"{MAIL}|{HANDLE}"),),
    "ACCOUNT_NUMBER": (
        ("ACCOUNT_WORD|BANK_DETAILS", rf"{_GAP}{{0,4}}[.:#]?[^\n]{{0,6}}", f"{NUMBER}|{CODE}"),
    ),
    "ACCOUNT_TOWARDS": (("TOWARDS", rf"{_GAP}{{0,30}}?", "ACCOUNT_WORD"),),
    "WITHOUT_GUARD": (("WITHOUT", rf"{_GAP}{{0,12}}?", "GUARD"), ("GUARD", "", "LACKING")),
    "WITHOUT_APPROVAL": (
        ("WITHOUT", rf"{_GAP}{{0,20}}?", "APPROVAL"),
        ("APPROVAL", "", "LACKING"),
    ),
    "WITHOUT_ASKED": (("WITHOUT", rf"{_GAP}{{0,14}}?", "ASKED"), ("ASKED", "", "LACKING")),
    "NAMED_AT_SERVICE": (
        ("SERVICE", r"[ \-]{1,2}", "SERVICE_TAG"),
        ("SERVICE_TAG", " (?:on|at|bei|sur|en|su|op|na|w) ", "SERVICE"),
    ),
    "PASSWORD_ENOUGH": (
        ("PASSWORDS", rf"{_GAP}{{0,12}}?", "ENOUGH"),
        ("ENOUGH", rf"{_GAP}{{0,20}}?", "PASSWORDS"),
    ),
    "UNSEEN": (
        ("NOBODY", rf"{_GAP}{{0,14}}?", "LOOKS"),
        ("LOOKS", rf"{_GAP}{{0,8}}?", "NOBODY"),
    ),
    "SITE_AT": (
        ("SITE", rf"{_GAP}{{0,6}}?(?:[=:：]|[-=]>|→)[ \"']{{0,3}}", ADDRESS),
        ("SITE_STANDS", r"[ \"']{0,4}", ADDRESS),
    ),
    "SITE_STANDS": (("SITE", rf"{_GAP}{{0,20}}?", "STANDS_AT"),),
    "PAY_NAME": (
        ("PAY", "[ ,]{0,2}", "RECEIVER"),
        ("RECEIVER", rf"{_GAP}{{0,9}}", "PAY"),
    ),
    "RUN_THING": (("RUN", _GAP + "{0,3}", "COMMAND"), ("COMMAND", rf"{_GAP}{{1,9}}", "RUN")),
}
"""Two tables right behind each other, and what may stand between them; in one order or another."""

_NO_SPACES = late_regex(r"[\u2e80-\u9fff\uf900-\ufaff]")
"""Scripts that set no spaces: their words have no edge."""
_HUMP = late_regex(r"(?<=[a-z])(?=[A-Z])")
_LETTERS = late_regex(r"[^\W\d_]+|\d+")
_CLAUSE = late_regex(r"[,:、，：–—]")
_SENTENCE = late_regex(r"[.!?;](?=\s|\Z)|[。！？；]|\n\s*(?=[-*+>#|\d]|\n)")
_BEHIND = 14
"""Characters behind a match in which it may be forbidden. Chosen by hand."""


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
    last, first = (_LETTERS.findall(_HUMP.sub(" ", one)) for one in (subject, predicate))
    if not last or not first or concept_named(" ".join(last)):
        return None
    return concept_named(f"{last[-1]} {first[0]}")


@lru_cache(maxsize=4_096)
def concept_named(name: str) -> Concept | None:
    """Return what of high impact a name is about, however it is spelt; None for anything else."""
    seen = read_as(_HUMP.sub(" ", plain(name)))
    run = _run_together(name)
    for concept, tables in _NAMES.items():
        if any(holds(table, one) for table in tables for one in seen):
            return concept
        if any(run in _runs(table) for table in tables if table not in _JOINED):
            return concept
    return None


def concepts_told(belief: str, facts: Facts, name: str = "") -> Iterator[Concept]:
    """Yield what of high impact a memory settles, in whichever of its texts agents are shown.

    What its name begins its words may end; by itself each is read too, for either may turn the
    other round.
    """
    claim = facts.claim
    claimed = f"{claim.subject} {claim.predicate}: {claim.value}" if claim is not None else ""
    told: set[Concept] = set()
    named = (facts.type, facts.agent, facts.session, facts.topic, facts.tool)
    headed = (name, f"{name}\n{belief}") if name else ()
    for text in (belief, *headed, facts.evidence, claimed, *named, *facts.tags):
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
            sentences = _SENTENCE.split(view)
            for rule in _RULES:
                if rule.concept in found or not _may_hold(rule.tables[0], view):
                    continue
                if all(_may_hold(one, view) for one in rule.tables[1:]):
                    read = [view] if rule.in_text else sentences
                    if any(_says(rule, one) for one in read):
                        found.add(rule.concept)
                        yield rule.concept


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
    return rule.tables[0] in _JOINED and found.start() < one.start() and one.end() < found.end()


def _is_turned(text: str, spans: list[re.Match[str]]) -> bool:
    """Tell whether a clause says the opposite, or no more than what would be."""
    first, last = min(one.start() for one in spans), max(one.start() for one in spans)
    begin = max(
        (cut.end() for cut in _CLAUSE.finditer(text, max(0, first - _NEAR), first)),
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
    cut = _CLAUSE.search(text, end, end + _NEAR)
    behind = cut.start() if cut else end + _NEAR
    return bool(without) and pattern_of("NOTHING").search(text, end, behind) is not None


def holds(table: str, text: str) -> bool:
    """Tell whether words of a table, of joined ones, or a value's word, stand in a folded text."""
    return _may_hold(table, text) and pattern_of(table).search(text) is not None


def _may_hold(table: str, text: str) -> bool:
    """Tell whether a text holds what no match of a table is without: the letters of one entry.

    To compile the patterns takes a third of a second, and hardly a text needs more than a few.
    """
    if table in _JOINED:
        ways = _JOINED[table]
        return any(_may_hold(one, text) and _may_hold(other, text) for one, _, other in ways)
    if "|" in table:
        return any(_may_hold(one, text) for one in table.split("|"))
    return table in text if table.islower() else table in tables_in(text)


@lru_cache(maxsize=256)
def pattern_of(table: str) -> re.Pattern[str]:
    """Return the pattern of a table, of joined ones, of one of several, or of a value's word."""
    return re.compile(_source(table))


def _source(table: str) -> str:
    if table in _JOINED:
        ways = _JOINED[table]
        return f"(?:{'|'.join(f'{_source(one)}{gap}{_source(other)}' for one, gap, other in ways)})"
    if "|" in table:
        return f"(?:{'|'.join(_source(one) for one in table.split('|'))})"
    if table.islower():
        return rf"\b{table}\b"
    edged: list[str] = []
    loose: list[str] = []
    for entry in entries_of(table):
        pattern = r"[\s,]{1,3}".join(map(_word, entry.split()))
        (loose if _NO_SPACES.search(entry) else edged).append(pattern)
    words_with_edges = rf"\b(?:{'|'.join(edged)})(?:(?<=')|(?!\w))"
    return f"(?:{'|'.join([words_with_edges, *loose])})"


def _word(word: str) -> str:
    """Return the pattern of a word; `*` stands for letters beside it, alone for a few words."""
    if word == "*":
        return r"\S{1,20}(?: \S{1,20}){0,2}?"
    stem = r"[\s,]{1,3}".join(map(re.escape, stem_of(word).split()))
    letters = "" if _NO_SPACES.search(word) else r"\w{0,14}"
    before, behind = word.startswith("*"), word.endswith("*")
    return f"{letters if before else ''}{stem}{letters if behind else ''}"


@lru_cache(maxsize=64)
def _runs(table: str) -> frozenset[str]:
    return frozenset(_run_together(entry.strip("*")) for entry in entries_of(table))


def _run_together(name: str) -> str:
    seen = plain(name)
    return "".join(_LETTERS.findall(read_as(closed_up(seen) or seen)[0])).removesuffix("s")
