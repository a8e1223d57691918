"""What must hold of real notes, whatever they say: edits elsewhere are quiet, a loss is told.

The notes are this repository's own, and a sample of ../shared/vaults where that stands. Memories
are the notes' own statements, word for word; comparisons go by words alone.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.system.random_edits import EDITS, Edit, blocks_of, chance, text_of
from tests.system.vaults import ROOT
from tests.unit.drift.statements import WRITTEN
from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.matters import says_done
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.asserted import find_supports, ranked
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.memories.record import memory_of
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.values.polarity import has_word, says_it_ended

ALWAYS = [
    "sample_vault/Areas/Studio.md",
    "sample_vault/Projects/Kiln rebuild.md",
    "sample_vault/Projects/Tidebook.md",
    "sample_vault/Projects/Winter market.md",
    "sample_vault/Reference/Werkstattordnung.md",
    "sample_vault/Recipes/Rye sourdough.md",
    "README.md",
    "docs/architecture.md",
    "docs/commands.md",
    "docs/drift.md",
    "docs/reader.md",
    "docs/service.md",
]
SHARED = ROOT.parent / "shared" / "vaults"
SAMPLED = 12
LEAST_BYTES = 1_000
"""Of a sampled note: shorter ones hold little beside the memory's own statement."""
MEMORIES = 3
EDITED = 5
"""Edited notes a memory."""
WORDS = range(7, 40)
"""Of a statement that makes a memory: shorter ones are labels, longer ones several facts."""
SAID = 0.6
"""Share of a memory's words, weighed, in one other statement of the note: from here on the note may
be taken to say it still, whatever was deleted (`Select the notes you want to publish`, beside the
same line for `update`). Below it none of 433 deletions was missed, above it 42 of 49."""


@dataclass(frozen=True)
class Held:
    """A memory and the note it is a statement of."""

    source: Statement
    belief: Belief
    baseline: Baseline
    text: str

    def judge(self, text: str) -> Comparison:
        return compare(self.belief, self.baseline, statements_of(text))


def statements_of(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Note.md"), text.encode()).statements


def notes() -> list[Path]:
    sampled: list[Path] = []
    if SHARED.is_dir():
        found = [path for path in sorted(SHARED.rglob("*.md")) if path.parent != SHARED]
        long = [path for path in found if path.stat().st_size >= LEAST_BYTES]
        sampled = chance("sample").sample(long, min(SAMPLED, len(long)))
    return [*(ROOT / name for name in ALWAYS), *sampled]


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")


@cache
def memories_of(path: Path) -> tuple[Held, ...]:
    """Make memories of some of a note's statements, each said once, none a mere pointer."""
    text = read(path)
    statements = statements_of(text)
    digests = [one.digest for one in statements]
    sources = [
        one
        for one in statements
        if one.kind in {"sentence", "list_item", "task"}
        and len(one.plain.split()) in WORDS
        and digests.count(one.digest) == 1
    ]
    chance(path.stem).shuffle(sources)
    held = (hold(path.stem, text, statements, one) for one in sources)
    fit = (one for one in held if not is_pointer(one.belief) and one.baseline.supports)
    return tuple(islice(fit, MEMORIES))


def hold(title: str, text: str, statements: Sequence[Statement], source: Statement) -> Held:
    body = f"{source.text} ([[{title}]])"
    memory = memory_of(parse_note(NotePath("Memories/One.md"), body.encode()), body)
    belief = Belief("mem_a", memory.plain, memory.belief_digest, WRITTEN, title, (), None)
    baseline = Baseline(
        memory_id="mem_a",
        note=NotePath(f"{title}.md"),
        origin="written",
        taken_at=WRITTEN,
        belief_digest=belief.digest,
        statements=tuple(statements),
        supports=find_supports(belief, statements),
        note_digest="n1",
    )
    return Held(source, belief, baseline, text)


def lines_of(statement: Statement) -> set[int]:
    return set(range(statement.first_line, statement.last_line + 1))


def support_lines(held: Held) -> set[int]:
    """Return the lines of all that the memory rests on."""
    supports = [held.baseline.statements[one.index] for one in held.baseline.supports]
    return lines_of(held.source).union(*map(lines_of, supports))


def without(held: Held, gone: set[int]) -> str:
    lines = enumerate(held.text.split("\n"), 1)
    return "\n".join(line for number, line in lines if number not in gone)


def still_said(held: Held, text: str) -> float:
    """Return the share of the memory's words that a single statement still says."""
    return max((share for share, _ in ranked(held.belief, statements_of(text))), default=0.0)


def stands_below_an_end(text: str) -> bool:
    """Tell whether a note's last headings speak of an end.

    What stands below `Done` or `Deprecated properties` now has ended. The rule that knows so takes
    the heading `Close tabs` for one too where a memory says `open`, if only `to open those tabs`.
    """
    titles = statements_of(text)[-1].section[-2:]
    return any(has_word(one, "done") or says_done(one) or says_it_ended(one) for one in titles)


def edited(held: Held, rnd: random.Random) -> tuple[str, list[str]]:
    """Edit a note elsewhere; return it, and what was done."""
    blocks = blocks_of(held.text, support_lines(held))
    chosen = rnd.sample(EDITS, rnd.randint(1, 4))
    for edit in chosen:
        for _ in range(rnd.choice((1, 3, 9))):
            blocks = edit(blocks, rnd)
    text, done = text_of(blocks), [edit.__name__ for edit in chosen]
    if rnd.random() < 0.25:
        return text.replace("\n", "\r\n"), [*done, "crlf"]
    return text, done


def told(held: Held, found: Comparison) -> str:
    return f"{held.belief.text!r} scored {found.score:.2f}: {found.change} {found.reasons}"


EVERY = [pytest.param(path, id=path.stem) for path in notes()]


@pytest.mark.parametrize("path", EVERY)
def test_the_blocks_of_a_note_say_what_the_note_says(path: Path) -> None:
    text = read(path)
    again = text_of(blocks_of(text, set()))
    assert [s.digest for s in statements_of(again)] == [s.digest for s in statements_of(text)]


@pytest.mark.parametrize("path", EVERY)
def test_edits_elsewhere_are_no_finding(path: Path) -> None:
    for number, held in enumerate(memories_of(path)):
        for turn in range(EDITED):
            text, done = edited(held, chance(path.stem, number, turn))
            found = held.judge(text)
            assert not found.drifted, f"turn {turn}, {done}: {told(held, found)}"


@pytest.mark.parametrize("path", EVERY)
def test_a_support_deleted_is_a_finding(path: Path) -> None:
    for held in memories_of(path):
        for text in (without(held, lines_of(held.source)), without(held, support_lines(held))):
            found = held.judge(text)
            if still_said(held, text) < SAID:
                assert found.drifted, told(held, found)


@pytest.mark.parametrize("path", EVERY)
def test_a_support_that_stands_again_elsewhere_takes_the_finding_away(path: Path) -> None:
    for held in memories_of(path):
        lines = held.text.split("\n")[held.source.first_line - 1 : held.source.last_line]
        text = "\n".join([without(held, lines_of(held.source)), "", *lines, ""])
        found = held.judge(text)
        if not stands_below_an_end(text):
            assert not found.drifted, told(held, found)


@pytest.mark.parametrize("path", EVERY)
def test_a_note_that_says_the_same_is_no_finding(path: Path) -> None:
    for held in memories_of(path):
        assert not held.judge(held.text).drifted


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_every_kind_of_edit_changes_notes(edit: Edit) -> None:
    whole = [blocks_of(read(path), set()) for path in notes()]
    changed = [edit(blocks, chance(place)) != blocks for place, blocks in enumerate(whole)]
    assert sum(changed) > len(whole) / 2


def test_hardly_a_memory_is_said_twice() -> None:
    held = [one for path in notes() for one in memories_of(path)]
    assert len(held) >= 2 * len(ALWAYS)
    twice = [one for one in held if still_said(one, without(one, support_lines(one))) >= SAID]
    assert len(twice) < len(held) / 8
