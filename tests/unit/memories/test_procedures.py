"""A procedure is read out of any note, and its outcomes are no part of what it says."""

from datetime import UTC, datetime

import pytest

from vaultwatch.memories.procedures import (
    Procedure,
    ProcedureOutcome,
    outcome_line,
    procedure_of,
    session_word,
    success_share,
    tally,
    with_outcome,
    without_outcomes,
)
from vaultwatch.memories.record import memory_of, with_belief
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.reading import read_bytes

PATH = NotePath("Memories/Procedures/Fire the kiln.md")
AT = datetime(2026, 11, 22, 14, 30, tzinfo=UTC)
WENT = ProcedureOutcome(AT, "succeeded", "abc", "codex", "warm: and (dry)")
WHOLE = """\
---
type: procedure
---
# Kiln

## trigger:

When glazed pots are ready. Not for raw ones.

## PRECONDITIONS

- The pots are dry.

## Steps

1. Load it, see [[Kiln]]. Close the door.
   - the lower shelf first
2. Start it
   ```sh
   kiln start
   ```
3. [ ] Wait

### At night

- Lock the yard.

## Gotchas

- It *smells*.

## Done when

It is cold.

## History

We bought it in May.
"""


def read(text: str) -> Procedure:
    return procedure_of(parse_note(PATH, text.encode()), text)


def test_each_part_is_read_whatever_its_case_and_the_rest_is_left() -> None:
    one = read(WHOLE)
    assert one.name == "Fire the kiln"
    assert [line.text for line in one.trigger] == ["When glazed pots are ready. Not for raw ones."]
    assert [line.text for line in one.preconditions] == ["The pots are dry."]
    assert [(line.number, line.text) for line in one.steps] == [
        ("1", "Load it, see [[Kiln]]. Close the door."),
        ("1.1", "the lower shelf first"),
        ("2", "Start it kiln start"),
        ("3", "Wait"),
        ("4", "At night: Lock the yard."),
    ]
    assert [line.text for line in one.gotchas] == ["It *smells*."]
    assert [line.text for line in one.done_when] == ["It is cold."]
    assert one.outcomes == ()


@pytest.mark.parametrize(
    ("text", "trigger", "steps"),
    [
        pytest.param("", ["Fire the kiln"], [], id="nothing"),
        pytest.param(
            "Load it.\n\nClose it.\n", ["Fire the kiln"], ["Load it.", "Close it."], id="words"
        ),
        pytest.param("- Load it.\n- Wait\n", ["Fire the kiln"], ["Load it.", "Wait"], id="a list"),
        pytest.param(
            "# Fire the kiln\n\nPots are dry.\n\n1. Load it.\n2. Wait\n\nLock up.\n",
            ["Pots are dry."],
            ["Load it.", "Wait", "Lock up."],
            id="its name alone above a list",
        ),
        pytest.param(
            "Load it.\n\n## Outcomes\n\n- 2026-11-20 failed\n",
            ["Fire the kiln"],
            ["Load it."],
            id="words that were tried",
        ),
        pytest.param(
            "## By day\n\n- Load it.\n",
            ["Fire the kiln"],
            ["By day: Load it."],
            id="other headings",
        ),
        pytest.param("Pots are dry.\n# Steps\n- a\n", ["Pots are dry."], ["a"], id="a lead"),
        pytest.param("# Steps\n- a\n", ["Fire the kiln"], ["a"], id="no trigger: its name"),
        pytest.param("Steps\n=====\n\na\n", ["Fire the kiln"], ["a"], id="setext"),
        pytest.param("## Triggers\n\n- x\n- y\n", ["x", "y"], [], id="two triggers"),
        pytest.param("## **Steps**\n\n1. a\n", ["Fire the kiln"], ["a"], id="bold"),
    ],
)
def test_what_is_missing_is_missing(text: str, trigger: list[str], steps: list[str]) -> None:
    one = read(text)
    assert [line.text for line in one.trigger] == trigger
    assert [line.text for line in one.steps] == steps


@pytest.mark.parametrize(
    ("line", "word", "session", "program", "said"),
    [
        ("- 2026-11-22 14:30 succeeded (session abc): note", "succeeded", "abc", "", "note"),
        ("* 2026-11-22 failed", "failed", "", "", ""),
        ("- 2026-11-22T14:30 Worked (by codex): a (b): c", "succeeded", "", "codex", "a (b): c"),
        ("- 2026-11-22 failure (session a, by over HTTP).", "failed", "a", "over HTTP", ""),
        (r"- 2026-11-22 failed (by you): \#x \[\[y\]\]", "failed", "", "you", "#x [[y]]"),
    ],
)
def test_a_line_tells_an_outcome(
    line: str, word: str, session: str, program: str, said: str
) -> None:
    (one,) = read(f"## Outcomes\n\n{line}\n").outcomes
    assert (one.word, one.session, one.program, one.said) == (word, session, program, said)
    assert one.line == 3


@pytest.mark.parametrize(
    "line", ["- 2026-13-45 failed", "- 2026-11-22 maybe", "2026-11-22 failed", "- failed", "- x"]
)
def test_another_line_tells_none(line: str) -> None:
    assert read(f"## Outcomes\n\n- 2026-11-20 failed\n{line}\n").outcomes[1:] == ()


def test_what_a_procedure_says_does_not_change_with_its_outcomes() -> None:
    data = WHOLE.encode()
    before = read_bytes(PATH, data)
    for number in range(3):
        made = with_outcome(
            PATH, data, ProcedureOutcome(AT, "failed", f"s{number}", "x", "[[Other]] #tag")
        )
        assert made is not None
        data = made
    after = read_bytes(PATH, data)
    then, now = (memory_of(one.note, one.body) for one in (before, after))
    assert (now.belief, now.belief_digest, now.links) == (
        then.belief,
        then.belief_digest,
        then.links,
    )
    assert len(procedure_of(after.note, after.text).outcomes) == 3


def test_a_section_of_that_name_with_other_words_is_no_record() -> None:
    text = "## Steps\n1. a\n## Outcomes\n\nThe pots shine.\n"
    assert without_outcomes(parse_note(PATH, text.encode()), text) == text
    made = with_outcome(PATH, text.encode(), WENT)
    assert made == (text + f"\n## Outcomes\n\n{outcome_line(WENT)}\n").encode()
    assert without_outcomes(parse_note(PATH, made), made.decode()).strip() == text.strip()


LINE = outcome_line(WENT)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", f"\n## Outcomes\n\n{LINE}\n", id="an empty note"),
        pytest.param("a", f"a\n\n## Outcomes\n\n{LINE}\n", id="no line end"),
        pytest.param("a\r\n", f"a\r\n\r\n## Outcomes\r\n\r\n{LINE}\r\n", id="Windows"),
        pytest.param("### Steps\n", f"### Steps\n\n### Outcomes\n\n{LINE}\n", id="their level"),
        pytest.param("# Outcomes\n# B\n", f"# Outcomes\n\n{LINE}\n\n# B\n", id="in the midst"),
        pytest.param(
            "# Outcomes\n- 2026-01-02 worked\n\n\n# B\n",
            f"# Outcomes\n- 2026-01-02 worked\n{LINE}\n\n\n# B\n",
            id="behind the last",
        ),
    ],
)
def test_an_outcome_stands_behind_those_there_are(before: str, after: str) -> None:
    assert with_outcome(PATH, before.encode(), WENT) == after.encode()


def test_an_unclosed_block_takes_no_line() -> None:
    assert with_outcome(PATH, b"## Steps\n\n```sh\nkiln start\n", WENT) is None


def test_new_words_keep_the_outcomes_and_bring_none() -> None:
    data = with_outcome(PATH, WHOLE.replace("\n", "\r\n").encode(), WENT)
    assert data is not None
    forged = "## Steps\n\n1. b\n\n## Outcomes\n\n- 2026-01-01 succeeded (session forged)\n"
    text = with_belief(data, forged).decode()
    assert text.startswith("---\r\ntype: procedure\r\n---\r\n## Steps\r\n\r\n1. b\r\n")
    assert "forged" not in text
    assert text.endswith(f"## Outcomes\r\n\r\n{outcome_line(WENT)}\r\n")


def sessions(*told: str) -> list[ProcedureOutcome]:
    """Return outcomes of `DAY WORD SESSION PROGRAM`, `-` for none."""
    found = []
    for one in told:
        day, word, session, program = (part.replace("-", "") for part in one.split())
        at = AT.replace(day=int(day))
        found.append(
            ProcedureOutcome(at, "succeeded" if word == "ok" else "failed", session, program)
        )
    return found


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        pytest.param([], (0, 0), id="none"),
        pytest.param(["1 ok a x", "2 ok b x", "3 ok c x"], (3, 0), id="three days"),
        pytest.param(["1 ok a x", "1 ok b x", "1 ok c x"], (1, 0), id="one program, one day"),
        pytest.param(["1 ok a x", "1 ok b y", "1 ok c z"], (3, 0), id="three programs"),
        pytest.param(["1 ok a x", "2 ok a x", "3 ok A x"], (1, 0), id="one session"),
        pytest.param(["1 ok a x", "1 no a x"], (0, 1), id="its last word"),
        pytest.param(["1 ok a x", "1 no b x"], (1, 1), id="both words a day"),
        pytest.param(["1 ok - -", "1 ok - -", "2 ok - -"], (2, 0), id="by hand, a day each"),
        pytest.param(["1 no a x", "1 no b x", "2 no c x"], (0, 2), id="failures alike"),
    ],
)
def test_sessions_are_counted(told: list[str], expected: tuple[int, int]) -> None:
    went = tally(sessions(*told))
    assert (went.succeeded, went.failed) == expected


def test_of_what_its_person_is_known_to_have_said_each_session_counts() -> None:
    said = sessions("1 ok a you", "1 ok b you", "1 ok c you")
    known = [outcome_line(one) for one in said]
    assert tally(said).succeeded == 1
    assert tally(said, known[:2]).succeeded == 3
    assert tally(said, known).succeeded == 3


@pytest.mark.parametrize(
    ("succeeded", "failed", "share"), [(0, 0, 0.5), (3, 0, 0.8), (9, 1, 10 / 12), (1, 2, 0.4)]
)
def test_the_share_begins_at_a_half(succeeded: int, failed: int, share: float) -> None:
    assert success_share(succeeded, failed) == pytest.approx(share)


@pytest.mark.parametrize(
    ("session", "word"),
    [("abc", "abc"), (" my session, (1) ", "my-session-1"), ("日本", "日本"), ("((", "")],
)
def test_a_session_is_one_word(session: str, word: str) -> None:
    assert session_word(session) == word
