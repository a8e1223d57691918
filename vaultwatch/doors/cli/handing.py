"""Hand what was typed to a process that holds the vault open, and print what it says.

Imported before the command tree, and instead of it where somebody answers.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from vaultwatch.doors.cli.printing import (
    begin_printing,
    ended,
    finish_printing,
    own_encodings,
    play,
)
from vaultwatch.doors.requests.own_asking import ask, kind_of
from vaultwatch.places import Places, vault_above


def handed(words: list[str]) -> int | None:
    """Have a command done by a process that holds its vault open; return its exit status.

    None where it is none of those that can be, no such process runs, or that one cannot do it: then
    nothing was done yet.
    """
    if not kind_of(words) or words[0] == "hook" or {"-h", "--help", "--dry-run"} & set(words):
        return None
    try:
        vault, own_folder = _guessed_vault(words), str(Path.cwd())
    except OSError:
        return None
    if vault is None:
        return None
    begin_printing(words)

    def act() -> int:
        answer = ask(Places(vault), words, here=own_folder, encodings=own_encodings())
        if answer is None:
            return -1
        play(answer["said"])
        finish_printing()
        return int(answer["status"])

    status = ended(act)
    return None if status == -1 else status


def _guessed_vault(words: Sequence[str]) -> Path | None:
    """Return which vault words seem to mean; who is asked for it looks whether they do."""
    named = os.environ.get("VAULTWATCH_VAULT", "")
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if word == "--":
            break
        name, sign, value = word.partition("=")
        if name == "--vault":
            named = value if sign else following
    return Path(named) if named else vault_above(Path.cwd().resolve())
