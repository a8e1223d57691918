"""When a memory counts as used out of its scope, and which paths are read in two projects."""

import pytest

from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import OutsideUse, scope_break

HERE = OutsideUse("on oven", helped=None)
THERE = OutsideUse("in ~/src/kiln", helped=None)


@pytest.mark.parametrize(
    ("uses", "told"),
    [
        pytest.param([], None, id="never used"),
        pytest.param([HERE], None, id="one answer among others"),
        pytest.param([HERE, HERE], "on oven, for 2 questions", id="asked for twice"),
        pytest.param([HERE, THERE], None, id="once in each of two places"),
        pytest.param(
            [OutsideUse("on oven", helped=True)], "on oven, for 1 question", id="it helped"
        ),
        pytest.param([HERE, OutsideUse("on oven", helped=False)], None, id="it did not help"),
        pytest.param([HERE] * 2 + [THERE] * 3, "in ~/src/kiln, for 3 questions", id="the most"),
        pytest.param([HERE] * 9, "on oven, for 5 questions or more", id="not counted on"),
    ],
)
def test_a_memory_is_used_out_of_its_scope_where_it_is_given_out_again_or_helps(
    uses: list[OutsideUse], told: str | None
) -> None:
    found = scope_break(uses)
    assert (found.told if found else None) == told


BOTH = "The repo of the oven is at `~/src/oven`, the repo of the kiln is at `~/src/kiln`. "


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        (f"{BOTH}The limits stand in `conf/limits.toml`.", ["~/src/oven", "~/src/kiln"]),
        (f"{BOTH}Those of the kiln stand in `conf/limits.toml`.", ["~/src/kiln"]),
        ("The repo is at `~/src/oven`. The limits stand in `conf/limits.toml`.", ["~/src/oven"]),
        ("The limits stand in `conf/limits.toml`.", []),
    ],
)
def test_a_relative_path_is_read_in_each_project_that_its_memory_may_mean(
    text: str, bases: list[str]
) -> None:
    found = [one for one in found_checks(text) if one.place == "conf/limits.toml"]
    assert [one.base for one in found] == bases
    if len(bases) > 1 or "kiln stand" in text:
        assert {one.origin for one in found} == {"suggested"}
