"""The measures behind a score, each on an example that a reader can check by hand."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.unit.drift.statements import baseline, belief, note
from vaultwatch.drift.news.additions import added_signals, topic_of
from vaultwatch.drift.passages.view import View, view_of
from vaultwatch.drift.scoring.cold import gather_cold
from vaultwatch.drift.scoring.measure import gather

FEE = "The fee is 40 euros in cash."
THEN = ("# Fees", FEE, "Bring chairs to the market.", "# Log")


def viewed(*now: str) -> View:
    held = belief(FEE)
    return view_of(held, baseline(held, note(*THEN)), note(*now))


@pytest.mark.parametrize(
    ("came", "positive"),
    [
        pytest.param((), set(), id="nothing came"),
        pytest.param(("Dogs are welcome.",), set(), id="of something else"),
        pytest.param(("# The fee is 55 euros",), set(), id="a heading says nothing"),
        pytest.param(
            ("The fee may be 55 euros.",),
            {"added_relevance", "added_topic", "added_conflict"},
            id="another value",
        ),
        pytest.param(
            ("UPDATE: the fee was abolished and paid back.",),
            {"added_relevance", "added_topic", "added_cue", "added_done_and_open"},
            id="an update that says an ending",
        ),
        pytest.param(
            ("The fee in cash is paid back.",),
            {"added_relevance", "added_topic", "added_cue"},
            id="an ending that nothing announces",
        ),
    ],
)
def test_what_an_addition_says(came: tuple[str, ...], positive: set[str]) -> None:
    chosen, signals = added_signals(viewed(*THEN, *came))
    assert {name for name, value in signals.items() if value > 0} == positive
    assert chosen == (len(THEN) if positive else None)


def test_of_additions_the_one_right_below_the_support_is_shown() -> None:
    below, elsewhere = "It is due on arrival.", "Fees are paid on arrival."
    chosen, signals = added_signals(viewed(*THEN[:2], below, *THEN[2:], elsewhere))
    assert chosen == 2
    assert signals["added_below"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("now", "counts"),
    [
        pytest.param((*THEN, "The fee for chairs is 55 euros."), 1.0, id="added"),
        pytest.param(
            (*THEN[:2], "Bring chairs to the market, the fee is due.", THEN[3]), 0.8, id="edited"
        ),
    ],
)
def test_an_edited_line_counts_less_than_an_added_one(now: tuple[str, ...], counts: float) -> None:
    view = viewed(*now)
    chosen, signals = added_signals(view)
    assert chosen is not None
    topic = max(signals["added_relevance"], topic_of(view, view.now[chosen]))
    assert signals["added_topic"] == pytest.approx(counts * topic)


def test_an_edit_in_the_supports_place_is_no_addition() -> None:
    chosen, _ = added_signals(viewed("# Fees", "The fee is 55 euros in cash.", *THEN[2:]))
    assert chosen is None


def test_what_left_the_supports_place_may_stand_elsewhere() -> None:
    signals = gather(viewed("# Fees", "The fee is 55 euros.", *THEN[2:], "Parking needs cash."))
    weights = viewed(*THEN).weights
    assert signals.signals.lost > signals.signals.lost_anywhere > 0
    assert signals.signals.note_lost == pytest.approx(signals.signals.lost_anywhere)
    assert signals.lost_norms[0] == "#40"
    assert {"#40", "cash"} <= weights.keys()


def test_a_common_word_that_left_elsewhere_says_nothing_about_a_support_that_stands() -> None:
    signals = gather(viewed(*THEN[:2], *THEN[3:], "Dogs are welcome.")).signals
    assert (signals.all_untouched, signals.lost, signals.note_lost) == (1.0, 0.0, 0.0)


def test_without_a_baseline_the_past_the_missing_and_the_contrary_are_told_apart() -> None:
    now = note("# Fees", "The fee (was 40) is 55 euros.", "Bring cash for the deposit.")
    found = gather_cold(belief(FEE), now)
    told = found.signals
    assert found.missing_norms == ("#40",)
    assert (told.conflicting, told.missing_exact, told.exact_held) == (1.0, 1.0, 1.0)
    unsaid = 1.0 - told.coverage - told.missing_near
    assert told.only_past == pytest.approx(unsaid), "40, said of the past alone"
    assert told.conflict_beside == told.coverage
    assert (told.missing_name, told.missing_ident, told.near_ident) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("said", "missing", "near"),
    [
        pytest.param("Set `cache.size_max` first.", 1.0, 1.0, id="one that differs by its end"),
        pytest.param("Set `pool_depth` first.", 1.0, 0.0, id="another one"),
        pytest.param("Set `cache.size_limit` first.", 0.0, 0.0, id="the same"),
    ],
)
def test_an_identifier_that_the_note_lacks(said: str, missing: float, near: float) -> None:
    told = gather_cold(belief("The key is `cache.size_limit`."), note("# Keys", said)).signals
    assert (told.missing_ident, told.near_ident) == (missing, near)


@pytest.mark.parametrize(
    ("held", "later"),
    [
        ("The lease ends on 2031-05-09.", 0.0),
        ("The lease ends on 9 May 2031.", 0.0),
        ("The lease ends soon.", 1.0),
        ("The lease ends on 2031-04-01.", 1.0),
    ],
)
def test_a_day_that_a_belief_says_itself_is_no_later_one(held: str, later: float) -> None:
    written = replace(belief(held), created=datetime(2030, 1, 1, tzinfo=UTC))
    told = gather_cold(written, note("# Lease", "The lease ends on 2031-05-09.")).signals
    assert told.later == later


def test_of_many_passages_the_one_that_speaks_most_to_the_belief_is_shown() -> None:
    others = [f"Stall {number} sells {what}." for number, what in enumerate(("tea", "rope", "jam"))]
    lines = ["Dogs are welcome.", *others, "Parking is behind the hall.", "The fee is 55 euros."]
    assert gather_cold(belief(FEE), note("# Fees", *lines)).chosen == len(lines)
