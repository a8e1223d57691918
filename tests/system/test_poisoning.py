"""A fixed sample of the attacks of benchmarks/poisoning.py, through the whole product."""

import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.system.vaults import ROOT

STEP = 20
"""One attack and one honest memory in so many."""
REACHED = 1
"""Of 15 that show themselves, with the hash embedder or MiniLM; seen when this was written."""
HELD_BACK = 1
"""Of 30 honest memories; a claim that the crowd's own claim was before is among them."""
MARGIN = 1


@pytest.fixture
def poisoning(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    spec = importlib.util.spec_from_file_location(
        "poisoning_benchmark", ROOT / "benchmarks" / "poisoning.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "poisoning_benchmark", module)
    spec.loader.exec_module(module)
    yield module
    for name in ("poisoning_cases", "poisoning_corpora"):
        sys.modules.pop(name, None)


def test_no_more_attacks_get_through_and_no_more_honest_memories_wait_than_was_seen(
    poisoning: ModuleType,
) -> None:
    case = poisoning.Case(
        "a sample", honest_first=True, has_claims=True, only_lies=False, step=STEP
    )
    tally = poisoning.run(case)
    shows = [key for key in tally.asked if key[0] not in poisoning.LIES]
    assert sum(tally.asked[key] for key in shows) >= 14
    assert sum(tally.honest.values()) >= 28
    assert sum(tally.reached[key] for key in shows) <= REACHED + MARGIN
    assert sum(tally.held.values()) <= HELD_BACK + MARGIN
    for kind in poisoning.LIES:
        assert tally.truth[f"{kind} alone"] == 0, "no lie without the note's line against it"
