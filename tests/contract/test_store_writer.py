"""The one way into another agent's store, on a real disk."""

import os
from pathlib import Path

import pytest

from vaultwatch.adapters.files.store_writer import KEPT, StoreWriter, place_in_store
from vaultwatch.errors import NoteChangedError, OutsideVaultError, RefusedError

WRITER = StoreWriter()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path.resolve() / "store" / "sub" / "MEMORY.md"
    made.parent.mkdir(parents=True)
    made.write_bytes(b"old\r\n")
    made.chmod(0o604)
    return made


def test_bytes_take_the_place_of_those_that_were_seen(file: Path) -> None:
    WRITER.put_back(str(file), seen=b"old\r\n", new=b"new")
    assert file.read_bytes() == WRITER.now(str(file)) == b"new"
    assert file.stat().st_mode & 0o777 == 0o604
    assert [one.name for one in file.parent.iterdir()] == ["MEMORY.md"]


def test_what_was_saved_meanwhile_stands(file: Path) -> None:
    file.write_bytes(b"newer")
    with pytest.raises(NoteChangedError):
        WRITER.put_back(str(file), seen=b"old\r\n", new=b"new")
    with file.open("ab"), pytest.raises(NoteChangedError):  # another program is about to write
        WRITER.put_back(str(file), seen=b"newer", new=b"new")
    assert file.read_bytes() == b"newer"
    assert not (file.parent / KEPT).exists()


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="this system has no extended attributes")
def test_owner_and_attributes_stay(file: Path) -> None:
    try:
        os.setxattr(file, "user.mine", b"1")
    except OSError:
        pytest.skip("this disk keeps no extended attributes")
    if os.geteuid() == 0:
        os.chown(file, 1234, 1235)
    before = file.stat()
    WRITER.put_back(str(file), seen=b"old\r\n", new=b"new")
    assert os.getxattr(file, "user.mine") == b"1"
    assert (file.stat().st_uid, file.stat().st_gid) == (before.st_uid, before.st_gid)


def test_a_link_on_the_way_is_not_followed(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    file.parent.rename(other)
    file.parent.symlink_to(other)
    with pytest.raises(RefusedError):
        WRITER.read(str(file))
    with pytest.raises(RefusedError):
        WRITER.check(str(file), seen=b"old\r\n")
    with pytest.raises(RefusedError):
        WRITER.put_back(str(file), seen=b"old\r\n", new=b"new")
    assert (other / "MEMORY.md").read_bytes() == b"old\r\n"


def test_a_place_in_a_store_is_a_plain_path_to_a_file_in_it(file: Path, tmp_path: Path) -> None:
    root = file.parent.parent
    assert place_in_store(root, "sub/MEMORY.md") == file
    assert place_in_store(file, "MEMORY.md") == file
    (root / "link.md").symlink_to(file)
    (root / "out").symlink_to(tmp_path)
    for path in ("../x.md", "sub/../sub/MEMORY.md", "", "a//b", "link.md", "out/x.md", "a\0b"):
        with pytest.raises(OutsideVaultError):
            place_in_store(root, path)


def test_what_is_gone_or_no_file_is_told(file: Path) -> None:
    assert WRITER.now(str(file.parent / "none.md")) is None
    os.mkfifo(file.parent / "pipe")
    with pytest.raises(RefusedError):
        WRITER.read(str(file.parent / "pipe"))
    with pytest.raises(RefusedError):
        WRITER.take_away(str(file), seen=b"")
    with pytest.raises(RefusedError):
        WRITER.bring_back("x", str(file))
