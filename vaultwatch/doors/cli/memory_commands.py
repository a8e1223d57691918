"""Commands on memories: written, shown, checked on this machine, counted, and kept few."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from vaultwatch.doors.cli.options import (
    AsOfOption,
    WhyOption,
    argument,
    option,
    quiet_argument,
    quiet_option,
)
from vaultwatch.doors.cli.printing import (
    columns_of,
    first_words,
    line_width,
    print_json,
    print_rows,
    row_of,
    say,
    say_notice,
    standing_words,
    table_row,
    tell_past,
)
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.drift.model import GroundingOutcome
from vaultwatch.errors import RefusedError, WrongUsageError
from vaultwatch.notes.days import day_at
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vaultwatch.services.findings.verifying import Verified
    from vaultwatch.services.memories.adding import MemoryWrite
    from vaultwatch.services.memories.showing import ShownMemory
    from vaultwatch.services.operations.stats import VaultStats
    from vaultwatch.services.recall.about import Believed
    from vaultwatch.services.recall.notes_against import NoteLine
    from vaultwatch.services.records.use import TakenFeedback
    from vaultwatch.services.upkeep.carrying_out import UpkeepDone
    from vaultwatch.services.workspace import Workspace
    from vaultwatch.upkeep.proposal import UpkeepProposal

_OUTCOMES: dict[GroundingOutcome, str] = {
    "supported": "it said so",
    "silent": "it did not speak of it, unverified",
    "denied": "it said otherwise",
}
"""What a note said to a memory when it was held against it first."""


_SPOKE = "it spoke of it and did not say so, unverified"


_LEAST_WORDS = 24
"""Columns of a belief that are shown however narrow the terminal is."""


MemoryArgument = Annotated[
    str, argument("Its id, the beginning of it, or its note's name.", metavar="MEMORY")
]
_MARKS = {"passes": "holds", "contradicts": "WRONG", "never_there": "never", "cannot_tell": "?"}


SourceName: TypeAlias = Literal[
    "user_explicit", "system", "tool_output", "user_implicit",
    "user_reported", "document", "inference",
]  # fmt: skip
"""Who a memory comes from."""


@verb("memory add", "deed")
def add(
    ws: "Workspace",
    belief: Annotated[str, argument("The belief, with [[wiki-links]] to its notes.")],
    *,
    type_: Annotated[str, option("--type", "What kind of belief.")] = "fact",
    tag: Annotated[list[str] | None, quiet_option("--tag", "A tag; repeatable.")] = None,
    topic: Annotated[str, option("--topic", "What it belongs to.")] = "",
    trigger: Annotated[
        list[str] | None,
        quiet_option("--trigger", "When it should come to mind, or what it answers; repeatable."),
    ] = None,
    source: Annotated[SourceName, option("--source", "Who says so.")] = "user_explicit",
    allow_similar: Annotated[
        bool, option("--allow-similar", "Write it though one almost like it stands.")
    ] = False,
) -> "MemoryWrite":
    """Write a memory as a note that cites the notes it rests on.

    Example: vaultwatch memory add "The key is an open blocker in [[Atlas]]" --tag release
    """
    from vaultwatch.memories.facts import Facts
    from vaultwatch.services.memories.adding import Draft, add_typed
    from vaultwatch.services.recall.notes_against import telling

    told = Facts(type_, source, tuple(tag or ()), topic=topic, triggers=tuple(trigger or ()))
    draft = Draft(belief, told)
    return telling(ws, add_typed(ws, draft, allow_similar=allow_similar), belief)


@add.told
def _say_added(done: "MemoryWrite", asked: Asked) -> None:
    say(f"{asked.did('Would write', 'Wrote')} {done.id} to {done.path}")
    if done.outcome != "stored":
        say(f"{done.outcome.replace('_', ' ').capitalize()}: {done.reason}")
    for warning in done.warnings:
        say(f"Note: {warning}")


def _listed_row(listed: tuple[Any, str, str | None]) -> dict[str, object]:
    row, status, standing = listed
    return row_of(row, status=status, standing=standing)


@verb(
    "memory list",
    "read",
    none="No memories yet. `vaultwatch memory add` writes one.",
    row=_listed_row,
)
def list_(ws: "Workspace") -> list[tuple[Any, str, str | None]]:
    """List the memories that stand in the vault, each with its status and how its notes see it.

    supported, unverified (no note that it cites says it), denied, in doubt, drifted; - where it
    cites none. A belief is cut where the line ends; --json has all of it.

    Example: vaultwatch memory list --json
    """
    from vaultwatch.recall.signals import status_at
    from vaultwatch.services.memories.showing import list_memories

    now = ws.clock.now()
    return [(row, status_at(row.facts, now), seen) for row, seen in list_memories(ws)]


@list_.told
def _say_listed(listed: list[tuple[Any, str, str | None]], _: Asked) -> None:
    head = ("Id", "Status", "By its notes", "What it says")
    told = ((row.id, how, standing_words(seen or "-"), row.belief) for row, how, seen in listed)
    rows = [head, *told]
    first = [max(map(columns_of, cells)) for cells in list(zip(*rows, strict=True))[:-1]]
    widths = (*first, max(_LEAST_WORDS, line_width() - sum(first) - 2 * len(first)))
    for cells in rows if listed else ():
        say(table_row(cells, widths), style="bold" if cells is head else "")


@verb("memory show")
def show(memory: MemoryArgument, *, as_of: AsOfOption = None, vault: Path, json_: bool) -> None:
    """Show one memory: its belief, the notes it rests on, its findings.

    Example: vaultwatch memory show "Atlas blocker"
    """
    from vaultwatch.services.memories.showing import show_memory
    from vaultwatch.wiring import open_workspace

    if as_of is not None:
        tell_past(vault, memory, as_of, json_=json_)
        return
    with open_workspace(vault, "read") as ws:
        shown = show_memory(ws, memory)
    if json_:
        print_json(shown)
    else:
        _say_memory(shown)


def _say_memory(shown: "ShownMemory") -> None:
    say(f"{shown.id}  {shown.path}", style="bold")
    say(f"  {shown.belief}")
    facts = shown.facts
    said = [facts.type, facts.source, facts.agent, facts.session, facts.topic]
    said += [facts.status] if facts.status != "active" else []
    say(f"  is        {', '.join(word for word in said if word)}")
    if facts.claim is not None:
        say(f"  claims    {facts.claim.subject} / {facts.claim.predicate} / {facts.claim.value}")
    if shown.learnt:
        say(f"  since     {shown.learnt}")
    for trigger in facts.triggers:
        say(f"  at        {trigger}")
    if facts.review_after is not None:
        say(f"  review    after {day_at(facts.review_after)}")
    for line in (*shown.trust_story, *shown.chain):
        say(f"            {line}")
    if shown.use is not None:
        say(f"            {shown.use.told}")
    _say_grounds(shown)
    if shown.last_verified is not None:
        say(f"  verified  {day_at(shown.last_verified)} by {_BY[shown.verified_by]}")
    for finding in shown.findings:
        say(f"  finding   {finding.id} {finding.status}: {', '.join(finding.reasons[:1])}")


def _say_grounds(shown: "ShownMemory") -> None:
    """Print what a memory rests on."""
    for ground in shown.grounds:
        worth = f": {_OUTCOMES[ground.outcome]}" if ground.outcome is not None else ""
        if ground.outcome == "silent" and ground.decided_by is not None:
            worth = f": {_SPOKE}"
        worth = f": {ground.read_by}" if ground.read_by else worth
        say(f"  rests on  {ground.note}, {ground.origin} {day_at(ground.taken_at)}{worth}")
        for quote in (ground.decided_by,) if ground.outcome == "denied" else ground.supports:
            if quote is not None:
                say(f"            line {quote.line}: {quote.text}")
        for clause in (ground.clause,) if ground.clause else ():
            say(f"            against: {clause}")
        for clause in ground.unspoken:
            say(f"            it did not speak of: {clause}")


@verb("memory edit")
def edit(
    memory: MemoryArgument,
    belief: Annotated[
        str | None, quiet_argument("The new belief; your editor opens without it.")
    ] = None,
    *,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Change what a memory says; its properties stay as they are.

    Example: vaultwatch memory edit mem_7k2m "The key has come, see [[Atlas]]"
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.memories.updating import edit_memory, written_belief
    from vaultwatch.wiring import open_workspace

    seen = None
    if belief is None:
        with open_workspace(vault, "read") as ws:
            written, seen = written_belief(ws, memory)
            belief = _edited(written)
        if belief is None:
            (say_notice if json_ else say)("Nothing was changed.")
            return
    with open_workspace(vault, "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: edit_memory(ws, memory, belief, seen=seen))
    if json_:
        print_json(done)
    else:
        say(f"{'Would change' if dry_run else 'Changed'} {done.id} in {done.path}")


def _edited(text: str) -> str | None:
    """Return what a person made of a text in their editor; None if they left it alone."""
    import click

    if not sys.stdin.isatty():  # an editor without a terminal waits for ever
        raise WrongUsageError(
            "No editor can be opened here: the input is not a terminal. Nothing was changed.",
            hint='Give the new belief: `vaultwatch memory edit MEMORY "..."`.',
        )
    try:
        return click.edit(text)
    except click.ClickException as exc:
        raise RefusedError(
            f"Your editor did not end well ({exc.format_message()}); nothing was changed.",
            hint="Name another in the variable EDITOR, or give the belief as an argument.",
        ) from exc


@verb("memory forget", "deed")
def forget(ws: "Workspace", memory: MemoryArgument, *, why: WhyOption = "") -> "MemoryWrite":
    """Move a memory's note to the vault's .trash; nothing is deleted.

    Example: vaultwatch memory forget mem_7k2m --why "project is over"
    """
    from vaultwatch.services.memories.updating import forget_memory

    return forget_memory(ws, memory, why=why)


@forget.told
def _say_forgotten(done: "MemoryWrite", asked: Asked) -> None:
    say(f"{asked.did('Would move', 'Moved')} {done.path} to {done.moved_to}")


@verb("memory feedback", "deed")
def feedback(
    ws: "Workspace",
    memories: Annotated[
        list[str], argument("Their ids, or their notes' names.", metavar="MEMORY...")
    ],
    *,
    helped: Annotated[bool, quiet_option("--helped/--not-helped", "Whether they did.")],
) -> "TakenFeedback":
    """Say which memories helped, or did not: those that help come sooner next time.

    The last word of a day counts; the other word takes it back.

    Example: vaultwatch memory feedback mem_7k2m --not-helped
    """
    from vaultwatch.services.lookup import find_memory
    from vaultwatch.services.records.use import give_feedback

    return give_feedback(ws, [find_memory(ws, one).id for one in memories], helped=helped)


@feedback.told
def _say_feedback(done: "TakenFeedback", asked: Asked) -> None:
    word = "helped" if asked.given["helped"] else "did not help"
    for id_ in done.recorded:
        say(f"{asked.did('Would keep', 'Kept')} that memory {id_} {word}.")
    for id_ in done.said_before:
        say(f"That memory {id_} {word} was said today already.")


@verb(
    "memory check",
    "deed",
    none="No memory says anything of this machine that can be looked up.",
    exits=lambda done: int(any(one.outcome == "contradicts" for one in done)),
)
def check(
    ws: "Workspace",
    memory: Annotated[
        str | None, quiet_argument("Its id, path or name. Default: all.", metavar="MEMORY")
    ] = None,
) -> "list[Verified]":
    """Hold memories against this machine, now: paths, scripts, versions, settings that they name.

    What held and holds no more is WRONG: a finding, and exit status 1. A path is `there`: what the
    memory says of it was not looked at. What nobody knows to have held is told here alone;
    `vaultwatch review accept CHECK` lets it count.

    Example: vaultwatch memory check "Deploy notes"
    """
    from vaultwatch.services.findings.verifying import verify_all, verify_memory

    return verify_all(ws) if memory is None else [verify_memory(ws, memory)]


_BY = {"check": "a check", "person": "a person", "git": "git's history"}


@check.told
def _say_checked(done: "list[Verified]", _: Asked) -> None:
    from vaultwatch.memories.checks.model import PLACES

    for verified in done:
        say(f"{verified.memory_id}  {verified.path}", style="bold")
        if verified.notice:
            say(f"  {verified.notice}")
        for one in verified.checks:
            why = "refused" if one.is_refused else "never seen to hold"
            mark = _MARKS[one.outcome] if one.counts or one.outcome == "passes" else "?"
            if one.outcome == "passes" and one.check.partition(" ")[0] in PLACES:
                mark = "there"  # what is said of it is another matter
            silent = "" if one.counts else f"  ({why}; silent)"
            say(f"  {mark:6} {one.id}  {one.said}: {one.found}{silent}")


_MOST_WEEKS = 13
"""Printed, the newest ones: with the rest of it a screen."""


@verb("memory stats", "read")
def stats(
    ws: "Workspace",
    *,
    days: Annotated[int, option("--days", "Of how many days.", min=1, max=3650)] = 90,
) -> "VaultStats":
    """Tell what memories do: handed out and helpful, drift told in time, what was settled and read.

    Counted from what was done here; of what was asked no word is kept.

    Example: vaultwatch memory stats --days 30
    """
    from vaultwatch.services.operations.stats import stats_of

    return stats_of(ws, days)


@stats.told
def _say_stats(told: "VaultStats", _: Asked) -> None:
    use, found = told.use, told.findings
    say(f"Memories    {_counts(told.statuses)}")
    say(f"  by notes  {_counts(told.standings)}")
    say(f"Since {told.since.isoformat()}, {told.days} days:", style="bold")
    say(
        f"Handed out  {counted(use.memories, 'memory')}, {counted(use.times, 'time')}, "
        f"to {counted(use.sessions, 'session')}; {use.helped} helped, {use.not_helped} did not"
    )
    say(
        f"Findings    {found.told} told: {found.before_use} before the memory was used, "
        f"{found.after_use} after, {found.not_used} not used since"
    )
    say(f"  settled   {_counts(found.settled)}")
    for name, one in told.readers.items():
        say(f"Reader      {name}: {one.agreed} as you said, {one.disagreed} otherwise")
    mean = round(told.tokens / told.contexts) if told.contexts else 0
    say(f"Contexts    {told.contexts}, {mean} tokens each")
    say(f"Upkeep      {_counts(told.upkeep, zeros=True)}")
    if told.weeks:
        say(f"{'Week of':10}  {'told':>6}  {'settled':>7}  {'contexts':>8}  {'tokens':>9}")
    for week in told.weeks[-_MOST_WEEKS:]:
        numbers = f"{week.told:6}  {week.settled:7}  {week.contexts:8}  {week.tokens:9}"
        say(f"{week.week.isoformat()}  {numbers}")


def _counts(counts: "Mapping[str, int]", *, zeros: bool = False) -> str:
    told = (f"{n} {standing_words(name)}" for name, n in counts.items() if n or zeros)
    return ", ".join(told) or "none"


@verb("memory about")
def about(
    name: Annotated[str, argument("Of a person, tool or place, or a note's alias.")],
    *,
    limit: Annotated[int, option("--limit", "At most so many.", min=1, max=100)] = 50,
    vault: Path,
    json_: bool,
) -> None:
    """Tell all that is believed of a name: what holds, newest first, and what held once.

    By the note of that name, its aliases, or the name as it stands in memories.

    Example: vaultwatch memory about "Mara Holm"
    """
    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.recall.about import believed_about
    from vaultwatch.services.recall.notes_against import against_of
    from vaultwatch.wiring import open_workspace

    with open_workspace(vault) as ws:
        told = believed_about(ws, name, Wanted(), limit=limit)
        against = against_of(ws, name, told.found.hits)
    say_notice(told.found.notice)
    none = f"Nothing is believed of {name!r}."
    if json_:
        print_rows(_rows_about(told, against), none=none)
    else:
        _say_about(told, against, none)


def _rows_about(
    told: "Believed", against: "Mapping[str, NoteLine]"
) -> "Iterator[dict[str, object]]":
    for one in told.found.hits:
        line = against.get(one.row.id)
        yield {
            **_row_about(one.row, one.ranked.candidate.status),
            "trust": round(one.grounds.trust, 3),
            "standing": one.stance.standing if one.stance is not None else None,
            "finding_ids": [finding.id for finding in one.findings],
            "contradicts": told.rivals.get(one.row.id, ()),
            "against": line.told if line is not None else None,
        }
    for row in told.history:
        more = {"trust": None, "standing": None, "finding_ids": (), "contradicts": ()}
        yield {**_row_about(row, row.facts.status), **more, "against": None}


def _row_about(row: Any, status: str) -> dict[str, object]:  # noqa: ANN401 -- of the ledger
    facts = row.facts
    return {
        "memory_id": row.id,
        "path": row.path,
        "content": row.belief,
        "status": "expired" if status == "active" and facts.ends is not None else status,
        "since": facts.begins or row.known_since,
        "until": facts.ends,
        "superseded_by": facts.superseded_by or None,
    }


def _say_about(told: "Believed", against: "Mapping[str, NoteLine]", none: str) -> None:
    from vaultwatch.services.recall.about import history_line
    from vaultwatch.services.recall.quoting import caveat_of

    for one in told.found.hits:
        since = day_at(one.row.facts.begins or one.row.known_since).isoformat()
        caveat = caveat_of(one)
        rivals = ", ".join(told.rivals.get(one.row.id, ()))
        not_yet = "not yet" if one.ranked.candidate.status == "not_yet" else ""
        flags = (caveat, f"contradicts {rivals}" if rivals else "", not_yet)
        marked = "".join(f"  ({flag})" for flag in flags if flag)
        say(f"{since}  {one.row.id}  {' '.join(one.row.belief.split())}{marked}")
        if one.row.id in against:
            say(f"    {against[one.row.id].told}")
    if told.history:
        say("Before:", style="bold")
    for row in told.history:
        say(f"  {history_line(row)}")
    if not (told.found.hits or told.history):
        say(none)


_NONE = "Nothing is proposed: the pile is as small as it gets."
_ID_CHARS = 8
"""Of an id that are shown: enough to name one of thousands."""
_INDENT = " " * 10


@verb("memory upkeep")
def upkeep(
    *,
    apply_: Annotated[
        list[str] | None, quiet_option("--apply", "Do this one; repeatable.", metavar="ID")
    ] = None,
    all_: Annotated[bool, option("--all", "Do all that is proposed.")] = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """List what would keep the pile of memories small, or do it; `vaultwatch undo` takes it back.

    merge: memories that say the same, the best grounded stays to the letter. split: a sentence
    that a note overtook is set apart. archive: what ended or was replaced long ago goes into a
    folder. fade: what nobody was handed for long is left out of contexts, and found still.
    refresh: it says what its note says now. compress: lines of one note become one memory.
    promote: it becomes a line of the note that it cites. core: what you stand behind is written
    into `Memories/Me.md`. distil: steps that sessions repeat become the draft of a procedure.

    Example: vaultwatch memory upkeep --apply 3f2a9c1b
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.upkeep.carrying_out import apply_planned
    from vaultwatch.services.upkeep.planning import planned
    from vaultwatch.wiring import open_workspace

    if not (apply_ or all_):
        with open_workspace(vault) as ws:
            found = planned(ws)
        if json_:
            print_rows(map(_row, found), none=_NONE)
            return
        for one in found:
            _say(one)
        say(f"{len(found)} proposed: `--apply ID` or `--all` does it." if found else _NONE)
        return
    wanted = None if all_ else apply_
    with open_workspace(vault, "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: apply_planned(ws, wanted))
    if json_:
        print_rows(({**_row(one.proposal), "refused": one.refused} for one in done), none=_NONE)
    else:
        _say_done(done, dry_run=dry_run)
    if any(one.refused for one in done):
        raise typer.Exit(1)


def _row(one: "UpkeepProposal") -> dict[str, object]:
    return {
        "id": one.id,
        "verb": one.verb,
        "memories": [id_ for id_, _ in one.memories],
        "text": one.text,
        "reason": one.reason,
        "evidence": list(one.evidence),
    }


def _say(one: "UpkeepProposal") -> None:
    kept, *others = (id_ for id_, _ in one.memories)
    with_ = f", with {', '.join(others)}" if others else ""
    say(f"{one.id[:_ID_CHARS]}  {one.verb} {kept}{with_}: {one.reason}", style="bold")
    if one.text:
        says = f"{_INDENT}says  "
        say(says + first_words(one.text, line_width() - len(says)))
    for line in one.evidence:
        say(_INDENT + first_words(line, line_width() - len(_INDENT)))


def _say_done(done: "list[UpkeepDone]", *, dry_run: bool) -> None:
    if not done:
        say(_NONE)
    for one in done:
        kept = one.proposal.memories[0][0]
        if one.refused:
            say_notice(f"{one.proposal.verb} {kept} was not done: {one.refused}")
        else:
            did = f"{'Would' if dry_run else 'Did'} {one.proposal.verb} {kept}"
            say(f"{did}: {one.proposal.reason}")
