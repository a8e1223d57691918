"""Ask a process that holds the vault open to do a command; return what it says.

What is imported here costs a twentieth of a second; the command by itself takes a whole one. Who
can be asked, and what they answer, says `doors.requests.own_door`.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import Any, Final

from vaultwatch import __version__
from vaultwatch.adapters.machine.private_socket import CutError, connected_in, read_line, send_line
from vaultwatch.errors import BusyError
from vaultwatch.places import Places, surroundings

CLAIM_S: Final = 1.0
"""One that has not begun by then is at other work. Chosen by hand: about what the command takes
without it."""
MARGIN_S: Final = 0.5
"""So much longer it is waited for: it says itself that it does not begin."""
END_S: Final = 120.0
"""One that began and says nothing for so long hangs. Chosen by hand."""
MOST_ANSWER_BYTES: Final = 64 << 20
"""A hundred memories of 16,000 characters, told with their notes, are a tenth of it."""

QUESTIONS: Final = frozenset({"recall", "context", "hook"})
INDEXING: Final = frozenset({"memory search"})
DEEDS: Final = frozenset({"memory add"})
"""What can be handed over: what is answered beside who writes, what takes in the notes first, and
what nobody does a second time who cannot know whether it was done."""


def kind_of(words: Sequence[str]) -> str:
    """Return which command words begin with, of those that can be handed over; else nothing."""
    known = QUESTIONS | INDEXING | DEEDS
    return next((one for n in (1, 2) if (one := " ".join(words[:n])) in known), "")


def ask(
    places: Places, words: Sequence[str], *, here: str, encodings: Mapping[str, str]
) -> Mapping[str, Any] | None:
    """Return what a process says that did what words ask for; None where nobody did it.

    Raises:
        BusyError: it began something that writes, and nobody knows whether it was done.
    """
    connection = connected_in(places.door)
    if connection is None:
        return None
    asked = {
        "version": __version__,
        "vault": str(places.vault),
        "words": list(words),
        "here": here,
        "named": os.environ.get("VAULTWATCH_VAULT", ""),
        "surroundings": surroundings(),
        "encodings": dict(encodings),
    }
    has_begun = False
    with closing(connection), suppress(CutError):
        send_line(connection, asked, within_s=MARGIN_S)
        answer = read_line(connection, most_bytes=MOST_ANSWER_BYTES, within_s=CLAIM_S + MARGIN_S)
        if answer == {"state": "ready"}:
            # Nothing is begun before this is said: who gave up meanwhile does not say it.
            has_begun = True
            send_line(connection, {"state": "go"}, within_s=MARGIN_S)
            answer = read_line(connection, most_bytes=MOST_ANSWER_BYTES, within_s=END_S)
        return _done(answer)
    if has_begun and kind_of(words) in DEEDS:
        raise BusyError(
            "The process that was to write this ended, or does not end: it may be written.",
            hint="See `vaultwatch status` and `vaultwatch memory list`.",
        )
    return None


def _done(answer: object) -> Mapping[str, Any] | None:
    """Return an answer that says what was done; None where it says that nothing was."""
    match answer:
        case {"state": "left"}:
            return None
        case {"state": "done", "status": int(status), "said": [*said]} if all(map(_is_said, said)):
            return {"state": "done", "status": status, "said": said}
    raise CutError


def _is_said(one: object) -> bool:
    """Tell whether it is a line of some stream, or the parts of one and their styles."""
    match one:
        case [str(), [*parts]]:
            return all(map(_are_two_texts, parts))
    return _are_two_texts(one)


def _are_two_texts(one: object) -> bool:
    match one:
        case [str(), str()]:
            return True
    return False
