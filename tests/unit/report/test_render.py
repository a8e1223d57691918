"""The report in every shape: golden files, and what must hold whatever a note says."""

import random
import string
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.golden_files import GoldenFiles
from tests.unit.report.fragments import FRAGMENTS, hostile
from tests.unit.report.views import VIEWS, finding, memory, with_findings
from vaultwatch.drift.model import Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.report.boxes import LABELS
from vaultwatch.report.model import ReportView
from vaultwatch.report.render import HOW_TO_ANSWER, render_report

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


@given(text=hostile)
def test_no_words_of_a_note_change_what_a_renderer_builds(text: str) -> None:
    assert structure(render_report(view_of(text))) == structure(render_report(view_of("calm")))


@given(text=hostile)
def test_nothing_that_obsidian_or_a_plugin_acts_on_survives(text: str) -> None:
    rendered = render_report(view_of(text))
    expected = render_report(view_of("calm"))
    for mark in ["[[", "![", "%%", "<%", "::", "{{", "://", "#", "`", "<", "$", "^"]:
        # What plugins look for they find by bare search, backslash or not; one mark is Markdown's.
        seen = rendered if len(mark) > 1 else rendered.replace("\\" + mark, "")
        assert seen.count(mark) == expected.count(mark), mark
    rendered.encode()


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_the_order_of_the_findings_changes_no_byte(name: str) -> None:
    view = VIEWS[name]
    shuffled = list(view.findings)
    random.Random(7).shuffle(shuffled)  # noqa: S311  # an order, not a secret
    assert render_report(replace(view, findings=tuple(shuffled))) == render_report(view)


def test_twenty_memories_on_one_edit_are_one_story() -> None:
    rendered = render_report(VIEWS["twenty_on_one_edit"])
    assert rendered.count("### ") == 2
    assert rendered.count("==**was done on 2026-11-02**==") == 1
    assert rendered.index("### Export blocks task 1") < rendered.index("Status: 20 memories")


def test_a_gone_note_is_named_and_not_linked() -> None:
    assert "[[Projects/Atlas" not in render_report(VIEWS["note_removed"])


def test_a_thousand_stories_are_counted_not_told() -> None:
    findings = [
        replace(finding(at=f"f-{n}"), note=NotePath(f"N{n}.md"), score=0.9) for n in range(1000)
    ]
    rendered = render_report(with_findings(*findings))
    assert "And 875 findings more" in rendered
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


def test_a_belief_that_is_its_notes_title_is_said_once() -> None:
    titled = memory("The stand costs 40 euros", "The stand costs 40 euros.")
    rendered = render_report(with_findings(finding(), memories={"mem_export": titled}))
    assert rendered.count("The stand costs 40 euros|") == 1
    assert "“The stand" not in rendered


def test_what_could_not_be_checked_is_counted_where_nothing_drifted() -> None:
    rendered = render_report(VIEWS["lists"])
    assert (
        "**Nothing has drifted.** Not checked: 1 memory not compared, 1 link with two" in rendered
    )


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
            [LABELS["apply"], *SETTLING],
            id="where a wording is suggested",
        ),
        pytest.param(
            {"kind": "suspicious", "note": None},
            [LABELS["activate"], LABELS["reject"]],
            id="a memory that was quarantined",
        ),
        pytest.param(
            {"kind": "contradiction"},
            [LABELS["activate"], LABELS["keep"], LABELS["reject"]],
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
    assert [line.split("] ")[1].split(" ^")[0] for line in boxes] == labels
    assert all(line.startswith("    - [ ] ") for line in boxes)


def test_a_comment_that_a_person_left_open_hides_nothing_of_ours() -> None:
    view = with_findings(replace(finding(), remark="%% later"))
    assert "    > %% later %%\n" in render_report(replace(view, remarks="%% and this"))
    assert render_report(replace(view, remarks="%% and this")).endswith("%% and this %%\n")
