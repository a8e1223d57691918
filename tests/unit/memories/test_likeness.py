"""When two beliefs are one."""

import pytest

from vaultwatch.memories.likeness import near_identical


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        pytest.param("The port is 8080.", "Port is **8080**", True, id="Markdown and an article"),
        pytest.param("It isn't done", "It is not done", True, id="contraction"),
        pytest.param("Budget: 1,800 €", "The budget is 1800 €", True, id="digits in groups"),
        pytest.param("The elements wear out", "The element wear out", True, id="plural"),
        pytest.param("[[Kiln]] is cold", "Kiln is cold!", True, id="with and without link"),
        pytest.param("See [[Kiln|it]]", "see [[kiln.md|it]]", True, id="one target, two spellings"),
        pytest.param("窯は冷たい。", "窯は冷たい", True, id="Japanese"),
        pytest.param("Port 8080", "Port 9090", False, id="number"),
        pytest.param("speed > size", "speed < size", False, id="a sign turned round"),
        pytest.param("x = y", "x != y", False, id="a sign denied"),
        pytest.param("Fast - and small", "Fast, and small", True, id="a dash"),
        pytest.param("Version 1.8", "Version 18", False, id="point"),
        pytest.param("It is done", "It is not done", False, id="negation"),
        pytest.param("It can be done", "It can't be done", False, id="contracted negation"),
        pytest.param("See [[Kiln|it]]", "See [[Wheel|it]]", False, id="target"),
        pytest.param("See [[Kiln#A|it]]", "See [[Kiln#B|it]]", False, id="section"),
        pytest.param("A beats B", "B beats A", False, id="order"),
        pytest.param("Uses C", "Uses C#", False, id="a sign that is a name"),
        pytest.param("Temperature -5", "Temperature 5", False, id="minus"),
        pytest.param("Mira fires on Monday", "Mara fires on Monday", False, id="names"),
        pytest.param("It was cold", "It is cold", False, id="tense"),
        pytest.param("Import is slow", "Export is slow", False, id="near letters"),
    ],
)
def test_near_identical(one: str, other: str, *, is_same: bool) -> None:
    assert (near_identical(one, [("x", "Something else."), ("id", other)]) == "id") is is_same
    assert (near_identical(other, [("id", one)]) == "id") is is_same
