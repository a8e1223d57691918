"""What a judge is handed, and what is paid, with fakes for everything but the rules."""

import time
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tests.unit.drift.statements import baseline, belief, note
from vaultwatch.adapters.clock import FixedClock
from vaultwatch.adapters.judges import Pulse
from vaultwatch.drift.findings.scale import SHIPPED, Scale
from vaultwatch.drift.model import Comparison
from vaultwatch.drift.scoring.judging import Case
from vaultwatch.drift.scoring.question import JudgeAnswer, Question
from vaultwatch.errors import JudgeError
from vaultwatch.services.scanning.judging import Bench
from vaultwatch.settings import JudgeSettings

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace

OWNER = "Mira owns the release checklist for Atlas."
SHARED = "Mira and Tom share the duty for the list of releases of Atlas."


@dataclass
class FakeJudge:
    answer: JudgeAnswer = field(default_factory=lambda: JudgeAnswer("no", SHARED))
    model_id: str = "fake"
    name: str = "a fake"
    is_metered: bool = True
    gives_quotes: bool = True
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question, *, pulse: Pulse) -> JudgeAnswer:
        pulse()
        self.asked.append(question)
        return self.answer

    def close(self) -> None:
        """Hold nothing."""


class FakeAnswers:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], JudgeAnswer] = {}

    def get(self, model_id: str, question: str) -> JudgeAnswer | None:
        return self.kept.get((model_id, question))

    def put(self, model_id: str, question: str, answer: JudgeAnswer) -> None:
        self.kept[model_id, question] = answer


class FullDisk(FakeAnswers):
    def put(self, model_id: str, question: str, answer: JudgeAnswer) -> None:
        raise JudgeError(f"The disk is full: {model_id} {question} {answer.holds}")


class FakeLedger:
    def __init__(self) -> None:
        self.facts: dict[str, str] = {}

    def get_fact(self, name: str) -> str | None:
        return self.facts.get(name)

    def set_fact(self, name: str, value: str) -> None:
        self.facts[name] = value


def bench_of(
    judge: FakeJudge, *, ledger: FakeLedger | None = None, answers: FakeAnswers | None = None
) -> Bench:
    ws = SimpleNamespace(
        today=date(2026, 6, 1),
        settings=SimpleNamespace(judge=JudgeSettings(low=0.05, high=0.95)),
        judge_wish="wish",
        clock=FixedClock(datetime(2026, 6, 1, tzinfo=UTC)),
        ledger=ledger or FakeLedger(),
        answers=answers or FakeAnswers(),
        judge=judge,
        is_rehearsal=False,
        progress=lambda *_: None,
    )
    return Bench(cast("Workspace", ws))


def uncertain(text: str = OWNER, then: str = OWNER, now: str = SHARED) -> tuple[Comparison, Case]:
    """A comparison that the bar lies on, whatever the weights of the day say."""
    held = belief(text)
    found = baseline(held, note(then))
    told = Case(held, found, note(now), SHIPPED).told_at(0.5)
    assert 0.05 < told.score < 0.95
    return told, Case(held, found, note(now), Scale(told.score))


def test_a_secret_that_slipped_in_is_masked_before_it_is_shown() -> None:
    token = "ghp_" + "a1B2c3D4" * 5
    judge = FakeJudge()
    made, case = uncertain(f"{OWNER} {token}", f"{OWNER} {token}", f"{SHARED} {token}")
    bench_of(judge).hear(made, case)
    (question,) = judge.asked
    for text in (question.belief, question.then, question.now):
        assert token not in text
        assert "[secret:" in text


def test_what_was_asked_is_counted_before_the_answer() -> None:
    ledger = FakeLedger()

    class Killed(FakeJudge):
        def ask(self, question: Question, *, pulse: Pulse) -> JudgeAnswer:
            super().ask(question, pulse=pulse)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench_of(Killed(), ledger=ledger).hear(*uncertain())
    assert ledger.facts["judge_spent"] == "2026-06-01 1"


@pytest.mark.parametrize("fact", ["", "2026-06-01", "2026-06-01 many", "2026-06-01 -3", "x"])
def test_a_count_that_is_none_counts_from_nothing(fact: str) -> None:
    ledger = FakeLedger()
    ledger.facts["judge_spent"] = fact
    bench_of(FakeJudge(), ledger=ledger).hear(*uncertain())
    assert ledger.facts["judge_spent"] == "2026-06-01 1"


def test_a_judge_of_this_machine_costs_nothing() -> None:
    ledger = FakeLedger()
    bench_of(FakeJudge(is_metered=False), ledger=ledger).hear(*uncertain())
    assert "judge_spent" not in ledger.facts


def test_a_slow_judge_leaves_the_lock_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 1_000, 15))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(times)))
    judge = FakeJudge(JudgeAnswer("unsure"))
    bench = bench_of(judge)
    for name in ("Atlas", "Borea", "Chroma"):
        made, case = uncertain(
            OWNER.replace("Atlas", name),
            OWNER.replace("Atlas", name),
            SHARED.replace("Atlas", name),
        )
        bench.hear(made, case)
    assert len(judge.asked) == 2  # 15 s each, 20 s in all


def test_an_answer_that_cannot_be_kept_is_not_heard_and_stops_nothing() -> None:
    made, case = uncertain()
    heard, mark = bench_of(FakeJudge(JudgeAnswer("yes", SHARED)), answers=FullDisk()).hear(
        made, case
    )
    assert heard == made
    assert "?" in mark  # asked again later


def test_what_was_heard_need_not_be_compared_again_until_something_changes() -> None:
    bench = bench_of(FakeJudge(JudgeAnswer("yes", SHARED)))
    heard, mark = bench.hear(*uncertain())
    assert not heard.drifted
    assert bench.stands(("in" + mark, heard), "in")
    assert not bench.stands(("in" + mark, heard), "other")
    assert not bench.stands(("in", heard), "in")  # by the rules alone
    assert not bench.stands(None, "in")
