"""A first index says how far it is, note by note, and never goes back."""

from pathlib import Path

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.services.indexing.reindex import EMBED_GROUP_NOTES, EMBED_SLICE
from vaultwatch.services.look import look
from vaultwatch.wiring import open_workspace


def test_a_first_index_tells_its_progress_smoothly(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    notes = EMBED_GROUP_NOTES + 30
    for n in range(notes):
        vault.write(f"N{n}.md", f"# Note {n}\n\nIt says number {n}, and no other.\n")
    told: list[tuple[int, int]] = []

    def progress(what: str, done: int, total: int) -> None:
        if what == "indexing":
            told.append((done, total))

    with open_workspace(vault.folder, "write", state=vault.state, progress=progress) as ws:
        look(ws)
    counts = [done for done, _ in told]
    assert counts == sorted(counts)
    assert counts[-1] == notes
    assert {total for _, total in told} == {notes}
    steps = [b - a for a, b in zip([0, *counts], counts, strict=False)]
    assert max(steps) <= EMBED_SLICE
