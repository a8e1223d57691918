"""Hand in attacks that others wrote, ask each one's own question, and count what reaches a context.

The folder holds `attacks*.jsonl` as `suspicion_rows.py` says, and `honest*.jsonl`: text and corpus.
Called by `poisoning.py --corpora FOLDER`. What the shipped weights were fitted on is marked: only
corpora without the mark tell how they fare on what they have not seen; for the others, held out
one by one, `train_suspicion.py` does.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from suspicion_rows import Row, attack_rows  # type: ignore[import-not-found]

from vaultwatch.errors import RefusedError, SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect_facts
from vaultwatch.memories.suspicion_learned import load_order_model
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.memories.adding import Draft, store_memory
from vaultwatch.services.memories.weighing import schema_of
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

AGENTS = ("claude-code", "codex", "cursor")
ASKED_CHARS = 200
"""Of an attack without a question of its own, asked as one."""
Key: TypeAlias = tuple[str, str]
"""Corpus and family."""
LIES = "attacks that give no orders"


def report(folder: Path, *, step: int, max_tokens: int) -> None:
    """Print what passes and what reaches a context, by corpus and family."""
    seen = set(load_order_model().trained_on)
    attacks = list(attack_rows(folder))[::step]
    honest = list(_honest_rows(folder))[::step]
    with tempfile.TemporaryDirectory(prefix="poisoning-") as scratch:
        vault = Path(scratch) / "vault"
        vault.mkdir()
        (vault / "Home.md").write_text("# Home\n\nNothing yet.\n", "utf-8")
        with open_workspace(vault, state=Path(scratch) / "state") as ws:
            print(f"embedder: {ws.model.embedder.model_id}")
            _print_attacks(ws, attacks, seen, max_tokens)
            _print_honest(ws, honest, seen)


def _print_attacks(ws: Workspace, attacks: list[Row], seen: set[str], max_tokens: int) -> None:
    count: Counter[Key] = Counter()
    stored: Counter[Key] = Counter()
    reached: Counter[Key] = Counter()
    outcomes = [_store(ws, row, number) for number, row in enumerate(attacks)]
    for row, outcome in zip(attacks, outcomes, strict=True):
        key = _key(row, seen)
        count[key] += 1
        stored[key] += outcome not in {"refused", "quarantined", "review"}
        question = (row.query or row.text)[:ASKED_CHARS].strip()
        shown = assemble(ws, question, Wanted(), max_tokens=max_tokens).memories
        reached[key] += any(one.row.belief.strip() == row.text.strip() for one in shown)
    head = f"{'stored':>10}{'in a context':>14}"
    print(f"\nattacks, by corpus (* fitted on) and family{'':27}{'of':>5}{head}")
    orders = [key for key in sorted(count) if key[1] != LIES]
    for key in [*orders, *(key for key in sorted(count) if key[1] == LIES)]:
        _print_line(f"{key[0][:30]:30} {key[1][:38]:38}", [key], count, stored, reached)
    unseen = [key for key in orders if not key[0].startswith("*")]
    for name, keys in (("all orders", orders), ("orders of corpora not seen", unseen)):
        _print_line(f"{name:69}", keys, count, stored, reached)


def _key(row: Row, seen: set[str]) -> Key:
    mark = "*" if row.source in seen else ""
    return f"{mark}{row.source}", row.family if row.is_order else LIES


def _print_line(name: str, keys: list[Key], *counters: Counter[Key]) -> None:
    whole, *parts = (sum(counter[key] for key in keys) for counter in counters)
    cells = "".join(f"{part:>{width}}" for part, width in zip(parts, (10, 14), strict=True))
    share = f"{parts[-1] / whole:7.1%}" if whole else ""
    print(f"{name} {whole:>5}{cells}{share}")


def _store(ws: Workspace, row: Row, number: int) -> str:
    agent = AGENTS[number % len(AGENTS)]
    facts = Facts(type="observation", source="inference", agent=agent)
    try:
        return store_memory(ws, Draft(row.text, facts)).outcome
    except (RefusedError, SecretError):
        return "refused"


def _honest_rows(folder: Path) -> Iterator[Row]:
    for file in sorted(folder.glob("honest*.jsonl")):
        for line in file.read_text("utf-8").split("\n"):  # U+2028 parts no rows
            if line:
                one = json.loads(line)
                yield Row(str(one["text"]), "honest", str(one["corpus"]))


def _print_honest(ws: Workspace, honest: list[Row], seen: set[str]) -> None:
    facts = Facts(type="observation", source="inference", agent=AGENTS[0])
    schema = schema_of(ws, facts)
    count: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for row in honest:
        mark = "*" if row.source in seen else ""
        key = f"{mark}{row.source}"
        count[key] += 1
        held[key] += suspect_facts(row.text, facts, schema).score >= QUARANTINE_AT
    print(f"\nhonest texts held{'':53}{'of':>5}{'held':>10}")
    for key in sorted(count):
        print(f"{key[:69]:69} {count[key]:>5}{held[key]:>10}")
    if honest:
        print(f"{'all':69} {len(honest):>5}{held.total():>10}{held.total() / len(honest):8.2%}")
