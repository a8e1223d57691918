"""Report views in every shape a report can take, by name; golden files and pictures use them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime

from vaultwatch.drift.model import Change, Finding, Quote, Repair
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.report.model import (
    AmbiguousLink,
    AnswerOutcome,
    MemoryView,
    NoteTrouble,
    ReportCounts,
    ReportView,
    UncitedMemory,
)

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
        ambiguous=(AmbiguousLink("mem_odd", "[[a|b]]", (ATLAS, NotePath("b]].md"))),),
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
    "answered": replace(
        with_findings(
            replace(finding(), remark="Ask Ana before the demo.\n\n- [ ] call her"),
            replace(finding(at="f-02"), memory_id="mem_tea"),
            memories={**NOTHING.memories, "mem_tea": memory("tea", "Tea at four.")},
        ),
        outcomes=(
            AnswerOutcome(
                date(2026, 11, 21),
                "“budget” is still true; it now rests on what “Atlas” says today.",
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
    "lists": replace(
        NOTHING,
        notice="No embedding model is at hand: similarity rests on shared words only.",
        uncited=(UncitedMemory("mem_tea", memory("tea", "Tea at four."), "cites no note"),),
        ambiguous=(
            AmbiguousLink(
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
