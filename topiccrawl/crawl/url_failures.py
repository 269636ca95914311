"""Reasons for which a URL gave no page."""

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

from topiccrawl.page.unread.reasons import Unread

_MESSAGES = {"maxsize": "too_large", "redirections": "redirects", "robots.txt": "robots"}
"""Reasons by the messages of Scrapy's middlewares, whose `IgnoreRequest` has no codes."""

_REASONS: dict[type[BaseException], str] = {
    CannotResolveHostError: "dns",
    DownloadConnectionRefusedError: "refused",
    DownloadTimeoutError: "timeout",
    TimeoutError: "timeout",
    ResponseDataLossError: "truncated",
    PotentialDataLoss: "truncated",
    DownloadCancelledError: "too_large",  # the handlers cancel a download only for its size
    UnsupportedURLSchemeError: "scheme",
    TunnelError: "proxy",
    ssl.SSLError: "tls",
    ConnectionDone: "reset",
    ConnectionLost: "reset",
    DownloadFailedError: "bad_response",
    BadGzipFile: "broken_compression",
    zlib.error: "broken_compression",
    EOFError: "broken_compression",
    ValueError: "bad_url",  # possible as the target of a redirect
    OSError: "connection",
}
"""Reasons by error; the first matching class counts."""

DOWNLOAD_ERRORS = tuple(kind for kind in _REASONS if kind is not ValueError)
"""Errors of requests that are not caused by code."""

PAGE_STATUS = frozenset((200, 201, 202, 203))
"""Status codes whose body is the page; 204 and 205 have no body, 206 has a part of it."""

_DECOMPRESSORS = ("brotli", "zstd")
"""Words in the modules of decompressors whose errors have no common ancestor."""

LASTING = frozenset(("too_large", "scheme"))
"""Failures that would repeat; they do not become dead letters."""

UNTIL_PUT_BACK = frozenset((str(Unread.CHALLENGE),))
"""Failures whose URLs are dead letters that no start puts back; `topiccrawl frontier requeue` does."""

_NOT_READ = {
    "gate challenge": Unread.CHALLENGE,
    "gate script_list": Unread.SCRIPT_LIST,
    "gate login": Unread.LOGIN,
    "gate status_401": Unread.LOGIN,
    "download login_failed": Unread.LOGIN,
    "download login_required": Unread.LOGIN,
    "download robots": Unread.ROBOTS,
    "download crawl_delay": Unread.ROBOTS,
    "download host_refuses": Unread.REFUSED,
    "download post_redirect": Unread.FORM,  # the form of a list leads to another host
    "download browser": Unread.SCRIPT_LIST,
    "download browser_crash": Unread.SCRIPT_LIST,
    "download browser_timeout": Unread.SCRIPT_LIST,
    "download no_browser": Unread.SCRIPT_LIST,
}
"""Drops of pages that exist, or may exist, and could not be read."""
_OF_THE_URL = frozenset(
    ("bad_url", "ignored", "no_host", "private_address", "scheme", "too_large", "headers_too_large")
) | {"soft_404", "unpack_ratio"}
"""Failures to download that say something of the URL, not of its server."""
_REFUSALS = frozenset((402, 403, 405, 406, 412, 418, 429, 451))
_STATUS = re.compile(r"status_(\d{3})")


class Dropped(IgnoreRequest):
    """A dropped request.

    Attributes:
        reason: one or two words joined by underscores; used in counters.
        noted: whether the drop has been counted and written already.
        passing: whether the page may be available later: the URL becomes a dead letter, which can be put
            back, instead of done.
    """

    def __init__(self, reason: str, noted: bool = False, passing: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.noted = noted
        self.passing = passing


def failure_reason(error: BaseException) -> str:
    """Return the reason under which a failed request is counted.

    >>> failure_reason(TimeoutError()), failure_reason(IgnoreRequest("Forbidden by robots.txt"))
    ('timeout', 'robots')
    >>> failure_reason(CannotResolveHostError()), failure_reason(ZeroDivisionError())
    ('dns', 'zero_division_error')
    """
    if isinstance(error, Dropped):
        return error.reason
    if isinstance(error, IgnoreRequest):
        message = str(error).lower()
        return next((reason for words, reason in _MESSAGES.items() if words in message), "ignored")
    if type(error) is DownloadFailedError:
        found = (_reason(cause) for cause in _causes(error))
        # A ValueError of the response's parser says nothing about the URL.
        return next((reason for reason in found if reason not in (None, "bad_url")), None) or "bad_response"
    return _reason(error) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


def is_passing(error: BaseException) -> bool:
    """Return whether a failed request may succeed at another time."""
    if isinstance(error, Dropped):
        return error.passing
    return not isinstance(error, IgnoreRequest) and failure_reason(error) not in LASTING


def is_passing_status(status: int) -> bool:
    """Return whether a status code describes the server and not the page."""
    return status in (408, 429) or status >= 500


def unread_reason(stage: str, reason: str) -> Unread | None:
    """Return why a dropped page was not read; None when it was read, or does not exist.

    >>> unread_reason("gate", "status_403"), unread_reason("download", "dns")
    (<Unread.REFUSED: 'refused'>, <Unread.UNREACHABLE: 'unreachable'>)
    >>> unread_reason("gate", "status_404"), unread_reason("verdict", "off_topic")
    (None, None)
    """
    if (known := _NOT_READ.get(f"{stage} {reason}")) is not None:
        return known
    if stage == "download":
        return None if reason in _OF_THE_URL else Unread.UNREACHABLE
    status = _STATUS.fullmatch(reason) if stage == "gate" else None
    if status is None:
        return None
    code = int(status[1])
    if code in _REFUSALS:
        return Unread.REFUSED
    return Unread.UNREACHABLE if code in (407, 408) or code >= 500 else None


def _reason(error: BaseException) -> str | None:
    if any(word in type(error).__module__ for word in _DECOMPRESSORS):
        return "broken_compression"
    if "SSL" in type(error).__module__:  # pyOpenSSL's errors have no common ancestor with Python's
        return "tls"
    return next((reason for kind, reason in _REASONS.items() if isinstance(error, kind)), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the causes of a failed response; Twisted's error holds a list of failures."""
    reasons: Any = getattr(error.__cause__, "reasons", None) or ()
    for reason in reasons:
        inner = getattr(getattr(reason, "value", None), "reasons", None)
        yield from (one.value for one in inner or (reason,))
