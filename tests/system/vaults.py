"""A vault on disk and the real command line, for tests that use the product as a person would."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Done:
    """What a command said."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass(frozen=True)
class Vault:
    """One vault with its own state folder."""

    folder: Path
    state: Path

    def write(self, path: str, text: str, *, day: str | None = None) -> Path:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        if day is not None:
            self.age(path, day)
        return place

    def age(self, path: str, day: str) -> None:
        stamp = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        os.utime(self.folder / path, (stamp, stamp))

    def read(self, path: str) -> str:
        return (self.folder / path).read_bytes().decode()

    def run(self, *arguments: str) -> Done:
        environment = {
            **os.environ,
            "VAULTWATCH_STATE": str(self.state),
            "VAULTWATCH_VAULT": str(self.folder),
            "PYTHONWARNINGS": "default",
        }
        command = [sys.executable, "-m", "vaultwatch.cli.main", *arguments]
        done = subprocess.run(  # noqa: S603 -- our own command line
            command, env=environment, capture_output=True, text=True, cwd=ROOT, check=False
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def bytes(self) -> dict[str, bytes]:
        """Every file outside the hidden folders."""
        found = {}
        for file in sorted(self.folder.rglob("*")):
            name = file.relative_to(self.folder)
            if file.is_file() and not any(part.startswith(".") for part in name.parts):
                found[name.as_posix()] = file.read_bytes()
        return found


def use_hash_embedder(vault: Vault) -> None:
    """Settings that need no model: for tests that are not about meaning."""
    vault.write(".vaultwatch/config.toml", '[index]\nembedder = "hash"\n')
