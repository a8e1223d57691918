"""Have a judge asked about the comparisons that the rules are unsure of, within a budget.

Called by `services.scanning.comparing` for each fresh comparison; off unless the user's own
settings name a judge. Whatever goes wrong with it, the rules' verdict stands and the scan goes on;
what got no answer is asked about again later.
"""

import logging
import time
from typing import Final

from vaultwatch.adapters.judges import Judge
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.model import Comparison
from vaultwatch.drift.scoring.judging import Case, Middle, accepted, judged, question_of
from vaultwatch.drift.scoring.question import JudgeAnswer, Question
from vaultwatch.errors import JudgeError
from vaultwatch.services.records.small_facts import JUDGE_NOTICE, JUDGE_SPENT, Spent
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

SCAN_LIMIT_S: Final = 20.0
"""For all questions of one look: others wait for the writer's lock, 30 s at most (`wiring`)."""
RETRY_S: Final = 600.0
"""A comparison that got no answer is looked at again no sooner. Chosen by hand."""
MOST_FAILURES: Final = 2
"""After so many in one look the judge is left alone until the next."""


class Bench:
    """One look's questions: who is asked, how many are left, which answers wait."""

    def __init__(self, ws: Workspace) -> None:
        """Open nothing yet."""
        self._ws = ws
        self._settings = ws.settings.judge
        self._wish = ws.judge_wish
        self._middle = Middle(self._settings.low, self._settings.high)
        self._slot = int(ws.clock.now().timestamp() // RETRY_S)
        self._asked = 0
        self._failures = 0
        self._took_s = 0.0

    def stands(self, kept: tuple[str, Comparison] | None, inputs: str) -> bool:
        """Tell whether a kept comparison need not be made again.

        Args:
            kept: what it rested on, with a mark of the judge, and the comparison.
            inputs: digest of what it would rest on now.
        """
        if kept is None:
            return False
        rested_on, comparison = kept
        if rested_on == inputs:  # by the rules alone
            return not self._wish or not self._middle.holds(comparison.score)
        return rested_on in {inputs + self._final, inputs + self._waiting}

    def unasked(self, told: Comparison) -> str:
        """Return the mark of a comparison that no judge is asked about."""
        return self._final if self._wish and self._middle.holds(told.score) else ""

    def hear(self, made: Comparison, case: Case) -> tuple[Comparison, str]:
        """Return a comparison with the judge heard, and the mark it is kept with.

        Args:
            made: by the rules alone.
            case: what it was made from.
        """
        if not self._wish or not self._middle.holds(made.score):
            return made, ""
        question = question_of(case, self._middle, made.score)
        if question is None:
            return made, self._final
        try:
            heard = self._answer(question)
        except JudgeError as error:
            self._failed(error)
            return made, self._waiting
        if heard is None:
            return made, self._waiting
        answer, judge = heard
        return judged(case, self._middle, made, answer, judge), self._final

    @property
    def _final(self) -> str:
        return f":{self._wish}"

    @property
    def _waiting(self) -> str:
        return f":{self._wish}?{self._slot}"

    def _answer(self, question: Question) -> tuple[JudgeAnswer, str] | None:
        """Return the answer and whose it is, kept or fresh; None where it must wait.

        Raises:
            JudgeError: the judge is missing or does not answer.
        """
        if self._failures >= MOST_FAILURES:
            return None
        judge = self._ws.judge
        # Notes and memories are masked where they are read; a rule may be younger than a baseline.
        masked = Question(*map(mask_secrets, (question.belief, question.then, question.now)))
        answer = self._ws.answers.get(judge.model_id, masked.digest)
        if answer is None:
            if not self._may_ask(judge):
                return None
            answer = accepted(self._ask(judge, masked), masked, needs_quote=judge.gives_quotes)
            self._ws.answers.put(judge.model_id, masked.digest, answer)
        return answer, judge.name

    def _ask(self, judge: Judge, question: Question) -> JudgeAnswer:
        if judge.is_metered:  # before, so that no kill makes it free
            day = self._ws.today
            JUDGE_SPENT.set(self._ws.ledger, Spent(day, _spent(self._ws) + 1))
        self._asked += 1
        started_s = time.monotonic()
        try:
            answer = judge.ask(question, pulse=self._pulse)
        finally:
            self._took_s += time.monotonic() - started_s
        JUDGE_NOTICE.set(self._ws.ledger, "")
        return answer

    def _may_ask(self, judge: Judge) -> bool:
        if self._took_s >= SCAN_LIMIT_S:
            return False
        if not judge.is_metered:
            return True
        # A rehearsal's count would be lost with its ledger, and the money not.
        if self._ws.is_rehearsal or self._asked >= self._settings.per_scan:
            return False
        return _spent(self._ws) < self._settings.per_day

    def _pulse(self) -> None:
        self._ws.progress("asking the judge", self._asked, self._asked)

    def _failed(self, error: JudgeError) -> None:
        self._failures += 1
        said = f"{error.message} {error.hint}".strip()
        log.warning("no answer from the judge: %s", said)
        JUDGE_NOTICE.set(self._ws.ledger, f"The judge is not heard: {said}")


def judge_notice(ws: Workspace) -> str:
    """Return a sentence for the reader where a judge is set and does not answer, else nothing."""
    return JUDGE_NOTICE.get(ws.ledger) if ws.judge_wish else ""


def _spent(ws: Workspace) -> int:
    """Return how many questions were asked today."""
    kept = JUDGE_SPENT.get(ws.ledger)
    return kept.count if kept is not None and kept.day == ws.today else 0
