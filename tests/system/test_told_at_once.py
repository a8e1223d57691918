"""Whoever hands a belief in hears at once which note says otherwise, in its words."""

import pytest

from tests.system import agent_vaults
from tests.system.agents import YES, Reader, agent_here
from tests.system.vaults import Vault

vault = agent_vaults.vault

LINE = "line 3: “The stand costs 40 euros a day”"


@pytest.fixture
def told(vault: Vault) -> str:
    """The sentence that is asked for."""
    vault.write("Ferry.md", "# Ferry\n\nThe ferry to Borkum leaves at 9:15.\n")
    return f"“Fees” says otherwise, {LINE}."


@pytest.mark.parametrize("source", ["user_explicit", "inference"])
def test_by_a_command_whoever_says_so(vault: Vault, told: str, source: str) -> None:
    lie = "The stand costs 55 euros a day, see [[Fees]]."
    for more in (["--dry-run"], []):
        done = vault.call("memory", "add", lie, "--source", source, *more)
        assert told in done.out, done.err
        assert done.out.count("says otherwise") == 1


def test_what_no_note_says_is_told_before_it_is_written_too(vault: Vault, told: str) -> None:
    assert told
    unsaid = "Wiebke steers the ferry to Borkum, see [[Ferry]]."
    would, wrote = (
        vault.call("memory", "add", unsaid, "--json", *more).rows[0]["warnings"]
        for more in (["--dry-run"], [])
    )
    assert would == wrote
    assert "counts as unverified" in would[0]
    near = "Nearest is “Ferry”, line 3: “The ferry to Borkum leaves at 9:15”."
    assert f"{near} Word it closer to the note, or link one that says it," in would[0]


def test_by_a_note_that_it_does_not_cite(vault: Vault, told: str) -> None:
    assert told
    done = vault.call("memory", "add", "The ferry to Borkum leaves at 10:30.")
    assert "“Ferry” says otherwise, line 3: “The ferry to Borkum leaves at 9:15”." in done.out


def test_what_its_own_note_says_no_other_one_denies(vault: Vault, told: str) -> None:
    assert told
    vault.write("Summer.md", "# Summer\n\nThe ferry to Borkum leaves at 10:30.\n")
    done = vault.call("memory", "add", "The ferry to Borkum leaves at 10:30, see [[Summer]].")
    assert "says otherwise" not in done.out


def test_a_link_alone_says_nothing_that_another_note_could_deny(vault: Vault, told: str) -> None:
    assert told
    vault.write("Coffee from Borkum.md", "# Coffee from Borkum\n\nThe tin is blue.\n")
    vault.write("Tea.md", "# Tea\n\nIf you choose coffee, the ship uses Salt to bring coffee.\n")
    done = vault.call("memory", "add", "The tin is blue. [[Coffee from Borkum]]")
    assert "Wrote" in done.out
    assert "says otherwise" not in done.out


def test_a_link_that_nearly_names_a_note_is_asked_about(vault: Vault, told: str) -> None:
    assert told
    vault.write("Harbour license.md", "# Harbour license\n\nIt costs 40 euros.\n")
    assert vault.call("scan").status == 0
    for belief in ("Ask for it at the quay. [[Harbor licence]]", "[[Harbor licence]]"):
        done = vault.call("memory", "add", belief)
        assert "[[Harbor licence]] leads nowhere; did you mean [[Harbour license]]?" in done.out
    done = vault.call("memory", "add", "Ask at the quay. [[Nowhere at all]]")
    assert "[[Nowhere at all]] leads nowhere. It is not checked" in done.out
    assert "did you mean" not in done.out


def test_by_a_tool_said_again_and_confirmed_by_the_person(vault: Vault, told: str) -> None:
    lie = "The stand costs 55 euros a day, see [[Fees]]."
    with agent_here(vault, person=Reader(YES)) as bot:
        first = bot.ask("vault_remember", content=lie)
        again = bot.ask("vault_remember", content=lie)
        theirs = bot.ask("vault_remember", content=lie, source="user_explicit")
        away = bot.ask("vault_remember", content="The ferry to Borkum leaves at 10:30.")
    for answer in (first, again, theirs):
        assert told in answer["warnings"], answer
    assert any("“Ferry” says otherwise" in one for one in away["warnings"])
