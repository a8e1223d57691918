"""Outlines, links and troubles of every note, kept between the rounds of one process.

Decoding all outlines of 10,000 notes takes half a second and seven megabytes, taking in the few
that changed none: a thread begins with those of another. The ledger numbers every outline it is
given, so what another process wrote is seen too.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import NoteOutline, NotePath, Trouble
from vaultwatch.notes.titles import title_of

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.services.workspace import OtherThreads


class KnownNotes:
    """What the ledger says of all notes; `refresh` takes in what changed since. For one thread."""

    def __init__(self, others: "OtherThreads") -> None:
        """Know nothing yet; `others` holds what any thread saw."""
        self._others = others
        self._serial = 0
        self._mark: object = None
        """Of the ledger, as it was taken in."""
        self._outlines: dict[NotePath, NoteOutline] = {}
        self._troubled: dict[NotePath, tuple[Trouble, ...]] = {}
        self._attachments: frozenset[str] | None = None
        self.links = LinkIndex()

    @property
    def paths(self) -> Collection[NotePath]:
        """Every note on record."""
        return self._outlines.keys()

    @property
    def names(self) -> Iterator[tuple[str, NotePath]]:
        """By what each note is called: its title and its aliases."""
        for path, outline in self._outlines.items():
            yield title_of(path), path
            yield from ((alias, path) for alias in outline.aliases)

    @property
    def troubles(self) -> tuple[tuple[NotePath, Trouble], ...]:
        """What is wrong with notes, by note."""
        return tuple(
            (path, trouble)
            for path, troubles in sorted(self._troubled.items())
            for trouble in troubles
        )

    @property
    def knows_attachments(self) -> bool:
        """Whether the files that are no notes were ever handed in."""
        return self._others.seen is not None

    def refresh(self, ledger: "Ledger", attachments: Collection[str] | None = None) -> None:
        """Take in what changed; no attachments where nobody looked again."""
        if attachments is not None:
            self._others.seen = frozenset(attachments)
        mark, attached = ledger.mark(), self._others.seen
        if mark is self._mark and attached is self._attachments:
            return
        with self._others.turn:
            self._take_in(ledger, attached)
            self._others.known = self._serial, self._outlines
        self._mark = mark

    def _take_in(self, ledger: "Ledger", attached: frozenset[str] | None) -> None:
        fresh = self._changed(ledger)
        self._outlines.update(fresh)
        for path, outline in fresh.items():
            if outline.troubles:
                self._troubled[path] = outline.troubles
            else:
                self._troubled.pop(path, None)
        gone = self._gone(ledger)
        for path in gone:
            del self._outlines[path]
            self._troubled.pop(path, None)
        is_other = attached != self._attachments
        self._attachments = attached
        if is_other:
            self.links = LinkIndex(self._outlines.values(), attached or ())
            return
        for path, outline in fresh.items():
            if path in self._outlines:
                self.links.put(outline)
        for path in gone:
            self.links.remove(path)

    def _changed(self, ledger: "Ledger") -> Mapping[NotePath, NoteOutline]:
        """Return the outlines that are news to this thread."""
        fresh: dict[NotePath, NoteOutline] = {}
        if not self._serial:
            self._serial, known = self._others.known
            fresh |= known
        newest, changed = ledger.outlines_since(self._serial)
        is_short = fresh and ledger.count_notes() > len({*fresh, *(one.path for one in changed)})
        # Another ledger than before: an older copy was put back; or others saw a later moment.
        if newest < self._serial or is_short:
            newest, changed = ledger.outlines_since(0)
            self._outlines, self._troubled, fresh = {}, {}, {}
            self.links = LinkIndex((), self._attachments or ())
        self._serial = newest
        return fresh | {outline.path: outline for outline in changed}

    def _gone(self, ledger: "Ledger") -> list[NotePath]:
        """Return the notes that are on record no more; counting them is enough if none is."""
        if ledger.count_notes() == len(self._outlines):
            return []
        standing = ledger.note_paths()
        return [path for path in self._outlines if path not in standing]
