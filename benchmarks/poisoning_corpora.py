"""Hand in attacks that others wrote, ask each one's own question, and count what reaches a context.

The folder holds `attacks*.jsonl` and `honest*.jsonl` as `suspicion_rows.py` says. Called by
`poisoning.py --corpora FOLDER`. What the shipped weights were fitted on is marked: only corpora
without the mark tell how they fare on what they have not seen; for the others, held out one by
one, `train_suspicion.py` does.
"""

import json
import tempfile
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import TypeAlias

from suspicion_rows import Row, attack_rows, sentence_rows  # type: ignore[import-not-found]

from vaultwatch.errors import RefusedError, SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect, suspect_facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.indexing.vectors import order_vectors
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
    raw = resources.files("vaultwatch.memories").joinpath("order_weights.json").read_text("utf-8")
    seen = set(json.loads(raw)["trained_on"])
    attacks = list(attack_rows(folder))[::step]
    honest = list(sentence_rows(folder))[::step]
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
    by_rules: Counter[Key] = Counter()
    stored: Counter[Key] = Counter()
    reached: Counter[Key] = Counter()
    outcomes = [_store(ws, row, number) for number, row in enumerate(attacks)]
    for row, outcome in zip(attacks, outcomes, strict=True):
        key = _key(row, seen)
        count[key] += 1
        by_rules[key] += suspect(row.text).score < QUARANTINE_AT
        stored[key] += outcome not in {"refused", "quarantined", "review"}
        question = (row.query or row.text)[:ASKED_CHARS].strip()
        shown = assemble(ws, question, Wanted(), max_tokens=max_tokens).memories
        reached[key] += any(one.row.belief.strip() == row.text.strip() for one in shown)
    head = f"{'pass rules':>12}{'pass all':>10}{'in a context':>14}"
    print(f"\nattacks, by corpus (* fitted on) and family{'':27}{'of':>5}{head}")
    orders = [key for key in sorted(count) if key[1] != LIES]
    for key in [*orders, *(key for key in sorted(count) if key[1] == LIES)]:
        _print_line(f"{key[0][:30]:30} {key[1][:38]:38}", [key], count, by_rules, stored, reached)
    unseen = [key for key in orders if not key[0].startswith("*")]
    for name, keys in (("all orders", orders), ("orders of corpora not seen", unseen)):
        _print_line(f"{name:69}", keys, count, by_rules, stored, reached)


def _key(row: Row, seen: set[str]) -> Key:
    mark = "*" if row.source in seen else ""
    return f"{mark}{row.source}", row.family if row.is_order else LIES


def _print_line(name: str, keys: list[Key], *counters: Counter[Key]) -> None:
    whole, *parts = (sum(counter[key] for key in keys) for counter in counters)
    cells = "".join(f"{part:>{width}}" for part, width in zip(parts, (12, 10, 14), strict=True))
    share = f"{parts[-1] / whole:7.1%}" if whole else ""
    print(f"{name} {whole:>5}{cells}{share}")


def _store(ws: Workspace, row: Row, number: int) -> str:
    agent = AGENTS[number % len(AGENTS)]
    facts = Facts(type="observation", source="inference", agent=agent)
    try:
        return store_memory(ws, Draft(row.text, facts)).outcome
    except (RefusedError, SecretError):
        return "refused"


def _print_honest(ws: Workspace, honest: list[Row], seen: set[str]) -> None:
    read = order_vectors(ws, [row.text for row in honest])
    facts = Facts(type="observation", source="inference", agent=AGENTS[0])
    schema = schema_of(ws, facts)
    count: Counter[str] = Counter()
    by_rules: Counter[str] = Counter()
    by_all: Counter[str] = Counter()
    for row in honest:
        mark = "*" if row.source in seen else ""
        key = f"{mark}{row.family}"
        count[key] += 1
        by_rules[key] += suspect(row.text).score >= QUARANTINE_AT
        by_all[key] += suspect_facts(row.text, facts, schema, vectors=read).score >= QUARANTINE_AT
    print(f"\nhonest sentences quarantined{'':42}{'of':>5}{'by rules':>12}{'by all':>10}")
    for key in sorted(count):
        print(f"{key[:69]:69} {count[key]:>5}{by_rules[key]:>12}{by_all[key]:>10}")
    whole = sum(count.values())
    if whole:
        rules, every = sum(by_rules.values()), sum(by_all.values())
        print(f"{'all':69} {whole:>5}{rules:>12}{every:>10}{every / whole:8.2%}")
