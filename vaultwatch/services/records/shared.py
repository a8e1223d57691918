"""Keep a person's answers in the vault for other machines, and read what was answered there.

Only where the setting `vault.share_answers` says so. What is answered waits in the ledger until it
stands in this machine's file; a vault that cannot be written costs nothing but the time.
"""

import logging
import secrets
from hashlib import blake2s

from vaultwatch.adapters.files.answer_files import MOST_BYTES, MOST_FILES, AnswerFiles
from vaultwatch.drift.findings.shared_answers import (
    SHARED,
    SharedAnswer,
    SharedWord,
    about,
    about_now,
    next_moment,
    parse_line,
    standing,
)
from vaultwatch.drift.model import Finding
from vaultwatch.errors import OutsideVaultError
from vaultwatch.memories.stores.places import is_record
from vaultwatch.report.words import counted
from vaultwatch.services.records.small_facts import ANSWERS_OWED, ANSWERS_UNDER
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500
"""Answers that are written in one go: less than one file holds."""
OWED = ""
"""In place of a file's name: what waits to be written."""


def is_shared(ws: Workspace, finding: Finding) -> bool:
    """Tell whether an answer to a finding is for other machines too."""
    is_on = ws.settings.vault.share_answers
    return is_on and finding.kind in SHARED and not is_record(finding.memory_id)


def owe_answer(ws: Workspace, finding: Finding, word: SharedWord, *, is_new: bool = True) -> None:
    """Keep a person's answer until it stands in the vault; else only if the other word does."""
    if not is_shared(ws, finding):
        return
    for row in ws.ledger.find_memories(ids=[finding.memory_id or ""]):
        question = about(finding, row.belief_digest)
        now = about_now(finding, row.belief_digest)
        stands = standing(read_answers(ws)[0])
        answers = [stands[one][1] for one in (question, now) if one in stands]
        before = max(answers, key=lambda one: one.at, default=None)
        is_other = before is not None and (before.word == "asked") != (word == "asked")
        if is_new or is_other:
            said = SharedAnswer(next_moment(ws.clock.now(), before), word, question, now)
            ANSWERS_OWED.set(ws.ledger, (*ANSWERS_OWED.get(ws.ledger), said.line))


def write_owed(ws: Workspace) -> None:
    """Write what was answered here into the vault; what cannot be written waits on."""
    owed = ANSWERS_OWED.get(ws.ledger)
    if not owed or ws.is_rehearsal or not ws.settings.vault.share_answers:
        return
    try:
        machine = _under(ws)
        if not machine or not AnswerFiles(ws.vault).append(machine, owed[:MOST_AT_ONCE]):
            # A full one is another machine's from now on: what it holds is known here.
            ANSWERS_UNDER.set(ws.ledger, secrets.token_hex(4))
            AnswerFiles(ws.vault).append(_under(ws), owed[:MOST_AT_ONCE])
        ANSWERS_OWED.set(ws.ledger, owed[MOST_AT_ONCE:])
    except (OSError, OutsideVaultError) as error:
        log.warning("answers are not shared yet: %s", error)


def _under(ws: Workspace) -> str:
    """Return what this machine's file is called; nothing before the first.

    A state folder that was copied, with its ledger, is another machine's by then: where it lies on
    its disk tells them apart, so that no two write one file.
    """
    kept, place = ANSWERS_UNDER.get(ws.ledger), ws.places.state.stat().st_ino
    return blake2s(f"{kept} {place}".encode(), digest_size=4).hexdigest() if kept else ""


def answers_of_others(ws: Workspace) -> tuple[dict[str, SharedAnswer], frozenset[str]]:
    """Return the answers of others that stand, by question, and what was answered here too."""
    own = {OWED, f"{_under(ws)}.txt"}
    held, _ = read_answers(ws)
    theirs = {key: one for key, (name, one) in standing(held).items() if name not in own}
    return theirs, frozenset(
        question for name in own for one in held.get(name, ()) for question in one.questions
    )


def read_answers(ws: Workspace) -> tuple[dict[str, list[SharedAnswer]], list[tuple[str, str]]]:
    """Return the answers by file, and what is wrong: a sentence, and what mends it."""
    now, troubles = ws.clock.now(), []
    owed = (parse_line(line, now) for line in ANSWERS_OWED.get(ws.ledger))
    held = {OWED: [one for one in owed if one is not None]}
    try:
        for name, lines in AnswerFiles(ws.vault).read():
            if lines is None:
                told = f"The answers in {name!r} are not read: no plain file, larger than "
                told += f"{MOST_BYTES:,} bytes, or one of more than {MOST_FILES}."
                troubles.append((told, "Delete it: then what it answered is asked anew."))
                continue
            said = [parse_line(line, now) for line in lines if line.strip()]
            held[name] = [one for one in said if one is not None]
            if bad := len(said) - len(held[name]):
                told = f"{counted(bad, 'line')} of {name!r} cannot be read, or lie ahead in time."
                troubles.append((told, "Delete them: then what they answered is asked anew."))
    except OutsideVaultError as error:
        troubles.append((error.message, error.hint))
    except OSError as error:
        told = f"The folder `.vaultwatch/settled` cannot be read: {error.strerror}."
        troubles.append((told, "Give yourself read permission on it."))
    return held, troubles
