"""What became of each statement: the rule book."""

from dataclasses import replace
from itertools import permutations

import pytest

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.passages.align import MAX_PAIRS, WordWeights, align, alike, cut_as
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note


@pytest.mark.parametrize(
    ("then", "now", "successors"),
    [
        pytest.param(("One.", "Two."), ("One.", "Two."), {0: 0, 1: 1}, id="unchanged"),
        pytest.param(("One.", "Two."), ("Two.", "One."), {0: 1, 1: 0}, id="moved"),
        pytest.param(
            ("Alpha costs nine euros.", "Beta is late."),
            ("New first line about gardens.", "Alpha costs ten euros.", "Beta is late."),
            {0: 1, 1: 2},
            id="edited below an addition",
        ),
        pytest.param(
            ("Alpha waits for Beta.",),
            ("Rain falls on Sundays.",),
            {},
            id="the same place alone makes no successor",
        ),
        pytest.param(
            ("Stays here.", "Alpha waits for Beta.", "Stays there."),
            ("Stays here.", "Stays there."),
            {0: 0, 2: 1},
            id="gone",
        ),
        pytest.param(
            ("status: draft", "owner: Mira"),
            ("owner: Bram", "status: final"),
            {0: 1, 1: 0},
            id="a property follows its key",
        ),
        pytest.param(("Same.", "Same."), ("Same.",), {0: 0}, id="a double lost one"),
        pytest.param(
            (
                "Stays here.",
                "River pepper violin copper winter.",
                "Thunder bridge river market garden.",
                "Stays there.",
            ),
            (
                "Stays here.",
                "Lamp stone saddle river candle.",
                "Harbour market winter window river.",
                "Stays there.",
            ),
            {0: 0, 1: 1, 2: 2, 3: 3},
            id="rewritten line by line: of little likeness the same line counts",
        ),
    ],
)
def test_align(then: tuple[str, ...], now: tuple[str, ...], successors: dict[int, int]) -> None:
    assert dict(align(note(*then), note(*now)).successor) == successors


def test_added_edited_and_unchanged_are_told_apart() -> None:
    then = note("Alpha costs nine euros.", "Beta is late.")
    now = note("Alpha costs ten euros.", "Beta is late.", "Gamma came too, on a bicycle.")

    aligned = align(then, now)

    assert aligned.unchanged == {1}
    assert aligned.added == (2,)


def _rewritten(count: int) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return a note whose every line is reworded, its halves exchanged, lines added in between."""
    then = [f"Order {n} of client c{n % 97} waits for paint p{n}." for n in range(count)]
    now = [f"Order {n} of client c{n % 97} got the paint p{n}." for n in range(count)]
    added = [f"Rain fell on day {n}." for n in range(0, count, 10)]
    return note(*then), note(*now[count // 2 :], *added, *now[: count // 2])


def test_a_note_too_long_for_every_pair_is_aligned_alike() -> None:
    count = 300
    assert count * count > MAX_PAIRS
    found = align(*_rewritten(count)).successor
    half, added = count // 2, count // 10
    assert found == {n: n - half if n >= half else n + half + added for n in range(count)}


@pytest.mark.parametrize(
    ("left", "right", "is_alike"),
    [
        pytest.param("`conf/app.toml`", "`app.toml`", True, id="a part of a path"),
        pytest.param("`conf/app.toml`", "`pool.sql`", False, id="another path"),
        pytest.param("Kiln", "Kettle", False, id="other words"),
    ],
)
def test_identifiers_may_be_alike_in_part(left: str, right: str, *, is_alike: bool) -> None:
    (one,), (other,) = note(left), note(right)
    weights = WordWeights((one,), (other,))
    words = weights.words(one.plain), weights.words(other.plain)
    assert (alike(*words, weights) > 0) == is_alike


def test_no_order_of_words_moves_what_they_weigh_together() -> None:
    words = ("ash", "birch", "cedar", "elm", "fir", "oak", "yew")
    then = note(*(f"{' '.join(words[: count + 1])}." for count in range(len(words))))
    weights = WordWeights(then, then)
    assert len({weights.said(order) for order in permutations(words)}) == 1


RENT, ROOMS = "Rent 620\nDeposit 1200\nKeys two", "Rent 640\nDeposit 1200\nKeys two"


def as_one(text: str) -> tuple[Statement, ...]:
    """Read lines as one statement, as they were before lines were statements."""
    (first, *_, last) = parse_note(NotePath("Atlas.md"), text.encode()).statements
    whole = " ".join(text.split("\n"))
    (one,) = parse_note(NotePath("Atlas.md"), whole.encode()).statements
    return (replace(one, first_line=first.first_line, last_line=last.last_line),)


def as_lines(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


def test_what_was_read_as_one_is_cut_as_its_lines_are_now() -> None:
    assert cut_as(as_one(RENT), as_lines(RENT)) == as_lines(RENT)
    changed = cut_as(as_one(RENT), as_lines(ROOMS))
    assert [one.plain for one in changed] == ["Rent 620", "Deposit 1200", "Keys two"]
    assert [one.digest for one in changed] == [one.digest for one in as_lines(RENT)]


def test_what_says_other_words_is_not_cut() -> None:
    whole = as_one("We pay the rent to Anna\nShe has the keys")
    assert cut_as(whole, as_lines("the rent\nOther words")) is whole


@pytest.mark.parametrize("is_older", [True, False])
def test_lines_of_which_one_side_makes_one_statement_are_no_news(is_older: bool) -> None:  # noqa: FBT001
    sides = (as_one, as_lines) if is_older else (as_lines, as_one)
    found = judge("The deposit is 1200.", sides[0](RENT), sides[1](RENT))
    assert (found.outcome, found.kind) == ("holds", None)


def test_a_changed_line_is_told_of_what_was_read_as_one() -> None:
    held, told = (
        judge(text, as_one(RENT), as_lines(ROOMS))
        for text in ("The deposit is 1200.", "The rent is 620.")
    )
    assert (held.outcome, told.outcome) == ("holds", "shown")
    assert told.before is not None
    assert told.before.text == "Rent 620"


def test_a_tick_is_no_line_that_was_cut() -> None:
    (one,) = as_one("Call Anna\nKeys are hers")
    task = replace(one, kind="task", task_mark=" ", digest="one")
    now = as_lines("- [x] Call Anna\n  Keys are hers")
    assert [(part.plain, part.task_mark) for part in cut_as((task,), now)] == [
        ("Call Anna", " "),
        ("Keys are hers", " "),
    ]
