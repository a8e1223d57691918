"""What to look at when something happened to a file: the rules both ways of watching share.

A name that is hidden, of a sync client's or an editor's making, or not UTF-8 is nothing to us, but
for our own settings and requests.
"""

import re

from vaultwatch.adapters.files.sync_names import is_in_passing, is_note_name, is_utf8, placeheld

EVERYTHING = ""
"""The hint that means: look at the whole vault."""
OWN_FOLDER = ".vaultwatch"

_CONFIG = f"{OWN_FOLDER}/config.toml"
_REQUEST = re.compile(r"\.vaultwatch/requests/(?!\.)[^/]*(?<!\.answer)\.json", re.DOTALL)


def hint_for(path: str, *, is_content: bool) -> str | None:
    """Return what to look at when something happened to a file; None where it is nothing to us.

    Args:
        path: of the file, in the vault.
        is_content: it stands as before and only what it holds, or may, changed.
    """
    if not is_utf8(path):
        return None  # no note may be called so; the next look at everything reports it
    if path == _CONFIG or _REQUEST.fullmatch(path):
        return path
    folder, _, name = path.rpartition("/")
    if is_hidden(folder):
        return None
    note = placeheld(name)
    if note is not None:
        return f"{folder}/{note}" if folder else note
    if name.startswith(".") or is_in_passing(name) or (is_content and not is_note_name(name)):
        return None
    return path


def is_hidden(path: str) -> bool:
    """Tell whether a folder, or one it is in, has a name that begins with a dot."""
    return any(part.startswith(".") for part in path.split("/"))
