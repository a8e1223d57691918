"""*Still true* of a memory whose note fell silent asks for the note that does speak of it."""

from pathlib import Path
from typing import Any

import pytest

from tests.system.doors import resolve_errors
from tests.system.drifted import copy_of, findings, stall
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.services.findings.settle import verify
from vaultwatch.services.reader.waiting import waiting_pairs
from vaultwatch.wiring import open_workspace

SAYS = "The spare key of the boathouse hangs behind the blue lantern."
REST = "# Depot\n\nThe gate listens on port 8080.\n\n## Access\n\n"
MEMORY = f"{SAYS} See [[Depot]].\n"


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    folder = tmp_path_factory.mktemp("silent")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Depot.md", f"{REST}{SAYS}\n", day="2026-05-01")
    vault.write(
        "Boats/Boathouse.md",
        "# Boathouse\n\nThe spare key still hangs behind the old blue lantern of the boathouse.\n",
        day="2026-05-01",
    )
    vault.write("Tea.md", "# Tea\n\nThe pot holds four cups.\n", day="2026-05-01")
    vault.write("Memories/key.md", f"---\nid: mem_key\nsource: tool_output\n---\n{MEMORY}")
    vault.call("scan")
    vault.write("Depot.md", f"{REST}Nobody enters on Sundays.\n")
    vault.call("scan")
    return vault


@pytest.fixture
def vault(silent: Vault, tmp_path: Path) -> Vault:
    """A memory whose note lost the passage, and another note that says it in words of its own."""
    return copy_of(silent, tmp_path)


def one(vault: Vault) -> dict[str, Any]:
    (row,) = vault.call("findings", "--json").rows
    return row


def standing(vault: Vault) -> str | None:
    (row,) = vault.call("memory", "list", "--json").rows
    told: str | None = row["standing"]
    return told


def memory(vault: Vault) -> str:
    return vault.read("Memories/key.md").split("---\n", 2)[2]


def tick(vault: Vault, answer: str) -> str:
    """Tick a box and look; return the line."""
    report = vault.read("drift-report.md")
    (line,) = [one for one in report.splitlines() if one.endswith(f"-{answer}")]
    vault.write("drift-report.md", report.replace(line, line.replace("[ ]", "[x]")))
    assert vault.call("scan").status == 0
    return line


def test_it_is_asked_which_note_says_so_and_nothing_is_settled(vault: Vault) -> None:
    found = one(vault)
    asked = vault.call("findings", "verify", found["finding_id"])
    assert asked.status == 5
    assert "“Depot” no longer speaks of it; “Boathouse” may." in asked.err
    assert f"vaultwatch findings verify {found['finding_id']} --note NOTE" in asked.err
    assert one(vault)["speakers"] == ["Boats/Boathouse.md"]
    assert memory(vault) == MEMORY


def test_the_note_that_is_named_becomes_the_one_that_the_memory_cites(vault: Vault) -> None:
    found = one(vault)
    before = vault.bytes()["Memories/key.md"]
    done = vault.call("findings", "verify", found["finding_id"], "--note", "Boathouse", "--json")
    assert done.rows[0]["why"] == "still true, says “Boathouse”"
    assert memory(vault) == MEMORY.replace("[[Depot]]", "[[Boathouse]]")
    assert vault.call("findings", "--json").rows == []
    assert standing(vault) == "supported"
    vault.write("Boats/Boathouse.md", "# Boathouse\n\nThe key was lost in the lake.\n")
    vault.call("scan")
    assert one(vault)["note"] == "Boats/Boathouse.md", "the new note is watched"
    vault.call("undo")  # the look between wrote nothing: what is likely alone is not flagged
    assert vault.bytes()["Memories/key.md"] == before


def test_the_same_note_may_say_so_in_other_words(vault: Vault) -> None:
    vault.call("findings", "verify", one(vault)["finding_id"], "--note", "Depot")
    assert vault.call("findings", "--json").rows == []
    assert (memory(vault), standing(vault)) == (MEMORY, "supported")


def test_a_person_may_insist_that_no_note_says_so(vault: Vault) -> None:
    done = vault.call("findings", "verify", one(vault)["finding_id"], "--unverified")
    assert "still true, though no note says so" in done.out
    assert vault.call("findings", "--json").rows == []
    assert (memory(vault), standing(vault)) == (MEMORY, "silent")
    report = vault.read("drift-report.md")
    assert "Cite a note" not in report, "a person has just said that none says it"
    assert "[!note]- Unverified, as no note cited says so: 1\n> - [[Memories/key|key]]" in report


def test_a_note_that_still_speaks_of_it_is_asked_nothing(vault: Vault) -> None:
    vault.write("Depot.md", f"{REST}{SAYS.replace('blue', 'green')}\n")
    vault.call("scan")
    for found in vault.call("findings", "--json").rows:
        assert found["speakers"] is None
        assert vault.call("findings", "verify", found["finding_id"]).status == 0
    assert "-unverified" not in vault.read("drift-report.md")


@pytest.mark.parametrize(
    ("answer", "told", "text", "stands"),
    [
        ("there1", "it now rests on what “Boathouse” says today", "[[Boathouse]]", "supported"),
        ("here", "it now rests on what “Depot” says today", "[[Depot]]", "supported"),
        ("unverified", "no note says so, and it counts as unverified", "[[Depot]]", "silent"),
    ],
)
def test_the_report_has_a_box_for_each_answer(
    vault: Vault, answer: str, told: str, text: str, stands: str
) -> None:
    report = vault.read("drift-report.md")
    assert "Another line stands there. If it is still true, who says so?" in report
    assert "Still true: [[Boats/Boathouse|Boathouse]] says so ^" in report
    assert "Still true ^" not in report
    tick(vault, answer)
    assert told in vault.read("drift-report.md")
    assert vault.call("findings", "--json").rows == []
    assert (memory(vault), standing(vault)) == (MEMORY.replace("[[Depot]]", text), stands)


def test_a_tick_at_a_note_that_the_report_did_not_name_does_nothing(vault: Vault) -> None:
    line = "Still true: [[Boats/Boathouse|Boathouse]] says so"
    report = vault.read("drift-report.md")
    assert line in report
    vault.write("drift-report.md", report.replace(f"[ ] {line}", "[x] Still true: [[Tea]] says so"))
    vault.call("scan")
    assert "look at it again" in vault.read("drift-report.md")
    assert memory(vault) == MEMORY
    assert one(vault)["status"] == "open"


def test_what_a_person_writes_at_such_a_box_is_kept(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    vault.write("drift-report.md", report.replace("]] says so ^", "]] says so, since May ^"))
    vault.call("scan")
    assert one(vault)["remark"] == ", since May"


def test_the_old_box_asks_where_the_note_fell_silent_since(vault: Vault) -> None:
    """As a report of an older version has it, or one that stood before the note's last edit."""
    report = vault.read("drift-report.md")
    here = "Still true, and the note says so in other words"
    vault.write(
        "drift-report.md", report.replace(f"[ ] {here}", "[x] Still true").replace("-here", "-true")
    )
    vault.call("scan")
    report = vault.read("drift-report.md")
    assert "“Depot” no longer speaks of it; “Boathouse” may." in report
    assert "-unverified" in report
    assert one(vault)["status"] == "open"


def test_a_note_that_is_gone_is_asked_for_too(vault: Vault) -> None:
    (vault.folder / "Depot.md").unlink()
    vault.call("scan")
    found = one(vault)
    assert found["change"] == "broken_link"
    assert "-here" not in vault.read("drift-report.md")
    asked = vault.call("findings", "verify", found["finding_id"])
    assert "“Depot” is gone; “Boathouse” may." in asked.err
    assert vault.call("findings", "verify", found["finding_id"], "--note", "Boathouse").status == 0
    assert memory(vault) == MEMORY.replace("[[Depot]]", "[[Boathouse]]")
    assert vault.call("findings", "--json").rows == []


def test_a_rehearsal_writes_nothing(vault: Vault) -> None:
    found, before = one(vault), vault.bytes()
    done = vault.call("findings", "verify", found["finding_id"], "--note", "Boathouse", "--dry-run")
    assert "Would be resolved" in done.out
    assert vault.bytes() == before
    assert one(vault) == found


def test_an_agent_must_name_a_note_that_speaks_of_it(vault: Vault) -> None:
    found = one(vault)
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        left = resolve_errors(ws, [found["finding_id"]])
        assert left.closed == ()
        assert "“Boathouse” may. Give the note that does as `said_by`." in left.left[0]
        left = resolve_errors(ws, [found["finding_id"]], said_by="Tea")
        assert "“Tea” does not speak of it either." in left.left[0]
        assert memory(vault) == MEMORY
        done = resolve_errors(ws, [found["finding_id"]], said_by="Boathouse")
        assert done.closed == (found["finding_id"],)
    assert memory(vault) == MEMORY.replace("[[Depot]]", "[[Boathouse]]")
    assert standing(vault) == "supported"


def test_a_kill_before_the_finding_is_settled_leaves_it_open_and_the_word_can_be_said_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = one(vault)
    with open_workspace(vault.folder, "write", state=vault.state) as ws:

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(type(ws.ledger), "save_findings", killed)
            with pytest.raises(KeyboardInterrupt):
                verify(ws, found["finding_id"], note="Boathouse")
    vault.call("scan")
    for row in vault.call("findings", "--json").rows:
        assert (
            vault.call("findings", "verify", row["finding_id"], "--note", "Boathouse").status == 0
        )
    assert memory(vault) == MEMORY.replace("[[Depot]]", "[[Boathouse]]")
    assert vault.call("findings", "--json").rows == []
    assert standing(vault) == "supported"


def test_a_note_that_was_overruled_is_asked_about_again_once_it_says_something_else(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    vault.call("findings", "verify", findings(vault)["Alder"]["finding_id"])

    def told_at(text: str) -> list[str]:
        vault.write("Stalls/Alder.md", text)
        vault.call("scan")
        rows = vault.call("findings", "--json").rows
        return [row["reasons"][0] for row in rows if row["memory_id"] == "mem_alder"]

    assert told_at(stall("Alder", 55)) == []
    assert told_at(stall("Alder", 55).replace("two", "five")) == [], "another line"
    assert told_at(stall("Alder", 55).replace("fee", "yearly fee")) == [], "the same value"
    both = f"{stall('Alder', 55)}\nThe fee of the Alder stall is 60 euros.\n"
    assert told_at(both) == [], "the line that was overruled stands"
    assert told_at(stall("Alder", 70)) == ["the memory says “40 euros”, the note “70 euros”"]
    assert told_at(stall("Alder", 40)) == []
    assert told_at(stall("Alder", 90)) == ["the note said 40 euros, now 90 euros"]


def test_nobody_is_asked_to_read_what_a_word_set_above_its_note(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    vault.call("findings", "verify", findings(vault)["Alder"]["finding_id"])
    vault.call("scan")
    with open_workspace(vault.folder, state=vault.state) as ws:
        waiting = {one.memory_id for one in waiting_pairs(ws, "claude", 8)}
        assert waiting == {"mem_birch", "mem_cedar"}, "what rules show waits, nothing else"


def test_a_note_whose_quote_shows_the_change_is_not_said_to_be_silent(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    note = "# Regatta\n\nThe maximum number of rowers on a borrowed boat is 20 people.\n"
    vault.write("Regatta.md", note, day="2026-05-01")
    belief = "At most 20 rowers may come. [[Regatta]]"
    vault.write("Memories/crew.md", f"---\nid: mem_crew\n---\n{belief}\n")
    vault.call("scan")
    vault.write("Regatta.md", note.replace("20", "50"))
    vault.call("scan")
    found, report = one(vault), vault.read("drift-report.md")
    assert (found["change"], found["outcome"]) == ("value", "shown")
    assert f"^{found['finding_id']}-true" in report
    assert "no longer speaks of it" not in report
    assert vault.call("findings", "verify", found["finding_id"]).status == 0
