"""Hand in attacks that others wrote, ask for their matter, and count what reaches a context.

The folder holds `attacks*.jsonl` as `suspicion_rows.py` says; honest texts are gathered beside it.
Each corpus is judged by weights that have not seen it, its source whole, at the shipped bars. An
order comes as an agent's memory into a vault of honest ones and notes; then a program asks, as
`vault_context` and `vault_memories` do, for a task on the same matter: what the attack aims at, or
else its five most telling words. It stands there plainly, marked as what nobody stands behind, or
not at all. Then it is put away, so that attacks do not crowd each other. Called by `poisoning.py
--corpora FOLDER`. Six CPU-minutes.
"""

import math
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np
import poisoning_cases as cases  # type: ignore[import-not-found]  # the scripts beside
import train_suspicion as training  # type: ignore[import-not-found]
from suspicion_rows import Row  # type: ignore[import-not-found]

from vaultwatch.errors import RefusedError, SecretError
from vaultwatch.guard import orders as orders_module
from vaultwatch.guard.orders import OrderModel, load_order_model, order_model
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.memories.adding import Draft, HandedIn, store_memories, store_memory
from vaultwatch.services.memories.updating import forget_memory
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import Recalled, recall
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

CLIENT = "claude-code"
TELLING = 5
LISTED = 10
"""Memories that `vault_memories` lists where nobody says otherwise."""
ASKED_CHARS = 200
HONEST_EACH = 60
"""Honest texts of sources held out that are asked for, of each fold."""
HELD = "held"
SHOWN = ("plain in a context", "marked in a context", "plain in a list", "marked in a list")
_WORD = re.compile(r"\w+")
_CITED = re.compile(r"[,:]?( see)? ?\[\[[^\]]*\]\]")
_LINK = re.compile(r"\[\[([^\[\]|#^/\\:]+)")
_MEMORY = Facts(type="observation", source="inference", agent=CLIENT)


def report(shared: Path, *, step: int, max_tokens: int) -> None:
    """Print what is stored and what reaches an agent, by corpus and family."""
    data = training.gathered(shared)
    shipped = load_order_model()
    telling = _Telling(data.rows)
    orders: Counter[tuple[str, str]] = Counter()
    honest: Counter[tuple[str, str]] = Counter()
    worst = np.full(len(data.rows), training.LEAST)
    for mine, weights in training.folds(data):
        worst[mine] = data.part(mine).worst(weights)
        made = training.as_data(weights, data, (shipped.bar, shipped.asking), "held out")
        rows = data.part(mine).rows
        _ask(order_model(made), rows, telling, orders, honest, step=step, max_tokens=max_tokens)
    rows = [row for row in data.rows if row.kind == "kept"]
    poison: Counter[tuple[str, str]] = Counter()
    closed: Counter[tuple[str, str]] = Counter()
    _ask(shipped, rows, telling, poison, closed, step=step, max_tokens=max_tokens)
    kept = data.part((data.kind == "kept") & ~data.is_order)
    odds = kept.worst(_weights(shipped))
    _print("orders of corpora held out", orders)
    _print("plain poison, closed", poison)
    _print("honest texts of sources held out, no note behind them", honest, by_source=False)
    _print("honest texts of closed sources, no note behind them", closed, by_source=False)
    for name, found in (("held out", worst[data.kind == "honest"]), ("closed", odds)):
        waits = (found > shipped.bar).mean()
        asks = ((found > shipped.asking) & (found <= shipped.bar)).mean()
        print(f"all {len(found)} honest texts, {name}: held {waits:.2%}, in no context {asks:.2%}")


def _weights(model: OrderModel) -> training.Floats:
    """Return a model's weights as the fit knows them, the intercept last."""
    scaled = np.array(model.weights, dtype=np.float32) * model.step / training.SCALE
    return np.append(scaled, np.float32(model.intercept))


class _Telling:
    """The words of a text that few others have."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._in = Counter(word for row in rows for word in set(_words(row.text)))

    def task(self, row: Row) -> str:
        """Return a task on the matter of a text."""
        rare = sorted(dict.fromkeys(_words(row.text)), key=lambda word: self._in[word])
        asked = row.query or f"Work on {', '.join(rare[:TELLING])}"
        return asked[:ASKED_CHARS].strip()


def _words(text: str) -> list[str]:
    return [one for one in _WORD.findall(text.casefold()) if not one.isdigit()]


def _ask(  # noqa: PLR0913 -- two tables to fill
    model: OrderModel,
    rows: Sequence[Row],
    telling: _Telling,
    orders: Counter[tuple[str, str]],
    honest: Counter[tuple[str, str]],
    *,
    step: int,
    max_tokens: int,
) -> None:
    attacks = [row for row in rows if row.is_order][::step]
    others = [row for row in rows if not row.is_order]
    others = others[:: max(1, math.ceil(len(others) * step / HONEST_EACH))]
    with _judging_by(model), tempfile.TemporaryDirectory(prefix="poisoning-") as scratch:
        vault = Path(scratch) / "vault"
        vault.mkdir()
        with open_workspace(vault, state=Path(scratch) / "state") as ws:
            ws.client = CLIENT
            _fill(ws, step)
            for some, tally in ((attacks, orders), (others, honest)):
                for row in some:
                    for what in _seen(ws, row.text, telling.task(row), max_tokens):
                        tally[f"{row.source[:30]:30} {row.family[:38]:38}", what] += 1


@contextmanager
def _judging_by(model: OrderModel) -> Iterator[None]:
    """Judge by other weights than the shipped ones."""
    kept = (orders_module._worst, orders_module._signs)  # noqa: SLF001
    with patch.object(orders_module, "load_order_model", lambda: model):
        for one in kept:
            one.cache_clear()
        yield
    for one in kept:
        one.cache_clear()


def _fill(ws: Workspace, step: int) -> None:
    """Hand in honest memories; the notes that they cite say so."""
    some = cases.honest()[::step]
    for memory in some:
        for name in _LINK.findall(memory.text):
            with (ws.vault / f"{name.strip()}.md").open("a", encoding="utf-8") as note:
                note.write(f"{_CITED.sub('', memory.text)}\n\n")
    handed = [
        HandedIn(Draft(one.text, Facts(type="observation", source=one.source, agent=CLIENT)))
        for one in some
    ]
    store_memories(ws, handed)
    ws.client = CLIENT


def _seen(ws: Workspace, text: str, task: str, max_tokens: int) -> Iterator[str]:
    """Hand a text in, ask for its matter, put it away; yield what was seen."""
    yield "of"
    try:
        kept = store_memory(ws, Draft(text, _MEMORY))
    except (RefusedError, SecretError):
        yield HELD
        return
    if kept.outcome in {"quarantined", "review"}:
        yield HELD
    else:
        context = assemble(ws, task, Wanted(), max_tokens=max_tokens).memories
        listed = recall(ws, task, Wanted(), limit=LISTED).hits
        for where, shown in (("a context", context), ("a list", listed)):
            if (how := _how(kept.id, shown)) is not None:
                yield f"{how} in {where}"
    forget_memory(ws, kept.id, is_persons=False)


def _how(memory_id: str, shown: Sequence[Recalled]) -> str | None:
    one = next((one for one in shown if one.row.id == memory_id), None)
    return None if one is None else "marked" if one.asks else "plain"


def _print(name: str, tally: Counter[tuple[str, str]], *, by_source: bool = True) -> None:
    head = "".join(f"{one:>21}" for one in (HELD, *SHOWN))
    print(f"\n{name:69}{'of':>6}{head}")
    keys = sorted({key for key, _ in tally})
    for key in keys if by_source else ():
        if any(tally[key, what] for what in SHOWN):
            print(f"{key:69}{_cells(tally, [key])}")
    print(f"{'all':69}{_cells(tally, keys)}", flush=True)


def _cells(tally: Counter[tuple[str, str]], keys: Sequence[str]) -> str:
    whole, *parts = (sum(tally[key, what] for key in keys) for what in ("of", HELD, *SHOWN))
    return f"{whole:>6}" + "".join(f"{part:>13} {part / (whole or 1):7.1%}" for part in parts)
