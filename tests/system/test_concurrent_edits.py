"""A person types while flags are written: no save of theirs is ever lost."""

from pathlib import Path

from tests.system.daemons import eventually, watching, with_settings
from tests.system.editing import Editor
from tests.system.vaults import Vault


def test_no_save_is_lost_while_flags_come_and_go(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.folder.mkdir()
    with_settings(vault)
    editor = Editor(vault)
    editor.lay()
    with watching(vault) as watched:
        editor.edit_for(7)
        eventually(watched.is_at_rest, "rest")
        written = sum("written=" in line for line in watched.jobs("look"))
    assert editor.lost() == []
    assert written >= 3, "flags were hardly written: the test has proved nothing"
