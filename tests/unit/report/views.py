"""Report views in every shape a report can take, by name; golden files and pictures use them."""

# Long because a shape is a row of one table: cut in two, none would tell which are there.
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from vaultwatch.drift.model import Change, Finding, FindingKind, Quote, Repair
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.report.groups import groups_of
from vaultwatch.report.model import (
    AnswerOutcome,
    MemoryView,
    NoteTrouble,
    ReportCounts,
    ReportView,
    TwoReadings,
    UncitedMemory,
    WaitingGroup,
)
from vaultwatch.report.weeks import ToldWeek

ATLAS = NotePath("Projects/Atlas.md")
STATUS = ("Atlas", "Status")
DAY = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)


def memory(name: str, belief: str) -> MemoryView:
    return MemoryView(NotePath(f"Memories/{name}.md"), belief, DAY)


BLOCKER = memory("atlas-export", "The export is an open blocker in [[Atlas]].")
NOTHING = ReportView(
    findings=(),
    memories={"mem_export": BLOCKER},
    counts=ReportCounts(notes=212, memories=41, comparisons=47, current=47),
    looked_on=date(2026, 11, 21),
)


def finding(
    before: str | None = "The export is an open blocker.",
    after: str | None = "The export was done on 2026-11-02.",
    *,
    change: Change | None = "status",
    at: str = "f-01",
) -> Finding:
    return Finding(
        id=at,
        memory_id="mem_export",
        note=ATLAS,
        kind="memory_drift",
        change=change,
        mode="warm",
        section=STATUS,
        score=0.93,
        top_score=0.95,
        before=None
        if before is None
        else Quote(before, 12, STATUS, is_replaced=after is not None and change != "superseded"),
        after=None if after is None else Quote(after, 14, STATUS),
        reasons=("the supporting sentence was rewritten", "it now speaks of something done"),
        passage="d1",
        status="open",
        first_seen=DAY,
        last_seen=DAY,
        closed_at=None,
        why="",
    )


def with_findings(
    *findings: Finding, memories: Mapping[str, MemoryView] | None = None
) -> ReportView:
    counts = replace(NOTHING.counts, current=47 - len(findings))
    return replace(NOTHING, findings=findings, counts=counts, memories=memories or NOTHING.memories)


TEA = {**NOTHING.memories, "mem_tea": memory("tea", "Tea is at four, says [[Atlas]].")}
TOOLS = NotePath("Tools.md")


def condition(
    kind: FindingKind, *, about: str | None = "mem_tea", note: NotePath | None = None, at: str
) -> Finding:
    """A finding that no comparison made."""
    bare = finding(None, None, change=None, at=at)
    return replace(
        bare, kind=kind, memory_id=about, note=note, section=(), reasons=("a reason",), score=1.0
    )


def _of_one_note(count: int, *, change: Change = "value") -> list[Finding]:
    """Findings of one kind on as many sections of a note."""
    return [
        replace(
            finding(f"Fee {n} is 40 €.", f"Fee {n} is 55 €.", change=change, at=f"f-{n:02}"),
            section=("Fees", f"Fee {n}"),
            memory_id=f"mem_{n:02}",
            score=0.9 - n / 100,
        )
        for n in range(1, count + 1)
    ]


def _fees(count: int) -> dict[str, MemoryView]:
    return {f"mem_{n:02}": memory(f"fee-{n:02}", f"Fee {n} is 40 €.") for n in range(1, count + 1)}


def _checks_of_one_file() -> ReportView:
    """Nine lines of a file, two of another and one memory note that a machine speaks against.

    Two more lines of the file name what git's history does not know.
    """
    places = [f"store://app/docs/AGENTS.md:{n}" for n in (11, 2, 30, 4, 50, 6, 70, 80, 9)]
    places += ["store://app/CLAUDE.md:7", "store://app/CLAUDE.md:9", "Memories/tea.md"]
    places += ["store://app/docs/AGENTS.md:12", "store://app/docs/AGENTS.md:13"]
    findings, memories = [], {}
    for n, path in enumerate(places, start=1):
        id_ = f"rec_{n:02}" if path.startswith("store:") else "mem_tea"
        memories[id_] = MemoryView(NotePath(path), f"Run `bin/{n}`.", DAY)
        is_known = n <= 12
        here = f"bin/{n}: it is not there{'' if is_known else ', and git knows it not'}"
        findings.append(
            replace(
                condition(
                    "contradicted_by_check" if is_known else "never_there",
                    about=id_,
                    at=f"f-{n:02}",
                ),
                before=Quote(f"Run `bin/{n}`.", 0, ()),
                after=Quote(here, 0, ()),
                reasons=(here,),
                score=0.4,
                remark="Ask Mara." if n == 7 else "",
            )
        )
    drift = finding(at="f-90")
    return with_findings(drift, *findings, memories={**NOTHING.memories, **memories})


def _twenty() -> ReportView:
    numbers = range(1, 21)
    findings = [
        replace(finding(at=f"f-{n:02}"), memory_id=f"mem_{n:02}", score=0.95 - n / 100)
        for n in numbers
    ]
    memories = {
        f"mem_{n:02}": memory(f"belief-{n:02}", f"Export blocks task {n}.") for n in numbers
    }
    other = replace(
        finding("Review is on Monday.", "Review is on Thursday.", change="value", at="f-90"),
        note=NotePath("Areas/Reviews.md"),
        section=("Rhythm",),
        memory_id="mem_01",
        score=0.99,
    )
    return with_findings(*findings, other, memories=memories)


HOSTILE = (
    "a]] [[Evil|x]] ![[Evil]] ![i](https://evil.example/x.png) <img src=x onerror=alert(1)> "
    "%%hidden%% `= this.file` <% tp.evil() %> key:: value #tag ^block-id $x$ ~~s~~ ==h== **b** "
    "https://evil.example www.evil.example me@evil.example {{date}} &lt; [^1] \u202egnp.exe"
)

VIEWS: dict[str, ReportView] = {
    "nothing_wrong": NOTHING,
    "no_memory_yet": replace(NOTHING, memories={}, counts=ReportCounts(212, 0, 0, 0)),
    "status": with_findings(finding()),
    "value": with_findings(
        finding(
            "The budget is 12,000 € until June.",
            "The budget is 15,000 € until June.",
            change="value",
        )
    ),
    "two_passages": with_findings(
        replace(
            finding("Oskar runs the mill.", "Petra runs the mill.", change="value"),
            also=Quote("Ida runs the *bakery*.", 31, ("Bakery",)),
        )
    ),
    "repair": with_findings(
        replace(
            finding(
                "The budget is 12,000 € until June.",
                "The budget is 15,000 € until June.",
                change="value",
            ),
            memory_id="mem_budget",
            reasons=("the note said 12,000 €, now 15,000 €",),
            repair=Repair("The [[Atlas]] budget is 12.000 €.", "The [[Atlas]] budget is 15.000 €."),
            explained=(
                (
                    "Rests on line 12, “The budget is 12,000 € until June.”: reworded, "
                    "line 14 now; went “12,000”, came “15,000”."
                ),
                "For a change: a value took another's place, words that the memory says went.",
                "Against it: the note still speaks to the memory.",
                "Score 0.93, by the weights (weights 2026-11-21).",
            ),
        ),
        memories={"mem_budget": memory("atlas-budget", "The [[Atlas]] budget is 12.000 €.")},
    ),
    "reversed": with_findings(
        finding(
            "We ship the beta with sync.", "We do not ship the beta with sync.", change="reversed"
        )
    ),
    "ended": with_findings(
        finding("Bikes may stand in the yard.", "Bikes may no longer stand there.", change="ended")
    ),
    "done": with_findings(
        finding("The export is an open blocker.", "The export is done.", change="done")
    ),
    "exchanged": with_findings(
        finding(
            "Lessons are held in the town library.",
            "Lessons are held in the old gym.",
            change="exchanged",
        )
    ),
    "struck": with_findings(
        finding("We meet in the tram depot.", "~~We meet in the tram depot.~~", change="status")
    ),
    "ticked": with_findings(
        replace(
            finding("Write the export #task", "Write the export #task"),
            reasons=("the task is ticked",),
        )
    ),
    "superseded": with_findings(
        finding(
            "The export is an open blocker.", "UPDATE: the export was done.", change="superseded"
        )
    ),
    "removed": with_findings(finding(after=None, change="removed")),
    "renamed": with_findings(finding("Project Atlas", "Project Meridian", change="renamed")),
    "broken_link": with_findings(
        replace(
            finding(None, None, change="broken_link"),
            section=(),
            reasons=("[[Atlas]] leads nowhere",),
            mode="cold",
        ),
    ),
    "note_removed": replace(
        with_findings(
            replace(
                finding(after=None, change="broken_link"),
                reasons=("the note it cites no longer stands in the vault",),
            )
        ),
        gone_notes=frozenset({ATLAS}),
    ),
    "cold": with_findings(
        replace(finding(before=None), mode="cold", score=0.58, reasons=("little in common",))
    ),
    "no_change_named": with_findings(
        replace(finding(None, None, change=None), kind="contradiction", memory_id=None)
    ),
    "memory_by_itself": with_findings(
        replace(
            finding(None, None, change=None),
            kind="duplicate",
            note=None,
            section=(),
            reasons=("it says what another memory says",),
        )
    ),
    "named_without_a_link": with_findings(
        replace(
            condition("unlinked", about=None, note=ATLAS, at="f-01"),
            after=Quote("mem_tea\nmem_export", 0, ()),
            passage="u1d2",
            reasons=("2 memories call it by its name",),
        ),
        memories=TEA,
    ),
    "twenty_on_one_edit": _twenty(),
    "long_quote": with_findings(
        finding(
            "The workshop plans four stations. " * 12
            + "Tickets cost 14 € each. "
            + "Bring your own gloves and a lamp. " * 12,
            "The workshop plans four stations. " * 12
            + "Tickets cost 18 € each. "
            + "Bring your own gloves and a lamp. " * 12,
            change="value",
        )
    ),
    "hostile": replace(
        with_findings(
            replace(
                finding(HOSTILE, HOSTILE.replace("a]]", "b]]") + "\n\n# Heading\n```js\n---"),
                note=NotePath("Odd/a]] ![[b <img src=x>|c#d^e.md"),
                section=(HOSTILE, "# x [[y]]"),
                reasons=(HOSTILE,),
                memory_id="mem_odd",
            ),
            memories={
                "mem_odd": MemoryView(NotePath("Memories/50% $done$ == [[ok]].md"), HOSTILE),
            },
        ),
        notice=HOSTILE,
        uncited=(UncitedMemory("mem_odd", memory("odd `x`", HOSTILE), HOSTILE),),
        ambiguous=(TwoReadings("mem_odd", "[[a|b]]", (ATLAS, NotePath("b]].md"))),),
        troubles=(NoteTrouble(ATLAS, Trouble("broken_properties", HOSTILE, 1)),),
        recently_closed=(replace(finding(), status="resolved", closed_at=DAY, why=HOSTILE),),
    ),
    "cjk": with_findings(
        replace(
            finding(
                "発売日は三月です。担当は佐藤。", "発売日は四月です。担当は佐藤。", change="value"
            ),
            note=NotePath("企画/新製品.md"),
            section=("日程",),
        ),
        memories={"mem_export": memory("発売", "[[新製品]]の発売日は三月。")},
    ),
    "acknowledged": with_findings(replace(finding(), status="acknowledged")),
    "likely_and_in_doubt": replace(
        with_findings(
            finding(),
            replace(
                finding("We meet on Mondays.", "The team meets twice.", change="value", at="f-02"),
                memory_id="mem_tea",
                outcome="likely",
                score=0.71,
            ),
            memories=TEA,
        ),
        doubts=tuple(
            replace(one, memory_id="mem_tea", outcome="in_doubt", score=0.4)
            for one in (
                finding("Tea is at four.", "Tea is *mostly* at four.", at="f-03"),
                replace(finding("Tea is at four.", None, at="f-04"), remark="Ask Mara."),
            )
        ),
        more_doubts=2,
    ),
    "answered": replace(
        with_findings(
            replace(finding(), remark="Ask Ana before the demo.\n\n- [ ] call her"),
            replace(finding(at="f-02"), memory_id="mem_tea"),
            memories={**NOTHING.memories, "mem_tea": memory("tea", "Tea at four.")},
        ),
        outcomes=(
            AnswerOutcome(
                date(2026, 11, 21),
                "“budget” is still true, on your word, until what “Atlas” says changes.",
            ),
            AnswerOutcome(
                date(2026, 11, 20),
                "Nothing was done about “tea”: different boxes were ticked; tick one.",
            ),
        ),
        recently_closed=(
            replace(
                finding(at="f-03"),
                status="dismissed",
                closed_at=DAY,
                why="a false alarm, ticked in the report",
                remark="Meant last year's fair.",
            ),
        ),
        remarks="Read again on Friday.\n\n- with Ana",
        properties="tags:\n  - review",
    ),
    "moved": with_findings(
        replace(
            finding("Tea is at four.", "Tea is at four.", change="moved"),
            kind="moved",
            memory_id="mem_tea",
            after=Quote("Tea is at four.", 3, ("Tools", "Kitchen"), TOOLS),
            reasons=("what it rests on stands in another note, word for word, as it did before",),
            repair=Repair(
                "Tea is at four, says [[Atlas]].", "Tea is at four, says [[Tools#Kitchen|Atlas]]."
            ),
        ),
        memories=TEA,
    ),
    "moved_and_changed": with_findings(
        replace(
            finding("Tea is at four.", "Tea is at five.", change="value"),
            memory_id="mem_tea",
            after=Quote("Tea is at five.", 3, ("Tools", "Kitchen"), TOOLS),
            repair=Repair(
                "Tea is at four, says [[Atlas]].", "Tea is at five, says [[Tools#Kitchen|Atlas]]."
            ),
        ),
        memories=TEA,
    ),
    "superseded_with_wording": with_findings(
        replace(
            finding("Tea is at four.", "From May on tea is at five.", change="superseded"),
            memory_id="mem_tea",
            repair=Repair("Tea is at four, says [[Atlas]].", "Tea is at five, says [[Atlas]]."),
        ),
        memories=TEA,
    ),
    "never_agreed": with_findings(
        replace(
            finding(None, "Tea is at five.", change="never_agreed"),
            mode="cold",
            memory_id="mem_tea",
            reasons=("the note says “five”, the memory “four”",),
        ),
        memories=TEA,
    ),
    "fell_silent": replace(
        with_findings(
            replace(
                finding("Tea is at four.", None, change="removed"),
                memory_id="mem_tea",
                speakers=(TOOLS, NotePath("Kitchen/Tea.md")),
            ),
            memories=TEA,
        ),
        unspoken=(UncitedMemory("mem_cake", memory("cake", "Cake is at five."), "silent"),),
    ),
    "waiting": replace(
        with_findings(
            condition("suspicious", at="f-01"),
            replace(
                condition("contradiction", note=NotePath("Memories/tea 2.md"), at="f-02"),
                before=Quote("Tea is at four.", 0, ()),
                after=Quote("Tea is at five.", 0, ()),
            ),
            replace(
                condition("proposal", at="f-03"),
                before=Quote("Tea is at four, says [[Atlas]].", 0, ()),
                after=Quote("Tea is at five, says [[Atlas]].", 0, ()),
                passage="p1d2",
                reasons=("the agent 'bot' would change it",),
            ),
            replace(
                condition("claimed", about=None, at="f-04"),
                after=Quote("mem_tea\nmem_export", 0, ()),
                passage="c1d2",
                reasons=("2 memory files say that you said so",),
            ),
            memories=TEA,
        ),
        waiting=(WaitingGroup("bot", 4, ("f-03",), (), "0f1e2d3c4b5a"),),
    ),
    "of_memory_or_note_alone": replace(
        with_findings(
            condition("memory_external_signal", at="f-01"),
            condition("low_overlap", about=None, note=ATLAS, at="f-02"),
            condition("contextual_mismatch", about=None, note=TOOLS, at="f-03"),
            condition("stale", at="f-04"),
            replace(
                condition("scope_break", at="f-05"),
                before=Quote("the machine oven", 0, ()),
                after=Quote("on kiln, for 3 questions", 0, ()),
            ),
            condition("ambiguous", at="f-06"),
            condition("unverifiable", at="f-07"),
            condition("contradicted_by_check", at="f-08"),
            memories=TEA,
        ),
        ambiguous=(
            TwoReadings("mem_tea", "[[Pot]]", (NotePath("Home/Pot.md"), NotePath("Work/Pot.md"))),
            TwoReadings("mem_tea", "lib/pot.py", places=("~/src/a/lib/pot.py", "~/b/lib/pot.py")),
        ),
    ),
    "checks_of_one_file": _checks_of_one_file(),
    "three_of_one_note": with_findings(*_of_one_note(3), memories=_fees(3)),
    "three_of_one_note_asked_again": replace(
        with_findings(*_of_one_note(3), memories=_fees(3)),
        asked=frozenset({groups_of(_of_one_note(3), lambda _: None)[0].anchor}),
    ),
    "more_than_twenty_five": with_findings(*_of_one_note(27), memories=_fees(27)),
    "with_weeks": replace(
        with_findings(finding()),
        weeks=tuple(
            ToldWeek(date(2026, 10, 26) + timedelta(weeks=n), told=n + 1, settled=n)
            for n in range(4)
        ),
        recently_closed=(
            replace(finding(), status="resolved", closed_at=DAY, why="the note agrees again"),
        ),
        remarks="Ask Dana.",
    ),
    "with_a_chart": replace(_twenty(), draws_chart=True),
    "lists": replace(
        NOTHING,
        conflicts=("Atlas (conflicted copy).md",),
        unknown_flags=(NotePath("Memories/tea.md"),),
        notice="No embedding model is at hand: similarity rests on shared words only.",
        uncited=(UncitedMemory("mem_tea", memory("tea", "Tea at four."), "cites no note"),),
        ambiguous=(
            TwoReadings(
                "mem_export", "[[Plan]]", (NotePath("Home/Plan.md"), NotePath("Work/Plan.md"))
            ),
        ),
        troubles=(
            NoteTrouble(
                NotePath("Inbox/Clipping.md"),
                Trouble("broken_properties", "The properties are not valid YAML.", 3),
            ),
        ),
        recently_closed=(
            replace(finding(), status="resolved", closed_at=DAY, why="the note agrees again"),
        ),
    ),
}
