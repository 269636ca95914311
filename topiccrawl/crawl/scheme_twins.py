"""Pages under the other scheme: lists that name https addresses which nothing answers, and the reverse."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from scrapy import Request

from topiccrawl.crawl.request_meta import context_of, twin_request

NOT_CONNECTED = frozenset({"connection", "refused", "reset", "timeout", "tls"})
"""Reasons of requests that no server has answered."""
_FIRST = "topiccrawl_first_scheme"
"""Key of `Request.meta`: the URL that was tried first, and why no server answered it."""
_OTHER = {"http": "https", "https": "http"}


def scheme_twin(url: str, parent_url: str) -> str | None:
    """Return the same URL with the scheme of the page that links to it; None if it has it, or is elsewhere.

    >>> scheme_twin("https://a.cn/dj/1.html", "http://a.cn/dj/")
    'http://a.cn/dj/1.html'
    >>> scheme_twin("https://a.cn/dj/1.html", "http://b.cn/"), scheme_twin("https://a.cn:8443/", "http://a.cn/")
    (None, None)
    """
    own, parent = urlsplit(url), urlsplit(parent_url)
    if own.hostname != parent.hostname or own.port is not None or _OTHER.get(own.scheme) != parent.scheme:
        return None
    return urlunsplit(own._replace(scheme=parent.scheme))


def failed_first(request: Request, reason: str) -> tuple[str, str]:
    """Return URL and reason of a failure: those of the first scheme, if this one was tried instead."""
    url, first = request.meta.get(_FIRST, (request.url, reason))
    return url, first


def scheme_twin_request(request: Request, reason: str) -> Request | None:
    """Return the request for the other scheme of a URL that no server answered; None if there is none to try.

    A seed has no page that links to it, and its user may have mistaken the scheme.
    """
    context = context_of(request)
    if request.method != "GET" or request.meta.get("redirect_urls"):
        return None
    parent = context.parent_url
    if context.seed and not parent:
        parts = urlsplit(request.url)
        parent = urlunsplit(parts._replace(scheme=_OTHER.get(parts.scheme, "")))
    other = scheme_twin(request.url, parent)
    if other is None:
        return None
    twin = twin_request(request, other, [request.url])
    twin.meta[_FIRST] = [request.url, reason]
    return twin
