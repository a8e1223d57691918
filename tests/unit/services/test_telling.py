"""What is told of findings and memories: sentences, reasons, chains."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.contract.test_ledger import COMPARISON, FINDING, MEMORY, NOTE, NOW, QUOTE
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.model import Quote
from vaultwatch.errors import NotThereError
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath
from vaultwatch.services.findings.explaining import explain_memory
from vaultwatch.services.findings.listing import prediction_errors
from vaultwatch.services.findings.review import show_review
from vaultwatch.services.memories.showing import MOST_LINKS, chain_of
from vaultwatch.services.scanning.taking_in import index
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import Settings
from vaultwatch.wiring import open_workspace


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    clock, settings = FixedClock(NOW), Settings()
    with open_ledger(tmp_path / "ledger.sqlite", clock=clock) as ledger:
        ledger.put_notes([NOTE])
        ledger.put_memories([MEMORY])
        yield cast("Workspace", SimpleNamespace(ledger=ledger, clock=clock, settings=settings))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param(None, None, "", id="no passage"),
        pytest.param(QUOTE, None, " The note said (line 3) “was”.", id="what it said"),
        pytest.param(None, QUOTE, " It says now (line 3) “was”.", id="what it says"),
        pytest.param(
            Quote("was\n so", 0, ()),
            QUOTE,
            " The note said “was so”, it says now (line 3) “was”.",
            id="both",
        ),
    ],
)
def test_an_agent_is_told_of_a_finding_in_whole_sentences(
    ws: Workspace,
    before: Quote | None,
    after: Quote | None,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaultwatch.services.recall.freshening.freshen_findings", lambda _: "")
    ws.ledger.save_findings([replace(FINDING, before=before, after=after)])
    (row,) = prediction_errors(ws).memories
    said, _, passages = row.context.partition(".")
    assert said
    assert passages == told


def test_a_chain_that_goes_on_and_on_is_told_as_far_as_a_reader_follows(ws: Workspace) -> None:
    names = [f"m{number:02}" for number in range(3 * MOST_LINKS)]
    chain = [
        replace(
            MEMORY,
            id=name,
            path=NotePath(f"Memories/{name}.md"),
            facts=Facts(superseded_by=newer, status="superseded"),
        )
        for name, newer in zip(names, [*names[1:], ""], strict=True)
    ]
    ws.ledger.put_memories(chain)
    told = chain_of(ws, chain[len(chain) // 2])
    older, _, newer = told[0].partition("this one")
    assert older.count(", replaced by ") == newer.count(", replaced by ") == MOST_LINKS
    middle = len(chain) // 2
    assert [*re.findall(r"\bm\d\d\b", told[0])] == [
        *names[middle - MOST_LINKS : middle],
        *names[middle + 1 : middle + 1 + MOST_LINKS],
    ]


def test_an_explanation_tells_what_a_judge_said_and_why_there_is_none(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    for name, text in {
        ".vaultwatch/config.toml": '[index]\nembedder = "hash"\n',
        "a.md": "The fee of the stall is 40 euros.\n",
        "Memories/m.md": "---\nid: mem_1\n---\nThe fee of the stall is 40 euros, see [[a]].\n",
    }.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text)
    heard = "judged by the model M: still true"
    with open_workspace(vault, state=tmp_path / "state") as ws:
        index(ws)
        (never_compared,) = explain_memory(ws, "mem_1")
        ws.ledger.put_comparisons([(replace(COMPARISON, reasons=("because", heard)), "inputs")])
        (compared,) = explain_memory(ws, "mem_1")
        ws.ledger.drop_baselines("mem_1", NotePath("a.md"))
        (groundless,) = explain_memory(ws, "mem_1")
    assert (never_compared.judged, never_compared.trouble) == ("", "")
    assert (compared.judged, compared.trouble) == (heard, "")
    assert compared.explanation is not None
    assert groundless.explanation is None
    assert groundless.trouble == "It has no baseline yet: run `vaultwatch scan`."


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        pytest.param(Facts(), (), id="a memory that stands alone"),
        pytest.param(
            Facts(status="quarantined", status_reason="It orders."),
            ("It is quarantined: It orders.",),
            id="quarantined, and why",
        ),
        pytest.param(
            Facts(status="quarantined"), ("It is quarantined: its note says so",), id="by its note"
        ),
    ],
)
def test_a_memory_tells_why_it_waits(ws: Workspace, facts: Facts, told: tuple[str, ...]) -> None:
    assert chain_of(ws, replace(MEMORY, facts=facts)) == told


@pytest.mark.parametrize("note", [None, NOTE.path], ids=["no note", "a note that is no memory"])
def test_what_waits_is_found_by_id_name_and_finding(ws: Workspace, note: NotePath | None) -> None:
    waiting = replace(FINDING, kind="suspicious", note=note)
    ws.ledger.save_findings([waiting])
    for wanted in (MEMORY.id, "m", MEMORY.path, waiting.id, f"^{waiting.id}"):
        item = show_review(ws, wanted)
        assert (item.id, item.against, item.findings) == (MEMORY.id, (), (waiting.id,))


def test_what_waits_names_the_memory_it_speaks_against(ws: Workspace) -> None:
    rival = replace(MEMORY, id="mem_2", path=NotePath("Memories/rival.md"), belief="B holds.")
    ws.ledger.put_memories([rival])
    ws.ledger.save_findings([replace(FINDING, kind="contradiction", note=rival.path)])
    (other,) = show_review(ws, MEMORY.id).against
    assert (other.id, other.path, other.belief) == (rival.id, rival.path, rival.belief)
    with pytest.raises(NotThereError, match="waits for no decision"):
        show_review(ws, rival.id)
