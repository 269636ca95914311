"""Scripted DNS resolver for TWISTED_DNS_RESOLVER, and a log of all connections of the process."""

from __future__ import annotations

import errno
import ipaddress
import json
import socket
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver
from zope.interface import implementer

_CLASS = "benchmarks.attacks.hostile.resolver.MappedResolver"


def resolver_settings(
    folder: Path, names: Mapping[str, Sequence[Sequence[str]]], default: str = ""
) -> dict[str, str]:
    """Return the settings of a crawl with the scripted resolver.

    Args:
        folder: of the two files of the resolver.
        names: for each name the addresses of its first resolution, of its second, and so on; the last count
            for all further ones.
        default: address of all other names; empty: they do not exist.
    """
    file = folder / "names.json"
    file.write_text(json.dumps({"names": names, "default": default}), encoding="utf-8")
    return {
        "TWISTED_DNS_RESOLVER": _CLASS,
        "NAMES_FILE": str(file),
        "CONNECTIONS_FILE": str(connections_file(folder)),
    }


def connections_file(folder: Path) -> Path:
    """Return the file with one address a line, in the order of connections."""
    return folder / "connections.txt"


@implementer(IHostnameResolver)
class MappedResolver:
    """Resolves the names of a file; literal addresses as the system does."""

    def __init__(self, crawler: Crawler, reactor: Any) -> None:
        told = json.loads(Path(crawler.settings["NAMES_FILE"]).read_text(encoding="utf-8"))
        self._names, self._default = told["names"], told["default"]
        self._times: Counter[str] = Counter()
        self._reactor = reactor
        _log_connections(Path(crawler.settings["CONNECTIONS_FILE"]))

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: Any) -> Self:
        """Create the resolver of a crawl."""
        return cls(crawler, reactor)

    def install_on_reactor(self) -> None:
        """Resolve all names of the reactor."""
        self._reactor.installNameResolver(self)

    def resolveHostName(  # noqa: N802 - Twisted's name
        self,
        receiver: Any,
        name: str,
        portNumber: int = 0,  # noqa: N803 - Twisted's name
        *_: Any,
        **__: Any,
    ) -> Any:
        """Resolve a name."""
        resolution = HostResolution(name)
        receiver.resolutionBegan(resolution)
        for address in self._addresses(name):
            kind = IPv6Address if ":" in address else IPv4Address
            receiver.addressResolved(kind("TCP", address, portNumber))
        receiver.resolutionComplete()
        return resolution

    def _addresses(self, name: str) -> Sequence[str]:
        if turns := self._names.get(name):
            turn = min(self._times[name], len(turns) - 1)
            self._times[name] += 1
            told: Sequence[str] = turns[turn]
            return told
        try:
            found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        except (OSError, UnicodeError):
            return [self._default] if self._default else []
        return [str(one[4][0]) for one in found]


def _log_connections(file: Path) -> None:
    """Write the address of each connection to a file, and refuse those that would leave the machine."""
    log = file.open("a", encoding="utf-8", buffering=1)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "socket.connect" or not isinstance(arguments[1], tuple):
            return
        address, port = str(arguments[1][0]), arguments[1][1]
        log.write(f"{address} {port}\n")
        if not ipaddress.ip_address(address.partition("%")[0]).is_loopback:
            # Twisted expects an error number.
            raise ConnectionRefusedError(errno.ECONNREFUSED, f"{address} is not on this machine")

    sys.addaudithook(hook)
