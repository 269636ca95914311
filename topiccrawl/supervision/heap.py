"""Memory that goes back to the system while a crawl runs, on Linux with glibc."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import time

from topiccrawl.storage.background import BackgroundThread

_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
_LARGE = 256 * 1024
_EVERY = 60.0


def return_memory(every: float = _EVERY) -> None:
    """Make the C library return free memory: two arenas for all threads, separate large blocks, trimming.

    Otherwise each thread keeps as much as its largest page needed (90 MB in total after hostile pages), and
    free memory between used blocks is never returned. Trimming takes some milliseconds.

    Args:
        every: seconds after which free memory is returned.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    with contextlib.suppress(AttributeError):  # another C library than glibc
        library.mallopt(_M_ARENA_MAX, 2)
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE)
        trim = library.malloc_trim

        def run() -> None:
            while True:
                time.sleep(every)
                trim(0)

        BackgroundThread(run, "return memory").start()
