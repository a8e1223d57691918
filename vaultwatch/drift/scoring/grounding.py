"""Tell what a baseline is worth: does the note, as it stands, say what the belief says?

Pure. `services.scanning.grounding` asks it of every baseline, `services.memories.weighing` of a
memory that a tool hands in, `services.recall.notes_against` before an agent is shown one. Three
outcomes: a statement *supports* the belief, the note is *silent* on it, or it *says otherwise*:
another value (`scoring.rivals`), a task that is done while the belief calls it open, words struck
out. Words alone decide; no vector is asked for.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.language.tokens import Token, tokens
from vaultwatch.drift.language.words import belief_weights, holds, rarity_of, words_of
from vaultwatch.drift.model import Grounding, Support
from vaultwatch.drift.news.open_matters import is_closed, is_waiting, says_itself
from vaultwatch.drift.passages.clauses import LEAST_OWN, bare_part, parts_of
from vaultwatch.drift.passages.edits import present
from vaultwatch.drift.passages.support import find_supports, lexical
from vaultwatch.drift.scoring.named_subjects import is_of_one_thing
from vaultwatch.drift.scoring.rivals import (
    LEAST_SPOKEN,
    MOST_CHARS,
    Rival,
    lacks_value,
    rivals_of,
    said_by_note,
    weights_in_note,
)
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences

GROUNDING_VERSION: Final = "2026-11-27"
"""Changes when the same texts may be grounded otherwise; services then ground anew, once."""
LEAST_SUPPORT: Final = 0.2
"""Strength of the best statement, by words alone, from which on a belief is supported: nine of ten
true memories of the labelled sets have it, and one of fourteen held against another note."""
LEAST_APART: Final = 0.5
"""The same where that statement supports a part of the belief alone, and no other part is spoken
of: of two parts held against another note one is met by chance more often than the whole."""
_LEAST_DONE: Final = 0.45
"""Share of an open belief's words that a closed task must say to be its matter."""
_LEAST_PAST: Final = 0.1
"""Share of a belief's words that are said only as what was, `(was 940 €)`, for it to be denied."""
LEAST_OURS: Final = 0.65
"""Share of a belief's other words that a note must say which the belief does not cite, beside what
`named_subjects.is_of_one_thing` asks. Numbers of this module are chosen by hand; see
`benchmarks/grounding.py`, and for this one `benchmarks/siblings.py`."""

LEAST_SAID: Final = 0.3
"""Share of a belief's long words that a passage must say to be taken apart for it, below what
`LEAST_OURS` leads to."""
LEAST_LONG: Final = 4
"""Long words by which a glance can tell; of fewer, or in other letters, it cannot."""
_KEPT_BELIEFS: Final = 256
"""Beliefs of one context, each held against a dozen notes and passages."""

_STRUCK: Final = "~~"
_LONG: Final = re.compile(r"[a-z\u00df-\u024f]{4,}")
_LINK: Final = re.compile(r"\[\[(?:([^\[\]|\n]{0,300})\|)?([^\[\]|\n]{0,300})\]\]")


SILENT: Final = Grounding("silent", 0.9, None)
_DENIED_OUTRIGHT: Final = 0.95
"""Chance where the note gives another value, and where it only does not say the belief's."""
_DENIED_BY_LACK: Final = 0.9


def ground(belief: Belief, now: Sequence[Statement]) -> Grounding:
    """Return whether a note supports a belief, is silent on it, or says otherwise.

    Args:
        belief: what the memory says.
        now: the note's statements as it stands.
    """
    if is_pointer(belief):
        return Grounding("supported", 1.0, None)
    statements = tuple(now)
    spoken, unspoken = _told_apart(belief, statements)
    if (denial := _denial(belief, statements, spoken, unspoken)) is not None:
        return SILENT if belief.is_wish else denial
    best = _best_support(belief, statements)
    if unspoken and (best is None or best.strength < LEAST_SUPPORT):
        best = _best_support(spoken, statements)
        if best is not None and best.strength < LEAST_APART:
            best = None
    if lacks_value(spoken, statements):
        return SILENT
    if best is None or best.strength < LEAST_SUPPORT:
        return SILENT
    named = tuple(_named(part, belief) for part in unspoken)
    return Grounding("supported", _DENIED_BY_LACK, best.index, unspoken=named)


def _is_about(belief: Belief, now: tuple[Statement, ...]) -> bool:
    best = _best_support(belief, now)
    return best is not None and best.strength >= LEAST_SUPPORT


def _best_support(belief: Belief, now: tuple[Statement, ...]) -> Support | None:
    return next(iter(find_supports(belief, now)), None)


def _told_apart(belief: Belief, now: tuple[Statement, ...]) -> tuple[Belief, tuple[str, ...]]:
    """Return a belief without the parts that a note does not speak of, and those parts.

    What no note speaks of is denied by none, however well it knows the rest. Where it speaks of
    nothing, all is one.
    """
    parts = parts_of(belief.text, belief.note_title)
    unspoken = [part for part in parts if _is_unspoken(replace(belief, text=part), now)]
    if not unspoken or len(unspoken) == len(parts):
        return belief, ()
    left = "".join(part for part in parts if part not in unspoken)
    return replace(belief, text=left), tuple(unspoken)


def _is_unspoken(belief: Belief, now: tuple[Statement, ...]) -> bool:
    """Tell whether a note says next to none of a belief's words, its own title apart."""
    weights = _own_weights(belief, now)
    return len(weights) >= LEAST_OWN and spoken_share(belief, now) <= LEAST_SPOKEN


def spoken_share(belief: Belief, now: tuple[Statement, ...]) -> float:
    """Return the share of a belief's words, the note's title apart, that a note says anywhere."""
    weights, said = _own_weights(belief, now), said_by_note(now).words
    share = sum(weight * holds(said, norm) for norm, weight in weights.items())
    return share / total if (total := sum(weights.values())) else 1.0


def _own_weights(belief: Belief, now: tuple[Statement, ...]) -> Mapping[str, float]:
    title = words_of(belief.note_title)
    every = weights_in_note(belief, rarity_of((), now)).items()
    return {norm: weight for norm, weight in every if not holds(title, norm)}


def worth_of(
    belief: Belief,
    statements: Sequence[Statement],
    *,
    is_verified: bool = False,
    is_named: bool = False,
) -> Grounding:
    """Return what a note says to a belief; a person's word goes above what is read of it.

    Args:
        belief: what the memory says.
        statements: the note's, as it stands.
        is_verified: whether a person called the memory true beside what the note says.
        is_named: whether they named the note as the one that says so.
    """
    worth = ground(belief, statements)
    if is_named or (is_verified and worth.outcome == "denied"):
        return replace(worth, outcome="supported")
    return worth


def _denial(
    belief: Belief, now: tuple[Statement, ...], spoken: Belief, unspoken: Sequence[str]
) -> Grounding | None:
    """Return how a note denies a belief, or a part of it; None where it does not."""
    own = (spoken, *(replace(belief, text=part) for part in unspoken))
    asked = (_not_word_for_word(one, now) for one in own)
    denials = (_denial_of(one, now, belief.text) for one in asked if one.text)
    denial = next((one for one in denials if one is not None), None)
    if denial is not None and unspoken and not _is_about(spoken, now):
        # A few words alike are left of a belief about something else: the whole must be denied too.
        denial = denial if _denial_of(belief, now, belief.text) is not None else None
    parts = parts_of(belief.text, belief.note_title) if denial is not None else ()
    if denial is None or denial.index is None or not parts:
        return denial
    naming = [part for part in parts if not denial.said or denial.said in part] or parts
    weights = {part: words_of(part).kinds for part in naming}
    there = words_of(now[denial.index].plain)
    clause = max(naming, key=lambda part: sum(holds(there, norm) for norm in weights[part]))
    return replace(denial, clause=_named(clause, belief))


def _not_word_for_word(belief: Belief, now: Sequence[Statement]) -> Belief:
    """Return a belief without the sentences that a note says word for word: it denies none."""
    standing = [one for one in now if _STRUCK not in one.text]
    own = [replace(belief, note_title=title) for title in (belief.note_title, "")]

    def is_said(text: str) -> bool:
        return any(says_itself(replace(one, text=text), standing) for one in own)

    said = (belief.text[start:end] for start, end in split_sentences(belief.text))
    return replace(belief, text=" ".join(one for one in said if not is_said(one)))


def _named(part: str, belief: Belief) -> str:
    """Return a part as a reader is told of it, without the link behind it to the note."""
    bare = bare_part(part)
    return bare.removesuffix(belief.note_title).rstrip(" .,;:(") or bare


def _denial_of(belief: Belief, now: tuple[Statement, ...], whole: str) -> Grounding | None:
    rivals = sorted(rivals_of(belief, now, whole=whole), key=_plainness, reverse=True)
    if rivals:
        best = rivals[0]
        chance = _DENIED_OUTRIGHT if best.instead else _DENIED_BY_LACK
        return Grounding("denied", chance, best.index, best.said.surface, best.instead)
    return _ended(belief, now)


def _plainness(rival: Rival) -> tuple[bool, float, float]:
    return bool(rival.instead), rival.agrees, rival.cover


def _ended(belief: Belief, now: tuple[Statement, ...]) -> Grounding | None:
    """Return the denial by the statement that says most of a belief: done, struck out, or past."""
    weights = belief_weights(belief.text, belief.note_title, rarity_of((), now))
    told = [(lexical(weights, one), -i) for i, one in enumerate(now) if one.kind != "heading"]
    share, index = max(told, default=(0.0, 0))
    if share < _LEAST_PAST:
        return None
    best = now[-index]
    is_done = is_closed(best) and is_waiting(belief) and share >= _LEAST_DONE
    total = sum(weights.values()) or 1.0
    still, was = words_of(present(best.plain)), words_of(best.plain)
    past = sum(w for norm, w in weights.items() if holds(was, norm) and not holds(still, norm))
    if is_done or (_STRUCK in best.text and share >= LEAST_SUPPORT) or past / total > _LEAST_PAST:
        return Grounding("denied", _DENIED_BY_LACK, -index)
    return None


def contradicting_statement(text: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the statement that says otherwise than a sentence; None where none does.

    Args:
        text: one sentence of a belief, its links in it.
        statements: of a note that it cites.
    """
    if not text.strip() or len(text) > MOST_CHARS:
        return None
    now, belief = _readable(statements), belief_of_text(text)
    found = _denial(belief, now, *_told_apart(belief, now))
    return now[found.index] if found is not None and found.index is not None else None


def contradicted_elsewhere(
    text: str, title: str, statements: Iterable[Statement]
) -> Statement | None:
    """Return the statement of a note that a sentence does not cite which says otherwise; or None.

    More must fit than of a cited one: it must speak of the very thing that the sentence does.

    Args:
        text: one sentence of a belief, its links in it.
        title: of the note.
        statements: of one passage of it.
    """
    if not text.strip() or len(text) > MOST_CHARS:
        return None
    now, belief = _readable(statements), replace(belief_of_text(text), note_title="")
    against = [
        one
        for one in rivals_of(belief, now, least_cover=LEAST_OURS)
        if one.instead
        and one.cover >= LEAST_OURS
        and is_of_one_thing(belief.text, one.said.surface, title, now[one.index], one.instead)
    ]
    best = max(against, key=_plainness, default=None)
    return now[best.index] if best is not None else None


def _readable(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple(one for one in statements if len(one.plain) <= MOST_CHARS)


def may_contradict(belief: str, passage: str) -> bool:
    """Tell whether a passage that the belief does not cite is worth taking apart.

    At a glance: it says enough of the belief's long words, wherever they stand.
    """
    said = _long_words(passage)
    wanted = [_long_words(_LINK.sub(shown, belief)) for shown in (r" \2 ", " ")]
    return any(
        len(words) < LEAST_LONG or len(words & said) >= LEAST_SAID * len(words) for words in wanted
    )


@lru_cache(_KEPT_BELIEFS)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(_LONG.findall(text[:MOST_CHARS].casefold()))


def belief_of_text(text: str) -> Belief:
    """Return a sentence as a belief about the notes that it links to."""
    linked = " ".join(target or shown for target, shown in _LINK.findall(text))
    shown = _LINK.sub(lambda link: link[2] if link[1] else link[2].rpartition("/")[2], text)
    plain = " ".join(shown.replace("`", "").split())
    title = re.sub(r"#.*|.*/", "", linked)
    return Belief("", plain, "", None, title, (), None)


def statement_saying(value: str, about: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the first statement that says a value of something; None where none does.

    Args:
        value: word for word, case and marks apart.
        about: what it is a value of; one word of it must stand beside it, or above it in a heading.
        statements: of a note.
    """
    wanted = [token.norm for token in _words(value)]
    named = {token.norm for token in _words(about)}
    for statement in statements:
        theirs = [token.norm for token in _words(statement.plain)]
        starts = range(len(theirs) - len(wanted) + 1) if wanted else ()
        if any(theirs[at : at + len(wanted)] == wanted for at in starts) and named & {
            *theirs,
            *(token.norm for heading in statement.section for token in _words(heading)),
        }:
            return statement
    return None


def _words(text: str) -> tuple[Token, ...]:
    # A full stop behind a number would make a date of it: `release 2.8.`
    return tuple(token for token in tokens(text.rstrip(" .")) if token.kind != "stop")
