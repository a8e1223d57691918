"""Tell whether an edited sentence says the same in other words, or the contrary in nearly the same.

Pure. `passages.told_then` asks. No likeness of vectors decides: of edited statements that keep
every number and name those that still hold lie as near as those that do not. What is known to be
one meaning decides: a wording for a wording (`language.meanings`), a limit for the same limit,
weekdays that agree (`language.limits`), `nobody but` for `only` (`language.polarity`).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.language_words import WORDS
from vaultwatch.drift.language.languages import languages_of
from vaultwatch.drift.language.limits import (
    Agreement,
    Limits,
    in_order,
    limits_of,
    names_week,
    without_limits,
)
from vaultwatch.drift.language.meanings import NamedMeaning, meanings_of, plain_forms
from vaultwatch.drift.language.polarity import Polarity, polarity_of
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, TokenKind, fold, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS, holds, words_of
from vaultwatch.drift.passages.exchanges import (
    is_turned_round,
    names_another_currency,
    names_another_place,
)
from vaultwatch.drift.passages.occupations import words_of_work

Reworded: TypeAlias = Literal["kept", "revalued", "contrary", "unclear"]


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


MOST_CHARS: Final = 400
"""A longer statement says more than one thing."""
_TOPIC: Final = 0.5
"""Share of what belief and statement both said, by weight, that must be said still for the contrary
of a part to be the contrary of the belief."""
_COVER: Final = 0.5
"""Share of the belief, by weight, that a sentence must say for its rewording to be the belief's."""
_GLANCE: Final = 0.25
"""The same at a glance, by words alone."""
_BEGINNING: Final = 4
"""Letters from the front in which two forms of a word agree at least."""
_ENDING: Final = 3
"""Letters that may follow there; half as many as agree, for longer words."""
_NEAR: Final = 12
"""Letters from a negation to the word that it denies. All chosen by hand."""
_LIGHT: Final = _words(
    """
    least most maximum minimum max within longer later fewer earlier latest earliest be have do make
    get take go come keep hold use run put give set let need want work stay begin last side area bit
    lot apart people person thing time way part place kind user team us everyone rights
    mindestens hochstens maximal minimal spatestens fruhestens haben machen tun geben nehmen gehen
    kommen werden lassen stehen liegen auseinander dauern leute person sache durer durar duren
    """
)
"""Words of which a sentence loses nothing, limits among them: those are compared for themselves."""
_AGAIN: Final = _words(
    """
    again now too well also after all once more fine jetzt wieder auch doch nun maintenant aussi
    nouveau finalement desormais ahora tambien nuevo adesso anche ora nuovo nu ook weer toch agora
    tambem
    """
)
"""Words that may come where a denial goes: `we take cash again`."""
_HEDGES: Final = _words(
    """
    if unless maybe perhaps probably possibly might used formerly previously once planned
    wenn falls vielleicht wohl eventuell fruher bisher ehemals geplant si peut-etre sauf jadis
    quiza quizas talvez forse misschien tenzij indien
    """
)
"""Words that, where they came, may take back what is said."""
_CUES: Final = lexicon.DONE_WORDS | lexicon.OPEN_WORDS
_NEW_VALUES: Final[frozenset[TokenKind]] = EXACT_KINDS - {"unit"}


@dataclass(frozen=True, slots=True)
class _Reading:
    """One sentence, as far as it is compared."""

    kinds: Mapping[str, TokenKind]
    """Its weighty words."""
    surfaces: Mapping[str, str]
    """By norm, folded."""
    meant: Mapping[int, NamedMeaning]
    """By the number of a meaning."""
    wordings: Mapping[str, frozenset[int]]
    """For a norm the meanings that it helps to name."""
    denied: frozenset[int]
    """Meanings that it names by denying something: `not allowed`."""
    limits: Limits
    polarity: Polarity
    """Without those denials."""
    folded: frozenset[str]
    denials: tuple[int, ...]
    """Where its negations stand."""

    def says(self, norm: str, surface: str, meanings: frozenset[int]) -> bool:
        """Tell whether a word is said, in another form or in another wording of its meaning."""
        if norm in self.kinds or not meanings.isdisjoint(self.meant):
            return True
        if norm[0] in "@#=":
            return False
        return any(_are_forms(surface, other) for other in self.surfaces.values())

    def meant_of(self, norm: str) -> frozenset[int]:
        """Return the meanings that a word helps to name."""
        return self.wordings.get(norm, frozenset())

    def meant_by(self, word: str) -> frozenset[int]:
        """Return the meanings that a folded word helps to name."""
        norms = (norm for norm, surface in self.surfaces.items() if surface == word)
        return frozenset().union(*map(self.meant_of, norms))

    def denies(self, other: "_Reading") -> bool:
        """Tell whether it denies something, what the other one says in other words apart."""
        return self.polarity.denies or not self.denied <= other.meant.keys()

    def is_denied(self, number: int) -> bool:
        """Tell whether a negation stands right before the words of a meaning: `not closed`."""
        start = self.meant[number].spans[0][0]
        return any(0 < start - at <= _NEAR for at in self.denials)


@lru_cache(maxsize=8_192)
def _read(text: str) -> _Reading:
    told = without_limits(text)
    said = tokens(told)
    meant = meanings_of(told)
    wordings: dict[str, set[int]] = defaultdict(set)
    denied: dict[int, NamedMeaning] = {}
    for meaning in meant:
        for token in (one for one in said if _is_of(one, meaning)):
            wordings[token.norm].add(meaning.number)
            if token.kind == "negation":
                denied[meaning.number] = meaning
    everyday = frozenset().union(*(WORDS.get(name, ()) for name in languages_of(told) - {"en"}))
    weighty = [
        one
        for one in said
        if KIND_WEIGHTS[one.kind] and one.kind != "unit" and one.surface.lower() not in everyday
    ]
    # What a wording denies (`not allowed`) is its meaning, not the sentence's.
    bare = told
    for start, end in (span for meaning in denied.values() for span in meaning.spans):
        bare = bare[:start] + " " * (end - start) + bare[end:]
    return _Reading(
        {one.norm: one.kind for one in weighty},
        {one.norm: fold(one.surface) for one in weighty},
        {one.number: one for one in meant},
        {norm: frozenset(numbers) for norm, numbers in wordings.items()},
        frozenset(denied),
        limits_of(text),
        polarity_of(bare),
        frozenset(fold(one.surface) for one in said),
        tuple(one.start for one in said if one.kind == "negation"),
    )


def _is_of(token: Token, meaning: NamedMeaning) -> bool:
    return any(start <= token.start < end for start, end in meaning.spans)


@lru_cache(maxsize=8_192)
def reworded(belief: str, then: str, now: str) -> Reworded:
    """Return what an edit made of a sentence, as far as a belief says it.

    Args:
        belief: what the memory says.
        then: a sentence of the note as it stood.
        now: what stands in its place.
    """
    if max(len(belief), len(then), len(now)) > MOST_CHARS or not _may_be_about(belief, then):
        return "unclear"
    edit = _Edit(belief, then, now)
    if not edit.shared:
        return "unclear"
    if edit.is_about() and is_turned_round(belief, then, now):
        return "contrary"
    if edit.is_about() and (
        names_another_place(belief, without_limits(then), without_limits(now))
        or names_another_currency(belief, then, now)
    ):
        return "revalued"
    days = edit.days()
    if days == "contrary" or (days != "same" and edit.is_contrary()):
        return "contrary" if edit.is_of_the_same() else "unclear"
    return "kept" if edit.is_kept(are_days=days == "same") else "unclear"


def _may_be_about(belief: str, then: str) -> bool:
    """Tell at a glance whether a sentence said enough of a belief to be read closely."""
    said, words = words_of(belief), words_of(then)
    weights = {norm: KIND_WEIGHTS[kind] for norm, kind in said.kinds.items()}
    shared = sum(weight for norm, weight in weights.items() if holds(words, norm))
    return shared >= _GLANCE * sum(weights.values())


class _Edit:
    """One sentence then and now, and what a belief says of it."""

    def __init__(self, belief: str, then: str, now: str) -> None:
        self.said, self.then, self.now = _read(belief), _read(then), _read(now)
        words = words_of(in_order(belief))
        self.shared = {
            norm: KIND_WEIGHTS[kind] for norm, kind in self.then.kinds.items() if holds(words, norm)
        }
        self.is_denied_anew = self.then.denies(self.now) != self.now.denies(self.then)
        self._of_work = words_of_work(then, now)
        self.turned = [number for number in self.then.meant if self._is_turned(number)]

    def _is_turned(self, number: int) -> bool:
        """Tell whether a plain word of one meaning went and one of its opposite came."""
        gone, came = self.then.meant[number], self.now.meant.get(-number)
        is_both = number in self.now.meant or -number in self.then.meant
        return came is not None and not is_both and gone.is_plain and came.is_plain

    def days(self) -> Agreement:
        """Return how far the weekdays agree, where the belief says those of then."""
        said, was, now = (one.limits.days for one in (self.said, self.then, self.now))
        if said is None or was is None or now is None or said.agreement(was) != "same":
            return "unclear"
        return was.agreement(now)

    def is_contrary(self) -> bool:
        """Tell whether a limit, `only` or a word that the belief says became its opposite."""
        for norm, bound in self.then.limits.bounds.items():
            other = self.now.limits.bounds.get(norm, bound)
            if norm in self.shared and other != bound:
                return self.said.limits.bounds.get(norm, bound) == bound
        said, was, now = (one.polarity for one in (self.said, self.then, self.now))
        if (was.is_only and now.is_all_but) or (was.is_all_but and now.is_only):
            return (said.is_only, said.is_all_but) == (was.is_only, was.is_all_but)
        if self.said.denies(self.then) != self.then.denies(self.said):
            return False
        if self.is_denied_anew:
            return self._is_only_denied()
        return any(
            number in self.said.meant and -number not in self.said.meant for number in self.turned
        )

    def _is_only_denied(self) -> bool:
        """Tell whether a denial came or went and all that was said is said still."""
        # Of `not closed` and `open` neither takes the other back; `need not` says no `must`.
        denied = self.now.denied | self.then.denied
        opposed = any(
            -number in self.now.meant and denied.isdisjoint((number, -number))
            for number in self.then.meant
        )
        came = self.now.kinds.keys() - self.then.kinds.keys()
        told = {norm for norm in came if not self.now.meant_of(norm).isdisjoint(denied)}
        fresh = {self.now.surfaces[norm] for norm in came - told} - _AGAIN
        return not opposed and not fresh and all(map(self._is_said, self.shared))

    def is_of_the_same(self) -> bool:
        """Tell whether what stands now speaks of what the belief and the sentence spoke of."""
        kept = sum(
            weight
            for norm, weight in self.shared.items()
            if self._is_said(norm) or self._went_over(norm)
        )
        return kept >= _TOPIC * sum(self.shared.values())

    def is_kept(self, *, are_days: bool) -> bool:
        """Tell whether nothing went that was said, and nothing came that takes it back.

        Args:
            are_days: whether weekdays were found to agree; what denies one may name the others.
        """
        is_alike = are_days or self._means_alike()
        is_hedged = not self.now.folded & _HEDGES <= self.then.folded
        if not is_alike or is_hedged or not self.is_about() or self._moves_on():
            return False
        for norm, kind in self.now.kinds.items():
            is_new = kind in _NEW_VALUES and norm not in self.then.kinds
            if is_new and not (are_days and kind == "weekday"):
                return False
        is_turned = are_days or self.is_denied_anew
        went = [norm for norm in self.shared if norm not in self.now.kinds]
        told = [norm for norm in went if self._is_said(norm)]
        over = [norm for norm in went if is_turned and self._went_over(norm)]
        is_known = bool(told or over or are_days or self._is_limited_alike() or self._of_work)
        return is_known and all(
            norm in told
            or norm in over
            or self.then.surfaces[norm] in self._of_work
            or not _LIGHT.isdisjoint(plain_forms(self.then.surfaces[norm]))
            or (are_days and self._is_day(norm))
            for norm in went
        )

    def _is_day(self, norm: str) -> bool:
        """Tell whether a word of then names days, which are compared for themselves."""
        return self.then.kinds[norm] == "weekday" or names_week(self.then.surfaces[norm])

    def _is_limited_alike(self) -> bool:
        """Tell whether both limit the same number, one in other words, or deny in other words."""
        bounds = self.then.limits.bounds.items() & self.now.limits.bounds.items()
        return bool(bounds or self.then.denied != self.now.denied) or self.then.polarity.is_only

    def is_about(self) -> bool:
        """Tell whether the sentence said enough of the belief to stand for it."""
        said = sum(KIND_WEIGHTS[kind] for kind in self.said.kinds.values())
        return sum(self.shared.values()) >= _COVER * said

    def _moves_on(self) -> bool:
        """Tell whether a word of ending or waiting came or went, and in no other wording."""
        return any(
            word in _CUES
            and one.meant_by(word).isdisjoint(other.meant)
            and not (self.turned and any(-n in other.meant for n in one.meant_by(word)))
            for one, other in ((self.then, self.now), (self.now, self.then))
            for word in one.folded - other.folded - self._of_work
        )

    def _means_alike(self) -> bool:
        """Tell whether both deny or both do not; `not closed` and `open` are alike."""
        was, now = self.then.polarity, self.now.polarity
        if (was.is_only, was.is_all_but) != (now.is_only, now.is_all_but):
            return False
        if not self.is_denied_anew:
            return not self.turned
        opposed = [number for number in self.then.meant if -number in self.now.meant]
        return len(set(map(abs, opposed))) == 1 and (
            self.now.is_denied(-opposed[0]) or self.then.is_denied(opposed[0])
        )

    def _is_said(self, norm: str) -> bool:
        return self.now.says(norm, self.then.surfaces[norm], self._meanings(norm))

    def _meanings(self, norm: str) -> frozenset[int]:
        return self.then.meant_of(norm)

    def _went_over(self, norm: str) -> bool:
        """Tell whether a word gave way to its opposite."""
        return any(-number in self.now.meant for number in self._meanings(norm))


def _are_forms(left: str, right: str) -> bool:
    """Tell whether two words are forms of one: `watered` and `water`, `signature` and `sign`."""
    same = next(
        (k for k, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    longest = max(len(left), len(right))
    return same >= _BEGINNING and longest - same <= max(_ENDING, same // 2)
