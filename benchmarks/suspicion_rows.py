"""Gather the texts by which the learned stage of suspicion is fitted and measured.

    FOLDER/attacks*.jsonl   text, corpus, family, query, orders_the_reader
    FOLDER/honest*.jsonl    text, corpus

Beside such a folder: our own texts (`suspicion_texts.py`, `suspicion_wishes.py`), and of
../shared/driftbench the memories, the statements and the passages of notes, all of them honest.
Called by `train_suspicion.py` and `poisoning.py`.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import poisoning_cases as cases  # type: ignore[import-not-found]  # the scripts beside
import suspicion_texts as texts  # type: ignore[import-not-found]
import suspicion_tongues as tongues  # type: ignore[import-not-found]
import suspicion_wishes  # type: ignore[import-not-found]

from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.parse import parse_note

Kind: TypeAlias = Literal[
    "own", "attack", "sentence", "memory", "statement", "passage", "wish", "kept wish"
]

SETS = {
    "dev": "notes of kubernetes and obsidian",
    "dev2": "handbooks",
    "life-dev": "life",
    "life-dev2": "life",
    "life-dev3": "life",
}
"""Sets of DriftBench, and the source that each counts to when whole sources are held out."""
ALSO = {
    "kubernetes/enhancements": "notes of kubernetes and obsidian",
    "obsidianmd/obsidian-help": "notes of kubernetes and obsidian",
}
"""Honest corpora of the same texts as a set."""
ORDERING = ("instruction", "credential", "exfiltration", "hidden_unicode", "note_instruction")
"""Kinds of our own cases that order the reader about."""
MOST_STATEMENTS = 1_500
MOST_PASSAGES = 300
"""Of one set: more take long and change nothing."""
PASSAGE_TOKENS = 256
FOLDS = 4
"""Of our wishes to fit on, each held out in its turn when the bar is set."""
CHARS_A_TOKEN = 4
LEAST_CHARS = 15


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
    """Yield our own texts, the same every time."""
    rng = random.Random(texts.SEED)  # noqa: S311 -- no secret
    for one in (*texts.orders(rng), *texts.honest(rng), *texts.disguised(rng)):
        yield Row(one.text, "own", one.group, one.is_order)
    known = texts.fillers()
    for tongue, table in tongues.TONGUES.items():
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


def wish_rows() -> Iterator[Row]:
    """Yield our own honest texts in the imperative: half to fit on, half that only measure."""
    fitted = [*suspicion_wishes.wishes(is_kept=False), *suspicion_wishes.rules(is_kept=False)]
    for number, (tongue, text) in enumerate(fitted):
        yield Row(text, "wish", f"wishes {number % FOLDS + 1}", family=tongue)
    for tongue, text in suspicion_wishes.wishes(is_kept=True):
        yield Row(text, "kept wish", "wishes kept", family=tongue)
    for tongue, text in suspicion_wishes.rules(is_kept=True):
        yield Row(text, "kept wish", "rules kept", family=tongue)


def _source(corpus: str) -> str:
    """Return what a corpus of attacks is held out with: copies derived from it go with it."""
    return "ASB and derived" if "ASB" in corpus else corpus


def attack_rows(folder: Path) -> Iterator[Row]:
    """Yield a folder's attacks."""
    for one in _read(folder, "attacks*.jsonl"):
        says = True if one["orders_the_reader"] else None
        source = _source(str(one["corpus"]))
        yield Row(
            str(one["text"]), "attack", source, says, str(one["family"]), str(one["query"] or "")
        )


def sentence_rows(folder: Path) -> Iterator[Row]:
    """Yield a folder's honest sentences."""
    for one in _read(folder, "honest*.jsonl"):
        corpus = str(one["corpus"])
        yield Row(str(one["text"]), "sentence", ALSO.get(corpus, corpus), family=corpus)


def _read(folder: Path, pattern: str) -> Iterator[dict[str, object]]:
    for file in sorted(folder.glob(pattern)):
        for line in file.read_text("utf-8").split("\n"):  # U+2028 parts no rows
            if line:
                yield json.loads(line)


def vault_rows(bench: Path) -> Iterator[Row]:
    """Yield the memories, statements and passages of DriftBench's sets."""
    rng = random.Random(texts.SEED)  # noqa: S311 -- no secret
    for name, source in SETS.items():
        cases = _read(bench / name, "cases.jsonl")
        yield from (Row(str(one["memory"]), "memory", source, family=name) for one in cases)
        notes = list(_notes(bench / name / "after"))
        said = sorted({s.text for note in notes for s in note.statements})
        said = [text for text in said if len(text) > LEAST_CHARS]
        chunks = sorted({text for note in notes for text in _passages(note)})
        kinds: Sequence[tuple[Kind, list[str], int]] = (
            ("statement", said, MOST_STATEMENTS),
            ("passage", chunks, MOST_PASSAGES),
        )
        for kind, every, most in kinds:
            for text in rng.sample(every, min(most, len(every))):
                yield Row(text, kind, source, family=name)


def _notes(folder: Path) -> Iterator[Note]:
    for file in sorted(folder.rglob("*.md")):
        yield parse_note(NotePath(file.relative_to(folder).as_posix()), file.read_bytes())


def _passages(note: Note) -> Iterator[str]:
    def count(some: Sequence[str]) -> list[int]:
        return [len(text) // CHARS_A_TOKEN for text in some]

    for chunk in cut_chunks(note, count_tokens=count, max_tokens=PASSAGE_TOKENS):
        yield chunk.text
