"""The benchmark of recall reads a user's own copy of LoCoMo, as it is published."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.system.vaults import ROOT
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.recall.recalling import recall
from vaultwatch.wiring import open_workspace

CONVERSATION = {
    "speaker_a": "Ola",
    "speaker_b": "Per",
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ola", "dia_id": "D1:1", "text": "I bought a blue kayak."},
        {
            "speaker": "Per",
            "dia_id": "D1:2",
            "text": "Look at my dog!",
            "img_url": ["https://example.org/dog.jpg"],
            "blip_caption": "a dog on a beach",
        },
    ],
    "session_2_date_time": "12:09 am on 13 September, 2023",
    "session_2": [{"speaker": "Ola", "dia_id": "D2:1", "text": "The kayak leaks."}],
    "session_3_date_time": "9:00 am on 1 October, 2023",
}
QUESTIONS = [
    {"question": "What did Ola buy?", "answer": "a kayak", "evidence": ["D1:1"], "category": 4},
    {"question": "What of it?", "answer": "leaks", "evidence": ["D1:1; D2:1"], "category": 1},
    {"question": "Who sank?", "adversarial_answer": "Per", "evidence": ["D1:2"], "category": 5},
]


SAMPLES = [{"sample_id": "c-1", "conversation": CONVERSATION, "qa": QUESTIONS}]


@pytest.fixture
def sets(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "recall_sets", ROOT / "benchmarks" / "recall_sets.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "recall_sets", module)
    spec.loader.exec_module(module)
    return module


def test_a_conversation_becomes_memories_and_its_evidence_the_answers(
    sets: ModuleType, tmp_path: Path
) -> None:
    (laid,) = sets.lay_locomo(SAMPLES, tmp_path, embedder="hash")
    told = {
        one["query"]: (one["kind"], [m["id"] for m in one["memories"]]) for one in laid.questions
    }
    assert told == {
        "What did Ola buy?": ("category 4", ["t-d1-1"]),
        "What of it?": ("category 1", ["t-d1-1", "t-d2-1"]),
        "Who sank?": ("none", []),
    }
    assert {one["asked_on"] for one in laid.questions} == {"2023-09-14"}
    with open_workspace(laid.vault, state=laid.state) as ws:
        rows = {row.id: row for row in ws.ledger.memories()}
        found = recall(ws, "a dog on a beach", Wanted(), limit=1, checks_drift=False)
    assert rows["t-d2-1"].belief == "Ola: The kayak leaks."
    assert rows["t-d1-1"].facts.session == "session_1"
    assert str(rows["t-d1-1"].created) == "2023-05-08 13:56:00+00:00"
    assert [one.row.id for one in found.hits] == ["t-d1-2"]


def test_sessions_of_all_conversations_become_notes_of_one_vault(
    sets: ModuleType, tmp_path: Path
) -> None:
    samples = [*SAMPLES, {"sample_id": "c-2", "conversation": CONVERSATION, "qa": QUESTIONS[:1]}]
    laid = sets.lay_sessions(samples, tmp_path, embedder="hash")
    told = [[note["note"] for note in one["notes"]] for one in laid.questions]
    assert told == [
        ["c-1 session_1"],
        ["c-1 session_1", "c-1 session_2"],
        [],
        ["c-2 session_1"],
    ]
    text = (laid.vault / "c-1 session_1.md").read_text("utf-8")
    assert text.startswith("08 May 2023\n\nOla: I bought a blue kayak.\n\nPer: Look at my dog!")


@pytest.mark.parametrize("text", ["x", "[]", "{}", "[1]", '[{"conversation": {}}]', None])
def test_another_file_is_refused_in_words(
    sets: ModuleType, tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "locomo.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SystemExit, match=r"locomo\.json"):
        sets.read_locomo(file)


@pytest.mark.parametrize(
    ("text", "turns"),
    [("D8:6; D9:17", [(8, 6), (9, 17)]), ("D:11:26 D30:05", [(11, 26), (30, 5)]), ("D", [])],
)
def test_evidence_is_read_as_it_was_typed(
    sets: ModuleType, text: str, turns: list[tuple[int, int]]
) -> None:
    assert sets.evidence_in(text) == turns
