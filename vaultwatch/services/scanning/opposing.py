"""Know which beliefs a cited note says, or does not deny, so that nobody looks again.

Found out where a memory is compared with its notes, kept with the comparison, asked where memories
are returned: to look takes ten milliseconds a note. What is known holds for the very words of both.
"""

from functools import lru_cache
from hashlib import blake2b

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.scoring.grounding import (
    GROUNDING_VERSION,
    belief_of_text,
    ground,
    says_something,
)
from vaultwatch.drift.scoring.rivals import MOST_CHARS
from vaultwatch.memories.facts import MemorySource
from vaultwatch.memories.items import is_wish
from vaultwatch.notes.model import Note, NotePath, Statement
from vaultwatch.notes.parse import parse_note

STRONG: frozenset[MemorySource] = frozenset({"user_explicit", "system"})
"""Sources that may know better than a note."""
MOST_SENTENCES = 20
"""Of one memory."""
_UNWRITTEN = NotePath("A memory that is weighed.md")
_HEAD = b"\n"
"""So that a belief that begins like properties is read as text."""
_KEPT_BELIEFS = 256


@lru_cache(maxsize=_KEPT_BELIEFS)  # the next question finds many of the same
def sentences_of(belief: str) -> tuple[str, ...]:
    """Return the first sentences of a belief, each of which a note may deny: no link alone."""
    parsed = parse_note(_UNWRITTEN, _HEAD + belief.encode("utf-8", "replace"))
    said = (one.text for one in parsed.statements[:MOST_SENTENCES])
    return tuple(filter(says_something, said))


def mark_of(belief: str, note: NotePath, note_digest: str, *, is_said: bool) -> str:
    """Return what tells a belief's words and a note's bytes, by the rules of today.

    And whether the note says all of the belief: then no note that it does not cite denies it.
    """
    parts = (GROUNDING_VERSION, belief, note, note_digest, "says" if is_said else "is silent")
    return blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()


@lru_cache(maxsize=_KEPT_BELIEFS)  # asked when it is weighed, and when its writer is told
def held_against(text: str, statements: tuple[Statement, ...]) -> tuple[Statement | None, bool]:
    """Return the statement of a note that denies a sentence, and whether the note says it."""
    if not text.strip() or len(text) > MOST_CHARS:
        return None, False
    now = tuple(one for one in statements if len(one.plain) <= MOST_CHARS)
    found = ground(belief_of_text(text), now)
    is_denied = found.outcome == "denied" and found.index is not None
    return now[found.index or 0] if is_denied else None, found.outcome == "supported"


def unopposed(row: MemoryRow, note: Note) -> str:
    """Return the mark of a memory that no sentence of a note denies; else nothing."""
    if row.facts.source in STRONG or is_wish(row.id):
        return ""
    found = [held_against(text, note.statements) for text in sentences_of(row.belief)]
    if any(against is not None for against, _ in found):
        return ""
    return mark_of(row.belief, note.path, note.digest, is_said=all(says for _, says in found))
