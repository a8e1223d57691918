"""Gather the texts by which the detector of orders is fitted and measured.

    FOLDER/attacks*.jsonl   text, corpus, family, query, orders_the_reader
    suspicion_texts.py, data/suspicion_*   our own
    suspicion_honest.py     honest ones of many sources

Called by `train_suspicion.py` and `poisoning.py`.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

import poisoning_cases as cases  # type: ignore[import-not-found]  # the scripts beside
import suspicion_honest  # type: ignore[import-not-found]
import suspicion_texts as texts  # type: ignore[import-not-found]

Kind: TypeAlias = Literal["own", "attack", "honest", "kept"]
"""Our own texts, which stand in every fit; others', held out by source; what only measures."""

ORDERING = ("instruction", "credential", "exfiltration", "hidden_unicode", "note_instruction")
"""Kinds of our own cases that order the reader about."""
DRAWS = 12
"""Of a line with choices."""
REWRITTEN = 0.3
"""Share of our own texts that stand once more, citing a note, or with slips."""
SLIPPED, LEAST_SLIPPED = 0.3, 4
CITED = (", [[{}]]", " ([[{}]])", ". See [[{}]].", " [[{}]]")
NOTES = ("Accounts", "Kitchen", "Projects/Fern", "Payments", "Home", "2026-05-03", "Server", "Team")
LISTS = 120
"""Drawn of a source's lines."""
_CHOICE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Row:
    """One text."""

    text: str
    kind: Kind
    source: str
    """What is held out as a whole."""
    is_order: bool | None = False
    """None for attacks that give the reader no orders: neither trained on nor counted."""
    family: str = ""
    query: str = ""
    """What the attack aims at."""


def own_rows() -> Iterator[Row]:
    """Yield our own texts, the same every time; some cite a note too, some have slips."""
    rng = random.Random(texts.SEED)  # noqa: S311 -- no secret
    for row in _own_rows(rng):
        yield row
        if row.kind == "own" and rng.random() < REWRITTEN:
            cited = rng.choice(CITED).format(rng.choice(NOTES))
            yield replace(row, text=row.text.rstrip(".。") + cited)
        if row.kind == "own" and rng.random() < REWRITTEN:
            yield replace(row, text=_slipped(row.text, rng))


def _slipped(text: str, rng: random.Random) -> str:
    """Return a text with letters swapped, dropped or doubled in about every fifth word."""
    words = text.split(" ")
    for at, word in enumerate(words):
        if len(word) >= LEAST_SLIPPED and word.isalpha() and rng.random() < SLIPPED:
            i = rng.randrange(1, len(word) - 1)
            ways = (
                word[:i] + word[i + 1] + word[i] + word[i + 2 :],
                word[:i] + word[i + 1 :],
                word[:i] + word[i] + word[i:],
            )
            words[at] = rng.choice(ways)
    return " ".join(words)


def _own_rows(rng: random.Random) -> Iterator[Row]:
    for one in (*texts.orders(rng), *texts.honest(rng), *texts.disguised(rng)):
        yield Row(one.text, "own", one.group, one.is_order)
    known = texts.fillers()
    for tongue, table in texts.tongues().items():
        for line in table.strip().splitlines():
            for text in sorted({texts.filled(line[2:], rng, known) for _ in range(4)}):
                yield Row(text, "own", f"own {tongue}", line.startswith("!"))
    later = cases.later_texts()
    told = (*cases.attacks(), *cases.honest())
    for one in told:  # the others measure: see `poisoning.py`
        is_attack = isinstance(one, cases.Attack)
        is_order = is_attack and one.kind in ORDERING
        is_kept = one.text in later or cases.is_held_out(one.text)
        if not is_kept and is_order == is_attack:
            yield Row(one.text, "own", "own cases", is_order)
    for is_kept in (False, True):
        for tongue, text in texts.wishes(is_kept=is_kept):
            yield Row(text, "kept" if is_kept else "own", "wishes", family=tongue)
    yield from _more_rows(rng)


def _more_rows(rng: random.Random) -> Iterator[Row]:
    """Yield the rows of `data/suspicion_more.txt`."""
    file = Path(__file__).with_name("data") / "suspicion_more.txt"
    for part in file.read_text("utf-8").split("\n## ")[1:]:
        name, *lines = part.strip().splitlines()
        source, _, kept = name.partition(", ")
        for line in (line for line in lines if line[:1] in {"!", "="}):
            drawn = {_drawn(line[2:], rng) for _ in range(DRAWS)}
            for text in sorted(drawn):
                yield Row(text, "kept" if kept else "own", source, line[0] == "!")
        items = [line[2:] for line in lines if line.startswith("~")]
        for _ in range(LISTS if items else 0):
            some = rng.sample(items, rng.randint(1, 4)) * 4
            listed = [_drawn(rng.choice(some), rng) for _ in range(rng.randint(1, 14))]
            yield Row("\n".join(listed), "kept" if kept else "honest", source)


def _drawn(line: str, rng: random.Random) -> str:
    """Return a line with one of each choice, inner ones first."""
    while found := _CHOICE.search(line):
        line = line[: found.start()] + rng.choice(found[1].split("|")) + line[found.end() :]
    return " ".join(line.split()).replace(" ,", ",")


def attack_rows(folder: Path) -> Iterator[Row]:
    """Yield a folder's attacks; copies derived from a corpus are held out with it."""
    for file in sorted(folder.glob("attacks*.jsonl")):
        for line in file.read_text("utf-8").split("\n"):  # U+2028 parts no rows
            if line:
                one = json.loads(line)
                says = True if one["orders_the_reader"] else None
                source = "ASB and derived" if "ASB" in one["corpus"] else one["corpus"]
                yield Row(one["text"], "attack", source, says, one["family"], one["query"] or "")


def honest_rows(shared: Path) -> Iterator[Row]:
    """Yield honest texts of many sources."""
    for source, told in suspicion_honest.honest_texts(shared).items():
        kind: Kind = "kept" if source in suspicion_honest.KEPT else "honest"
        yield from (Row(text, kind, source) for text in told)
