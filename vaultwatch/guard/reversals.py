"""Tell whether a weak source's text may change what a person said of a matter of high impact.

Pure and linear; called by `services.indexing.said_before`, which finds what the person said. By
itself such a text shows nothing: *hand what we owe for the workshop to Hazel* has no word of
paying. Beside *the rent for the workshop goes to Otto* it names another payee. So words count here
that mean nothing elsewhere (the last tables of `data/impact.toml`), and values that the person did
not give.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from vaultwatch.guard.destinations import marked
from vaultwatch.guard.disguise import plain, sentences, words_of
from vaultwatch.guard.impact import Concept, holds, read_as
from vaultwatch.late_regex import Patterns, data_of

MOST_SAID_CHARS = 300
"""A longer statement is no rule that somebody wrote down. Chosen by hand."""
MOST_SENTENCES = 20
"""Of one text."""
NEAREST = 2
"""Statements that a sentence may be about, of those that are found. Chosen on memories of others:
with three, half as many again of honest ones wait, and no more plants."""
_RESTATED = 0.55
"""Share of a text's words that a passage says, from which on it tells nothing new of it."""
_SHORT = 9
"""Words of a sentence that a single one may tie to a statement; of more, two must. By hand."""
_STEM = 6
"""Letters by which words are the same. Chosen by hand."""
_LEAST_LETTERS = 3
_ENDINGS = "aeiousyаеиоуыэюяьй"  # noqa: RUF001 -- of Russian too

_P = Patterns("impact_rules")


@dataclass(frozen=True, slots=True)
class ChangeOfSaid:
    """What of high impact a text may change."""

    concept: Concept
    index: int
    """Of the statement, among those that were given."""


def may_change(text: str) -> bool:
    """Tell whether a text is worth being held against what a person said."""
    return any(_stirs(one) for one in _said_in(text))


def changed(text: str, said: Sequence[str], passages: Sequence[str]) -> ChangeOfSaid | None:
    """Return which of a person's statements a weak source's text may change; None where none.

    `passages` stand round the statements: a text that one of them says already changes nothing.
    """
    own = [_words_of(one) for one in said]
    known = [_words_of(one) for one in passages]
    whole = "\n".join(passages).casefold()
    for one in _said_in(text):
        stirs = _stirs(one)
        words = _words_of(one)
        if not stirs or any(len(words & some) >= _RESTATED * len(words) for some in known):
            continue
        for index in _nearest(words, own):
            concept = _changed_by(one, stirs, said[index], whole)
            if concept is not None:
                return ChangeOfSaid(concept, index)
    return None


def _nearest(words: frozenset[str], said: Sequence[frozenset[str]]) -> list[int]:
    """Return the statements that share most with a sentence, of their own length."""
    least = 1 if len(words) <= _SHORT else 2
    score = {
        i: len(words & some) / (len(some) + _STEM) ** 0.5
        for i, some in enumerate(said)
        if len(words & some) >= least
    }
    return sorted(score, key=lambda i: -score[i])[:NEAREST]


def _changed_by(text: str, stirs: frozenset[str], said: str, whole: str) -> Concept | None:
    if len(said) > MOST_SAID_CHARS:
        return None
    if "place" in stirs:
        topic = _topic(said)
        is_told = _places(said) or topic == "deploy command"
        if is_told and not any(one in whole for one in _places(text)):
            return topic
    if "takes" in stirs and _names(said) and _holds(("PAY",), said):
        others = [name for name in _names(text) if name.casefold() not in whole]
        if others:
            return "payment destination"
    if "loose" in stirs:
        for rule in data_of("impact_rules")["loosened"]:
            concept: Concept = rule["concept"]
            beside = rule["beside"]
            is_rule = (
                not beside or _holds((beside,), said) or (concept == "approval" and _names(said))
            )
            if is_rule and _holds(rule["tables"], said):
                return concept
    return None


def _topic(said: str) -> Concept | None:
    topics = data_of("impact_rules")["topics"]
    return next((one["concept"] for one in topics if _holds(one["tables"], said)), None)


@lru_cache(maxsize=2_000)
def _stirs(text: str) -> frozenset[str]:
    """Return by what a sentence may change what was said."""
    found = set()
    if _places(text):
        found.add("place")
    if _names(text) and _holds(("TAKES",), text):
        found.add("takes")
    if _holds(("LOOSE",), text):
        found.add("loose")
    return frozenset(found)


def _said_in(text: str) -> list[str]:
    return [one.text for one in sentences(text)[:MOST_SENTENCES] if one.disguise == "plain"]


@lru_cache(maxsize=2_000)
def _views(text: str) -> tuple[str, ...]:
    return tuple(view for reading in marked(text) for view in read_as(reading))


def _holds(tables: Iterable[str], text: str) -> bool:
    return any(holds(table, view) for table in tables for view in _views(text))


@lru_cache(maxsize=4_000)
def _words_of(text: str) -> frozenset[str]:
    """Return the stems by which a text is about something; pairs of letters where no spaces are."""
    seen = next(iter(read_as(_P.link.sub(r" \1 ", plain(text)))), "")
    pairs = {run[i : i + 2] for run in _P.cjk.findall(seen) for i in range(len(run) - 1)}
    words = [
        one for one in _P.word.findall(_P.cjk.sub(" ", seen)) if one not in words_of("frequent")
    ]
    return frozenset(pairs | {_stem(one) for one in words if len(one) >= _LEAST_LETTERS})


def _stem(word: str) -> str:
    """Return a word without its ending, as far as that takes no grammar: `order` of `orders`."""
    bare = word.rstrip(_ENDINGS)
    return (bare if len(bare) >= _LEAST_LETTERS else word)[:_STEM]


@lru_cache(maxsize=2_000)
def _places(text: str) -> frozenset[str]:
    """Return the addresses of a text by what is registered of a host: its last two names."""
    found = set()
    for one in _P.place.findall(_P.link.sub(" ", plain(text))):
        if _P.iso_day.search(one):
            continue
        host = one.casefold().rpartition("@")[2]
        if not any(char.isalpha() for char in host):
            found.add(host)
        elif not _P.file.search(host):
            found.add(".".join(host.split(".")[-2:]))
    return frozenset(found)


@lru_cache(maxsize=2_000)
def _names(text: str) -> frozenset[str]:
    return frozenset(_P.name.findall(_P.link.sub(" ", text)))
