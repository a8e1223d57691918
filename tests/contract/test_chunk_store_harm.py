"""What a kill, a power loss or another program does to the chunk index, and how it heals."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.test_chunk_store import A, B, everything, opened, rows
from vaultwatch.errors import StoreError


class TestHarm:
    """What a kill, a power loss or another program leaves."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        store = opened(tmp_path)
        store.replace(A, rows(A, "one"))
        store.replace(B, rows(B, "two"))
        store.close()
        return tmp_path

    def test_left_over_files_are_swept(self, folder: Path) -> None:
        left = folder / "index" / "x.lance" / "data" / ".tmpAbC"
        left.parent.mkdir(parents=True)
        left.write_bytes(b"x" * 1000)
        opened(folder)
        assert left.exists()  # it may be a living writer's
        os.utime(left, (0, 0))
        opened(folder)
        assert not left.exists()

    def test_a_torn_newest_manifest_falls_back_one_version(self, folder: Path) -> None:
        newest = min((folder / "index").glob("*.lance/_versions/*.manifest"))
        newest.write_bytes(b"")
        store = opened(folder)
        assert not store.was_rebuilt
        assert store.count() >= 1

    def test_a_garbled_table_is_set_aside_and_made_anew(self, folder: Path) -> None:
        for manifest in (folder / "index").glob("*.lance/_versions/*.manifest"):
            manifest.write_bytes(b"\x00" * 100)
        store = opened(folder)
        assert store.was_rebuilt
        store.replace(A, rows(A, "again"))
        assert everything(store) == {"again"}
        assert list((folder / "index" / "set-aside").iterdir())
        store.drop_other_models()
        assert not (folder / "index" / "set-aside").exists()

    def test_a_table_whose_data_is_gone_is_made_anew(self, folder: Path) -> None:
        for data in (folder / "index").glob("*.lance/data/*"):
            data.unlink()
        assert opened(folder).was_rebuilt

    def test_other_dimensions_make_a_new_table(self, folder: Path) -> None:
        assert opened(folder, dimensions=3).was_rebuilt

    def test_a_file_in_the_folders_place_is_an_error_with_a_way_out(self, tmp_path: Path) -> None:
        (tmp_path / "index").write_text("no folder")
        with pytest.raises(StoreError) as caught:
            opened(tmp_path)
        assert caught.value.hint

    def test_a_killed_writer_never_leaves_a_note_without_rows(self, folder: Path) -> None:
        writer = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, "-c", _ENDLESS_WRITER, str(folder)],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
        )
        assert writer.stdout is not None
        for _ in range(3):
            writer.stdout.readline()  # three writes done, the next begun
        writer.kill()
        writer.wait()
        writer.stdout.close()
        store = opened(folder)
        assert not store.was_rebuilt
        assert {A, B} <= store.notes()
        store.replace(A, rows(A, "healed"))
        store.replace(B, rows(B, "two"))
        assert everything(store) == {"healed", "two"}


_ENDLESS_WRITER = """
import sys
from pathlib import Path
from tests.contract.test_chunk_store import A, opened, rows
store = opened(Path(sys.argv[1]))
i = 0
while True:
    i += 1
    store.replace(A, rows(A, *(f"turn {i} {j}" for j in range(1 + i % 5))))
    print(i, flush=True)
"""
