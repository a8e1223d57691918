"""A text taken apart, with what each of its words may mean. Pure."""

from typing import Any, Final

from vaultwatch.values.languages import Lexicon
from vaultwatch.values.model import Bound, Value
from vaultwatch.values.tokens import TextPart, pieces
from vaultwatch.values.words import inflected_unit

Found = tuple[Value, int]
"""A value and the part after it."""

_JOINS: Final = frozenset({"", " ", "-", "'", "’", "\u00a0", "\u202f", "‑", "‐", "\n"})
_BOUNDS: Final[dict[str, Bound]] = {"at_least": ">=", "at_most": "<=", "about": "~"}
_BEHIND: Final[dict[str, Bound]] = {"or_more": ">=", "or_less": "<="}
_SIGNS: Final[dict[str, Bound]] = {"≥": ">=", "≤": "<=", "~": "~", "≈": "~"}
_LONGEST_BOUND: Final = 4
NO_PIECE: Final = TextPart("", "", "end", 0, 0, " ")


class Line:
    """The pieces of a text and the phrases that begin at each."""

    def __init__(self, text: str, lexicon: Lexicon, taken: bytearray) -> None:
        """Take a text apart; `taken` marks the characters that belong to a value already."""
        self.text = text
        self.lexicon = lexicon
        self.pieces = pieces(text)
        self.taken = taken
        self._meant: dict[int, dict[str, tuple[Any, int]]] = {}
        self.numerals: dict[int, Any] = {}
        """What `numbers.numeral_at` found at a piece: each reader asks."""

    def piece(self, at: int) -> TextPart:
        """Return a piece; one that is nothing past the ends."""
        return self.pieces[at] if 0 <= at < len(self.pieces) else NO_PIECE

    def is_free(self, at: int) -> bool:
        """Tell whether a piece stands there that is in no value yet."""
        return 0 <= at < len(self.pieces) and not self.taken[self.pieces[at].start]

    def meant(self, at: int) -> dict[str, tuple[Any, int]]:
        """Return what a phrase that begins here stands for and where it ends, by its role."""
        known = self._meant.get(at)
        if known is None:
            known = self._meant[at] = self._look_up(at)
        return known

    def _look_up(self, at: int) -> dict[str, tuple[Any, int]]:
        found: dict[str, tuple[Any, int]] = {}
        if not self.is_free(at):
            return found
        for words, role, value in self.lexicon.senses.get(self.pieces[at].lower, ()):
            is_other = role in found and not (role == "unit" and self._is_stop(found[role][1]))
            if not is_other and (len(words) == 1 or self._goes_on(at, words)):
                found[role] = value, at + len(words)
        return found

    def _is_stop(self, end: int) -> bool:
        """Tell whether a phrase ends with a sentence's own full stop: `2140 m.` are no months."""
        behind = self.piece(end).text[:1]
        return self.piece(end - 1).text == "." and (not behind or behind.isupper())

    def _goes_on(self, at: int, words: tuple[str, ...]) -> bool:
        rest = self.pieces[at + 1 : at + len(words)]
        return (
            len(rest) == len(words) - 1
            and all(one.lower == word for one, word in zip(rest, words[1:], strict=True))
            and all(one.gap in _JOINS for one in rest)
        )

    def role(self, at: int, *roles: str) -> tuple[Any, int] | None:
        """Return the first of these roles that a phrase has here."""
        if meant := self.meant(at):  # of most words nothing is meant, and this is asked most
            for role in roles:
                if role in meant:
                    return meant[role]
        return None

    def ends(self, at: int, *roles: str) -> int:
        """Return where a phrase of one of these roles ends, or where it would begin."""
        found = self.role(at, *roles)
        return found[1] if found else at

    def near(self, at: int) -> bool:
        """Tell whether a piece stands beside the one before it: nothing, a space or a hyphen."""
        return self.piece(at).gap in _JOINS

    def is_joined(self, at: int) -> bool:
        """Tell whether nothing at all stands before a piece."""
        return at > 0 and self.piece(at).gap == ""

    def bound(self, at: int) -> tuple[Bound, int]:
        """Return the bound of the longest phrase before a piece, and where that begins."""
        for begin in range(max(0, at - _LONGEST_BOUND), at) if self.near(at) else ():
            for role, bound in _BOUNDS.items():
                if role in (meant := self.meant(begin)) and meant[role][1] == at:
                    return bound, begin
        sign = _SIGNS.get(self.piece(at - 1).text, "")
        return sign, at - bool(sign)

    def bound_behind(self, at: int) -> tuple[Bound, int]:
        """Return the bound behind a value: `12+`, `12 or more`; and where it ends.

        Of `12 people at most` it ends before what is counted.
        """
        if self.piece(at).text == "+" and self.is_joined(at):
            return ("", at) if self.piece(at + 1).kind == "number" else (">=", at + 1)
        is_counted = self.piece(at).kind in {"word", "sign"} and not self.role(at, "about")
        counted = at + is_counted  # no bound is read of `12 more or less`
        for begin in dict.fromkeys((at, counted)):
            for role, bound in (_BEHIND | _BOUNDS).items():
                found = self.role(begin, role) if bound != "~" and self.near(begin) else None
                if found and self._ends_value(role, begin, found[1]):
                    return bound, found[1] if begin == at else at
        return "", at

    def _ends_value(self, role: str, begin: int, end: int) -> bool:
        """Tell whether a phrase is of what stands before: not `12 people under the roof`."""
        if role in _BOUNDS:
            return self.piece(end).kind in {"mark", "end"}
        # `12 people and more than 20 dogs`
        return all(self.ends(at, *_BOUNDS) <= end for at in range(begin, end))

    def unit(self, at: int) -> tuple[str, float, int] | None:
        """Return the dimension, the factor and the end of a unit that stands here."""
        found = self.role(at, "unit") if self.near(at) else None
        if found is None and self.near(at) and self.is_free(at) and not self.meant(at):
            unit = inflected_unit(self.piece(at).lower, self.lexicon.languages)
            found = unit and (unit, at + 1)
        if found is None:
            return None
        (dimension, factor), end = found
        is_letters = self.piece(at).kind == "word"
        if is_letters and self.piece(end).kind == "number" and self.is_joined(end):
            return None  # `5 m2`
        return dimension, factor, end

    def unit_around(self, at: int, behind: int) -> tuple[str, float, int] | None:
        """Return the unit of two pieces, one here and one behind a half: `个半月`."""
        words = self.piece(at).lower, self.piece(behind).lower
        senses = self.lexicon.senses.get(words[0], ()) if self.is_joined(behind) else ()
        units = (value for said, role, value in senses if role == "unit" and said == words)
        return next(((*unit, behind + 1) for unit in units), None)
