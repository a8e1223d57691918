"""Commands that care for a vault: init, status, doctor, undo, the demo."""

import itertools
import shlex
import sys
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import (
    YesOption,
    agrees,
    argument,
    ending_well,
    option,
    quiet_option,
)
from vaultwatch.doors.cli.printing import (
    print_json,
    progress_shown,
    row_of,
    say,
    say_error,
    say_notice,
    standing_words,
)
from vaultwatch.doors.cli.setup_commands import TURN_ON
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from vaultwatch.report.model import PileKept
    from vaultwatch.services.operations.demo import TrialStep
    from vaultwatch.services.operations.doctor import Check
    from vaultwatch.services.operations.set_up import Extras, SetUp
    from vaultwatch.services.operations.status import VaultHealth
    from vaultwatch.services.workspace import Workspace


@verb("init", vault="word")
def init(
    *,
    yes: YesOption = False,
    palette: Annotated[
        bool | None,
        quiet_option(
            "--palette/--no-palette", "Put the plugin into Obsidian's folder, or do not ask."
        ),
    ] = None,
    base: Annotated[
        bool, option("--base", "Add Drift.base: memories with drift as an Obsidian table.")
    ] = False,
    given: Path | None,
    dry_run: bool,
    json_: bool,
) -> None:
    """Make a folder ready, and connect what is at hand: Obsidian, agents, the service.

    Shows first what it would write. With --yes the vault alone is made ready: what belongs to
    other programs is asked about.

    Example: vaultwatch init ~/Notes --yes
    """
    from vaultwatch.services.operations.set_up import Extras, plan_extras, plan_setup, set_up
    from vaultwatch.wiring import here, named_folder

    plan = plan_setup(named_folder(given) or vault_around() or here().resolve(), base=base)
    extras = Extras((), ()) if yes else plan_extras(plan.vault)
    if json_:
        print_json(row_of(plan, agents=extras.agents, service=extras.service))
    else:
        _say_setup(plan, palette=palette)
        _say_extras(extras)
    if dry_run:
        return
    is_all = not (yes or json_) and _wants_all(plan, extras)
    if plan.made:
        set_up(plan)
    if plan.plugin:
        is_wanted = True if palette is None and (yes or is_all) else palette
        _offer_plugin(plan, wanted=is_wanted, is_quiet=json_)
    if is_all:
        _set_up_extras(extras)
    if not json_:
        _say_next(plan, is_watched=is_all and bool(extras.service))


def _wants_all(plan: "SetUp", extras: "Extras") -> bool:
    """Ask for all that was shown, else for the vault alone."""
    if extras.is_anything and sys.stdin.isatty() and agrees("Do all of this?"):
        return True
    question = "Make the vault alone ready?" if extras.is_anything else "Go on?"
    if plan.made and not agrees(question):
        say("Nothing was made.")
        raise typer.Exit(1)
    return False


def _say_next(plan: "SetUp", *, is_watched: bool) -> None:
    """Tell the one next step."""
    from vaultwatch.places import Places
    from vaultwatch.services.operations.own_program import as_typed

    if is_watched:
        say(f"Ready, and watched. Next, a first memory: {as_typed()} memory add")
    elif plan.made and Places(plan.vault).is_known():
        say(f"Made. `{as_typed()} undo` takes back no init; delete what you do not want.")
    elif plan.made:
        say(f"Ready. Next, the first look: {as_typed()} scan")


MOST_NAMED = 15
"""Files that `undo` names: with what else it says they fit on a screen. Chosen by hand."""
OF_EVERY_FOLDER = (
    "Hooks see your sessions in every folder and read what you and the agent wrote there; for one "
    "project alone say no, then `vaultwatch setup hooks install claude-code --scope project`."
)


def _say_extras(extras: "Extras") -> None:
    from vaultwatch.services.operations.own_program import as_typed
    from vaultwatch.services.operations.set_up import PROGRAMS

    for offer in extras.agents:
        name = PROGRAMS[offer.client][1]
        if offer.trouble:
            left = "keeps what it has" if offer.files else "is left alone"
            say(f"{name} {left}: {offer.trouble}")
        if offer.files:
            say(f"For {name}, tools and hooks, each file kept as it was beside it:")
        for file in offer.files:
            say(f"  {file}")
    if any(offer.files for offer in extras.agents):
        say(OF_EVERY_FOLDER)
    if extras.service:
        say("To watch the vault in the background, as a service of yours:")
        for file in extras.service:
            say(f"  {file}")
    elif extras.no_service:
        say(f"{extras.no_service} `{as_typed()} run` watches while it runs.")


def _set_up_extras(extras: "Extras") -> None:
    from vaultwatch.services.operations.hook_config import TRUST_IN_CODEX
    from vaultwatch.services.operations.set_up import set_up_extras

    for what, why in set_up_extras(extras):
        say_error(f"{what}: not written. {why}")
    if any(one.client == "codex" and one.files for one in extras.agents):
        say(TRUST_IN_CODEX)


def _say_setup(plan: "SetUp", *, palette: bool | None) -> None:
    if plan.made:
        say(f"In {plan.vault} this makes:")
    else:
        say(f"{plan.vault} is ready already.")
    for name in plan.made:
        say(f"  {name}")
    if plan.plugin and palette is not False:
        say("And the plugin for Obsidian's command palette, not turned on yet:")
        for name in plan.plugin:
            say(f"  {name}")


def _offer_plugin(plan: "SetUp", *, wanted: bool | None, is_quiet: bool) -> None:
    """Add the plugin where it is wanted; ask on a terminal where nobody said."""
    from vaultwatch.services.operations.set_up import add_plugin

    if wanted is None and not is_quiet and sys.stdin.isatty():
        wanted = typer.confirm("Put the plugin into Obsidian's folder?", default=True)
    if wanted:
        add_plugin(plan.vault)
    if not is_quiet:
        say(
            TURN_ON
            if wanted
            else "The plugin was left out: see `vaultwatch setup palette install`."
        )


@verb("status", vault="word", exits=lambda now: 1 if now.trouble else 0)
def status(*, vault: Path) -> "VaultHealth":
    """Tell how things stand: counts, model, freshness, sizes, the daemon.

    Exits 1 if a daemon hangs, failed or fell behind, or if the upkeep fails again and again.

    Example: vaultwatch status --json
    """
    from vaultwatch.services.operations.status import status_of
    from vaultwatch.wiring import open_workspace

    heal_stores()
    with open_workspace(vault, "read") as ws:
        return status_of(ws)


def _unverified(standing: str, count: int) -> str:
    """Say of how many memories that stand otherwise something is unverified too."""
    if not count or standing == "silent":
        return ""
    return f" ({count} unverified{' in part' if standing == 'supported' else ''})"


@status.told
def _say_status(now: "VaultHealth", _: Asked) -> None:
    say(now.vault, style="bold")
    say(f"  notes      {now.notes}, {now.behind} behind")
    records = f", and {now.records} records of stores" if now.records else ""
    say(f"  memories   {now.memories}{records}")
    if any(now.standings.values()):
        told = (
            f"{count} {standing_words(one)}{_unverified(one, now.unverified.get(one, 0))}"
            for one, count in now.standings.items()
        )
        say(f"             {', '.join(told)} by the notes that they cite")
    likely = f" ({now.likely_findings} likely)" if now.likely_findings else ""
    doubts = f", {now.in_doubt} in doubt" if now.in_doubt else ""
    known = f"{now.acknowledged_findings} acknowledged{doubts}"
    say(f"  findings   {now.open_findings} open{likely}, {known}")
    if now.waiting:
        say(f"  waiting    {now.waiting} for your decision: `vaultwatch review`")
    if now.upkeep:
        say(f"  upkeep     {now.upkeep} proposed for {now.memories} memories: `vaultwatch review`")
    _say_kept_small(now.kept_small)
    if now.in_inbox:
        say(f"  inbox      {now.in_inbox} that you said: `vaultwatch review`")
    say(f"  last scan  {_moment(now.last_scan or '')}")
    say(f"  model      {now.model or 'none yet'}")
    if now.notice:
        say(f"             {now.notice}")
    if now.loss:
        say_notice(now.loss)
    say(
        f"  sizes      ledger {now.ledger_bytes / 1e6:.1f} MB, index {now.index_bytes / 1e6:.1f} MB"
    )
    state = now.daemon
    if state is None or not now.is_running:
        ended = f", ended {_moment(state.stopped_at)}" if state and state.stopped_at else ""
        say(f"  daemon     not running{ended}")
    else:
        ready = f"ready {_moment(state.ready_at)}" if state.ready_at else "catching up"
        say(f"  daemon     process {state.pid}, since {_moment(state.started_at)}, {ready}")
        say(f"             watching by {'native events' if state.way == 'native' else 'polling'}")
        say(f"             last event {_moment(state.last_event_at)}")
        say(f"             last reconcile {_moment(state.last_reconcile_at)}")
        say(f"             {state.queue} waiting; doing: {state.doing or 'nothing'}")
        if state.last_error:
            say(f"             last error {_moment(state.last_error_at)}: {state.last_error}")
    if now.trouble:
        say_error(now.trouble, "See `vaultwatch doctor`, and the log of `vaultwatch run`.")


def _say_kept_small(pile: "PileKept") -> None:
    """Say what upkeep did; nothing where none of it stands."""
    done = {
        "merged": pile.merged, "gathered": pile.gathered,
        "faded": pile.faded, "archived": pile.archived,
    }  # fmt: skip
    if any(done.values()):
        told = ", ".join(f"{count} {name}" for name, count in done.items() if count)
        say(f"  kept small {told}: contexts draw on {pile.drawn_on} of {pile.drawn_on_before}")
        if pile.tokens_since:
            say(f"             {pile.tokens_since} tokens a context, {pile.tokens_before} before")


def _moment(text: str) -> str:
    """Return a time of the state in the reader's own zone."""
    if not text:
        return "never"
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M:%S}"


@verb("doctor", vault="word")
def doctor(
    *,
    restore_ledger: Annotated[
        bool, option("--restore-ledger", "Put the newest sound backup in a lost history's place.")
    ] = False,
    keep_ledger: Annotated[
        bool, option("--keep-ledger", "Give a lost history up; go on with the new one.")
    ] = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Look for what is wrong and tell the fix; exits 1 if something is.

    Example: vaultwatch doctor
    """
    from vaultwatch.services.operations.doctor import examine
    from vaultwatch.wiring import open_workspace

    if restore_ledger or keep_ledger:
        _mend_ledger(vault, restore=restore_ledger, dry_run=dry_run, as_json=json_)
        return
    if not dry_run:
        heal_stores()
    with open_workspace(vault, "read") as ws:
        checks = examine(ws)
    for check in checks:
        if json_:
            print_json(check)
        else:
            _say_check(check)
    if any(check.outcome == "bad" for check in checks):
        raise typer.Exit(1)


def _mend_ledger(vault: Path, *, restore: bool, dry_run: bool, as_json: bool) -> None:
    from vaultwatch.services.operations.doctor import restore_ledger
    from vaultwatch.services.records.losses import give_up_lost_ledger
    from vaultwatch.wiring import open_workspace

    # A rehearsal copies the ledger, which may be the damaged one: to look is enough.
    with open_workspace(vault, "read" if dry_run else "write") as ws:
        if not restore:
            was_lost = give_up_lost_ledger(ws, dry_run=dry_run)
            verb = "would be" if dry_run else "is"
            told = (
                f"The new ledger {verb} kept." if was_lost else "No ledger was lost; nothing to do."
            )
            if as_json:
                print_json({"was_lost": was_lost, "notice": told})
            else:
                say(told)
            return
        done = restore_ledger(ws, dry_run=dry_run)
    if as_json:
        print_json(done)
        return
    for backup, problem in done.skipped:
        say_error(f"{backup} is damaged: {problem}")
    say(("Would restore " if dry_run else "Restored ") + done.backup)
    days, hours = divmod(round(max(0.0, done.age_s) / 3600), 24)
    say(f"  made       {_moment(done.made.isoformat())}, {days} days and {hours} hours ago")
    say(f"  holds      {done.memories} memories, {done.findings} findings")
    if done.set_aside:
        say(("Would set aside as " if dry_run else "Set aside as ") + done.set_aside)
    if not dry_run:
        say("Next: vaultwatch scan")


@verb("undo", vault="word")
def undo(*, yes: YesOption = False, given: Path | None, dry_run: bool, json_: bool) -> None:  # noqa: ARG001
    """Take back what the last command, tick or look did in the vault, or in a store.

    One tick is one step, and so is a box for several findings. A file that you edited since stays
    as it is; in a store's file whose other lines were edited, the change alone is taken back. A
    finding that was settled stands as before. Nothing is asked, without `--yes` too.

    Example: vaultwatch undo --dry-run
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.lookup import subjects_of
    from vaultwatch.services.operations.undoing import undo_newest
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import open_workspace, stores_desk

    desk = stores_desk()
    deed = partial(undo_newest, desk=desk, settings=load_settings(None), is_rehearsal=dry_run)
    place = _vault_or_none(given, may_lack=desk.journal.last() is not None)
    left, about, names = None, dict[str, str](), dict[str, None]()
    if place is None:
        result = deed(None)
    else:
        with open_workspace(place, "rehearse" if dry_run else "write") as ws:
            result = carry_out(ws, deed)
            about = {id_: f": {name}" for id_, name in subjects_of(ws, result.reopened).items()}
            left = None if dry_run else ws.journal.last()
            settled = [one.finding for one in left.settled] if left else []
            names = dict.fromkeys(subjects_of(ws, settled).values())
    is_vain = bool(result.refused) and not (result.restored or result.reopened)
    if json_:
        print_json(result)
    else:
        verb = "Would take back" if dry_run else "Took back"
        verb = "Nothing is taken back of" if is_vain else verb
        say(f"{verb} {result.what!r} of {_moment(result.at)}:")
        _say_restored(result.what, result.restored)
        for id_ in result.reopened:
            say(f"  what was said of {id_}{about.get(id_, '')}")
        for path, reason in result.refused:
            say_error(f"{path} stays as it is: {reason}")
        if left is not None:
            what = ", ".join((f"{left.what!r} of {_moment(left.at)}", *names))
            say(f"Next in the vault would be {what}: {counted(len(left.paths), 'file')}.")
    if is_vain:
        raise typer.Exit(RefusedError.exit_status)


def _say_restored(what: str, restored: "Sequence[str]") -> None:
    from vaultwatch.services.exchange.publishing import A_LOOK

    for path in restored[:MOST_NAMED]:
        say(f"  {path}")
    if rest := len(restored[MOST_NAMED:]):
        say(f"  and {counted(rest, 'file')} more: --json names each")
    if what == A_LOOK and restored:
        say("  Flags that go by this stay off until their finding changes.")


def _vault_or_none(given: Path | None, *, may_lack: bool) -> Path | None:
    """Return the vault that is meant; None where none is here and that is no matter."""
    from vaultwatch.wiring import find_vault, named_folder

    try:
        return find_vault(given)
    except NotThereError:
        if may_lack and named_folder(given) is None:
            return None
        raise


@verb("try", vault="")
def try_(*, json_: bool) -> None:
    """See it work in ten seconds, on a vault that is thrown away; nothing of it stays.

    Example: vaultwatch try
    """
    from vaultwatch.services.operations.demo import run_trial
    from vaultwatch.services.operations.own_program import as_typed
    from vaultwatch.settings import Settings
    from vaultwatch.wiring import open_workspace

    def open_trial(vault: Path, state: Path) -> "AbstractContextManager[Workspace]":
        return open_workspace(vault, state=state, settings=Settings())

    count = itertools.count(1)

    def tell(step: "TrialStep") -> None:
        if json_:
            print_json(step)
            return
        say(f"{next(count)}. {step.did}", style="bold")
        for line in step.lines:
            say(f"   {line}")

    with ending_well():
        run_trial(open_trial, tell)
    if not json_:
        say("That vault is gone again. Next, in a vault of yours:", style="bold")
        say(f"   cd ~/Notes && {as_typed()} init")


@verb("setup demo", vault="")
def demo(
    *,
    folder: Annotated[Path | None, quiet_option("--folder", "Where to play.")] = None,
    dry_run: bool,
    json_: bool,
) -> None:
    """Let a sample vault live three weeks and show what is noticed.

    Example: vaultwatch setup demo
    """
    from platformdirs import user_cache_path

    from vaultwatch.services.operations.demo import demo_vault, run_demo
    from vaultwatch.services.operations.own_program import as_typed
    from vaultwatch.wiring import open_workspace

    scratch = folder or user_cache_path("vaultwatch") / "demo"
    if dry_run:
        vault = demo_vault(scratch)
        if json_:
            print_json({"vault": vault, "report": None, "notice": None})
        else:
            say(f"Would make the demo's vault at {vault}")
        return
    with progress_shown() as progress:
        done = run_demo(
            scratch, lambda vault, clock: open_workspace(vault, clock=clock, progress=progress)
        )
    if json_:
        print_json({"vault": done.vault, "report": done.report, "notice": done.notice})
        return
    for week in done.weeks:
        scanned = week.scanned
        say(
            f"{week.name:7}  {week.edits:2} edits  {len(scanned.comparisons):2} comparisons  "
            f"{len(scanned.opened)} new findings"
        )
        for finding in scanned.opened:
            say(f"         {finding.note}: {finding.reasons[0] if finding.reasons else ''}")
    if done.notice:
        say(done.notice, style="yellow")
    say(f"Read the report: {done.report}", style="bold")
    say("Go on in the demo's vault:")
    say(f"  cd {shlex.quote(str(done.vault))}")
    for finding in done.weeks[-1].scanned.findings[:1]:
        say(f"  {as_typed()} findings show {finding.id}")


def vault_around() -> Path | None:
    """Return the vault that the command is called in, if any."""
    from vaultwatch.wiring import find_vault

    try:
        return find_vault(None)
    except NotThereError:
        return None


def heal_stores() -> None:
    """Take back what a killed `apply` or `undo` left half-done in stores, and tell of it."""
    from vaultwatch.wiring import stores_desk

    healed = stores_desk().heal()
    if healed is not None:
        say_notice(healed.told)


def _say_check(check: "Check") -> None:
    mark = {"good": "ok  ", "warning": "warn", "bad": "BAD "}[check.outcome]
    say(f"{mark}  {check.name:11}  {check.message}")
    if check.fix:
        say(f"                   {check.fix}")


@verb("ledger move", vault="option")
def move(
    target: Annotated[
        str,
        argument(
            "postgresql+psycopg://USER@HOST/DATABASE, without a password; or sqlite.",
            metavar="TARGET",
        ),
    ],
    *,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Copy the ledger into a PostgreSQL database, or back into a file; the old one stays.

    All or nothing; every table is counted and digested. Run again, it finds what stands there.

    Example: vaultwatch ledger move postgresql+psycopg://me@localhost/notes --dry-run
    """
    from vaultwatch.wiring import move_ledger

    line, held = move_ledger(vault, target, dry_run=dry_run)
    rows = sum(one.rows for one in held)
    if json_:
        tables = {one.table: one.rows for one in held}
        print_json({"target": target, "setting": line, "rows": rows, "tables": tables})
        return
    for one in held:
        say(f"  {one.rows:9,}  {one.table}")
    say(f"{'Would copy' if dry_run else 'Copied'} {counted(rows, 'row')}; the old ledger stays.")
    say("In your own settings file, below `[ledger]`:")
    say(f"  {line}")
    if not dry_run:
        say("Then start the daemon and the agents' clients again.")
