"""What fails over one note is that note's trouble: all others are indexed, compared and flagged."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.system.agent_vaults import HOUR, NOW, make_vault, opened
from tests.system.drifted import NAMES, REPORT, stall
from tests.system.vaults import Vault
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.services.exchange import answers, publishing
from vaultwatch.services.findings import settle
from vaultwatch.services.indexing import reading, reindex
from vaultwatch.services.look import scan
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.scanning import citing, comparing, conditions, recording

SELF = "a: &x {b: *x}\n"
BOMB = "k0: &k0 [x]\n" + "".join(
    f"k{n}: &k{n} [{','.join([f'*k{n - 1}'] * 9)}]\n" for n in range(1, 13)
)
ODD = {"Alder": SELF, "Birch": BOMB}
NOTE, MEMORY = "Stalls/Alder.md", "Memories/Alder fee.md"
FAULT = "it cannot be taken in (RecursionError in"
euros, hours = count(40, 5), count()


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Three stalls and what they cost; the properties of two memories hold aliases of YAML."""
    vault = make_vault(tmp_path_factory.mktemp("faults"))
    change(vault, "first")
    look(vault)
    return vault


def change(vault: Vault, mark: str) -> None:
    """Let every fee be another one, and no memory be flagged."""
    fee = next(euros)
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, fee), day="2026-02-01")
        properties = f"# {mark}\nid: mem_{name.lower()}\n{ODD.get(name, '')}"
        belief = f"The fee of the [[{name}]] stall is 40 euros."
        vault.write(f"Memories/{name} fee.md", f"---\n{properties}---\n{belief}\n")


def look(vault: Vault) -> str:
    with opened(vault, NOW + next(hours) * HOUR) as ws:
        scan(ws)
        told = "\n".join(f"{one.message}" for one in examine(ws))
    report = vault.read(REPORT)
    assert (FAULT in told) <= (FAULT in report)
    return report


def flagged(vault: Vault) -> list[str]:
    return [name for name in NAMES if "drift_score" in vault.read(f"Memories/{name} fee.md")]


def test_aliases_of_yaml_stop_no_flag_and_are_told(vault: Vault) -> None:
    change(vault, "aliases")
    report = look(vault)
    assert flagged(vault) == list(NAMES)
    assert "repeat themselves without end" in report
    assert "too many values" in report


def failing(function: Callable[..., Any], word: str) -> Callable[..., Any]:
    """Return a function that fails where a word stands in what it is given."""

    def fail(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever it is given
        if word in repr(args):
            raise RecursionError
        return function(*args, **options)

    return fail


@pytest.mark.parametrize(
    ("module", "name", "word", "named"),
    [
        pytest.param(reading, "parse_note", MEMORY, MEMORY, id="a memory is not read"),
        pytest.param(reading, "parse_note", NOTE, NOTE, id="a note is not read"),
        pytest.param(reindex, "cut_chunks", NOTE, NOTE, id="it is not cut"),
        pytest.param(citing, "cited_by", MEMORY, MEMORY, id="its links are not followed"),
        pytest.param(comparing, "compare", "mem_alder", NOTE, id="it is not compared"),
        pytest.param(recording, "suggest_repair", "Alder", MEMORY, id="it is not annotated"),
        pytest.param(publishing, "edit_properties", "mem_alder", MEMORY, id="it is not flagged"),
    ],
)
def test_a_fault_over_one_note_stays_there_is_told_and_heals(
    vault: Vault, module: object, name: str, word: str, named: str
) -> None:
    change(vault, f"{name} {next(hours)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, failing(getattr(module, name), word))
        report = look(vault)
    assert set(flagged(vault)) >= {"Birch", "Cedar"}
    assert FAULT in report
    assert named.removesuffix(".md") in report.split("Notes read only in part")[1]
    healed = look(vault)
    assert flagged(vault) == list(NAMES)
    assert FAULT not in healed


def test_a_fault_over_one_answer_is_told_and_the_others_are_carried_out(vault: Vault) -> None:
    change(vault, "answers")
    look(vault)
    ticked = [
        line.replace("[ ]", "[x]") if line.endswith("-true") else line
        for line in vault.read(REPORT).splitlines()
    ]
    assert sum("[x]" in line for line in ticked) == len(NAMES)
    vault.write(REPORT, "\n".join([*ticked, ""]))
    with opened(vault) as ws:
        (alder,) = [one.id for one in ws.ledger.findings() if one.memory_id == "mem_alder"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "verify", failing(settle.verify, alder))
        report = look(vault)
    assert flagged(vault) == ["Alder"]
    assert "Not all was done about “Alder fee”: it cannot be taken in (RecursionError" in report


def test_a_fault_over_one_condition_keeps_what_is_on_record_and_stops_no_other(
    vault: Vault,
) -> None:
    broken = "_quarantined"
    for name in NAMES:
        memory = f"---\nid: mem_{name.lower()}\nstatus: quarantined\n---\n{name} may close.\n"
        vault.write(f"Memories/{name} fee.md", memory)
    look(vault)
    vault.write("Memories/Dogwood fee.md", "---\nstatus: quarantined\n---\nIt may close.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conditions, broken, failing(getattr(conditions, broken), "mem_alder"))
        report = look(vault)
    assert FAULT in report
    with opened(vault) as ws:
        waiting = ws.ledger.findings(kind="suspicious", statuses=LIVE)
        assert len(waiting) == len(NAMES) + 1
