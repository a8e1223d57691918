"""Ask an agent, once in a session that decided something, to keep that itself.

Where no reader is set nobody else understands what was said. Claude Code lets a hook at a turn's
end do so: what it adds to the context the agent reads and works on (tried with 2.1.197; `decision:
block` does so too, but stands there as an error, and in the person's name). The client waits
meanwhile, so only the end of the transcript is read.
"""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.session_records import read_record, session_key, write_record
from vaultwatch.adapters.files.transcripts import read_turns
from vaultwatch.memories.transcript_lines import SaidInSession
from vaultwatch.places import Places
from vaultwatch.services.sessions.hook_calls import HookCall, rendered

NEWEST_BYTES: Final = 1_000_000
"""Of a transcript that are read. Chosen by hand: some hours of work, 20 ms."""
LEAST_MESSAGES: Final = 5
LEAST_EDITS: Final = 3
"""So often the person spoke and the agent wrote in a session that decided something. Chosen by
hand: a question answered, or a slip of the pen mended, settles nothing."""
_EDITS: Final = frozenset({"Edit", "MultiEdit", "NotebookEdit", "Write"})
_KEEPS: Final = "vault_remember"
REASON: Final = (
    "One thing before you stop, asked once a session: if the person said or agreed to something "
    "that will matter in a later session (a preference, a decision, a rule, a correction, a fact "
    f"about their work), call {_KEEPS} for it, in their own words, naming the note that it rests "
    "on. Not what was asked for now, nor what the code or the notes say anyway. If there is "
    "nothing of that kind, or you have no such tool, just stop and do not mention this."
)


def asked_to_keep(places: Places, call: HookCall, now: datetime) -> str:
    """Return what Claude Code takes from the hook at a turn's end; empty where nothing is asked."""
    record = read_record(places.sessions, session_key(call.client, call.session))
    if call.client != "claude-code" or call.goes_on or record is None or record.asked_at:
        return ""
    path = Path(record.transcript)
    if path.suffix != ".jsonl" or not path.is_file():
        return ""
    begin = max(0, path.stat().st_size - NEWEST_BYTES)
    if not decided_something(read_turns(path, from_byte=begin).said) or not _is_wanted(places):
        return ""
    write_record(places.sessions, replace(record, asked_at=now.isoformat()))
    return rendered(call, REASON)


def decided_something(said: SaidInSession) -> bool:
    """Tell whether an agent is to be asked, by the form of a session alone.

    Not where it kept something itself: it knows how.
    """
    if any(name.endswith(_KEEPS) for name in said.tools):
        return False
    messages = sum(one.role == "user" for one in said.turns)
    return messages >= LEAST_MESSAGES and sum(map(_EDITS.__contains__, said.tools)) >= LEAST_EDITS


def _is_wanted(places: Places) -> bool:
    from vaultwatch.settings import load_settings

    wanted = load_settings(places.vault)
    return wanted.sessions.ask_agent and wanted.reader.kind in {"off", "cross_encoder"}
