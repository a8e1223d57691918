"""What an older version indexed is masked by the rules of now, without waiting for its note."""

from pathlib import Path

import pytest

from tests.system.agent_vaults import make_vault, opened
from tests.system.vaults import Vault
from vaultwatch.adapters import secrets
from vaultwatch.places import Places
from vaultwatch.services.indexing import index_state, reading
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.indexing.scope import LookScope
from vaultwatch.services.records.small_facts import MASKING

SECRET = "Tul1p42field"  # noqa: S105 -- made up


def index_bytes(vault: Vault) -> bytes:
    index = Places(vault.folder, state_base=vault.state).index
    return b"".join(file.read_bytes() for file in sorted(index.rglob("*")) if file.is_file())


@pytest.mark.parametrize("scope", [LookScope(), LookScope(only=frozenset({"Fees.md"}))])
def test_a_newer_rule_masks_what_stands_in_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: LookScope
) -> None:
    vault = make_vault(tmp_path)
    vault.write("Door.md", f"# Door\n\npassword: {SECRET}!\n")
    vault.write("Gate.md", "# Gate\n\nThe gate is red.\n")
    with monkeypatch.context() as older, opened(vault) as ws:
        older.setattr(reading, "mask_secrets", str)
        older.setattr(secrets, "MASKING_VERSION", "1")
        reindex(ws)
        assert SECRET in ws.chunks.search("door password", None, limit=5)[0].text
    assert SECRET.encode() in index_bytes(vault)
    with opened(vault) as ws:
        assert reindex(ws, scope).upserted == ("Door.md",)
        assert all(SECRET not in hit.text for hit in ws.chunks.search("door", None, limit=5))
        assert MASKING.get(ws.ledger) == secrets.MASKING_VERSION
        assert reindex(ws).upserted == (), "once"
        index_state.tidy_index(ws)
    assert SECRET.encode() not in index_bytes(vault)
