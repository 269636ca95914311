"""Which hosts and addresses belong to this machine or to a private network.

`AddressRules` is the one place that decides about connections. It must be asked twice on every hop (link,
redirect, meta refresh, sitemap, feed, robots.txt, requests of a browser): `refuses_host` before anything is
sent, and `refuses_address` for each resolved address, where the connection is made. Names are resolved once,
and the connection goes to the address that was checked: a name that resolves to something else a moment later
(DNS rebinding) changes nothing.
"""

from __future__ import annotations

import ipaddress
import socket
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Self
from urllib.parse import unquote

Network = IPv4Network | IPv6Network

_PRIVATE_SUFFIXES = (
    *(".localhost", ".localdomain", ".local", ".internal", ".lan", ".home.arpa", ".intranet", ".private"),
    *(".corp", ".home", ".cluster.local", ".in-addr.arpa", ".ip6.arpa"),
)
_METADATA = "metadata."
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_REFUSED = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments, of which Python counts some as global
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv6Network("2001::/32"),  # Teredo: the tunnel ends at any IPv4 address
    IPv6Network("3fff::/20"),  # documentation
)
"""Networks that Python counts as global although they contain no web servers."""
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)


@dataclass(frozen=True, slots=True)
class AddressRules:
    """Which hosts and addresses a crawl may connect to.

    Attributes:
        allow_private: whether all private hosts are allowed, for a web of your own on this machine.
        networks: private networks that are allowed, for an intranet.
    """

    allow_private: bool = False
    networks: tuple[Network, ...] = ()

    @classmethod
    def of(cls, networks: Iterable[str], *, allow_private: bool = False) -> Self:
        """Return the rules for networks as text.

        Raises:
            ValueError: a network is not written as `ADDRESS/BITS`.

        >>> AddressRules.of(["10.1.0.0/16"]).refuses_address("10.1.2.3")
        False
        """
        return cls(allow_private, tuple(ipaddress.ip_network(one.strip()) for one in networks if one.strip()))

    def refuses_host(self, host: str, *, is_resolved_here: bool = True) -> bool:
        """Return whether a host of a URL is refused before its name is resolved.

        Args:
            host: a name or an address, as in the URL.
            is_resolved_here: False when a proxy resolves the name: then private names are always refused,
                since it is not known whether they lead into `networks`, and so are names whose first label is
                `metadata`: cloud providers serve the secrets of a machine under them.

        >>> AddressRules().refuses_host("router.lan"), AddressRules().refuses_host("0x7f.1")
        (True, True)
        """
        if self.allow_private:
            return False
        name = _plain(host)
        address = _literal(name)
        if address is not None:
            return self.refuses_address(str(address))
        if not is_resolved_here and name.startswith(_METADATA):
            return True
        return _is_private_name(name) and not (self.networks and is_resolved_here)

    def refuses_address(self, address: str) -> bool:
        """Return whether an address must not be connected to; text that is not an address is refused.

        >>> [AddressRules().refuses_address(one) for one in ("8.8.8.8", "127.0.0.1", "64:ff9b::a00:1")]
        [False, True, True]
        """
        if self.allow_private:
            return False
        try:
            parsed = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return True
        # An allowed network is also reached by an IPv4 address inside an IPv6 one.
        inner = _embedded(parsed) if isinstance(parsed, IPv6Address) else None
        if any(one in network for one in (parsed, inner) if one for network in self.networks):
            return False
        return not _is_public(parsed)


def is_private_host(host: str) -> bool:
    """Return whether a host is a private address, or a name that never belongs to the public web.

    Addresses are also recognised in the forms that the system's resolver accepts: fewer than four numbers,
    octal or hexadecimal numbers, full-width digits.

    >>> is_private_host("192.168.1.1"), is_private_host("localhost"), is_private_host("www.12371.cn")
    (True, True, False)
    >>> is_private_host("127.1"), is_private_host("0x7f.0.0.1"), is_private_host("１２７.0.0.1")
    (True, True, True)
    """
    return AddressRules().refuses_host(host)


def _plain(host: str) -> str:
    """Return a host as resolvers read it."""
    text = unicodedata.normalize("NFKC", unquote(host)).replace("。", ".")
    return text.strip().strip("[]").rstrip(".").lower()


def _literal(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(name.partition("%")[0] if ":" in name else socket.inet_aton(name))
    except (ValueError, OSError):
        return None


def _is_private_name(name: str) -> bool:
    if not name:
        return False
    # A name without a dot is completed by the search list of the resolver: localhost, metadata, redis.
    return "." not in name or f".{name}".endswith(_PRIVATE_SUFFIXES)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if address.is_multicast or not address.is_global or any(address in network for network in _REFUSED):
        # Some versions of Python count mapped addresses and those of NAT64 and 6to4 as private.
        inner = _translated(address) if isinstance(address, IPv6Address) else None
        return inner is not None and _is_public(inner)
    if isinstance(address, IPv4Address):
        return True
    inner = _embedded(address)
    if address not in _GLOBAL_UNICAST and address not in _NAT64:
        return address.ipv4_mapped is not None and _is_public(address.ipv4_mapped)
    return inner is None or _is_public(inner)


def _translated(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that a connection to a mapped, NAT64 or 6to4 address ends at."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address leads to: mapped, NAT64, 6to4 or ISATAP."""
    if (inner := _translated(address)) is not None:
        return inner
    value = int(address)
    if (value >> 32) & 0xFFFFFFFF in _ISATAP:
        return IPv4Address(value & 0xFFFFFFFF)
    return None
