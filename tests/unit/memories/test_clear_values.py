"""What a look at the machine says in a memory's place: one clear value, or nothing."""

import pytest

from vaultwatch.memories.checks.judging import clear_value
from vaultwatch.memories.checks.model import CheckKind, LookOutcome, MachineCheck


@pytest.mark.parametrize(
    ("kind", "says", "found", "pair"),
    [
        pytest.param("runtime", "3.11", "it is 3.12.4", ("3.11", "3.12"), id="as exact as it was"),
        pytest.param("command", "v14", "it is 15.1", ("v14", "v15"), id="written as it was"),
        pytest.param("value", "blue", "it is green", ("blue", "green"), id="a word"),
        pytest.param("value", "4310", "it is 4400", ("4310", "4400"), id="a number"),
        pytest.param("runtime", "3.11", "it is >=3.12,<4", ("3.11", "3.12"), id="a range"),
        pytest.param("runtime", "18+", "it is ^20.1.0", ("18", "20"), id="a lowest version"),
        pytest.param("runtime", "18", "it is ^20 || ^22", None, id="several ranges"),
        pytest.param("runtime", "18", "it is <17", None, id="a range that begins nowhere"),
        pytest.param("path", "", "it is not there; b/y.py is", ("x", "b/y.py"), id="a new place"),
        pytest.param("script", "", "it is not there; y is", None, id="no place"),
        pytest.param("package", "2.31", "another version is there", None, id="what is not told"),
        pytest.param("value", "blue", "another value is there", None, id="likewise"),
        pytest.param("value", "blue", "it is 4400", None, id="another kind"),
        pytest.param("value", "blue", "it is None", None, id="no value"),
        pytest.param("value", "blue", "it is two words", None, id="no single word"),
        pytest.param("path", "", "it is not there", None, id="what is gone"),
        pytest.param("package", "2.31", "it is not installed", None, id="not there"),
        pytest.param("remote", "git@a:b", "it is git@c:d", None, id="an address"),
        pytest.param("runtime", "3.12", "it is 3.12.4", None, id="the same, less exact"),
    ],
)
def test_the_value_that_stands_there(
    kind: CheckKind, says: str, found: str, pair: tuple[str, str] | None
) -> None:
    check = MachineCheck(kind, "x", "k", says)
    assert clear_value(check, "contradicts", found) == pair
    others: tuple[LookOutcome, ...] = ("passes", "cannot_tell")
    assert [clear_value(check, one, found) for one in others] == [None, None]
