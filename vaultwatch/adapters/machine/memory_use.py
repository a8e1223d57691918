"""Keep a process that stays small: hold little, and give memory back when the work is done."""

import ctypes
import gc
import os
import sys
from functools import lru_cache
from typing import Any

import psutil

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""glibc's numbers for what `mallopt` sets. Source: malloc.h, mallopt(3)."""
_BIG_BYTES = 64 << 10
"""Chosen by hand: half of what glibc begins with."""
_Cached = type(lru_cache(int))


def keep_heap_small() -> None:
    """Have the C library keep one heap for all threads, and each big piece by itself.

    By default LanceDB's thirty threads get a heap each, which none gives back. To be called before
    they start; where there is no glibc, or a person has set it, nothing is done. A daemon that
    rests after 30 edits took 296 MB instead of 313, at 10,000 notes; an edit took 8% longer.
    """
    mallopt = _libc("mallopt")
    is_set = any(name.startswith("MALLOC_") for name in os.environ)
    if mallopt is not None and not is_set:
        mallopt(_ARENA_MAX, 1)
        mallopt(_MMAP_THRESHOLD, _BIG_BYTES)
        mallopt(_TRIM_THRESHOLD, _BIG_BYTES)


def keep_what_stays() -> None:
    """Take what lives now out of garbage collection, which 10,000 notes make pause for 0.3 s."""
    gc.collect()
    gc.freeze()


def give_back_memory() -> None:
    """Forget what is cached, collect garbage, hand free heap to the system, which glibc would keep.

    Takes up to a few hundred milliseconds: call it when there is nothing to do.
    """
    gc.unfreeze()
    for cached in [one for one in gc.get_objects() if isinstance(one, _Cached)]:
        most = cached.cache_info().maxsize
        if (cached.__module__ or "").startswith("vaultwatch.") and most is not None and most > 1:
            cached.cache_clear()
    gc.collect()
    gc.freeze()  # what lives on, links of 10,000 notes, need not be walked at each collection
    trim = _libc("malloc_trim")
    if trim is not None:
        trim(ctypes.c_size_t(0))


def _libc(name: str) -> Any | None:  # noqa: ANN401 -- a C function
    """Return a function of glibc; None where there is none."""
    return getattr(ctypes.PyDLL(None), name, None) if sys.platform == "linux" else None


def is_on_battery() -> bool:
    """Return whether a battery feeds the machine; False where there is none, or none can tell."""
    try:
        battery = psutil.sensors_battery()
    except (OSError, AttributeError):  # no such thing on this system
        return False
    return battery is not None and battery.power_plugged is False
