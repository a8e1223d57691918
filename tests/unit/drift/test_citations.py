"""Which notes a memory is held against, and what becomes of those it lost."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.drift.citations import (
    Citation,
    LostNote,
    find_new_place,
    plan_citations,
    vanished,
)
from vaultwatch.drift.model import Baseline, Support
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, NotePath, Statement

A, B = NotePath("A.md"), NotePath("Old/B.md")


def link(target: str, *, block: str | None = None) -> Link:
    return Link(target, (), block, None, f"[[{target}]]", "wiki", is_embed=False, span=None)


def to(path: NotePath | None, *candidates: NotePath, section: tuple[str, ...] = ()) -> Resolution:
    if candidates:
        return Resolution("ambiguous", path, candidates, None, None, section)
    return Resolution("resolved" if path else "unresolved", path, candidates, None, None, section)


def test_a_link_that_resolves_is_compared() -> None:
    plan = plan_citations("m", [(link("A"), to(A))], (), {A})
    assert plan.pairs == (Citation("m", A),)


def test_a_link_to_a_section_narrows_and_two_sections_do_not() -> None:
    narrow = (link("A"), to(A, section=("Open",)))
    assert plan_citations("m", [narrow], (), {A}).pairs[0].narrow == ("Open",)
    wide = (link("A"), to(A, section=("Log",)))
    assert plan_citations("m", [narrow, wide], (), {A}).pairs[0].narrow == ()


def test_an_ambiguous_link_is_listed_and_never_guessed() -> None:
    plan = plan_citations("m", [(link("A"), to(A, A, B))], (), {A, B})
    assert (plan.pairs, plan.ambiguous) == ((), (("[[A]]", (A, B)),))


def test_a_link_that_grew_ambiguous_keeps_the_note_it_meant() -> None:
    plan = plan_citations("m", [(link("A"), to(A, A, B))], [B], {A, B})
    assert (plan.pairs, plan.ambiguous) == ((Citation("m", B),), ())


def test_links_to_nothing_and_attachments_are_not_compared() -> None:
    image = replace(to(None), attachment="pic.png")
    plan = plan_citations("m", [(link("X"), to(None)), (link("pic.png"), image)], (), {A})
    assert (plan.pairs, plan.unresolved) == ((), ("[[X]]",))


def test_a_note_with_a_baseline_that_is_gone_is_lost() -> None:
    plan = plan_citations("m", [(link("A"), to(None))], [A], set())
    assert (plan.pairs, plan.lost) == ((), (A,))


def test_a_note_whose_link_broke_is_still_compared() -> None:
    plan = plan_citations("m", [(link("alias"), to(None))], [A], {A})
    assert plan.pairs == (Citation("m", A),)


@pytest.mark.parametrize(
    ("digests", "fresh", "namesake", "place"),
    [
        pytest.param({"d": B}, {}, None, B, id="same bytes elsewhere"),
        pytest.param({}, {B: {"1", "2", "3", "x"}}, None, B, id="most statements elsewhere"),
        pytest.param({}, {B: {"1", "x", "y"}}, None, None, id="another note"),
        pytest.param({}, {B: {"1", "2", "x"}}, B, B, id="moved and edited, same name"),
        pytest.param({}, {B: {"x"}}, B, None, id="a namesake with other words"),
        pytest.param({}, {}, B, None, id="a namesake that stood before"),
    ],
)
def test_a_lost_note_is_followed(
    digests: dict[str, NotePath],
    fresh: dict[NotePath, set[str]],
    namesake: NotePath | None,
    place: NotePath | None,
) -> None:
    lost = LostNote(A, "d", lambda: {"1", "2", "3", "4"}, namesake)
    assert find_new_place(lost, digests, fresh) == place


def test_two_statements_are_too_few_to_know_a_note_by() -> None:
    lost = LostNote(A, "d", lambda: {"1", "2"}, None)
    assert find_new_place(lost, {}, {B: {"1", "2"}}) is None


def test_a_vanished_note_quotes_what_it_said() -> None:
    words = Statement("sentence", "It is so.", "It is so.", (), "", 3, 3, "1")
    baseline = Baseline(
        "m", A, "written", datetime(2026, 5, 4, tzinfo=UTC), "b", (words,), (Support(0, 0.9),), "d"
    )
    comparison = vanished(baseline)
    assert comparison.drifted
    assert (comparison.change, comparison.after) == ("broken_link", None)
    assert comparison.before is not None
    assert (comparison.before.text, comparison.before.line) == ("It is so.", 3)
