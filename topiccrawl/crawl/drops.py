"""Why a URL gave no page, in words that a user understands."""

from __future__ import annotations

import re
import ssl
import zlib
from collections.abc import Iterator
from gzip import BadGzipFile
from typing import Any

from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.web.http import PotentialDataLoss

_SAID = {"robots.txt": "robots", "redirections": "redirects", "maxsize": "too_large"}
"""Words of Scrapy's own middlewares, which have no codes for what they turn away."""

_WORDS: dict[type[BaseException], str] = {
    CannotResolveHostError: "dns",
    DownloadConnectionRefusedError: "refused",
    DownloadTimeoutError: "timeout",
    TimeoutError: "timeout",
    ResponseDataLossError: "truncated",
    PotentialDataLoss: "truncated",
    DownloadCancelledError: "too_large",  # the handlers cancel a download for its size alone
    UnsupportedURLSchemeError: "scheme",
    TunnelError: "proxy",
    ssl.SSLError: "tls",
    ConnectionDone: "reset",
    ConnectionLost: "reset",
    DownloadFailedError: "bad_response",
    BadGzipFile: "broken_compression",
    zlib.error: "broken_compression",
    EOFError: "broken_compression",
    ValueError: "bad_url",  # as a redirect may lead to
    OSError: "connection",
}
"""The first kind that fits counts."""

LASTING = frozenset(("too_large", "scheme"))
"""Failures that a later try would meet again: no dead letters."""


class Dropped(IgnoreRequest):
    """A request that was turned away, with a reason fit for a counter.

    Attributes:
        reason: a word or two, joined by underscores.
        noted: whether it has been counted and written down already.
        passing: whether the page may be there at another time: the URL becomes a dead letter, which can be
            put back, and is not done.
    """

    def __init__(self, reason: str, noted: bool = False, passing: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.noted = noted
        self.passing = passing


def failure_reason(error: BaseException) -> str:
    """The reason under which a failed request is counted.

    >>> failure_reason(TimeoutError()), failure_reason(IgnoreRequest("Forbidden by robots.txt"))
    ('timeout', 'robots')
    >>> failure_reason(CannotResolveHostError()), failure_reason(ZeroDivisionError())
    ('dns', 'zero_division_error')
    """
    if isinstance(error, Dropped):
        return error.reason
    if isinstance(error, IgnoreRequest):
        said = str(error).lower()
        return next((reason for words, reason in _SAID.items() if words in said), "ignored")
    if type(error) is DownloadFailedError:
        found = (_word(cause) for cause in _causes(error))
        return next((word for word in found if word is not None), "bad_response")
    return _word(error) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


def is_passing(error: BaseException) -> bool:
    """Whether a failed request may bring its page at another time."""
    if isinstance(error, Dropped):
        return error.passing
    return not isinstance(error, IgnoreRequest) and failure_reason(error) not in LASTING


def _word(error: BaseException) -> str | None:
    if "SSL" in type(error).__module__:  # pyOpenSSL's errors have no common ancestor with Python's
        return "tls"
    return next((word for kind, word in _WORDS.items() if isinstance(error, kind)), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What Twisted says of a response that failed: an error that holds a list of failures."""
    reasons: Any = getattr(error.__cause__, "reasons", None) or ()
    for reason in reasons:
        inner = getattr(getattr(reason, "value", None), "reasons", None)
        yield from (one.value for one in inner or (reason,))
