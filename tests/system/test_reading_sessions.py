"""A reader names what was said in a session: it counts as a run, and secrets do not reach it."""

import json
from collections.abc import Iterator, Sequence

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import KEY
from tests.system.vaults import Vault
from vaultwatch.adapters.models.readers import LanguageModel, ModelAnswer, ReadPairs, WaitPulse
from vaultwatch.errors import ReaderError
from vaultwatch.memories.transcript_lines import Turn
from vaultwatch.places import Places
from vaultwatch.reader.pairs import Pair
from vaultwatch.services.reader.running import day_of
from vaultwatch.services.records.small_facts import READER_NOTICE
from vaultwatch.services.sessions.session_work import read_session
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_for_answer

vault = agent_vaults.vault
SAID = [Turn("user", "Fix it.\nWe ship on Mondays.", None), Turn("assistant", "Done.", None)]


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_for_answer(Places(vault.folder, state_base=vault.state)) as made:
        yield made


class Naming:
    """Names the same sentence each time, and keeps what it was shown."""

    name = "a stand-in"

    def __init__(self, text: str, *, cost_usd: float = 0.02) -> None:
        row = {"line": 2, "text": text, "kind": "fact", "scope": "project", "agreed": 0}
        self._answer = ModelAnswer(json.dumps({"sentences": [row]}), cost_usd)
        self.shown: list[str] = []

    @property
    def model(self) -> LanguageModel:
        return self

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        raise AssertionError(f"It is asked for sentences alone, not {pairs} {pulse}.")

    def answer(self, prompt: str, schema: object, *, pulse: WaitPulse) -> ModelAnswer:
        pulse()
        self.shown.append(f"{prompt}{schema}")
        return self._answer


class Away(Naming):
    """Gives no answer."""

    def answer(self, prompt: str, schema: object, *, pulse: WaitPulse) -> ModelAnswer:
        super().answer(prompt, schema, pulse=pulse)
        raise ReaderError("It is away.")


def heard(ws: Workspace, reader: Naming, said: list[Turn] = SAID) -> list[str]:
    return [one.text for one in read_session(ws, reader, said, pulse=lambda: None)]


def test_what_it_names_counts_as_a_run_of_the_day(ws: Workspace) -> None:
    reader = Naming("We ship on Mondays.")
    assert heard(ws, reader) == ["We ship on Mondays."]
    assert (day_of(ws).runs, day_of(ws).cost_usd) == (1, 0.02)
    for _ in range(5):
        heard(ws, reader)
    assert len(reader.shown) == day_of(ws).runs == ws.settings.reader.runs_per_day


def test_a_budget_that_is_spent_is_spent_here_too(ws: Workspace) -> None:
    reader = Naming("We ship on Mondays.", cost_usd=ws.settings.reader.budget_usd)
    assert heard(ws, reader) != []
    assert heard(ws, reader) == []
    assert len(reader.shown) == 1


def test_one_that_does_not_answer_is_told_of_and_not_asked_all_day(ws: Workspace) -> None:
    reader = Away("We ship on Mondays.")
    assert [heard(ws, reader) for _ in range(4)] == [[]] * 4
    assert len(reader.shown) == 2
    assert "It is away." in READER_NOTICE.get(ws.ledger)


def test_a_secret_is_masked_before_it_is_shown_and_its_line_is_not_kept(ws: Workspace) -> None:
    reader = Naming("The key is [secret: ")
    assert heard(ws, reader, [Turn("user", f"Hello.\nThe key is {KEY}", None)]) == []
    (shown,) = reader.shown
    assert "The key is [secret: " in shown
    assert KEY not in shown


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (Naming("x"), [Turn("assistant", "We ship.", None)]),
        (Naming("x"), []),
    ],
    ids=["the agent alone spoke", "nothing was said"],
)
def test_nobody_is_asked_in_vain(ws: Workspace, reader: Naming, said: list[Turn]) -> None:
    assert heard(ws, reader, said) == []
    assert (reader.shown, day_of(ws).runs) == ([], 0)
