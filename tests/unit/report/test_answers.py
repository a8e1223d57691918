"""What a person ticks and types in the report is read, whatever an editor did round it."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.unit.report.views import NOTHING, VIEWS, finding, memory, with_findings
from vaultwatch.drift.model import Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.report.answers import Answers, Tick, read_answers
from vaultwatch.report.boxes import LABELS, THERE, repair_words
from vaultwatch.report.model import ReportView, WaitingGroup
from vaultwatch.report.render import HOW_TO_ANSWER, render_report

VIEW = with_findings(
    replace(finding(at="f-01"), explained=("Rests on line 12: reworded.", "Score 0.93.")),
    replace(
        finding(at="f-02"),
        memory_id="mem_tea",
        score=0.9,
        repair=Repair("Tea at four.", "Tea at five."),
    ),
    replace(
        finding("The fair is in May.", "The fair is in June.", at="f-03"),
        note=NotePath("Areas/Fair.md"),
        section=("When",),
        score=0.7,
    ),
    memories={**NOTHING.memories, "mem_tea": memory("tea", "Tea at four.")},
)
BASE = render_report(VIEW)
TRUE = "    - [ ] Still true ^f-01-true"
TICKED = TRUE.replace("[ ]", "[x]")
TOLD = next(line for line in BASE.splitlines() if line.endswith(" ^f-01"))


def after(line: str, *added: str, text: str = BASE) -> str:
    assert text.count(line + "\n") == 1, line
    return text.replace(line + "\n", "\n".join([line, *added, ""]))


def rewritten(answers: Answers, view: ReportView = VIEW) -> str:
    """The report as it stands once the answers are kept."""
    return render_report(
        replace(
            view,
            findings=tuple(
                replace(one, remark=answers.remarks.get(one.id, one.remark))
                for one in view.findings
            ),
            remarks=view.remarks if answers.general is None else answers.general,
            properties=answers.properties,
        )
    )


@pytest.mark.parametrize("name", sorted(name for name in VIEWS if not VIEWS[name].asked))
def test_an_untouched_report_holds_no_answer(name: str) -> None:
    base = render_report(VIEWS[name])
    answers = read_answers(base, base)
    assert answers == Answers(properties=VIEWS[name].properties)


PROPOSED = render_report(with_findings(replace(finding(at="f-02"), kind="proposal")))
REVIEWED = render_report(with_findings(replace(finding(at="f-02"), kind="contradiction")))


EVES = WaitingGroup("eve", 9, ("f-02",), (), "5e1")
FLOODED = render_report(replace(with_findings(finding(at="f-02")), waiting=(EVES,)))


SPEAKERS = tuple(map(NotePath, ("Shed.md", "A “says so”, [x].md", "C.md")))
SILENT = render_report(with_findings(replace(finding(at="f-02"), speakers=SPEAKERS)))


DOUBTED = render_report(replace(NOTHING, doubts=(replace(finding(at="f-02"), outcome="in_doubt"),)))


@pytest.mark.parametrize("answer", [one for one in LABELS if one != "sure"])
def test_a_ticked_box_is_an_answer(answer: str) -> None:
    base = {"leave": PROPOSED, "refuse": FLOODED}.get(
        answer, REVIEWED if answer in {"activate", "keep", "reject"} else BASE
    )
    base = SILENT if answer in {*THERE, "here", "unverified"} else base
    base = DOUBTED if answer == "outdated" else base
    line = next(one for one in base.splitlines() if one.endswith(f"^f-02-{answer}"))
    answers = read_answers(base, base.replace(line, line.replace("[ ]", "[x]")))
    assert [(one.finding, one.answer) for one in answers.ticks] == [("f-02", answer)]
    assert (answers.remarks, answers.general) == ({}, None)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda t: t.replace(TRUE, TICKED), id="reading view"),
        pytest.param(lambda t: t.replace(TRUE, TICKED.replace("x", "X")), id="capital"),
        pytest.param(lambda t: t.replace(TRUE, TICKED).replace("\n", "\r\n"), id="CRLF"),
        pytest.param(lambda t: t.replace(TRUE, TICKED).replace("    -", "\t-"), id="tabs"),
        pytest.param(lambda t: t.replace(TRUE, TICKED + "  "), id="trailing spaces"),
        pytest.param(lambda t: t.replace(TRUE, TICKED + " \u2705 2026-11-21"), id="Tasks"),
        pytest.param(
            lambda t: t.replace(TRUE, TICKED.replace(" ^", " [completion:: 2026-11-21] ^")),
            id="Dataview",
        ),
        pytest.param(lambda t: t.replace(TRUE, TICKED).replace("- [", "* ["), id="stars"),
        pytest.param(lambda t: t.replace(TRUE, TICKED).replace("- [", "+ ["), id="pluses"),
        pytest.param(lambda t: t.replace(TRUE, TICKED.strip()), id="not indented"),
        pytest.param(lambda t: "\ufeff" + t.replace(TRUE, TICKED), id="byte order mark"),
        pytest.param(lambda t: t.replace(TRUE + "\n", "") + TICKED + "\n", id="moved to the end"),
        pytest.param(lambda t: TICKED + "\n" + t, id="put above the properties"),
        pytest.param(lambda t: t.replace(TRUE, f"{TICKED}\n{TICKED}"), id="doubled"),
        pytest.param(
            lambda t: t.replace(TRUE, TICKED).replace("[[Memories/tea|", "[[Old/Tea|"),
            id="a note renamed in Obsidian",
        ),
        pytest.param(lambda t: t.replace(TRUE, TICKED).replace("\n\n", "\n"), id="no blank lines"),
    ],
)
def test_a_tick_is_read_and_nothing_else_whatever_an_editor_does(
    edit: Callable[[str], str],
) -> None:
    answers = read_answers(BASE, edit(BASE))
    assert answers == Answers(ticks=(Tick("f-01", "true"),))


@pytest.mark.parametrize("mark", ["[ x]", "[x ]", "[X ]", "[ x ]", "[xx]"])
def test_a_tick_set_by_hand_a_little_beside_the_box_is_a_tick(mark: str) -> None:
    answers = read_answers(BASE, BASE.replace(TRUE, TRUE.replace("[ ]", mark)))
    assert answers == Answers(ticks=(Tick("f-01", "true"),))


@pytest.mark.parametrize("mark", ["[-]", "[/]", "[?]", "[>]"])
def test_another_mark_is_no_tick_and_is_not_passed_over(mark: str) -> None:
    answers = read_answers(BASE, BASE.replace(TRUE, TRUE.replace("[ ]", mark)))
    assert answers == Answers(unclear=(Tick("f-01", "true"),))


@pytest.mark.parametrize("mark", ["[]", "[  ]"])
def test_a_box_that_lost_its_space_is_an_empty_box(mark: str) -> None:
    assert read_answers(BASE, BASE.replace(TRUE, TRUE.replace("[ ]", mark))) == Answers()


OLDER = Path(__file__).with_name("older")


@pytest.mark.parametrize("older", sorted(OLDER.iterdir()), ids=lambda path: path.stem)
@pytest.mark.parametrize("is_base_known", [True, False])
def test_every_box_of_a_report_of_the_version_before_is_read(
    older: Path, *, is_base_known: bool
) -> None:
    base = older.read_text(encoding="utf-8")
    boxes = re.findall(r"\[ \] .* \^([\w-]+)-(\w+)$", base, re.MULTILINE)
    assert boxes
    for at, (finding_id, answer) in enumerate(boxes):
        parts = base.split("[ ]")
        ticked = "[x]".join(["[ ]".join(parts[: at + 1]), "[ ]".join(parts[at + 1 :])])
        answers = read_answers(base if is_base_known else None, ticked)
        assert answers == Answers(ticks=(Tick(finding_id, answer),))


def test_what_a_person_agrees_to_stands_in_the_reports_of_both_versions() -> None:
    (wanted,) = VIEWS["repair"].findings
    for text in (render_report(VIEWS["repair"]), (OLDER / "repair.md").read_text("utf-8")):
        assert repair_words(wanted) in text


def test_two_ticks_are_two_answers() -> None:
    ticked = BASE.replace("[ ] Still", "[x] Still")
    assert {one.finding for one in read_answers(BASE, ticked).ticks} == {"f-01", "f-02", "f-03"}


@pytest.mark.parametrize(
    ("line", "typed", "remark"),
    [
        pytest.param(TRUE, "ask Ana", "ask Ana", id="plain"),
        pytest.param(TRUE, "    ask Ana", "ask Ana", id="indented"),
        pytest.param(TRUE, "\task Ana", "ask Ana", id="a tab"),
        pytest.param(TRUE, "    - ask Ana", "- ask Ana", id="an item, as Enter makes it"),
        pytest.param(TRUE, "    - [ ] ask Ana", "- [ ] ask Ana", id="a task"),
        pytest.param(TRUE, "    - [x] asked Ana", "- [x] asked Ana", id="a done task"),
        pytest.param(TRUE, "    > ask Ana", "ask Ana", id="a quote"),
        pytest.param(TRUE, "\n\nask Ana\n\n\nand Bo\n", "ask Ana\n\nand Bo", id="paragraphs"),
        pytest.param(TRUE, "ask\u2028Ana\x0b!", "ask\u2028Ana\x0b!", id="odd line ends"),
        pytest.param(TOLD, "ask Ana", "ask Ana", id="below what is told"),
    ],
)
def test_words_belong_to_the_finding_under_which_they_stand(
    line: str, typed: str, remark: str
) -> None:
    answers = read_answers(BASE, after(line, typed))
    assert answers == Answers(remarks={"f-01": remark})
    again = rewritten(answers)
    assert read_answers(again, again).remarks == {}
    assert "".join(f"    > {one}".rstrip() + "\n" for one in remark.split("\n")) in again


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        pytest.param(TRUE, TICKED + " says Ana", "says Ana", id="behind a box"),
        pytest.param(TRUE, TRUE.replace("true", "true, says Ana", 1), ", says Ana", id="in a box"),
        pytest.param(TRUE, TRUE.replace("Still true", "Well"), "Well", id="over a box"),
        pytest.param(" ^f-01\n", " ^f-01 says Ana\n", "says Ana", id="behind the memory"),
        pytest.param(" ^f-01\n", " says Ana ^f-01\n", "says Ana", id="within the memory's line"),
    ],
)
def test_words_typed_into_a_line_of_ours_are_told_from_it(old: str, new: str, remark: str) -> None:
    assert BASE.count(old) == 1
    answers = read_answers(BASE, BASE.replace(old, new))
    assert (answers.remarks, answers.general) == ({"f-01": remark}, None)


@pytest.mark.parametrize("line", ["# Drift report", HOW_TO_ANSWER, "## What to look at"])
def test_words_typed_elsewhere_are_kept_as_general_remarks(line: str) -> None:
    answers = read_answers(BASE, after(line, "Read on *Friday*.", "", "    code"))
    assert answers == Answers(general="Read on *Friday*.\n\n    code")
    assert rewritten(answers).endswith("\n\n## Your remarks\n\nRead on *Friday*.\n\n    code\n")


def test_a_persons_properties_stay_and_are_no_remark() -> None:
    edited = BASE.replace("looked_on", "tags: [a]\nlooked_on").replace(
        "\n---\n\n", "\nb: 1\n---\n\n"
    )
    answers = read_answers(BASE, edited)
    assert answers == Answers(properties="tags: [a]\nb: 1")
    again = rewritten(answers)
    assert again.startswith("---\ngenerated: vaultwatch\n")
    assert read_answers(again, again) == answers


KEPT = replace(
    VIEW,
    findings=(replace(VIEW.findings[0], remark="one\n\ntwo"), *VIEW.findings[1:]),
    remarks="three\n\n- four",
)
WITH_REMARKS = render_report(KEPT)


@pytest.mark.parametrize(
    ("edit", "remarks", "general"),
    [
        pytest.param(("> one", "> one, or two"), {"f-01": "one, or two\n\ntwo"}, None, id="edited"),
        pytest.param(("    > one\n    >\n", ""), {"f-01": "two"}, None, id="a line taken out"),
        pytest.param(("    > one\n    >\n    > two\n", ""), {"f-01": ""}, None, id="taken out"),
        pytest.param(("> two\n", "> two\n    > three\n"), {"f-01": "one\n\ntwo\nthree"}, None,
                     id="gone on with"),
        pytest.param(("- four", "- four\n- five"), {}, "three\n\n- four\n- five", id="general"),
        pytest.param(("## Your remarks\n\nthree\n\n- four\n", ""), {}, "", id="general taken out"),
        pytest.param(("> one", "> [[one]]"), {"f-01": "[[one]]\n\ntwo"}, None, id="a link"),
    ],
)  # fmt: skip
def test_a_remark_is_a_persons_to_change(
    edit: tuple[str, str], remarks: dict[str, str], general: str | None
) -> None:
    assert WITH_REMARKS.count(edit[0]) == 1
    answers = read_answers(WITH_REMARKS, WITH_REMARKS.replace(*edit))
    assert answers == Answers(remarks=remarks, general=general)


def test_a_remark_moved_to_another_finding_goes_there() -> None:
    cut = WITH_REMARKS.replace("    > one\n    >\n    > two\n", "")
    answers = read_answers(
        WITH_REMARKS, after("    - [ ] Still true ^f-02-true", "    > one", text=cut)
    )
    assert answers.remarks == {"f-01": "", "f-02": "one"}


def test_where_our_text_is_not_known_ticks_and_standing_remarks_are_read() -> None:
    edited = WITH_REMARKS.replace(TRUE, TICKED).replace("# Drift", "typed\n# Drift")
    assert read_answers(None, edited) == Answers(
        ticks=(Tick("f-01", "true"),),
        remarks={"f-01": "one\n\ntwo"},
        general="three\n\n- four",
    )


def test_a_plugin_that_changes_our_lines_each_time_adds_no_remark_twice() -> None:
    def spoil(text: str) -> str:
        return text.replace("> Why:", "> **Why**").replace("# Drift report", "# DRIFT REPORT")

    view, sizes = VIEW, []
    for _ in range(4):
        base = render_report(view)
        answers = read_answers(base, spoil(base))
        again = rewritten(answers, view)
        sizes.append(len(again))
        view = replace(
            view,
            remarks=view.remarks if answers.general is None else answers.general,
            findings=tuple(
                replace(one, remark=answers.remarks.get(one.id, one.remark))
                for one in view.findings
            ),
        )
    assert len(set(sizes)) == 1


TYPED = st.text(
    st.sampled_from("ab \t*-+>[]x^#|`~%=:0.\u2028\u00e9\u65e5\U0001f600"), min_size=1, max_size=30
).filter(lambda text: text.strip() and "^" not in text)


LINKS = re.compile(r"\[\[[^\[\]|\n]*\|")


def flat(text: str) -> str:
    return "".join(text.split()).replace(">", "")


@given(at=st.integers(0, 10_000), typed=TYPED, where=st.sampled_from(["within", "below"]))
def test_nothing_that_was_typed_is_lost_by_the_rewrite(at: int, typed: str, where: str) -> None:
    body = BASE.index("# Drift report")
    place = body + at % (len(BASE) - body)
    edited = f"{BASE[:place]}{typed}{BASE[place:]}"
    # Where a link leads is Obsidian's to rewrite: what is typed there counts as a rename.
    assume(not any(found.start() < place < found.end() for found in LINKS.finditer(BASE)))
    assume(not ("]" in typed and BASE[:place].endswith(("[", "[ "))))  # it closes the box itself
    if where == "below":
        place = BASE.index("\n", place)
        edited = f"{BASE[:place]}\n{typed}{BASE[place:]}"
    again = rewritten(read_answers(BASE, edited))
    assert flat(typed) in flat(again) or flat(typed) in flat(BASE)
    assert read_answers(again, again).remarks == {}


@given(
    edits=st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["cut", "copy", "put"]), TYPED))
)
def test_whatever_is_done_to_a_report_it_is_read_and_rewritten_for_good(
    edits: list[tuple[int, str, str]],
) -> None:
    lines = WITH_REMARKS.split("\n")
    for at, what, typed in edits:
        place = at % (len(lines) or 1)
        lines[place : place + (what == "cut")] = {"cut": [], "put": [typed]}.get(what, lines[:3])
    again = rewritten(read_answers(WITH_REMARKS, "\n".join(lines)), KEPT)
    settled = read_answers(again, again)
    assert (settled.ticks, settled.remarks, settled.general) == ((), {}, None)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param("\n> Why: no\n" * 20_000, id="one line over and over"),
        pytest.param("".join(f"{n}\n" for n in range(40_000)), id="many lines"),
        pytest.param(" " * 2_000_000, id="one long line of spaces"),
        pytest.param("- [x] " + "^f-01-" * 200_000, id="half a block id over and over"),
        pytest.param("[[" * 500_000, id="brackets"),
        pytest.param(BASE * 100, id="the report a hundred times"),
    ],
)
def test_a_spoiled_report_gives_no_answer(spoil: str) -> None:
    assert read_answers(BASE, BASE.replace("## What", spoil + "\n## What")).ticks == ()


def test_our_own_properties_are_no_remark_where_words_in_front_of_them_made_them_text() -> None:
    assert BASE.startswith("---\n")
    answers = read_answers(BASE, f"Call Mira first.\n\n{BASE}")
    assert answers.general == "Call Mira first."
    assert answers.remarks == {}


def test_the_id_of_our_line_that_was_rewritten_stands_once() -> None:
    ours = next(line for line in BASE.splitlines() if line.endswith(" ^f-01"))
    answers = read_answers(BASE, BASE.replace(ours, "- ask Mira about all of this ^f-01"))
    assert answers.remarks == {"f-01": "- ask Mira about all of this"}
