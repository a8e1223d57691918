"""Which notes a memory is held against, and what becomes of those it lost."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.drift.findings.citations import (
    Citation,
    LinkDoubts,
    LostNote,
    find_new_place,
    has_returned,
    plan_citations,
    renewed,
    vanished,
)
from vaultwatch.drift.model import Baseline, DoubtedNote, Support
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


def test_a_name_that_another_note_took_after_a_rename_is_listed_and_not_bound() -> None:
    core = NotePath("Atlas Core.md")
    plan = plan_citations("m", [(link("A"), to(B))], [core], {B, core}, LinkDoubts(moved={core: A}))
    assert plan.pairs == (Citation("m", core, is_unlinked=True),)
    assert plan.ambiguous == (("[[A]]", (core, B)),)


def test_a_note_that_was_renamed_is_not_what_another_link_means() -> None:
    core = NotePath("Atlas Core.md")
    plan = plan_citations(
        "m", [(link("Old/B"), to(B))], [core], {B, core}, LinkDoubts(moved={core: A})
    )
    assert plan.pairs == (Citation("m", core, is_unlinked=True), Citation("m", B))
    assert plan.ambiguous == ()


@pytest.mark.parametrize(
    ("links", "known", "renamed"),
    [
        ([link("A")], [B], (("[[A]]", B),)),
        ([link("A"), link("C")], [B], ()),
        ([link("A")], [B, NotePath("C.md")], ()),
        ([], [B], ()),
    ],
)
def test_a_link_that_leads_nowhere_since_its_note_was_renamed_is_told(
    links: list[Link], known: list[NotePath], renamed: tuple[tuple[str, NotePath], ...]
) -> None:
    plan = plan_citations("m", [(one, to(None)) for one in links], known, set(known))
    assert plan.renamed == renamed


def test_a_rename_decides_no_link_that_had_several_answers() -> None:
    core = NotePath("Atlas Core.md")
    doubted = (DoubtedNote(core, "d1", is_moved=True), DoubtedNote(B, "d2"))
    plan = plan_citations(
        "m", [(link("A"), to(B))], (), {B, core}, LinkDoubts({}, {"[[A]]": doubted})
    )
    assert (plan.pairs, plan.ambiguous) == ((), (("[[A]]", (core, B)),))


def test_a_link_that_lost_a_namesake_means_the_other_one() -> None:
    doubted = (DoubtedNote(B, "d2"),)
    plan = plan_citations("m", [(link("A"), to(B))], (), {B}, LinkDoubts({}, {"[[A]]": doubted}))
    assert (plan.pairs, plan.ambiguous) == ((Citation("m", B),), ())


def test_what_a_link_might_have_meant_is_known_by_its_bytes_where_it_moved() -> None:
    core = NotePath("Atlas Core.md")
    doubted = (DoubtedNote(A, "d1"), DoubtedNote(B, "d2"))
    assert renewed(doubted, {core: "d1", B: "d3"}) == (
        DoubtedNote(core, "d1", is_moved=True),
        DoubtedNote(B, "d3"),
    )
    assert renewed(doubted, {B: "d2"}) == (DoubtedNote(B, "d2"),)


def test_links_to_nothing_and_attachments_are_not_compared() -> None:
    image = replace(to(None), attachment="pic.png")
    plan = plan_citations("m", [(link("X"), to(None)), (link("pic.png"), image)], (), {A})
    assert (plan.pairs, plan.unresolved) == ((), ("[[X]]",))


def test_a_note_with_a_baseline_that_is_gone_is_lost() -> None:
    plan = plan_citations("m", [(link("A"), to(None))], [A], set())
    assert (plan.pairs, plan.lost) == ((), (A,))


def test_a_note_whose_link_broke_is_still_compared() -> None:
    plan = plan_citations("m", [(link("alias"), to(None))], [A], {A})
    assert plan.pairs == (Citation("m", A, is_unlinked=True),)


def test_a_gone_note_is_lost_only_while_a_link_leads_nowhere_or_to_its_namesake() -> None:
    assert plan_citations("m", [(link("A"), to(None))], [A], {B}).lost == (A,)
    merged = plan_citations("m", [(link("B"), to(B))], [A], {B})
    assert (merged.lost, merged.pairs) == ((), (Citation("m", B),))
    assert plan_citations("m", [], [A], {B}).lost == (A,)
    namesake = NotePath("Old/A.md")
    assert plan_citations("m", [(link("A"), to(namesake))], [A], {namesake}).lost == (A,)


C, D, LIKE = NotePath("New/A.md"), NotePath("D.md"), NotePath("New/The old a.md")
LONG, SHORT = {"1", "2", "3", "4"}, {"1", "2"}


@pytest.mark.parametrize(
    ("old", "same_bytes", "fresh", "namesakes", "place"),
    [
        pytest.param(LONG, [B], {}, [], B, id="same bytes elsewhere"),
        pytest.param(LONG, [A, B], {}, [], B, id="not where it stood"),
        pytest.param(LONG, [B, C], {C: LONG}, [], C, id="of two with its bytes the new one"),
        pytest.param(LONG, [B, D], {B: LONG, D: LONG}, [], None, id="of two new ones neither"),
        pytest.param(
            LONG, [B, LIKE], {B: LONG, LIKE: LONG}, [], LIKE, id="of two new ones the one like it"
        ),
        pytest.param(
            SHORT, [B, LIKE], {B: SHORT, LIKE: SHORT}, [], LIKE, id="of two short ones too"
        ),
        pytest.param(SHORT, [LIKE], {}, [], None, id="a short one like it that stood before"),
        pytest.param(LONG, [B, C], {}, [C], C, id="of two with its bytes the one of its name"),
        pytest.param(LONG, [], {B: {"1", "2", "3", "x"}}, [], B, id="most statements elsewhere"),
        pytest.param(LONG, [], {B: {"1", "2", "x"}}, [], None, id="half of them elsewhere"),
        pytest.param(LONG, [], {B: {"1", "x", "y"}}, [], None, id="another note"),
        pytest.param(LONG, [], {B: {"1", "2", "x"}}, [B], B, id="moved and edited, same name"),
        pytest.param(LONG, [], {B: {"1", "x"}}, [B], None, id="a namesake with one statement of 4"),
        pytest.param(LONG, [], {B: {"x"}}, [B], None, id="a namesake with other words"),
        pytest.param(LONG, [], {}, [B], None, id="a namesake that stood before"),
        pytest.param(SHORT, [C], {C: SHORT}, [C], C, id="a short note that was moved"),
        pytest.param({"1"}, [C], {}, [C], C, id="a short one, moved before the last look"),
        pytest.param(set(), [C], {C: set()}, [C], C, id="an empty one"),
        pytest.param({"1"}, [], {C: {"x"}}, [C], C, id="a short one, moved and edited"),
        pytest.param({"1"}, [], {C: {"x"}, B: {"1"}}, [C, B], B, id="two of its name, one says it"),
        pytest.param(SHORT, [B], {B: SHORT}, [], B, id="a short one under another name"),
        pytest.param(SHORT, [B], {}, [], None, id="a short one that stood before"),
        pytest.param(SHORT, [B, D], {B: SHORT, D: SHORT}, [], None, id="two short ones"),
        pytest.param(set(), [B], {B: set()}, [], None, id="an empty one under another name"),
        pytest.param(SHORT, [], {B: SHORT}, [], None, id="two statements under another name"),
        pytest.param(SHORT, [], {}, [C], None, id="a namesake of a short one that stood before"),
    ],
)
def test_a_lost_note_is_followed(
    old: set[str],
    same_bytes: list[NotePath],
    fresh: dict[NotePath, set[str]],
    namesakes: list[NotePath],
    place: NotePath | None,
) -> None:
    lost = LostNote(A, "d", lambda: old, namesakes, lambda: ())
    assert find_new_place(lost, {"d": same_bytes}, fresh) == place


def test_three_statements_are_enough_to_know_a_note_by() -> None:
    three = {"1", "2", "3"}
    assert find_new_place(LostNote(A, "d", lambda: three, (), lambda: ()), {}, {B: three}) == B


OWN, TEMPLATE = {"1", "2", "3"}, {"t1", "t2", "t3", "t4", "t5", "t6"}


@pytest.mark.parametrize(
    ("fresh", "beside", "place"),
    [
        pytest.param({B: TEMPLATE}, [], B, id="nothing tells that it is a template"),
        pytest.param({B: TEMPLATE}, [TEMPLATE], None, id="another says it too"),
        pytest.param({B: TEMPLATE}, [{"t1", "t2", "t3"}, TEMPLATE], None, id="others say it"),
        pytest.param({B: TEMPLATE, C: TEMPLATE}, [], None, id="another new one says it too"),
        pytest.param({B: OWN | TEMPLATE, C: TEMPLATE}, [TEMPLATE], B, id="one has its own words"),
        pytest.param({B: {"1", "2"} | TEMPLATE}, [TEMPLATE], B, id="one has most of them"),
        pytest.param({B: {"1"} | TEMPLATE}, [TEMPLATE], None, id="one has a third of them"),
        pytest.param({B: OWN | TEMPLATE}, [TEMPLATE, {"1"}], None, id="two are too few to tell"),
    ],
)
def test_what_notes_of_one_template_say_tells_of_none(
    fresh: dict[NotePath, set[str]], beside: list[set[str]], place: NotePath | None
) -> None:
    lost = LostNote(A, "d", lambda: OWN | TEMPLATE, (), lambda: beside)
    assert find_new_place(lost, {}, fresh) == place


@pytest.mark.parametrize(
    ("there", "is_back"),
    [
        pytest.param(LONG, True, id="as it was"),
        pytest.param({"1", "2", "x"}, True, id="edited meanwhile"),
        pytest.param({"1", "x"}, False, id="another of its name"),
        pytest.param(set(), False, id="an empty one, as a click on its link makes"),
    ],
)
def test_a_note_is_back_where_what_stands_there_says_what_it_said(
    there: set[str], *, is_back: bool
) -> None:
    assert has_returned(LONG, there) is is_back


def test_a_link_that_means_another_note_now_is_told_beside_the_lost_one() -> None:
    plan = plan_citations("m", [(link("A"), to(C))], [A], {C})
    assert (plan.lost, plan.instead) == ((A,), {A: C})
    assert plan_citations("m", [(link("B"), to(B))], [A], {B}).instead == {}


@pytest.mark.parametrize(
    ("instead", "reason"),
    [
        (None, "the note it cites no longer stands in the vault"),
        (C, "the note it rested on is gone; its link means “A” elsewhere now"),
    ],
)
def test_why_a_note_is_lost_is_told_as_it_is(instead: NotePath | None, reason: str) -> None:
    taken = datetime(2026, 5, 4, tzinfo=UTC)
    baseline = Baseline("m", A, "written", taken, "b", (), (), "d")
    assert vanished(baseline, instead).reasons == (reason,)


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
