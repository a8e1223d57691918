"""The command that watches: `vaultwatch run`."""

import logging
import os

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultArgument, VaultOption
from vaultwatch.doors.cli.printing import JsonLines, PlainLines, print_json, say


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(run)


def run(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Watch the vault: keep index, flags and report true until stopped with Ctrl-C.

    Looks first at everything that changed meanwhile; then at each note a moment after it was
    saved, and at all of them by the clock. With --dry-run tells how it would watch, and ends.

    Example: vaultwatch run ~/Notes
    """
    from vaultwatch.services.daemon_state import plan_watch
    from vaultwatch.wiring import find_vault

    folder = find_vault(vault or vault_option)
    if dry_run:
        plan = plan_watch(folder)
        if json_:
            print_json(plan)
            return
        say(f"Would watch {plan.vault}", style="bold")
        say(f"  way        {plan.way}: {plan.reason}")
        for what, when in plan.schedule.items():
            say(f"  {what:10} {when}")
        return
    # Arrow's own pools keep what they freed: 8 MB of a daemon (measured). Read at import.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    from vaultwatch.daemon.run import Daemon
    from vaultwatch.doors.cli.patch_commands import heal_stores

    heal_stores()
    _log_jobs(as_json=json_)
    while Daemon(folder).run():
        pass


def _log_jobs(*, as_json: bool) -> None:
    """Log a line a finished job to stderr; the journal adds the time by itself."""
    when = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    handler = logging.StreamHandler()
    line = f"{when}%(levelname)s %(name)s: %(message)s"
    handler.setFormatter(JsonLines() if as_json else PlainLines(line))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("vaultwatch").setLevel(logging.INFO)
