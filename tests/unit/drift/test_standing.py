from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.drift.findings.standing import Stance, Standing, stance_of
from vaultwatch.drift.model import Change, Finding, FindingStatus, Grounding, GroundingOutcome

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def found(change: Change, status: FindingStatus = "open") -> Finding:
    return Finding(
        id="abc2345",
        memory_id="mem_a",
        note=None,
        kind="memory_drift",
        change=change,
        mode="warm",
        section=(),
        score=0.9,
        top_score=0.9,
        before=None,
        after=None,
        reasons=(),
        passage="",
        status=status,
        first_seen=NOW,
        last_seen=NOW,
        closed_at=None,
        why="",
    )


@pytest.mark.parametrize(
    ("grounded", "findings", "standing"),
    [
        pytest.param([], [], None, id="held against nothing"),
        pytest.param(["supported"], [], "supported", id="supported"),
        pytest.param(["silent"], [], "silent", id="silent"),
        pytest.param(["silent", "supported"], [], "supported", id="one note is enough"),
        pytest.param(["silent", "silent"], [], "silent", id="none of two speaks"),
        pytest.param(["denied"], [], "denied", id="denied, and not compared yet"),
        pytest.param(["denied"], [found("never_agreed")], "denied", id="denied"),
        pytest.param(["denied", "supported"], [found("never_agreed")], "denied", id="one denies"),
        pytest.param(["denied"], [found("never_agreed", "dismissed")], "supported", id="dismissed"),
        pytest.param(["supported"], [found("value")], "drifted", id="drifted"),
        pytest.param(["silent"], [found("value", "acknowledged")], "drifted", id="acknowledged"),
        pytest.param(["supported"], [found("value", "dismissed")], "supported", id="false alarm"),
        pytest.param(["denied"], [found("never_agreed"), found("value")], "drifted", id="both"),
    ],
)
def test_how_a_memory_stands(
    grounded: list[GroundingOutcome], findings: list[Finding], standing: Standing | None
) -> None:
    found = stance_of([Grounding(one, 0.9, None) for one in grounded], findings)
    assert (found.standing if found is not None else None) == standing


def test_what_no_note_says_and_is_in_doubt_is_counted_once_and_told_as_unverified() -> None:
    doubt = replace(found("value"), outcome="in_doubt")
    stance = stance_of([SILENT], [doubt])
    assert stance is not None
    assert (stance.standing, stance.unverified) == ("in_doubt", "its note does not speak of it")


def supported(*unspoken: str) -> Grounding:
    return Grounding("supported", 0.9, 0, unspoken=unspoken)


SILENT = Grounding("silent", 0.9, None)


@pytest.mark.parametrize(
    ("grounded", "stance", "said"),
    [
        pytest.param([supported()], Stance("supported"), "", id="all of it"),
        pytest.param(
            [supported("b")],
            Stance("supported", ("b",)),
            "its note does not speak of “b”",
            id="a part",
        ),
        pytest.param(
            [supported("b"), supported("a")], Stance("supported"), "", id="another note does"
        ),
        pytest.param(
            [supported("b"), SILENT],
            Stance("supported", ("b",)),
            "its note does not speak of “b”",
            id="another is silent",
        ),
        pytest.param(
            [SILENT],
            Stance("silent", is_silent=True),
            "its note does not speak of it",
            id="nothing",
        ),
    ],
)
def test_what_is_unverified_of_a_memory(
    grounded: list[Grounding], stance: Stance, said: str
) -> None:
    found = stance_of(grounded, ())
    assert found == stance
    assert found.unverified == said
