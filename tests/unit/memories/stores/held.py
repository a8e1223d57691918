"""Stores as tests hold them, to be mended."""

from collections.abc import Mapping

from vaultwatch.memories.stores.actions import Action, LeftOut, Proposal
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.memories.stores.mending import mend, store_proposals
from vaultwatch.memories.stores.outcome import HeldStore, new_bytes
from vaultwatch.memories.stores.records import StoreFile


def hold(form: StoreFormat, files: Mapping[str, str]) -> HeldStore:
    data = {path: text.encode() for path, text in files.items()}
    read = {path: StoreFile(path, one.decode("utf-8-sig"), len(one)) for path, one in data.items()}
    return HeldStore(form, FORMATS[form].read(list(read.values())), read, data)


def replacing(held: HeldStore, words: str, old: str, new: str) -> Proposal:
    """Return what a note would propose for the record that says these words."""
    record = next(one for one in held.reading.records if words in one.text)
    return Proposal(
        "replace_value", record.path, record.first_line, record.id, old, new, "So.", "note"
    )


def mended(held: HeldStore, *more: Proposal) -> tuple[dict[str, str], list[LeftOut]]:
    """Return the files that would change, as text, and what is left to a person."""
    actions, left = mend(held, [*more, *store_proposals(held.reading, held.form)])
    return texts_after(held, actions), left


def texts_after(held: HeldStore, actions: list[Action]) -> dict[str, str]:
    return {path: data.decode() for path, data in new_bytes(held, actions).items()}
