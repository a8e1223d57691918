"""Hold what people read against files that a reviewer has read."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class GoldenFiles:
    """The folder of golden files; with `update`, it takes over what it is shown."""

    root: Path
    update: bool

    def check(self, name: str, text: str) -> None:
        """Fail unless the file holds exactly the text."""
        path = self.root / name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.exists(), f"{path} is missing: run pytest --update-golden and read it."
        assert text == path.read_bytes().decode()
