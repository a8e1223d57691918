"""Ask a vault labelled questions: does recall find the memory, and search the place in the notes?

    python benchmarks/recall.py                      every set beside the project in ../shared
    python benchmarks/recall.py life-dev --embedder hash        one set, by another model
    python benchmarks/recall.py obsidian-help        headings of a public vault, asked for by name
    python benchmarks/recall.py dialogue-dev         three dialogues: turns as memories, a vault
                                                     each, then sessions as notes, all in one vault
    python benchmarks/recall.py --locomo FILE        the same of your own copy of LoCoMo

A set is a file of questions with graded answers (shared/recallbench) and a vault with memories
(shared/driftbench), indexed by the product itself. One table: the sets down; across R@5 and MRR of
what the product answers, of stemmed BM25, of cosine, and of the sum of their z-scores over the
whole store. R@k counts answers of grade 2 among the first k, of at most k. It fails where ours is
more than .01 below the better of BM25 and cosine. Then what contexts hold and take, the kinds of
question, and how sure the answers are said to be.
"""

import argparse
import math
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from recall_sets import (  # type: ignore[import-not-found]  # beside this script
    DIALOGUES,
    HEADINGS,
    SESSIONS,
    Laid,
    Question,
    lay,
    lay_locomo,
    lay_sessions,
    read_dialogues,
    read_locomo,
)

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import LEAST_SURE
from vaultwatch.services.recall.contexts import Context, assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.search import places
from vaultwatch.services.workspace import Workspace
from vaultwatch.values.languages import lexicon_of
from vaultwatch.values.words import words_in
from vaultwatch.wiring import open_workspace

DEPTH = 50
"""Hits that are looked at."""
BUDGETS = (500, 2_000)
CUTS = (1, 5, 10)
KINDS = ("memories", "notes")
PERSONAL = ("life-dev", "life-dev2", "life-dev3")
OURS = "ours"
SYSTEMS = (OURS, "BM25", "cosine", "z-sum")
TOLERATED = 0.01
"""How much worse than the better of BM25 and cosine what we answer may be on any set."""
WORDS = 0.5
"""Weight of the words in the sum of z-scores."""
ROWS = 100_000
BINS = (0.0, LEAST_SURE, 0.4, 0.6, 0.8, 0.9, 1.01)
Answers = dict[Hashable, int]
Scores: TypeAlias = npt.NDArray[np.float64]


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


class Plain:
    """BM25 of some passages, stemmed."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Count their words."""
        self._held: dict[str, dict[int, int]] = {}
        lengths = []
        for at, text in enumerate(texts):
            counts = Counter(_stems(text))
            lengths.append(counts.total())
            for word, count in counts.items():
                self._held.setdefault(word, {})[at] = count
        mean = fmean(lengths) if lengths else 1.0
        self._norms = [1.2 * (0.25 + 0.75 * length / mean) for length in lengths]

    def scores(self, question: str) -> Scores:
        """Return what each passage has for a question."""
        found = np.zeros(len(self._norms))
        for word in dict.fromkeys(_stems(question)):
            held = self._held.get(word, {})
            rarity = math.log(1 + (len(found) - len(held) + 0.5) / (len(held) + 0.5))
            for at, count in held.items():
                found[at] += rarity * 2.2 * count / (count + self._norms[at])
        return found


def _stems(text: str) -> list[str]:
    function = lexicon_of(("en",)).known
    return [
        one.stem
        for one in words_in(text, "english")
        if text[one.start : one.end].lower() not in function
    ]


def _z(scores: Scores) -> Scores:
    return np.asarray((scores - scores.mean()) / (scores.std() or 1.0), np.float64)


class Asked:
    """What is asked of one vault: its memories, or its notes."""

    def __init__(self, ws: Workspace, name: str, *, is_memory: bool) -> None:
        """Read what there is."""
        self._ws, self._is_memory = ws, is_memory
        self._is_whole = name == SESSIONS
        self._ids = {row.path: row.id for row in ws.ledger.newest_memories(ROWS)}
        self._plain: Plain | None = None
        self._at: dict[tuple[str, int, str], int] = {}

    def orders(self, question: Question) -> Iterator[tuple[str, list[Hashable]]]:
        """Yield the systems, each with its order, best first."""
        query = question["query"]
        made = self._ws.embed([query])
        assert made is not None  # noqa: S101 - a model stands ready
        rows = self._ws.chunks.search(query, made[0], limit=ROWS, memories=self._is_memory)
        if not rows:
            return
        if self._plain is None:
            self._plain = Plain([f"{Path(one.note).stem}\n{one.text}" for one in rows])
            self._at = {(one.note, one.first_line, one.text): at for at, one in enumerate(rows)}
        words = self._plain.scores(query)[
            [self._at[one.note, one.first_line, one.text] for one in rows]
        ]
        near = np.array([one.similarity or 0.0 for one in rows])
        told = {"BM25": words, "cosine": near, "z-sum": _z(near) + WORDS * _z(words)}
        yield OURS, self.ours(question)
        names = self._names(question, rows)
        for name, scores in told.items():
            order = np.argsort(-scores, kind="stable").tolist()
            yield name, list(dict.fromkeys(names[at] for at in order))

    def ours(self, question: Question) -> list[Hashable]:
        """Return what the product answers, best first."""
        query = question["query"]
        if self._is_memory:
            found = recall(self._ws, query, Wanted(), limit=DEPTH, checks_drift=False).hits
            return [one.row.id for one in found]
        limit = DEPTH * (3 if self._is_whole else 1)
        return list(dict.fromkeys(self._names(question, places(self._ws, query, limit=limit))))

    def _names(self, question: Question, hits: Sequence[Hit]) -> list[Hashable]:
        """Return what each hit is called by the answers of a question."""
        if self._is_memory:
            return [self._ids[hit.note] for hit in hits]
        also = note_answers(question)[1]
        sections = ("" if self._is_whole or not hit.section else hit.section[-1] for hit in hits)
        found = [place(hit.note, one) for hit, one in zip(hits, sections, strict=True)]
        return [also.get(one, one) for one in found]


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


Sure: TypeAlias = tuple[float, bool, bool, bool]
"""How sure it was said to be, whether it was right, whether it could be, and whether it was told
that probably nothing is known."""


def surely(ws: Workspace, question: Question) -> Iterator[Sure]:
    """Yield how sure recall is of its first memory."""
    found = recall(ws, question["query"], Wanted(), limit=1, checks_drift=False)
    if found.confidence is None or not (question["memories"] or question["kind"] == "none"):
        return
    answers = {one["id"] for one in question["memories"]}
    is_right = any(one.row.id in answers for one in found.hits)
    yield found.confidence, is_right, bool(answers), found.is_doubtful


def tell_confidence(what: str, sure: Sequence[Sure]) -> None:
    """Print how often an answer is right by how sure it was said to be."""
    if not sure:
        return
    print(f"how sure it is of {what}:")
    for low, high in pairwise(BINS):
        held = [(said, right) for said, right, *_ in sure if low <= said < high]
        if held:
            said, right = fmean(one for one, _ in held), fmean(one for _, one in held)
            print(f"  from {low:.2f}: {len(held):4} said {said:.2f}, were {right:.2f}")
    for is_known, told in ((False, "nothing"), (True, "something")):
        held_so = [is_doubtful for *_, could, is_doubtful in sure if could == is_known]
        if held_so:
            doubted = f"of {sum(held_so)} it says that probably nothing is known"
            print(f"  of {len(held_so)} questions that {told} answers {doubted}")


@dataclass
class Tally:
    """What all sets came to."""

    seen: dict[str, dict[str, list[list[float]]]] = field(default_factory=dict)
    """By set and what is asked of it, by system the measures of its questions."""
    kinds: dict[str, list[list[float]]] = field(default_factory=dict)
    """By kind of question what ours came to."""
    fits: dict[str, list[tuple[float | None, int]]] = field(default_factory=dict)
    """By budget and set whether each context holds an answer, and its tokens."""
    sure: dict[str, list[Sure]] = field(default_factory=dict)

    def ask(self, laid: Laid) -> None:
        """Ask a set's questions, each on its day."""
        clock = FixedClock(datetime.now(UTC))
        with open_workspace(laid.vault, state=laid.state, clock=clock) as ws:
            asked = {kind: Asked(ws, laid.name, is_memory=kind == "memories") for kind in KINDS}
            for question in laid.questions:
                clock.set(datetime.fromisoformat(f"{question['asked_on']}T12:00+00:00"))
                self._ask(ws, laid.name, asked, question)

    def _ask(
        self, ws: Workspace, name: str, asked: Mapping[str, Asked], question: Question
    ) -> None:
        answers: Mapping[str, Answers] = {
            "memories": {one["id"]: one["grade"] for one in question["memories"]},
            "notes": note_answers(question)[0],
        }
        for what, one in asked.items():
            if not any(grade > 1 for grade in answers[what].values()):
                continue
            for system, order in one.orders(question):
                made = measures(answers[what], order)
                assert made is not None, "something answers"  # noqa: S101
                row = self.seen.setdefault(f"{name}: {what}", {})
                row.setdefault(system, []).append(made)
                if system == OURS:
                    self.kinds.setdefault(f"{what}, {question['kind']}", []).append(made)
        self.sure.setdefault("the first memory", []).extend(surely(ws, question))
        for budget, context, holds in packed(ws, question):
            told = None if holds is None else float(holds)
            self.fits.setdefault(f"{budget}, {name}", []).append((told, context.tokens))
            if context.confidence is not None and (holds is not None or question["kind"] == "none"):
                could = holds is not None
                sure = context.confidence, bool(holds), could, context.is_doubtful
                self.sure.setdefault(f"a context of {budget} tokens", []).append(sure)

    def tell(self) -> list[str]:
        """Print all, and return the sets on which what we answer is worse than a plain search."""
        print(f"{'R@5, MRR':26}" + "".join(f"{system:>14}" for system in SYSTEMS))
        worse = []
        for name, made in self.seen.items():
            means = {s: [fmean(one) for one in zip(*rows, strict=True)] for s, rows in made.items()}
            cells = "".join(f"   {means[s][1]:.3f} {means[s][3]:.3f}" for s in SYSTEMS)
            print(f"{name:26}{cells}")
            best = [max(means["BM25"][at], means["cosine"][at]) for at in (1, 3)]
            if any(means[OURS][at] < one - TOLERATED for at, one in zip((1, 3), best, strict=True)):
                worse.append(name)
        for kind, rows in sorted(self.kinds.items()):
            means_so = [fmean(one) for one in zip(*rows, strict=True)]
            print(f"{kind:26}   {means_so[1]:.3f} {means_so[3]:.3f}   of {len(rows)}")
        for name, fits in self.fits.items():
            held = [one for one, _ in fits if one is not None]
            tokens = fmean(one for _, one in fits)
            print(f"a context of {name} holds an answer: {fmean(held):.3f}, tokens {tokens:.0f}")
        for what, sure in self.sure.items():
            tell_confidence(what, sure)
        return worse


def laid_sets(wish: argparse.Namespace, folder: Path) -> Iterator[Laid]:
    """Yield what is asked, laid out."""
    samples = [] if wish.locomo is None else read_locomo(wish.locomo)
    names = [] if samples else wish.sets
    yield from (lay(one, folder, embedder=wish.embedder) for one in names if one != DIALOGUES)
    if DIALOGUES in names:
        samples = read_dialogues()
    if samples:
        yield from lay_locomo(samples, folder, embedder=wish.embedder)
        yield lay_sessions(samples, folder, embedder=wish.embedder)


def main() -> None:
    """Print the table and what goes with it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=[*PERSONAL, HEADINGS, DIALOGUES])
    parser.add_argument("--embedder", default="auto", help="as in the settings: hash, multilingual")
    parser.add_argument("--locomo", type=Path, metavar="FILE", help="your own copy of LoCoMo")
    wish = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for laid in laid_sets(wish, Path(folder)):
            tally.ask(laid)
    if worse := tally.tell():
        sys.exit(f"worse than a plain search: {', '.join(worse)}")


if __name__ == "__main__":
    main()
