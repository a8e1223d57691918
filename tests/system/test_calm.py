"""A server that stays asks the system what changed, and looks at files only then."""

from pathlib import Path

import pytest

from tests.system.agent_vaults import make_vault
from vaultwatch.adapters.vault_survey import Survey, Surveyor
from vaultwatch.mcp.desk import Desk
from vaultwatch.places import STATE_VARIABLE
from vaultwatch.services.recall.note_reading import search_notes


def test_a_question_looks_at_the_files_only_where_one_stirred_and_misses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    looks: list[Surveyor] = []
    survey = Surveyor.survey

    def counted(surveyor: Surveyor) -> Survey:
        looks.append(surveyor)
        return survey(surveyor)

    monkeypatch.setattr(Surveyor, "survey", counted)
    desk = Desk(vault.folder)

    def says(query: str) -> str:
        found = desk.read(lambda ws: search_notes(ws, query, limit=5).passages)
        return " ".join(one.hit.text for one in found)

    try:
        assert "40 euros" in says("what the stand costs")
        before = len(looks)
        assert "noon" in says("when parking is free")
        assert len(looks) == before
        for price in ("45", "50"):
            vault.write("Fees.md", f"# Fees\n\nThe stand costs {price} euros a day.\n")
            assert f"{price} euros" in says("what the stand costs")
        (vault.folder / "Deep" / "er").mkdir(parents=True)
        vault.write("Deep/er/Well.md", "# Well\n\nThe well is dry.\n")
        assert "dry" in says("is the well dry")
        vault.write("Deep/er/Well.md", "# Well\n\nThe well is full again.\n")
        assert "full" in says("is the well dry")
    finally:
        desk.close()
