"""A vault, requests left in it, and what was answered; for tests of what requests do."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.doors.requests.answering import accept_requests, answer_requests
from vaultwatch.services.look import scan
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

FEES = """# Fees

## Stands

The stand costs 40 euros a day.

## Parking: cars & vans | [[free]] #x

Parking is free before noon.
"""
STAND = "The stand costs 40 euros a day."
SECRET = "password: hun" + "ter2"


def fair(folder: Path) -> Vault:
    """A vault with fees and two notes of one name."""
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fair/Fees.md", FEES, day="2026-05-01")
    vault.write("North/Tent.md", "# Tent\n\nThe tent is green.\n", day="2026-05-01")
    vault.write("South/Tent.md", "# Tent\n\nThe tent is red.\n", day="2026-05-01")
    return vault


@pytest.fixture(scope="session")
def fair_once(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """One that was looked at; to be copied, not changed."""
    vault = fair(tmp_path_factory.mktemp("fair"))
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        scan(ws)
    return vault


def put(vault: Vault, name: str, asked: object, *, age_s: float = 10.0) -> None:
    text = asked if isinstance(asked, str) else json.dumps(asked)
    place = vault.write(f".vaultwatch/requests/{name}.json", text)
    stamp = time.time() - age_s
    os.utime(place, (stamp, stamp))


def answer_to(vault: Vault, name: str) -> dict[str, Any]:
    found = json.loads(vault.read(f".vaultwatch/requests/{name}.answer.json"))
    assert isinstance(found, dict)
    return found


def ask(vault: Vault, ws: Workspace, **asked: object) -> dict[str, Any]:
    """Leave a request, have it carried out, return the answer; the request must be gone."""
    files, name = RequestFiles(vault.folder), f"asked-{time.time_ns()}"
    put(vault, name, asked)
    assert accept_requests(files) == (name,)
    assert files.answered(name) == {"state": "accepted"}
    (answered,) = answer_requests(ws)
    answer = answer_to(vault, name)
    assert (answered.name, answered.state) == (name, answer["state"])
    assert not files.stands(name)
    assert set(answer) == {"state", "verb", "message", "hint", "findings", "memory"}
    return answer


def memories(vault: Vault) -> dict[str, str]:
    return {
        place.name: place.read_text(encoding="utf-8")
        for place in sorted((vault.folder / "Memories").glob("*.md"))
    }


def body(note: str) -> str:
    return note.split("---\n", 2)[2].strip()
