"""Ask whether an added line overtakes a belief: its own subject ended, gave way, or is another.

Pure. Called by `news.overturns`. A line overtakes a belief not by the words it uses but by whom it
speaks of: what ended must be said by the belief, and nothing else beside it. `Stripe was dropped`
ends what is paid through Stripe; `Stripe dropped its old logo`, `the newsletter was dropped` and
`should we drop Stripe?` end nothing. `news.decisions` knows lines that name nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.language import decision_words, news_words, update_words
from vaultwatch.drift.language.tokens import Token, fold
from vaultwatch.drift.language.words import holds, words_of
from vaultwatch.drift.news.added_lines import (
    AddedLine,
    LinePlace,
    LineReading,
    are_one,
    is_alone,
    is_denial,
    weighty,
    word_before,
)
from vaultwatch.drift.news.belief_subject import IS, WE, BeliefSubject, holds_any, share_of

_TOPIC: Final = 0.5
"""Share of the belief's plain words that a line must say before its other value counts."""
_OWN: Final = 0.2
"""Share of the belief that plain words must say for what they name to be its matter."""
_MOST_SAID: Final = 10
"""A belief of more words says too much for one of them to be its value."""
_MOST_BACK: Final = 2
"""Names that may come back at once."""
_MOST_NEW: Final = 4
"""Words that may stand in the place of what the belief says. All chosen by hand on the developed
half of benchmarks/appended_lines.txt."""

_REASON: Final = re.compile(
    r"(?:(?:for|to) (?:another|a new|a different|an other)|in favou?r of|because|due|owing"
    r"|after|by|for good|for ever|to save|zugunsten"
    r"|wegen|à cause|por|a causa"
    r"|vanwege|wegens)\b",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"\b(?:instead|stattdessen|en su lugar|à la place|invece|in plaats daarvan)\b", re.IGNORECASE
)
_SO: Final = re.compile(
    r"[,;] (?:so|therefore|deshalb|daher|also|darum|donc|alors|así que|entonces|quindi|dus)\b",
    re.IGNORECASE,
)
"""What follows is told by what stands before: `Thursdays are bad, so we meet on Tuesdays`."""
_FOR_US: Final = re.compile(r"\b(?:us|here|uns|hier|nous|ici|nos|aquí|noi|ci|ons)\b", re.IGNORECASE)
_AT: Final = re.compile(
    r"\b(?:at|in|to|through|with|via|by|on|from|under|behind|into|beim?|mit|von|vom"
    r"|über|im|zum?|zur|durch|chez"
    r"|à|au|dans|par|avec|de|en|con|por|a|da|dal|dalla|al|nel|bij|met|door|naar|van|op|em|com)\b",
    re.IGNORECASE,
)


def overtakes(subject: BeliefSubject, line: AddedLine, place: LinePlace) -> bool:
    """Tell whether a line ends, replaces or contradicts what a belief says.

    Args:
        subject: what the belief speaks of.
        line: an added one.
        place: how it stands to what the belief rests on.
    """
    return _Held(subject, line, place).overtakes()


@dataclass(frozen=True, slots=True)
class _Held:
    """One added line held against one belief."""

    about: BeliefSubject
    line: AddedLine
    place: LinePlace

    def overtakes(self) -> bool:
        """Tell whether the line ends, replaces or contradicts what the belief says."""
        taken_back = self.line.retracts
        if taken_back is not None and self._is_taken_back(taken_back):
            return True
        if not self.about.tells_end and not self.about.foreign(self.line.label):
            if any(map(self._overtakes, self.line.readings)):
                return True
            if any(map(self._is_denied, self.line.clauses)):
                return True
        return self._has_another_value() or self._has_another_name()

    def _is_taken_back(self, what: str) -> bool:
        """Tell whether a line takes back what the belief says: by name, or by standing below."""
        return self.about.owns(what) if weighty(what) else self.place.is_below

    def _is_news(self, clause: str) -> bool:
        """Tell whether a clause speaks of a new state of what the belief speaks of."""
        if self.line.is_dated or self.line.is_turned or news_words.NOW.search(clause):
            return True
        named = news_words.NEW.search(clause)
        return named is not None and not self.about.foreign(named[1])

    def _overtakes(self, reading: LineReading) -> bool:
        """Tell whether what a reading says to have ended is the belief's own."""
        if is_alone(reading.subject):
            is_own = self._is_own_alone(reading)
        else:
            opens = reading.kind == "instead" and not reading.new
            subject = self._opening(reading.subject) if opens else reading.subject
            if reading.kind == "withdrawn":
                subject = _without_time(subject)
            is_own = self.about.owns(subject) and self._is_spoken_of(subject)
        is_told = is_own and self._is_anybody(reading) and self._is_aside(reading)
        says_what = reading.kind != "changed" or bool(self.about.foreign(self.line.clauses[0]))
        return is_told and says_what and self._gives_way(reading)

    def _is_own_alone(self, reading: LineReading) -> bool:
        """Tell whether what ended without a name is the belief's own: by where the line stands."""
        if decision_words.RULE.fullmatch(reading.subject.strip()):
            return self.place.is_of_it  # `we dropped the limit`
        is_of_it = self.place.is_below and reading.is_whole
        match reading.kind:
            case "back":
                return self._is_back(reading.new)
            case "ended":
                return is_of_it
            case "moved":
                return is_of_it and not self.about.foreign_beside(reading.new)
        return False

    def _is_back(self, new: str) -> bool:
        """Tell whether what is back is another than the belief's, known to the note for the same.

        `Back to Plex` ends what is said of Jellyfin where the note used Plex for it before.
        """
        about = self.about
        came = [one for one in weighty(new) if fold(one.surface) not in about.folded]
        is_other = bool(came) and all(one.surface[0].isupper() for one in came)
        if not is_other or len(came) > _MOST_BACK or not about.names:
            return False
        own = {one.norm for one in weighty(new)} - {one.norm for one in came}
        if share_of(about.plain, own):
            return True
        return any(
            all(holds(words_of(one.plain), name.norm) for name in came)
            and any(holds(words_of(one.plain), norm) for norm in about.plain)
            for one in about.then
        )

    def _gives_way(self, reading: LineReading) -> bool:
        """Tell whether what came in the belief's place, if a reading names it, may stand there."""
        about, came = self.about, self.about.foreign(reading.new)
        is_some = 0 < len(came) <= _MOST_NEW
        is_so = True
        match reading.kind:
            case "moved" | "carried":
                is_so = self._is_other(reading.new) and not about.is_name(reading.subject)
            case "arrow":
                is_so = is_some and about.is_value(reading.subject) and about.has_no_arrow()
            case "instead":
                is_so = is_some or not came
            case "replacer":
                is_so = is_some and all(one.surface[0].isupper() for one in came)
            case "before":
                is_so = is_some
            case "withdrawn":
                is_so = bool(weighty(reading.who)) and not about.foreign(reading.who)
            case "from":
                is_so = bool(weighty(reading.new)) and not about.foreign(reading.who)
        return is_so

    def _opening(self, text: str) -> str:
        """Return the words with which a text begins up to the first foreign one."""
        foreign = self.about.foreign(text)
        return text[: foreign[0].start] if foreign else text

    def _is_spoken_of(self, text: str) -> bool:
        """Tell whether a text, or else the line of a bare value, names the belief's subject."""
        norms = {one.norm for one in weighty(text)}
        if share_of(self.about.plain, norms) or norms == self.about.title:
            return True
        if self.about.means(text) or decision_words.RULE.search(text) is not None:
            return True
        whole = self.line.clauses[0]
        has_rival = any(self.about.is_rival(one) for one in weighty(whole))
        is_named = has_rival or self.about.is_named_by(whole)
        return is_named and not self.about.foreign_beside(whole)

    def _is_anybody(self, reading: LineReading) -> bool:
        """Tell whether somebody whom the note knows does it, or nobody in particular."""
        strangers = [one for one in weighty(reading.who) if not holds(self.about.noted, one.norm)]
        is_clause = is_denial(reading.who) or IS.search(reading.who) is not None
        return not is_clause and len(strangers) <= (reading.kind == "carried")

    def _is_aside(self, reading: LineReading) -> bool:
        """Tell whether what follows is a time, a reason, or the belief's own."""
        rest = reading.rest
        if not rest or _REASON.match(rest) or news_words.WHEN.fullmatch(rest):
            return True
        kinds = {"date", "weekday", "time", "number"}
        is_object = reading.kind == "ended" and not _AT.match(rest)
        return not (is_object or is_denial(rest)) and all(
            one.kind in kinds for one in self.about.foreign(rest)
        )

    def _is_other(self, new: str) -> bool:
        """Tell whether a text gives another value of a kind that the belief says."""
        came = self.about.foreign(new)
        are_names = all(one.surface[0].isupper() for one in came)
        if self.about.values or self.about.is_repeated:
            is_handed = bool(self.about.names) and bool(came) and are_names
            return is_handed or any(self.about.is_rival(one) for one in came)
        return 0 < len(came) <= _MOST_NEW

    def _is_denied(self, clause: str) -> bool:
        """Tell whether a clause says that what the belief says holds no longer."""
        if update_words.IS_NO_LONGER.search(clause) is None:
            return False
        rest = update_words.NO_LONGER.sub(" ", clause)
        # `Haddad doesn't deliver to us any more`: what is done for us is the belief's.
        serves = _FOR_US.search(clause) or decision_words.SERVES.search(clause)
        may_differ = int(WE.match(clause) is not None or serves is not None)
        is_own = len(self.about.foreign(rest)) <= may_differ and self.about.is_named_in(rest)
        is_first = clause in self.line.clauses[:2]
        return (
            is_own
            and self._is_spoken_of(rest)
            and (is_first or not self.about.foreign(self.line.clauses[1]))
        )

    def _has_another_value(self) -> bool:
        """Tell whether a clause gives the subject another number, date, time or weekday."""
        whole = {one.norm for one in weighty(self.line.clauses[0])}
        if not whole.isdisjoint(self.about.values) and not _SO.search(self.line.clauses[0]):
            return False
        clauses = self.line.clauses if self.about.values or self.about.is_repeated else ()
        return any(self._is_another_value(clause) for clause in clauses)

    def _is_another_value(self, clause: str) -> bool:
        about, first = self.about, self.line.clauses[0]
        rivals = [one for one in weighty(clause) if about.is_rival(one)]
        if not rivals or about.beside(clause) or is_denial(clause):
            return False
        is_news = self._is_news(first) or news_words.NEWS.search(clause) is not None
        own = about.own_in(clause)
        is_said = IS.search(clause) is not None or clause.startswith(self.line.label + ":")
        is_same = is_said and share_of(about.plain, own) >= _TOPIC
        if is_same or not is_news or about.is_topic(own) or about.foreign(self.line.label):
            return is_same or (is_news and about.is_topic(own))
        is_last = self.place.is_below and clause in self.line.clauses[-1:]
        if about.is_only_such(rivals, clause) or (is_last and not share_of(about.plain, own)):
            return True
        beside = [one for one in about.beside(first) if not holds(about.noted, one.norm)]
        return about.is_topic(about.own_in(first)) and not beside

    def _has_another_name(self) -> bool:
        """Tell whether a clause says of the subject what the belief says, with another name."""
        about = self.about
        is_much = len(about.plain) > _MOST_SAID or (about.values and not about.names)
        if is_much or about.foreign(self.line.label):
            return False
        for clause in self.line.clauses:
            foreign = about.beside(clause)
            if not 0 < len(foreign) <= _MOST_NEW or is_denial(clause):
                continue
            own = about.own_in(clause)
            lost = [norm for norm in about.names or about.plain if not holds_any(own, norm)]
            if lost and are_one(clause, foreign) and self._is_place(clause, foreign, own):
                return True
            if self._is_name_for_name(clause, foreign, own):
                return True
        return self._is_labelled_anew()

    def _is_labelled_anew(self) -> bool:
        """Tell whether a line gives the belief's matter something new: `Worktops: now oak`."""
        label, rest = self.line.label, self.line.clauses[0].removeprefix(self.line.label)
        came = self.about.foreign(rest)
        is_told = self.line.is_dated or news_words.NOW.search(rest) is not None
        is_own = bool(label) and self.about.owns(label) and is_told and not is_denial(rest)
        return is_own and 0 < len(came) <= _MOST_NEW and len(came) == len(weighty(rest))

    def _is_place(self, clause: str, foreign: Sequence[Token], own: set[str]) -> bool:
        """Tell whether words stand where the belief has others: `is with Ann`, `is at the mill`."""
        about = self.about
        topic = {n: w for n, w in about.plain.items() if n not in about.names} or about.plain
        before = word_before(clause, foreign[0].start)
        lost = {word for word, norm in about.before if word and not holds_any(own, norm)}
        is_same = holds_any(lost, before)
        is_capital = all(one.surface[0].isupper() for one in foreign)
        if share_of(topic, own) < _TOPIC:
            is_about = holds_any(own, about.head) and about.head not in about.names
            is_there = is_same or (is_capital and _AT.fullmatch(before) is not None)
            is_behind = weighty(clause)[:1] != [foreign[0]]  # in front it is another matter
            if _INSTEAD.search(self.line.clauses[0]) and _AT.fullmatch(before) is not None:
                is_there = is_about = share_of(topic, own) >= _OWN
            is_about = is_about or (is_same and is_behind and share_of(topic, own) >= _OWN)
            return is_there and is_about and self._is_news(self.line.clauses[0])
        if not self._is_news(clause):
            return is_same and is_capital
        return is_same or is_capital or _AT.fullmatch(before) is not None

    def _is_name_for_name(self, clause: str, foreign: Sequence[Token], own: set[str]) -> bool:
        """Tell whether another name does what the belief's did: `Ann's mill brings the flour now`.

        The line must say so as news, say of the belief what is no name, and name none of its names.
        """
        about = self.about
        are_names = all(one.surface[0].isupper() for one in foreign)
        topic = {n: w for n, w in about.plain.items() if n not in about.names}
        is_named = bool(about.names) and not any(holds_any(own, norm) for norm in about.names)
        if not is_named or not topic or not are_names:
            return False
        is_topic = share_of(topic, own) >= _OWN
        return is_topic and are_one(clause, foreign) and self._is_news(self.line.clauses[0])


def _without_time(text: str) -> str:
    """Return a text without the time that it ends with: `her consent in June`."""
    times = (one.start() for one in news_words.WHEN.finditer(text) if one.end() == len(text))
    return text[: next(times, len(text))]
