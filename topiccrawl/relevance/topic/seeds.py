"""Seeds that a user names instead of the topic's own."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from topiccrawl.errors import TopicError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

MOST_INPUT = 100_000_000
"""Maximum bytes of URLs on standard input."""
_BETWEEN = re.compile(r"[，、；]\s*(?=https?://)")
"""Chinese punctuation between two URLs; elsewhere it may be a part of one."""


def parse_seeds(seeds: str) -> tuple[str, ...]:
    """Return the URLs of a comma-separated list, of a file with one URL per line, or of `-`, standard input.

    Raises:
        TopicError: a line is not a URL, the file cannot be read, or there is no URL.
    """
    if not seeds.strip():
        raise TopicError("seeds is empty: write -a seeds=URL,URL or a file, or leave it out")
    if is_http_url(seeds):
        found = [(f"seeds: {part!r}", part) for part in map(str.strip, seeds.split(",")) if part]
    else:
        try:
            data = standard_input() if seeds == "-" else read_bounded(Path(seeds))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise TopicError(
                "seeds: {seeds!r} is neither a URL such as http://a.cn/ nor a readable file ({reason})",
                seeds=seeds,
                reason=reason,
            ) from None
        lines = decode_utf8(data, f"seeds: {seeds}", TopicError).splitlines()
        stripped = [(number, line.split("#", 1)[0].strip()) for number, line in enumerate(lines, 1)]
        found = [(f"{seeds}:{number}: {line!r}", line) for number, line in stripped if line]
    found = [(where, url) for where, urls in found for url in _BETWEEN.split(urls)]
    for where, url in found:
        if not is_http_url(url):
            raise TopicError("{where} is not an http or https URL such as http://a.cn/", where=where)
    if not found:
        raise TopicError("seeds: {seeds!r} contains no URL", seeds=seeds)
    return tuple(dict.fromkeys(url for _, url in found))


@cache
def standard_input() -> bytes:
    """Return what standard input holds; it is read once, as a worker that follows another needs it again.

    Raises:
        ValueError: it is longer than `MOST_INPUT`, or a terminal.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise ValueError(message("nothing is piped into it"))
    data = sys.stdin.buffer.read(MOST_INPUT + 1)
    if len(data) > MOST_INPUT:
        raise ValueError(message("more than {most_input} bytes", most_input=MOST_INPUT))
    return data
