"""Embed in bulk, ahead of the look that indexes them, the chunks whose text is new.

The vectors go into the cache as they are done, by the digests of their texts: the next look at the
whole vault takes them from there, and whoever was stopped in the middle goes on from there.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.index_state import is_model_of_index, note_away
from vaultwatch.services.indexing.plan import WHOLE_VAULT
from vaultwatch.services.indexing.reading import Reading, read_many
from vaultwatch.services.indexing.reindex import EMBED_SLICE, cut_notes, in_groups, look_over
from vaultwatch.services.records.small_facts import EMBEDDED_AHEAD
from vaultwatch.services.workspace import Workspace

Engine: TypeAlias = Callable[[Mapping[str, str]], Iterator[Mapping[str, Vector]]]
"""Turns texts by digest into vectors by digest, some at a time, in any order."""

ASKED_AT_ONCE = 10_000
"""Digests asked after at once, each with its vector: 15 MB. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class EmbeddedAhead:
    """What was done; in a rehearsal, what would be."""

    notes: int
    """That are new or changed."""
    known: int
    """Their chunks that had a vector."""
    embedded: int
    """Those that have one now."""
    left: int
    """Those that have none: the model does not answer."""


def embed_ahead(ws: Workspace, engine: Engine | None = None) -> EmbeddedAhead:
    """Embed the chunks of new and changed notes that have no vector; without an engine, here.

    Raises:
        VaultVanishedError: the vault is empty, the index is not.
        StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    is_held = is_model_of_index(ws)
    if ws.is_rehearsal and not is_held:  # else the round knows by itself that all are to be written
        ws.ledger.set_indexed(dict.fromkeys(ws.ledger.note_paths(), ""), "")
    plan = look_over(ws, WHOLE_VAULT)
    contents = {path: plan.read.contents[path] for path in plan.plan.upserts}
    texts = _texts(ws, contents)
    ahead = _lacking(texts, ws.chunks.vectors_of) if is_held else texts
    missing = _lacking(ahead, ws.vectors.get)
    count = 0
    if not ws.is_rehearsal:
        # Before the first is kept: so many are not to be tidied away.
        EMBEDDED_AHEAD.set(ws.ledger, max(len(ahead), EMBEDDED_AHEAD.get(ws.ledger)))
        ws.ledger.settle()
        for made in (engine or _here(ws))(missing) if missing else ():
            ws.vectors.put(made)
            count += len(made)
            ws.progress("embedding", count, len(missing))
    done = len(missing) if ws.is_rehearsal else count
    return EmbeddedAhead(len(contents), len(texts) - len(missing), done, len(missing) - done)


def _texts(ws: Workspace, contents: Mapping[NotePath, bytes]) -> dict[str, str]:
    """Return by digest what the model reads of notes, secrets masked."""
    texts: dict[str, str] = {}
    for group in in_groups(contents):
        readings = (one for one in read_many(group) if isinstance(one, Reading))
        for chunks in cut_notes(ws, readings, {}).values():
            texts.update((chunk.digest, chunk.embed_text) for chunk in chunks)
    return texts


def _lacking(
    texts: Mapping[str, str], held: Callable[[Collection[str]], Mapping[str, Vector]]
) -> dict[str, str]:
    """Return the texts whose vectors are not held."""
    digests = list(texts)
    lacking: dict[str, str] = {}
    for at in range(0, len(digests), ASKED_AT_ONCE):
        some = digests[at : at + ASKED_AT_ONCE]
        known = held(some)
        lacking.update((digest, texts[digest]) for digest in some if digest not in known)
    return lacking


def _here(ws: Workspace) -> Engine:
    def engine(texts: Mapping[str, str]) -> Iterator[Mapping[str, Vector]]:
        digests = list(texts)
        for at in range(0, len(digests), EMBED_SLICE):
            some = digests[at : at + EMBED_SLICE]
            made = ws.embed([texts[digest] for digest in some])
            if made is None:
                note_away(ws)
                return
            yield dict(zip(some, made, strict=True))

    return engine
