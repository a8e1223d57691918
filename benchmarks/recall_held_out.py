"""Choose the weights of words without the set that is asked: what do the sets then find?

    python benchmarks/recall_held_out.py            every set of `recall.py`; an hour or more
    python benchmarks/recall_held_out.py life-dev life-dev2 life-dev3

For each vault, then for each kind of store, the best of `SETTINGS` is chosen on all the others, and
what is left out is asked by it; a session goes with its conversation. One table: the sets down;
across R@5 and MRR of ours so chosen by vaults, by kinds, as it is in force, and of what is plain.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest.mock import patch

from recall import (  # type: ignore[import-not-found]  # beside this script
    KINDS,
    OURS,
    PERSONAL,
    SYSTEMS,
    Asked,
    laid_sets,
    measures,
    note_answers,
)
from recall_sets import (  # type: ignore[import-not-found]  # beside this script
    DIALOGUES,
    HEADINGS,
    SESSIONS,
    Laid,
    Question,
)

from vaultwatch.adapters.index import fusing
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.recall import word_weight
from vaultwatch.wiring import open_workspace

Setting = tuple[float, float]
IN_FORCE: Setting = (word_weight.WORD_WEIGHT, word_weight.POWER)
SETTINGS = tuple(product((0.6, 0.9, 1.2, 1.5), (1.0, 1.3, 1.6)))
"""The weight of all words of a question, and the power of the part that is held."""


@dataclass
class Row:
    """What one set came to: by setting or system, in the order of its questions, R@5 and MRR."""

    vault: list[str] = field(default_factory=list)
    """Of each question, the vault or conversation that it is left out with."""
    kind: list[str] = field(default_factory=list)
    ours: dict[Setting, list[tuple[float, float]]] = field(default_factory=dict)
    plain: dict[str, list[tuple[float, float]]] = field(default_factory=dict)


def kind_of(name: str, what: str) -> str:
    """Return what kind of store a set is."""
    if name in PERSONAL or name in {HEADINGS, SESSIONS}:
        return f"personal {what}" if name in PERSONAL else name
    return "turns"


def rows_of(laid: Laid) -> Iterator[tuple[str, Row]]:
    """Yield what is asked of a set, by every setting."""
    clock = FixedClock(datetime.now(UTC))
    with open_workspace(laid.vault, "read", state=laid.state, clock=clock) as ws:
        for what in KINDS:
            row = Row()
            asked = Asked(ws, laid.name, is_memory=what == "memories")
            for question in laid.questions:
                grades = graded(question, what)
                if max(grades.values(), default=0) > 1:
                    clock.set(datetime.fromisoformat(f"{question['asked_on']}T12:00+00:00"))
                    is_session = laid.name == SESSIONS
                    row.vault.append(question["id"].split()[0] if is_session else laid.name)
                    row.kind.append(kind_of(laid.name, what))
                    ask(row, asked, question, grades)
            if row.vault:
                yield f"{laid.name}: {what}", row


def graded(question: Question, what: str) -> dict[Any, int]:
    """Return what answers a question, with its grades."""
    if what == "memories":
        return {one["id"]: one["grade"] for one in question["memories"]}
    return dict(note_answers(question)[0])


def ask(row: Row, asked: Asked, question: Question, grades: dict[Any, int]) -> None:
    """Ask one question by every system, and ours by every setting."""
    for system, order in asked.orders(question):
        if system != OURS:
            row.plain.setdefault(system, []).append(two_of(grades, order))
    for weight, power in SETTINGS:
        with ExitStack() as stack:
            for module in (fusing, word_weight):
                stack.enter_context(patch.object(module, "WORD_WEIGHT", weight))
            stack.enter_context(patch.object(fusing, "POWER", power))
            found = two_of(grades, asked.ours(question))
        row.ours.setdefault((weight, power), []).append(found)


def two_of(grades: dict[Any, int], order: list[Any]) -> tuple[float, float]:
    """Return R@5 and MRR."""
    made = measures(grades, order)
    return made[1], made[3]


def chosen(rows: dict[str, Row], left_out: str, units: Callable[[Row], list[str]]) -> Setting:
    """Return the best setting of all that is not left out: each set counts alike."""

    def worth(setting: Setting) -> float:
        kept = (
            [sum(two) for two, unit in zip(row.ours[setting], units(row), strict=True)
             if unit != left_out]
            for row in rows.values()
        )  # fmt: skip
        return fmean(fmean(one) for one in kept if one)

    return max(SETTINGS, key=worth)


def held_out(
    rows: dict[str, Row], units: Callable[[Row], list[str]]
) -> dict[str, list[tuple[float, float]]]:
    """Return what each question came to by the setting that was chosen without it."""
    named = dict.fromkeys(unit for row in rows.values() for unit in units(row))
    best = {unit: chosen(rows, unit, units) for unit in named}
    told = ", ".join(f"{setting} {count}" for setting, count in Counter(best.values()).items())
    print(f"chosen, so often of {len(best)}: {told}; in force {IN_FORCE}")
    return {
        name: [row.ours[best[unit]][at] for at, unit in enumerate(units(row))]
        for name, row in rows.items()
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=[*PERSONAL, HEADINGS, DIALOGUES])
    wish = parser.parse_args(namespace=argparse.Namespace(embedder="auto", locomo=None))
    with tempfile.TemporaryDirectory() as folder:
        rows = dict(row for laid in laid_sets(wish, Path(folder)) for row in rows_of(laid))
    ours = {
        "by vaults": held_out(rows, lambda row: row.vault),
        "by kinds": held_out(rows, lambda row: row.kind),
        "in force": {name: row.ours[IN_FORCE] for name, row in rows.items()},
    }
    print(f"{'R@5, MRR':26}" + "".join(f"{one:>14}" for one in (*ours, *SYSTEMS[1:])))
    for name, row in rows.items():
        told = [*(found[name] for found in ours.values()), *(row.plain[one] for one in SYSTEMS[1:])]
        means = ([fmean(one) for one in zip(*found, strict=True)] for found in told)
        print(f"{name:26}" + "".join(f"   {recall:.3f} {mrr:.3f}" for recall, mrr in means))


if __name__ == "__main__":
    main()
