"""Which hosts belong to this machine or to a private network."""

from __future__ import annotations

import ipaddress
import socket
import unicodedata

_LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


def is_private_host(host: str) -> bool:
    """Return whether a host is a private address, or a name that never belongs to the public web.

    Addresses are also recognised in the forms that the system's resolver accepts: fewer than four numbers,
    octal or hexadecimal numbers, full-width digits.

    >>> is_private_host("192.168.1.1"), is_private_host("localhost"), is_private_host("www.12371.cn")
    (True, True, False)
    >>> is_private_host("127.1"), is_private_host("0x7f.0.0.1"), is_private_host("１２７.0.0.1")
    (True, True, True)
    """
    host = unicodedata.normalize("NFKC", host).replace("。", ".").strip("[]").rstrip(".").lower()
    if host in _LOCAL_NAMES or host.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        return not ipaddress.ip_address(host if ":" in host else socket.inet_aton(host)).is_global
    except (ValueError, OSError):
        return False
