"""Commands that bring back: recall, context, what is pinned, recent and left open."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from vaultwatch.doors.cli.options import AsOfOption, ValidAtOption, argument, option, quiet_option
from vaultwatch.doors.cli.printing import (
    print_json,
    print_rows,
    say,
    say_notice,
    say_text,
    tell_recalled,
)
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.memories.stores.places import place_of_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.recall.context_answer import Asking, ContextAnswer
    from vaultwatch.services.recall.notes_against import NoteLine
    from vaultwatch.services.recall.recalling import Recalled, Recollection
    from vaultwatch.services.sessions.opening import LeftOpen
    from vaultwatch.services.workspace import Workspace

StatusName: TypeAlias = Literal[
    "active", "quarantined", "superseded", "expired", "not_yet", "faded", "archived", "any"
]
"""How a memory stands."""
_NONE = "No memory fits."
BudgetOption = Annotated[int, option("--max-tokens", "Budget of the text.", min=50, max=20_000)]
TypesOption = Annotated[
    list[str] | None, quiet_option("--type", "Only memories of this type; repeatable.")
]


@verb("recall")
def recall(
    query: Annotated[str, argument("Words or a question; the newest without it.")] = "",
    *,
    type_: TypesOption = None,
    tag: Annotated[
        list[str] | None, quiet_option("--tag", "With one of these tags; repeatable.")
    ] = None,
    topic: Annotated[str, option("--topic", "Only of this topic.")] = "",
    status: Annotated[StatusName, option("--status", "How they stand.")] = "active",
    limit: Annotated[int, option("--limit", "At most so many.", min=1, max=100)] = 10,
    explain: Annotated[bool, option("--explain", "Say why each stands where it stands.")] = False,
    as_of: AsOfOption = None,
    valid_at: ValidAtOption = None,
    vault: Path,
    json_: bool,
) -> None:
    """Find memories by meaning and words, best first, as an agent would.

    Example: vaultwatch recall "who delivers the clay" --explain
    """
    from vaultwatch.recall.rank import Wanted
    from vaultwatch.recall.signals import statuses_asked
    from vaultwatch.services.recall.as_of import past_asked
    from vaultwatch.services.recall.valid_at import wanted_at
    from vaultwatch.wiring import open_workspace

    wanted = Wanted(
        types=frozenset(type_ or ()),
        tags=frozenset(tag or ()),
        topics=frozenset({topic} if topic else ()),
        statuses=statuses_asked(status, query=query),
    )
    with open_workspace(vault, "write" if as_of is None else "read") as ws:
        if (past := past_asked(ws, query, as_of, valid_at)) is not None:
            tell_recalled(ws, *past, wanted=wanted, limit=limit, json_=json_)
            return
        wanted = wanted if valid_at is None else wanted_at(ws, wanted, valid_at)
        found, against = _found(ws, query, wanted, limit, is_explained=explain)
    say_notice(found.notice)
    if json_:
        print_rows(_rows(found, against), none=_NONE)
    else:
        _tell(found, against, is_explained=explain)


def _found(
    ws: "Workspace", query: str, wanted: "Wanted", limit: int, *, is_explained: bool
) -> "tuple[Recollection, Mapping[str, NoteLine]]":
    """Return what was found, and what notes say against it."""
    from vaultwatch.services.recall.notes_against import against_of
    from vaultwatch.services.recall.recalling import recall as find
    from vaultwatch.services.recall.recalling import with_stories

    found = find(ws, query, wanted, limit=limit)
    against = against_of(ws, query, found.hits)
    return with_stories(ws, found) if is_explained else found, against


def _rows(
    found: "Recollection", against: "Mapping[str, NoteLine]"
) -> "Iterator[dict[str, object]]":
    from vaultwatch.services.recall.quoting import told_against

    for one in found.hits:
        yield {
            "memory_id": one.row.id,
            "path": one.row.path,
            "content": one.row.belief,
            "status": one.ranked.candidate.status,
            "score": round(one.ranked.shown_score, 4),
            "trust": round(one.grounds.trust, 3),
            "parts": {part.name: round(part.value, 3) for part in one.ranked.parts},
            "finding_ids": [finding.id for finding in one.findings],
            "against": told_against(one, against.get(one.row.id)) or None,
            "standing": one.stance.standing if one.stance else None,
            "unverified": one.stance.unverified if one.stance else "",
            "chain": one.chain,
            "confidence": None if found.confidence is None else round(found.confidence, 2),
            "record": one.record,
        }


def _tell(found: "Recollection", against: "Mapping[str, NoteLine]", *, is_explained: bool) -> None:
    from vaultwatch.services.recall.context_answer import DOUBTFUL

    sure = found.confidence if found.hits else None
    if sure is not None and is_explained:
        say(f"confidence {sure:.2f}: the chance that the first answers")
    elif sure is not None and found.is_doubtful:
        say(f"{DOUBTFUL}: {sure:.2f}")
    for one in found.hits:
        _tell_memory(one, against, is_explained=is_explained)
    for left in found.excluded if is_explained else ():
        say(f"left out {left.id}: {left.reason}")
    if not found.hits:
        say(_NONE)


def _tell_memory(one: "Recalled", against: "Mapping[str, NoteLine]", *, is_explained: bool) -> None:
    from vaultwatch.services.recall.context_answer import place_of
    from vaultwatch.services.recall.quoting import caveat_of, told_against

    caveat = caveat_of(one)
    flag = f"  ({caveat})" if caveat else ""
    record = place_of_record(one.row.path)
    flag = f"  ({record.words}){flag}" if record else flag
    flag = f"  (imported from {one.record}){flag}" if one.record else flag
    if one.stance is not None and one.stance.unverified:
        flag += f"  (unverified: {one.stance.unverified})"
    say(f"{one.row.id}  {' '.join(one.row.belief.split())}{flag}")
    if said := told_against(one, against.get(one.row.id)):
        say(f"    {said}")
    if is_explained:
        say(f"    {place_of(one)}")
        for line in (*one.grounds.story, *one.chain):
            say(f"    {line}")


@verb("context")
def context(
    task: Annotated[str, argument("What is about to be done; without it as --session-start.")] = "",
    *,
    session_start: Annotated[
        bool,
        option("--session-start", "What a session begins with: pinned, and left open by the last."),
    ] = False,
    goal: Annotated[str, option("--goal", "In place of the goal in the pinned note.")] = "",
    topic: Annotated[str, option("--topic", "What is worked on: its memories come first.")] = "",
    type_: TypesOption = None,
    max_tokens: BudgetOption = 2_000,
    notes: Annotated[bool, typer.Option(help="Passages of notes beside memories.")] = True,
    as_of: AsOfOption = None,
    vault: Path,
    json_: bool,
) -> None:
    """Print what is worth knowing for a task, what is pinned first, within a budget of tokens.

    Example: vaultwatch context "plan the Atlas release" --max-tokens 800
    """
    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.recall.as_of import context_as_of, past_asked
    from vaultwatch.services.recall.context_answer import Asking, context_answer
    from vaultwatch.services.recall.contexts import counting
    from vaultwatch.services.recall.search import checked_task
    from vaultwatch.wiring import open_workspace

    wanted = Wanted(types=frozenset(type_ or ()), topic=" ".join(topic.split()))
    asking = Asking(max_tokens, goal, has_notes=notes)
    with open_workspace(vault, "write" if as_of is None else "read") as ws:
        if (past := past_asked(ws, task, as_of)) is not None:
            text = context_as_of(ws, past[0], wanted, past[1], max_tokens=max_tokens)
            print_json({"context": text}) if json_ else say_text(text)
            return
        asked = checked_task(task) if task.strip() and not session_start else ""
        made = context_answer(ws, asked, wanted, asking) if asked else _opening(ws, asking)
        tokens = counting(ws)(made.text)
    say_notice(made.notice)
    if json_:
        print_json(_context_row(made, tokens))
    elif made.text:
        say_text(made.text)


def _context_row(made: "ContextAnswer", tokens: int) -> dict[str, object]:
    left = [{"memory_id": one.id, "reason": one.reason} for one in made.left]
    said = {"context": made.text, "tokens": tokens, "left_out": left}
    return {**said, "notice": made.notice or None}


def _opening(ws: "Workspace", asking: "Asking") -> "ContextAnswer":
    """Return what a session in this folder begins with."""
    from vaultwatch.services.recall.context_answer import ContextAnswer
    from vaultwatch.services.sessions.opening import open_line, opening_block, project_in
    from vaultwatch.wiring import here

    begun = opening_block(
        ws,
        session="",
        project=project_in(str(here())),
        how="startup",
        max_tokens=asking.max_tokens,
        goal=asking.goal,
        asides=(open_line,),
    )
    return ContextAnswer(begun)


@verb("memory recent", "ask", row=lambda text: {"recent": text})
def recent(
    ws: "Workspace",
    since: Annotated[
        str, argument("A time, checkpoint or session; the newest checkpoint without.")
    ] = "",
    *,
    max_tokens: BudgetOption = 2_000,
) -> str:
    """Print what changed in notes, by section, and in memories, and what drifted.

    Example: vaultwatch memory recent 2026-11-21
    """
    from vaultwatch.services.recall.recent import what_changed_since

    return what_changed_since(ws, since, max_tokens=max_tokens)


recent.told(lambda text, _: say_text(text))


@verb("memory checkpoint", "write")
def checkpoint(
    ws: "Workspace", name: Annotated[str, argument("What to call this moment.")]
) -> dict[str, str]:
    """Name this moment, to ask `vaultwatch memory recent` what changed since.

    Example: vaultwatch memory checkpoint "before the fair"
    """
    from vaultwatch.services.recall.recent import set_checkpoint

    at = set_checkpoint(ws, name).isoformat(timespec="seconds")
    return {"name": " ".join(name.split()), "at": at}


@checkpoint.told
def _say_checkpoint(made: dict[str, str], asked: Asked) -> None:
    say(f"From now on {made['name']!r} {asked.did('would be', 'is')} {made['at']}.")


def _left_row(one: "LeftOpen") -> "dict[str, object]":
    return {
        "memory_id": one.one.row.id,
        "kind": one.called,
        "content": one.one.row.belief,
        "project": one.left_in.project,
        "session_id": one.left_in.session,
        "at": one.left_in.at.isoformat() if one.left_in.at is not None else None,
        "path": one.left_in.path,
        "finding_ids": [finding.id for finding in one.one.findings],
        "against": one.against.told if one.against is not None else None,
    }


@verb("memory handoff", "ask", none="No session left anything open.", row=_left_row)
def handoff(
    ws: "Workspace", project: Annotated[str, argument("Of this project alone.")] = ""
) -> "list[LeftOpen]":
    """Print what the last sessions left open, newest first, and what notes say against it by now.

    Example: vaultwatch memory handoff atlas
    """
    from vaultwatch.memories.projects import Project
    from vaultwatch.services.recall.freshening import freshen
    from vaultwatch.services.sessions.left_behind import hand_overs
    from vaultwatch.services.sessions.opening import open_items

    freshen(ws)
    return list(open_items(ws, hand_overs(ws, Project(project) if project else None)))


@handoff.told
def _say_left_open(found: "list[LeftOpen]", _: Asked) -> None:
    from vaultwatch.services.recall.quoting import caveat_of
    from vaultwatch.services.sessions.left_behind import day_of

    last = ""
    for one in found:
        if one.left_in.path != last:
            last = one.left_in.path
            say(f"{day_of(one.left_in.at)}  {one.left_in.project}  {last}".replace("    ", "  "))
        caveat = caveat_of(one.one)
        flag = f"  ({caveat})" if caveat else ""
        say(f"  {one.called}: {one.one.row.belief}{flag}")
        if one.against is not None:
            say(f"    {one.against.told}")


@verb("memory pinned")
def pinned(
    *,
    confirm: Annotated[
        bool, option("--confirm", "Every line as it stands is your own word.")
    ] = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """List the lines of your pinned note, and say that they are yours.

    Example: vaultwatch memory pinned --confirm
    """
    from vaultwatch.services.recall.context_answer import confirm_pinned, pinned_sentences
    from vaultwatch.wiring import open_workspace

    how: Any = "read" if not confirm else "rehearse" if dry_run else "write"
    with open_workspace(vault, how) as ws:
        lines, path = (confirm_pinned if confirm else pinned_sentences)(ws), ws.pinned_path
    none = f"Nothing is pinned in {path}."
    names = ("section", "line", "text", "is_confirmed")
    if json_:
        print_rows(({name: getattr(one, name) for name in names} for one in lines), none=none)
        return
    for one in lines:
        mark = "yours" if one.is_confirmed else "not confirmed"
        say(f"{one.line:>4}  {one.section}: {one.text}  ({mark})")
    if not lines:
        say(none)
