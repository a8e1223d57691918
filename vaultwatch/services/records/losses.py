"""Know that a ledger was lost, or that the memories folder was moved away.

A new ledger is made where traces of an older one still stand.

The new ledger keeps what stood when it was made, from its first moment on, so that no kill hides
the loss; it is told of until the old one is restored or given up.
"""

import logging
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from vaultwatch.adapters.files.vault_survey import RootIdentity, root_identity
from vaultwatch.adapters.ledger.bare import VERSION, read_last_sight, read_version
from vaultwatch.errors import (
    LedgerDamagedError,
    LedgerError,
    LedgerOutOfReachError,
    SettingsError,
    VaultVanishedError,
    told_as,
)
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.places import Places
from vaultwatch.report.edition import edition_of
from vaultwatch.services.records.small_facts import (
    LEDGER_BORN,
    MOVED_OUT,
    OWN_SETTINGS,
    Birth,
)
from vaultwatch.services.records.upkeep import upkeep
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import load_settings

_REPORT = "the report in the vault"
"""No sure sign: it comes along where the vault is moved, or shared with another machine."""
_READ_BYTES = 4096
"""Of a report: its stamp stands among its first lines."""
_MOVED_AT_ONCE = 3
"""Memories found in one other place by which their folder was moved. Chosen by hand."""


def birth_facts(places: Places, report: str, now: datetime) -> Mapping[str, str]:
    """Return the facts that a new ledger begins with."""
    return {LEDGER_BORN.name: LEDGER_BORN.write(Birth(now, _traces(places, report)))}


def _traces(places: Places, report: str) -> tuple[str, ...]:
    """Return what only stands where there was a ledger before."""
    found = []
    if backups(places):
        found.append("its backups")
    if any(places.index.glob("*.lance")):
        found.append("the index")
    # No report to read is no trace: most often there is none.
    with suppress(OSError), (places.vault / report).open("rb") as opened:
        if edition_of(opened.read(_READ_BYTES).decode("utf-8", "replace")):
            found.append(_REPORT)
    return tuple(found)


def _loss(ws: Workspace) -> Birth | None:
    """Return how this ledger was born where an older one was lost and is not given up."""
    born = LEDGER_BORN.get(ws.ledger)
    return born if born is not None and born.is_loss else None


def loss_notice(ws: Workspace) -> str:
    """Return what was lost and the way out, in a few sentences; empty where nothing was."""
    born = _loss(ws)
    if born is None:
        return ""
    known = "baselines" if ws.settings.vault.share_answers else "baselines, dismissals, answers"
    forgone = f"what it knew ({known}) is not known here."
    if not is_sure_loss(ws):
        return (
            f"This machine saw this vault for the first time on {day_at(born.at)}, though "
            f"{_REPORT} stood: it was moved, or another machine watches it too; {forgone} All is "
            "well unless it was watched here before. `vaultwatch doctor "
            "--keep-ledger` ends this notice."
        )
    stood = " and ".join(filter(None, (", ".join(born.traces[:-1]), born.traces[-1])))
    said = f"On {day_at(born.at)} the ledger was gone although {stood} stood: {forgone}"
    copies = copies_of_the_lost(ws) or []
    if newest := next(filter(_may_come_back, copies), None):
        return (
            f"{said} `vaultwatch doctor --restore-ledger` brings it back from a backup "
            f"(the newest: {newest.name}), `--keep-ledger` gives it up."
        )
    told = "None of its backups can be read by this version" if copies else "There is no backup"
    return f"{said} {told}; `vaultwatch doctor --keep-ledger` ends this notice."


def _may_come_back(copy: Path) -> bool:
    """Tell whether a copy is of a version that is brought over, by its first page alone."""
    try:
        return 0 < (read_version(copy) or 0) <= VERSION
    except LedgerError:
        return False


def is_sure_loss(ws: Workspace) -> bool:
    """Tell whether a ledger of this machine was lost and is not given up."""
    born = _loss(ws)
    return born is not None and born.traces != (_REPORT,)


def is_from_before_a_loss(ws: Workspace, at: datetime) -> bool:
    """Tell whether a file of this time may have been touched by us, with no ledger to say so."""
    born = LEDGER_BORN.get(ws.ledger)
    return born is not None and bool(born.traces) and at <= born.at


def give_up_lost_ledger(ws: Workspace, *, dry_run: bool = False) -> bool:
    """Go on with the new ledger and tell of the lost one no more; return whether one was lost."""
    born = _loss(ws)
    if born is None:
        return False
    if dry_run:
        return True
    LEDGER_BORN.set(ws.ledger, Birth(born.at, born.traces, is_given_up=True))
    ws.ledger.record("doctor", "ledger", "the lost ledger was given up")
    return True


def _away_folder_notice(ws: Workspace) -> str:
    """Return that the memories folder is not there and memories were; empty where it stands."""
    folder = ws.settings.memories.folder
    if (ws.vault / folder).is_dir():
        return ""
    # Records of stores stand elsewhere; one look for nobody costs a vault without a folder little.
    known = [row for row in ws.ledger.memories(forgotten=True) if not is_record(row.id)]
    if not known or any(row.state == "present" for row in known):
        return ""
    return (
        f"The memories folder {folder!r} is not there, though there were memories: none is looked "
        "at or recalled. Put it back, or set `memories.folder`; if none is meant to be, make it."
    )


def moved_folder_notice(ws: Workspace) -> str:
    """Return where the memories went that stood in the memories folder; empty where they stand.

    It is told while none of them is left and fewer came since than went, or the folder is away.
    """
    outside = MOVED_OUT.get(ws.ledger)
    if len(outside) < _MOVED_AT_ONCE:
        return _away_folder_notice(ws)
    rows = ws.ledger.find_memories(ids=outside.values(), forgotten=True)
    gone = {row.id: row for row in rows if row.state == "forgotten" and ws.is_memory(row.path)}
    places: dict[str, str] = {}
    for path, id_ in outside.items():
        within = f"/{ws.memory_name(gone[id_].path)}.md" if id_ in gone else ""
        if within and path.endswith(within):
            places[id_] = path.removesuffix(within)
    place, count = next(iter(Counter(places.values()).most_common(1)), ("", 0))
    if count < _MOVED_AT_ONCE:
        return _away_folder_notice(ws)
    last = max(gone[id_].first_seen for id_, there in places.items() if there == place)
    folder = ws.settings.memories.folder
    found = [*islice((ws.vault / folder).rglob("*.md"), count)]
    paths = [NotePath(one.relative_to(ws.vault).as_posix()) for one in found]
    stay = ws.ledger.find_memories(paths=paths)
    if len(found) == count or any(row.first_seen <= last for row in stay):
        return ""
    return (
        f"{count} memories of the folder {folder!r} lie in {place!r} now, and none stayed: "
        "they are not recalled. Move them back, or set `memories.folder`."
    )


def notes_away(places: Places) -> int:
    """Return how many notes are away with the vault's own settings; 0 where the vault stands.

    Asks the ledger only where there is no settings file. A damaged one knows nothing of it: what
    opens it says so, and the door that restores it is not barred.
    """
    if places.config.exists():
        return 0
    try:
        if url := load_settings(None).ledger.url:
            from vaultwatch.adapters.ledger.postgres import read_sight

            had_settings, notes = read_sight(url, places.schema, OWN_SETTINGS.name)
        else:
            had_settings, notes = read_last_sight(places.ledger, OWN_SETTINGS.name)
    except LedgerOutOfReachError:
        raise  # it knows, and cannot be asked: nobody may act by a guess
    except (LedgerError, SettingsError):  # who opens it says so
        return 0
    if not had_settings or any(os.path.lexists(places.vault / path) for path in notes):
        return 0
    return len(notes)


def may_be_away(places: Places) -> bool:
    """Tell whether a vault is away, or nobody can tell now; for who asks again in a moment."""
    try:
        return notes_away(places) > 0
    except LedgerOutOfReachError:
        return True


def refuse_away(places: Places) -> RootIdentity | None:
    """Refuse to act in the empty place of a vault; return which folder the vault is."""
    identity = root_identity(places.vault)  # first: what is read next is of this folder or later
    notes = notes_away(places)
    if notes:
        raise VaultVanishedError(notes)
    return identity


# Copy the ledger daily, daemon or not, and know the copies.

log = logging.getLogger(__name__)

BACKUP_EVERY = timedelta(days=1)
"""Chosen by hand: what a day brings can be answered again."""
_NAMES = "ledger-*.sqlite"
_STAMP = "ledger-%Y%m%d-%H%M%S"


def backups(places: Places) -> list[Path]:
    """Return the daily copies of a vault's ledger, newest first by the time in their names."""
    return sorted(places.backups.glob(_NAMES), reverse=True)


def upgraded_copies(places: Places) -> list[Path]:
    """Return the copies from before upgrades, newest first."""
    return sorted(places.state.glob(f"{places.ledger.name}.before-upgrade-*"), reverse=True)


def made_at(backup: Path) -> datetime | None:
    """Return when a copy was made, by its name; None where it says nothing."""
    try:
        return datetime.strptime(backup.stem, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def back_up_if_due(ws: Workspace) -> Path | None:
    """Copy the ledger where the newest copy is older than a day; a failure is only logged."""
    if ws.is_rehearsal:
        return None
    now = ws.clock.now()
    made = next((at for one in backups(ws.places) if (at := made_at(one))), None)
    # One from the future is no reason to wait: the clock was set back.
    if made is not None and timedelta() <= now - made < BACKUP_EVERY:
        return None
    try:
        return back_up_ledger(ws)
    except LedgerError as error:
        log.warning("the ledger was not backed up: %s %s", error.message, error.hint)
        return None


def back_up_ledger(ws: Workspace) -> Path:
    """Check the ledger and copy it, keeping the newest `schedule.keep_backups` copies.

    Raises:
        LedgerDamagedError: no good copy is pushed out by a bad one.
        LedgerError: the copy cannot be written.
    """
    with upkeep(ws, "backup"):
        return _back_up(ws)


def _back_up(ws: Workspace) -> Path:
    problems = ws.ledger.check()
    if problems:
        raise LedgerDamagedError(problems[0], hint=ws.ledger.site.mending)
    folder = ws.places.backups
    with told_as(LedgerError, "No backup can be kept", "Make room."):
        folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / f"{ws.clock.now().astimezone(UTC).strftime(_STAMP)}.sqlite"
    ws.ledger.backup(copy)
    # After a clock went back the newest copy has not the last name; it stays all the same.
    kept = {copy, *(copies_of_the_lost(ws) or ())[:1]}  # the lost ledger can still be had
    others = [file for file in backups(ws.places) if file not in kept]
    for old in others[max(0, ws.settings.schedule.keep_backups - 1) :]:
        old.unlink(missing_ok=True)
    return copy


def copies_of_the_lost(ws: Workspace) -> list[Path] | None:
    """Return the copies of a ledger that was lost and is not given up, newest first.

    Copies of the one made in its place are left out. None where no ledger was lost.
    """
    born = _loss(ws)
    if born is None:
        return None
    since = born.at.replace(microsecond=0)  # names tell whole seconds
    return [one for one in backups(ws.places) if (at := made_at(one)) and at < since]
