"""The report in every shape: golden files, and what must hold whatever a note says."""

import random
import re
import string
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.golden_files import GoldenFiles
from tests.unit.report.fragments import FRAGMENTS, hostile
from tests.unit.report.views import NOTHING, VIEWS, condition, finding, memory, with_findings
from vaultwatch.drift.model import Change, FindingKind, Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.report.boxes import LABELS, block_id
from vaultwatch.report.escape import plain
from vaultwatch.report.groups import groups_of
from vaultwatch.report.model import AnswerOutcome, MemoryView, ReportView, WaitingGroup
from vaultwatch.report.render import HOW_TO_ANSWER, MAX_WAITING, TOLD_OF_HAND, render_report

LOOKED = datetime(2026, 11, 21, 9, tzinfo=UTC)
SETTLING = [LABELS["true"], LABELS["dismiss"], LABELS["forget"]]


def view_of(text: str) -> ReportView:
    odd = replace(
        finding(f"old words of a note {text} b", f"new words of a note {text} d"),
        reasons=(f"r {text}",),
        section=(f"S {text}",),
        repair=Repair(f"x {text} y", f"x {text} z"),
        explained=(f"e {text}", "Score"),
    )
    return with_findings(odd, memories={"mem_export": memory("m", f"x {text}")})


def structure(rendered: str) -> list[tuple[str, str]]:
    """What a renderer would build: every token that is not text or emphasis of ours."""
    parser = MarkdownIt("commonmark", {"linkify": False}).enable(["table", "strikethrough"])
    body = rendered.split("\n---\n", 1)[1]

    def walk(tokens: list[Token]) -> list[tuple[str, str]]:
        found = []
        for token in tokens:
            if token.type == "inline":
                found += walk(token.children or [])
            # Emphasis is ours, or in a name inside a wiki-link, which Obsidian shows as it is.
            elif token.tag not in {"", "s", "strong", "em"} or token.type.startswith("html"):
                found.append((token.type, token.tag))
        return found

    return walk(parser.parse(body))


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_report(name: str, golden: GoldenFiles) -> None:
    golden.check(f"report/{name}.md", render_report(VIEWS[name]))


def test_every_kind_of_finding_and_of_change_stands_in_a_golden_report() -> None:
    shown = [one for view in VIEWS.values() for one in view.findings]
    assert {one.kind for one in shown} == set(get_args(FindingKind))
    assert {one.change for one in shown} == {*get_args(Change), None}


@given(text=hostile)
def test_no_words_of_a_note_change_what_a_renderer_builds(text: str) -> None:
    assert structure(render_report(view_of(text))) == structure(render_report(view_of("calm")))


@given(text=hostile)
def test_nothing_that_obsidian_or_a_plugin_acts_on_survives(text: str) -> None:
    rendered = render_report(view_of(text))
    expected = render_report(view_of("calm"))
    for mark in ["[[", "![", "%%", "<%", "::", "{{", "://", "`", "<", "$", "^"]:
        # What plugins look for they find by bare search, backslash or not; one mark is Markdown's.
        seen = rendered if len(mark) > 1 else rendered.replace("\\" + mark, "")
        assert seen.count(mark) == expected.count(mark), mark
    tags = [re.findall(r"(?<![\w\\])#[^\s#]", one) for one in (rendered, expected)]
    assert tags[0] == tags[1]
    rendered.encode()


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_the_order_of_the_findings_changes_no_byte(name: str) -> None:
    view = VIEWS[name]
    shuffled = list(view.findings)
    random.Random(7).shuffle(shuffled)  # noqa: S311  # an order, not a secret
    assert render_report(replace(view, findings=tuple(shuffled))) == render_report(view)


def test_twenty_memories_on_one_edit_are_told_once() -> None:
    rendered = render_report(VIEWS["twenty_on_one_edit"])
    above, _, folded = rendered.partition("> [!info]-")
    assert [one.count("==**was done on 2026-11-02**==") for one in (above, folded)] == [1, 0]
    assert rendered.index("**[[Memories/belief-01|Export") < rendered.index("\n**20 memories**: ")


def test_what_several_rest_on_stands_above_their_list_and_is_none_of_its_items() -> None:
    told = render_report(VIEWS["twenty_on_one_edit"]).split("## What to look at")[1]
    items = re.findall(r"^- .*", told, re.MULTILINE)
    assert len(items) == 21
    assert all(re.search(r" \^f-\d\d$", one) for one in items)


def test_why_is_said_of_each_though_memories_rest_on_one_edit() -> None:
    gold, silver = (
        replace(finding(at=f"f-0{at}", change="value"), reasons=(why,), score=score)
        for at, why, score in ((1, "said 100, now 120", 0.99), (2, "said 50, now 60", 0.98))
    )
    told = render_report(with_findings(gold, silver))
    assert "a value changed, shown to be outdated; said 100, now 120." in told
    assert "a value changed, shown to be outdated; said 50, now 60." in told


def test_a_pair_of_values_is_told_once_of_how_it_was_judged() -> None:
    one = finding("Fee: 40 €", "Fee: 55 €", change="value")
    told = render_report(with_findings(replace(one, reasons=("the note said 40 €, now 55 €",))))
    assert ": a value changed, shown to be outdated.\n" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("likely_and_in_doubt", " outdated, 1 likely outdated, "),
        ("likely_and_in_doubt", "Their notes changed, and it is not settled whether these"),
        ("broken_link", "|Atlas]]: \\[\\[Atlas\\]\\] leads nowhere ^f-01"),
        ("waiting", "It is held back until you decide: a reason ^f-01"),
        ("waiting", "- [ ] This one holds, the other stands back ^f-02-activate"),
        ("never_agreed", "1 memory never agreed with its note."),
        ("never_agreed", "line 14: says “Tea is at five.”"),
        ("moved", "line 3: **the same words now stand here:** “Tea is at four.”"),
        ("fell_silent", "they are compared as soon as their note says it."),
    ],
)
def test_a_stranger_reads(name: str, said: str) -> None:
    assert said in render_report(VIEWS[name])


def test_a_gone_note_is_named_and_not_linked() -> None:
    assert "[[Projects/Atlas" not in render_report(VIEWS["note_removed"])


def test_a_thousand_stories_are_counted_not_told() -> None:
    findings = [
        replace(finding(at=f"f-{n}"), note=NotePath(f"N{n}.md"), score=0.9) for n in range(1000)
    ]
    rendered = render_report(with_findings(*findings))
    assert "And 890 findings more" in rendered
    assert len(rendered) < 120_000


@pytest.mark.parametrize("hostile_id", ["x; rm -rf ~", "$(id)", "`id`", "a\nb", "-rf", "a b"])
def test_an_id_that_a_shell_would_read_never_stands_in_a_command(hostile_id: str) -> None:
    odd = replace(finding(at="f-1"), memory_id=hostile_id)
    rendered = render_report(with_findings(odd, memories={hostile_id: memory("m", "b")}))
    assert "memory edit" not in rendered
    assert "findings dismiss f-1" in rendered
    odd = replace(finding(at=hostile_id))
    assert "vaultwatch findings" not in render_report(with_findings(odd))


def test_every_finding_has_a_block_id() -> None:
    rendered = render_report(with_findings(replace(finding(), id="f_7k2")))
    assert any(line.endswith(" ^f-7k2") for line in rendered.splitlines())


def test_the_hostile_alphabet_covers_every_ascii_mark() -> None:
    used = set("".join(FRAGMENTS))
    assert set(string.punctuation) - used <= set("\"'+,;?")


def test_a_belief_is_said_once_and_without_the_link_that_only_says_where() -> None:
    rendered = render_report(VIEWS["repair"]).split("> [!info]")[0]
    assert "**[[Memories/atlas-budget|The Atlas budget is 12.000 €.]]**" in rendered
    cited = memory("m", "Tea is at four (see [[Atlas]]).")
    assert "|Tea is at four.]]**" in render_report(
        with_findings(finding(), memories={"mem_export": cited})
    )


@pytest.mark.parametrize("name", ["R&D 50% {draft}.md", "me@home = work.md", "a~b.md"])
def test_the_name_of_a_file_keeps_its_signs(name: str) -> None:
    rendered = render_report(with_findings(replace(finding(), note=NotePath(name), section=())))
    assert f"|{name.removesuffix('.md')}]], line 14" in rendered


def test_what_could_not_be_checked_is_counted_where_nothing_drifted() -> None:
    rendered = render_report(VIEWS["lists"])
    assert "Nothing has drifted" not in rendered
    assert "**1 memory is flagged elsewhere**: this machine finds nothing itself. " in rendered
    assert "Not checked: 1 memory not compared, 1 link or path" in rendered


def test_how_to_answer_is_said_once_and_only_where_there_is_something_to_answer() -> None:
    assert render_report(VIEWS["twenty_on_one_edit"]).count(HOW_TO_ANSWER) == 1
    assert render_report(VIEWS["acknowledged"]).count(HOW_TO_ANSWER) == 1
    assert HOW_TO_ANSWER not in render_report(VIEWS["lists"])


def test_commands_are_shown_once_for_the_worst_finding() -> None:
    rendered = render_report(VIEWS["twenty_on_one_edit"])
    assert rendered.count("findings verify") == 1
    assert "findings verify f-90 " in rendered


@pytest.mark.parametrize(
    ("changes", "labels"),
    [
        pytest.param({}, SETTLING, id="memory against note"),
        pytest.param(
            {"repair": Repair("a", "b")},
            ["Use this wording: “~~a~~ ==**b**==”", *SETTLING],
            id="where a wording is suggested",
        ),
        pytest.param(
            {"speakers": ()},
            [LABELS["here"], LABELS["unverified"], *SETTLING[1:]],
            id="where its note fell silent",
        ),
        pytest.param(
            {"speakers": (NotePath("Shed.md"), NotePath("Tools/Rack.md"))},
            [
                "Still true: [[Shed|Shed]] says so",
                "Still true: [[Tools/Rack|Rack]] says so",
                *(LABELS["here"], LABELS["unverified"], *SETTLING[1:]),
            ],
            id="where other notes may say so",
        ),
        pytest.param(
            {"speakers": (), "change": "broken_link"},
            [LABELS["unverified"], *SETTLING[1:]],
            id="where its note is gone",
        ),
        pytest.param(
            {"kind": "suspicious", "note": None},
            [LABELS["activate"], LABELS["reject"]],
            id="a memory that was quarantined",
        ),
        pytest.param(
            {"kind": "contradiction"},
            ["This one holds, the other stands back", "Keep both", "Put this one away"],
            id="two memories that disagree",
        ),
        pytest.param({"note": None}, [LABELS["dismiss"], LABELS["forget"]], id="memory alone"),
        pytest.param({"memory_id": None}, [LABELS["dismiss"]], id="note alone"),
        pytest.param({"id": "a b"}, [], id="an id that is no block id"),
    ],
)
def test_a_finding_has_the_boxes_that_make_sense(
    changes: dict[str, Any], labels: list[str]
) -> None:
    rendered = render_report(with_findings(replace(finding(), **changes)))
    boxes = [line for line in rendered.splitlines() if "[ ]" in line]
    assert [line.split("[ ] ")[1].split(" ^")[0] for line in boxes] == labels
    assert all(line.startswith("    - [ ] ") for line in boxes)


def test_a_comment_that_a_person_left_open_hides_nothing_of_ours() -> None:
    view = with_findings(replace(finding(), remark="%% later"))
    assert "    > %% later %%\n" in render_report(replace(view, remarks="%% and this"))
    assert render_report(replace(view, remarks="%% and this")).endswith("%% and this %%\n")


def many(count: int) -> ReportView:
    """A report of so many findings, each on a note of its own or on one of a few."""
    findings = [
        replace(
            finding(f"The fee {n} is 40 euros.", f"The fee {n} is 55 euros.", at=f"f-{n:03}"),
            note=NotePath(f"Notes/Fair {n % 12}.md"),
            section=(f"Fee {n}",),
            memory_id=f"mem_{n}",
            change="value",
            score=0.9 - n / 1_000,
            repair=Repair(f"Fee {n}: 40 euros.", f"Fee {n}: 55 euros."),
            explained=("Rests on line 12.", "Score 0.9."),
        )
        for n in range(count)
    ]
    memories = {f"mem_{n}": memory(f"Fee {n}", f"Fee {n}: 40 euros.") for n in range(count)}
    return with_findings(*findings, memories=memories)


def lines_seen(rendered: str) -> int:
    """How many lines a reader sees: what is folded shows its first alone, blank ones none."""
    seen = 0
    is_folded = False
    for line in rendered.split("\n---\n", 1)[1].splitlines():
        starts = re.match(r"> \[!\w+\]-", line) is not None
        is_folded = starts or (is_folded and line.startswith(">"))
        seen += bool(line.strip()) and (starts or not is_folded)
    return seen


@pytest.mark.parametrize(("count", "most"), [(0, 3), (1, 15), (10, 80), (60, 130)])
def test_a_report_is_short(count: int, most: int) -> None:
    assert lines_seen(render_report(many(count) if count else NOTHING)) <= most


@pytest.mark.parametrize(("count", "most"), [(10, 130), (60, 600)])
def test_a_report_has_few_lines_unfolded_too(count: int, most: int) -> None:
    assert len(render_report(many(count)).splitlines()) <= most


@pytest.mark.parametrize("name", sorted(VIEWS.keys() - {"acknowledged", "nothing_wrong"}))
def test_a_finding_takes_five_lines_and_its_boxes_at_most(name: str) -> None:
    told = render_report(VIEWS[name]).partition("\n## What to look at\n")[2]
    told = told.split("\n\n> [!info]-")[0]
    for block in re.split(r"\n\n(?=- |> \[!note\])", told):
        lines = block.split("\n## ")[0].splitlines()
        items = len([one for one in lines if re.match(r"(?:> )?- ", one)])
        boxes = len([one for one in lines if "[ ] " in one or one.lstrip().startswith(">  ")])
        remarks = len([one for one in lines if re.match(r"    >", one)])
        assert len([one for one in lines if one]) - boxes - remarks <= 5 * max(items, 1)


def test_from_the_eleventh_on_a_finding_is_a_line_with_its_quote_and_unfolds() -> None:
    rendered = render_report(many(60))
    heads = re.findall(r"^> \[!note\]- (.*)$", rendered, re.MULTILINE)
    assert len(heads) == 50
    assert all("euros” → " in one or "~~40~~ ==**55**==" in one for one in heads)
    assert rendered.count("^f-059-true") == 1
    assert "\n>     - [ ] Still true ^f-059-true" in rendered
    assert "[!note]" not in render_report(many(10))


def test_how_it_was_judged_stands_in_one_folded_part() -> None:
    rendered = render_report(many(60))
    assert rendered.count("> [!info]- Why each is told") == 1
    told = rendered.split("> [!info]- Why each is told")[1].split("\n\n")[0]
    assert all(f"`f-{n:03}`" in told for n in range(60))
    assert (told.count(" outdated"), rendered.count("findings verify")) == (10, 1)
    assert "    - " not in told, "what stands above is quoted twice"
    assert "`f-059`, since 2026-11-03: 40 euros → **55 euros**, line 14.\n" in told
    assert "Score" not in told


def test_no_version_of_rules_and_no_count_of_nothing_stands_in_a_report() -> None:
    assert "(weights " not in render_report(VIEWS["repair"])
    nothing = replace(NOTHING, counts=replace(NOTHING.counts, comparisons=0, current=0))
    assert "comparison" not in render_report(nothing)


def test_what_was_settled_that_day_stands_at_its_place_and_in_the_folded_list() -> None:
    closed = replace(
        finding(at="f-02"), status="dismissed", closed_at=LOOKED, why="a false alarm", score=0.8
    )
    said = AnswerOutcome(NOTHING.looked_on, "“atlas-export” is still true.", "f-02")
    other = replace(finding("Tea is at four.", "Tea is at five.", at="f-03"), score=0.7)
    view = with_findings(finding(at="f-01"), other)
    rendered = render_report(replace(view, recently_closed=(closed,), outcomes=(said,)))
    told = "- ✓ The export is an open blocker in Atlas: it is still true."
    assert rendered.index("^f-01\n") < rendered.index("^f-03\n") < rendered.index(told)
    assert "> - 2026-11-21: “atlas-export” is still true." in rendered
    older = replace(closed, closed_at=LOOKED - timedelta(days=1))
    assert told not in render_report(replace(view, recently_closed=(older,)))


def test_an_answer_that_nothing_came_of_is_said_under_its_finding() -> None:
    said = AnswerOutcome(NOTHING.looked_on, "Nothing was done: tick one.", "f-01")
    rendered = render_report(replace(with_findings(finding(at="f-01")), outcomes=(said,)))
    assert re.search(r" \^f-01\n    - Nothing was done: tick one\.\n    - \[ \] ", rendered)


def test_what_never_agreed_strikes_nothing_of_the_note_and_offers_its_value() -> None:
    denied = replace(
        VIEWS["never_agreed"].findings[0],
        repair=Repair("Tea is at four, says [[Atlas]].", "Tea is at five, says [[Atlas]]."),
    )
    rendered = render_report(replace(VIEWS["never_agreed"], findings=(denied,)))
    assert "says “Tea is at ==**five**==.” ^f-01" in rendered
    assert "Use this wording: “Tea is at ~~four~~ ==**five**==.” ^f-01-apply" in rendered


def test_boxes_for_all_of_a_note_stand_as_people_sort_names() -> None:
    named = re.findall(r"All \d on “(Fair \d+)”", render_report(many(60)))
    assert named == [f"Fair {n}" for n in range(12)]


def test_what_is_new_is_counted_by_the_day_of_the_look() -> None:
    new = replace(finding(), first_seen=datetime(2026, 11, 21, 8, tzinfo=UTC))
    assert "1 of 41 memories outdated**, 1 new that day. Looked" in render_report(
        with_findings(new)
    )
    assert "new that day" not in render_report(with_findings(finding()))


def test_a_chart_is_drawn_where_a_person_asks_for_it() -> None:
    view = VIEWS["twenty_on_one_edit"]
    assert "mermaid" not in render_report(view)
    assert "```mermaid\npie" in render_report(replace(view, draws_chart=True))


@pytest.mark.parametrize("hands", [1, 3, 40])
def test_what_waits_is_bounded_whatever_names_its_programs_take(hands: int) -> None:
    ids = [f"f-{n:02}" for n in range(hands * 10)]
    view = replace(
        with_findings(*(condition("suspicious", about=f"mem_{at}", at=at) for at in ids)),
        waiting=tuple(
            WaitingGroup(f"bot {n}", 10, tuple(ids[n * 10 : n * 10 + 10]), (), f"{n:032x}")
            for n in range(hands)
        ),
    )
    report = render_report(view)
    told = [at for at in ids if f" ^{block_id(at)}\n" in report]
    assert len(told) == min(MAX_WAITING, TOLD_OF_HAND * hands)
    assert {at[:-1] for at in told} >= {at[:-1] for at in ids[: MAX_WAITING * 10 : 10]}
    assert f"Not told below: {len(ids) - len(told)} of what waits" in report
    assert f"**{len(ids)} findings to look at**" in report


def test_where_no_wording_is_offered_the_memory_itself_is() -> None:
    by_hand = (
        "- No wording to offer: how the note's new words would fit its sentence is not sure. "
        "By hand: [[Memories/atlas-export|edit the memory]]."
    )
    assert by_hand in render_report(VIEWS["value"])
    assert "edit the memory" not in render_report(VIEWS["repair"])


def test_of_a_moved_passage_the_link_alone_is_told() -> None:
    moved = VIEWS["moved"].findings[0]
    mended = Repair("Tea is at four. [[Atlas]]", "Tea is at four. [[Journal#Tea]]")
    rendered = render_report(with_findings(replace(moved, repair=mended)))
    assert r"- [ ] Write this link: \[\[Journal#Tea\]\] for \[\[Atlas\]\] ^" in rendered


def test_boxes_for_several_lead_with_what_mends_and_fold_what_dismisses_all() -> None:
    mended = Repair("Tea is at four.", "Tea is at five.")
    named = [(f"f-{n:02}", mended if n < 3 else None) for n in range(8)]
    view = with_findings(
        *(
            replace(finding(f"Tea is at four, {at}.", at=at, change="value"), repair=wording)
            for at, wording in named
        )
    )
    groups = [one.said for one in groups_of(view.findings, view.path_of)]
    of = "Another value: write the wordings offered for 3 of 8 findings"
    assert groups[0] == f"{of}: atlas-export"
    assert groups[-1] == "Another value: dismiss all 8, false alarms: atlas-export"
    above, _, folded = render_report(view).partition("> [!tip]- Answer several at once: 1 box\n")
    assert groups[0] in above
    assert groups[-1] not in above
    assert folded.startswith(f"> - [ ] {groups[-1]} (you are asked to confirm) ^")


def test_what_changed_in_other_ways_and_what_is_in_doubt_is_not_called_true_together() -> None:
    alike = [finding(at=f"f-{n}", change="value") for n in range(3)]
    other = finding(at="f-3", change="status")
    doubt = replace(finding(at="f-4", change="value"), outcome="in_doubt")
    offered = [
        [one.said for one in groups_of(found, lambda _: None) if one.answer == "true"]
        for found in (alike, [*alike, other], [*alike, doubt])
    ]
    said = "All 3 on “Atlas” are still true"
    assert offered == [[said], [], [said]]


def test_a_person_who_was_replaced_is_no_other_status() -> None:
    one = finding("Dentist: Mara Lind", "Dentist: Timo Voss")
    told = render_report(with_findings(one))
    assert "what is entered there changed, shown to be outdated" in told
    assert "status" not in told.partition("Why each is told")[2].replace("Atlas#Status", "")


def test_memories_that_no_note_says_are_named_where_they_are_counted() -> None:
    view = replace(
        with_findings(), unsaid=(MemoryView(NotePath("Memories/tea.md"), "Tea is at four."),)
    )
    told = render_report(view)
    assert "1 memory counts as unverified: no note cited says so." in told
    assert "> [!note]- Unverified, as no note cited says so: 1\n> - [[Memories/tea|tea]]" in told


def test_what_was_not_done_is_no_mark_and_what_was_forgotten_has_a_name() -> None:
    closed = replace(finding(at="f-02"), status="resolved", closed_at=LOOKED, why="was put away")
    closed = replace(closed, memory_id="mem_gone")
    undone = AnswerOutcome(NOTHING.looked_on, "Nothing was done: too late.", "f-02", is_done=False)
    view = replace(
        with_findings(),
        recently_closed=(closed,),
        outcomes=(undone,),
        forgotten={"mem_gone": MemoryView(NotePath("Memories/tea.md"), "Tea is at four.")},
    )
    rendered = render_report(view)
    assert "\n\n- Nothing was done: too late.\n\n## Answered today\n\n" in rendered
    assert "- ✓ Tea is at four: was put away.\n" in rendered
    assert "settled this week: 1; not done or taken back: 1\n" in rendered
    assert "> - tea (" in rendered
    likely = replace(finding(at="f-01"), outcome="likely")
    for one in (replace(closed, outcome="likely"), closed):
        shown = render_report(replace(view, findings=(likely,), recently_closed=(one,)))
        assert shown.index("^f-01\n") < shown.index("✓") < shown.index("[!done]")
        assert ("## Answered today" in shown) == (one.outcome != "likely")


def test_a_path_among_what_was_answered_is_told_whole() -> None:
    where = f".trash/{'old memories/' * 30}tea.md"
    said = f"“tea” is forgotten; its note lies in '{where}'."
    closed = replace(finding(), status="resolved", closed_at=LOOKED, memory_id="mem_gone")
    outcome = AnswerOutcome(date(2026, 11, 21), said, finding=closed.id)
    gone = {"mem_gone": MemoryView(NotePath("Memories/tea.md"), "Tea is at four.")}
    view = replace(with_findings(), recently_closed=(closed,), outcomes=(outcome,), forgotten=gone)
    assert f"- ✓ Tea is at four: {plain(said.replace('“tea”', 'it'))}\n" in render_report(view)
