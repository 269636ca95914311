"""Lists of hosts, each with its subdomains."""

from __future__ import annotations

from collections.abc import Iterable


def is_among(host: str, hosts: Iterable[str]) -> bool:
    """Return whether a host is one of some hosts or a subdomain of one.

    >>> is_among("bbs.example.cn", ["example.cn"]), is_among("myexample.cn", ["example.cn"])
    (True, False)
    """
    host = host.lower().rstrip(".")
    return any(host == one.lower() or host.endswith(f".{one.lower()}") for one in hosts)
