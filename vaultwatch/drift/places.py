"""Tell what a place says of the lines that stand there: a column of a board, a heading set above.

Pure. A line that is moved, or under another title, says what it said; but who believes that it is
*in Doing* is wrong once it stands under *Done*, and what came to stand under *Cancelled* is off.
"""

from functools import lru_cache
from itertools import product, starmap
from typing import Final

from vaultwatch.drift.matters import is_waiting, says_done, says_open
from vaultwatch.drift.model import Proof
from vaultwatch.drift.passages.asserted import Asserted, gives_all
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.notes.model import SectionPath, Statement
from vaultwatch.notes.walk import CONTEXT_CHARS
from vaultwatch.values.equality import comparable
from vaultwatch.values.model import TYPED
from vaultwatch.values.polarity import negations, says_it_ended, says_it_is_off
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces

SAME_ITEM: Final = 0.8
"""Likeness of a line to the same one in another place."""
MOST_OF_STATE: Final = 2
"""Words of meaning of a title that asserts a state, `Cancelled tours`. Chosen by hand."""


def place_of(one: Statement) -> tuple[str, ...]:
    """Return what a statement stands under: its headings, then its list's or callout's line."""
    return (*one.section, one.context) if one.context else one.section


@lru_cache(maxsize=16)
def places_in(side: tuple[Statement, ...]) -> tuple[tuple[str, ...], ...]:
    """Return what each statement stands under: its headings, then the line of each list around."""
    found: list[tuple[str, ...]] = []
    under: dict[tuple[SectionPath, str], tuple[str, ...]] = {}
    for one in side:
        found.append(under.get((one.section, one.context), place_of(one)))
        begun = one.plain[:CONTEXT_CHARS]
        under[one.section, begun] = (*found[-1], begun)
    return tuple(found)


def told_by_place(memory: Asserted, edit: NoteEdit, at: int) -> tuple[Proof, int, str, str]:
    """Return what it shows that a line stands elsewhere, where now, and both titles.

    Where is the line, or the title that was set above it. The proof is empty where it shows
    nothing: the memory says no word of where the line stood, and no title that it came under
    asserts that it is over or done.
    """
    j = edit.heirs[at][0]
    old = edit.then[at]
    was, now = places_in(edit.then)[at], places_in(edit.now)[j]
    left, came = ([one for one in a if one not in b] for a, b in ((was, now), (now, was)))
    if not (left or came) or edit.likeness(at, j) < SAME_ITEM:
        return "", j, "", ""
    titles = left[-1] if left else "", came[-1] if came else ""
    for title in came:
        if proof := _state_of(memory, edit, title, " · ".join((*was, old.plain))):
            above = (k for k in edit.added if edit.now[k].plain == title)
            return proof, next(above, j), titles[0], title
    is_moved = any(titles[1] in one for one in places_in(edit.then))
    is_moved = is_moved or any(titles[0] in one for one in places_in(edit.now))
    own = edit.words(titles[0]) - edit.words(" ".join((*now, old.plain, edit.now[j].plain)))
    said = memory.words - memory.title
    is_told = bool(own) and own <= said and not (edit.words(titles[1]) & said) - own
    are_alike = bool(edit.words(titles[0]) & edit.words(titles[1]))  # `Box 4` and `Box 6`
    is_told = is_told or (are_alike and _names(memory, titles[0]) and not _names(memory, titles[1]))
    # What is done stays so in an archive; `in Done` it is no more.
    is_done = says_done(titles[0]) and not says_open(titles[0])
    is_told = is_told and (not is_done or titles[0].rstrip(":") in memory.text)
    # A sentence is no card: of it a title says when, and little else.
    days = [[v for v in values_of(one) if v.kind in TYPED] for one in titles]
    is_told = is_told and (old.kind != "sentence" or any(starmap(comparable, product(*days))))
    return ("mark" if left and came and is_moved and is_told else "", j, *titles)


def is_surely_of(memory: Asserted, edit: NoteEdit, one: Statement) -> bool:
    """Tell whether a statement is of a memory's matter, however few of its words it says.

    It gives all its values, or is an item below a title or line that the memory names.
    """
    titles = place_of(one)[-1:] if one.kind in {"list_item", "task"} else ()
    is_below = any(not edit.words(t) <= memory.title and _names(memory, t) for t in titles)
    return is_below or gives_all(memory, one)


def _names(memory: Asserted, title: str) -> bool:
    """Tell whether a memory says a title in so many words, `box 4`, and not only what it is of."""
    words = [one.lower for one in pieces(title) if one.kind != "mark"]
    said = [one.lower for one in pieces(memory.text) if one.kind != "mark"]
    spots = range(len(said) - len(words) + 1)
    return len(words) > 1 and any(said[at : at + len(words)] == words for at in spots)


def _state_of(memory: Asserted, edit: NoteEdit, title: str, stood: str) -> Proof:
    """Return the state that a title asserts of the lines below it, where it is news.

    What stood is the line with what it stood under.
    """
    known = f"{stood} · {memory.text}"
    said = edit.words(known)
    own = (edit.words(one.text) for one in pieces(title) if one.kind == "word")
    more = sum(not words or not words <= said for words in own) > 1  # `To be done`, `If cancelled`
    if more or len(edit.words(title)) > MOST_OF_STATE or negations(title):
        return ""
    if (says_it_is_off(title) and not says_it_is_off(known)) or (
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
    fresh = frozenset(edit.fresh)
    for k, (line, place) in enumerate(zip(edit.now, places_in(edit.now), strict=True)):
        for title in place[-1:] if k not in fresh else ():
            under[title] = under.get(title, frozenset()) | edit.words(line.plain)
    new = {j: edit.now[j] for j in edit.fresh if edit.now[j].plain in under}
    titles = {
        j: one
        for j, one in new.items()
        if not negations(one.plain)
        and not any(v.kind in TYPED for v in said_in(one, edit.weights.language))
    }
    bare = (j for j, one in titles.items() if edit.words(one.plain) <= under[one.plain])
    return frozenset(titles), frozenset(bare)
