"""Find out which notes a store's record speaks of: by a link, or by the name it calls them."""

from collections.abc import Iterator
from functools import cached_property

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.stores.mentions import Mention, NoteNames
from vaultwatch.memories.stores.records import without_code
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link
from vaultwatch.services.workspace import Workspace


class RecordLinks:
    """The notes that records speak of; the vault's names are gone through once a look."""

    def __init__(self, ws: Workspace) -> None:
        """Look at nothing yet."""
        self._ws = ws

    @cached_property
    def _names(self) -> NoteNames:
        known = self._ws.known.names
        return NoteNames((name, path) for name, path in known if not self._ws.is_memory(path))

    def of(self, row: MemoryRow) -> Iterator[tuple[Link, Resolution]]:
        """Yield what a record links or names, each with what it means; dead links left out.

        What another tool's file links is no fault of the vault's.
        """
        linked = set()
        for link, meant in self._links(row):
            if meant.path is not None and not self._ws.is_memory(meant.path):
                linked |= {meant.path, *meant.candidates}
                yield link, meant
        for one in self._names.mentions(row.belief):
            if linked.isdisjoint(one.notes):
                yield _named(one)

    def _links(self, row: MemoryRow) -> Iterator[tuple[Link, Resolution]]:
        if "[[" not in row.belief:
            return
        text = without_code(row.belief)
        for one in scan_inline(text).links:
            if one.style == "wiki":
                written = text[one.start : one.end]
                link = Link(
                    one.target, one.headings, one.block, one.display, written, one.style,
                    one.is_embed, span=None,
                )  # fmt: skip
                yield link, self._ws.known.links.resolve(link, row.path)


def _named(one: Mention) -> tuple[Link, Resolution]:
    link = Link(one.name, (), None, None, one.name, "wiki", is_embed=False, span=None)
    if len(one.notes) == 1:
        return link, Resolution("resolved", one.notes[0], (), None, None, ())
    return link, Resolution("ambiguous", one.notes[0], one.notes, None, None, ())
