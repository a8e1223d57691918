"""Measure whether procedures are offered for the tasks that they fit, and for no others.

    python benchmarks/procedures.py            with MiniLM, and by words alone
    python benchmarks/procedures.py --show     and print what was offered wrongly, or not

Each trigger is asked about its own tasks, about near misses (the same matter, another deed; the
deed denied; a question for a fact) and about the tasks of all others. Two procedures at most are
offered, as in a context. The bar is chosen on all procedures but one, and measured on that one,
each in its turn; `shipped` is the bar in force on all of them.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from procedure_cases import CASES, TriggerCase  # type: ignore[import-not-found]  # beside it

from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.adapters.models.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.recall.triggers import Vectors, trigger_fit, trigger_texts

BARS = [step / 50 for step in range(25, 100)]
"""Times the bar in force."""


@dataclass(frozen=True)
class Asked:
    """One trigger held against one task."""

    name: str
    task: str
    kind: str
    """`fit`, `near`, or `other`: a task of another procedure."""
    fit: float


def asked(vectors: Vectors) -> list[Asked]:
    """Return every trigger against every task."""
    return [
        Asked(case.name, task, kind, trigger_fit(case.name, [case.trigger], task, vectors))
        for case in CASES
        for other in CASES
        for kind, tasks in (
            ("fit" if other is case else "other", other.fits),
            ("near" if other is case else "other", other.near),
        )
        for task in tasks
    ]


@dataclass(frozen=True)
class Score:
    """How often it was right at a bar."""

    right: int
    fitting: int
    near: int
    other: int

    @property
    def precision(self) -> float:
        """Of what was offered, the share that fits."""
        offered = self.right + self.near + self.other
        return self.right / offered if offered else 1.0

    @property
    def recall(self) -> float:
        """Of what fits, the share that was offered."""
        return self.right / self.fitting if self.fitting else 0.0

    @property
    def f_half(self) -> float:
        """F measure in which precision weighs double (van Rijsbergen, 1979)."""
        both = 0.25 * self.precision + self.recall
        return 1.25 * self.precision * self.recall / both if both else 0.0


def score(rows: Sequence[Asked], bar: float) -> Score:
    """Return the score of some rows at a bar."""
    over = [one.kind for one in rows if one.fit >= bar]
    fitting = sum(one.kind == "fit" for one in rows)
    return Score(over.count("fit"), fitting, over.count("near"), over.count("other"))


def held_out(rows: Sequence[Asked]) -> tuple[Score, list[float]]:
    """Return the score of each procedure at the bar that is best for the others."""
    bars, parts = [], []
    for case in CASES:
        own = [one for one in rows if one.name == case.name]
        rest = [one for one in rows if one.name != case.name]
        bars.append(max(BARS, key=lambda bar: score(rest, bar).f_half))
        parts.append(score(own, bars[-1]))
    whole = Score(*(sum(getattr(one, f) for one in parts) for f in Score.__dataclass_fields__))
    return whole, bars


def vectors_of() -> Vectors:
    """Return MiniLM's vector of every text that is asked for."""
    cases: Sequence[TriggerCase] = CASES
    texts = chain.from_iterable(
        (*trigger_texts(one.name, [one.trigger]), *one.fits, *one.near) for one in cases
    )
    wanted = list(dict.fromkeys(texts))
    return dict(
        zip(
            wanted,
            load_minilm(pull_minilm(models_folder(), progress=print)).embed(wanted),
            strict=True,
        )
    )


def say(name: str, one: Score) -> None:
    """Print one row of the table."""
    print(f"{name:24} {one.precision:9.2f} {one.recall:6.2f} {one.near:5} {one.other:6}")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description="Offering procedures, precision and recall.")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    show = parser.parse_args().show
    print(
        f"{'':24} precision recall  near  other   of {sum(len(c.near) for c in CASES)} near "
        f"and {len(CASES) * (len(CASES) - 1) * 8} other"
    )
    for name, vectors in (("MiniLM", vectors_of()), ("words", {})):
        rows = asked(vectors)
        say(f"{name}, shipped", score(rows, 1.0))
        whole, bars = held_out(rows)
        say(f"{name}, held out", whole)
        print(f"  bars chosen: {min(bars):.2f} to {max(bars):.2f} times the one in force")
        for one in rows if show else ():
            if (one.fit >= 1) != (one.kind == "fit"):
                print(f"  {one.kind:5} {one.fit:.2f} {one.name}: {one.task}")


if __name__ == "__main__":
    main()
