"""Tell what a place says of the lines that stand there: a column of a board, a heading set above.

Pure. A line that is moved, or under another title, says what it said; but who believes that it is
*in Doing* is wrong once it stands under *Done*, and what came to stand under *Cancelled* is off.
"""

from typing import Final

from vaultwatch.drift.matters import is_waiting, says_done, says_open
from vaultwatch.drift.model import Proof
from vaultwatch.drift.passages.asserted import Asserted
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.notes.model import Statement
from vaultwatch.values.model import TYPED
from vaultwatch.values.polarity import has_word, negations, says_it_ended
from vaultwatch.values.tokens import pieces

SAME_ITEM: Final = 0.8
"""Likeness of a line to the same one in another place."""
MOST_OF_STATE: Final = 2
"""Words of meaning of a title that asserts a state, `Cancelled tours`. Chosen by hand."""


def place_of(one: Statement) -> tuple[str, ...]:
    """Return what a statement stands under: its headings, then its list's or callout's line."""
    return (*one.section, one.context) if one.context else one.section


def told_by_place(memory: Asserted, edit: NoteEdit, at: int) -> tuple[Proof, int, str, str]:
    """Return what it shows that a line stands elsewhere, where now, and both titles.

    Where is the line, or the title that was set above it. The proof is empty where it shows
    nothing: the memory says no word of where the line stood, and no title that it came under
    asserts that it is over or done.
    """
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    was, now = place_of(old), place_of(new)
    left, came = ([one for one in a if one not in b] for a, b in ((was, now), (now, was)))
    if not (left or came) or edit.likeness(at, j) < SAME_ITEM:
        return "", j, "", ""
    titles = left[-1] if left else "", came[-1] if came else ""
    for title in came:
        if proof := _state_of(memory, edit, title, old):
            above = (k for k in edit.added if edit.now[k].plain == title)
            return proof, next(above, j), titles[0], title
    is_moved = any(place_of(one)[-1:] == (titles[1],) for one in edit.then)
    is_moved = is_moved or any(place_of(one)[-1:] == (titles[0],) for one in edit.now)
    own = edit.words(titles[0]) - edit.words(" ".join((*now, old.plain)))
    said = memory.words - memory.title
    is_told = bool(own) and own <= said and not (edit.words(titles[1]) & said) - own
    # What is done stays so in an archive; `in Done` it is no more.
    is_done = says_done(titles[0]) and not says_open(titles[0])
    is_told = is_told and (not is_done or titles[0].rstrip(":") in memory.text)
    return ("mark" if left and came and is_moved and is_told else "", j, *titles)


def _state_of(memory: Asserted, edit: NoteEdit, title: str, old: Statement) -> Proof:
    """Return the state that a title asserts of the lines below it, where it is news."""
    known = " · ".join((*place_of(old), old.plain, memory.text))
    said = edit.words(known)
    own = (edit.words(one.text) for one in pieces(title) if one.kind == "word")
    more = sum(not words or not words <= said for words in own) > 1  # `To be done`, `If cancelled`
    if more or len(edit.words(title)) > MOST_OF_STATE or negations(title):
        return ""
    if (has_word(title, "cancelled") and not has_word(known, "cancelled")) or (
        says_it_ended(title) and not says_it_ended(known)
    ):
        return "ended"
    is_done = says_done(title) and not says_open(title)
    return "done" if is_done and is_waiting(memory.belief) else ""


def titles_in(edit: NoteEdit) -> tuple[frozenset[int], frozenset[int]]:
    """Return the lines of now that are titles of lines that stood, and those that say no more.

    One that gives a value or denies something is more than a title.
    """
    under: dict[str, frozenset[str]] = {}
    for k, line in enumerate(edit.now):
        for title in place_of(line)[-1:] if k not in edit.fresh else ():
            under[title] = under.get(title, frozenset()) | edit.words(line.plain)
    new = {j: edit.now[j] for j in edit.fresh if edit.now[j].plain in under}
    titles = {
        j: one
        for j, one in new.items()
        if not negations(one.plain) and not any(v.kind in TYPED for v in said_in(one))
    }
    bare = (j for j, one in titles.items() if edit.words(one.plain) <= under[one.plain])
    return frozenset(titles), frozenset(bare)
