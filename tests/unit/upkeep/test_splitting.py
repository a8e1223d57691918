"""Which sentence of a memory holds no more, and what is left without it."""

import pytest

from vaultwatch.upkeep.splitting import rest_without, set_apart

GREEN = "The shed is painted green."
LOCK = "Its lock opens with 417."


@pytest.mark.parametrize(
    ("belief", "against", "rest"),
    [
        pytest.param(f"{LOCK} {GREEN}", "The lock opens with 417.", GREEN, id="the first"),
        pytest.param(f"{GREEN} {LOCK}", "lock opens with 417", GREEN, id="the last"),
        pytest.param(
            f"{GREEN} {LOCK} It was built in May.",
            LOCK,
            f"{GREEN} It was built in May.",
            id="between",
        ),
        pytest.param(f"{LOCK} {GREEN} [[Shed]]", LOCK, f"{GREEN} [[Shed]]", id="a link behind all"),
        pytest.param(
            "[[Shed]] opens with 417. It is painted green.",
            "The lock opens with 417.",
            "It is painted green.\n\n[[Shed]]",
            id="its link stays",
        ),
        pytest.param(f"{LOCK} [[Shed]]", LOCK, "", id="nothing is left but a link"),
        pytest.param(LOCK, LOCK, "", id="one sentence alone"),
        pytest.param(f"{GREEN} {LOCK}", "The roof leaks in winter.", "", id="neither"),
        pytest.param(f"{LOCK} {LOCK} {GREEN}", LOCK, "", id="two alike"),
        pytest.param(f"- {LOCK}\n- {GREEN}", LOCK, "", id="a list stays whole"),
    ],
)
def test_what_is_left_without_what_a_note_overtook(belief: str, against: str, rest: str) -> None:
    assert rest_without(belief, against) == rest
    if rest:
        apart = set_apart(belief, rest)
        assert apart in belief
        assert "417" in apart
    else:
        assert set_apart(belief, f"{belief} or so") == ""
