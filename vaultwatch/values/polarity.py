"""What a text denies, what it says of the past, and whether it says that something has ended.

Pure and cached. Strict: a limit (`no later than`) or an addition (`not only`) is no denial.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from typing import Any, Final

from vaultwatch.late_regex import data_of, late_regex
from vaultwatch.values.languages import Lexicon, languages_of, lexicon_of
from vaultwatch.values.tokens import TextPart, fold, pieces
from vaultwatch.values.words import content

_WIDEST: Final = 6
"""Words that may stand where a phrase of data has `...`: `does not open on Sundays any more`."""
_LEAST_ENDING: Final = 6
_LONGEST_BEGINNING: Final = 3
"""Letters that two opposites have alike behind, and at most before that. Chosen by hand."""
_ASIDE: Final = late_regex(r"\([^()]{1,200}\)")
_CLAUSE: Final = late_regex(r"[,;:.!?](?=\s)|\s[\u2013\u2014]\s|[\u3001\u3002\uff0c\uff1b]")


def matters() -> dict[str, Any]:
    """Return the words and patterns by which a text calls a matter open, done or past."""
    return data_of("matters")


@cache
def words_for(name: str) -> frozenset[str]:
    """Return a table of words of the data, as `folded` folds."""
    return frozenset(matters()[name].split())


@cache
def pattern_for(name: str) -> re.Pattern[str]:
    """Return a pattern of the data, letter case aside."""
    return re.compile(matters()[name], re.IGNORECASE)


@lru_cache(maxsize=4_096)
def folded(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters and without accents, CJK sign by sign."""
    return tuple(piece.lower for piece in pieces(fold(text)) if piece.kind != "mark")


def has_word(text: str, name: str) -> bool:
    """Tell whether a text has a word of a table of the data, or one of its signs of CJK."""
    signs = matters().get(f"{name}_signs", "").split()
    return not words_for(name).isdisjoint(folded(text)) or any(sign in text for sign in signs)


@lru_cache(maxsize=16_384)
def present(text: str) -> str:
    """Return what a text says of now: `(was 940 €)`, `; before, at the hall` are cut out."""
    told = pattern_for("past_in_brackets").sub(" ", text) if "(" in text else text
    return pattern_for("past_behind").sub(" ", told)


@lru_cache(maxsize=16_384)
def outside(text: str) -> str:
    """Return what a text says outside brackets."""
    return _ASIDE.sub(" ", text) if "(" in text else text


@lru_cache(maxsize=16_384)
def is_opposite(one: str, other: str) -> bool:
    """Tell whether two words stand for opposite states: `open` and `closed`, `active`, `inactive`.

    Words that end alike, behind another short beginning, are opposites too: `eingeschaltet`.
    """
    alike = takewhile(lambda both: both[0] == both[1], zip(one[::-1], other[::-1], strict=False))
    ending = len(list(alike))
    if ending >= _LEAST_ENDING and max(len(one), len(other)) - ending <= _LONGEST_BEGINNING:
        return True
    return "/".join(sorted((fold(one), fold(other)))) in _opposites()


def is_turned(one: str, other: str) -> bool:
    """Tell whether a word took the place of its opposite: not `processing` that of `proprocessing`.

    Of two words the one may be the other behind a beginning that denies: `unbezahlt`.
    """
    short, long = sorted((fold(one), fold(other)), key=len)
    is_within = bool(short) and long.endswith(short)
    begins = long[: len(long) - len(short)]
    return begins in words_for("denying_beginnings") if is_within else is_opposite(one, other)


@cache
def _opposites() -> frozenset[str]:
    return frozenset("/".join(sorted(pair.split("/"))) for pair in words_for("opposites"))


@cache
def _switches() -> tuple[frozenset[str], frozenset[str]]:
    pairs = [pair.split("/") for pair in words_for("switches")]
    yes, no = (frozenset(pair[side] for pair in pairs) for side in (0, 1))
    return yes, no - yes


def switched(text: str) -> bool | None:
    """Tell whether all that a text says is yes, or no: `on`, `false`; None where it says more."""
    said, (yes, no) = folded(text), _switches()
    return said[0] in yes if len(said) == 1 and said[0] in yes | no else None


def turned_off(text: str) -> bool:
    """Tell whether a text says that something is not so: denied, `not yet`, or off."""
    off = sum(one in _switches()[1] and not negations(one) for one in folded(text))
    return (len(_denials(text, so_far=True)) + off) % 2 == 1


def negations(text: str) -> int:
    """Return how often a text denies something."""
    return len(denials(text))


def denies(text: str, about: frozenset[str], language: str) -> bool:
    """Tell whether a text denies what some of its words say, by the clauses that have most of them.

    Args:
        text: of a sentence; what another clause of it denies, or an exception, is another's.
        about: the words of meaning.
        language: by which they are stemmed.
    """
    happens = _of_what_happens(text)
    aside = _exceptions(text, about, language)
    spots = [
        spot
        for spot in denials(text)
        if spot in happens or _is_mostly(about, content(text[spot : _end_of(text, spot)], language))
    ]
    spots = [spot for spot in spots if not any(a < spot < b for a, b in aside)]
    return len(_within(spots, text, about, language)) % 2 == 1


def _exceptions(text: str, about: frozenset[str], language: str) -> list[tuple[int, int]]:
    """Return the brackets that say something else than what some words are about: `(not in May)`.

    Neither `(not)` nor those that say more of it than what stands outside.
    """
    most = len(about & content(outside(text), language))
    asides = ((one.span(), content(one[0], language)) for one in _ASIDE.finditer(text))
    return [span for span, said in asides if said - about and len(said & about) < most]


def _is_mostly(about: frozenset[str], said: frozenset[str]) -> bool:
    """Tell whether what is lacking, `without the app`, is what some words are about."""
    return 2 * len(said & about) >= len(said)


def _end_of(text: str, at: int) -> int:
    """Return where the clause ends in which a place of a text stands."""
    behind = _CLAUSE.search(text, at)
    return behind.start() if behind else len(text)


def _within(
    spots: Iterable[int], text: str, about: frozenset[str], language: str
) -> tuple[int, ...]:
    """Return those of some places that stand in the clauses that say most of some words."""
    if not (spots := tuple(spots)):
        return ()
    meant = _meant(text, about, language)
    return tuple(spot for spot in spots if any(a <= spot < b for a, b in meant))


def meant_in(text: str, about: frozenset[str], language: str) -> str:
    """Return of a text the clauses that have most of some words of meaning."""
    return " ".join(text[a:b] for a, b in _meant(text, about, language))


def _meant(text: str, about: frozenset[str], language: str) -> list[tuple[int, int]]:
    spans = _clauses(text)
    shared = {(a, b): len(about & content(text[a:b], language)) for a, b in spans}
    most = max(shared.values(), default=0)
    return [span for span, count in shared.items() if count == most] if most else spans


def clauses_of(text: str) -> list[str]:
    """Return the parts of a text that its marks part."""
    return [text[start:end] for start, end in _clauses(text)]


def _clauses(text: str) -> list[tuple[int, int]]:
    """Return the clauses between marks; `and never` begins another as `, never` does."""
    ends = {0, *(one.end() for one in _CLAUSE.finditer(text)), len(text)}
    if spots := denials(text):
        ands = lexicon_of(languages_of(text)).ands
        beside = pairwise(pieces(text))
        ends |= {one.start for one, next_ in beside if one.lower in ands and next_.start in spots}
    return list(pairwise(sorted(ends)))


def denials(text: str) -> tuple[int, ...]:
    """Return where a text denies something: the first character of each denial."""
    return _denials(text)


@lru_cache(maxsize=16_384)
def _denials(text: str, *, so_far: bool = False) -> tuple[int, ...]:
    """Return the denials of a text, with those that only look like one too where asked."""
    lexicon = lexicon_of(languages_of(text))
    line = pieces(text)
    passed = set() if so_far else _covered(line, lexicon, "no_denial")
    ended = _covered(line, lexicon, "ended") - _covered(line, lexicon, "not_ended")
    found = []
    at = 0
    while at < len(line):
        end = None if at in passed else _longest(line, at, lexicon, "negation")
        if end is None and at in ended and at - 1 not in ended:
            end = at + 1  # `ya no`, `n'est plus`: denied by the whole phrase
        if end is not None:
            found.append(line[at].start)
        if at in ended and end is not None:
            while at in ended:
                at += 1
            continue
        at = end or at + 1
    return tuple(found)


def is_denied_before(text: str, at: int) -> bool:
    """Tell whether a denial stands before a place of a text, in its clause."""
    return _is_before(text, at, denials(text))


def _is_before(text: str, at: int, spots: Iterable[int]) -> bool:
    begin = max((one.end() for one in _CLAUSE.finditer(text, 0, at)), default=0)
    return any(begin <= spot < at for spot in spots)


def is_denied_around(text: str, start: int, end: int) -> bool:
    """Tell whether a denial stands before a stretch, in its clause, or ends that clause.

    `Without a licence` denies a licence, and not how many users there are.
    """
    spots = _of_what_happens(text)
    if not spots:
        return False
    until = _end_of(text, end)
    last = max((spot for spot in spots if end <= spot < until), default=until)
    sign = pieces(text[last:until])[:1]
    ends_it = bool(sign) and content(text[last:until]) <= content(sign[0].text)
    return ends_it or _is_before(text, start, spots)


@lru_cache(maxsize=16_384)
def _of_what_happens(text: str) -> tuple[int, ...]:
    """Return where a text denies more than that a thing is there: not at `without`."""
    if not (spots := denials(text)):
        return ()
    line = pieces(text)
    lacking = _covered(line, lexicon_of(languages_of(text)), "lacking")
    return tuple(spot for spot in spots if spot not in {line[at].start for at in lacking})


@lru_cache(maxsize=16_384)
def says_it_ended(text: str) -> bool:
    """Tell whether a text says in so many words that something is so no longer."""
    lexicon = lexicon_of(languages_of(text))
    line = pieces(text)
    return bool(_covered(line, lexicon, "ended") - _covered(line, lexicon, "not_ended"))


@lru_cache(maxsize=16_384)
def says_it_is_off(text: str) -> bool:
    """Tell whether a text says that something does not take place: cancelled, `fällt heute aus`.

    The part of a verb that stands apart ends its clause: `fällt aus dem Rahmen` says no such thing.
    """
    if has_word(text, "cancelled"):
        return True
    lexicon = lexicon_of(languages_of(text))
    line = pieces(text)
    firsts = lexicon.denials.get("off", {})
    return any(
        _ends_clause(line, end, lexicon)
        for at, part in enumerate(line)
        for words in firsts.get(part.lower, ())
        if (end := _end(line, at, words, lexicon)) is not None
    )


def _ends_clause(line: Sequence[TextPart], at: int, lexicon: Lexicon) -> bool:
    """Tell whether a clause ends before a part, or goes on with what it is so for: `wegen`."""
    if at >= len(line) or line[at].kind == "mark" or line[at].lower in lexicon.ands:
        return True
    is_low = line[at].kind == "word" and line[at].text.islower()
    return is_low and line[at].lower not in lexicon.function


def _covered(line: Sequence[TextPart], lexicon: Lexicon, role: str) -> set[int]:
    """Return the parts that stand in a phrase of this role."""
    found: set[int] = set()
    firsts = lexicon.denials.get(role, {})
    for at, part in enumerate(line):
        if part.lower in firsts and (end := _longest(line, at, lexicon, role)):
            found.update(range(at, end))
    return found


def _longest(line: Sequence[TextPart], at: int, lexicon: Lexicon, role: str) -> int | None:
    phrases = lexicon.denials.get(role, {}).get(line[at].lower, ())
    ends = (_end(line, at, words, lexicon) for words in phrases)
    return max((end for end in ends if end is not None), default=None)


def _is_word(part: TextPart, word: str, lexicon: Lexicon) -> bool:
    """Tell whether a part is a word of a phrase; `#` stands for any number."""
    if word != "#":
        return part.lower == word
    return part.kind == "number" or any(
        role == "number" for _, role, _ in lexicon.senses.get(part.lower, ())
    )


def _end(line: Sequence[TextPart], at: int, words: tuple[str, ...], lexicon: Lexicon) -> int | None:
    """Return the piece after a phrase that begins here, or None where it does not stand here."""
    for place, word in enumerate(words):
        if word == "...":
            last = min(at + _WIDEST, len(line)) + 1
            for begin in range(at + 1, last):
                if line[begin - 1].kind == "mark":
                    return None
                if begin < len(line) and (end := _end(line, begin, words[place + 1 :], lexicon)):
                    return end
            return None
        if at >= len(line) or not _is_word(line[at], word, lexicon):
            return None
        at += 1
    return at
