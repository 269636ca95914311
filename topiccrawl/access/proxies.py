"""A pool of proxies: which one a request goes through, and which ones rest after failures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from topiccrawl.messages import message
from topiccrawl.text.files.size_limit import read_bounded

ROTATIONS = ("host", "request")
"""Whether a host keeps its proxy, or each request takes the next one."""
SCHEMES = ("http", "https")

_FIRST_REST = 5.0
"""Seconds that a proxy rests after a failure; each further one in a row doubles it."""
_LONGEST_REST = 600.0
_DOUBTS = 3
"""Number of hosts that must fail in a row before their proxy is blamed."""


class ProxyListError(ValueError):
    """The list of proxies cannot be used; the message has no password."""


def read_proxies(setting: str) -> tuple[str, ...]:
    """Return the proxies of a comma-separated list, or of a file with one URL per line.

    Raises:
        ProxyListError: a line is not the URL of a proxy, or the file cannot be read.

    >>> read_proxies("http://a.test:8888, http://u:p@b.test:8888")
    ('http://a.test:8888', 'http://u:p@b.test:8888')
    """
    try:
        entries = listed_urls(setting)
    except ValueError as error:
        raise ProxyListError(
            message("{setting}: neither proxies nor a readable file ({error})", setting=setting, error=error)
        ) from None
    found = [stripped for line in entries if (stripped := line.split("#", 1)[0].strip())]
    for number, url in enumerate(found, 1):
        try:
            parts = urlsplit(url)
            is_proxy = parts.scheme in SCHEMES and parts.hostname and parts.port
        except ValueError:
            is_proxy = False
        if not is_proxy:  # the URL is not quoted: it may hold a password
            raise ProxyListError(
                message("proxy {number} is not a URL such as http://proxy.example.cn:8888", number=number)
            )
    return tuple(dict.fromkeys(found))


def listed_urls(setting: str) -> list[str]:
    """Return the entries of a comma-separated list with URLs, or the lines of the file that a setting names.

    Raises:
        ValueError: the file cannot be read; the message says why.
    """
    if "://" in setting or not setting.strip():
        return [entry for entry in setting.split(",") if entry.strip()]
    try:
        return [line for line in read_bounded(Path(setting)).decode().splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise ValueError(message(getattr(error, "strerror", None) or type(error).__name__)) from None


def host_of(proxy: str) -> str:
    """Return host and port of a proxy, for messages.

    >>> host_of("http://user:password@proxy.test:8888")
    'proxy.test:8888'
    """
    return urlsplit(proxy).netloc.rpartition("@")[2]


@dataclass(slots=True)
class _Health:
    failures: int = 0
    rests_until: float = 0.0
    failed_hosts: set[str] = field(default_factory=set)


class ProxyPool:
    """Proxies with their health.

    A proxy that cannot be reached rests at once. A failure that the site may be to blame for counts when
    several hosts have failed in a row. The rest doubles with each failure; the first request afterwards
    shows whether the proxy is back. No request ever goes around the proxies.

    Args:
        proxies: their URLs, at least one.
        rotation: "host": a host keeps its proxy as long as that is healthy; "request": each request takes the
            next healthy one.
    """

    def __init__(self, proxies: Sequence[str], rotation: str = "host") -> None:
        self._proxies = tuple(proxies)
        self._health = {proxy: _Health() for proxy in proxies}
        self._sticky = rotation == "host"
        self._chosen: dict[str, str] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._proxies)

    def choose(self, host: str, now: float, *, is_session: bool = False) -> tuple[str, float]:
        """Return the proxy for a request to a host, and the seconds until it may be used.

        The seconds are 0 unless all proxies rest; then it is the one whose rest ends first.

        Args:
            host: the host, or the name of a session.
            now: monotonic seconds.
            is_session: whether it is a session: that keeps its proxy with any rotation.
        """
        kept, is_sticky = self._chosen.get(host), self._sticky or is_session
        if is_sticky and kept is not None and self._health[kept].rests_until <= now:
            return kept, 0.0
        chosen = self._next_healthy(now)
        if chosen is None:
            chosen = min(self._proxies, key=lambda proxy: self._health[proxy].rests_until)
            return chosen, self._health[chosen].rests_until - now
        if is_sticky:
            self._chosen[host] = chosen
        return chosen, 0.0

    def answered(self, proxy: str) -> None:
        """Record that a site answered through a proxy."""
        health = self._health.get(proxy)
        if health is not None and (health.failures or health.failed_hosts):
            self._health[proxy] = _Health()

    def failed(self, proxy: str, host: str, now: float, *, is_sure: bool) -> float:
        """Record that a request through a proxy failed; return the seconds of a rest that begins, or 0.

        Args:
            proxy: the proxy.
            host: the host of the request.
            now: monotonic seconds.
            is_sure: whether the proxy itself failed; otherwise it may have been the host.
        """
        health = self._health.get(proxy)
        if health is None or health.rests_until > now:  # the other requests that were in flight
            return 0.0
        health.failed_hosts.add(host)
        if not is_sure and len(health.failed_hosts) < _DOUBTS:
            return 0.0
        seconds = min(_FIRST_REST * 2.0**health.failures, _LONGEST_REST)
        health.failures = min(health.failures + 1, 30)
        health.rests_until = now + seconds
        health.failed_hosts.clear()
        return seconds

    def healthy(self, now: float) -> int:
        """Return how many proxies do not rest."""
        return sum(health.rests_until <= now for health in self._health.values())

    def _next_healthy(self, now: float) -> str | None:
        for _ in self._proxies:
            proxy = self._proxies[self._next % len(self._proxies)]
            self._next = (self._next + 1) % len(self._proxies)
            if self._health[proxy].rests_until <= now:
                return proxy
        return None
