"""Write a patch as JSON, and read what may have been edited, cut or made up since.

Pure. What is read is held to a shape of plain values; whether it fits the store is asked by
`stores.edits` and `stores.outcome` with the store's own bytes.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import get_args

from vaultwatch.memories.stores.actions import (
    Action,
    ActionKind,
    Authority,
    PatchError,
    StorePatch,
    TextEdit,
)
from vaultwatch.memories.stores.edits import check_edit, check_path, is_odd
from vaultwatch.memories.stores.format_names import StoreFormat

VERSION = 2
SEAL = "seal"
MOST_ACTIONS = 2_000
MOST_BYTES = 10_000_000
"""Of the file. Chosen by hand, with `MOST_ACTIONS`: more than anyone reads."""
_DIGEST = re.compile(r"[0-9a-f]{64}")


def patch_json(patch: StorePatch) -> str:
    """Return a patch as a file that `patch_of` reads."""
    held = {
        "version": VERSION,
        "store": patch.store,
        "path": patch.place,
        "format": patch.format,
        "made": patch.made,
        "digests": dict(patch.digests),
        "actions": [asdict(one) for one in patch.actions],
        "left_out": [asdict(one) for one in patch.left_out],
    }
    return json.dumps({**held, SEAL: seal_of(held)}, ensure_ascii=False, indent=2) + "\n"


def seal_of(held: Mapping[str, object]) -> str:
    """Return the digest by which a list of actions is known as what was proposed.

    It tells a slip of a hand, and keeps words, values and reasons together as they were shown. Who
    edits the list on purpose can make it anew, so that all else is asked of the store itself.
    """
    told = {name: value for name, value in held.items() if name != SEAL}
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def patch_of(text: str) -> StorePatch:
    """Return the patch that a file holds; what it left out is not read.

    Raises:
        PatchError: it is none, or says what no patch of ours does.
    """
    try:
        held = json.loads(text)
        seal = seal_of(held) if isinstance(held, dict) else ""
    except (ValueError, RecursionError) as exc:
        raise PatchError(
            "It is no JSON.", hint="Make it anew: `vaultwatch stores propose`."
        ) from exc
    top = _table(held, "patch")
    if top.get("version") != VERSION:
        raise PatchError("It is no patch of this version.", hint="Make it anew.")
    if top.get(SEAL) != seal:
        raise PatchError(
            "The list of actions was edited since it was proposed.",
            hint="Make it anew, and leave actions out with --id; or edit and apply `patch.diff` by "
            "hand with `patch -p1`.",
        )
    form = _text(top, "format")
    if form not in get_args(StoreFormat):
        raise PatchError(f"There is no format {form[:40]!r}.")
    rows = _rows(top, "actions")
    digests = _table(top.get("digests"), "digests")
    for path, digest in digests.items():
        check_path(path)
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            raise PatchError(f"The digest of {path!r} is none.")
    actions = tuple(_action(_table(row, "action")) for row in rows)
    touched = {edit.path for one in actions for edit in one.edits}
    if not touched <= digests.keys() or len({one.id for one in actions}) != len(actions):
        raise PatchError("Its actions do not fit its list of files, or share an id.")
    return StorePatch(
        _text(top, "store"),
        _text(top, "path"),
        next(one for one in get_args(StoreFormat) if one == form),
        _text(top, "made"),
        tuple((path, str(digest)) for path, digest in digests.items()),
        actions,
    )


def _action(row: Mapping[str, object]) -> Action:
    edits = tuple(_edit(_table(one, "edit")) for one in _rows(row, "edits"))
    kind = _choice(row, "kind", get_args(ActionKind))
    authority = _choice(row, "authority", get_args(Authority))
    path = _text(row, "path")
    check_path(path)
    if not edits:
        raise PatchError("An action without edits does nothing.")
    return Action(
        _text(row, "id"),
        next(one for one in get_args(ActionKind) if one == kind),
        path,
        _number(row, "line"),
        _text(row, "record"),
        _text(row, "why"),
        next(one for one in get_args(Authority) if one == authority),
        edits,
    )


def _edit(row: Mapping[str, object]) -> TextEdit:
    made = TextEdit(
        _text(row, "path"), _number(row, "start"), _plain(row, "old"), _plain(row, "new")
    )
    check_edit(made)
    return made


def _table(held: object, what: str) -> Mapping[str, object]:
    if not isinstance(held, dict):
        raise PatchError(f"Its {what} is no table of names and values.")
    return held


def _rows(held: Mapping[str, object], name: str) -> list[object]:
    rows = held.get(name)
    if not isinstance(rows, list) or len(rows) > MOST_ACTIONS:
        raise PatchError(f"Its {name!r} is no list of at most {MOST_ACTIONS}.")
    return rows


def _plain(held: Mapping[str, object], name: str) -> str:
    said = held.get(name)
    if not isinstance(said, str):
        raise PatchError(f"Its {name!r} is no text.")
    try:
        said.encode()
    except UnicodeEncodeError as exc:
        raise PatchError(f"Its {name!r} is no text.") from exc
    return said


def _text(held: Mapping[str, object], name: str) -> str:
    said = _plain(held, name)
    if any(is_odd(sign) or sign in "\r\n" for sign in said):
        raise PatchError(f"Its {name!r} holds what controls a terminal.")
    return said


def _choice(held: Mapping[str, object], name: str, known: tuple[str, ...]) -> str:
    said = _text(held, name)
    if said not in known:
        raise PatchError(f"Its {name!r} is none of {', '.join(known)}.")
    return said


def _number(held: Mapping[str, object], name: str) -> int:
    said = held.get(name)
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= 10**12:
        raise PatchError(f"Its {name!r} is no number of a place.")
    return said
