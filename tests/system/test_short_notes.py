"""Notes of one sentence that move: their links resolve, so no memory loses them."""

import unicodedata
from pathlib import Path

import pytest

from tests.system.vaults import Vault, use_hash_embedder

LIMIT = "The limit is 14 files.\n"
COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "Größe.md") for form in ("NFC", "NFD"))


@pytest.mark.parametrize(
    ("old", "new", "now", "changes"),
    [
        pytest.param("Tiny.md", "sub/Tiny.md", LIMIT, [], id="moved"),
        pytest.param(COMPOSED, DECOMPOSED, LIMIT, [], id="decomposed"),
        pytest.param(
            "Tiny.md", "sub/Tiny.md", LIMIT.replace("14", "20"), ["value"], id="moved and edited"
        ),
        pytest.param("Tiny.md", "Small.md", LIMIT, [], id="another name"),
        pytest.param(
            "Tiny.md", "Small.md", LIMIT.replace("14", "20"), ["broken_link"], id="another note"
        ),
    ],
)
def test_a_link_that_resolves_is_never_lost(
    tmp_path: Path, old: str, new: str, now: str, changes: list[str]
) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write(old, LIMIT, day="2026-05-01")
    link = old.removesuffix(".md")
    vault.write("Memories/limit.md", f"---\nid: mem_a\n---\nThe limit is 14 files [[{link}]]\n")
    assert vault.call("scan", "--json").rows == []
    (vault.folder / old).unlink()
    vault.write(new, now)
    assert [row["change"] for row in vault.call("scan", "--json").rows] == changes
