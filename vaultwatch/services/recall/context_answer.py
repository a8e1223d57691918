"""Tell an agent what to know for a task, in one text that never takes more than it asked for.

What is pinned comes first, then procedures that fit, then what `contexts` packed; behind it, on
lines that begin with `#`, what the asker should know of the answer: a notice, why things stand
where they stand, what was left out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from vaultwatch.recall.confidence import LEAST_SURE
from vaultwatch.recall.packing import Left
from vaultwatch.recall.pinning import pinned_share
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.escape import flat
from vaultwatch.services.reader.in_session import count_waiting
from vaultwatch.services.recall.also_linked import also_linked
from vaultwatch.services.recall.answer_text import FOOT, AnswerText
from vaultwatch.services.recall.contexts import Context, assemble, counting
from vaultwatch.services.recall.pinned import pinned_lines
from vaultwatch.services.recall.procedures import PARTS, procedure_ids, procedures_for
from vaultwatch.services.recall.quoting import HEADER, finding_line, linked_lines
from vaultwatch.services.recall.recalling import Recalled
from vaultwatch.services.records.use import note_use
from vaultwatch.services.workspace import Workspace

NOTHING = "Nothing is known about this."
NOTHING_FITS = "Nothing that is known fits into so few tokens."
DOUBTFUL = "probably nothing is known of this"
NOT_FRESH = "Not all of this is fresh: see vault_status."


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of one context."""

    max_tokens: int
    """Of the whole answer, see `answer_text.LEAST_WHOLE`."""
    goal: str = ""
    """In place of the goal in the pinned note."""
    has_notes: bool = True
    """Whether passages of notes are wanted too."""
    has_findings: bool = False
    """Whether what is wrong with a memory is told with its finding's id."""
    is_explained: bool = False
    """Whether each place is explained, and all that was left out is listed."""


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """What to know, as it is sent."""

    text: str
    left: tuple[Left, ...] = ()
    """What bears on the task and is not in it."""
    notice: str = ""


def context_answer(ws: Workspace, task: str, wanted: Wanted, asking: Asking) -> ContextAnswer:
    """Return what to know for a task, what is pinned first.

    Args:
        ws: the vault.
        task: what the agent is about to do; empty for what is pinned alone.
        wanted: which memories.
        asking: how much, and what of it.

    Raises:
        RefusedError: the task is too long.
    """
    answer = AnswerText(counting(ws), asking.max_tokens)
    pinned = _Pinned(ws, answer, asking)
    offered = _Offered(ws, answer, task, asking, pinned.memories)
    made = None
    if task.strip():
        room = answer.room - FOOT - pinned.tokens - offered.tokens
        told = pinned.memories | procedure_ids(ws)
        made = assemble(ws, task, wanted, max_tokens=room, has_notes=asking.has_notes, besides=told)
    header = answer.count(HEADER)
    taken = offered.tokens + max(made.tokens if made is not None else 0, header)
    pinned.fill(answer.room - FOOT - taken)
    body = made.text.split("\n", 1)[1] if made is not None and made.text else ""
    lines = [*pinned.lines, *offered.lines, *([body] if body else [])]
    if lines:
        answer.add("\n".join([HEADER, *lines]))
    else:
        answer.add(NOTHING_FITS if pinned.left or (made and made.left) else NOTHING)
    _foot(answer, made, pinned.left, asking)
    if made is None:
        return ContextAnswer(answer.text)
    if count := count_waiting(ws):
        answer.add(f"# {count} in doubt, to be read: vault_doubts()")
    handed = [one.row.id for one in made.memories]
    linked = also_linked(ws, task, wanted, made.memories, pinned.memories)
    if linked is not None and answer.add(linked_lines(linked)):
        handed.append(linked.memory.row.id)
    note_use(ws, task, handed, tokens=answer.tokens)
    return ContextAnswer(answer.text, made.left, made.recollection.notice)


def _foot(answer: AnswerText, made: Context | None, left: int, asking: Asking) -> None:
    """Add what is said of the answer."""
    notice = made.recollection.notice if made is not None else ""
    if notice and not answer.add(f"# {flat(notice)}"):
        answer.add(f"# {NOT_FRESH}")
    if made is not None and made.text and made.confidence is not None:
        if made.confidence < LEAST_SURE:
            answer.add(f"# {DOUBTFUL}: {made.confidence:.2f}")
        elif asking.is_explained:
            answer.add(f"# confidence {made.confidence:.2f}")
    asides = [*(_findings(made) if made is not None and asking.has_findings else ())]
    if made is not None and asking.is_explained:
        asides += _why(made)
    answer.add_most(asides)
    counts = Counter({"pinned": left} if left else {})
    if made is not None and not asking.is_explained:
        counts.update(one.kind for one in made.left)
    if counts:
        told = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        if not answer.add(f"# left out: {told}"):
            answer.add(f"# left out: {counts.total()}")


class _Offered:
    """Procedures that fit: each whole, or one line that names it."""

    def __init__(
        self,
        ws: Workspace,
        answer: AnswerText,
        task: str,
        asking: Asking,
        besides: frozenset[str],
    ) -> None:
        self.lines: list[str] = []
        self.tokens = 0
        room = answer.room // PARTS
        for one in procedures_for(ws, task, asking.goal, besides):
            for text in (one.text, one.pointer):
                tokens = answer.count(f"\n{text}")
                if self.tokens + tokens <= room:
                    self.lines.append(text)
                    self.tokens += tokens
                    break


class _Pinned:
    """What is pinned, as much of it as has room: its share first, then what others leave."""

    def __init__(self, ws: Workspace, answer: AnswerText, asking: Asking) -> None:
        self._count = answer.count
        goal = flat(asking.goal)
        lines = pinned_lines(ws, has_goal=bool(goal))
        self._lines = [(one.text, one.memory) for one in lines]
        if goal:
            self._lines.insert(0, (f"# goal: {goal}", ""))
        self._taken: set[int] = set()
        self.tokens = 0
        if self._lines:
            self.fill(pinned_share(answer.room, ws.settings.memories.pinned_tokens))

    def fill(self, room: int) -> None:
        """Take the first lines that fit into so many tokens, those taken before among them."""
        for number, (text, _) in enumerate(self._lines):
            tokens = self._count(f"\n{text}")
            if number not in self._taken and self.tokens + tokens <= room:
                self._taken.add(number)
                self.tokens += tokens

    @property
    def lines(self) -> list[str]:
        return [text for number, (text, _) in enumerate(self._lines) if number in self._taken]

    @property
    def left(self) -> int:
        return len(self._lines) - len(self._taken)

    @property
    def memories(self) -> frozenset[str]:
        return frozenset(
            memory for n, (_, memory) in enumerate(self._lines) if memory and n in self._taken
        )


def _findings(made: Context) -> Iterator[str]:
    for one in made.memories:
        yield from map(finding_line, one.findings)


def _why(made: Context) -> Iterator[str]:
    for one in made.memories:
        yield flat(f"# {one.row.id}: {place_of(one)}; {' '.join(one.grounds.story)}")
    left = [(one.id, one.reason) for one in made.left]
    excluded = [(f"memory {one.id}", one.reason) for one in made.recollection.excluded]
    for id_, reason in (*left, *excluded):
        yield flat(f"# left out {id_}: {reason}")


def place_of(one: Recalled) -> str:
    """Return what a memory's score is made of, in one line."""
    parts = ", ".join(f"{p.name} {p.value:.2f} x {p.weight:.2f}" for p in one.ranked.parts)
    factor = one.ranked.status_factor * one.ranked.topic_factor
    return f"{one.ranked.shown_score:.2f} = {parts}; factor {factor:.2f}"
