"""A home in which other agents keep their memories, and the command line that is called in it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.folders import stamped_files_in
from tests.system.vaults import Done, Vault

MEMORY = ".claude/projects/-srv-me-app/memory"
TOPIC = "---\nname: {0}\ndescription: about {0}\ntype: project\n---\nThe {0} is green.\n"
INDEX = "- [Kiln](kiln.md) - colour\n- [Gone](gone.md) - nothing\n- **Port**: 4310\n"


@dataclass(frozen=True)
class Home:
    """A home with other agents' files."""

    folder: Path
    vault: Vault

    @property
    def config(self) -> Path:
        return self.folder / "config" / "vaultwatch" / "config.toml"

    def write(self, path: str, text: str | bytes) -> Path:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
        return place

    def call(self, *words: str) -> Done:
        return self.vault.call(*words)

    def state(self) -> dict[Path, tuple[bytes, int]]:
        """Return the bytes and the time of every file but our own settings."""
        found = stamped_files_in(self.folder)
        found.pop(self.config, None)
        return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    folder = tmp_path / "home"
    (folder / "work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(folder / "work")
    made = Home(folder, Vault(folder / "work", tmp_path / "state"))
    made.write(f"{MEMORY}/MEMORY.md", INDEX)
    made.write(f"{MEMORY}/kiln.md", TOPIC.format("kiln"))
    return made
