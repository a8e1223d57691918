"""Give memory back to the system when the work is done. Called by a daemon that goes idle.

Measured on 10,000 notes with MiniLM and LanceDB, idle after eight edits: freed heap 12 to 20 MB,
unmapped library code 130 MB, which is the machine's file cache and comes back from it page by page
when next needed.
"""

import ctypes
import gc
import mmap
import sys
from typing import Any, ClassVar

PT_LOAD = 1
PF_W = 2
"""Marks in a program header. Source: the ELF specification (`man 5 elf`)."""


class _Segment(ctypes.Structure):
    """One program header of a 64-bit library: `Elf64_Phdr`."""

    _fields_: ClassVar = [
        ("kind", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("offset", ctypes.c_uint64),
        ("address", ctypes.c_uint64),
        ("physical", ctypes.c_uint64),
        ("file_bytes", ctypes.c_uint64),
        ("memory_bytes", ctypes.c_uint64),
        ("align", ctypes.c_uint64),
    ]


class _Library(ctypes.Structure):
    """The head of `dl_phdr_info`: one loaded library."""

    _fields_: ClassVar = [
        ("base", ctypes.c_uint64),
        ("name", ctypes.c_char_p),
        ("segments", ctypes.POINTER(_Segment)),
        ("count", ctypes.c_uint16),
    ]


def give_back_memory() -> None:
    """Collect garbage, and on 64-bit Linux hand free heap and idle library code to the system.

    Safe beside running threads. What runs next may wait some milliseconds for its pages: call it
    once when there is nothing to do, not after every job.
    """
    gc.collect()
    if sys.platform != "linux" or sys.maxsize <= 2**32:
        return
    # PyDLL keeps the interpreter's lock: a thread that imports a library holds it while it waits
    # for the loader's lock, which our callback runs under.
    libc = ctypes.PyDLL(None)
    if hasattr(libc, "malloc_trim"):  # glibc alone has it
        libc.malloc_trim(ctypes.c_size_t(0))
    if hasattr(libc, "dl_iterate_phdr") and hasattr(libc, "madvise"):
        for start, length in _read_only_segments(libc):
            # Refused for locked pages, which then stay: no harm.
            libc.madvise(
                ctypes.c_void_p(start), ctypes.c_size_t(length), ctypes.c_int(mmap.MADV_DONTNEED)
            )


def _read_only_segments(libc: Any) -> list[tuple[int, int]]:  # noqa: ANN401 - any library
    """Return start and length of each loaded library's code and constants, in whole pages.

    Read from the loader's own list, not from `/proc/self/maps`: a library that another thread is
    just loading shows there as read-only before its data is laid over it, and to drop that would
    undo what the loader wrote. A segment without the mark for writing is never written.
    """
    found: list[tuple[int, int]] = []

    def note(library: Any, _size: int, _data: object) -> int:  # noqa: ANN401 - a ctypes pointer
        info = library.contents
        if not (info.name or b"").startswith(b"/"):
            return 0  # the program itself, or the kernel's own
        for segment in info.segments[: info.count]:
            if segment.kind != PT_LOAD or segment.flags & PF_W:
                continue
            start = info.base + segment.address
            end = start + segment.memory_bytes
            start = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
            end = end // mmap.PAGESIZE * mmap.PAGESIZE
            if end > start:
                found.append((start, end - start))
        return 0

    told = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.POINTER(_Library), ctypes.c_size_t, ctypes.c_void_p
    )
    libc.dl_iterate_phdr(told(note), None)
    return found
