"""Read the typed values of a text, and tell whether a note says one in any form.

Pure. A value is what a sentence can be wrong about in one place: a number, date, time, weekday,
identifier, name, or a state such as `paused`. `scoring.rivals` asks which of them a belief says
that its note nowhere does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.languages import language_of
from vaultwatch.drift.language.measures import measure_of
from vaultwatch.drift.language.tokens import Token, fold, stem, tokens
from vaultwatch.drift.language.words import PREFIX, context_of, holds, merged, words_of
from vaultwatch.drift.passages.edits import full_text
from vaultwatch.notes.model import Statement

ValueKind: TypeAlias = Literal["number", "date", "time", "weekday", "ident", "name", "state"]

_MOST_BESIDE: Final = 2
"""Words on either side that tell what a value is of. Chosen by hand."""
_LONGEST_IDENT: Final = 60
_MOST_COUNTED: Final = 12
"""A whole number up to here without a unit may be one that the reader counted: `two fields`."""
_NEAR: Final = 0.1
"""How far from the note's a number may be that a belief gives as a guess. Chosen by hand."""
_MOST_DIGITS: Final = 12
_NOON: Final = 12
_FULL_DATE: Final = len("@03-05")
_CJK_WEEKDAYS: Final = {
    name[-2:]: f"@wd{day}" for name, day in lexicon.WEEKDAYS.items() if name[0] > "\u3000"
}
_CAMEL: Final = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)")
_LONG_NUMBER: Final = re.compile(r"\d[\d.,:'\u2019 \u00a0\u202f_]{0,30}\d")
_POSSESSIVE: Final = re.compile(r"['\u2019]s?$")
_WORD: Final = re.compile(r"[^\W_]+")
_MASKED: Final = re.compile(
    r"\[secret: [^\[\]\n]{1,60}\]|[<\[(](?:masked|redacted|hidden|removed|secret"
    r"|your[ _-][^<>\[\]()\n]{1,30})[>\])]|(?<![\w*])\*{3,}(?![\w*])"
    r"|\b[xX]{4,}\b|[\u2022\u25cf]{3,}",
    re.IGNORECASE,
)
"""What stands where a secret was, or is to be written: no value that anybody could deny."""
AFFIX: Final = re.compile(
    r"^(?:mid|pre|post|non|late|early)-|-(?:like|style|based|only|era)$", re.IGNORECASE
)
"""What a reader puts to a value: `EIP-20-like`, `mid-2017`."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value, and what stands beside it."""

    kind: ValueKind
    norm: str
    """Equal norms say the same; of a state its group and which it is."""
    surface: str
    unit: str = ""
    """Of a number: the unit beside it."""
    before: tuple[str, ...] = ()
    """Norms of the nearest words before it, nearest first."""
    after: tuple[str, ...] = ()
    is_guessed: bool = False
    """Of a name: whether capitals beside each other are all that tells of it, in German."""

    @property
    def is_counted(self) -> bool:
        """Whether a reader may have counted it."""
        bare = self.norm[1:]
        is_small = bare.isdigit() and int(bare) <= _MOST_COUNTED
        return self.kind == "number" and not self.unit and is_small

    @property
    def is_acronym(self) -> bool:
        """Whether it is a name in capitals."""
        return self.kind == "name" and self.surface.isupper()


@lru_cache(maxsize=8_192)
def typed(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, weekdays of Chinese and Japanese told.

    A full stop behind a number would make a date of it: `release 2.8.`
    """
    made: list[Token] = []
    for one in tokens(text.rstrip(" .。")):
        if one.kind == "cjk" and one.norm in _CJK_WEEKDAYS:
            made.append(Token("weekday", _CJK_WEEKDAYS[one.norm], one.surface, one.start))
        elif fold(one.surface) not in lexicon.MORE_STOP_WORDS:
            made.append(one)
    return tuple(made)


def is_german(texts: Iterable[str]) -> bool:
    """Tell whether texts write every noun with a capital: such a word is no name by that."""
    said: set[str] = set()
    for text in texts:
        said |= words_of(text).folded & lexicon.GERMAN_WORDS
    return len(said) > 1


def is_german_text(text: str) -> bool:
    """Tell whether one text is German, by any of its words."""
    return is_german([text]) or language_of(text) == "de"


@lru_cache(maxsize=8_192)
def values_of(text: str, *, has_capital_nouns: bool) -> tuple[Value, ...]:
    """Return the values of a text, names that stand in a row as one, states last.

    Args:
        text: a belief or a statement.
        has_capital_nouns: whether it is German: there a name is known by another one beside it, or
            by a form of address.
    """
    shown = _MASKED.sub(" ", text)
    said = typed(shown)
    made = []
    for i, one in enumerate(said):
        kind = one.kind
        if kind == "name":
            continue
        if kind in ("number", "date", "time", "weekday", "ident"):
            unit = _unit(said, i) if kind == "number" else ""
            made.append(Value(kind, one.norm, one.surface, unit, *_beside(said, i, i)))
    return (*made, *_names(shown, said, has_capital_nouns=has_capital_nouns), *_states(said))


def _names(text: str, said: Sequence[Token], *, has_capital_nouns: bool) -> Iterator[Value]:
    start = 0
    while start < len(said):
        end = start
        if has_capital_nouns and fold(said[start].surface) in lexicon.COMMON["de"]:
            start += 1  # `Jeder Student` opens a sentence
            continue
        while end < len(said) and _goes_on(said, start, end):
            end += 1
        run = said[start:end]
        is_addressed = start > 0 and fold(said[start - 1].surface) in lexicon.FORMS_OF_ADDRESS
        # `Vereins-Rabatt` is one noun.
        words = sum(k == 0 or text[one.start - 1] != "-" for k, one in enumerate(run))
        is_known = words > 1 or is_addressed or not has_capital_nouns
        if any(one.kind == "name" for one in run) and is_known and len(run[-1].surface) > 1:
            norm = " ".join(stem(fold(one.surface)) for one in run)
            surface = " ".join(one.surface for one in run)
            is_guessed = has_capital_nouns and not is_addressed and surface.title() == surface
            yield Value("name", norm, surface, "", *_beside(said, start, end - 1), is_guessed)
        start = max(end, start + 1)


def _goes_on(said: Sequence[Token], start: int, at: int) -> bool:
    """Tell whether a token belongs to the name that begins at `start`."""
    one = said[at]
    if one.kind not in ("word", "name") or not one.surface[0].isupper():
        return False
    if fold(one.surface) in lexicon.FORMS_OF_ADDRESS:
        return False
    return at == start or one.start - said[at - 1].start - len(said[at - 1].surface) == 1


def may_stand_alone(said: Value) -> bool:
    """Tell whether a value that a note nowhere says speaks against a belief by that alone.

    A reader counts, says the month of a date, spells out numbers and uses names that the note's own
    folder explains.
    """
    match said.kind:
        case "number":
            return not said.is_counted and any(letter.isdigit() for letter in said.surface)
        case "date":
            return "-" in said.norm
        case "name":
            return " " in said.norm and not said.is_guessed
        case "ident":
            return len(said.surface) <= _LONGEST_IDENT and not AFFIX.search(said.surface)
        case _:
            return said.kind != "state"


def beside_title(value: Value, title: str) -> Value:
    """Return a value; of a name beside a note's title, as a link says it, without that."""
    rest = value.surface.removeprefix(f"{title} ").removesuffix(f" {title}")
    if not title or value.kind != "name" or rest == value.surface:
        return value
    norms, parts = value.norm.split(), len(rest.split())
    is_first = value.surface.startswith(rest)
    norm = " ".join(norms[:parts] if is_first else norms[-parts:])
    return replace(value, norm=norm, surface=rest)


def _unit(said: Sequence[Token], i: int) -> str:
    number = said[i]
    if measure := measure_of(number.norm):
        return measure
    for j in (i + 1, i - 1):
        if 0 <= j < len(said) and said[j].kind == "unit":
            first, second = (number, said[j]) if j > i else (said[j], number)
            if second.start - first.start - len(first.surface) <= 1:
                return said[j].norm
    return ""


def _beside(
    said: Sequence[Token], first: int, last: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the nearest words before and after, nearest first; one letter of an unspaced run."""
    sides = []
    for way in (range(first - 1, -1, -1), range(last + 1, len(said))):
        near: list[str] = []
        for one in (said[j] for j in way):
            if one.kind not in ("stop", "negation", "unit"):
                is_run = one.kind == "cjk" and way.step > 0 and not near
                near.append(one.norm[:1] if is_run else one.norm)
            if len(near) == _MOST_BESIDE:
                break
        sides.append(tuple(near))
    return sides[0], sides[1]


def _states(said: Sequence[Token]) -> Iterator[Value]:
    """Yield each state that a text names, unless it names two of a group or denies one."""
    found: dict[int, dict[int, int]] = {}
    for i, one in enumerate(said):
        for group, state in lexicon.STATES.get(fold(one.surface), ()):
            near = said[max(0, i - 3) : i + 2]
            denied = any(w.kind == "negation" or w.surface in ("no", "false") for w in near)
            found.setdefault(group, {})[-1 if denied else state] = i
    for group, states in found.items():
        state, i = next(iter(states.items()))
        if len(states) == 1 and state >= 0:
            yield Value("state", f"{group}:{state}", said[i].surface, "", *_beside(said, i, i))


class NoteWords:
    """What some statements say, for asking whether they say a value in any form."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        """Read them once."""
        parts = [part for one in statements for part in (full_text(one), context_of(one))]
        text = fold(" \n ".join([*parts, *(one.text for one in statements)]))
        self.words = merged(words_of(part) for part in parts)
        self._plains = [one.plain for one in statements]
        self._folded = text
        self._flat = flat(text)
        self._parts = frozenset(_WORD.findall(text))
        self._numbers = {part.lstrip("0") or "0" for part in re.findall(r"\d+", text)}
        self._numbers |= {re.sub(r"\D", "", part) for part in _LONG_NUMBER.findall(text)}
        self._typed = frozenset(one.norm for plain in self._plains for one in typed(plain))

    def has(self, value: Value, *, is_guess: bool = False) -> bool:
        """Tell whether a value is said, in any of the forms that people write it in.

        Args:
            value: of a belief.
            is_guess: whether a number that is near counts too: `a bit over 84 000`.
        """
        if value.kind == "name":
            parts = zip(value.norm.split(), value.surface.split(), strict=False)
            return any(holds(self.words, norm) or self._has_name(part) for norm, part in parts)
        if holds(self.words, value.norm) or value.norm in self._typed:
            return True
        is_said = False
        match value.kind:
            case "number":
                is_said = self._has_number(value, is_guess=is_guess)
            case "time":
                is_said = self._has_time(value.norm[1:])
            case "date":
                is_said = len(value.norm) == _FULL_DATE and self._has_date(value.norm)
            case "ident":
                is_said = self._has_ident(value.surface)
        return is_said

    def _has_number(self, value: Value, *, is_guess: bool) -> bool:
        digits = re.sub(r"\D", "", value.surface).lstrip("0")
        digits = digits or str(lexicon.NUMBER_WORDS.get(fold(value.surface), ""))
        number = value.norm[1:]
        if is_guess and digits:
            about = float(digits)
            short = (float(one) for one in self._numbers if len(one) < _MOST_DIGITS)
            if any(abs(one - about) <= _NEAR * about for one in short):
                return True
        return (bool(digits) and digits in self._numbers) or number in self._numbers

    def _has_time(self, time: str) -> bool:
        hour, minute = time.split(":")
        hours = {int(hour), int(hour) % _NOON, int(hour) + _NOON}
        if minute == "00" and any(f"#{one}" in self.words.kinds for one in hours):
            return True
        either = "|".join(f"{one}|{one:02d}" for one in sorted(hours))
        return re.search(rf"(?<!\d)(?:{either}) ?[:.h] ?{minute}(?!\d)", self._folded) is not None

    def _has_date(self, norm: str) -> bool:
        """Tell whether one statement says both the day and the month, in a range or a path too."""
        month, day = norm[1:3], norm[4:6].lstrip("0")
        for plain in self._plains:
            numbers = [part.lstrip("0") for part in re.findall(r"\d+", plain)]
            if day not in numbers:
                continue
            numbers.remove(day)  # of `10:30` the 10 is not the tenth month too
            if month.lstrip("0") in numbers or any(
                one.kind == "date" and one.norm[1:3] == month for one in tokens(plain)
            ):
                return True
        return False

    def _has_name(self, surface: str) -> bool:
        """Tell whether a name is said, as part of a word too, or as the first letters of words."""
        name = flat(_POSSESSIVE.sub("", surface))
        # A short one stands in the letters of every text.
        if len(name) < PREFIX and any(part.startswith(name) for part in self._parts):
            return True
        if len(name) >= PREFIX and name in self._flat:
            return True
        if not surface.rstrip("s").isupper() or len(name) < 2:  # noqa: PLR2004
            return False
        letters = name.removesuffix("s")
        firsts = ("".join(word[0] for word in _WORD.findall(fold(plain))) for plain in self._plains)
        return any(letters in first for first in firsts)

    def _has_ident(self, surface: str) -> bool:
        bare = AFFIX.sub("", surface)
        if flat(bare) and flat(bare) in self._flat:
            return True
        parts = [fold(part) for part in _CAMEL.split(bare) if part]
        return bool(parts) and all(
            part in self._parts or any(one.startswith(part) for one in self._parts)
            for part in parts
        )


def flat(text: str) -> str:
    """Return the letters and digits of a text alone, folded."""
    return re.sub(r"[\W_]+", "", fold(text))
