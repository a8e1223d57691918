"""Ask a vault labelled questions: does recall find the memory, and search the place in the notes?

    python benchmarks/recall.py                      every set beside the project in ../shared
    python benchmarks/recall.py life-dev --hash      one set, by the built-in embedder
    python benchmarks/recall.py --context            also what contexts of 500 and 2,000 tokens hold

A set is a file of questions with graded answers (shared/recallbench) and a vault with memories
(shared/driftbench), indexed by the product itself. Beside the product's own order stand the two
rankings it is made of, cosine and stemmed BM25, and their reciprocal rank fusion; beside recall
each of its signals left out, and recall for a session that works on what is asked about, or on
something else (the topic of a memory is the note it rests on). R@k counts answers of grade 2 among
the first k, of at most k.
"""

import argparse
import json
import math
import shutil
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from vaultwatch.adapters.chunk_store import Hit
from vaultwatch.adapters.clock import FixedClock
from vaultwatch.memories.file_names import file_stem
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import Weights
from vaultwatch.recall.when_asked import spans_asked
from vaultwatch.services.look import scan
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import Recalled, recall
from vaultwatch.services.recall.search import passages
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

SHARED = Path(__file__).resolve().parents[2] / "shared"
DEPTH = 50
"""Hits that are looked at."""
BUDGETS = (500, 2_000)
RANK_OFFSET = 60
"""Cormack, Clarke & Buettcher, SIGIR 2009."""
CUTS = (1, 5, 10)
Question = dict[str, Any]
Answers = dict[Hashable, int]


@dataclass(frozen=True)
class Laid:
    """A set as a vault."""

    vault: Path
    state: Path
    questions: list[Question]


def lay(name: str, folder: Path, *, is_hashed: bool) -> Laid:
    """Return a set's vault, its memories named as ours are, indexed and held against its notes."""
    vault, state = folder / name / "vault", folder / name / "state"
    shutil.copytree(SHARED / "driftbench" / name / "after", vault)
    (vault / ".vaultwatch").mkdir()
    (vault / "Memories").mkdir(exist_ok=True)
    if is_hashed:
        (vault / ".vaultwatch/config.toml").write_text('[index]\nembedder = "hash"\n', "utf-8")
    for case in _lines(SHARED / "driftbench" / name / "cases.jsonl"):
        stem = file_stem(case["memory"])
        taken = sum(1 for _ in (vault / "Memories").glob(f"{stem}*.md"))
        path = vault / "Memories" / f"{stem}{f' {taken + 1}' if taken else ''}.md"
        head = f"---\nid: {case['id']}\ncreated: {case['written']}\n"
        head += f"topic: {json.dumps(case['note'], ensure_ascii=False)}\n---\n"
        path.write_text(f"{head}{case['memory']}\n", "utf-8")
    with open_workspace(vault, state=state) as ws:
        scan(ws)
    return Laid(vault, state, list(_lines(SHARED / "recallbench" / f"{name}.jsonl")))


def _lines(path: Path) -> Iterator[Question]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, filter(str.strip, file))


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
        for at, one in enumerate(ranking, 1):
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
        fused = ws.chunks.search(query, made[0], limit=DEPTH, memories=is_memory)
        words = ws.chunks.search(query, None, limit=DEPTH, memories=is_memory)
        near = sorted(fused, key=lambda hit: -(hit.similarity or -1.0))
        told = {
            "search": [key(hit) for hit in found_places],
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
    for name in asdict(Weights()):
        yield "memories", f"recall, no {name}", _without(found, name)


def topics(ws: Workspace, question: Question) -> dict[str, str]:
    """Return the topic that a question is about, and one that it is not."""
    topic = {row.id: row.facts.topic for row in ws.ledger.memories()}
    about = [topic[one["id"]] for one in question["memories"] if one["grade"] > 1]
    others = sorted({*topic.values()} - {topic[one["id"]] for one in question["memories"]})
    if not about:
        return {}
    return {"its": about[0], "another": others[zlib.crc32(question["id"].encode()) % len(others)]}


def _without(found: Sequence[Recalled], name: str) -> list[Hashable]:
    """Return the order without one signal; the others keep their proportions."""

    def score(one: Recalled) -> float:
        parts = [part for part in one.ranked.parts if part.name != name]
        whole = sum(part.weight for part in parts)
        return one.ranked.status_factor * sum(p.value * p.weight for p in parts) / whole

    return [one.row.id for one in sorted(found, key=lambda one: (-score(one), one.row.id))]


def is_dated(question: Question) -> bool:
    """Tell whether a question names a time."""
    return bool(spans_asked(question["query"], date.fromisoformat(question["asked_on"])))


def packed(ws: Workspace, question: Question) -> Iterator[tuple[str, float]]:
    """Yield the budget of each context, and whether it holds an answer."""
    memories = {one["id"] for one in question["memories"] if one["grade"] > 1}
    places, names = note_answers(question)
    wanted = {one for one, grade in places.items() if grade > 1}
    if not memories | wanted:
        return
    for budget in BUDGETS:
        made = assemble(ws, question["query"], Wanted(), max_tokens=budget, checks_drift=False)
        held = {place(one.hit.note, (one.hit.section or ("",))[-1]) for one in made.passages}
        held = {names.get(one, one) for one in held}
        is_there = not memories.isdisjoint(one.row.id for one in made.memories)
        yield f"{budget}", float(is_there or not wanted.isdisjoint(held))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=["life-dev", "life-dev2", "life-dev3"])
    parser.add_argument("--hash", action="store_true", help="by the built-in embedder")
    parser.add_argument("--context", action="store_true", help="also pack contexts")
    wish = parser.parse_args()
    seen: dict[tuple[str, str], dict[str, list[list[float]]]] = {}
    fits: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in wish.sets:
            laid = lay(name, Path(folder), is_hashed=wish.hash)
            clock = FixedClock(datetime.now(UTC))
            with open_workspace(laid.vault, state=laid.state, clock=clock) as ws:
                for question in laid.questions:
                    clock.set(datetime.fromisoformat(f"{question['asked_on']}T12:00+00:00"))
                    answers: Mapping[str, Answers] = {
                        "memories": {one["id"]: one["grade"] for one in question["memories"]},
                        "notes": note_answers(question)[0],
                    }
                    for what, system, order in orders(ws, question):
                        made = measures(answers[what], order)
                        if made is None:
                            continue
                        for row in (system, *([f"{system}, dated"] if is_dated(question) else [])):
                            seen.setdefault((what, row), {}).setdefault(name, []).append(made)
                    for budget, holds in packed(ws, question) if wish.context else ():
                        fits.setdefault(budget, {}).setdefault(name, []).append(holds)
    columns = " ".join(f"{one:>8}" for one in ("R@1", "R@5", "R@10", "MRR", "nDCG@10"))
    print(f"{'mean of the sets':30}{columns}   R@1, R@5 of each")
    for (what, system), sets in seen.items():
        each = {
            name: [fmean(one) for one in zip(*made, strict=True)] for name, made in sets.items()
        }
        means = " ".join(f"{fmean(one):8.3f}" for one in zip(*each.values(), strict=True))
        told = "  ".join(f"{made[0]:.3f} {made[1]:.3f}" for made in each.values())
        print(f"{f'{what}: {system}':30}{means}   {told}")
    for budget, by_set in fits.items():
        print(
            f"a context of {budget} tokens holds an answer: "
            + ", ".join(f"{name} {fmean(held):.3f}" for name, held in by_set.items())
        )


if __name__ == "__main__":
    main()
