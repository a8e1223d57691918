"""Where snapshots of the index's vectors lie: a folder or a bucket, asked by Arrow's file systems.

A snapshot holds digests and vectors, no word of a note. Each vault has a folder in the place: one
file of rows and, written last, a manifest that names it and says what it must hold. Nothing is
believed before its bytes were counted and digested. The form is our own: of a Parquet file whose
footer is damaged the reader may end the process.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from vaultwatch.adapters.files.own_files import fields_of, parse_own
from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.errors import NotThereError, RefusedError, StoreError, told_as

if TYPE_CHECKING:  # most commands need no vector
    import numpy as np
    import numpy.typing as npt

Rows: TypeAlias = "npt.NDArray[np.void]"
"""Each a digest of 16 bytes and a vector of float16."""

FORM = 1
MANIFEST = "snapshot.json"
ROWS = ".vectors"
BEGUN = ".part"
"""Ends the name of what is being written."""
MOST_MANIFEST_BYTES = 10_000
MOST_ROWS = 200_000
"""As many as the cache that they are restored into keeps: `vector_cache.KEEP_NEWEST`."""
MOST_DIMENSIONS = 10_000
DIGEST_BYTES = 16
PIECE_BYTES = 1 << 20
"""Read or written between two words of progress. Chosen by hand: a second of a slow line."""
BATCH_ROWS = 5_000
MOST_REASON_CHARS = 300
_ID = re.compile(r"[0-9a-f]{12}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
BUCKET_KEYS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot holds."""

    model_id: str
    masking: str
    """The rules by which secrets were masked in the texts."""
    dimensions: int
    rows: int
    sha256: str
    """Of the file of rows, which is named by it."""
    saved_at: str
    """ISO 8601."""
    form: int
    """Of rows and manifest; another version's is not read."""

    @property
    def size_bytes(self) -> int:
        """Of the file of rows."""
        return self.rows * (DIGEST_BYTES + 2 * self.dimensions)


def packed(vectors: Mapping[str, Vector], dimensions: int) -> Rows:
    """Return vectors of a length as rows in the order of their digests, at most `MOST_ROWS`."""
    import numpy as np

    digests = sorted(vectors)[:MOST_ROWS]
    rows = np.empty(len(digests), _row_type(dimensions))
    for place, digest in enumerate(digests):
        rows[place] = (np.frombuffer(bytes.fromhex(digest), "u1"), vectors[digest])
    return rows


def digest_of_rows(rows: Rows) -> str:
    """Return the SHA-256 of rows as they are written."""
    return sha256(_bytes_of(rows)).hexdigest()


class SnapshotPlace:
    """The snapshots of one place, and the folder of one vault among them."""

    def __init__(self, files: Any, root: str, *, vault_id: str, shown: str) -> None:  # noqa: ANN401 - Arrow has no stubs
        """Ask nothing yet; `shown` is what the user calls the place."""
        self._files = files
        self._root = root
        self._is_local = files.type_name == "local"
        self.vault_id = vault_id
        self.shown = shown

    def saved(self) -> dict[str, Manifest]:
        """Return what stands here by the ids of vaults; what is no manifest is left out.

        Raises:
            StoreError: the place cannot be read.
        """
        with self._translated("read"):
            names = sorted(info.base_name for info in self._listed(self._root))
        found = {}
        for name in filter(_ID.fullmatch, names):
            data = self._manifest_bytes(name)
            with suppress(StoreError):
                found[name] = _manifest_of(data)
        return found

    def manifest(self, vault_id: str) -> Manifest | None:
        """Return what a vault's snapshot holds; None where it has none.

        Raises:
            StoreError: the place cannot be read, or what stands there is no manifest.
        """
        data = self._manifest_bytes(vault_id) if _ID.fullmatch(vault_id) else b""
        return _manifest_of(data) if data else None

    def write(self, rows: Rows, manifest: Manifest, tell: Callable[[int], None]) -> None:
        """Save rows as our vault's snapshot; the one before stands until all is written.

        `tell` is called with the bytes that are written.

        Raises:
            StoreError: the place cannot be written.
        """
        with self._translated("written"):
            if self._is_local:
                Path(self._at(self.vault_id, "")).mkdir(mode=0o700, exist_ok=True)
            self._put(self._rows_file(manifest), _bytes_of(rows), tell)
            told = json.dumps(asdict(manifest)).encode()
            self._put(self._at(self.vault_id, MANIFEST), memoryview(told), lambda _: None)
        with suppress(StoreError, OSError):  # the next save tidies too
            self._drop_oldest()

    def fetch(
        self, vault_id: str, manifest: Manifest, scratch: Path, tell: Callable[[int], None]
    ) -> Iterator[dict[str, Vector]]:
        """Yield the vectors of a snapshot by digest, some thousand at a time, all bytes checked.

        `scratch` is a folder for them meanwhile; `tell` is called with the bytes that are read.

        Raises:
            StoreError: the place cannot be read, or other bytes stand there than were told.
        """
        import numpy as np

        with tempfile.TemporaryFile(dir=scratch) as copy:
            with self._translated("read"):
                self._copy(self._rows_file(manifest, vault_id), manifest, copy, tell)
            copy.seek(0)
            row_type = _row_type(manifest.dimensions)
            while len(rows := np.fromfile(copy, row_type, BATCH_ROWS)):
                vectors = rows["vector"].astype(np.float32)
                if not np.isfinite(vectors).all():
                    raise _damaged("it holds what is no number")
                digests = (bytes(one).hex() for one in rows["digest"])
                yield dict(zip(digests, vectors, strict=True))

    def _copy(self, file: str, manifest: Manifest, copy: Any, tell: Callable[[int], None]) -> None:  # noqa: ANN401 - a binary file
        size_bytes = self._size_of(file)
        if size_bytes != manifest.size_bytes:
            raise _damaged(f"{manifest.size_bytes:,} bytes were told, {size_bytes or 0:,} stand")
        digest, done = sha256(), 0
        with self._files.open_input_stream(file) as stream:
            while piece := stream.read(min(PIECE_BYTES, manifest.size_bytes - done)):
                digest.update(piece)
                copy.write(piece)
                done += len(piece)
                tell(done)
        copy.flush()
        if digest.hexdigest() != manifest.sha256:
            raise _damaged("its bytes are others than were saved")

    def _put(self, file: str, data: memoryview, tell: Callable[[int], None]) -> None:
        """Write under another name, then rename: a killed writer leaves what stood, whole."""
        begun = self._at(self.vault_id, os.urandom(8).hex() + BEGUN)
        with self._files.open_output_stream(begun) as stream:
            for start in range(0, len(data), PIECE_BYTES):
                piece = data[start : start + PIECE_BYTES]
                stream.write(piece)
                tell(start + len(piece))
        self._files.move(begun, file)

    def _drop_oldest(self) -> None:
        """Delete one file that is no longer named, the newest of these excepted.

        Another machine may read that one still, or be about to name it.
        """
        named = self.manifest(self.vault_id)
        kept = {MANIFEST, "" if named is None else named.sha256 + ROWS}
        there = self._listed(f"{self._root}/{self.vault_id}")
        old = [info for info in there if info.is_file and info.base_name not in kept]
        old.sort(key=lambda info: info.mtime_ns or 0)
        for info in old[:-1][:1]:
            self._files.delete_file(info.path)

    def _manifest_bytes(self, vault_id: str) -> bytes:
        """Return what a manifest holds, as far as one may be long; empty where there is none."""
        file = self._at(vault_id, MANIFEST)
        with self._translated("read"):
            if self._size_of(file) is None:
                return b""
            with self._files.open_input_stream(file) as stream:
                return bytes(stream.read(MOST_MANIFEST_BYTES))

    def _size_of(self, file: str) -> int | None:
        """Return the size of a plain file; None where there is none: a pipe would never end."""
        size: int | None = self._files.get_file_info(file).size
        return size

    def _listed(self, folder: str) -> list[Any]:
        from pyarrow.fs import FileSelector

        try:
            return list(self._files.get_file_info(FileSelector(folder)))
        except FileNotFoundError:  # a bucket that is not there is another error
            return []

    def _rows_file(self, manifest: Manifest, vault_id: str = "") -> str:
        return self._at(vault_id or self.vault_id, manifest.sha256 + ROWS)

    def _at(self, vault_id: str, name: str) -> str:
        return f"{self._root}/{vault_id}/{name}"

    @contextmanager
    def _translated(self, done: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as exc:  # what Arrow raises, of a service's answer too
            reason = (str(exc) or type(exc).__name__).splitlines()[0][:MOST_REASON_CHARS]
            keys = "" if self._is_local else f", at the keys in {' and '.join(BUCKET_KEYS)}"
            raise StoreError(
                f"The place of snapshots {self.shown!r} cannot be {done}: {reason}",
                hint=f"Look at `[snapshot]` in your own settings{keys}, and whether the place "
                f"stands and may be {done}.",
            ) from exc


def bucket_place(place: str, *, endpoint: str, region: str, vault_id: str) -> SnapshotPlace:
    """Return a place in an object store, `s3://BUCKET/FOLDER`; nothing is asked yet.

    Raises:
        NotThereError: there are no keys.
    """
    if not all(map(os.environ.get, BUCKET_KEYS)):
        raise NotThereError(
            f"There are no keys for {place!r}.",
            hint=f"Give them in the variables {' and '.join(BUCKET_KEYS)}.",
        )
    from pyarrow.fs import S3FileSystem

    parts = urlsplit(endpoint)
    service = {"scheme": parts.scheme, "endpoint_override": parts.netloc} if endpoint else {}
    files = S3FileSystem(region=region, **service)
    return SnapshotPlace(
        files, place.removeprefix("s3://").rstrip("/"), vault_id=vault_id, shown=place
    )


def folder_place(
    place: str, *, vault_id: str, is_in_vault: Callable[[Path], bool]
) -> SnapshotPlace:
    """Return a place in a folder; nothing is made yet.

    `is_in_vault` tells whether a folder, links resolved, lies in any vault.

    Raises:
        NotThereError: there is no such folder: none is made where a drive may be unmounted.
        RefusedError: it lies in a vault, whichever way its path goes, or what should hold the
            vault's snapshot leads elsewhere.
    """
    folder = Path(os.path.realpath(place))  # a link may lead into a vault
    own = folder / vault_id
    with told_as(
        NotThereError,
        f"The folder {place!r} for snapshots cannot be looked into",
        "Mount its drive, or give yourself permission there.",
    ):
        is_there, is_elsewhere = folder.is_dir(), own.is_symlink()
        is_inside = is_there and is_in_vault(folder)
    if is_inside:
        raise RefusedError(
            f"The place for snapshots {place!r} lies in a vault.",
            hint="Name a folder outside, below `[snapshot]` in your own settings.",
        )
    if not is_there:
        raise NotThereError(
            f"There is no folder {place!r} for snapshots.", hint="Make it, or mount its drive."
        )
    if is_elsewhere:
        raise RefusedError(
            f"The folder {str(own)!r} for snapshots leads elsewhere.", hint="Delete that link."
        )
    from pyarrow.fs import LocalFileSystem

    return SnapshotPlace(LocalFileSystem(), str(folder), vault_id=vault_id, shown=place)


def _manifest_of(data: bytes) -> Manifest:
    """Return what the bytes of a manifest say.

    Raises:
        StoreError: they are none, or tell of more than a snapshot may hold.
    """
    try:
        told = Manifest(**fields_of(parse_own(data), Manifest))
        datetime.fromisoformat(told.saved_at)
    except (TypeError, ValueError) as exc:
        raise _damaged("its manifest does not read") from exc
    is_fit = 0 < told.dimensions <= MOST_DIMENSIONS and 0 <= told.rows <= MOST_ROWS
    if told.form != FORM or not is_fit or not _SHA256.fullmatch(told.sha256):
        raise _damaged("its manifest is of another version, or tells what cannot be")
    return told


def _damaged(reason: str) -> StoreError:
    return StoreError(
        f"The snapshot is none that may be believed: {reason}.",
        hint="Nothing of it was taken in. `vaultwatch index save` makes a new one; without one "
        "`vaultwatch setup index` embeds all.",
    )


def _row_type(dimensions: int) -> "np.dtype[np.void]":
    import numpy as np

    return np.dtype([("digest", "u1", (DIGEST_BYTES,)), ("vector", "<f2", (dimensions,))])


def _bytes_of(rows: Rows) -> memoryview:
    return rows.view("u1").data
