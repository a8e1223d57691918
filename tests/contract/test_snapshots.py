"""Where snapshots lie, a folder or a bucket: what they keep, and what they survive."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow.fs import FileSelector, LocalFileSystem

from tests.object_store import BUCKET, KEYS, Line, ObjectStore
from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.index.snapshots import (
    FORM,
    MANIFEST,
    MOST_ROWS,
    Manifest,
    SnapshotPlace,
    bucket_place,
    digest_of_rows,
    folder_place,
    packed,
)
from vaultwatch.errors import NotThereError, RefusedError, StoreError

DIMENSIONS = 8
OURS, OTHER = "0123456789ab", "ba9876543210"


@dataclass(frozen=True)
class Ground:
    """A place, and its files as anybody else gets at them."""

    place: SnapshotPlace
    files: Any
    root: str
    again: Callable[[str], SnapshotPlace]
    """The place as another vault's machine opens it."""
    words: tuple[str, ...]
    """What opens it in another process."""

    def names(self) -> list[str]:
        found = self.files.get_file_info(FileSelector(f"{self.root}/{OURS}", allow_not_found=True))
        return sorted(info.base_name for info in found)

    def read(self, name: str) -> bytes:
        with self.files.open_input_stream(f"{self.root}/{OURS}/{name}") as stream:
            return bytes(stream.read())

    def write(self, name: str, data: bytes) -> None:
        with self.files.open_output_stream(f"{self.root}/{OURS}/{name}") as stream:
            stream.write(data)


def in_folder(at: Path | str, vault_id: str = OURS) -> SnapshotPlace:
    return folder_place(str(at), vault_id=vault_id, is_in_vault=lambda _: False)


@pytest.fixture(params=["folder", "bucket"])
def ground(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Ground:
    if request.param == "folder":
        return Ground(
            in_folder(tmp_path),
            LocalFileSystem(),
            str(tmp_path),
            partial(in_folder, tmp_path),
            ("folder", str(tmp_path), ""),
        )
    store: ObjectStore = request.getfixturevalue("object_store")
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    at = f"s3://{BUCKET}/{tmp_path.name}/notes"

    def opened(vault_id: str) -> SnapshotPlace:
        return in_bucket(store.endpoint, at, vault_id)

    words = ("bucket", at, store.endpoint)
    return Ground(opened(OURS), store.files(), at.removeprefix("s3://"), opened, words)


def in_bucket(endpoint: str, at: str, vault_id: str = OURS) -> SnapshotPlace:
    return bucket_place(at, endpoint=endpoint, region="us-east-1", vault_id=vault_id)


def units(count: int, seed: int = 3) -> dict[str, Vector]:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return {f"{i + (seed << 32):032x}": row.astype(np.float32) for i, row in enumerate(rows)}


def nobody(_: int) -> None:
    """Is told of bytes."""


def save(
    place: SnapshotPlace, vectors: Mapping[str, Vector], tell: Callable[[int], None] = nobody
) -> Manifest:
    rows = packed(vectors, DIMENSIONS)
    manifest = Manifest(
        model_id="m1",
        masking="4",
        dimensions=DIMENSIONS,
        rows=len(rows),
        sha256=digest_of_rows(rows),
        saved_at="2026-05-01T10:00:00+00:00",
        form=FORM,
    )
    place.write(rows, manifest, tell)
    return manifest


def fetched(
    place: SnapshotPlace, scratch: Path, manifest: Manifest | None = None
) -> dict[str, Vector]:
    manifest = manifest or place.manifest(OURS)
    assert manifest is not None
    found: dict[str, Vector] = {}
    for vectors in place.fetch(OURS, manifest, scratch, nobody):
        found |= vectors
    return found


def test_what_is_saved_comes_back_within_1e_3(ground: Ground, tmp_path: Path) -> None:
    assert ground.place.manifest(OURS) is None
    vectors = units(6_000)  # more than are yielded at once
    told: list[int] = []
    manifest = save(ground.place, vectors, tell=told.append)
    assert told[-1] == manifest.size_bytes == 6_000 * (16 + 2 * DIMENSIONS)
    assert ground.place.manifest(OURS) == manifest
    found = fetched(ground.again(OTHER), tmp_path)
    assert found.keys() == vectors.keys()
    for digest, vector in found.items():
        assert np.abs(vector - vectors[digest]).max() < 1e-3


def test_an_empty_index_is_saved_too(ground: Ground, tmp_path: Path) -> None:
    save(ground.place, {})
    assert fetched(ground.place, tmp_path) == {}


def test_one_file_is_kept_beside_the_one_that_is_named(ground: Ground, tmp_path: Path) -> None:
    saved = [save(ground.place, units(4, seed)) for seed in range(1, 5)]
    files = {f"{one.sha256}.vectors" for one in saved}
    assert len(files & set(ground.names())) == 2
    assert f"{saved[-1].sha256}.vectors" in ground.names()
    assert fetched(ground.place, tmp_path).keys() == units(4, 4).keys()


def test_each_vault_has_a_snapshot_of_its_own(ground: Ground, tmp_path: Path) -> None:
    ours, theirs = save(ground.place, units(3)), save(ground.again(OTHER), units(5, 9))
    assert ground.place.saved() == {OURS: ours, OTHER: theirs}
    assert fetched(ground.place, tmp_path).keys() == units(3).keys()
    assert ground.place.manifest("../" + OURS) is None


def test_of_two_machines_that_save_one_vault_the_last_to_end_wins_whole(
    ground: Ground, tmp_path: Path
) -> None:
    def let_the_other_save(_: int) -> None:
        save(ground.again(OURS), units(40, 5))

    save(ground.place, units(30, 6), tell=let_the_other_save)
    assert fetched(ground.again(OURS), tmp_path).keys() == units(30, 6).keys()


KILLED = """
import os, signal, sys
from tests.contract.test_snapshots import in_bucket, in_folder, save, units
kind, at, endpoint, upto = sys.argv[1:]
place = in_folder(at) if kind == "folder" else in_bucket(endpoint, at)
if upto == "the manifest":
    put = place._put
    def die(file, data, tell):
        if file.endswith(".json"):
            os.kill(os.getpid(), signal.SIGKILL)
        put(file, data, tell)
    place._put = die
seed = 3 if upto == "the same rows" else 8
save(place, units(40_000, seed), tell=lambda done: "rows" in upto and os.kill(os.getpid(), 9))
"""


@pytest.mark.parametrize("upto", ["the rows", "the same rows", "the manifest"])
def test_a_killed_writer_leaves_what_stood(ground: Ground, upto: str, tmp_path: Path) -> None:
    stood = units(40_000)  # more than one piece
    save(ground.place, stood)
    command = [sys.executable, "-c", KILLED, *ground.words, upto]
    assert subprocess.run(command, check=False).returncode == -9  # noqa: S603 -- our own words
    assert fetched(ground.place, tmp_path).keys() == stood.keys()
    save(ground.place, units(60, 4))
    assert fetched(ground.place, tmp_path).keys() == units(60, 4).keys()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data[:-1], id="cut"),
        pytest.param(lambda data: data + b"\0", id="longer"),
        pytest.param(lambda data: b"\xff" + data[1:], id="another byte"),
        pytest.param(lambda _: b"", id="empty"),
    ],
)
def test_rows_that_are_others_than_were_told_are_not_taken(
    ground: Ground, change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    manifest = save(ground.place, units(9))
    name = f"{manifest.sha256}.vectors"
    ground.write(name, change(ground.read(name)))
    with pytest.raises(StoreError, match="none that may be believed"):
        fetched(ground.place, tmp_path)
    save(ground.place, units(9))
    assert fetched(ground.place, tmp_path).keys() == units(9).keys()


def test_rows_that_are_gone_or_no_numbers_are_not_taken(ground: Ground, tmp_path: Path) -> None:
    save(ground.place, {"0" * 32: np.full(DIMENSIONS, np.nan, np.float32)})
    with pytest.raises(StoreError, match="no number"):
        fetched(ground.place, tmp_path)
    manifest = save(ground.place, units(9))
    ground.files.delete_file(f"{ground.root}/{OURS}/{manifest.sha256}.vectors")
    with pytest.raises(StoreError, match="0 stand"):
        fetched(ground.place, tmp_path)


@pytest.mark.parametrize("ground", ["folder"], indirect=True)  # judged alike wherever it was read
@pytest.mark.parametrize(
    "told",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"PAR1", id="foreign"),
        pytest.param(b'{"form": 1}', id="of too little"),
        pytest.param(b"[" * 9_000, id="nested"),
        pytest.param({"rows": MOST_ROWS + 1}, id="of too many"),
        pytest.param({"rows": -1}, id="of fewer than none"),
        pytest.param({"dimensions": 1 << 40}, id="too wide"),
        pytest.param({"sha256": "../../notes"}, id="of a path"),
        pytest.param({"form": 2}, id="of a later version"),
        pytest.param({"form": "2b"}, id="of a version that is no number"),
        pytest.param({"saved_at": "yesterday"}, id="of no time"),
        pytest.param({"model_id": "m" * 20_000}, id="too long"),
    ],
)
def test_a_manifest_that_tells_what_cannot_be_is_not_believed(
    ground: Ground, told: bytes | dict[str, object]
) -> None:
    manifest = save(ground.place, units(2))
    lines = told if isinstance(told, bytes) else json.dumps(asdict(manifest) | told).encode()
    ground.write(MANIFEST, lines)
    if lines:
        with pytest.raises(StoreError, match="none that may be believed"):
            ground.place.manifest(OURS)
    else:
        assert ground.place.manifest(OURS) is None
    assert ground.place.saved() == {}
    assert save(ground.place, units(2)) == ground.place.manifest(OURS)


def test_what_is_no_file_is_read_by_nobody(tmp_path: Path) -> None:
    place = in_folder(tmp_path)
    save(place, units(2))
    manifest = tmp_path / OURS / MANIFEST
    manifest.unlink()
    subprocess.run(["mkfifo", str(manifest)], check=True)  # noqa: S603, S607 -- a pipe has no end
    assert place.manifest(OURS) is None


def test_a_folder_that_is_away_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(NotThereError, match="no folder"):
        in_folder(tmp_path / "mnt")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_the_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / OURS).symlink_to(tmp_path)
    with pytest.raises(RefusedError, match="leads elsewhere"):
        in_folder(tmp_path)


def test_without_keys_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NotThereError) as raised:
        in_bucket("http://127.0.0.1:1", "s3://saved/notes")
    assert all(name in raised.value.hint for name in KEYS)


@pytest.fixture
def line(
    object_store: ObjectStore, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., str]]:
    """Opens lines to the store and gives their addresses."""
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    lines: list[Line] = []

    def opened(**how: int) -> str:
        lines.append(Line(object_store.port, **how))
        return lines[-1].endpoint

    yield opened
    for one in lines:
        one.close()


def test_a_bucket_that_is_not_there_is_told(line: Callable[..., str]) -> None:
    place = in_bucket(line(), "s3://nowhere/notes")
    for deed in (lambda: save(place, units(2)), place.saved):
        with pytest.raises(StoreError, match="nowhere") as raised:
            deed()
        assert "[snapshot]" in raised.value.hint


def test_a_line_that_is_cut_leaves_what_stood(line: Callable[..., str], tmp_path: Path) -> None:
    at = f"s3://{BUCKET}/{tmp_path.name}"
    whole = in_bucket(line(), at)
    manifest = save(whole, units(9_000))
    cut = in_bucket(line(cut_after=5_000), at)
    with pytest.raises(StoreError, match="cannot be read"):
        fetched(cut, tmp_path, manifest)
    with pytest.raises(StoreError, match="cannot be written"):
        save(in_bucket(line(cut_after=0), at), units(9_000, 4))
    assert fetched(whole, tmp_path).keys() == units(9_000).keys()


def test_a_line_that_is_slow_brings_all(line: Callable[..., str], tmp_path: Path) -> None:
    slow = in_bucket(line(piece=100), f"s3://{BUCKET}/{tmp_path.name}")
    save(slow, units(5_000))
    assert fetched(slow, tmp_path).keys() == units(5_000).keys()
