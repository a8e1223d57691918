"""The life of a finding, a row a rule."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from vaultwatch.drift.findings.lifecycle import (
    NOW_IN_DOUBT,
    NOW_TOLD,
    SEEN_AGAIN,
    Seen,
    called_outdated,
    close,
    finding_id,
    plan_findings,
)
from vaultwatch.drift.model import Comparison, Finding, Outcome, Quote
from vaultwatch.notes.model import NotePath

NOTE = NotePath("Projects/Atlas.md")
MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)

DRIFTED = Comparison(
    memory_id="mem_a",
    note=NOTE,
    mode="warm",
    score=0.8,
    outcome="likely",
    kind="memory_drift",
    change="status",
    section=("Open",),
    before=Quote("The key is missing.", 4, ("Open",)),
    after=Quote("The key has come.", 4, ("Open",)),
    reasons=("the sentence was edited",),
    passage="p1",
)
AGREES = replace(DRIFTED, score=0.05, outcome="holds", kind=None, change=None)


def planned(on_record: list[Finding], saw: Seen, *, now: datetime) -> list[Finding]:
    places = {one.id: (one.memory_id, one.note, one.kind) for one in on_record}
    return plan_findings(on_record, saw, places=places, now=now)


def dismissed(note_digest: str) -> Finding:
    closed = close(opened(), status="dismissed", why="no", now=MONDAY)
    return replace(closed, note_digest=note_digest)


@pytest.mark.parametrize(
    ("held", "passage", "digest", "stays"),
    [
        pytest.param("n1", "p1", "n2", True, id="its passage stands"),
        pytest.param("n1", "p2", "n1", True, id="its note stands, other rules look elsewhere"),
        pytest.param("n1", "p2", "n2", False, id="passage and note changed"),
        pytest.param("", "p2", "", False, id="nobody knows what the note said"),
    ],
)
def test_a_dismissal_holds_while_its_passage_or_its_note_stands(
    held: str, passage: str, digest: str, *, stays: bool
) -> None:
    now = Seen([replace(DRIFTED, passage=passage)], ("mem_a",), (), {NOTE: digest})
    (*changed,) = planned([dismissed(held)], now, now=TUESDAY)
    assert [one.status for one in changed if one.status == "open"] == ([] if stays else ["open"])
    if stays:  # from now on it rests on what the new rules rest it on
        assert [one.passage for one in changed] == ([] if passage == "p1" else ["p2"])


def seen(*comparisons: Comparison, memories: tuple[str, ...] = ("mem_a",)) -> Seen:
    return Seen(comparisons, memories)


def opened() -> Finding:
    (finding,) = planned([], seen(DRIFTED), now=MONDAY)
    return finding


def test_a_finding_that_stands_as_it_stood_is_no_news() -> None:
    soon = MONDAY + SEEN_AGAIN / 2
    assert planned([opened()], seen(DRIFTED), now=soon) == []
    (again,) = planned([opened()], seen(DRIFTED), now=MONDAY + SEEN_AGAIN)
    assert again.last_seen == MONDAY + SEEN_AGAIN
    (weaker,) = planned([opened()], seen(replace(DRIFTED, score=0.7)), now=soon)
    assert (weaker.score, weaker.last_seen) == (0.7, soon)


DOUBTED = replace(DRIFTED, score=0.3, outcome="in_doubt")


@pytest.mark.parametrize(
    ("before", "now", "why"),
    [
        pytest.param(DRIFTED, DOUBTED, NOW_IN_DOUBT, id="told, and only in doubt now"),
        pytest.param(DOUBTED, DRIFTED, NOW_TOLD, id="in doubt, and told now"),
    ],
)
def test_what_is_told_and_what_is_in_doubt_take_turns(
    before: Comparison, now: Comparison, why: str
) -> None:
    held = planned([], seen(before), now=MONDAY)
    closed, fresh = planned(held, seen(now), now=TUESDAY)
    assert (closed.id, closed.status, closed.why) == (held[0].id, "resolved", why)
    assert (fresh.status, fresh.outcome) == ("open", now.outcome)
    assert fresh.id != closed.id


@pytest.mark.parametrize("passage", ["p1", "p2"])
@pytest.mark.parametrize("outcome", ["in_doubt", "likely"])
def test_a_persons_word_stands_until_the_note_agrees(passage: str, outcome: Outcome) -> None:
    (doubt,) = planned([], seen(DOUBTED), now=MONDAY)
    said = replace(called_outdated(doubt), explained=("why",))
    again = replace(DOUBTED, passage=passage, outcome=outcome)
    (still,) = planned([said], seen(again), now=TUESDAY)
    assert (still.id, still.outcome, still.proof) == (doubt.id, "shown", "word")
    (closed,) = planned([said], seen(AGREES), now=TUESDAY)
    assert closed.status == "resolved"


def test_what_was_called_true_in_doubt_is_not_told_of_the_same_words() -> None:
    (doubt,) = planned([], seen(DOUBTED), now=MONDAY)
    true = close(doubt, status="dismissed", why="still true", now=MONDAY)
    assert planned([true], seen(DRIFTED), now=TUESDAY) == []
    (anew,) = planned([true], seen(replace(DRIFTED, passage="p2")), now=TUESDAY)
    assert (anew.status, anew.outcome) == ("open", "likely")


def test_a_drifted_comparison_opens_one_finding_with_its_quotes() -> None:
    finding = opened()
    assert (finding.status, finding.first_seen, finding.after) == ("open", MONDAY, DRIFTED.after)


def test_an_agreeing_comparison_opens_nothing() -> None:
    assert planned([], seen(AGREES), now=MONDAY) == []


def test_seen_again_it_is_refreshed_and_keeps_first_seen_and_its_strongest_score() -> None:
    weaker = replace(DRIFTED, score=0.6, passage="p2")
    (again,) = planned([opened()], seen(weaker), now=TUESDAY)
    assert (again.id, again.first_seen, again.last_seen) == (opened().id, MONDAY, TUESDAY)
    assert (again.score, again.top_score, again.passage) == (0.6, 0.8, "p2")


@pytest.mark.parametrize(
    ("saw", "why"),
    [
        pytest.param(seen(AGREES), "the note agrees again", id="evidence agrees again"),
        pytest.param(seen(memories=()), "the memory was forgotten", id="forgotten"),
        pytest.param(
            Seen([AGREES], ["mem_a"], changed_beliefs=["mem_a"]),
            "the memory was updated",
            id="belief edited",
        ),
        pytest.param(seen(), "the memory no longer cites the note", id="link removed"),
    ],
)
def test_a_finding_resolves_by_itself(saw: Seen, why: str) -> None:
    (closed,) = planned([opened()], saw, now=TUESDAY)
    assert (closed.status, closed.why, closed.closed_at) == ("resolved", why, TUESDAY)


def test_an_acknowledged_finding_stays_acknowledged_when_seen_again() -> None:
    known = close(opened(), status="acknowledged", why="on it", now=MONDAY)
    (again,) = planned([known], seen(DRIFTED), now=TUESDAY)
    assert (again.status, again.why) == ("acknowledged", "on it")


@pytest.mark.parametrize(
    ("passage", "opens"),
    [
        pytest.param("p1", False, id="same passage stays dismissed"),
        pytest.param("p2", True, id="the passage changed again"),
    ],
)
def test_a_dismissal_holds_until_the_passage_changes(passage: str, *, opens: bool) -> None:
    dismissed = close(opened(), status="dismissed", why="no matter", now=MONDAY)
    later = planned([dismissed], seen(replace(DRIFTED, passage=passage)), now=TUESDAY)
    assert [finding.status for finding in later] == (["open"] if opens else [])
    assert all(finding.id != dismissed.id for finding in later)


@pytest.mark.parametrize(
    ("passage", "becomes"),
    [
        pytest.param("p1", "resolved", id="what was dismissed"),
        pytest.param("p3", "open", id="yet other words"),
    ],
)
def test_what_a_half_saved_note_opened_closes_when_the_dismissed_words_are_back(
    passage: str, becomes: str
) -> None:
    dismissed = close(opened(), status="dismissed", why="no matter", now=MONDAY)
    half = seen(replace(DRIFTED, passage="p2"))
    (passing,) = planned([dismissed], half, now=TUESDAY)
    later = seen(replace(DRIFTED, passage=passage))
    (after,) = planned([dismissed, passing], later, now=TUESDAY)
    assert (after.id, after.status) == (passing.id, becomes)


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize(
    ("passage", "digest", "opens"),
    [
        pytest.param("p2", "d9", False, id="what was dismissed last"),
        pytest.param("p1", "d9", False, id="what was dismissed before that"),
        pytest.param("p3", "d1", False, id="the note as it stood then, by other rules"),
        pytest.param("p3", "d9", True, id="neither"),
    ],
)
def test_each_of_two_dismissals_holds_for_its_words(
    passage: str, digest: str, *, opens: bool, is_reversed: bool
) -> None:
    first = close(opened(), status="dismissed", why="no", now=MONDAY)
    first = replace(first, note_digest="d1")
    second = replace(first, id="later", passage="p2", note_digest="d2", last_seen=TUESDAY)
    on_record = [second, first] if is_reversed else [first, second]
    saw = replace(seen(replace(DRIFTED, passage=passage)), note_digests={NOTE: digest})
    later = planned(on_record, saw, now=TUESDAY)
    assert [one.status for one in later if one.status == "open"] == (["open"] if opens else [])


def test_the_later_of_two_dismissals_of_one_state_is_told_what_it_rests_on_now() -> None:
    first = close(opened(), status="dismissed", why="no", now=MONDAY)
    first = replace(first, note_digest="d1")
    second = replace(first, id="later", passage="p2", last_seen=TUESDAY)
    saw = replace(seen(replace(DRIFTED, passage="p3")), note_digests={NOTE: "d1"})
    (kept,) = planned([first, second], saw, now=TUESDAY)
    assert (kept.id, kept.passage) == ("later", "p3")


def test_a_note_centred_finding_is_left_alone() -> None:
    of_note = replace(opened(), memory_id=None)
    assert planned([of_note], seen(memories=()), now=TUESDAY) == []


def test_a_clash_of_ids_lengthens_the_newer() -> None:
    first = finding_id(("m", NOTE, "stale"), 0, ())
    second = finding_id(("m", NOTE, "stale"), 0, {first})
    assert second.startswith(first)
    assert len(second) == len(first) + 1


def test_an_id_depends_on_the_place_and_its_history_not_on_the_time() -> None:
    (later,) = planned([], seen(DRIFTED), now=TUESDAY)
    assert later.id == opened().id
    resolved = close(opened(), status="resolved", why="it agrees", now=MONDAY)
    (again,) = planned([resolved], seen(DRIFTED), now=TUESDAY)
    (elsewhere,) = planned([], seen(replace(DRIFTED, note=NotePath("B.md"))), now=MONDAY)
    assert len({opened().id, again.id, elsewhere.id}) == 3
