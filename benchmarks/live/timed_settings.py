"""topiccrawl's settings for a crawl that writes how many seconds of the processor its extraction took.

The file is named by the environment variable EXTRACTION_SECONDS.
"""

from __future__ import annotations

import atexit
import os
import time
from pathlib import Path
from typing import Any

from topiccrawl.pipelines import extraction
from topiccrawl.settings import *  # noqa: F403

_seconds: list[float] = []
_extract_page = extraction.extract_page


def timed(*arguments: Any) -> Any:
    """Extract a page, and add the processor time of the thread to the sum."""
    if not _seconds:  # here, since exit handlers of the supervising process are not called in the crawl's own
        _seconds.append(0.0)
        atexit.register(_write)
    start = time.thread_time()
    try:
        return _extract_page(*arguments)
    finally:
        _seconds[0] += time.thread_time() - start


def _write() -> None:
    Path(os.environ["EXTRACTION_SECONDS"]).write_text(f"{_seconds[0]:.3f}", encoding="utf-8")


if extraction.extract_page is _extract_page and "EXTRACTION_SECONDS" in os.environ:
    extraction.extract_page = timed
