"""Hold together what a belief speaks of, for asking whether an added line is about it.

Pure. `subject_of` makes it once a comparison; `news.updates` and `news.decisions` ask.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.language import lexicon, news_words, update_words
from vaultwatch.drift.language.meanings import meanings_of
from vaultwatch.drift.language.measures import are_alike, measure_of
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, TokenKind, fold, tokens
from vaultwatch.drift.language.words import (
    KIND_WEIGHTS,
    PREFIX,
    Words,
    context_of,
    holds,
    merged,
    words_of,
)
from vaultwatch.drift.news.added_lines import is_denial, unit, weighty, word_before
from vaultwatch.drift.passages.edits import full_text
from vaultwatch.drift.passages.view import View, said_by
from vaultwatch.notes.model import Statement

_TOPIC: Final = 0.5
"""Share of the belief's plain words that a line must say before its other value counts."""
_OWN: Final = 0.2
"""Share of the belief that plain words must say for what they name to be its matter. Both chosen by
hand on the developed half of benchmarks/appended_lines.txt."""
_SHORT: Final = 3
_NONE: Final[frozenset[int]] = frozenset()
_AT_HOUR: Final = re.compile(
    r"\b(?:at|um|à|alle|om|a las|às) ([01]?\d|2[0-3])(?= ?(?:o'clock|uhr|h|uur|heures"
    r"|horas)?\b(?![:.]\d))",
    re.IGNORECASE,
)
"""`at 8`: a time that is written as a number."""
IS: Final = re.compile(
    r"\b(?:is|are|will be|ist|sind|wird|heißt|heisst|est|sont|sera|es|son|será|è|sono"
    r"|sarà|zijn|wordt|é)\b",
    re.IGNORECASE,
)
_ARROW: Final = re.compile("->|=>|\u2192|\u27f6")
WE: Final = re.compile(
    r"(?:we|i|they|you|nobody|no one|niemand|personne|nadie|nessuno|wir|ich|man|on|nous|je"
    r"|ya no|non|noi|wij|ik|ze|nós|já não)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BeliefSubject:
    """What a belief speaks of, as far as lines are asked about it."""

    said: Words
    """What belief, supports, what they stand under and the note's title say."""
    noted: Words
    """What the note said anywhere."""
    values: Mapping[str, TokenKind]
    """Its numbers, dates, times, weekdays and identifiers."""
    plain: Mapping[str, float]
    """Its other words, of those that its support says too, by weight."""
    names: tuple[str, ...]
    title: frozenset[str]
    """The words of the note's name."""
    head: str
    """Its first weighty word."""
    before: frozenset[tuple[str, str]]
    """Each weighty word in it and in its support behind the word before, articles aside."""
    is_repeated: bool
    """Whether it says how often: `weekly`, `on Mondays`."""
    tells_end: bool
    """Whether it denies something or tells of an end itself: what ends agrees with it."""
    then: Sequence[Statement]
    """The note as it stood."""
    rests_on: frozenset[int]
    """Indices of what it rests on there."""
    meant: frozenset[int]
    """The meanings that it names."""
    wordings: Mapping[str, frozenset[int]]
    """For its words the meanings that they help to name."""
    folded: frozenset[str]
    """All words of the belief."""

    def is_value(self, text: str) -> bool:
        """Tell whether a text says a value or a name of the belief."""
        norms = {one.norm for one in weighty(text)}
        return any(holds_any(norms, norm) for norm in (*self.values, *self.names))

    def foreign_beside(self, text: str) -> list[Token]:
        """Return the foreign words of a text that are no other value of the belief's kinds."""
        return [one for one in self.foreign(text) if not self.is_rival(one)]

    def foreign(self, text: str) -> list[Token]:
        """Return the weighty words of a text that neither the belief nor its support says.

        Another wording of what they say is none, nor is a compound of their words.
        """
        strange = [
            one for one in weighty(text) if one.kind != "unit" and not holds(self.said, one.norm)
        ]
        if not strange:
            return []
        known = [one for one in meanings_of(text) if one.number in self.meant]
        spans = [span for one in known for span in one.spans]
        return [
            one
            for one in strange
            if not any(start <= one.start < end for start, end in spans)
            and not self._is_compound(one)
        ]

    def _is_compound(self, token: Token) -> bool:
        """Tell whether a word is made of two that are said: `Montagstraining`."""
        ends = [
            norm for norm in self.said.kinds if len(norm) >= PREFIX and token.norm.endswith(norm)
        ]
        rests = (token.norm[: -len(end)].rstrip("s-") for end in ends if end != token.norm)
        return any(len(rest) >= _SHORT and self._begins(rest) for rest in rests)

    def _begins(self, rest: str) -> bool:
        day = lexicon.WEEKDAYS.get(rest)
        is_day = day is not None and f"@wd{day}" in self.said.kinds
        return is_day or any(norm.startswith(rest[:PREFIX]) for norm in self.said.kinds)

    def own_in(self, clause: str) -> set[str]:
        """Return the weighty words of a clause, and those of the belief that it says in others."""
        named = {one.number for one in meanings_of(clause)}
        said = {norm for norm in self.plain if not self.wordings.get(norm, _NONE).isdisjoint(named)}
        return said | {one.norm for one in weighty(clause)}

    def means(self, text: str) -> bool:
        """Tell whether a text names a meaning that the belief names, and not by a light word."""
        found = {one.number for one in meanings_of(text)}
        return bool(weighty(text)) and not found.isdisjoint(self.meant)

    def is_named_by(self, text: str) -> bool:
        """Tell whether a text says the belief's first word, or a good part of it."""
        norms = {one.norm for one in weighty(text)}
        return holds_any(norms, self.head) or share_of(self.plain, norms) >= _OWN

    def owns(self, text: str) -> bool:
        """Tell whether a text names what the belief speaks of, and nothing beside it."""
        if is_denial(text) or self.foreign(text) or IS.search(text):
            return False
        return self.is_named_in(text) or {one.norm for one in weighty(text)} == self.title

    def is_named_in(self, text: str) -> bool:
        """Tell whether a text says enough of the belief to be about it."""
        return self.is_value(text) or self.is_named_by(text) or self.means(text)

    def is_name(self, text: str) -> bool:
        """Tell whether a text is the name of somebody and no more, where no value moved."""
        norms = {one.norm for one in weighty(text)}
        return not self.values and bool(norms) and norms <= set(self.names)

    def is_rival(self, token: Token) -> bool:
        """Tell whether a token is another value of a kind that the belief says."""
        if token.kind == "unit" or holds(self.said, token.norm):
            return False
        if fold(token.surface) in news_words.HOW_OFTEN:
            return self.is_repeated
        is_number = token.kind == "number" and not measure_of(token.norm)
        is_written_out = is_number and token.surface.isalpha()
        if token.kind not in EXACT_KINDS or is_written_out:
            return False
        return any(
            kind == token.kind and are_alike(norm, token.norm) for norm, kind in self.values.items()
        )

    def is_only_such(self, rivals: Sequence[Token], clause: str) -> bool:
        """Tell whether the note counts one thing alone in the unit of another value: hours."""
        measure = unit(rivals[0], clause)
        numbers = [(t, s.plain) for s in self.then for t in tokens(s.plain) if t.kind == "number"]
        counted = [unit(one, text) for one, text in numbers]
        return measure != "" and counted.count(measure) == 1

    def beside(self, clause: str) -> list[Token]:
        """Return the foreign words of a clause but for other values and the verb of `we`."""
        foreign = self.foreign_beside(clause)
        pronoun = WE.match(clause)
        is_verb = pronoun is not None and weighty(clause)[:1] == foreign[:1]
        return foreign[1:] if is_verb and foreign and foreign[0].surface.islower() else foreign

    def is_topic(self, norms: set[str]) -> bool:
        """Tell whether some words say much of the belief, or its first word."""
        return share_of(self.plain, norms) >= _TOPIC or holds_any(norms, self.head)

    def has_no_arrow(self) -> bool:
        """Tell whether the note has no arrows: in one that has, `mail -> Brevo` is no change."""
        return not any(_ARROW.search(one.plain) for one in self.then)


def subject_of(view: View) -> BeliefSubject | None:
    """Return what a belief speaks of; None where it rests on nothing."""
    if not view.supports:
        return None
    text = view.belief.text
    rests_on = [view.then[support.index] for support in view.supports]
    around = [text for one in rests_on for text in (full_text(one), context_of(one))]
    belief = words_of(text)
    weights = {
        one.norm: KIND_WEIGHTS[one.kind]
        for one in weighty(text)
        if one.kind in ("word", "name", "cjk")
    }
    told = {norm for one in rests_on for norm in words_of(full_text(one)).kinds}
    plain = {norm: weight for norm, weight in weights.items() if holds_any(told, norm)} or weights
    written_small = {
        one.norm
        for part in (text, *around)
        for one in tokens(part)
        if not one.surface[0].isupper() or (one.kind == "word" and one.surface.endswith("s"))
    }
    return BeliefSubject(
        said=merged(map(words_of, (text, view.belief.note_title, view.belief.was_titled, *around))),
        noted=said_by(tuple(view.then)),
        values={
            one.norm: one.kind
            for one in tokens(text)
            if one.norm in belief.exact and (one.norm not in {"#1", "#2"} or one.surface.isdigit())
        }
        | {f"@{int(hour):02d}:00": "time" for hour in _AT_HOUR.findall(text)},
        plain=plain,
        names=tuple(norm for norm in plain if norm not in written_small),
        title=frozenset(one.norm for one in weighty(view.belief.note_title)),
        head=next(iter(plain), ""),
        before=frozenset(
            (word_before(one, token.start), token.norm)
            for one in (text, *around)
            for token in weighty(one)
        ),
        is_repeated="weekday" in belief.kinds.values()
        or not news_words.HOW_OFTEN.isdisjoint(belief.folded),
        tells_end=bool(belief.negations) or update_words.ENDS.search(text) is not None,
        then=view.then,
        rests_on=frozenset(support.index for support in view.supports),
        wordings=_wordings(text),
        folded=belief.folded,
        meant=frozenset(one.number for part in (text, *around) for one in meanings_of(part)),
    )


def _wordings(text: str) -> dict[str, frozenset[int]]:
    """Return for each word of a text the meanings that it helps to name."""
    spans = [(span, one.number) for one in meanings_of(text) for span in one.spans]
    return {
        token.norm: frozenset(n for (start, end), n in spans if start <= token.start < end)
        for token in tokens(text)
    }


def holds_any(norms: set[str], norm: str) -> bool:
    """Tell whether some words say another one, in this or another form."""
    return norm in norms or any(
        min(len(one), len(norm)) >= PREFIX
        and (one[:PREFIX] == norm[:PREFIX] or norm.endswith(one) or one.endswith(norm))
        for one in norms
    )


def share_of(of: Mapping[str, float], norms: set[str]) -> float:
    """Return the share of some words, by weight, that others say."""
    own = sum(weight for norm, weight in of.items() if holds_any(norms, norm))
    return own / sum(of.values()) if of else 0.0
