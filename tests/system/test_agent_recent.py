"""What an agent asks first: what changed since."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import ATTACK, DAY, HOUR, KEY, claiming, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.errors import NotThereError, RefusedError, SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.services.look import scan
from vaultwatch.services.memories.updating import MemoryChange, forget_memory, update_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.recent import set_checkpoint, since_of, what_changed_since
from vaultwatch.services.records.changes import forget_old_changes
from vaultwatch.services.workspace import Workspace

vault, looked_at = agent_vaults.vault, agent_vaults.looked_at


@pytest.fixture
def ws(looked_at: Workspace) -> Workspace:
    set_checkpoint(looked_at, "morning")
    move_clock(looked_at, HOUR)
    return looked_at


def told(ws: Workspace, since: str = "morning", max_tokens: int = 2_000) -> list[str]:
    return what_changed_since(ws, since, max_tokens=max_tokens).splitlines()


def test_nothing_is_new_where_nothing_changed(ws: Workspace) -> None:
    (line,) = told(ws)
    assert line.endswith("(checkpoint morning): 0 notes, 0 memories, 0 findings")


def test_notes_are_told_by_section_with_counts_and_words(ws: Workspace, vault: Vault) -> None:
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    vault.write("New.md", "# New\n\nA lamp.\n")
    _, *lines = told(ws)
    assert "> note New.md: new" in lines
    (fee,) = [line for line in lines if line.startswith("> note Fees.md")]
    assert fee.startswith("> note Fees.md#Fees: +1 -1 lines, “40” → “55” in “The stand costs 55")
    move_clock(ws, HOUR)
    vault.write("Fees.md", vault.read("Fees.md").replace("55 euros", "60 euros"))
    (vault.folder / "New.md").unlink()
    _, *lines = told(ws)
    (fee,) = [line for line in lines if line.startswith("> note Fees.md")]
    assert "+2 -2 lines, “55” → “60”" in fee, "two saves are one change"
    assert "> note New.md: gone" in lines


def test_memories_are_told_once_with_what_became_of_them(ws: Workspace) -> None:
    kept = store(ws, "The lamp is green.")
    update_memory(ws, kept.id, MemoryChange(belief="The lamp is blue."))
    gone = store(ws, "The lamp is old.")
    forget_memory(ws, gone.id)
    mine = store(ws, "I like lamps.", Facts(source="user_explicit"))
    talk = store(ws, "One pays 7 euros today.", claiming("7", scope="session", session="s1"))
    planted = store(ws, ATTACK, Facts(source="document"))
    _, *lines = told(ws)
    assert f"> memory {kept.id}, inference 0.50, new: The lamp is blue." in lines
    assert f"> memory {gone.id}, inference 0.50, forgotten: (its words are not told again)" in lines
    assert talk.id not in "".join(lines), "another session's own"
    assert any(line.startswith(f"= memory {mine.id}, user_explicit") for line in lines)
    (waits,) = [line for line in lines if line.startswith(f"> memory {planted.id}")]
    assert "quarantined" in waits
    assert "kiln" not in "".join(lines), "no reason quotes it either"


def test_a_rename_is_neither_gone_nor_new(ws: Workspace, vault: Vault) -> None:
    def move(old: str, new: str) -> list[str]:
        (vault.folder / new).parent.mkdir(exist_ok=True)
        (vault.folder / old).rename(vault.folder / new)
        move_clock(ws, HOUR)
        return told(ws)[1:]

    memory = store(ws, "The lamp is green.").path
    set_checkpoint(ws, "morning")
    move_clock(ws, HOUR)
    assert move("Fees.md", "Dues.md") == ["> note Dues.md: renamed, was Fees.md"]
    assert move("Dues.md", "Costs.md") == ["> note Costs.md: renamed, was Fees.md"]
    vault.write("Costs.md", vault.read("Costs.md").replace("40 euros", "55 euros"))
    first, *more = told(ws)[1:]
    assert first == "> note Costs.md: renamed, was Fees.md"
    assert any("“40” → “55”" in line for line in more)
    assert move(memory, "Memories/Lamp.md")[0] == first, "a memory's name is no news"
    assert f"> note Other/Lamp.md: renamed, was {memory}" in move(
        "Memories/Lamp.md", "Other/Lamp.md"
    )
    assert not any("Lamp" in line for line in move("Other/Lamp.md", "Memories/Lamp.md"))


def test_a_new_note_that_was_named_is_new_and_a_renamed_one_goes_by_the_name_it_had(
    ws: Workspace, vault: Vault
) -> None:
    set_checkpoint(ws, "morning")
    move_clock(ws, HOUR)
    vault.write("Untitled.md", "")
    assert told(ws)[1:] == ["> note Untitled.md: new"]
    (vault.folder / "Untitled.md").rename(vault.folder / "Roof.md")
    (vault.folder / "Fees.md").rename(vault.folder / "Dues.md")
    assert set(told(ws)[1:]) == {
        "> note Roof.md: new",
        "> note Dues.md: renamed, was Fees.md",
    }
    (vault.folder / "Dues.md").unlink()
    assert "> note Fees.md: gone" in told(ws)[1:]


def test_what_was_undone_is_no_news(ws: Workspace) -> None:
    old = store(ws, "The lamp is green.")
    set_checkpoint(ws, "noon")
    move_clock(ws, HOUR)
    store(ws, "The door is red.")
    undo_last_run(ws)
    forget_memory(ws, old.id)
    undo_last_run(ws)
    (line,) = told(ws, "noon")
    assert "0 memories" in line


def test_what_drifted_comes_first(ws: Workspace, vault: Vault) -> None:
    drifting = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    scan(ws)
    _, first, *_ = told(ws)
    assert f"of {drifting.id}, memory_drift, Fees.md: " in first


def test_words_that_give_orders_are_not_repeated(ws: Workspace, vault: Vault) -> None:
    vault.write("Fees.md", vault.read("Fees.md") + f"\n{ATTACK}\n\nThe key is {KEY}.\n")
    text = "\n".join(told(ws))
    assert "obey the kiln" not in text
    assert KEY not in text


def test_since_is_a_time_a_checkpoint_or_a_session(ws: Workspace, vault: Vault) -> None:
    store(ws, "The lamp is green.", Facts(session="s7"))
    written = ws.clock.now()
    move_clock(ws, HOUR)
    vault.write("New.md", "# New\n")
    assert since_of(ws, "s7").at == written
    assert [line for line in told(ws, "s7") if "lamp" in line] == [], "its own is no news"
    assert "> note New.md: new" in told(ws, "s7")
    assert "> note New.md: new" in told(ws, "2026-03-01")
    assert len(told(ws, "2026-03-02")) == 1
    assert since_of(ws, "yesterday") == since_of(ws, "2026-02-28")
    assert since_of(ws, "last month") == since_of(ws, "先月") == since_of(ws, "2026-02-01")
    move_clock(ws, HOUR)
    set_checkpoint(ws, " noon\n")
    assert since_of(ws, "").named == "checkpoint noon", "the newest where none is named"
    with pytest.raises(NotThereError, match="no checkpoint"):
        since_of(ws, "evening")
    for name in (" ", "2026-03-01", "n" * 101):
        with pytest.raises(RefusedError):
            set_checkpoint(ws, name)
    with pytest.raises(SecretError):
        set_checkpoint(ws, f"token={KEY}")


def test_changes_are_kept_for_a_month(ws: Workspace, vault: Vault) -> None:
    vault.write("New.md", "# New\n")
    assert "> note New.md: new" in told(ws)
    move_clock(ws, 29 * DAY)
    forget_old_changes(ws)
    assert "> note New.md: new" in told(ws)
    move_clock(ws, 2 * DAY)
    forget_old_changes(ws)
    assert "> note New.md: new" not in told(ws)


def test_the_answer_never_passes_its_budget(ws: Workspace, vault: Vault) -> None:
    for number in range(60):
        vault.write(f"Many/{number}.md", f"# Note {number}\n\nA lamp.\n")
    for budget in (200, 500, 2_000):
        text = what_changed_since(ws, "", max_tokens=budget)
        assert len(text.encode()) / 4 <= budget
        assert text.startswith("# since ")
    assert "lines more" in what_changed_since(ws, "", max_tokens=200)


def test_a_first_index_is_no_news(looked_at: Workspace) -> None:
    assert [line for line in told(looked_at, "2026-01-01") if "note Fees" in line] == []
