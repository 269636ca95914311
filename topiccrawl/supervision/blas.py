"""One thread for numpy's matrix products."""

from __future__ import annotations

import os
import sys

_VARIABLE = "OPENBLAS_NUM_THREADS"


def use_one_thread() -> None:
    """Let the matrix products of this process run in the thread that asks for them.

    Those of a crawl are small: words of a page times words of the topic. The library's own threads wait for
    each next product in a busy loop, which doubled the processor time of a crawl (docs/decisions). A user who
    sets OPENBLAS_NUM_THREADS gets what it says.
    """
    if _VARIABLE in os.environ:
        return
    os.environ[_VARIABLE] = "1"  # read by libraries that are loaded later, here and in child processes
    if "numpy" in sys.modules:
        from threadpoolctl import threadpool_limits

        threadpool_limits(limits=1, user_api="blas")
