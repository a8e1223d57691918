"""Tell how a vault can be watched: where the kernel tells of changes, and where one must look.

Called by the daemon before it watches and by `doctor`.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import psutil

Way: TypeAlias = Literal["native", "polling"]
Wish: TypeAlias = Literal["auto", "native", "polling"]
Mount: TypeAlias = tuple[str, str]
"""Where it is mounted and its type."""

SILENT_MOUNTS = {
    **dict.fromkeys(
        (
            *("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afpfs", "afs", "ncpfs"),
            *("davfs", "webdav", "ceph", "glusterfs", "lustre", "beegfs", "gfs2", "ocfs2"),
            *("orangefs", "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse"),
            *("fuse.curlftpfs", "fuse.gvfsd-fuse", "fuse.davfs2", "fuse.juicefs"),
        ),
        "a change made on another machine is not told to this one",
    ),
    **dict.fromkeys(
        (
            *("fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.blobfuse", "fuse.blobfuse2"),
            *("fuse.google-drive-ocamlfuse", "fuse.onedriver"),
        ),
        "a change made elsewhere is fetched without being told",
    ),
    **dict.fromkeys(
        (
            *("virtiofs", "vboxsf", "prl_fs", "vmhgfs", "fuse.vmhgfs-fuse", "fuse.osxfs"),
            *("fuse.grpcfuse", "fakeowner"),
        ),
        "a change made on the host is not told to the guest",
    ),
    "9p": "a change made on the host is not told to the guest, nor of Windows to WSL",
    **dict.fromkeys(("drvfs", "wslfs"), "a change made in Windows is not told to Linux"),
}
"""Types of mounts where changes happen that the kernel cannot tell of, with the reason."""

_LIMITS = (
    Path("/proc/sys/fs/inotify/max_user_watches"),
    Path("/proc/sys/user/max_inotify_watches"),
)
_IN_DELETE_SELF = 0x400


def watching_way(
    root: Path, wish: Wish = "auto", *, mounts: Iterable[Mount] | None = None
) -> tuple[Way, str]:
    """Return how to watch a vault, and why, as a sentence; a wish is obeyed."""
    if wish != "auto":
        return wish, f"The setting watch.way asks for {wish}."
    found = mount_of(root, _mounts() if mounts is None else mounts)
    if found is None:
        return "native", "Nothing is known of the disk the vault is on."
    place, kind = found
    reason = SILENT_MOUNTS.get(kind.lower())
    if reason is not None:
        return "polling", f"{place!r} is mounted as {kind}, where {reason}."
    return "native", f"{place!r} is mounted as {kind}, where the system tells of every change."


def mount_of(root: Path, mounts: Iterable[Mount]) -> Mount | None:
    """Return the mount that holds a folder: the longest that leads to it, the last of equals."""
    real = Path(os.path.realpath(root))
    found: Mount | None = None
    for place, kind in mounts:
        is_longer = found is None or len(place) >= len(found[0])
        if is_longer and real.is_relative_to(place):
            found = (place, kind)
    return found


def inotify_limit() -> int | None:
    """Return how many folders this user may watch; None where no such limit is known."""
    limits = []
    for file in _LIMITS:
        try:
            limits.append(int(file.read_text(encoding="ascii")))
        except (OSError, ValueError):
            continue
    return min(limits, default=None)


def count_folders(root: Path) -> int:
    """Return how many folders a watcher of this one has to watch, hidden ones among them."""
    return sum(1 for _ in os.walk(root))


def has_room_for_watches(root: Path) -> bool:
    """Tell whether one more folder could be watched, by trying; True where no limit is known.

    watchdog leaves out a folder that exceeds the limit without a word (FACTS). The limit counts
    the watches of all of a user's programs, so that only a try tells.
    """
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        handle = libc.inotify_init1(os.O_CLOEXEC)
    except (OSError, AttributeError, TypeError):  # no inotify on this system
        return True
    if handle < 0:
        return False
    try:
        return bool(libc.inotify_add_watch(handle, os.fsencode(root), _IN_DELETE_SELF) >= 0)
    finally:
        os.close(handle)


def _mounts() -> list[Mount]:
    try:
        found = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return []
    return [(one.mountpoint, one.fstype) for one in found]
