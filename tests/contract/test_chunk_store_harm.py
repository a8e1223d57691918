"""What a kill, a power loss or another program does to the chunk index, and how it heals."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.contract.test_chunk_store import A, B, everything, opened, rows, vector
from vaultwatch.adapters.index import index_files, lance_chunks
from vaultwatch.adapters.index.lance_import import lancedb
from vaultwatch.errors import StoreError


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each child that is asked to read; it is asked all the same."""
    asked: list[str] = []

    def noted(folder: Path, name: str) -> bool:
        asked.append(name)
        return index_files.is_readable(folder, name)

    monkeypatch.setattr(lance_chunks, "is_readable", noted)
    return asked


class TestHarm:
    """What a kill, a power loss or another program leaves."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        store = opened(tmp_path)
        store.write({A: rows(A, "one")})
        store.write({B: rows(B, "two")})
        store.close()
        return tmp_path

    def test_left_over_files_are_swept(self, folder: Path) -> None:
        left = folder / "index" / "x.lance" / "data" / ".tmpAbC"
        left.parent.mkdir(parents=True)
        left.write_bytes(b"x" * 1000)
        opened(folder).close()
        assert left.exists()  # it may be a living writer's
        os.utime(left, (0, 0))
        opened(folder).close()
        assert not left.exists()

    def test_a_torn_newest_manifest_falls_back_one_version(self, folder: Path) -> None:
        newest = min((folder / "index").glob("*.lance/_versions/*.manifest"))
        newest.write_bytes(b"")
        with closing(opened(folder)) as store:
            assert not store.was_rebuilt
            assert store.count() >= 1

    def test_a_garbled_table_is_set_aside_and_made_anew(self, folder: Path) -> None:
        for manifest in (folder / "index").glob("*.lance/_versions/*.manifest"):
            manifest.write_bytes(b"\x00" * 100)
        with closing(opened(folder)) as store:
            assert store.was_rebuilt
            store.write({A: rows(A, "again")})
            assert everything(store) == {"again"}
            assert list((folder / "index" / "set-aside").iterdir())
            store.drop_other_models()
            assert not (folder / "index" / "set-aside").exists()

    def test_other_dimensions_make_a_new_table(self, folder: Path) -> None:
        with closing(opened(folder, dimensions=3)) as store:
            assert store.was_rebuilt

    def test_a_file_in_the_folders_place_is_an_error_with_a_way_out(self, tmp_path: Path) -> None:
        (tmp_path / "index").write_text("no folder")
        with pytest.raises(StoreError) as caught:
            opened(tmp_path)
        assert caught.value.hint

    def test_a_file_that_holds_other_bytes_is_never_read(
        self, folder: Path, probes: list[str]
    ) -> None:
        file = next((folder / "index").glob("*.lance/_indices/*/*"))
        file.write_bytes(bytes(len(file.read_bytes())))
        with closing(opened(folder)) as store:
            assert store.was_rebuilt
        assert probes == []

    def test_a_file_that_was_only_touched_is_read_as_ever(
        self, folder: Path, probes: list[str]
    ) -> None:
        for file in (folder / "index").glob("*.lance/*/*"):
            os.utime(file)
        with closing(opened(folder)) as store:
            assert not store.was_rebuilt
        assert probes == []

    @pytest.mark.parametrize("what", ["_indices/*/*", "data/*"])
    def test_after_files_are_gone_a_child_reads_first(
        self, folder: Path, probes: list[str], what: str
    ) -> None:
        for file in (folder / "index").glob(f"*.lance/{what}"):
            file.unlink()
        with closing(opened(folder)) as store:
            assert store.was_rebuilt
        assert len(probes) == 1

    def test_what_cannot_be_read_makes_the_next_to_open_look_closer(
        self, folder: Path, probes: list[str]
    ) -> None:
        with closing(opened(folder)) as store:
            for file in (folder / "index").glob("*.lance/*/*"):
                if file.is_file() and "_versions" not in file.parts:
                    file.unlink()
            with pytest.raises(StoreError):
                store.search("one", vector(1), limit=5)
        with closing(opened(folder)) as store:
            assert store.was_rebuilt
        with closing(opened(folder)):
            assert len(probes) == 1  # it is forgotten

    @pytest.mark.parametrize("root", [Exception, BaseException])
    def test_a_panic_of_lancedb_is_an_error_with_a_way_out_and_is_remembered(
        self,
        folder: Path,
        probes: list[str],
        monkeypatch: pytest.MonkeyPatch,
        root: type[BaseException],
    ) -> None:
        def panic(_table: object) -> int:
            raise type("RustPanic", (root,), {})("rust future panicked")

        with closing(opened(folder)) as store, monkeypatch.context() as broken:
            broken.setattr(lancedb.table.LanceTable, "count_rows", panic)
            with pytest.raises(StoreError) as caught:
                store.count()
            assert caught.value.hint
        opened(folder).close()
        assert len(probes) == 1

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            pytest.param("No space left on device (os error 28)", "The disk is full", id="disk"),
            pytest.param("Too many open files (os error 24)", "Too many files are", id="handles"),
        ],
    )
    def test_what_runs_out_is_told_of_as_such_and_nobody_is_sent_to_rebuild(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, said: str, told: str
    ) -> None:
        def fail(_table: object) -> int:
            raise RuntimeError(
                f"lance error: LanceError(IO): {said}, "
                "/somebody/.cargo/lance-file-13.0.0/src/writer/structural.rs:191:9"
            )

        with closing(opened(folder)) as store, monkeypatch.context() as broken:
            broken.setattr(lancedb.table.LanceTable, "count_rows", fail)
            with pytest.raises(StoreError, match=rf"^{told}.* cannot be ") as caught:
                store.count()
        assert caught.value.hint
        assert "--rebuild" not in caught.value.hint
        assert ".rs" not in caught.value.message
        with closing(opened(folder)) as store:
            assert not store.was_rebuilt

    def test_where_in_its_sources_lancedb_failed_is_not_told(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_table: object) -> int:
            raise RuntimeError("LanceError(IO): a b, /x/.cargo/lance-io-13.0.0/src/a.rs:19:9")

        with closing(opened(folder)) as store, monkeypatch.context() as broken:
            broken.setattr(lancedb.table.LanceTable, "count_rows", fail)
            with pytest.raises(StoreError, match=r": LanceError\(IO\): a b$"):
                store.count()

    def test_a_table_that_fails_as_it_is_opened_is_remembered_too(
        self, folder: Path, probes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_table: object) -> int:
            raise RuntimeError("the manifest names what is not there")

        with monkeypatch.context() as broken:
            broken.setattr(lancedb.table.LanceTable, "count_rows", fail)
            with pytest.raises(StoreError):
                opened(folder)
        opened(folder).close()
        assert len(probes) == 1

    def test_a_clean_close_leaves_no_trace(self, folder: Path, probes: list[str]) -> None:
        with closing(opened(folder)), closing(opened(folder)) as other:
            other.write({A: rows(A, "changed")})
        with closing(opened(folder)) as store:
            assert everything(store) == {"changed", "two"}
        assert probes == []
        assert list((folder / "index" / "in-use").iterdir()) == []

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
        store.write({A: rows(A, "healed")})
        store.write({B: rows(B, "two")})
        assert everything(store) == {"healed", "two"}


_ENDLESS_WRITER = """
import sys
from pathlib import Path
from tests.contract.test_chunk_store import A, opened, rows
store = opened(Path(sys.argv[1]))
i = 0
while True:
    i += 1
    store.write({A: rows(A, *(f"turn {i} {j}" for j in range(1 + i % 5)))})
    print(i, flush=True)
"""
