"""Every file we write goes through `adapters.files.safe_write`; what cannot is named, with why."""

import ast
from pathlib import Path

import pytest

from tests.sources import tree_of
from vaultwatch.adapters.files.safe_write import create_file, put_file

PACKAGE = Path(__file__).resolve().parents[2] / "vaultwatch"
ELSEWHERE = {
    "adapters/files/safe_write.py": "it is the writer",
    "adapters/models/embedders/e5.py": "a model is built aside in a folder that is renamed",
    "adapters/models/embedders/minilm.py": "a model is built aside in a folder that is renamed",
    "adapters/models/embedders/wheels.py": "a model is built aside in a folder that is renamed",
    "adapters/index/index_files.py": "a mark must be locked before anybody sees it",
    "adapters/index/lance_chunks.py": "a table of LanceDB's is put aside by a rename",
    "adapters/ledger/making.py": "SQLite writes the file; we only make it private",
    "adapters/ledger/bare.py": "SQLite writes the copy, which is synced and renamed",
    "adapters/ledger/opening.py": "SQLite's files are put aside, nothing is written",
    "adapters/models/readers/command.py": "a scratch folder for one call",
    "adapters/models/readers/cross_encoder.py": "a fetched model is put into place by a rename",
    "adapters/machine/private_socket.py": "a socket is bound aside and renamed once it listens",
    "doors/team/workers.py": "a socket is bound aside and renamed once it listens",
    "adapters/files/answer_files.py": "a file of answers that grows line by line",
    "adapters/files/audit_log.py": "a log that grows line by line, put aside by a rename",
    "adapters/files/session_records.py": "a log that grows line by line",
    "adapters/files/use_log.py": "a log that grows line by line, put aside by a rename",
    "places.py": "knows no adapter; a name that is written once",
    "services/operations/demo.py": "a scratch copy in which the demo plays the person",
    "services/operations/service_files.py": "a person's file is put aside by a rename",
}
WRITERS = {
    "write_text", "write_bytes", "touch", "mkstemp", "NamedTemporaryFile", "rename", "renames",
}  # fmt: skip
COPIES = {
    "services/operations/client_config.py": "keeps a person's file as it was beside it",
}


def writes(node: ast.AST) -> bool:
    """Tell whether a call writes a file by itself."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    name = node.func.attr
    owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
    if name == "replace":  # of strings and of values, too
        return owner == "os" or (len(node.args) == 1 and not node.keywords)
    if name == "open":
        modes = [one.value for one in node.args if isinstance(one, ast.Constant)]
        flags = {one.attr for arg in node.args for one in ast.walk(arg) if hasattr(one, "attr")}
        return any(str(mode)[:1] in {"w", "a", "x"} for mode in modes) or "O_CREAT" in flags
    if name in {"copy", "move", "copyfile", "copy2"}:
        return owner == "shutil"
    return name in WRITERS


def test_every_file_is_written_by_the_one_writer() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if writes(node)
    }
    assert found == ELSEWHERE.keys() | COPIES.keys()


def test_what_stands_is_replaced_whole_with_its_mode_through_its_link(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    put_file(link, b"new", mode=0o600)
    assert (file.read_bytes(), link.is_symlink()) == (b"new", True)
    assert file.stat().st_mode & 0o777 == 0o640
    put_file(link, b"own", mode=0o600, follows_link=False, is_synced=False)
    assert (file.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"new", b"own", False)
    assert link.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.iterdir()} == {"a", "link"}


def test_a_write_that_fails_leaves_what_stood(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        put_file(tmp_path / "folder", b"new")
    with pytest.raises(FileNotFoundError):
        put_file(tmp_path / "gone" / "a", b"new")
    create_file(tmp_path / "new", b"1", mode=0o600)
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "new", b"2")
    assert (tmp_path / "new").read_bytes() == b"1"
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.iterdir()} == {"folder", "new"}
