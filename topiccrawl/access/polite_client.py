"""A client for a few requests to a site outside a crawl: every answer is told, and why there is none."""

from __future__ import annotations

import socket
import ssl
import warnings
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from http.client import HTTPException, HTTPResponse
from time import monotonic
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPErrorProcessor, Request, getproxies, proxy_bypass

from OpenSSL import SSL

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.connections import RefusedAddressError
from topiccrawl.access.exchange import Exchange, TooLargeBodyError, read_body
from topiccrawl.access.host_turns import HostTurns
from topiccrawl.access.robots import MAX_BYTES as MAX_ROBOTS_BYTES
from topiccrawl.access.robots import MAX_REDIRECTS as MAX_ROBOTS_REDIRECTS
from topiccrawl.access.robots import RobotsRules, parse_robots, product_token
from topiccrawl.access.tls.problems import certificate_problem, handshake_problem
from topiccrawl.errors import FetchError
from topiccrawl.page.canonical_url import absolute_url, is_http_url

MAX_BYTES = 10 * 1024 * 1024
"""Largest body that is read."""
_MAX_REDIRECTS = 6
_LONGEST_PAUSE = 30.0
"""Seconds; a longer Crawl-delay is not waited for."""
_MOVED = frozenset((301, 302, 303, 307, 308))
_SAME_METHOD = frozenset((307, 308))
_SERVER_ERROR = 500


class Problem(StrEnum):
    """Why there is no page."""

    ROBOTS = "robots"
    """robots.txt disallows it."""
    ROBOTS_ERROR = "robots_error"
    """The server answers robots.txt with an error of its own, so nothing may be requested (RFC 9309)."""
    PRIVATE = "private"
    """A loopback or private address."""
    DNS = "dns"
    """The name of the host is unknown."""
    CONNECTION = "connection"
    """The server refuses or breaks the connection."""
    TIMEOUT = "timeout"
    """There is no answer in time."""
    CERTIFICATE = "certificate"
    """The certificate cannot be verified."""
    TLS = "tls"
    """The handshake fails."""
    REDIRECTS = "redirects"
    """Redirects do not end, or lead out of the web."""
    TOO_LARGE = "too_large"
    """The body is too large."""
    BUDGET = "budget"
    """The requests or the time for this site are used up."""


class NoAnswerError(FetchError):
    """There is no answer.

    Attributes:
        problem: why.
        url: the URL that was requested last.
        detail: more about it, such as the status or the name of a TLS problem; may be empty.
        answer: what came instead, if anything did.
    """

    def __init__(self, problem: Problem, url: str, detail: str = "", answer: Answer | None = None) -> None:
        super().__init__(f"{url}: {problem}{f' ({detail})' if detail else ''}")
        self.problem = problem
        self.url = url
        self.detail = detail
        self.answer = answer


@dataclass(frozen=True)
class Answer:
    """The answer of a server, whatever its status.

    Attributes:
        url: URL after redirects.
        status: of HTTP.
        headers: by name in lower case.
        body: its content.
        moved: number of redirects.
    """

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    moved: int = 0

    @property
    def content_type(self) -> str:
        """Return the header Content-Type; empty if there is none."""
        return self.headers.get("content-type", "")


class _AllStatuses(HTTPErrorProcessor):
    """Returns responses of every status, redirects included."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


class PoliteClient:
    """Requests pages by the rules of a crawl: robots.txt, pauses, private addresses, redirects.

    Attributes:
        requests: number of requests since `begin`, those for robots.txt and after redirects included.
        weakness: what is wrong with the TLS of the servers that answered; empty: nothing.
        posts: whether lists may be asked for by POST.
        files: whether texts in files are read.

    Args:
        user_agent: name of the crawler, sent to the server and looked up in robots.txt.
        turns: of all clients that run at the same time.
        allow_private: whether loopback and private addresses may be requested.
        accepts_unverified: whether servers whose certificate cannot be verified are read, as crawls do with
            `TOPICCRAWL_TLS = "record"`.
        posts: whether lists may be asked for by POST.
        files: whether texts in files are read.
        stopped: whether no more requests are to be sent.
    """

    def __init__(
        self,
        user_agent: str,
        turns: HostTurns,
        *,
        allow_private: bool = False,
        accepts_unverified: bool = False,
        posts: bool = True,
        files: bool = False,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.requests = 0
        self.weakness = ""
        self.posts = posts
        self.files = files
        self._user_agent = user_agent
        self._turns = turns
        self._stopped = stopped
        self._rules = AddressRules(allow_private)
        self._exchange = Exchange(self._rules, _AllStatuses())
        self._unverified = (
            Exchange(self._rules, _AllStatuses(), context=_lenient_context()) if accepts_unverified else None
        )
        self._robots: dict[str, RobotsRules] = {}
        self._most, self._deadline, self._timeout = 0, 0.0, 0.0

    def begin(self, most: int, seconds: float, timeout: float) -> None:
        """Begin with a site; robots.txt files stay known.

        Args:
            most: largest number of requests.
            seconds: for all of them, pauses included.
            timeout: seconds for one request.
        """
        self.requests, self.weakness = 0, ""
        self._most, self._deadline, self._timeout = most, monotonic() + seconds, timeout

    def request(self, url: str, body: str = "") -> Answer:
        """Return the answer to a GET request, or to a POST request with a body.

        Args:
            url: an http or https URL.
            body: fields of a form, or a JSON object.

        Raises:
            NoAnswerError: there is no answer, or it must not be requested; the same for each redirect.
        """
        for moved in range(_MAX_REDIRECTS + 1):
            self._check(url)
            answer = self._send(url, self._delay(url), body)
            target = answer.headers.get("location", "") if answer.status in _MOVED else ""
            if not target:
                return Answer(url, answer.status, answer.headers, answer.body, moved)
            following = absolute_url(url, target)
            if following is None:
                raise NoAnswerError(Problem.REDIRECTS, url, target[:200], answer)
            if body and answer.status in _SAME_METHOD:
                if urlsplit(following).netloc != urlsplit(url).netloc:
                    raise NoAnswerError(Problem.REDIRECTS, url, following, answer)
            else:
                body = ""
            url = following
        raise NoAnswerError(Problem.REDIRECTS, url)

    def _check(self, url: str) -> None:
        self._check_host(url)
        rules = self._robots_of(url)
        if not rules.allows(url):
            raise NoAnswerError(Problem.ROBOTS, url)

    def _check_host(self, url: str) -> None:
        if not is_http_url(url):
            raise NoAnswerError(Problem.REDIRECTS, url)
        parts = urlsplit(url)
        uses_proxy = parts.scheme in getproxies() and not proxy_bypass(str(parts.hostname))
        if self._rules.refuses_host(str(parts.hostname), is_resolved_here=not uses_proxy):
            raise NoAnswerError(Problem.PRIVATE, url)

    def _delay(self, url: str) -> float:
        return min(self._robots_of(url).crawl_delay or 0.0, _LONGEST_PAUSE)

    def _robots_of(self, url: str) -> RobotsRules:
        robots = urljoin(url, "/robots.txt")
        if robots not in self._robots:
            self._robots[robots] = parse_robots(self._robots_body(robots), product_token(self._user_agent))
        return self._robots[robots]

    def _robots_body(self, robots: str) -> bytes:
        url = robots
        for _ in range(MAX_ROBOTS_REDIRECTS + 1):
            self._check_host(url)
            answer = self._send(url, 0.0, enough=MAX_ROBOTS_BYTES)
            if answer.status >= _SERVER_ERROR:
                raise NoAnswerError(Problem.ROBOTS_ERROR, url, str(answer.status), answer)
            if answer.status not in _MOVED:
                # RFC 9309: without a robots.txt everything is allowed.
                return answer.body if answer.status < 300 else b""
            following = absolute_url(url, answer.headers.get("location", ""))
            if following is None:
                return b""
            url = following
        return b""

    def _send(self, url: str, delay: float, body: str = "", enough: int = 0) -> Answer:
        left = self._deadline - monotonic()
        if self._stopped() or self.requests >= self._most or left <= delay:
            raise NoAnswerError(Problem.BUDGET, url)
        with self._turns.at(str(urlsplit(url).hostname), delay):
            try:
                return self._exchanged(self._exchange, url, body, enough)
            except NoAnswerError as error:
                if error.problem not in (Problem.CERTIFICATE, Problem.TLS) or self._unverified is None:
                    raise
                answer = self._exchanged(self._unverified, url, body, enough)
                self.weakness = error.detail or str(error.problem)
                return answer

    def _exchanged(self, exchange: Exchange, url: str, body: str, enough: int) -> Answer:
        seconds = min(self._timeout, max(self._deadline - monotonic(), 0.1))
        deadline = monotonic() + seconds
        before = exchange.connections
        try:
            with exchange.open(self._made(url, body), seconds) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                content = _unpacked(read_body(response, MAX_BYTES, enough), headers)
                if monotonic() > deadline:
                    raise NoAnswerError(Problem.TIMEOUT, url)
                return Answer(url, response.status, headers, content)
        except NoAnswerError:
            raise
        except TooLargeBodyError:
            raise NoAnswerError(Problem.TOO_LARGE, url) from None
        except (OSError, ValueError, HTTPException) as error:
            raise _no_answer(error, url, late=monotonic() > deadline) from None
        finally:
            self.requests += exchange.connections - before

    def _made(self, url: str, body: str) -> Request:
        headers = {"User-Agent": self._user_agent, "Accept-Encoding": "identity"}
        if body:
            kind = "json" if body.startswith("{") else "x-www-form-urlencoded"
            headers["Content-Type"] = f"application/{kind}"
        data = body.encode() if body else None
        return Request(url, data, headers)  # noqa: S310 - `_check_host` has checked the scheme


def _no_answer(error: Exception, url: str, *, late: bool) -> NoAnswerError:
    """Return why an exchange failed."""
    reason: object = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, RefusedAddressError):
        return NoAnswerError(Problem.PRIVATE, url)
    if isinstance(reason, ssl.SSLCertVerificationError):
        return NoAnswerError(Problem.CERTIFICATE, url, certificate_problem(reason.verify_code, 1))
    if late or isinstance(reason, TimeoutError):
        return NoAnswerError(Problem.TIMEOUT, url)
    if isinstance(reason, ssl.SSLError):
        return NoAnswerError(Problem.TLS, url, handshake_problem(SSL.Error([("", "", str(reason))])))
    if isinstance(reason, socket.gaierror):
        return NoAnswerError(Problem.DNS, url)
    detail = getattr(reason, "strerror", None) or type(reason).__name__
    return NoAnswerError(Problem.CONNECTION, url, str(detail))


@cache  # it has no state, and warnings are muted for all threads while it is made
def _lenient_context() -> ssl.SSLContext:
    """Return a context that accepts any certificate and old protocols."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.options |= 0x4  # OP_LEGACY_SERVER_CONNECT, which Python names from 3.12 on
    context.set_ciphers("ALL:!aNULL:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # old servers have nothing newer
        context.minimum_version = ssl.TLSVersion.TLSv1
    return context


def _unpacked(body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return the content of a body that is compressed although nobody asked for that."""
    if headers.get("content-encoding", "").lower() not in ("gzip", "x-gzip", "deflate"):
        return body
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, MAX_BYTES)
    except zlib.error:
        return body
