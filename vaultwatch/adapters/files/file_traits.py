"""Give a new file what the one has whose place it takes: owner, permissions, extended attributes.

Lists of access rights are attributes too. What the system or the disk refuses is left: the bytes
count more.
"""

import os
import stat as modes
from contextlib import suppress
from pathlib import Path


def take_after(handle: int, like: Path) -> None:
    """Give an open file of ours what another one has.

    Raises:
        OSError: the other one is gone, or the permissions cannot be set.
    """
    found = like.stat()
    ours = os.fstat(handle)
    if (ours.st_uid, ours.st_gid) != (found.st_uid, found.st_gid):
        for uid, gid in ((found.st_uid, found.st_gid), (-1, found.st_gid)):
            with suppress(OSError):
                os.chown(handle, uid, gid)
                break
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(like):
                with suppress(OSError):
                    os.setxattr(handle, name, os.getxattr(like, name))
    os.fchmod(handle, modes.S_IMODE(found.st_mode))  # last: a new owner clears some of them
