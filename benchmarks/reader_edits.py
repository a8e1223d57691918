"""Make small edits of a passage by rule, and say what each does to the belief it supports.

For `reader_data.py`, beside which it stands. Standard library only.
"""

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

SUPPORTS, SILENT, CONTRADICTS, NOT_SUPPORTED = "E", "N", "C", "X"
"""`X`: silent or against it, which of the two is open."""
HELD_APART = 8
HALF = 0.5
LONGEST_WORDS = 18
"""Of a sentence that a negation made by rule turns."""


@dataclass(frozen=True)
class Record:
    """One belief with its labelled passages, as a reader gets them."""

    belief: str
    was: str
    same: tuple[str, ...]
    changed: tuple[str, ...]
    silent: tuple[str, ...]
    set: str

    @property
    def is_held(self) -> bool:
        """Whether the record is kept apart to measure with."""
        digest = hashlib.sha256(self.belief.strip().lower().encode()).hexdigest()
        return int(digest, 16) % HELD_APART == 0


_CLASSES = tuple(
    tuple(line.split())
    for line in """
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April May June July August September October November December
Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec
one two three four five six seven eight nine ten eleven twelve
first second third fourth fifth
daily weekly fortnightly monthly quarterly yearly
morning afternoon evening
left right
red blue green yellow black white
draft accepted rejected final
alpha beta stable
enabled disabled
required optional
allowed forbidden
public private
before after
always never
more less
open closed
minimum maximum
north south east west
hours days weeks months years
""".strip().splitlines()
)
"""Words that one may be changed for another of; the first three are names of days and months."""
_DATES = _CLASSES[:3]
_NUMBER_WORDS = _CLASSES[3]
_NEGATIONS = (
    (r"\b(is|are|was|were|has|will|must|should|can|does|do) not\b", r"\1"),
    (r"\b(is|are|does|do|was|were|has|have|would|should)n[\u2019']t\b", r"\1"),
    (r"\bcan(?:no|['\u2019])t\b", "can"),
    (r"\bno longer ", ""),
    (r"\bnever\b", "always"),
    (r"\bwithout\b", "with"),
    (r"\b(is|are|was|were|must|should|can|will)\b(?! not| no)", r"\1 not"),
    (r"\b(has|have)\b(?= \w+(?:ed|n)\b)", r"\1 not"),
    (r"\bwith\b", "without"),
)
_MODALS = (
    (r"\b(will|must|shall)\b", "might"),
    (r"\b(is|are)\b(?= \w+(?:ed|ing)\b)", "may be"),
    (r"\bdecided\b", "discussed"),
    (r"\bdecided\b", "asked whether"),
    (r"\bagreed\b", "talked about"),
)
_ENDINGS = (
    "{} No longer true.",
    "{} (not any more)",
    "~~{}~~",
    "{} UPDATE: this was dropped.",
    "Until last month: {}",
    "{} This has been reversed since.",
)
_SAME_WORDS = (
    (r"\bdo(?:es)? not\b", "don't"),
    (r"\bis not\b", "isn't"),
    (r"\bisn['\u2019]t\b", "is not"),
    (r"\bcan['\u2019]t\b", "cannot"),
    (r"\bmust\b", "has to"),
    (r"\bonly\b", "just"),
    (r"\buntil\b", "till"),
    (r"\bevery\b", "each"),
    (r"\beach\b", "every"),
    (r"\bthe\b", "our"),
    (r" and ", " & "),
    (r"; ", ", "),
    (r", ", " and "),
    (r"\.$", ""),
    (r" \u2192 ", ": "),
    (r"\bper\b", "a"),
    (r"\bbecause\b", "since"),
    (r"\b(Jan|Feb|Aug|Sep|Oct|Nov|Dec)\b", "{month}"),
    (r"\b(\d+)\b(?= [a-z])", "{number}"),
    (r"^(\w+)", "So {lower}"),
)
"""Wordings that leave a passage as it was; three are filled in."""
_ASIDES = (
    "(see below)",
    "(checked again)",
    "(as before)",
    "(a note on this follows)",
    "- see the minutes",
    "(asked twice)",
    "(came up again in May)",
    "- noted by two of us",
    "(thanks!)",
    "(more on that later)",
)
_HEADS = ("Note: ", "Plan: ", "Reminder: ", "Overview: ", "Details: ", "Info: ", "Summary - ")
_IDLE = frozenset(
    ("the", "a", "an", "then", "just", "also", "still", "so", "very", "that", "all", "now", "here")
)
_WORD = re.compile(r"\w+")


class Edits:
    """Small edits by rule of a passage, each with what it does to the belief."""

    def __init__(self, records: Sequence[Record], rng: random.Random) -> None:
        """Gather the names that one may be changed into, by set."""
        self._rng = rng
        self._records = records
        self._names: dict[str, list[str]] = {}
        for record in records:
            found = self._names.setdefault(record.set, [])
            found += [m[0] for m in _NAME.finditer(record.was) if m[0] not in _CAPITALS]

    def of(self, record: Record, passage: str) -> list[tuple[str, str, str]]:
        """Return (passage, label, why) of every rule that applies."""
        said = set(_WORD.findall(record.belief.lower()))
        swaps = {
            "number": self._number(passage),
            "word": self._word(passage),
            "name": self._name(passage, record),
        }
        made = []
        for why, swap in swaps.items():
            if swap is None:
                continue
            went, text = swap
            if went.lower() in said:
                made.append((text, CONTRADICTS, why))
            elif not _says_otherwise(went, passage, said):
                made.append((text, SUPPORTS, f"{why} aside"))
        if len(_WORD.findall(passage)) <= LONGEST_WORDS:
            for why, rules, label in (
                ("negation", _NEGATIONS, CONTRADICTS),
                ("modal", _MODALS, NOT_SUPPORTED),
            ):
                turned = self._turned(passage, rules)
                if turned is not None:
                    made.append((turned, label, why))
        return made

    def ended(self, text: str) -> str:
        """Return a passage that says of itself that it is past."""
        return self._rng.choice(_ENDINGS).format(text)

    def harmless(self, record: Record, text: str) -> str:
        """Return a passage with one to three small edits that leave the belief as it was."""
        steps = (self._reworded, self._reordered, self._shortened, self._longer)
        for _ in range(self._rng.choice((1, 1, 2, 3))):
            text = self._rng.choice(steps)(record, text)
        return text

    def _reworded(self, _record: Record, text: str) -> str:
        found = [(rule, new) for rule, new in _SAME_WORDS if re.search(rule, text)]
        if not found:
            return text
        rule, new = self._rng.choice(found)

        def worded(found: re.Match[str]) -> str:
            if new == "{month}":
                return next(m for m in _CLASSES[1] if m.startswith(found[0]))
            if new == "{number}":
                at = int(found[0]) - 1
                return _NUMBER_WORDS[at] if 0 <= at < len(_NUMBER_WORDS) else found[0]
            return new.replace("{lower}", found[0].lower())

        return re.sub(rule, worded, text, count=1)

    def _reordered(self, _record: Record, text: str) -> str:
        for mark in (" | ", "; ", ", "):
            parts = text.split(mark)
            if len(parts) > 1:
                at = self._rng.randrange(len(parts) - 1)
                parts[at : at + 2] = parts[at + 1], parts[at]
                return mark.join(parts)
        return text

    def _shortened(self, record: Record, text: str) -> str:
        said = set(_WORD.findall(record.belief.lower()))
        for aside in re.finditer(r" ?\([^()]*\)", text):
            if not said & set(_WORD.findall(aside[0].lower())):
                return text[: aside.start()] + text[aside.end() :]
        words = text.split(" ")
        idle = [k for k, w in enumerate(words) if w in _IDLE and w not in said]
        return " ".join(w for k, w in enumerate(words) if not idle or k != self._rng.choice(idle))

    def _longer(self, record: Record, text: str) -> str:
        kind = self._rng.randrange(3)
        if kind == 0:
            return f"{text} {self._rng.choice(_ASIDES)}"
        if kind == 1:
            return self._rng.choice(_HEADS) + text
        other = self._rng.choice(self._records)
        said = self._rng.choice(record.silent if self._rng.random() < HALF else other.silent)
        return f"{text} {said}"

    def _number(self, text: str) -> tuple[str, str] | None:
        found = list(re.finditer(r"(?<![\w.,])\d+(?:[.,]\d+)?(?!\w)", text))
        if not found:
            return None
        chosen = self._rng.choice(found)
        old = chosen[0]
        if re.search(r"[.,]", old):
            mark = "." if "." in old else ","
            whole, part = old.split(mark)
            new = f"{int(whole) + self._rng.choice((1, 2, 5))}{mark}{part}"
        else:
            n = int(old)
            steps = (1, -1, 2, 3, -2, 5, 10, n, -(n // 2))
            new = str(abs(n + self._rng.choice(steps)))
        if new == old:
            return None
        went = re.split("[.,]", old)[0]
        return went, text[: chosen.start()] + new + text[chosen.end() :]

    def _word(self, text: str) -> tuple[str, str] | None:
        found = [
            (m, table)
            for m in _WORD.finditer(text)
            for table in _CLASSES
            if m[0] in table or (m[0].lower() in table and table not in _DATES)
        ]
        if not found:
            return None
        chosen, table = self._rng.choice(found)
        new = self._rng.choice([w for w in table if w.lower() != chosen[0].lower()])
        return chosen[0], text[: chosen.start()] + new + text[chosen.end() :]

    def _name(self, text: str, record: Record) -> tuple[str, str] | None:
        found = [m for m in _NAME.finditer(text) if m[0] not in _CAPITALS]
        names = self._names[record.set]
        if not found or not names:
            return None
        chosen, new = self._rng.choice(found), self._rng.choice(names)
        if new in text or new in record.belief:
            return None
        return chosen[0], text[: chosen.start()] + new + text[chosen.end() :]

    def _turned(self, text: str, rules: Sequence[tuple[str, str]]) -> str | None:
        for pattern, new in rules:
            if re.search(pattern, text):
                return re.sub(pattern, new, text, count=1)
        return None


def _says_otherwise(went: str, passage: str, said: set[str]) -> bool:
    """Whether a belief that lacks a word may still say it in another way: `10` as `ten`."""
    table = next((t for t in _CLASSES if went in t or went.lower() in t), None)
    if table in _DATES:
        return any(word[:3] == went[:3].lower() for word in said)
    numbers = {word for word in said if word[0].isdigit() or word in _NUMBER_WORDS}
    if went[0].isdigit() or table is _NUMBER_WORDS:
        return not numbers <= set(_WORD.findall(passage.lower()))
    return table is not None


_NAME = re.compile(r"(?<=[\w,;] )[A-Z][\w-]+[a-z]")
_CAPITALS = {
    *(word for table in _DATES for word in table),
    "The",
    "This",
    "It",
    "We",
    "If",
    "No",
    "In",
    "On",
}
