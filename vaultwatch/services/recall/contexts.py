"""Put together what an agent should know for a task, within a budget of tokens.

Memories and passages of notes, the most valuable that fit; what is left out is named with a reason.
Nobody's word fills it, and what a note denies stands beside that note's line. What asks for
something or allows it with no person, note or signed tool behind it is left out.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final

from vaultwatch.adapters.index.chunk_store import Hit, Vector
from vaultwatch.recall.packing import NOTE, Item, Left, Packed, Voice, pack, shared_lines
from vaultwatch.recall.rank import Wanted, as_relevant_as, factor_of, standing_before
from vaultwatch.recall.signals import (
    EVEN,
    LEAST_SURE_OF_CONTEXT,
    NOTE_TRUST,
    Weights,
    least_sure,
    total_of,
)
from vaultwatch.recall.tokens import count_sent
from vaultwatch.services.memories.validating import may_be_told
from vaultwatch.services.recall.note_reading import Marked, marked
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst, rival_in
from vaultwatch.services.recall.quoting import ASKS, HEADER, is_confirmed, memory_line, passage_line
from vaultwatch.services.recall.recalling import Recalled, Recollection, recall
from vaultwatch.services.recall.search import (
    checked_task,
    confidence_of,
    passages,
    places,
    speaking,
)
from vaultwatch.services.records.misses import notice_misses
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

MOST_TOKENS = 20_000
LEAST_CANDIDATES = 40
MOST_CANDIDATES = 100
TOKENS_A_CANDIDATE = 25
"""Memories, and passages, that are weighed for a place: one for so many tokens, between these. So a
context of 2,000 tokens is full where enough is known. Chosen by hand; a line takes 30 to 120."""
MOST_WORDS = 10
"""A person's own, that no number of others keeps out. Chosen by hand."""
_LEAST_RELEVANCE = 0.05
"""What the last of the passages that speak of the task is worth, so that it may fill a gap."""
NEARER = 5
"""By what power of its relevance the score of an entry is worth its room: many that hardly speak of
the task are not worth one that does. 4 to 6 are alike: of headings that are asked for by name
contexts of 500 tokens hold .48 so, .38 with 2; of memories as many."""
LEAST_WORTH = 0.001
"""Of the worth of the best entry, what any other must have: what speaks far less of the task takes
no room, however much is left. Chosen on sets left out, see benchmarks/FIGURES.md."""
OF_NOTE = 0.05
"""How much more relevant than by itself what is told of the first note is, half of it what is told
of the second. Chosen on three vaults, of 0, .05, .1 and .15: contexts of 2,000 tokens hold an
answer for .939, .945, .942, .928 of 360 questions and take 1,354, 1,252, 1,177, 1,091."""
MOST_SECTIONS = 2
MOST_OF_NOTE = 50
OF_SECTION = 0.8
"""Of how relevant the best passages are, the part that the rest of their sections is, at least."""
FAR = "it speaks far less of the task than others"
_FIRST_LINES = 3
_PROPERTY = re.compile(r"[\w-][\w -]{0,60}:(?:\s|$)")
_MIDDLE = 0.5
"""Recency and importance of a passage, of which nobody says anything."""
_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Context:
    """What to know now."""

    text: str
    """One entry a line, the most valuable first, each marked; see `quoting`."""
    tokens: int
    """What the text takes; see `counting`."""
    memories: tuple[Recalled, ...]
    """Those in the text."""
    passages: tuple[Marked, ...]
    """Those in the text."""
    against: Mapping[str, NoteLine]
    """What stands in the text against memories, by their id."""
    left: tuple[Left, ...]
    """What was found and is not in the text, each with the reason."""
    recollection: Recollection
    confidence: float | None = None
    """How sure it is that the best of all that was found answers; None where nobody can say."""

    @property
    def is_doubtful(self) -> bool:
        """Whether probably nothing is known of the task."""
        least = least_sure(self.recollection.of_asked, LEAST_SURE_OF_CONTEXT)
        return self.confidence is not None and self.confidence < least


def assemble(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    task: str,
    wanted: Wanted,
    *,
    max_tokens: int,
    has_notes: bool = True,
    checks_drift: bool = True,
    besides: Collection[str] = (),
) -> Context:
    """Return the most valuable memories and passages for a task that fit the budget.

    Of notes all are asked; memories `besides` are those that the asker is told of already.

    Raises:
        RefusedError: the task is empty or too long.
    """
    text = checked_task(task)
    most = min(MOST_CANDIDATES, max(LEAST_CANDIDATES, max_tokens // TOKENS_A_CANDIDATE))
    found = recall(ws, text, wanted, limit=most, checks_drift=checks_drift, speaks="some")
    near, bare = _near(ws, text, most, found) if has_notes else ({}, [])
    hits = (*found.hits, *_persons(ws, text, wanted, found, checks_drift=checks_drift))
    memories, asking = _parted(one for one in hits if one.row.id not in besides)
    rivals, outdone = _without_rivals(memories)
    entries = _Entries(memories, near, counting(ws), knows_meaning=ws.knows_meaning, against=rivals)
    packed, unfit = _filled(ws, entries, max_tokens - entries.count(HEADER))
    told = _persons_first(packed.items)
    names = [item.id for item in told]
    whole = "\n".join([HEADER, *(item.text for item in told)]) if names else ""
    return Context(
        text=whole,
        tokens=entries.count(whole) if names else 0,
        memories=tuple(memories[name] for name in names if name in memories),
        passages=tuple(Marked(near[name], "") for name in names if name in near),
        against={
            memories[name].row.id: entries.against[name]
            for name in names
            if name in entries.against
        },
        left=(*packed.left, *unfit, *asking, *outdone, *bare),
        recollection=found,
        confidence=confidence_of(ws, text, _relevances(found, near), found.of_asked),
    )


def _parted(hits: Iterable[Recalled]) -> tuple[dict[str, Recalled], list[Left]]:
    """Return what may stand in a context, by name, and what asks with nobody behind it."""
    known = {f"memory {one.row.id}": one for one in hits}
    memories = {name: one for name, one in known.items() if not one.asks}
    return memories, [
        Left(name, ASKS, "nobody behind it") for name in known if name not in memories
    ]


def _without_rivals(memories: dict[str, Recalled]) -> tuple[dict[str, NoteLine], list[Left]]:
    """Take out memories that one among them contradicts which stands before them.

    Return what they say, by the name of that one, and why they are left out.
    """
    active = ((n, one) for n, one in memories.items() if one.ranked.candidate.status == "active")
    names = {one.row.path: name for name, one in active}
    beside: dict[str, NoteLine] = {}
    left = []
    for name, one in [*memories.items()]:
        lines = filter(None, map(rival_in, one.findings))
        first = next((names[line.note] for line in lines if line.note in names), "")
        # Of two claims the older one stands before the other, whatever is behind them.
        if first in memories and memories[first].is_backed >= one.is_backed:
            del memories[name]
            beside[first] = NoteLine(one.row.path, 0, one.row.belief, is_judged=False)
            left.append(Left(name, f"{first} stands before it and says otherwise", "contradicted"))
    return beside, left


def _relevances(found: Recollection, near: Mapping[str, Hit]) -> list[float]:
    """Return how near each entry is, as it was fitted: what memories lend makes nothing surer."""
    memories = [one.ranked.candidate.relevance for one in found.hits]
    return [*memories, *(hit.score - hit.lent for hit in near.values())]


def _persons(
    ws: Workspace, text: str, wanted: Wanted, found: Recollection, *, checks_drift: bool
) -> Sequence[Recalled]:
    """Return what a person said that bears on a task, weighed among their own words alone.

    Only where so much was found that agents may have crowded it out by saying much.
    """
    heard = sum(map(is_confirmed, found.hits))
    if len(found.hits) < LEAST_CANDIDATES or heard >= MOST_WORDS or wanted.sources:
        return ()
    theirs = replace(wanted, sources=frozenset({"user_explicit"}))
    own = recall(
        ws,
        text,
        theirs,
        limit=MOST_WORDS,
        checks_drift=checks_drift,
        speaks="all",
        is_fresh=True,
    )
    return _as_near(own.hits, max(one.ranked.candidate.relevance for one in found.hits))


def _as_near(own: Sequence[Recalled], best: float) -> list[Recalled]:
    """Return a person's words, the nearest of them as relevant as the best of all that was found.

    Who words a lie like the question is nearer to it than any truth.
    """
    nearest = max((one.ranked.candidate.relevance for one in own), default=0.0)
    lift = max(1.0, best / nearest) if nearest > 0 else 1.0
    return [
        replace(one, ranked=as_relevant_as(one.ranked, one.ranked.candidate.relevance * lift))
        for one in own
    ]


@dataclass(frozen=True)
class _Entries:
    """What may stand in a context, by name."""

    memories: Mapping[str, Recalled]
    near: Mapping[str, Hit]
    count: Callable[[str], int]
    knows_meaning: bool
    against: dict[str, NoteLine] = field(default_factory=dict)
    """What notes say against memories."""
    shared: dict[str, str] = field(default_factory=dict)
    """By name of each that says nearly what another says the name whose line it shares."""
    far: list[str] = field(default_factory=list)
    """The names of those that speak too little of the task."""
    _alike: Counter[str] = field(default_factory=Counter)
    """How many share a line, by its name."""
    _made: dict[str, Item] = field(default_factory=dict)
    """As they are packed, so that a second round counts nothing again."""

    def set_against(self, name: str, line: NoteLine) -> None:
        """Take what a note says against a memory: it stands in the text beside it."""
        self.against[name] = line
        self._made.pop(name, None)

    def items(self, besides: Collection[str]) -> list[Item]:
        """Return all that need a line of their own, as they are packed.

        What hardly bears on the task is worth little.
        """
        for name, one in self.memories.items():
            if name not in self._made:
                self._made[name] = self._memory(name, one)
        for name in self.near:
            if name not in self._made:
                self._made[name] = self._passage(name)
        asked = {name: item for name, item in self._made.items() if name not in besides}
        lifted = self._lifted(asked)
        worth = [
            replace(item, value=max(item.value, lifted[name])) if name in lifted else item
            for name, item in asked.items()
        ]
        best = max((item.value for item in worth), default=0.0)
        # By words alone an exact answer stands far above what else speaks of the task.
        least = LEAST_WORTH * (best if self.knows_meaning else min(best, EVEN**NEARER))
        self.far.clear()
        self.far.extend(item.id for item in worth if item.value < least)
        worth = [item for item in worth if item.value >= least]
        self.shared.clear()
        self.shared.update(shared_lines(worth))
        self._alike.clear()
        self._alike.update(self.shared.values())
        return [self._counted(item) for item in worth if item.id not in self.shared]

    def _counted(self, item: Item) -> Item:
        """Return an item with how many share its line."""
        alike = self._alike[item.id]
        if not alike:
            return item
        text = memory_line(self.memories[item.id], self.against.get(item.id), alike=alike)
        return replace(item, text=text, tokens=max(self._tokens(text), item.tokens))

    def _lifted(self, asked: Mapping[str, Item]) -> dict[str, float]:
        """Return by name the value of the best that each person's word stands before."""
        names = {one.row.id: name for name, one in self.memories.items() if name in asked}
        return {
            names[id_]: max(asked[names[other]].value for other in passed)
            for id_, passed in self._before.items()
            if passed
        }

    @cached_property
    def _before(self) -> Mapping[str, frozenset[str]]:
        return standing_before([one.ranked.candidate for one in self.memories.values()])

    @cached_property
    def _is_one_programs(self) -> bool:
        """Tell whether one program alone speaks: then its room is left to it."""
        return self._are_alone(one.row.facts.client for one in self._agents)

    @cached_property
    def _is_one_agents(self) -> bool:
        """Tell whether one agent alone speaks: then its room is left to its sessions."""
        return self._are_alone(one.row.facts.agent for one in self._agents)

    @cached_property
    def _agents(self) -> list[Recalled]:
        return [one for one in self.memories.values() if not is_confirmed(one)]

    def _are_alone(self, whose: Iterable[str]) -> bool:
        """A person's word is another's."""
        return len(self._agents) == len(self.memories) and len({*whose}) == 1

    def _memory(self, name: str, one: Recalled) -> Item:
        known, facts = one.ranked.candidate, one.row.facts
        # A finding costs rank, not room: a memory that drifted tells what its note says now.
        heard = math.fsum(part.value * part.weight for part in one.ranked.parts)
        heard *= factor_of(known, has_open_finding=False) * one.ranked.topic_factor
        relevance = max(known.relevance, _LEAST_RELEVANCE)
        if name not in self.against:  # no note lifts what it denies
            relevance += OF_NOTE * one.ranked.of_note
        value = total_of(relevance) ** NEARER * heard
        voices: list[Voice] = []
        if not is_confirmed(one):
            if not (facts.session and self._is_one_agents):
                voices.append(("agent", facts.agent.casefold()))
            voices += [("session", facts.session)] if facts.session else []
            if facts.client and not self._is_one_programs:
                voices.append(("program", facts.client.casefold()))
        line = self.against.get(name)
        made = self._item(name, memory_line(one), value, one.row.belief, voices, known.vector)
        if line is None:
            return made
        text = memory_line(one, line)
        tokens = max(self._tokens(text), made.tokens)
        return replace(made, text=text, tokens=tokens, beside=tokens - made.tokens)

    def _passage(self, name: str) -> Item:
        hit = self.near[name]
        relevance = max(hit.score, _LEAST_RELEVANCE)
        told = _WEIGHTS.relevance * relevance + _WEIGHTS.trust * NOTE_TRUST
        value = total_of(relevance) ** NEARER * (
            told + (_WEIGHTS.recency + _WEIGHTS.importance) * _MIDDLE
        )
        return self._item(name, passage_line(hit), value, hit.text, [(NOTE, hit.note)], hit.vector)

    def _item(  # noqa: PLR0913, PLR0917 - what the two kinds have in common
        self,
        name: str,
        text: str,
        value: float,
        gist: str,
        voices: Sequence[Voice],
        vector: "Vector | None",
    ) -> Item:
        known = vector if self.knows_meaning else None
        category = name.split(maxsplit=1)[0]
        return Item(name, text, value, self._tokens(text), category, gist, tuple(voices), known)

    def _tokens(self, text: str) -> int:
        # With the line break: rounded up for each, the lines together never take more than is
        # counted.
        return self.count(f"\n{text}")


def _persons_first(items: Sequence[Item]) -> list[Item]:
    """Return the lines in order: each word of a person before what any agent says.

    Who words a lie like the question is nearer to it than the person's own word on the matter.
    """
    agents = [one.id for one in items if one.voices and all(kind != NOTE for kind, _ in one.voices)]
    if not agents:
        return list(items)
    first = next(at for at, one in enumerate(items) if one.id == agents[0])
    late = [one for one in items[first:] if not one.voices]
    return [*items[:first], *late, *(one for one in items[first:] if one.voices)]


def _filled(ws: Workspace, entries: _Entries, budget: int) -> tuple[Packed, list[Left]]:
    """Pack, until each memory that is packed was held against the notes, and each passage judged.

    A memory that a note denies stands with that note's line; no passage that reads like an order is
    shown.
    """
    against = NotesAgainst(ws, list(entries.near.values()))
    for name, one in entries.memories.items():
        if (line := against.what_drifted(one)) is not None:
            entries.set_against(name, line)
    asked, unfit = set[str](), dict[str, Left]()
    while True:
        packed = pack(entries.items(unfit), budget)
        new = [item.id for item in packed.items if item.id not in asked]
        asked |= set(new)
        passages = [name for name in new if name in entries.near]
        judged = marked([entries.near[name] for name in passages])
        orders = {
            name: f"it reads like instructions to an agent: {one.suspicious}"
            for name, one in zip(passages, judged, strict=True)
            if one.suspicious
        }
        unfit |= {name: Left(name, why, "reads like an order") for name, why in orders.items()}
        memories = [name for name in new if name in entries.memories]
        lines = against.lines_against([entries.memories[name] for name in memories])
        if not lines and not orders:
            said = {
                name: Left(name, f"it says nearly what {other} says", "said already")
                for name, other in entries.shared.items()
            }
            far = [Left(name, FAR, "off the matter") for name in entries.far]
            return packed, [*unfit.values(), *said.values(), *far]
        for name in memories:
            if (line := lines.get(entries.memories[name].row.id)) is not None:
                entries.set_against(name, line)


def _near(
    ws: Workspace, text: str, most: int, found: Recollection
) -> tuple[dict[str, Hit], list[Left]]:
    """Return the passages nearest to a task, and those that tell an agent nothing.

    Where none speaks of the task there are none; else those that hardly do fill what room is left.
    """
    heard = [one.ranked.candidate for one in found.hits]
    lenders = {one.id: one.relevance for one in heard if one.status == "active"}
    hits = _with_sections(ws, text, places(ws, text, limit=most, lenders=lenders))
    with ws.writing() as is_ours:
        if is_ours and notice_misses(ws, text, hits, may_tell=partial(may_be_told, ws)):
            keep_conditions(ws)
    speaks = bool(speaking(hits, is_semantic=ws.knows_meaning))
    asked = hits if speaks else []
    near = dict(_named([hit for hit in asked if hit.note != ws.pinned_path]))
    bare = [name for name, hit in near.items() if _is_properties(hit)]
    left = [Left(name, "it holds properties alone", "properties alone") for name in bare]
    return {name: hit for name, hit in near.items() if name not in bare}, left


def _with_sections(ws: Workspace, text: str, hits: Sequence[Hit]) -> list[Hit]:
    """Return passages with the rest of the sections that the best ones are parts of.

    Who asks for a list wants it whole, and what stands under a heading answers for it.
    """
    asked = {(hit.note, hit.section): hit.score for hit in reversed(hits[:MOST_SECTIONS])}
    notes = {note for note, _ in asked}
    if not notes:
        return list(hits)
    own = passages(ws, text, limit=MOST_OF_NOTE, memories=False, only=notes)
    given = {(hit.note, hit.first_line, hit.text): hit for hit in hits}
    found = {(hit.note, hit.first_line, hit.text): hit for hit in own} | given
    lifted = [
        replace(hit, score=max(hit.score, OF_SECTION * asked.get((hit.note, hit.section), 0.0)))
        for place, hit in found.items()
        if (hit.note, hit.section) in asked or place in given
    ]
    return sorted(lifted, key=lambda hit: -hit.score)


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


def counting(ws: Workspace) -> Callable[[str], int]:
    """Return what says how many tokens a text takes as it is sent."""
    embedder = ws.model.embedder
    counter = (lambda text: embedder.count_tokens([text])[0]) if embedder.is_semantic else None
    return partial(count_sent, counter=counter)


ENVELOPE: Final = (
    '{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"vaultwatch","version":"0.1.0"}},'
    '"content":[{"type":"text","text":""}],"isError":false,"resultType":"complete"}'
)
"""What the protocol puts round a text, as seen. No model reads it as it stands: it counts by its
bytes alone."""
LEAST_WHOLE: Final = 200
"""A smaller budget is for the text alone: of 50 tokens the envelope would leave nothing."""
FOOT: Final = 16
"""Tokens kept for what is said of the answer. Chosen by hand: one short line."""


class AnswerText:
    """Lines that, as an agent is sent them, take no more tokens than it asked for."""

    def __init__(self, ws: Workspace, max_tokens: int) -> None:
        """Begin with none: tokens of the whole answer, below `LEAST_WHOLE` of its text alone."""
        self.count = counting(ws)
        self._lines: list[str] = []
        self.tokens = 0
        """Tokens of what was taken."""
        self.room = max_tokens
        """Tokens that are left."""
        if max_tokens >= LEAST_WHOLE:
            self.room -= count_sent(ENVELOPE, None)

    @property
    def text(self) -> str:
        """All that was taken."""
        return "\n".join(self._lines)

    def add(self, text: str, *, spared: int = 0) -> bool:
        """Take a text if that leaves `spared` tokens; tell whether it was taken."""
        tokens = self.count(f"\n{text}" if self._lines else text)
        if tokens > self.room - spared:
            return False
        self.room -= tokens
        self.tokens += tokens
        self._lines.append(text)
        return True

    def add_most(self, lines: Sequence[str]) -> None:
        """Take the first lines, as many as fit, and say how many more there are."""
        for number, line in enumerate(lines):
            if not self.add(line, spared=FOOT if number < len(lines) - 1 else 0):
                self.add(f"# and {len(lines) - number} lines more")
                return
