"""Ask whether an added line overtakes a belief: its own subject ended, gave way, or is another.

Pure. Called by `drift.overturns`. A line overtakes a belief not by the words it uses but by whom it
speaks of: what ended must be said by the belief, and nothing else beside it. `Stripe was dropped`
ends what is paid through Stripe; `Stripe dropped its old logo`, `the newsletter was dropped` and
`should we drop Stripe?` end nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift import news_words, update_words
from vaultwatch.drift.added_lines import (
    AddedLine,
    LineReading,
    are_one,
    is_alone,
    is_denial,
    unit,
    weighty,
    word_before,
)
from vaultwatch.drift.edits import full_text
from vaultwatch.drift.tokens import EXACT_KINDS, Token, TokenKind, fold, tokens
from vaultwatch.drift.view import View, said_by
from vaultwatch.drift.words import KIND_WEIGHTS, PREFIX, Words, context_of, holds, merged, words_of
from vaultwatch.notes.model import Statement

_TOPIC: Final = 0.5
"""Share of the belief's plain words that a line must say before its other value counts."""
_OWN: Final = 0.3
"""Share of the belief that plain words must say for what they name to be its matter."""
_MOST_SAID: Final = 10
"""A belief of more words says too much for one of them to be its value."""
_MOST_NEW: Final = 4
"""Words that may stand in the place of what the belief says. All chosen by hand on the developed
half of benchmarks/appended_lines.txt."""

_REASON: Final = re.compile(
    r"(?:in favou?r of|because|due|owing|after|by|for good|for ever|to save|zugunsten"
    r"|wegen|à cause|por|a causa"
    r"|vanwege|wegens)\b",
    re.IGNORECASE,
)
_IS: Final = re.compile(
    r"\b(?:is|are|will be|ist|sind|wird|heißt|heisst|est|sont|sera|es|son|será|è|sono"
    r"|sarà|zijn|wordt|é)\b",
    re.IGNORECASE,
)
_AT: Final = re.compile(
    r"\b(?:at|in|to|through|with|via|by|on|from|under|behind|into|beim?|mit|von|vom"
    r"|über|im|zum?|zur|durch|chez"
    r"|à|au|dans|par|avec|de|en|con|por|a|da|dal|dalla|al|nel|bij|met|door|naar|van|op|em|com)\b",
    re.IGNORECASE,
)
_ARROW: Final = re.compile("->|=>|\u2192|\u27f6")
_WE: Final = re.compile(
    r"(?:we|i|they|you|wir|ich|man|on|nous|je|ya no|non|noi|wij|ik|ze|nós|já não)\b",
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

    def overtaken_by(self, line: AddedLine, *, is_below: bool) -> bool:
        """Tell whether a line ends, replaces or contradicts what the belief says.

        Args:
            line: an added one.
            is_below: whether it stands right below what supports the belief.
        """
        if line.retracts and is_below:
            return True
        if not self.tells_end and not self._foreign(line.label):
            if any(self._overtakes(reading, line, is_below=is_below) for reading in line.readings):
                return True
            if any(self._is_denied(clause, line) for clause in line.clauses):
                return True
        return self._has_another_value(line, is_below=is_below) or self._has_another_name(line)

    def _is_news(self, line: AddedLine, clause: str) -> bool:
        """Tell whether a clause speaks of a new state of what the belief speaks of."""
        if line.is_dated or news_words.NOW.search(clause):
            return True
        named = news_words.NEW.search(clause)
        return named is not None and not self._foreign(named[1])

    def _overtakes(self, reading: LineReading, line: AddedLine, *, is_below: bool) -> bool:
        """Tell whether what a reading says to have ended is the belief's own."""
        if is_alone(reading.subject):
            is_own = is_below and reading.is_whole and reading.kind in ("ended", "moved")
            is_own = is_own and (reading.kind == "ended" or not self._foreign_beside(reading.new))
        else:
            opens = reading.kind == "instead" and not reading.new
            subject = self._opening(reading.subject) if opens else reading.subject
            is_own = self._owns(subject) and self._is_spoken_of(subject, line)
        is_told = is_own and self._is_anybody(reading) and self._is_aside(reading)
        says_what = reading.kind != "changed" or bool(self._foreign(line.clauses[0]))
        return is_told and says_what and self._gives_way(reading)

    def _gives_way(self, reading: LineReading) -> bool:
        """Tell whether what came in the belief's place, if a reading names it, may stand there."""
        came = self._foreign(reading.new)
        is_some = 0 < len(came) <= _MOST_NEW
        match reading.kind:
            case "moved" | "carried":
                return self._is_other(reading.new) and not self._is_named(reading.subject)
            case "arrow":
                return is_some and self._is_value(reading.subject) and self._has_no_arrow()
            case "instead":
                return is_some or not came
            case "replacer":
                return is_some and all(one.surface[0].isupper() for one in came)
            case "from":
                return bool(weighty(reading.new)) and not self._foreign(reading.who)
        return True

    def _has_no_arrow(self) -> bool:
        """Tell whether the note has no arrows: in one that has, `mail -> Brevo` is no change."""
        return not any(_ARROW.search(one.plain) for one in self.then)

    def _opening(self, text: str) -> str:
        """Return the words with which a text begins up to the first foreign one."""
        foreign = self._foreign(text)
        return text[: foreign[0].start] if foreign else text

    def _is_value(self, text: str) -> bool:
        norms = {one.norm for one in weighty(text)}
        return any(holds_any(norms, norm) for norm in (*self.values, *self.names))

    def _is_spoken_of(self, text: str, line: AddedLine) -> bool:
        """Tell whether a text, or else the line of a bare value, names the belief's subject."""
        norms = {one.norm for one in weighty(text)}
        if _share(self.plain, norms) or norms == self.title:
            return True
        whole = {one.norm for one in weighty(line.clauses[0])}
        is_about = holds_any(whole, self.head) or _share(self.plain, whole) >= _OWN
        has_rival = any(self._is_rival(one) for one in weighty(line.clauses[0]))
        return (is_about or has_rival) and not self._foreign_beside(line.clauses[0])

    def _foreign_beside(self, text: str) -> list[Token]:
        """Return the foreign words of a text that are no other value of the belief's kinds."""
        return [one for one in self._foreign(text) if not self._is_rival(one)]

    def _foreign(self, text: str) -> list[Token]:
        """Return the weighty words of a text that neither the belief nor its support says."""
        return [one for one in weighty(text) if not holds(self.said, one.norm)]

    def _owns(self, text: str) -> bool:
        """Tell whether a text names what the belief speaks of, and nothing beside it."""
        if is_denial(text) or self._foreign(text) or _IS.search(text):
            return False
        return self._is_named_in(text) or {one.norm for one in weighty(text)} == self.title

    def _is_named_in(self, text: str) -> bool:
        """Tell whether a text says enough of the belief to be about it."""
        norms = {one.norm for one in weighty(text)}
        return (
            self._is_value(text) or holds_any(norms, self.head) or _share(self.plain, norms) >= _OWN
        )

    def _is_named(self, text: str) -> bool:
        """Tell whether a text is the name of somebody and no more, where no value moved."""
        norms = {one.norm for one in weighty(text)}
        return not self.values and bool(norms) and norms <= set(self.names)

    def _is_anybody(self, reading: LineReading) -> bool:
        """Tell whether somebody whom the note knows does it, or nobody in particular."""
        strangers = [one for one in weighty(reading.who) if not holds(self.noted, one.norm)]
        is_clause = is_denial(reading.who) or _IS.search(reading.who) is not None
        return not is_clause and len(strangers) <= (reading.kind == "carried")

    def _is_aside(self, reading: LineReading) -> bool:
        """Tell whether what follows is a time, a reason, or the belief's own."""
        rest = reading.rest
        if not rest or _REASON.match(rest) or news_words.WHEN.fullmatch(rest):
            return True
        kinds = {"date", "weekday", "time", "number"}
        is_object = reading.kind == "ended" and not _AT.match(rest)
        return not (is_object or is_denial(rest)) and all(
            one.kind in kinds for one in self._foreign(rest)
        )

    def _is_other(self, new: str) -> bool:
        """Tell whether a text gives another value of a kind that the belief says."""
        came = self._foreign(new)
        if self.values or self.is_repeated:
            return any(self._is_rival(one) for one in came)
        return 0 < len(came) <= _MOST_NEW

    def _is_rival(self, token: Token) -> bool:
        """Tell whether a token is another value of a kind that the belief says."""
        if token.kind == "unit" or holds(self.said, token.norm):
            return False
        if fold(token.surface) in news_words.HOW_OFTEN:
            return self.is_repeated
        is_written_out = (
            token.kind == "number" and token.surface.isalpha() and token.norm[-1] != "n"
        )
        if token.kind not in EXACT_KINDS or is_written_out:
            return False
        lasts = token.norm.endswith("min")
        return any(
            kind == token.kind and norm.endswith("min") == lasts
            for norm, kind in self.values.items()
        )

    def _is_denied(self, clause: str, line: AddedLine) -> bool:
        """Tell whether a clause says that what the belief says holds no longer."""
        if update_words.IS_NO_LONGER.search(clause) is None:
            return False
        rest = update_words.NO_LONGER.sub(" ", clause)
        may_differ = int(_WE.match(clause) is not None)
        is_own = len(self._foreign(rest)) <= may_differ and self._is_named_in(rest)
        is_first = clause in line.clauses[:2]
        return (
            is_own
            and self._is_spoken_of(rest, line)
            and (is_first or not self._foreign(line.clauses[1]))
        )

    def _has_another_value(self, line: AddedLine, *, is_below: bool) -> bool:
        """Tell whether a clause gives the subject another number, date, time or weekday."""
        whole = {one.norm for one in weighty(line.clauses[0])}
        if not whole.isdisjoint(self.values):
            return False
        for clause in line.clauses if self.values or self.is_repeated else ():
            rivals = [one for one in weighty(clause) if self._is_rival(one)]
            if not rivals or self._beside(clause) or is_denial(clause):
                continue
            is_news = self._is_news(line, line.clauses[0]) or news_words.NEWS.search(clause)
            own = {one.norm for one in weighty(clause)}
            is_said = _IS.search(clause) is not None or clause.startswith(line.label + ":")
            if (self._is_topic(own) and is_news) or (is_said and _share(self.plain, own) >= _TOPIC):
                return True
            if self._foreign(line.label):
                continue
            if is_news and self._is_only_such(rivals, clause):
                return True
            is_short = is_below and clause in line.clauses[-1:] and not _share(self.plain, own)
            beside = [t for t in self._beside(line.clauses[0]) if not holds(self.noted, t.norm)]
            if is_news and (is_short or (self._is_topic(whole) and not beside)):
                return True
        return False

    def _is_only_such(self, rivals: Sequence[Token], clause: str) -> bool:
        """Tell whether the note counts one thing alone in the unit of another value: hours."""
        measure = unit(rivals[0], clause)
        numbers = [(t, s.plain) for s in self.then for t in tokens(s.plain) if t.kind == "number"]
        counted = [unit(one, text) for one, text in numbers]
        return measure != "" and counted.count(measure) == 1

    def _beside(self, clause: str) -> list[Token]:
        """Return the foreign words of a clause but for other values and the verb of `we`."""
        foreign = self._foreign_beside(clause)
        pronoun = _WE.match(clause)
        is_verb = bool(foreign) and pronoun is not None and foreign[0].surface.islower()
        return foreign[1:] if is_verb else foreign

    def _is_topic(self, norms: set[str]) -> bool:
        return _share(self.plain, norms) >= _TOPIC or holds_any(norms, self.head)

    def _has_another_name(self, line: AddedLine) -> bool:
        """Tell whether a clause says of the subject what the belief says, with another name."""
        is_much = len(self.plain) > _MOST_SAID or (self.values and not self.names)
        if is_much or self._foreign(line.label):
            return False
        for clause in line.clauses:
            foreign = self._beside(clause)
            if not 0 < len(foreign) <= _MOST_NEW or is_denial(clause):
                continue
            own = {one.norm for one in weighty(clause)}
            is_lost = any(not holds_any(own, norm) for norm in (self.names or self.plain))
            if is_lost and are_one(clause, foreign) and self._is_place(line, clause, foreign, own):
                return True
        return False

    def _is_place(
        self, line: AddedLine, clause: str, foreign: Sequence[Token], own: set[str]
    ) -> bool:
        """Tell whether words stand where the belief has others: `is with Ann`, `is at the mill`."""
        topic = {n: w for n, w in self.plain.items() if n not in self.names} or self.plain
        before = word_before(clause, foreign[0].start)
        lost = {word for word, norm in self.before if word and not holds_any(own, norm)}
        is_same = holds_any(lost, before)
        is_capital = all(one.surface[0].isupper() for one in foreign)
        if _share(topic, own) < _TOPIC:
            is_about = holds_any(own, self.head) and self.head not in self.names
            return is_same and is_about and self._is_news(line, clause)
        if not self._is_news(line, clause):
            return is_same and is_capital
        return is_same or is_capital or _AT.fullmatch(before) is not None


def matter_of(view: View) -> BeliefSubject | None:
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
        },
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
    )


def holds_any(norms: set[str], norm: str) -> bool:
    """Tell whether some words say another one, in this or another form."""
    return norm in norms or any(
        min(len(one), len(norm)) >= PREFIX and (one[:PREFIX] == norm[:PREFIX] or norm.endswith(one))
        for one in norms
    )


def _share(of: Mapping[str, float], norms: set[str]) -> float:
    """Return the share of some words, by weight, that others say."""
    own = sum(weight for norm, weight in of.items() if holds_any(norms, norm))
    return own / sum(of.values()) if of else 0.0
