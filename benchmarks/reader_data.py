"""Make the pairs that a reader is trained on, from hand-written records.

    python benchmarks/reader_data.py RECORDS.jsonl PAIRS.jsonl [--rounds 3] [--seed 12]

A record holds a belief, what supported it (`was`), two passages that still do (`same`), two after
which it is wrong (`changed`) and two on the topic that say nothing of it (`silent`). Each round
gives every record's pairs in two forms, the passage alone and `was: ... now: ...`, beside edits
made by rule: a number, a day, a name or a word changed that the belief says (it no longer holds)
or does not say (it still does), a negation, a modal verb, and as many that leave all as it was
(`reader_edits.py`). One record in eight is held apart; those give their own passages and one round
of edits. Standard library only; `train_reader.py` reads on.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from reader_edits import CONTRADICTS, HALF, SILENT, SUPPORTS, Edits, Record  # type: ignore[import-not-found]

FOREIGN_WEIGHT = 0.5
"""Of a passage of another record, and of an edit by rule: now and then one is not what it says."""
EDIT_WEIGHT = 0.7
ASIDE_WEIGHT = 0.4
"""Of an edit of what the belief does not say: one of five there does touch it."""
EDITS = 2
"""That may touch the belief, made of one record a round, at most, in each form."""
HARMLESS = 3
"""Beside them."""


@dataclass(frozen=True)
class Pair:
    """A passage, a belief, and what the one says of the other."""

    passage: str
    belief: str
    label: str
    why: str
    weight: float = 1.0
    is_both: bool = False
    """Whether the passage says what stood before too."""


_LINK = re.compile(r"\[\[([^\]|#]*)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]")


def plain(text: str) -> str:
    """Return a text as the product hands a statement on: no bullets, no emphasis, links as read."""
    text = _LINK.sub(lambda m: m[2] or m[1].rsplit("/", 1)[-1], text)
    marks = re.compile(r"^(?:[-*+>]|#+|\d+\.)\s+(?=\S)")
    lines = [marks.sub("", line.strip()) for line in text.splitlines()]
    lines = [line.strip("|").strip() for line in lines if not re.fullmatch(r"[|:\s-]*", line)]
    return " ".join(re.sub(r"\*\*|__|`", "", " ".join(lines)).split())


def read_records(path: Path) -> list[Record]:
    """Return the records of a file, each belief once."""
    made: dict[str, Record] = {}
    for line in path.read_text("utf-8").splitlines():
        raw: dict[str, Any] = json.loads(line)
        sides = {k: tuple(map(plain, raw[k])) for k in ("same", "changed", "silent")}
        record = Record(plain(raw["belief"]), plain(raw["was"]), **sides, set=raw["set"])
        if record.belief and record.was:
            made.setdefault(record.belief, record)
    return list(made.values())


def both(was: str, now: str) -> str:
    """Return the form that says what stood before and what stands now."""
    return f"was: {was} now: {now}"


def own_pairs(record: Record) -> Iterator[Pair]:
    """Yield the pairs of a record's own passages."""
    yield Pair(record.was, record.belief, SUPPORTS, "was")
    for label, why in ((SUPPORTS, "same"), (CONTRADICTS, "changed"), (SILENT, "silent")):
        for place, passage in enumerate(getattr(record, why)):
            kind = f"{why}{place}"
            yield Pair(passage, record.belief, label, kind)
            yield Pair(both(record.was, passage), record.belief, label, kind, is_both=True)


def made_pairs(record: Record, edits: Edits, rng: random.Random) -> Iterator[Pair]:
    """Yield the pairs that rules make of a record's passages, as many harmless as not.

    Without the harmless ones a reader learns that any small edit contradicts.
    """
    belief, was = record.belief, record.was
    for is_both in (False, True):

        def pair(text: str, label: str, why: str, weight: float, *, form: bool = is_both) -> Pair:
            return Pair(both(was, text) if form else text, belief, label, why, weight, form)

        source = was if is_both else rng.choice((was, *record.same))
        found = edits.of(record, source)
        for text, label, why in rng.sample(found, min(EDITS, len(found))):
            weight = ASIDE_WEIGHT if why.endswith("aside") else EDIT_WEIGHT
            yield pair(text, label, why, weight)
        for place in range(HARMLESS):
            kept = was if is_both or place else source
            yield pair(edits.harmless(record, kept), SUPPORTS, "harmless", EDIT_WEIGHT)
        if is_both:
            yield pair(was, SUPPORTS, "unchanged", EDIT_WEIGHT)
    ended = edits.ended(was) if rng.random() < HALF else None
    text = ended or f"{was} {rng.choice(record.changed)}"
    is_both = rng.random() < HALF
    passage = both(was, text) if is_both else text
    yield Pair(passage, belief, CONTRADICTS, "ended" if ended else "joined", EDIT_WEIGHT, is_both)


def foreign_pair(record: Record, others: Sequence[Record], rng: random.Random) -> Pair:
    """Return a passage of another record, which says nothing of this one's belief."""
    other = rng.choice(others)
    passage = rng.choice((other.was, *other.same, *other.changed))
    is_both = rng.random() < HALF
    text = both(record.was, passage) if is_both else passage
    weight = FOREIGN_WEIGHT if other is not record else 0.0
    return Pair(text, record.belief, SILENT, "foreign", weight, is_both)


def main() -> None:
    """Write every pair and print what they are."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=12)
    args = parser.parse_args()
    rng = random.Random(args.seed)  # noqa: S311
    records = read_records(args.records)
    seen = [record for record in records if not record.is_held]
    edits = Edits(seen, rng)
    counts: Counter[tuple[bool, str, str]] = Counter()
    with args.pairs.open("w", encoding="utf-8") as file:
        for number in range(args.rounds):
            for record in records if number == 0 else seen:
                pairs = [*own_pairs(record), *made_pairs(record, edits, rng)]
                if not record.is_held:
                    pairs.append(foreign_pair(record, seen, rng))
                for pair in pairs:
                    line = {"round": number, "is_held": record.is_held, **asdict(pair)}
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
                    counts[record.is_held, pair.why, pair.label] += 1
    print(f"{len(records)} records, {len(records) - len(seen)} held apart")
    for (is_held, why, label), count in sorted(counts.items()):
        print(f"{'held' if is_held else 'train':6s}{why:16s}{label:3s}{count:7d}")


if __name__ == "__main__":
    main()
