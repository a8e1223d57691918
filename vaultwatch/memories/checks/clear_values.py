"""Tell the one clear value that a look at the machine gives in the place of a memory's.

Pure. Only what is plainly a value is one: a version for a version, a word or number for one of its
kind, the place where a file stands now. What is gone for good, a range without a least version, an
address or something that nobody could tell is none.
"""

import re
from typing import Final

from vaultwatch.memories.checks.judging import GONE, IS, STANDS, VERSIONED, without_commit
from vaultwatch.memories.checks.model import PLACES, CheckKind, LookOutcome, MachineCheck
from vaultwatch.memories.checks.versions import least_version, version_in

_VERSION: Final = re.compile(r"v?\d{1,9}(?:\.\d{1,9}){0,3}")
_WORD: Final = re.compile(r"[^\W\d_][\w-]{0,39}")
_NOTHING: Final = frozenset({"none", "null", "nil", "undefined", "nan"})
"""What programs write where no value is."""
_COMPARED: Final[frozenset[CheckKind]] = VERSIONED | {"value"}


def clear_value(check: MachineCheck, outcome: LookOutcome, found: str) -> tuple[str, str] | None:
    """Return what a memory says and what stands there, in the memory's own precision.

    Args:
        check: what the memory says.
        outcome: of the look: only one that contradicts tells a value.
        found: what was there, in words, as `judging.judge` tells it.
    """
    found = without_commit(found)
    says, there = check.says.strip(), found.removeprefix(IS).strip()
    if outcome != "contradicts":
        return None
    if check.kind in PLACES:
        head, _, new = found.removesuffix(STANDS).partition("; ")
        return (check.place, new) if head == GONE and new and found.endswith(STANDS) else None
    if check.kind not in _COMPARED or not found.startswith(IS):
        return None
    if check.kind in VERSIONED and (least := least_version(there)):
        # As it is written: of `3.11+`, or *3.11 or newer*, the number alone is another.
        says, there = says if _VERSION.fullmatch(says) else version_in(says), least
    if _VERSION.fullmatch(says) and _VERSION.fullmatch(there):
        parts = there.removeprefix("v").split(".")
        kept = parts[: says.count(".") + 1]
        new = ("v" if says.startswith("v") else "") + ".".join(kept)
    elif there.casefold() in _NOTHING:
        return None
    elif check.kind == "value" and _WORD.fullmatch(says) and _WORD.fullmatch(there):
        new = there
    else:
        return None
    return None if new == says else (says, new)
