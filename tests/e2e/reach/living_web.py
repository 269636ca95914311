"""A web on loopback that answers by code: an HTTP proxy which knows methods and bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from benchmarks.starts.loopback import Answer, LoopbackServer


@dataclass(frozen=True)
class Asked:
    """A request.

    Attributes:
        method: GET or POST.
        url: its URL.
        body: its body.
        headers: its headers.
    """

    method: str
    url: str
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """The host without its port."""
        return urlsplit(self.url).hostname or ""

    @property
    def path(self) -> str:
        """The path of the URL."""
        return urlsplit(self.url).path

    @property
    def fields(self) -> dict[str, str]:
        """The parameters of the URL and of a form."""
        return dict(parse_qsl(urlsplit(self.url).query, keep_blank_values=True) + parse_qsl(self.body))


@dataclass(frozen=True)
class Told:
    """An answer."""

    text: str = ""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] | None = None


Site = Callable[[Asked], Told | str | None]
"""Answers a request for a host; None: 404."""


class LivingWeb(LoopbackServer):
    """Serves sites by host while its `with` block runs, as an HTTP proxy.

    Attributes:
        asked: the requests, in order, without those for robots.txt that a site does not answer.
    """

    def __init__(self, sites: Mapping[str, Site]) -> None:
        super().__init__()
        self.sites = sites
        self.asked: list[Asked] = []

    def of(self, host: str) -> list[Asked]:
        """Return the requests for a host."""
        return [one for one in self.asked if one.host == host]

    def respond_to(self, method: str, target: str, headers: Any, body: bytes) -> Answer:
        """Return what is told to a request."""
        told = self.answer(Asked(method, target, body.decode(), headers))
        return told.status, {"Content-Type": told.kind, **(told.headers or {})}, told.text.encode()

    def answer(self, asked: Asked) -> Told:
        """Return what the site tells."""
        site = self.sites.get(asked.host)
        told = site(asked) if site is not None else None
        if asked.path == "/robots.txt":
            return told if isinstance(told, Told) else Told("User-agent: *\n", "text/plain")
        self.asked.append(asked)
        if told is None:
            return Told("<title>404</title><p>页面不存在</p>", status=404)
        return told if isinstance(told, Told) else Told(told)
