"""Which memories make a digest, a line of a note, or a line of the core summary."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from vaultwatch.memories.facts import Facts
from vaultwatch.upkeep.gathering import (
    LEAST_CORE,
    LEAST_HELPED,
    MOST_CORE,
    UNUSED_DAYS,
    compressed,
    core,
    promoted,
)
from vaultwatch.upkeep.meeting import MOST_CHARS
from vaultwatch.upkeep.proposals import PiledMemory

TODAY = date(2026, 11, 28)
LONG_AGO = TODAY - timedelta(days=UNUSED_DAYS)


def one(number: int, **more: Any) -> PiledMemory:  # noqa: ANN401 -- any other field
    given = {"cited": ("Kiln.md",), "standing": "silent", "path": f"Memories/m{number:02}.md"}
    facts = more.pop("facts", Facts())
    belief = more.pop("belief", f"Shelf {number} of the kiln is cracked.")
    since = more.pop("since", LONG_AGO)
    return PiledMemory(f"m{number:02}", belief, facts, since, **{**given, **more})


FOUR = [one(number) for number in range(4)]


@pytest.mark.parametrize(
    ("pile", "count"),
    [
        pytest.param(FOUR, 4, id="four of one note"),
        pytest.param(FOUR[:3], 0, id="three"),
        pytest.param([one(number) for number in range(12)], 10, id="no more than ten at once"),
        pytest.param([*FOUR, one(4, cited=("Shed.md",))], 4, id="another note is another's"),
        pytest.param([*FOUR, one(4, helped=1)], 4, id="not what helped"),
        pytest.param([*FOUR, one(4, is_persons=True)], 4, id="nor what a person stands behind"),
        pytest.param([*FOUR, one(4, facts=Facts(signature="x"))], 4, id="nor what is signed"),
        pytest.param([*FOUR, one(4, last_used=TODAY)], 4, id="nor what was handed out"),
        pytest.param([*FOUR, one(4, belief="a\nb")], 4, id="nor what is no line"),
        pytest.param([*FOUR, one(4, standing="denied")], 4, id="nor what its note denies"),
        pytest.param(
            [replace(x, since=LONG_AGO + timedelta(days=1)) for x in FOUR], 0, id="of this month"
        ),
    ],
)
def test_what_makes_a_digest(pile: list[PiledMemory], count: int) -> None:
    found = list(compressed(pile, TODAY))
    assert [len(proposal.memories) for proposal in found] == ([count] if count else [])
    assert all(len(proposal.text) <= MOST_CHARS for proposal in found)


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        pytest.param(one(1, helped=LEAST_HELPED), "- Shelf 1 of the kiln is cracked.", id="often"),
        pytest.param(one(1, helped=LEAST_HELPED - 1), "", id="twice"),
        pytest.param(one(1, helped=9, standing="supported"), "", id="its note says it"),
        pytest.param(one(1, helped=9, cited=("A.md", "B.md")), "", id="which note?"),
        pytest.param(
            one(1, helped=9, belief="It is cracked, see [[Kiln]]."), "- It is cracked", id="a link"
        ),
    ],
)
def test_what_becomes_a_line_of_its_note(memory: PiledMemory, text: str) -> None:
    assert [proposal.text for proposal in promoted([memory])] == ([text] if text else [])


@pytest.mark.parametrize(
    "said",
    [
        "![](http://x.org/i.png) is the kiln.",
        "![[Kiln]] is cracked.",
        "It is %% cracked.",
        "<% tp.file.delete() %> is cracked.",
        "`$= app.vault` is cracked.",
        "It costs $$ 40.",
        "state:: cracked",
        "[ ] Mend it.",
        "- It is cracked.",
        "It is #publish and cracked.",
        "It is cracked. ^id",
        "It is\u2028cracked.",
    ],
)
def test_what_would_act_in_a_note_becomes_no_line_of_it(said: str) -> None:
    assert list(promoted([one(1, helped=9, belief=said)])) == []


@pytest.mark.parametrize(
    "said", ["It costs $40, as C# does, 50% `a = 1` of 2^3.", "A - [[Kiln]] b"]
)
def test_what_only_reads_oddly_becomes_one(said: str) -> None:
    assert len(list(promoted([one(1, helped=9, belief=said)]))) == 1


def test_what_would_not_be_read_again_as_a_line_stands_in_no_summary() -> None:
    odd = replace(one(9, is_persons=True), path="Memories/a[b].md")
    (first,) = core([*theirs(range(6)), odd], "")
    assert "a[b]" not in first.text


def theirs(numbers: Sequence[int], **more: Any) -> list[PiledMemory]:  # noqa: ANN401 -- as above
    return [one(number, is_persons=True, **more) for number in numbers]


def lines_of(pile: list[PiledMemory], written: str = "") -> list[str]:
    found = list(core(pile, written))
    return [line for one in found for line in one.text.splitlines() if line.startswith("- ")]


def test_the_summary_has_the_most_used_of_many() -> None:
    pile = [replace(each, used=number) for number, each in enumerate(theirs(range(30)))]
    lines = lines_of(pile)
    assert len(lines) == MOST_CORE
    assert lines[0] == "- [ ] Shelf 29 of the kiln is cracked. ([[Memories/m29|source]])"
    assert "m09" not in str(lines)


def test_what_is_ticked_stays_before_what_is_used_more() -> None:
    pile = theirs(range(30))
    (first,) = core(pile, "")
    line = "- [ ] Shelf 3 of the kiln is cracked. ([[Memories/m03|source]])"
    ticked = first.text.replace(line, line.replace("[ ]", "[x]"))
    used = [replace(each, used=number) for number, each in enumerate(pile)]
    assert line.replace("[ ]", "[x]") in lines_of(used, ticked)


@pytest.mark.parametrize(
    ("now", "is_proposed"),
    [
        pytest.param(theirs(range(6)), False, id="nothing is new"),
        pytest.param(theirs(range(6 + LEAST_CORE - 1)), False, id="a few are new"),
        pytest.param(theirs(range(6 + LEAST_CORE)), True, id="many are new"),
        pytest.param(theirs(range(5)), True, id="one is gone"),
        pytest.param([*theirs(range(5)), one(5)], True, id="one is theirs no more"),
        pytest.param(
            [*theirs(range(5)), *theirs([5], standing="drifted")], True, id="a note overtook one"
        ),
        pytest.param(
            [*theirs(range(5)), *theirs([5], belief="It is whole.")], True, id="one says otherwise"
        ),
        pytest.param([], False, id="nothing is left to say"),
    ],
)
def test_when_the_summary_is_written_anew(now: list[PiledMemory], is_proposed: bool) -> None:  # noqa: FBT001
    (first,) = core(theirs(range(6)), "")
    assert bool(list(core(now, first.text))) == is_proposed
    assert list(core(theirs(range(LEAST_CORE - 1)), "")) == [], "too little for a summary"
