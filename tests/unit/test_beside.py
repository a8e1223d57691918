"""Two steps of the build at once: what each says comes in one piece, and neither fails unheard."""

import subprocess
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[2] / "scripts" / "beside"


@pytest.mark.parametrize(
    ("first", "second", "is_well"),
    [
        pytest.param("true", "true", True, id="both hold"),
        pytest.param("false", "true", False, id="the first fails"),
        pytest.param("true", "false", False, id="the second fails"),
        pytest.param("false", "no-such-command", False, id="both fail"),
    ],
)
def test_it_holds_where_both_hold(first: str, second: str, *, is_well: bool) -> None:
    words = [str(BESIDE), f"echo one; echo uno; {first}", f"echo two; echo due; {second}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 -- ours
    assert (done.returncode == 0) == is_well
    assert done.stdout == "two\ndue\none\nuno\n"
