"""What the writer of a memory is told of the time that was read from its words."""

from datetime import UTC, datetime

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from vaultwatch.doors.mcp import arguments
from vaultwatch.memories.facts import NO_FACTS, Facts
from vaultwatch.services.memories.weighing import told_of_bound

FIRST, NEXT = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        pytest.param(NO_FACTS, "", id="nothing"),
        pytest.param(Facts(valid_until=NEXT), "", id="given"),
        pytest.param(
            Facts(valid_until=NEXT, valid_as_said="until Friday"),
            "It holds until 2026-03-06 (until Friday); take `valid_until` out",
            id="an end",
        ),
        pytest.param(
            Facts(valid_from=FIRST, valid_as_said="since March"),
            "It holds from 2026-03-01 on (since March); take `valid_from` out",
            id="a beginning",
        ),
    ],
)
def test_the_writer_is_told_of_the_time_that_was_read(facts: Facts, told: str) -> None:
    said = told_of_bound(facts)
    assert said.startswith(told)
    assert bool(said) == bool(told)


def test_a_memory_without_a_claim_takes_times_as_one_with_a_claim() -> None:
    assert arguments.claim("", "", "", "global", "", True, "2026-03-01", "") is None  # noqa: FBT003
    assert arguments.validity("2026-03-01", "2026-03-06") == (FIRST, NEXT)
    assert arguments.validity("", "") == (None, None)
    with pytest.raises(ToolError, match=r"valid_until is no date.*Write it like"):
        arguments.validity("", "soon")
    with pytest.raises(ToolError, match="ends before it begins"):
        arguments.validity("2026-03-06", "2026-03-01")
