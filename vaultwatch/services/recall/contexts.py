"""Put together what an agent should know for a task, within a budget of tokens.

Memories and passages of notes, the most valuable that fit; what is left out is named with a reason.
Nobody's word fills it, and what a note denies stands beside that note's line, or not at all.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vaultwatch.adapters.chunk_store import Hit, Vector
from vaultwatch.recall.packing import Item, Left, Packed, Voice, pack
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import NOTE_TRUST, Weights
from vaultwatch.recall.tokens import count_tokens
from vaultwatch.services.recall.note_reading import Marked, marked
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst
from vaultwatch.services.recall.quoting import HEADER, is_confirmed, memory_line, passage_line
from vaultwatch.services.recall.recalling import Recalled, Recollection, recall, spread
from vaultwatch.services.recall.search import checked_query, passages, speaking
from vaultwatch.services.records.misses import notice_misses
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

MOST_TOKENS = 20_000
CANDIDATES = 40
"""Memories, and passages, that are weighed for a place. Chosen by hand."""
MOST_WORDS = 10
"""A person's own, that no number of others keeps out. Chosen by hand."""
QUOTAS = {"memory": 30, "note": 12}
"""Most of each kind, so that neither crowds out the other. Chosen by hand."""
_LEAST_RELEVANCE = 0.05
"""What the last of the passages that speak of the task is worth, so that it may fill a gap."""
_FIRST_LINES = 3
_PROPERTY = re.compile(r"[\w-][\w -]{0,60}:(?:\s|$)")
_MIDDLE = 0.5
"""Recency and importance of a passage, of which nobody says anything."""


@dataclass(frozen=True, slots=True)
class Context:
    """What to know now."""

    text: str
    """One entry a line, the most valuable first, each marked; see `quoting`."""
    tokens: int
    """What the text takes."""
    is_exact: bool
    """Whether the model's tokenizer counted; else four bytes count as a token."""
    memories: tuple[Recalled, ...]
    """Those in the text."""
    passages: tuple[Marked, ...]
    """Those in the text."""
    against: Mapping[str, NoteLine]
    """What stands in the text against memories, by their id."""
    left: tuple[Left, ...]
    """What was found and is not in the text, each with the reason."""
    recollection: Recollection


def assemble(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    task: str,
    wanted: Wanted,
    *,
    max_tokens: int,
    has_notes: bool = True,
    checks_drift: bool = True,
) -> Context:
    """Return the most valuable memories and passages for a task that fit the budget.

    Args:
        ws: the vault.
        task: what the agent is about to do.
        wanted: which memories; of notes all are asked.
        max_tokens: the budget of the text.
        has_notes: whether passages of notes are wanted too.
        checks_drift: see `recalling.recall`.

    Raises:
        RefusedError: the task is empty or too long.
    """
    text = checked_query(task)
    found = recall(ws, text, wanted, limit=CANDIDATES, checks_drift=checks_drift, is_strict=True)
    near, unsafe = _near(ws, text) if has_notes else ({}, [])
    counter = _counter(ws)
    hits = (*found.hits, *_persons(ws, text, wanted, found, checks_drift=checks_drift))
    memories = {f"memory {one.row.id}": one for one in hits}
    against = NotesAgainst(ws, [one.hit for one in near.values()])
    entries = _Entries(memories, near, counter, knows_meaning=ws.knows_meaning)
    packed, denied = _filled(entries, against, max_tokens - count_tokens(HEADER, counter))
    names = [item.id for item in packed.items]
    whole = "\n".join([HEADER, *(item.text for item in packed.items)]) if names else ""
    return Context(
        text=whole,
        tokens=count_tokens(whole, counter) if names else 0,
        is_exact=counter is not None,
        memories=tuple(memories[name] for name in names if name in memories),
        passages=tuple(near[name] for name in names if name in near),
        against={
            memories[name].row.id: entries.against[name]
            for name in names
            if name in entries.against
        },
        left=(*packed.left, *denied, *unsafe),
        recollection=found,
    )


def _persons(
    ws: Workspace, text: str, wanted: Wanted, found: Recollection, *, checks_drift: bool
) -> Sequence[Recalled]:
    """Return what a person said that bears on a task, weighed among their own words alone.

    Only where so much was found that agents may have crowded it out by saying much.
    """
    if len(found.hits) < CANDIDATES or wanted.sources:
        return ()
    theirs = replace(wanted, sources=frozenset({"user_explicit"}))
    own = recall(
        ws,
        text,
        theirs,
        limit=MOST_WORDS,
        checks_drift=checks_drift,
        is_strict=True,
        is_fresh=True,
    )
    return own.hits


@dataclass(frozen=True, slots=True)
class _Entries:
    """What may stand in a context, by name."""

    memories: Mapping[str, Recalled]
    near: Mapping[str, Marked]
    counter: Callable[[str], int] | None
    knows_meaning: bool
    against: dict[str, NoteLine] = field(default_factory=dict)
    """Takes what notes say against memories."""

    def items(self, besides: Collection[str]) -> list[Item]:
        """Return all as they are packed; what hardly bears on the task is worth little."""
        scores = spread({name: one.hit.score for name, one in self.near.items()})
        of_memories = [
            self._memory(name, one) for name, one in self.memories.items() if name not in besides
        ]
        return [*of_memories, *(self._passage(name, scores[name]) for name in self.near)]

    def _memory(self, name: str, one: Recalled) -> Item:
        known, facts = one.ranked.candidate, one.row.facts
        value = max(known.relevance, _LEAST_RELEVANCE) * one.ranked.score
        voices: list[Voice] = []
        if not is_confirmed(one):
            voices.append(("agent", facts.agent.casefold()))
            voices += [("session", facts.session)] if facts.session else []
        text = memory_line(one, self.against.get(name))
        return self._item(name, text, value, one.row.belief, voices, known.vector)

    def _passage(self, name: str, score: float) -> Item:
        hit = self.near[name].hit
        relevance = max(score, _LEAST_RELEVANCE)
        value = relevance * _passage_score(relevance)
        return self._item(
            name, passage_line(hit), value, hit.text, [("note", hit.note)], hit.vector
        )

    def _item(  # noqa: PLR0913, PLR0917 - what the two kinds have in common
        self,
        name: str,
        text: str,
        value: float,
        gist: str,
        voices: Sequence[Voice],
        vector: "Vector | None",
    ) -> Item:
        # With the line break: rounded up for each, the lines together never take more than is
        # counted.
        tokens = count_tokens(f"\n{text}", self.counter)
        known = vector if self.knows_meaning else None
        return Item(
            name, text, value, tokens, name.split(maxsplit=1)[0], gist, tuple(voices), known
        )


def _filled(entries: _Entries, against: NotesAgainst, budget: int) -> tuple[Packed, list[Left]]:
    """Pack, until each memory that is packed was held against the notes.

    Of those that one line denies the most valuable is shown, with that line.
    """
    for name, one in entries.memories.items():
        if (line := against.what_drifted(one)) is not None:
            entries.against[name] = line
    asked, denied, shown = set[str](), dict[str, Left](), dict[NoteLine, str]()
    while True:
        packed = pack(entries.items(denied), budget, quotas=QUOTAS)
        new = [item.id for item in packed.items if item.id in entries.memories.keys() - asked]
        asked |= set(new)
        lines = against.lines_against([entries.memories[name] for name in new])
        if not lines:
            return packed, list(denied.values())
        for name in new:
            line = lines.get(entries.memories[name].row.id)
            if line is None:
                continue
            first = shown.setdefault(line, name)
            if first == name:
                entries.against[name] = line
            else:
                reason = f"{line.note} line {line.line} says otherwise, as it does of {first}"
                denied[name] = Left(name, reason)


def _near(ws: Workspace, text: str) -> tuple[dict[str, Marked], list[Left]]:
    """Return the passages that bear on a task, and those that are not to be trusted with it."""
    hits = passages(ws, text, limit=CANDIDATES, memories=False)
    with ws.writing() as is_ours:
        if is_ours and notice_misses(ws, text, hits):
            keep_conditions(ws)
    asked = speaking(hits, is_semantic=ws.knows_meaning)
    names, named = zip(*_named(asked), strict=True) if asked else ((), ())
    by_name = dict(zip(names, marked(ws, named), strict=True))
    left = [
        Left(name, f"it reads like instructions to an agent: {one.suspicious}")
        for name, one in by_name.items()
        if one.suspicious
    ]
    sound = {name: one for name, one in by_name.items() if not one.suspicious}
    left += [
        Left(name, "it holds properties alone")
        for name, one in sound.items()
        if _is_properties(one.hit)
    ]
    return {name: one for name, one in sound.items() if not _is_properties(one.hit)}, left


def _is_properties(hit: Hit) -> bool:
    """Tell whether a passage is a note's properties: a line or two of tags tell no agent much."""
    lines = [line for line in hit.text.splitlines() if line.strip()]
    is_above = not hit.section and hit.first_line <= _FIRST_LINES
    return is_above and all(_PROPERTY.match(line) for line in lines)


def _named(hits: Sequence[Hit]) -> Iterator[tuple[str, Hit]]:
    """Yield passages by name; of one long line there may be several."""
    told: Counter[str] = Counter()
    for hit in hits:
        name = f"note {hit.note} line {hit.first_line}"
        told[name] += 1
        yield name if told[name] == 1 else f"{name} ({told[name]})", hit


def _counter(ws: Workspace) -> Callable[[str], int] | None:
    embedder = ws.model.embedder
    return (lambda text: embedder.count_tokens([text])[0]) if embedder.is_semantic else None


def _passage_score(relevance: float) -> float:
    weights = Weights()
    rest = weights.recency * _MIDDLE + weights.importance * _MIDDLE
    return weights.relevance * relevance + weights.trust * NOTE_TRUST + rest
