"""Let a reader conclude something from a few memories, once a day; it waits in the inbox.

Off by default. Nobody said it: it is in no context, and no memory, before a person keeps it.
"""

import secrets
from collections.abc import Sequence
from datetime import date
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.models.readers import LanguageModel, Reader, WaitPulse
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.capture import Captured
from vaultwatch.memories.likeness import near_identical
from vaultwatch.notes.titles import title_of
from vaultwatch.reader.daydream import SCHEMA, Conclusion, conclusion_in, daydream_prompt
from vaultwatch.reader.pairs import MAX_BELIEF_CHARS, Pair, PairLine, visible
from vaultwatch.recall.signals import status_at
from vaultwatch.services.reader.running import ask_once, writing
from vaultwatch.services.reader.waiting import is_readable
from vaultwatch.services.recall.notes_against import lying_near
from vaultwatch.services.records.small_facts import DAYDREAMED
from vaultwatch.services.sessions.session_work import propose_captured
from vaultwatch.services.upkeep.saved import is_of_pile
from vaultwatch.services.workspace import Workspace

LEAST_MEMORIES: Final = 3
"""Fewer give nothing to conclude from. Chosen by hand."""
LOOKED_AT: Final = 30
"""Memories of which one is sought that may be shown."""


def is_daydream_due(ws: Workspace) -> bool:
    """Tell whether the settings want one and none was tried today; a clock set back brings none.

    As of a run: one that was days ahead ends nothing.
    """
    tried, wanted = DAYDREAMED.get(ws.ledger), ws.settings.reader
    is_wanted = wanted.daydream and wanted.is_asked_in_words
    days = (date.fromisoformat(tried) - ws.today).days if tried else -1
    return is_wanted and days not in {0, 1}


def daydream(ws: Workspace, reader: Reader, pulse: WaitPulse) -> bool:
    """Have a reader conclude something from memories that lie near each other; tell if it waits.

    The writer lock is taken here, never while it reads. Counts as a run of the reader.
    """
    if reader.model is None or not is_daydream_due(ws):
        return False
    rows = _drawn(ws)
    texts = [_text(row) for row in rows]
    if len(rows) < LEAST_MEMORIES:
        return False
    with writing(ws):
        DAYDREAMED.set(ws.ledger, ws.today.isoformat())  # first: a run that is killed was one
    prompt = daydream_prompt(texts, [f"=== {secrets.token_hex(16)} ===" for _ in texts])

    def ask(model: LanguageModel) -> tuple[Conclusion | None, float]:
        answer = model.answer(prompt, SCHEMA, pulse=pulse)
        return conclusion_in(answer.text, texts), answer.cost_usd

    found = ask_once(ws, reader, ask)
    if found is None or near_identical(found.text, [("", text) for text in texts]) is not None:
        return False
    with writing(ws):
        return _stand(ws, rows) and _propose(ws, reader.name, found, rows)


def _drawn(ws: Workspace) -> list[MemoryRow]:
    """Return a memory drawn at random and those that lie near it, as far as they may be shown.

    None of which anything is doubted.
    """
    doubted = {one.memory_id for one in ws.ledger.findings(statuses=LIVE)}
    now = ws.clock.now()

    def is_fit(row: MemoryRow) -> bool:
        holds = status_at(row.facts, now) == "active" and row.id not in doubted
        shown = Pair("", _text(row), (), (PairLine(1, ""),))
        is_short = len(shown.belief) <= MAX_BELIEF_CHARS
        return is_of_pile(ws, row) and holds and is_short and is_readable(shown)

    rows = ws.ledger.memories()
    for seed in secrets.SystemRandom().sample(rows, min(len(rows), LOOKED_AT)):
        if is_fit(seed):
            near = [row for row in lying_near(ws, seed.belief) if row.id != seed.id and is_fit(row)]
            return [seed, *near]
    return []


def _text(row: MemoryRow) -> str:
    """Return a memory's words as they are shown: in one line."""
    return visible(" ".join(row.belief.split()))


def _stand(ws: Workspace, rows: Sequence[MemoryRow]) -> bool:
    """Tell whether nothing changed while somebody read."""
    now = {row.id: row for row in ws.ledger.find_memories(ids=[row.id for row in rows])}
    return all(row.id in now and now[row.id] == row for row in rows)


def _propose(ws: Workspace, reader: str, found: Conclusion, rows: Sequence[MemoryRow]) -> bool:
    quoted = (f"{title_of(rows[place].path)}: {quote}" for place, quote in found.sources)
    word = Captured("inferred", found.text, " / ".join(quoted), None, is_everywhere=True)
    return bool(propose_captured(ws, [word], session="", project="", client=reader))
