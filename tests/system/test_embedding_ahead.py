"""`index embed`: vectors are made in bulk, ahead of the look that takes them."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

import pytest

from tests.system.agent_vaults import KEY
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.models.embedders import Embedder
from vaultwatch.services.indexing import index_state
from vaultwatch.services.indexing.embedding_ahead import embed_ahead
from vaultwatch.services.indexing.index_state import tidy_index
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.records.small_facts import EMBEDDED_AHEAD
from vaultwatch.wiring import open_workspace

NOTES = 40
needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'vaultwatch[ray]'"
)


class StoppedError(Exception):
    """Somebody pulls the plug."""


@pytest.fixture
def fresh(tmp_path: Path) -> Vault:
    """A vault that nobody looked at, a chunk a note."""
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    for number in range(NOTES):
        vault.write(f"Note {number}.md", f"# Kiln\n\nKiln {number} burns {number} hours.\n")
    return vault


def cached(vault: Vault) -> dict[str, bytes]:
    """Return what the cache holds, by digest."""
    (file,) = vault.state.rglob("vectors.sqlite")
    with sqlite3.connect(file) as link:
        held = dict(link.execute("SELECT digest, vector FROM vectors"))
    link.close()
    return held


def indexed(vault: Vault, digests: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the vectors that the index holds, by digest."""
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        return {key: row.tobytes() for key, row in ws.chunks.vectors_of(digests.keys()).items()}


def test_what_was_embedded_ahead_is_indexed_to_the_last_bit_and_not_embedded_again(
    fresh: Vault,
) -> None:
    (told,) = fresh.call("index", "embed", "--json").rows
    assert told == {"notes": NOTES, "known": 0, "embedded": NOTES, "left": 0}
    with open_workspace(fresh.folder, state=fresh.state) as ws:
        assert reindex(ws).embedded == 0
        assert EMBEDDED_AHEAD.get(ws.ledger) == 0
    other = Vault(fresh.folder, fresh.state.with_name("other"))
    with open_workspace(other.folder, state=other.state) as ws:
        assert reindex(ws).embedded == NOTES
    digests = cached(fresh)
    assert indexed(fresh, digests) == indexed(other, digests)
    assert len(indexed(other, digests)) == NOTES
    assert fresh.call("index", "embed", "--json").rows[0]["notes"] == 0


def test_a_rehearsal_counts_and_keeps_nothing(fresh: Vault) -> None:
    for _ in range(2):
        (told,) = fresh.call("index", "embed", "--dry-run", "--json").rows
        assert (told["known"], told["embedded"]) == (0, NOTES)
    assert not fresh.state.exists()


@pytest.mark.parametrize("rehearsed", [True, False], ids=["rehearsed", "embedded"])
def test_an_index_that_was_lost_is_embedded_anew_and_noticed(
    fresh: Vault, *, rehearsed: bool
) -> None:
    assert fresh.call("setup", "index").status == 0
    (index,) = fresh.state.rglob("index")
    rmtree(index)
    (told,) = fresh.call("index", "embed", "--json", *["--dry-run"][: int(rehearsed)]).rows
    assert (told["notes"], told["embedded"]) == (NOTES, NOTES)
    assert index.exists() is not rehearsed
    with open_workspace(fresh.folder, state=fresh.state) as ws:
        done = reindex(ws)
        assert (len(done.upserted), done.embedded) == (NOTES, NOTES if rehearsed else 0)
        assert len(ws.chunks.notes()) == NOTES


def test_who_is_stopped_in_the_middle_goes_on_from_there(fresh: Vault) -> None:
    asked: list[int] = []

    def stopped(texts: Mapping[str, str]) -> Iterator[Mapping[str, Vector]]:
        asked.append(len(texts))
        with open_workspace(fresh.folder, "read", state=fresh.state) as ws:
            vectors = ws.model.embedder.embed(list(texts.values()))
        yield dict(zip(list(texts)[:15], vectors, strict=False))
        raise StoppedError

    for left in (NOTES, NOTES - 15):
        with (
            open_workspace(fresh.folder, state=fresh.state) as ws,
            pytest.raises(StoppedError),
        ):
            embed_ahead(ws, stopped)
        assert asked[-1] == left
    (told,) = fresh.call("index", "embed", "--json").rows
    assert (told["known"], told["embedded"]) == (30, 10)


def test_no_tidying_takes_what_the_index_is_still_to_take(
    fresh: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_state, "KEEP_NEWEST", 0)
    with open_workspace(fresh.folder, state=fresh.state) as ws:
        embed_ahead(ws)
        tidy_index(ws)
        assert reindex(ws).embedded == 0
        tidy_index(ws)
    assert cached(fresh) == {}


def test_an_engine_is_handed_masked_texts_and_nothing_else(fresh: Vault) -> None:
    fresh.write("Secret.md", f"# Kiln\n\nIts key is {KEY}.\n")
    handed: list[str] = []

    def engine(texts: Mapping[str, str]) -> Iterator[Mapping[str, Vector]]:
        handed.extend(map(str, texts.items()))
        yield {}

    with open_workspace(fresh.folder, state=fresh.state) as ws:
        done = embed_ahead(ws, engine)
    assert (done.embedded, done.left) == (0, NOTES + 1)
    assert any("Its key is" in one for one in handed)
    assert not any(KEY in one or str(fresh.folder) in one for one in handed)


def test_without_ray_a_sentence_and_a_way_out(
    fresh: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = fresh.call("index", "embed", "--engine", "ray")
    assert (done.status, "Ray is not installed" in done.err) == (1, True)
    assert "vaultwatch[ray]" in done.err
    assert fresh.call("index", "embed", "--address", "10.0.0.1:6379").status == 2


WITH_RAY = """
import json, os, socket, sys, psutil
from vaultwatch.adapters.models.embedders.ray_data import Recipe, embed_with_ray
texts = {str(number): f"Kiln {number}, " + "it burns. " * (number % 90) for number in range(600)}
made, listening = {}, set()
for some in embed_with_ray(texts, Recipe("minilm", "", sys.argv[1]), address=""):
    made |= {digest: row.tobytes().hex() for digest, row in some.items()}
    ours = (psutil.Process(), *psutil.Process().children(recursive=True))
    ports = [one for process in ours if process.is_running() for one in process.net_connections()]
    listening |= {one.laddr.ip for one in ports if one.status == psutil.CONN_LISTEN}
print(json.dumps([texts, made, sorted(listening)]))
"""


@needs_ray
def test_vectors_of_ray_are_ours_to_the_last_bit_and_nobody_else_reaches_it(
    minilm: Embedder,
) -> None:
    words = [sys.executable, "-c", WITH_RAY, minilm.model_id]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 -- ours
    texts, made, listening = json.loads(done.stdout)
    ours = minilm.embed(list(texts.values()))
    assert made == {key: row.tobytes().hex() for key, row in zip(texts, ours, strict=True)}
    assert listening
    assert {one.removeprefix("::ffff:") for one in listening} <= {"127.0.0.1", "::1"}
    assert done.stderr == ""


@needs_ray
def test_a_vault_is_embedded_by_ray_as_it_is_here(fresh: Vault) -> None:
    other = Vault(fresh.folder, fresh.state.with_name("other"))
    assert other.call("index", "embed").status == 0
    done = fresh.run("index", "embed", "--engine", "ray", "--json")
    assert done.status == 0, done.err
    assert done.rows[0]["embedded"] == NOTES
    assert cached(fresh) == cached(other)
