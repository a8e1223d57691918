"""Names that sync clients and editors give: copies of a conflict, files in passing, placeholders.

Each row of a table names the tool whose habit it is. The survey and the watcher ask here, so that
both see the same vault.
"""

import re
from collections.abc import Iterator

from vaultwatch.late_regex import late_regex

_CONFLICTS = (
    r"\.sync-conflict-\d{8}-\d{6}(?:-[A-Z2-7]{7})?",  # Syncthing
    r" \((?:[^()]* )?conflicted copy[^()]*(?: \(\d+\))?\)",  # Dropbox, Nextcloud, Obsidian Sync
    r"_conflict-\d{8}-\d{6}",  # ownCloud
    r" \(SFConflict [^()]*\)",  # Seafile
)
"""How the name of a note ends, before its extension, that a sync client wrote beside another."""

_BESIDE = (
    r"(.+) \((?:[^()]* )?(?:case|selective sync) conflict(?: \d{1,3})?\)",  # Dropbox
    r"(.+?) ?\(\d{1,3}\)",  # browsers, Google Drive
    r"(.+) \d{1,3}",  # iCloud
    r"(.+)\.orig",  # Mercurial, the merge tools of Git
    r"~\$(.+)",  # office programs
)
"""Names of copies beside their note that a person gives to notes as well: the text must tell."""

_MARK = (
    r".* \((?:[^()]* )?(?:case|selective sync) conflict(?: \d{1,3})?\)",  # Dropbox
    r".*\.orig(?:\.md)?",
    r"~\$.*",
    r".*-(?-i:(?=[0-9-]*[A-Z])[A-Z0-9-]{5,15})",  # as Windows names machines
)
"""Those of them that no person gives; a number, as iCloud's, is a person's as often as a tool's."""

_PASSING = (
    r"~syncthing~.*\.tmp",  # Syncthing on Windows; elsewhere its name begins with a dot
    r".*\.icloud",  # iCloud's placeholder
    r"4913",  # vim asks by it whether it may write in a folder
    r".*~",  # the backup of vim and emacs
    r"#.*#",  # what emacs keeps of an unsaved file
    r"~\$.*",  # the lock of an office program
    r".*\.(?:tmp|swp|swx|part|partial|crdownload)",  # half-written: editors, browsers
)
"""Names that are gone in a moment, and that nobody links to."""

_CONFLICT = late_regex(rf".*(?:{'|'.join(_CONFLICTS)})\.md", re.IGNORECASE | re.DOTALL)
_BESIDES = tuple(late_regex(one, re.IGNORECASE | re.DOTALL) for one in _BESIDE)
_MARKED = late_regex(rf"(?:{'|'.join(_MARK)})(?:\.md)?", re.IGNORECASE | re.DOTALL)
_MACHINE = late_regex(r"-(?=[a-z0-9-]{1,63}\Z)", re.IGNORECASE)
"""Where the name of a machine may begin, which OneDrive writes behind a note's."""
_IN_PASSING = late_regex("|".join(_PASSING), re.IGNORECASE | re.DOTALL)
_PLACEHOLDER = late_regex(r"\.(.+\.md)\.icloud", re.IGNORECASE | re.DOTALL)


def is_note_name(name: str) -> bool:
    """Tell whether a file of this name is a note, or the copy of one."""
    return name.lower().endswith(".md")


def is_conflict_copy(name: str) -> bool:
    """Tell whether a sync client wrote this file beside a note because two had changed it."""
    # The plain word first: a look at the vault asks this of every note.
    return "conflict" in name.lower() and _CONFLICT.fullmatch(name) is not None


def originals_of(path: str) -> Iterator[str]:
    """Yield the paths beside a file of which it may be a copy, if they stand, going by its name."""
    folder, name = path[: path.rfind("/") + 1], path[path.rfind("/") + 1 :]
    if name.lower().endswith(".md.orig"):
        yield path[: -len(".orig")]
    if not is_note_name(name):
        return
    stem, ending = name[:-3], name[-3:]
    stems = [found[1] for found in (one.fullmatch(stem) for one in _BESIDES) if found]
    stems += [stem[: found.start()] for found in _MACHINE.finditer(stem) if found.start()]
    yield from (f"{folder}{one}{ending}" for one in stems)


def bears_mark(path: str) -> bool:
    """Tell whether the name of a file of which others may be originals is one that a tool gives."""
    return _MARKED.fullmatch(path[path.rfind("/") + 1 :]) is not None


def is_in_passing(name: str) -> bool:
    """Tell whether a program keeps a file of this name only while it works."""
    return _IN_PASSING.fullmatch(name) is not None


def placeheld(name: str) -> str | None:
    """Return the note that iCloud has taken off this disk, leaving a file of this name."""
    found = _PLACEHOLDER.fullmatch(name)
    return None if found is None else found[1]


def placeholder_of(name: str) -> str:
    """Return the name of the file that stands for a note which iCloud has taken off this disk."""
    return f".{name}.icloud"


def is_utf8(name: str) -> bool:
    """Tell whether a name read off a disk is UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
