"""Ask a vault labelled questions: does recall find the memory, and search the place in the notes?

    python benchmarks/recall.py                      every set beside the project in ../shared
    python benchmarks/recall.py life-dev --hash      one set, by the built-in embedder
    python benchmarks/recall.py obsidian-help        headings of a public vault, asked for by name
    python benchmarks/recall.py --locomo FILE        your own copy of LoCoMo: turns as memories, a
                                                     vault a conversation, then sessions as notes,
                                                     all conversations in one vault

A set is a file of questions with graded answers (shared/recallbench) and a vault with memories
(shared/driftbench), indexed by the product itself. Beside the product's own order stand the two
rankings it is made of, cosine and stemmed BM25, and their reciprocal rank fusion; beside recall
each of its signals left out, and recall for a session that works on what is asked about, or on
something else (the topic of a memory is the note it rests on). R@k counts answers of grade 2 among
the first k, of at most k. Then what contexts of 500 and 2,000 tokens hold, the kinds of question,
and how sure the answers are said to be. The headings have tables of their own.
"""

import argparse
import math
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

from recall_sets import (  # type: ignore[import-not-found]  # beside this script
    HEADINGS,
    Laid,
    Question,
    lay,
    lay_locomo,
    lay_sessions,
    read_locomo,
)

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.recall.confidence import LEAST_SURE
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import Weights
from vaultwatch.recall.when_asked import spans_asked
from vaultwatch.services.recall.contexts import Context, assemble
from vaultwatch.services.recall.recalling import Recalled, recall
from vaultwatch.services.recall.search import passages, places
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

DEPTH = 50
"""Hits that are looked at."""
BUDGETS = (500, 2_000)
RANK_OFFSET = 60
"""Cormack, Clarke & Buettcher, SIGIR 2009."""
CUTS = (1, 5, 10)
PERSONAL = ("life-dev", "life-dev2", "life-dev3")
OURS = {("memories", "recall"), ("notes", "search")}
"""What is also told by kind of question."""
BINS = (0.0, LEAST_SURE, 0.4, 0.6, 0.8, 0.9, 1.01)
Answers = dict[Hashable, int]


def place(note: str, heading: str) -> Hashable:
    """Return a place in the notes as questions and hits may both name it."""
    heading = unicodedata.normalize("NFC", heading).split(" > ")[-1]
    words = " ".join(heading.lstrip("# ").split()).casefold()
    return unicodedata.normalize("NFC", note.removesuffix(".md")).casefold(), words


def note_answers(question: Question) -> tuple[Answers, dict[Hashable, Hashable]]:
    """Return the places that answer with their grades, and other names of each."""
    grades: Answers = {}
    names: dict[Hashable, Hashable] = {}
    for one in question["notes"]:
        first = place(one["note"], one["heading"])
        grades[first] = max(one["grade"], grades.get(first, 0))
        names |= {place(one["note"], other): first for other in one.get("also", ())}
    return grades, names


def measures(grades: Answers, order: Sequence[Hashable]) -> list[float] | None:
    """Return R@1, R@5, R@10, MRR and nDCG@10; None where nothing answers."""
    wanted = {one for one, grade in grades.items() if grade > 1}
    if not wanted:
        return None
    found = [len(wanted.intersection(order[:cut])) / min(cut, len(wanted)) for cut in CUTS]
    first = next((1 / at for at, one in enumerate(order, 1) if one in wanted), 0.0)
    gains = [2 ** grades.get(one, 0) - 1 for one in order[: CUTS[-1]]]
    best = [2**grade - 1 for grade in sorted(grades.values(), reverse=True)[: CUTS[-1]]]
    return [*found, first, _discounted(gains) / _discounted(best)]


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(at + 1) for at, gain in enumerate(gains, 1))


def reciprocal(*rankings: Sequence[Hashable]) -> list[Hashable]:
    """Return rankings fused by reciprocal rank."""
    scores: dict[Hashable, float] = {}
    for ranking in rankings:
        for at, one in enumerate(dict.fromkeys(ranking), 1):
            scores[one] = scores.get(one, 0.0) + 1 / (RANK_OFFSET + at)
    return sorted(scores, key=lambda one: -scores[one])


def orders(ws: Workspace, question: Question) -> Iterator[tuple[str, str, list[Hashable]]]:
    """Yield what is asked, the system and its order, best first."""
    query = question["query"]
    made = ws.embed([query])
    assert made is not None  # noqa: S101 - a model stands ready
    ids = {row.path: row.id for row in ws.ledger.newest_memories(10_000)}
    names = note_answers(question)[1]

    def memory_of(hit: Hit) -> Hashable:
        return ids[hit.note]

    def place_of(hit: Hit) -> Hashable:
        found = place(hit.note, hit.section[-1] if hit.section else "")
        return names.get(found, found)

    kinds: list[tuple[str, bool, Callable[[Hit], Hashable]]]
    kinds = [("memories", True, memory_of), ("notes", False, place_of)]
    for what, is_memory, key in kinds:
        found_places = passages(ws, query, limit=DEPTH, memories=is_memory)
        cited = [] if is_memory else places(ws, query, limit=DEPTH)
        fused = ws.chunks.search(query, made[0], limit=DEPTH, memories=is_memory)
        words = ws.chunks.search(query, None, limit=DEPTH, memories=is_memory)
        near = sorted(fused, key=lambda hit: -(hit.similarity or -1.0))
        told = {
            "search": [key(hit) for hit in (cited or found_places)],
            "search, no cited": [key(hit) for hit in found_places],
            "fused": [key(hit) for hit in fused],
            "cosine": [key(hit) for hit in near if hit.similarity is not None],
            "BM25": [key(hit) for hit in words],
        }
        told["reciprocal rank"] = reciprocal(told["cosine"], told["BM25"])
        yield from ((what, name, list(dict.fromkeys(order))) for name, order in told.items())
    found = recall(ws, query, Wanted(), limit=DEPTH, checks_drift=False).hits
    yield "memories", "recall", [one.row.id for one in found]
    for name, topic in topics(ws, question).items():
        found_so = recall(ws, query, Wanted(topic=topic), limit=DEPTH, checks_drift=False).hits
        yield "memories", f"recall, {name} topic", [one.row.id for one in found_so]
    for name in (*asdict(Weights()), "cited"):
        yield "memories", f"recall, no {name}", _without(found, name)


def topics(ws: Workspace, question: Question) -> dict[str, str]:
    """Return the topic that a question is about, and one that it is not."""
    topic = {row.id: row.facts.topic for row in ws.ledger.memories()}
    about = [topic[one["id"]] for one in question["memories"] if one["grade"] > 1]
    others = sorted({*topic.values()} - {topic[one["id"]] for one in question["memories"]})
    if not about or not others:  # all are of one topic, or of none
        return {}
    return {"its": about[0], "another": others[zlib.crc32(question["id"].encode()) % len(others)]}


def _without(found: Sequence[Recalled], name: str) -> list[Hashable]:
    """Return the order without one signal; the others keep their proportions."""

    def score(one: Recalled) -> float:
        parts = [part for part in one.ranked.parts if part.name != name]
        return one.ranked.status_factor * sum(p.value * p.weight for p in parts)

    return [one.row.id for one in sorted(found, key=lambda one: (-score(one), one.row.id))]


def is_dated(question: Question) -> bool:
    """Tell whether a question names a time."""
    return bool(spans_asked(question["query"], date.fromisoformat(question["asked_on"])))


def packed(ws: Workspace, question: Question) -> Iterator[tuple[str, Context, bool | None]]:
    """Yield each budget, its context, and whether that holds an answer; None where none exists."""
    memories = {one["id"] for one in question["memories"] if one["grade"] > 1}
    places, names = note_answers(question)
    wanted = {one for one, grade in places.items() if grade > 1}
    for budget in BUDGETS:
        made = assemble(ws, question["query"], Wanted(), max_tokens=budget, checks_drift=False)
        held = {place(one.hit.note, (one.hit.section or ("",))[-1]) for one in made.passages}
        held = {names.get(one, one) for one in held}
        is_there = not memories.isdisjoint(one.row.id for one in made.memories)
        holds = is_there or not wanted.isdisjoint(held)
        yield f"{budget}", made, holds if memories | wanted else None


Sure: TypeAlias = tuple[float, bool, bool]
"""How sure it was said to be, whether it was right, and whether it could be."""


def surely(ws: Workspace, question: Question) -> Iterator[Sure]:
    """Yield how sure recall is of its first memory."""
    found = recall(ws, question["query"], Wanted(), limit=1, checks_drift=False)
    if found.confidence is None or not (question["memories"] or question["kind"] == "none"):
        return
    answers = {one["id"] for one in question["memories"]}
    yield found.confidence, any(one.row.id in answers for one in found.hits), bool(answers)


def tell_confidence(what: str, sure: Sequence[Sure]) -> None:
    """Print how often an answer is right by how sure it was said to be."""
    if not sure:
        return
    print(f"how sure it is of {what}:")
    for low, high in pairwise(BINS):
        held = [(said, right) for said, right, _ in sure if low <= said < high]
        if held:
            said, right = fmean(one for one, _ in held), fmean(one for _, one in held)
            print(f"  from {low:.2f}: {len(held):4} said {said:.2f}, were {right:.2f}")
    for is_known, told in ((False, "nothing"), (True, "something")):
        held_so = [said < LEAST_SURE for said, _, could in sure if could == is_known]
        if held_so:
            below = f"{sum(held_so)} lie below {LEAST_SURE}"
            print(f"  of {len(held_so)} questions that {told} answers {below}")


@dataclass
class Tally:
    """What some sets came to."""

    seen: dict[tuple[str, str], dict[str, list[list[float]]]] = field(default_factory=dict)
    """By what is asked and the system, the measures of each set's questions."""
    fits: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    """By budget, whether each set's contexts hold an answer."""
    sure: dict[str, list[Sure]] = field(default_factory=dict)

    def ask(self, laid: Laid) -> None:
        """Ask a set's questions, each on its day."""
        clock = FixedClock(datetime.now(UTC))
        with open_workspace(laid.vault, state=laid.state, clock=clock) as ws:
            for question in laid.questions:
                clock.set(datetime.fromisoformat(f"{question['asked_on']}T12:00+00:00"))
                self._ask(ws, laid.name, question)

    def _ask(self, ws: Workspace, name: str, question: Question) -> None:
        answers: Mapping[str, Answers] = {
            "memories": {one["id"]: one["grade"] for one in question["memories"]},
            "notes": note_answers(question)[0],
        }
        for what, system, order in orders(ws, question):
            made = measures(answers[what], order)
            if made is None:
                continue
            rows = [system, *([f"{system}, dated"] if is_dated(question) else [])]
            if (what, system) in OURS:
                rows.append(f"{system}, {question['kind']}")
            for row in rows:
                self.seen.setdefault((what, row), {}).setdefault(name, []).append(made)
        self.sure.setdefault("the first memory", []).extend(surely(ws, question))
        for budget, context, holds in packed(ws, question):
            if holds is not None:
                self.fits.setdefault(budget, {}).setdefault(name, []).append(float(holds))
            if context.confidence is not None and (holds is not None or question["kind"] == "none"):
                told = context.confidence, bool(holds), holds is not None
                self.sure.setdefault(f"a context of {budget} tokens", []).append(told)

    def tell(self) -> None:
        """Print all."""
        columns = " ".join(f"{one:>8}" for one in ("R@1", "R@5", "R@10", "MRR", "nDCG@10"))
        print(f"{'mean of the sets':36}{columns}   R@1, R@5 of each")
        for (what, system), sets in self.seen.items():
            each = [[fmean(one) for one in zip(*made, strict=True)] for made in sets.values()]
            means = " ".join(f"{fmean(one):8.3f}" for one in zip(*each, strict=True))
            told = "  ".join(f"{made[0]:.3f} {made[1]:.3f}" for made in each)
            print(f"{f'{what}: {system}':36}{means}   {told}")
        for budget, by_set in self.fits.items():
            held = {name: fmean(one) for name, one in by_set.items()}
            told = ", ".join(f"{name} {one:.3f}" for name, one in held.items())
            print(
                f"a context of {budget} tokens holds an answer: {fmean(held.values()):.3f} ({told})"
            )
        for what, sure in self.sure.items():
            tell_confidence(what, sure)


def laid_sets(wish: argparse.Namespace, folder: Path) -> Iterator[Iterator[Laid]]:
    """Yield what is asked, laid out, a group for each table."""
    if wish.locomo is not None:
        samples = read_locomo(wish.locomo)
        yield lay_locomo(samples, folder, is_hashed=wish.hash)
        yield iter([lay_sessions(samples, folder, is_hashed=wish.hash)])
        return
    for is_public in (False, True):
        names = [name for name in wish.sets if (name == HEADINGS) == is_public]
        if names:
            yield (lay(name, folder, is_hashed=wish.hash) for name in names)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=[*PERSONAL, HEADINGS])
    parser.add_argument("--hash", action="store_true", help="by the built-in embedder")
    parser.add_argument("--locomo", type=Path, metavar="FILE", help="your own copy of LoCoMo")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for group in laid_sets(wish, Path(folder)):
            tally = Tally()
            for laid in group:
                tally.ask(laid)
            tally.tell()


if __name__ == "__main__":
    main()
