"""Fetching single pages outside a crawl, by the rules of a crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from time import sleep

from topiccrawl.access.host_turns import HostTurns
from topiccrawl.access.polite_client import MAX_BYTES, NoAnswerError, PoliteClient, Problem
from topiccrawl.errors import FetchError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url

MAX_SECONDS = 30.0
"""Longest time for a page, with robots.txt and redirects; longest pause before one."""

_MOST_REQUESTS = 10_000
_TOO_SLOW = message("took longer than {seconds:.0f} s", seconds=MAX_SECONDS)
_PRIVATE = message("a loopback or private address; --allow-private permits it")


@dataclass(frozen=True)
class DownloadedPage:
    """A page as the server sent it.

    Attributes:
        url: its URL, after redirects.
        body: its bytes.
        content_type: the header of that name; empty if there is none.
    """

    url: str
    body: bytes
    content_type: str


def fetch_page(url: str, user_agent: str, *, allow_private: bool = False) -> DownloadedPage:
    """Fetch a page, through the proxy of the environment if there is one.

    Args:
        url: its URL.
        user_agent: sent, and looked for in robots.txt.
        allow_private: whether loopback and private addresses may be requested.

    Raises:
        FetchError: it cannot or must not be fetched.
    """
    return page_fetcher(user_agent, allow_private=allow_private)(url)


def page_fetcher(user_agent: str, *, allow_private: bool = False) -> Callable[[str], DownloadedPage]:
    """Return a function like `fetch_page` for several URLs; they share `MAX_SECONDS` and robots.txt files."""
    client = PoliteClient(user_agent, HostTurns(0.0, lambda seconds: None), allow_private=allow_private)
    client.begin(_MOST_REQUESTS, MAX_SECONDS, MAX_SECONDS)
    return lambda url: _fetched(client, url)


def polite_fetcher(
    user_agent: str, pause: float, *, allow_private: bool = False
) -> Callable[[str], DownloadedPage]:
    """Return a function like `fetch_page` for several URLs, which share robots.txt files.

    Args:
        user_agent: sent, and looked for in robots.txt.
        pause: seconds between two requests to a host, at most `MAX_SECONDS`; a longer Crawl-delay counts.
        allow_private: whether loopback and private addresses may be requested.
    """
    turns = HostTurns(min(pause, MAX_SECONDS), sleep)
    client = PoliteClient(user_agent, turns, allow_private=allow_private)

    def fetch(url: str) -> DownloadedPage:
        client.begin(_MOST_REQUESTS, 3 * MAX_SECONDS, MAX_SECONDS)  # with two pauses
        return _fetched(client, url)

    return fetch


def _fetched(client: PoliteClient, url: str) -> DownloadedPage:
    try:
        answer = client.request(url)
    except NoAnswerError as error:
        raise _as_told(error) from None
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise _of_status(url, answer.status)
    return DownloadedPage(answer.url, answer.body, answer.content_type)


def _of_status(url: str, status: int) -> FetchError:
    known = {one.value: one.phrase for one in HTTPStatus}
    return FetchError(
        "{url}: the server answered {code} {reason}", url=url, code=status, reason=known.get(status, "")
    )


def _as_told(error: NoAnswerError) -> FetchError:
    """Return the error in the words of a command."""
    url, problem = error.url, error.problem
    if problem is Problem.ROBOTS:
        return FetchError("{url}: robots.txt disallows it", url=url)
    if problem is Problem.ROBOTS_ERROR:
        return _of_status(url, int(error.detail))
    if problem is Problem.PRIVATE:
        return FetchError("{url}: {private}", url=url, private=_PRIVATE)
    if problem in (Problem.TIMEOUT, Problem.BUDGET):
        return FetchError("{url}: {reason}", url=url, reason=_TOO_SLOW)
    if problem is Problem.TOO_LARGE:
        return FetchError("{url}: more than {max_bytes} bytes", url=url, max_bytes=MAX_BYTES)
    if problem is Problem.REDIRECTS and not is_http_url(url):
        return FetchError("{url}: not an http or https URL", url=url)
    unknown = message("the name of the host is unknown")
    reason = unknown if problem is Problem.DNS else error.detail or str(problem)
    return FetchError("{url}: {reason}", url=url, reason=reason)
