"""Two machines that share a vault through a sync: they may differ, they never write in turns."""

import re
import shutil
from pathlib import Path

import pytest

from tests.system.drifted import NAMES, REPORT, copy_of, findings, stall, tick
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.services.look import look
from vaultwatch.services.recall.quoting import ELSEWHERE
from vaultwatch.wiring import open_workspace

MOST_ROUNDS = 6
"""Within which both must have come to rest; one look each a round."""


def memory(name: str) -> str:
    return f"Memories/{name} fee.md"


def carry(source: Vault, target: Vault) -> bool:
    """Bring one machine's files to the other, as a sync does; return whether any differed."""
    there, here = source.bytes(), target.bytes()
    for path, data in there.items():
        if here.get(path) != data:
            target.write(path, "")
            shutil.copy2(source.folder / path, target.folder / path)
    for path in here.keys() - there.keys():
        (target.folder / path).unlink()
    return there != here


def glance(vault: Vault) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)


def come_to_rest(one: Vault, other: Vault) -> int:
    """Sync and look in turns; return after how many rounds nothing was written any more."""
    for round_ in range(MOST_ROUNDS):
        if not carry(one, other):
            return round_
        glance(other)
        if not carry(other, one):
            return round_
        glance(one)
    raise AssertionError("they write in turns")


@pytest.fixture(scope="module")
def pair_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Vault, Vault]:
    """To be copied, not changed."""
    folder = tmp_path_factory.mktemp("machines")
    first, second = (Vault(folder / name / "vault", folder / name / "state") for name in "ab")
    for vault in (first, second):
        use_hash_embedder(vault)
    for name in NAMES:
        first.write(f"Stalls/{name}.md", stall(name, 40), day="2026-05-01")
        belief = f"The fee of the [[{name}]] stall is 40 euros."
        first.write(memory(name), f"---\nid: mem_{name.lower()}\n---\n{belief}\n")
    glance(first)
    come_to_rest(first, second)
    for name in NAMES:
        first.write(f"Stalls/{name}.md", stall(name, 55))
    glance(first)
    come_to_rest(first, second)
    assert all("drift:" in vault.read(memory(name)) for vault in (first, second) for name in NAMES)
    return first, second


@pytest.fixture
def pair(pair_once: tuple[Vault, Vault], tmp_path: Path) -> tuple[Vault, Vault]:
    """Two machines that both saw the fees change, and both flagged the memories."""
    first, second = pair_once
    return copy_of(first, tmp_path / "a"), copy_of(second, tmp_path / "b")


@pytest.mark.parametrize("verb", ["verify", "dismiss"])
def test_a_finding_that_one_machine_settled_is_flagged_by_neither(
    pair: tuple[Vault, Vault], verb: str
) -> None:
    here, there = pair
    assert here.call("findings", verb, findings(here)["Alder"]["finding_id"]).status == 0
    assert "drift:" not in here.read(memory("Alder"))
    come_to_rest(here, there)
    for vault in pair:
        assert "drift:" not in vault.read(memory("Alder"))
        assert "drift:" in vault.read(memory("Birch"))
    assert findings(there)["Alder"]["status"] == "open"  # what was said of it is no file


def test_a_box_that_is_ticked_on_one_machine_brings_both_to_rest(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    for name, answer in zip(NAMES, ("true", "dismiss", "true"), strict=True):
        tick(there, name, answer)
        glance(there)
        come_to_rest(there, here)
    assert all("drift:" not in vault.read(memory(name)) for vault in pair for name in NAMES)


def test_a_machine_that_knows_no_earlier_note_leaves_the_flags_of_one_that_does(
    pair: tuple[Vault, Vault], tmp_path: Path
) -> None:
    late = Vault(tmp_path / "c" / "vault", tmp_path / "c" / "state")
    use_hash_embedder(late)
    carry(pair[0], late)
    glance(late)
    come_to_rest(late, pair[0])
    assert all("drift:" in late.read(memory(name)) for name in NAMES)


def test_what_another_machine_flagged_is_handed_out_with_its_warning_until_that_is_gone(
    pair: tuple[Vault, Vault], tmp_path: Path
) -> None:
    late = Vault(tmp_path / "c" / "vault", tmp_path / "c" / "state")
    use_hash_embedder(late)
    carry(pair[0], late)
    for name in NAMES:  # says nothing of the matter by now, so that a first look finds nothing
        late.write(f"Stalls/{name}.md", f"# {name}\n\nIt stands at the gate.\n")
    scanned = late.call("scan")
    assert "0 open findings" in scanned.out
    assert "**3 memories are flagged elsewhere**" in late.read(REPORT)
    assert "Nothing has drifted" not in late.read(REPORT)
    asked = "what is the fee of the Alder stall"
    assert ELSEWHERE in late.call("recall", asked).out
    assert f"\n>> {ELSEWHERE}\n" in late.call("context", asked, "--no-notes").out + "\n"
    for name in NAMES:
        text = late.read(memory(name))
        late.write(memory(name), re.sub(r"(?m)^(drift.*|  - .*)\n", "", text))
    assert late.call("scan").status == 0
    assert ELSEWHERE not in late.call("recall", asked).out + late.call("context", asked).out


def test_flags_come_back_with_the_next_change_of_the_note(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    here.call("findings", "verify", findings(here)["Alder"]["finding_id"])
    come_to_rest(here, there)
    there.write("Stalls/Alder.md", stall("Alder", 70))
    glance(there)
    assert "drift:" in there.read(memory("Alder"))
    come_to_rest(there, here)
    assert all("drift:" in vault.read(memory("Alder")) for vault in pair)


def test_a_note_that_says_again_what_it_said_takes_the_flags_off(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    there.write("Stalls/Birch.md", stall("Birch", 40))
    glance(there)
    come_to_rest(there, here)
    assert all("drift:" not in vault.read(memory("Birch")) for vault in pair)


def test_flags_that_a_person_takes_off_stay_off_until_something_changes(
    pair: tuple[Vault, Vault],
) -> None:
    here, _ = pair
    bare = "---\nid: mem_cedar\n---\nThe fee of the [[Cedar]] stall is 40 euros.\n"
    here.write(memory("Cedar"), bare)
    glance(here)
    assert here.read(memory("Cedar")) == bare
    assert here.read(REPORT).count("- **[[Memories/Cedar fee|") == 1
    here.write(memory("Cedar"), bare.replace("40 euros", "40 euros a day"))
    glance(here)
    assert "drift:" in here.read(memory("Cedar"))


def test_flags_that_undo_takes_off_stay_off_until_something_changes(
    pair: tuple[Vault, Vault],
) -> None:
    here, _ = pair
    assert here.call("undo").status == 0
    bare = here.read(memory("Alder"))
    assert "drift:" not in bare
    assert here.call("scan").status == 0
    assert here.read(memory("Alder")) == bare
    here.write(memory("Alder"), bare.replace("40 euros", "40 euros a day"))
    assert here.call("scan").status == 0
    assert "drift:" in here.read(memory("Alder"))


CONFLICT = "drift-report.sync-conflict-20261122-154323-ABCDEFG.md"


def test_a_conflict_copy_of_the_report_is_no_news_unless_a_person_wrote_in_it(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    report = here.read(REPORT)
    here.write(CONFLICT, report)
    glance(here)
    assert here.read(REPORT) == report
    come_to_rest(here, there)
    assert all("Copies that a sync left" not in vault.read(REPORT) for vault in pair)
    here.write(CONFLICT, report.replace("# Drift report", "# Drift report\n\nAsk Ana."))
    glance(here)
    assert "Copies that a sync left" in here.read(REPORT)
