"""A person types while flags are written: no save of theirs is ever lost."""

from pathlib import Path

import pytest

from tests.system.daemons import eventually, watching, with_settings
from tests.system.drifted import stall
from tests.system.editing import Editor
from tests.system.vaults import Vault
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.errors import RefusedError
from vaultwatch.services.indexing.plan import late_notes
from vaultwatch.services.look import look, scan
from vaultwatch.wiring import open_workspace

MEMORY = "Memories/Alder fee.md"


def test_no_save_is_lost_while_flags_come_and_go(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.folder.mkdir()
    with_settings(vault)
    editor = Editor(vault)
    editor.lay()
    with watching(vault) as watched:
        editor.edit_for(3)
        eventually(watched.is_at_rest, "rest")
        written = sum("written=" in line for line in watched.jobs("look"))
    assert editor.lost() == []
    assert written >= 3, "flags were hardly written: the test has proved nothing"


def test_what_was_saved_right_behind_a_flag_is_no_echo_of_ours(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = VaultFiles.replace_note
    vault.write("Stalls/Alder.md", stall("Alder", 40))

    def then_saves(files: VaultFiles, path: str, *, seen: bytes | None, new: bytes) -> bool:
        is_written = write(files, path, seen=seen, new=new)
        if path == MEMORY:
            vault.write(MEMORY, f"{vault.read(MEMORY)}Mine.\n")
        return is_written

    with open_workspace(vault.folder, state=vault.state) as ws:
        monkeypatch.setattr(VaultFiles, "replace_note", then_saves)
        assert MEMORY in scan(ws).published.written
        assert MEMORY in late_notes(ws.files.survey().notes, ws.ledger.note_stats())


def test_a_flag_that_could_not_be_taken_off_is_taken_off_by_the_next_look(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = VaultFiles.replace_note
    vault.write("Stalls/Alder.md", stall("Alder", 40))

    def refuses(files: VaultFiles, path: str, *, seen: bytes | None, new: bytes) -> bool:
        if path == MEMORY:
            raise RefusedError("It is held open.")
        return write(files, path, seen=seen, new=new)

    with open_workspace(vault.folder, state=vault.state) as ws:
        with monkeypatch.context() as held:
            held.setattr(VaultFiles, "replace_note", refuses)
            assert MEMORY in dict(scan(ws).published.refused)
        assert look(ws).published is not None
        assert "drift:" not in vault.read(MEMORY)
