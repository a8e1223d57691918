"""Let simulated sessions use labelled vaults for two months: does what they say of memories pay?

    python benchmarks/use.py                    the three personal sets beside the project
    python benchmarks/use.py life-dev --runs 3
    python benchmarks/use.py --wrong 1          every session lies

The sets are those of `recall.py`. A quarter of a set's questions is held out; the others are asked
300 times within 60 days, how often each falls off by Zipf's law. Of half the answers the session
says what helped, one time in ten of any memory that it was shown, and of a first memory that was
no answer that it did not help. Then are asked: 200 of the same, drawn alike, in the same words
(`again`), the same in words that nobody used (`reworded`), and those held out (`new`). Ranks are
made by the product from its own hits. Beside what ships stand parts of it, and what does not ship:
memories that were only handed out counted as used, and a working set, for sessions of eight
questions of which so many stay with the topic: the last ten memories that a session was handed lift
what is like them, by 1.3 at a cosine of 1.
"""

import argparse
import random
import tempfile
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

import numpy as np
from recall_sets import Question, lay  # type: ignore[import-not-found]  # beside this script

from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.recall.rank import Candidate, Judged, Ranked, Wanted, days_off, practice, rank
from vaultwatch.services.recall.recalling import recall
from vaultwatch.wiring import open_workspace

DEPTH, SHOWN = 50, 10
DAYS, ASKED, DRAWN = 60.0, 300, 200
SAYS = 0.5
HELD_OUT = 4
SESSIONS, TURNS, SET_SIZE, LIFT = 60, 8, 10, 0.3


@dataclass(frozen=True)
class Asked:
    """A question with what the product found for it."""

    id: str
    found: tuple[Candidate, ...]
    answers: frozenset[str]
    topic: str


@dataclass(frozen=True)
class Use:
    """One use of a memory in the simulation."""

    day: float
    question: str
    helped: bool | None
    """None where it was only handed out."""


Weigh: TypeAlias = Callable[[Sequence[Use], float, str], float]
"""Days that uses take off a memory's age, at a day, for a question."""


def judged(uses: Iterable[Use], day: float, question: str) -> list[Judged]:
    """Return what was said, as the product sees it."""
    said = (one for one in uses if one.helped is not None)
    return [Judged(day - one.day, bool(one.helped), one.question == question) for one in said]


def as_shipped(uses: Sequence[Use], day: float, question: str) -> float:
    """Weigh uses as the product does."""
    return days_off(practice(judged(uses, day, question)))


def for_alone(uses: Sequence[Use], day: float, question: str) -> float:
    """Weigh only what was said for a memory."""
    return days_off(practice(one for one in judged(uses, day, question) if one.helped))


def handed_out(uses: Sequence[Use], day: float, question: str) -> float:
    """Weigh all that was handed out, whatever was said."""
    del question
    return days_off(practice([Judged(day - one.day, True, False) for one in uses]))  # noqa: FBT003


SYSTEMS: Mapping[str, Weigh | None] = {
    "no use": None,
    "as shipped": as_shipped,
    "words for alone": for_alone,
    "handed out counts": handed_out,
}


def order(
    asked: Asked, uses: Mapping[str, list[Use]], weigh: Weigh | None, day: float
) -> list[str]:
    """Return the memories as the product would rank them at a day of the simulation."""
    found = [
        one if weigh is None else replace(one, days_off=weigh(uses.get(one.id, ()), day, asked.id))
        for one in asked.found
    ]
    return [one.candidate.id for one in rank(found, Wanted())[0]]


def measured(ids: Sequence[str], answers: frozenset[str]) -> tuple[float, float, float]:
    """Return R@1, MRR, R@5 of one order."""
    at = next((place for place, one in enumerate(ids, 1) if one in answers), None)
    return float(at == 1), 1 / at if at else 0.0, float(at is not None and at <= 5)  # noqa: PLR2004


def lived(
    questions: Sequence[Asked], seed: int, weigh: Weigh | None, wrong: float
) -> dict[str, list[float]]:
    """Return what one simulated life of a vault comes to, by the kind of question."""
    chance = random.Random(seed)  # noqa: S311 - a simulation
    mixed = list(questions)
    chance.shuffle(mixed)
    held, known = mixed[: len(mixed) // HELD_OUT], mixed[len(mixed) // HELD_OUT :]
    zipf = [1 / place for place in range(1, len(known) + 1)]
    uses: dict[str, list[Use]] = defaultdict(list)
    for number, asked in enumerate(chance.choices(known, zipf, k=ASKED)):
        day = DAYS * number / ASKED
        shown = order(asked, uses, weigh, day)[:SHOWN]
        for id_ in shown:
            uses[id_].append(Use(day, asked.id, None))
        if shown and chance.random() < SAYS:
            good = [id_ for id_ in shown if id_ in asked.answers]
            good = [chance.choice(shown)] if chance.random() < wrong else good
            for id_ in good:
                uses[id_].append(Use(day, asked.id, helped=True))
            if shown[0] not in {*asked.answers, *good}:
                uses[shown[0]].append(Use(day, asked.id, helped=False))
    drawn = chance.choices(known, zipf, k=DRAWN)
    kinds = {"again": drawn, "reworded": [replace(one, id="") for one in drawn], "new": held}
    return {
        kind: [
            fmean(column)
            for column in zip(
                *(measured(order(one, uses, weigh, DAYS), one.answers) for one in asked_then),
                strict=True,
            )
        ]
        for kind, asked_then in kinds.items()
    }


def worked(questions: Sequence[Asked], seed: int, stays: float, lift: float) -> list[float]:
    """Return what sessions come to whose last memories lift what is like them."""
    chance = random.Random(seed)  # noqa: S311 - a simulation
    of_topic: dict[str, list[Asked]] = defaultdict(list)
    for asked in questions:
        of_topic[asked.topic].append(asked)
    made: list[tuple[float, float, float]] = []
    for _ in range(SESSIONS):
        held: deque[Candidate] = deque(maxlen=SET_SIZE)
        topic, done = "", set[str]()
        for turn in range(TURNS):
            pool = [one for one in of_topic.get(topic, ()) if one.id not in done]
            is_same = bool(pool) and chance.random() < stays
            asked = chance.choice(pool if is_same else questions)
            topic, done = asked.topic, {*done, asked.id}
            ranked = _lifted(rank(asked.found, Wanted())[0], held, lift)
            if turn:
                made.append(measured([one.candidate.id for one in ranked], asked.answers))
            have = {one.id for one in held}
            held.extend(one.candidate for one in ranked[:1] if one.candidate.id not in have)
    return [fmean(column) for column in zip(*made, strict=True)]


def _lifted(ranked: list[Ranked], held: Sequence[Candidate], lift: float) -> list[Ranked]:
    vectors = [one.vector for one in held if one.vector is not None]
    if not vectors or not lift:
        return ranked

    def score(one: Ranked) -> float:
        vector = one.candidate.vector
        near = 0.0 if vector is None else float(np.mean([vector @ other for other in vectors]))
        return -one.score * (1 + lift * max(0.0, near))

    return sorted(ranked, key=score)


def questions_of(name: str, folder: Path) -> list[Asked]:
    """Return a set's answerable questions with what the product finds for each."""
    laid = lay(name, folder, embedder="auto")
    clock = FixedClock(datetime.now(UTC))
    asked: list[Asked] = []
    with open_workspace(laid.vault, state=laid.state, clock=clock) as ws:
        for question in laid.questions:
            clock.set(datetime.fromisoformat(f"{question['asked_on']}T12:00+00:00"))
            hits = recall(ws, question["query"], Wanted(), limit=DEPTH, checks_drift=False).hits
            found = tuple(one.ranked.candidate for one in hits)
            if answers := _answers(question):
                topics = [one.topic for one in found if one.id in answers]
                topics += [one["note"] for one in question["notes"]]
                asked.append(Asked(question["id"], found, answers, (topics or [question["id"]])[0]))
    return asked


def _answers(question: Question) -> frozenset[str]:
    return frozenset(one["id"] for one in question["memories"] if one["grade"] > 1)


def tell(name: str, by_set: Sequence[Sequence[float]]) -> None:
    """Print the mean over the sets, and R@1 of each."""
    mean = " ".join(f"{fmean(column):7.3f}" for column in zip(*by_set, strict=True))
    print(f"{name:34}{mean}   {' '.join(f'{one[0]:.3f}' for one in by_set)}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=["life-dev", "life-dev2", "life-dev3"])
    parser.add_argument("--runs", type=int, default=10, help="simulated lives of each set")
    parser.add_argument("--wrong", type=float, default=0.1, help="share of words for a wrong one")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sets = [questions_of(name, Path(folder)) for name in wish.sets]
    runs = range(wish.runs)
    print(f"{f'mean of {wish.runs} lives of each set':34}    R@1     MRR     R@5   R@1 of each")
    for name, weigh in SYSTEMS.items():
        lives = [[lived(one, seed, weigh, wish.wrong) for seed in runs] for one in sets]
        for kind in ("again", "reworded", "new"):
            means = [
                [fmean(column) for column in zip(*(life[kind] for life in of_set), strict=True)]
                for of_set in lives
            ]
            tell(f"{name}: {kind}", means)
    for stays in (0.0, 0.5, 0.8, 1.0):
        for name, lift in (("without", 0.0), ("with a working set", LIFT)):
            made = [[worked(one, seed, stays, lift) for seed in runs] for one in sets]
            means = [[fmean(column) for column in zip(*one, strict=True)] for one in made]
            tell(f"{stays:.0%} stay, {name}", means)


if __name__ == "__main__":
    main()
