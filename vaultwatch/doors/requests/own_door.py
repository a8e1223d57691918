"""Carry out what the user's own commands hand to the daemon, which holds model and index open.

Such a request stands in the state folder, which only the user can write: who could leave one there
could as well run the command, so it counts as the person's word, as the command does. It is claimed
by taking its file away, which only one can do: this side before it is carried out, or the asker
(`doors.requests.asking`), who then does it without a daemon. So it is done once.
"""

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.errors import DuplicateMemoryError, RefusedError, SecretError, VaultwatchError
from vaultwatch.memories.facts import Facts
from vaultwatch.services.look import carry_out
from vaultwatch.services.memories.adding import Draft, MemoryWrite, add_typed
from vaultwatch.services.recall.notes_against import telling
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

TOLD = (RefusedError, SecretError, DuplicateMemoryError)
"""Refusals whose words and status the asker gives as the command would; after any other failure it
tries by itself, and tells what it meets."""


def answer_own(ws: Workspace) -> int:
    """Carry out what commands left, oldest first; return how many memories were written.

    Raises:
        VaultwatchError: the folder cannot be read or written.
    """
    files = RequestFiles(ws.places.door)
    count = 0
    for name in files.waiting():
        asked = b""
        with suppress(VaultwatchError):  # it is too large, or gone
            asked = files.read(name)
        if not files.remove(name):
            continue  # its asker has taken it back
        answer = _answer(ws, asked) if asked else {"state": "left"}
        files.answer(name, answer)
        count += answer["state"] == "done"
    files.clean(ws.clock.now())
    return count


def _answer(ws: Workspace, asked: bytes) -> Mapping[str, Any]:
    try:
        return {"state": "done", "memory": asdict(carry_out(ws, lambda ws: _add(ws, asked)))}
    except TOLD as error:
        if type(error) in TOLD:
            kind = type(error).__name__
            return {"state": "refused", "kind": kind, "said": error.message, "hint": error.hint}
        return {"state": "left"}
    except VaultwatchError as error:
        log.info("left to the command: %s", error.message)
        return {"state": "left"}
    except Exception:  # one bad request never stops the others
        log.exception("a command's request failed unexpectedly")
        return {"state": "left"}


def _add(ws: Workspace, asked: bytes) -> MemoryWrite:
    words = json.loads(asked)
    facts = words["facts"]
    told = Facts(
        facts["type"],
        facts["source"],
        tuple(facts["tags"]),
        topic=facts["topic"],
        triggers=tuple(facts["triggers"]),
    )
    draft = Draft(words["belief"], told)
    done = add_typed(ws, draft, allow_similar=bool(words["allow_similar"]))
    return telling(ws, done, draft.belief)
