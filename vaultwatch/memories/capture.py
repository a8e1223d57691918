"""Find in a session what its user said to last: preferences, decisions, facts, corrections, limits.

Pure. `services.sessions.capturing` proposes what is found here to the person; nothing is stored on
the strength of it. Rules in the languages of `capture_words*`, made to say nothing rather than to
say too much: a request, a question, a supposition, somebody else's words and what holds for this
once are left out. An agent's sentence counts only where the user said yes to it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, pairwise
from typing import Final

from vaultwatch.memories import capture_classes as classes
from vaultwatch.memories import capture_classes_other as more_classes
from vaultwatch.memories import capture_words as words
from vaultwatch.memories import capture_words_north as north
from vaultwatch.memories import capture_words_other as other
from vaultwatch.memories import capture_words_romance as romance
from vaultwatch.memories.capture_cues import (
    BACK,
    DECIDES,
    OUTRIGHT,
    RULES,
    SAID_ELSEWHERE,
    TELLS,
    UNKNOWN,
)
from vaultwatch.memories.capture_prose import own_sentences
from vaultwatch.memories.capture_words import (
    CUE,
    FICTION,
    FICTION_ENDS,
    SARCASM,
    SCOPE,
    TOLD,
    CapturedKind,
    Phrases,
    Rules,
    found,
)
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect
from vaultwatch.memories.turns import Turn

MOST_CHARS: Final = 300
"""Of a sentence: what is longer is thought aloud, and no one line to keep. Chosen by hand."""
_LEAST_CHARS: Final = 8
_LEAST_SIGNS: Final = 4
"""The same where a sign is a word."""
_LEAST_WORDS: Final = 2
"""Of what a speaker asks to remember."""
_MOST_ASKED_CHARS: Final = 200
"""Of an agent's proposal that a bare yes agrees to. Chosen by hand."""


def _with(language: Phrases, by_class: Rules) -> Phrases:
    return replace(language, rules=(*language.rules, *by_class))


_ENGLISH: Final = _with(words.ENGLISH, classes.ENGLISH)
_LATIN: Final = (
    _ENGLISH,
    _with(north.GERMAN, classes.GERMAN),
    _with(romance.FRENCH, more_classes.FRENCH),
    _with(romance.SPANISH, more_classes.SPANISH),
    _with(romance.ITALIAN, more_classes.ITALIAN),
    _with(romance.PORTUGUESE, more_classes.PORTUGUESE),
    _with(north.DUTCH, classes.DUTCH),
    _with(north.POLISH, classes.POLISH),
)
_RUSSIAN: Final = _with(other.RUSSIAN, more_classes.RUSSIAN)
_CHINESE: Final = _with(other.CHINESE, more_classes.CHINESE)
_JAPANESE: Final = _with(other.JAPANESE, more_classes.JAPANESE)
_KOREAN: Final = _with(other.KOREAN, more_classes.KOREAN)
_ALL: Final = (*_LATIN, _RUSSIAN, _CHINESE, _JAPANESE, _KOREAN)
_SCRIPTS: Final = (
    (re.compile(r"[\u3040-\u30ff]"), _JAPANESE),
    (re.compile(r"[\uac00-\ud7af]"), _KOREAN),
    (re.compile(r"[\u4e00-\u9fff]{2}"), _CHINESE),
    (re.compile(r"[\u0400-\u04ff]{3}"), _RUSSIAN),
)
_SIGNS: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_WORKS_ON: Final = found(
    rf"\b(?:{'|'.join(one.works_on for one in (*_LATIN, _RUSSIAN))})\b"
    rf"|{'|'.join(one.works_on for one in (_CHINESE, _JAPANESE, _KOREAN))}"
)
_BOUNDS: Final = found(
    rf"[;:]\s+|\s[-\u2013\u2014]\s|,\s+(?=(?:{'|'.join(one.joints for one in _ALL)})\b)"
    r"|,\s+(?=(?:we|i|i'm|my|our|please)\b)"
    r"|\s+(?=(?:and|but|so) (?:also |then |um |uh )*(?:we|i|i'm|i'd|my|our|please|never|always"
    r"|from now on|can|could|use|fix|update|change)\b)"
)
"""Where a clause of a sentence may begin."""
_GOES_ON: Final = found(
    r"(?:but|because|since|otherwise|aber|weil|denn|sonst|mais|car|parce|pero|porque|ma|perché|mas"
    r"|maar|want|ale|bo|но|потому)\b"
)
"""Opens a clause that belongs to the one before it."""
_ASKED: Final = re.compile(r"[?\uff1f][\s\"'\u201d\u00bb)]*$")
_QUESTION: Final = re.compile(r"\?(?=[\s\"'\u201d\u00bb)*_]|$)|\uff1f")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_EITHER: Final = found(
    r"\b(?:or|oder|ou|lub|albo|или|либо)\b|还是|或者|それとも|아니면"
    r"|\b(?:quieres?|debo|debería|prefieres|vuo[il]e?|dovrei|preferisci)\b.* o |\bdevo \w+re\b.* o "
    r"|\b(?:zal|moet|wil) (?:ik|je)\b.* of "
)
"""Leaves a choice open: a yes to it says nothing."""
_CONTRADICTS: Final = found(
    r"(?:(?:no|nope|wrong|correction|wait|actually|nein|ne|nee|falsch|halt|moment|eigentlich|non|faux"
    r"|attends|en fait|falso|espera|en realidad|sbagliato|aspetta|in realtà|não|errado|na verdade"
    r"|fout|wacht|nie|błąd|czekaj|нет|неверно|подожди|不|不是|不对|错了|いいえ|いや|違います|아니요?|아니)"
    r"[\s,.:!\uff0c\u3002\u3001]+)+"
)
"""Opens a correction: what follows it is what holds."""
_TRAILS: Final = found(
    r"[\s,;:\u00b7\u2013\u2014-]+$|,?\s+(?:please|bitte|ok(?:ay)?|thanks|you know)\W*$"
)
_YES: Final = found(
    rf"\W*(?:(?:{'|'.join(one.yes for one in _ALL)})(?!\w)[\s,.!\u3002\uff01\u3001\uff0c:)]*)+$"
)
_BUT: Final = found(
    r"\W*(?:but|only|except|just|though|aber|nur|mais|seulement|pero|solo|sólo|ma|mas|só|maar|alleen"
    r"|ale|tylko|но|только|但|只|でも|ただ|하지만|단)\b"
)
_CHOOSES: Final = found(r"(?:go with|settle on|stick with|stick to|standardi[sz]e on) .+")


@dataclass(frozen=True, slots=True)
class Captured:
    """One thing that a user said to last."""

    kind: CapturedKind
    text: str
    """Their own words, as they stand; of a proposal they agreed to, the agent's, made plain."""
    quote: str
    """The sentence that it stands in; of an agreement both sides."""
    at: datetime | None
    """UTC-aware; None where the transcript does not say."""


def captured(turns: Sequence[Turn]) -> list[Captured]:
    """Return what is worth proposing to the user, in the order they said it, nothing twice."""
    told: dict[str, Captured] = {}
    is_fiction = False
    before: Turn | None = None
    for turn in turns:
        if turn.role == "user":
            if FICTION_ENDS.search(turn.text):
                is_fiction = False
            elif FICTION.search(turn.text):
                is_fiction = True
            if not is_fiction:
                said = [*_agreed(before, turn), *_told(before, turn), *_said(turn)]
                for one in _unless_planted(turn, said):
                    told.setdefault(" ".join(one.text.casefold().split()).rstrip(".!"), one)
        before = turn
    return list(told.values())


def _unless_planted(turn: Turn, found: list[Captured]) -> list[Captured]:
    """Return what was found in a message; nothing where it gives an order that nobody types."""
    if found and suspect(turn.text, is_vouched=True, is_wish=True).score >= QUARANTINE_AT:
        return []
    return found


def _said(turn: Turn) -> Iterator[Captured]:
    if SARCASM.match(turn.text):
        return
    last = ""
    for sentence, shown in own_sentences(turn.text, _WORKS_ON):
        if len(sentence) > MOST_CHARS or _ASKED.search(shown):
            last = ""
        elif BACK.match(shown):
            if last:
                yield Captured("fact", _trimmed(last), f"{last} {sentence}", turn.at)
            last = ""
        else:
            told = list(_of_sentence(sentence, shown))
            for kind, text in told:
                yield Captured(kind, text, sentence, turn.at)
            last = "" if told or not _may_last(shown) else sentence


def _may_last(shown: str) -> bool:
    """Tell whether nothing in a sentence says that it is of this moment, or not so."""
    return not any(
        one.not_so.search(shown[_fillers(one, shown) :]) or one.not_now.search(shown)
        for one in _languages(shown)
    )


def _told(before: Turn | None, turn: Turn) -> Iterator[Captured]:
    """Yield a user's answer to their own question, where the agent did not know."""
    if before is None or before.role != "assistant" or not UNKNOWN.match(before.text):
        return
    for sentence, shown in islice(own_sentences(turn.text, _WORKS_ON), 1):
        if TELLS.match(shown) and not _ASKED.search(shown) and _may_last(shown):
            yield Captured("fact", _trimmed(sentence), sentence, turn.at)


def _of_sentence(sentence: str, shown: str) -> Iterator[tuple[CapturedKind, str]]:
    """Yield what a sentence says to last; `shown` is the copy that rules read."""
    shown = SAID_ELSEWHERE.sub(lambda named: "\u00b7" * len(named[0]), shown)
    begins, outright = _opened(shown)
    sentence, shown = sentence[begins:], shown[begins:]
    languages = _languages(shown)
    if any(one.not_so.search(shown[_fillers(one, shown) :]) for one in languages):
        return
    bounds = [0, *(bound.end() for bound in _BOUNDS.finditer(shown)), len(shown)]
    clauses = [(a, b) for a, b in pairwise(bounds) if shown[a:b].strip()]
    kinds = [_kind_of(shown[a:b], languages) for a, b in clauses]
    if outright and clauses and kinds[0] is None and _says(shown[slice(*clauses[0])], languages):
        kinds[0] = outright, 0
    for at, ((begin, end), told) in enumerate(zip(clauses, kinds, strict=True)):
        if told is None:
            continue
        kind, skipped = told
        if (
            at + 1 < len(clauses)
            and kinds[at + 1] is None
            and _GOES_ON.match(shown, clauses[at + 1][0])
        ):
            end = clauses[at + 1][1]  # noqa: PLW2901 -- a reason or a limit belongs to it
        if kind == "correction" and (opened := _CONTRADICTS.match(shown, begin + skipped)):
            skipped = opened.end() - begin
        text = _trimmed(sentence[begin + skipped : end])
        if len(text) >= (_LEAST_SIGNS if _SIGNS.search(text) else _LEAST_CHARS):
            yield kind, text


def _opened(shown: str) -> tuple[int, CapturedKind | None]:
    """Return where what a sentence is about begins, and its kind where its opening says so."""
    openings: tuple[tuple[CapturedKind, re.Pattern[str]], ...] = (
        ("decision", DECIDES),
        ("preference", RULES),
        ("fact", OUTRIGHT),
    )
    for kind, opening in openings:
        if (told := opening.match(shown)) is not None:
            return told.end(), kind
    return 0, None


def _says(clause: str, languages: Sequence[Phrases]) -> bool:
    """Tell whether a clause that its speaker asks to remember may be kept."""
    is_long = len(clause.split()) >= _LEAST_WORDS or _SIGNS.search(clause) is not None
    return is_long and not any(one.not_now.search(clause) for one in languages)


def _languages(text: str) -> tuple[Phrases, ...]:
    return next(((one,) for script, one in _SCRIPTS if script.search(text)), _LATIN)


def _fillers(language: Phrases, text: str) -> int:
    opened = language.fillers.match(text)
    return opened.end() if opened is not None else 0


def _kind_of(clause: str, languages: Sequence[Phrases]) -> tuple[CapturedKind, int] | None:
    """Return what a clause is, and how much of its beginning tells nothing."""
    if any(one.not_now.search(clause) for one in languages):
        return None
    for language in languages:
        skipped = _fillers(language, clause)
        scope = SCOPE.match(clause, skipped)
        rest = clause[scope.end() if scope is not None else skipped :].rstrip()
        for kind, rule in language.rules:
            if rule.match(rest):
                return kind, skipped
    cue = CUE.search(clause)
    if cue is not None and _ENGLISH in languages:
        skipped = _fillers(_ENGLISH, clause)
        if TOLD.match(clause, skipped, cue.start() if cue.start() > skipped else len(clause)):
            return "fact", skipped
    return None


def _trimmed(text: str) -> str:
    """Return words without what trails behind them."""
    text = text.strip()
    cue = CUE.search(text)
    if cue is not None and cue.start() > 0:
        text = text[: cue.start()]
    while (trail := _TRAILS.search(text)) is not None:
        text = text[: trail.start()]
    return text


def _agreed(before: Turn | None, turn: Turn) -> Iterator[Captured]:
    """Yield what an agent proposed for good, asking nothing else, and the user said yes to."""
    if before is None or before.role != "assistant":
        return
    own = [sentence for sentence, _ in own_sentences(turn.text, _WORKS_ON)]
    asked = [sentence for sentence, _ in own_sentences(before.text, _WORKS_ON, is_agents=True)]
    if not own or not asked or not _YES.match(own[0]):
        return
    rest, proposal = " ".join(own[1:]), asked[-1]
    is_limited = _BUT.match(rest) or any(one.not_now.search(rest) for one in _ALL)
    if is_limited or len(proposal) > _MOST_ASKED_CHARS or not _ASKED.search(proposal):
        return
    if len(_QUESTION.findall(_CODE.sub("", before.text))) != 1 or _EITHER.search(proposal):
        return  # which of them the yes is for, nobody knows
    text = _plain(proposal)
    if text:
        yield Captured("decision", text, f"{proposal}\n{own[0]}", turn.at)


def _plain(proposal: str) -> str:
    """Return what an agent would do from then on, as a statement; empty where it is for once."""
    for language in _languages(proposal):
        begin = _fillers(language, proposal)
        asks = language.asks.match(proposal, begin)
        if asks is None or any(one.not_now.search(proposal) for one in _languages(proposal)):
            continue
        rest = proposal[asks.end() :].rstrip("?\uff1f \"'")
        if language.lasting.search(proposal) or _CHOOSES.match(rest):
            return rest[:1].upper() + rest[1:]
    return ""
