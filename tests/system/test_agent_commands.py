"""What an agent is given, as a person sees it from a shell."""

from pathlib import Path

from tests.system.agent_vaults import ATTACK, make_vault


def test_recall_context_rules_and_what_waits(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    vault.write("Memories/Stand.md", "---\nid: mem_stand\n---\nThe stand is red, see [[Fees]].\n")
    vault.write("Memories/Oven.md", f"---\nid: mem_oven\n---\n{ATTACK}\n")
    (found,) = vault.call("recall", "red stand", "--json").rows
    assert (found["memory_id"], found["status"], found["finding_ids"]) == (
        "mem_stand",
        "active",
        [],
    )
    named = {"relevance", "trust", "recency", "importance", "cited", "note"}
    assert found["parts"].keys() == named
    assert found["against"] is None
    made = vault.call("context", "paint the stand", "--json").rows[0]
    assert "The stand is red" in made["context"]
    assert ATTACK not in made["context"]
    assert made["tokens"] <= 2_000
    told = vault.call("setup", "schemas", "show", "--json").rows[0]
    assert (told["version"], told["notice"]) == (1, None)
    assert vault.call("scan").status == 0  # what waits is a finding from now on
    (waiting,) = vault.call("review", "--json").rows
    assert (waiting["memory_id"], waiting["status"], waiting["against"]) == (
        "mem_oven",
        "quarantined",
        [],
    )
    assert "1 for your decision" in vault.call("status").out


def test_recall_shows_the_line_of_a_cited_note_that_says_otherwise(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    lie = "The stand costs 55 euros a day, see [[Fees]]."
    vault.write("Memories/Stand.md", f"---\nid: mem_stand\nsource: inference\n---\n{lie}\n")
    told = "note Fees.md says, line 3: The stand costs 40 euros a day."
    (found,) = vault.call("recall", "what the stand costs", "--json").rows
    assert found["against"] == told
    assert told in vault.call("recall", "what the stand costs").out
