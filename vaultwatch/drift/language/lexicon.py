"""Load the words with a fixed meaning, which are data of this package: `words.toml`.

Pure: read once through `importlib.resources`. Every table is what the weights were fitted on.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, Final

from vaultwatch.late_regex import late_regex

_DATA: Final[dict[str, Any]] = tomllib.loads(
    resources.files("vaultwatch.drift.language").joinpath("words.toml").read_text("utf-8")
)


def _words(table: str) -> frozenset[str]:
    return frozenset(_DATA[table].split())


def _numbered(lines: Iterable[str], start: int = 0) -> dict[str, int]:
    """Return the number of the line in which each word stands."""
    return {word: number for number, words in enumerate(lines, start) for word in words.split()}


def _by_word(table: str) -> dict[str, str]:
    """Return the name of the line in which each word stands."""
    return {word: name for name, words in _DATA[table].items() for word in words.split()}


def pattern(name: str) -> re.Pattern[str]:
    """Return one of the patterns made of words, letter case aside."""
    return late_regex("".join(_DATA["patterns"][name]), re.IGNORECASE)


STOP_WORDS: Final = _words("stop")
MORE_STOP_WORDS: Final = _words("more_stop")
NEGATIONS: Final = _words("negations")
OPEN_WORDS: Final = _words("open")
OPEN_STATES: Final = _words("open_states")
DONE_WORDS: Final = _words("done")
ALSO_NOT_DONE: Final = _words("also_not_done")
CANCELLED_WORDS: Final = _words("cancelled")
ARTICLES: Final = _words("articles")
EXCLUSIVE_WORDS: Final = _words("exclusive")
OVERRIDE_WORDS: Final = _words("override")
GERMAN_WORDS: Final = _words("german")
FORMS_OF_ADDRESS: Final = _words("forms_of_address")
HEDGES: Final = _words("hedges")
ORDINALS: Final = _words("ordinals")
STATUS_KEYS: Final = _words("status_keys")
AMBIGUOUS_MONTHS: Final = _words("ambiguous_months")
CJK_NEGATIONS: Final = tuple(_DATA["cjk_negations"].split())
CJK_OPEN: Final = tuple(_DATA["cjk_open"].split())
CJK_DONE: Final = tuple(_DATA["cjk_done"].split())
CJK_OVERRIDE: Final = tuple(_DATA["cjk_override"].split())

PAST_OF: Final[Mapping[str, str]] = _DATA["past_of"]
"""Past participles of everyday English verbs that no rule forms."""
MONTHS: Final = _numbered(_DATA["months"], 1)
WEEKDAYS: Final = _numbered(_DATA["weekdays"], 1)
NUMBER_WORDS: Final = {word: int(number) for word, number in _by_word("numbers").items()}
CLOCK_HOURS: Final = {word: int(hour) for word, hour in _by_word("clock_hours").items()}
SPELLED_DURATIONS: Final[Mapping[str, int]] = _DATA["spelled_durations"]
"""In minutes."""
UNIT_WORDS: Final = _by_word("units")
STAGES: Final = _numbered(_DATA["stages"])
"""Word -> stage of a matter."""


def _states() -> Mapping[str, tuple[tuple[int, int], ...]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for group, states in enumerate(_DATA["states"]):
        for state, words in enumerate(states):
            for word in words.split():
                found[word].append((group, state))
    return {word: tuple(places) for word, places in found.items()}


STATES: Final = _states()
"""Word -> (group, state) of each group that holds it; the states of a group exclude each other."""

COMMON: Final = {language: frozenset(words.split()) for language, words in _DATA["common"].items()}
"""Language -> its commonest words, with their accents."""
LETTERS: Final = _by_word("letters")
ENDINGS: Final = {language: tuple(ends.split()) for language, ends in _DATA["endings"].items()}
SCRIPTS: Final = tuple((name, signs) for name, signs in _DATA["scripts"])
