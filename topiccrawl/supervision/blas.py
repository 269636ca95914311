"""One thread for numpy's matrix products in a crawl."""

from __future__ import annotations

from threadpoolctl import threadpool_limits


def use_one_thread() -> None:
    """Let the matrix products of this process run in the thread that asks for them.

    Those of a crawl are small: words of a page times words of the topic. The threads of the library wait for
    each next product in a busy loop. Beside another process on two cores that doubled the processor time of a
    whole crawl (docs/decisions).
    """
    threadpool_limits(limits=1, user_api="blas")
