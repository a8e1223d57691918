"""Look for what keeps a vault from being watched well, and say how to mend it."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.files.safe_write import SCRATCH
from vaultwatch.adapters.files.session_records import troubles_since
from vaultwatch.adapters.index.index_files import garbled_files
from vaultwatch.adapters.ledger.bare import LEAST_ROOM_BYTES
from vaultwatch.adapters.ledger.opening import newest_sound, put_in_place
from vaultwatch.adapters.machine.mounts import (
    count_folders,
    has_room_for_watches,
    inotify_limit,
    watching_way,
)
from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.errors import (
    LedgerError,
    LedgerNoRoomError,
    LedgerOutOfReachError,
    NotThereError,
    RefusedError,
    VaultwatchError,
)
from vaultwatch.memories.stores.places import is_record, is_record_path
from vaultwatch.notes.days import day_at
from vaultwatch.report.words import counted
from vaultwatch.services.daemon_state import is_running, read_state, trouble_of
from vaultwatch.services.exchange.inbox_note import see_inbox
from vaultwatch.services.indexing.registering import doubled_ids
from vaultwatch.services.known_stores import cut_off_notice
from vaultwatch.services.operations.hook_config import hook_states, plugin_file
from vaultwatch.services.operations.palette_install import (
    installed_version,
    is_turned_on,
    shipped_version,
)
from vaultwatch.services.records.inbox import waiting_words
from vaultwatch.services.records.losses import (
    backups,
    copies_of_the_lost,
    is_sure_loss,
    loss_notice,
    made_at,
    moved_folder_notice,
    upgraded_copies,
)
from vaultwatch.services.records.shared import OWED, read_answers
from vaultwatch.services.records.small_facts import (
    FAILED_TO_COMPARE,
    FAILED_TO_INDEX,
    LAST_SCAN,
    SCAN_DUE,
    SNAPSHOT,
    UNREAD,
)
from vaultwatch.services.records.upkeep import upkeep_troubles
from vaultwatch.services.workspace import Workspace

CheckOutcome: TypeAlias = Literal["good", "warning", "bad"]

ROOMY_WATCHES = 524_288
"""What distributions with a generous limit set; 1 KB of kernel memory each."""
HOOK_TROUBLE_TOLD = timedelta(days=7)
"""What went wrong behind a hook longer ago is told no more. Chosen by hand."""
CLOCK_SLACK_S = 300.0
"""Clocks are set back by minutes without harm. Chosen by hand."""
_MENDED: Final[Mapping[str, str]] = {
    "not_utf8": "Save it as UTF-8.",
    "too_large": "Split it.",
    "too_deep": "Nest them less deep.",
}
"""What mends a note whose trouble is none of its properties."""
FREE_BYTES = 500_000_000
"""Optimising rewrites the index, so as much again must be free (FACTS); for most vaults less."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at."""

    name: str
    outcome: CheckOutcome
    message: str
    fix: str = ""


def examine(ws: Workspace) -> list[Check]:
    """Return every check, in the order a person would make them; none of them writes."""
    checks: list[Check] = []
    no_room: Check | None = None  # is told once, not of each part that needs the ledger
    for name, look in _LOOKS.items():
        try:
            checks.extend(Check(name, outcome, message, fix) for outcome, message, fix in look(ws))
        except LedgerNoRoomError as error:
            no_room = Check("disk", "bad", error.message, error.hint)
        except VaultwatchError as error:
            checks.append(Check(name, "bad", error.message, error.hint))
    return [*checks, no_room] if no_room is not None else checks


_Found: TypeAlias = Iterator[tuple[CheckOutcome, str, str]]


def _vault(ws: Workspace) -> _Found:
    survey = ws.files.survey(is_aside=True)
    yield "good", f"{len(survey.notes)} notes and {len(survey.attachments)} other files.", ""
    if not os.access(ws.vault, os.W_OK):
        yield "bad", "The vault cannot be written.", "Give yourself write permission on it."
    most = ws.settings.vault.max_note_bytes
    large = [path for path, stat in survey.notes.items() if stat.size_bytes > most]
    for note in sorted(large)[:5]:
        told = f"{note!r} is larger than {most:,} bytes: what it says now is not read."
        yield "warning", told, "Split it, or raise `vault.max_note_bytes`."
    closed = [path for path in survey.notes if not os.access(ws.vault / path, os.R_OK)]
    for note in sorted(closed)[:5]:
        told = f"{note!r} cannot be read: what it says now is not known."
        yield "bad", told, "Give yourself read permission on it."
    named = {*large, *closed}
    unread = UNREAD.get(ws.ledger)
    for note in sorted((unread.keys() & survey.notes.keys()) - named)[:5]:
        yield "warning", f"{unread[note]} It is left out.", "Rename or mend it."
    for path, reason in survey.skipped[:5]:
        yield "warning", f"{path!r} is left out: {reason}.", "Mend it, or add it to vault.ignore."


def _settings(ws: Workspace) -> _Found:
    if ws.settings.reader.known_as:
        yield "good", f"The reader is {ws.settings.reader.known_as}.", ""
    else:
        own = " but agents in their sessions" if ws.settings.reader.in_session else ""
        yield "good", f"No reader is set: nobody reads what is in doubt{own}.", ""


def _memories(ws: Workspace) -> _Found:
    folder = ws.vault / ws.settings.memories.folder
    if moved := moved_folder_notice(ws):
        yield "bad", moved, ""
        return
    if not folder.is_dir():
        yield "warning", f"There is no folder {folder.name!r} yet.", "Run `vaultwatch init`."
        return
    rows = [row for row in ws.ledger.memories() if not is_record(row.id)]
    yield "good", f"{counted(len(rows), 'memory')} in {ws.settings.memories.folder!r}.", ""
    for path, trouble in list(doubled_ids(ws))[:10]:
        yield "warning", f"{path!r}: {trouble.message}", "Delete its id, or give it another."


def _stores(ws: Workspace) -> _Found:
    if told := cut_off_notice(ws):
        yield "warning", told, ""


def _inbox(ws: Workspace) -> _Found:
    note, waiting = see_inbox(ws), len(waiting_words(ws))
    if note.is_persons and waiting:
        told = f"{counted(waiting, 'sentence')} cannot be shown in {ws.inbox_path!r}: a note of "
        told += "yours has that name, and it is left alone."
        fix = "`vaultwatch review` lists them; name another note as `memories.inbox`."
        yield "warning", told, fix
    if note.others:
        told = f"{counted(note.others, 'sentence')} in {ws.inbox_path!r} that this ledger does not "
        told += "know: of another machine, or from before a ledger was lost. Left as they stand."
        yield "good", told, ""


def _answers(ws: Workspace) -> _Found:
    if not ws.settings.vault.share_answers:
        return
    held, troubles = read_answers(ws)
    count = sum(len(said) for name, said in held.items() if name != OWED)
    yield "good", f"{counted(count, 'answer')} in {counted(len(held) - 1, 'file')}, shared.", ""
    for told, fix in troubles[:5]:
        yield "warning", told, fix
    if owed := len(held[OWED]):
        told = f"{counted(owed, 'answer')} of yours could not be written into the vault yet."
        yield "warning", told, "See who may write `.vaultwatch/settled`; then `vaultwatch scan`."


def _properties(ws: Workspace) -> _Found:
    outlines = list(ws.ledger.outlines())
    if not outlines:
        yield "warning", "No note was looked at yet.", "Run `vaultwatch scan`."
        return
    troubles = [(o.path, t) for o in outlines for t in o.troubles]
    if not troubles:
        yield "good", "Every note's properties can be read.", ""
    for path, trouble in troubles[:10]:
        fix = _MENDED.get(trouble.kind, "Mend the properties.")
        yield "warning", f"{path!r}, line {trouble.line}: {trouble.message}", fix
    failed = {**FAILED_TO_INDEX.get(ws.ledger), **FAILED_TO_COMPARE.get(ws.ledger)}
    for path, why in list(failed.items())[:10]:
        yield "bad", f"{path!r}: {why}.", "A fault of ours: report it, with that line of the log."


def _ledger(ws: Workspace) -> _Found:
    problems = ws.ledger.check()
    lost = loss_notice(ws)
    if lost:
        yield "bad" if is_sure_loss(ws) else "warning", lost, ""
    elif not problems:
        yield "good", f"Sound, {ws.ledger.size_bytes() / 1e6:.1f} MB{_where(ws)}.", ""
    for problem in problems[:5]:
        yield "bad", problem, ws.ledger.site.mending


def _where(ws: Workspace) -> str:
    """Return where a ledger lies that is in no file, and what is kept of it here."""
    site = ws.ledger.site
    if not site.is_far:
        return ""
    made = next((at for one in backups(ws.places) if (at := made_at(one))), None)
    kept = f"the newest copy here is of {day_at(made)}" if made else "no copy is here yet"
    return f", on the server {site.name}, which keeps rows as they were written; {kept}"


def _index(ws: Workspace) -> _Found:
    if not ws.has_index:
        yield "warning", "There is no index yet.", "Run `vaultwatch setup index`."
        return
    garbled = garbled_files(ws.places.index)
    if garbled:
        told = f"{len(garbled)} files of the index hold other bytes than were written."
        yield (
            "bad",
            told,
            "The next search makes it anew; or now: `vaultwatch setup index --rebuild`.",
        )
        return
    stats = ws.ledger.note_stats()
    held = ws.chunks.notes()
    missing = [path for path in stats if path not in held]
    extra = {path for path in held - stats.keys() if not is_record_path(path)}
    # A note without a word has no chunk, so a few may be missing by right.
    if extra:
        yield "warning", f"{len(extra)} notes in the index are unknown.", _REBUILD
    if len(missing) > len(stats) // 2:
        yield "bad", f"{len(missing)} of {len(stats)} notes are missing.", _REBUILD
    elif not extra:
        yield "good", f"{ws.chunks.count()} chunks of {len(held)} notes.", ""


_REBUILD = "Run `vaultwatch setup index --rebuild`."


def _snapshot(ws: Workspace) -> _Found:
    place, saved = ws.settings.snapshot.place, SNAPSHOT.get(ws.ledger)
    at = f"saved {saved.at.astimezone():%Y-%m-%d %H:%M}" if saved.at else "not saved yet"
    if place and saved.trouble:
        yield "warning", f"The index is {at}: {saved.trouble}", "See `vaultwatch index save`."
    elif place:
        yield "good", f"the index is {at}, at {place}", ""


def _upkeep(ws: Workspace) -> _Found:
    for told, fix in upkeep_troubles(ws):
        yield "bad", told, fix


def _model(ws: Workspace) -> _Found:
    from vaultwatch.adapters.models.embedders.e5 import E5
    from vaultwatch.adapters.models.embedders.minilm import MINILM
    from vaultwatch.adapters.models.embedders.wheels import is_whole

    chosen = ws.model
    by_id = {one.model_id: one for one in (MINILM, E5)}
    model = by_id.get(chosen.embedder.model_id)
    if chosen.notice:
        yield "warning", chosen.notice.removesuffix(chosen.fix).rstrip(), chosen.fix
    elif model is not None and not is_whole(models_folder() / model.model_id):
        told = "The model's files hold other bytes than were fetched: what it finds may be wrong."
        fix = f"{model.hint} Then `vaultwatch setup index --rebuild`."
        yield "bad", told, fix
    else:
        yield "good", chosen.embedder.note, ""


def _disk(ws: Workspace) -> _Found:
    place = ws.places.state
    while not place.exists():
        place = place.parent
    for name, there in (("index", place), ("vault", ws.vault)):
        free = shutil.disk_usage(there).free
        if free < FREE_BYTES:
            outcome: CheckOutcome = "bad" if free < LEAST_ROOM_BYTES else "warning"
            yield outcome, f"Only {free / 1e6:.0f} MB are free for the {name}.", "Free some space."
        else:
            yield "good", f"{free / 1e9:.0f} GB are free for the {name}.", ""


def _permissions(ws: Workspace) -> _Found:
    places = {
        "state folder": ws.places.state,
        "memories folder": ws.vault / ws.settings.memories.folder,
        "report": ws.vault / ws.report_path,
    }
    closed = [
        (name, place)
        for name, place in places.items()
        if place.exists() and not os.access(place, os.W_OK)
    ]
    # One run as another user is enough to leave files that nobody else may write.
    closed += [("file", file) for file in _files_of(ws) if not os.access(file, os.W_OK)][:1]
    for name, place in closed:
        yield "bad", f"The {name} {str(place)!r} cannot be written.", "Give yourself permission."
    if not closed:
        yield "good", "Everything that is ours to write can be written.", ""


def _files_of(ws: Workspace) -> Iterator[Path]:
    """Yield the files of the state folder, those of the index too."""
    for folder, _, names in os.walk(ws.places.state):
        yield from (Path(folder, name) for name in sorted(names))


def _watching(ws: Workspace) -> _Found:
    way, reason = watching_way(ws.vault, ws.settings.watch.way)
    yield "good", f"Changes are seen by {'events' if way == 'native' else 'polling'}: {reason}", ""
    limit = inotify_limit()
    if way == "polling" or limit is None:
        return
    folders = count_folders(ws.vault)
    if folders > limit or not has_room_for_watches(ws.vault):
        yield (
            "bad",
            f"The vault has {folders} folders and the system allows {limit} watches.",
            _more_watches(folders),
        )
    else:
        yield "good", f"{folders} folders of {limit} that can be watched.", ""


def _more_watches(folders: int) -> str:
    wanted = max(4 * folders, ROOMY_WATCHES)
    return f"As root: sysctl fs.inotify.max_user_watches={wanted}; or poll: watch.way in settings."


def _daemon(ws: Workspace) -> _Found:
    state, runs = read_state(ws.places), is_running(ws.places)
    trouble = trouble_of(state, runs=runs, now=ws.clock.now())
    if trouble:
        yield "bad", trouble, "See its log; `vaultwatch run` or `vaultwatch setup service install`."
    elif runs and state is not None:
        yield "good", f"Watching since {state.started_at[:19]} (UTC), process {state.pid}.", ""
    else:
        yield "warning", "No daemon watches this vault.", "Start `vaultwatch run`."


def _palette(ws: Workspace) -> _Found:
    if not (ws.vault / ".obsidian").is_dir():
        return
    version, ours = installed_version(ws.vault), shipped_version()
    if version is None:
        yield "good", "Obsidian has no commands of ours (`vaultwatch setup palette install`).", ""
    elif version != ours:
        message = f"Obsidian's plugin is of version {version}, this is {ours}."
        yield "warning", message, "Run `vaultwatch setup palette install`."
    elif not is_turned_on(ws.vault):
        yield "warning", "Obsidian's plugin is turned off.", "Settings > Community plugins."
    else:
        yield "good", f"Obsidian's plugin is in place, version {version}.", ""


def _hooks(ws: Workspace) -> _Found:
    """Nothing where no client has hooks of ours and none ever had."""
    now = ws.clock.now()
    installed = [one for one in hook_states(ws.vault) if one.events]
    troubles = troubles_since(ws.places.hook_log, now - HOOK_TROUBLE_TOLD)
    for one in installed:
        if one.is_current:
            yield "good", f"{one.client} calls us ({one.scope}): {', '.join(one.events)}.", ""
        else:
            told = f"The hooks of {one.client} in {one.file!r} are of another vault or version."
            yield "warning", told, f"Run `vaultwatch setup hooks install {one.client}`."
    plugin = plugin_file(ws.vault)
    if plugin is not None and any(one.client == "claude-code" for one in installed):
        told = f"Claude Code calls us twice: by hooks, and by the plugin of {str(plugin)!r}."
        yield "warning", told, "Run `vaultwatch setup hooks uninstall claude-code`."
    for trouble in troubles[:5]:
        told = f"{trouble.at[:19]} (UTC), {trouble.client} {trouble.event}: {trouble.message}"
        yield "warning", told, f"If it goes on, report it; all of it is in {ws.places.hook_log}."


def _clock(ws: Workspace) -> _Found:
    known = (ws.ledger.newest_moment(), LAST_SCAN.get(ws.ledger))
    newest = max(filter(None, known), default=None)
    if newest and newest > ws.clock.now() + timedelta(seconds=CLOCK_SLACK_S):
        yield (
            "warning",
            f"What was recorded last is of {newest:%Y-%m-%dT%H:%M:%S} (UTC), which lies ahead.",
            "Set the clock; times of findings are wrong until it passes that moment.",
        )
    else:
        yield "good", "Runs forward.", ""


_LOOKS: dict[str, Callable[[Workspace], _Found]] = {
    "vault": _vault,
    "settings": _settings,
    "permissions": _permissions,
    "watching": _watching,
    "daemon": _daemon,
    "palette": _palette,
    "hooks": _hooks,
    "clock": _clock,
    "memories": _memories,
    "stores": _stores,
    "inbox": _inbox,
    "answers": _answers,
    "properties": _properties,
    "ledger": _ledger,
    "index": _index,
    "snapshot": _snapshot,
    "upkeep": _upkeep,
    "model": _model,
    "disk": _disk,
}


# Put a backup in the ledger's place.


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoring did, or would do."""

    backup: str
    made: datetime
    """When the backup was made: what was learnt since is not in it."""
    age_s: float
    memories: int
    findings: int
    """What it holds: memories that are not forgotten, findings live or closed."""
    set_aside: str
    """Where the ledger that stood there went; empty where none did."""
    skipped: tuple[tuple[str, str], ...]
    """Newer backups that are damaged, each with what is wrong."""


def restore_ledger(ws: Workspace, *, dry_run: bool = False) -> Restored:
    """Put the newest sound backup in the place of a ledger that is lost or damaged.

    The ledger that stands there is set aside, whatever its state.

    Raises:
        NotThereError: there is no sound backup.
        RefusedError: the ledger is sound and no other was lost.
        LedgerOutOfReachError: it cannot be asked now, so that nobody can tell whether it is sound.
        LedgerError: a file cannot be moved.
    """
    if ws.settings.ledger.url:
        raise RefusedError(
            "The ledger lies in a database: its server restores it, not vaultwatch.",
            hint="docs/scale.md tells how a dump or a daily backup is put back.",
        )
    is_sound, is_wanting, candidates = _asked(ws)
    if not is_wanting:
        raise RefusedError(
            "The ledger is sound; nothing was restored.",
            hint=f"To go back all the same, move {str(ws.places.ledger)!r} away and run it again.",
        )
    file = ws.places.ledger
    aside = file.with_name(f"{file.name}.set-aside-{ws.clock.now():%Y%m%d-%H%M%S}")
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=ws.places.state) as scratch:
        found = newest_sound(candidates, Path(scratch), clock=ws.clock)
        if found is None:
            raise NotThereError(
                f"There is no sound backup in {str(ws.places.backups)!r}.",
                hint=_without_backup(file, is_sound=is_sound),
            )
        # One from before an upgrade does not bear its time in its name.
        made = made_at(found.backup) or datetime.fromtimestamp(found.backup.stat().st_mtime, UTC)
        was_there = file.exists() if dry_run else put_in_place(found.draft, file, aside)
    if not dry_run:
        SCAN_DUE.set(ws.ledger, value=True)
        ws.ledger.record("doctor", "ledger", f"restored from {found.backup.name}")
    return Restored(
        str(found.backup),
        made,
        (ws.clock.now() - made).total_seconds(),
        found.memories,
        found.findings,
        str(aside) if was_there else "",
        tuple((str(backup), problem) for backup, problem in found.skipped),
    )


def _without_backup(file: Path, *, is_sound: bool) -> str:
    """Return what to do where there is no backup."""
    if is_sound:
        return "`vaultwatch doctor --keep-ledger` goes on with the new ledger."
    aside = f"Move {str(file)!r} away: the" if file.exists() else "The"
    return f"{aside} next scan makes a new ledger."


def _asked(ws: Workspace) -> tuple[bool, bool, list[Path]]:
    """Return whether the ledger is sound, if another is wanted, and the copies, newest first.

    The ledger is not left open, and where none stands none is made.
    """
    upgraded = upgraded_copies(ws.places)
    if not ws.places.ledger.exists():
        return False, True, [*backups(ws.places), *upgraded]
    try:
        lost = copies_of_the_lost(ws)
        copies = backups(ws.places) if lost is None else lost
        is_sound = not ws.ledger.check()
    except LedgerOutOfReachError:  # neither lost nor damaged
        raise
    except LedgerError:
        return False, True, [*backups(ws.places), *upgraded]
    else:
        return is_sound, lost is not None or not is_sound, [*copies, *upgraded]
    finally:
        ws.let_go_of_ledger()
