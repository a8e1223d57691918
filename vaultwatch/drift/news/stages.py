"""Find where a note's status names another stage than a belief says that its matter is at.

Pure. `scoring.rivals` asks. `Atlas is in draft` against `status: final`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.lexicon import STAGES
from vaultwatch.drift.language.tokens import fold
from vaultwatch.drift.language.words import words_of
from vaultwatch.drift.passages.values import flat
from vaultwatch.notes.model import Statement

STATUS_KEYS: Final = lexicon.STATUS_KEYS
"""Names of a property that says how far a matter is."""
_MOST_STATUS_CHARS: Final = 200
"""A longer line is no status. Chosen by hand, as the others."""
_REACH: Final = 60
"""Letters before the word in which a belief names what is at the stage."""
_LEAST_DIGITS: Final = 3
"""A number of fewer names no note: `SE-0431` does, of `0431-isolated-any`."""
_STATUS_LINE: Final = lexicon.pattern("status_line")
_STATUS_WORD: Final = re.compile(r"\b(?:status|state|stage|stato|estado|statut)\b")
_DESCRIBES: Final = re.compile(
    r"(?<=\w)\s+(?!(?:and|or|but|now|yet|again|since|until|for|in|on|at|as|by|with|to|so|und|oder"
    r"|aber|seit|et|ou|mais|y|o|pero|e|ma|en|maar|stage|phase|state|status|version|stand|statut"
    r"|estado|stato)\b)[a-z]"
)
"""What goes on behind a word that only describes the next one."""
_BEING: Final = lexicon.pattern("being")


def other_stages(belief: Belief, now: Sequence[Statement]) -> Iterator[tuple[int, str, str]]:
    """Yield index, the belief's word and the note's for each status of another stage."""
    said = _said_of_note(belief)
    if not said or words_of(belief.text).negations:
        return
    for index, statement in enumerate(now):
        there = _stages(statement.plain) if _names_status(statement) else {}
        if there and said.keys().isdisjoint(there):
            yield index, said[min(said)], there[min(there)]


def _stages(text: str) -> dict[int, str]:
    return {STAGES[word]: word for word in sorted(words_of(text).folded) if word in STAGES}


def _said_of_note(belief: Belief) -> dict[int, str]:
    """Return the stages that a belief says its note is at, each with its word."""
    text, title = fold(belief.text), fold(belief.note_title)
    found = {}
    for match in re.finditer(r"[^\W\d_]+", text):
        # `in the active note` says nothing of the stage that the note is at.
        if match[0] not in STAGES or _DESCRIBES.match(text, match.end()):
            continue
        before = text[max(0, match.start() - _REACH) : match.start()]
        ahead = re.split(r"[,;.:()]\s", before)[-1]
        numbers = (part for part in re.findall(r"\d+", ahead) if len(part) >= _LEAST_DIGITS)
        is_named = (bool(title) and title in ahead) or any(one in flat(title) for one in numbers)
        if (is_named and _BEING.search(ahead)) or _STATUS_WORD.search(ahead):
            found[STAGES[match[0]]] = match[0]
    return found


def _names_status(statement: Statement) -> bool:
    if statement.key is not None:
        return statement.key.casefold().rsplit(".", 1)[-1] in STATUS_KEYS
    is_short = len(statement.plain) < _MOST_STATUS_CHARS
    return is_short and _STATUS_LINE.match(statement.plain) is not None
