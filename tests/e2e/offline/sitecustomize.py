"""Python loads this at its start where its folder is in PYTHONPATH: names cannot be resolved, as off line."""

from __future__ import annotations

import socket
from typing import Any

_resolve = socket.getaddrinfo


def _offline(host: Any, *arguments: Any, **named: Any) -> Any:
    name = host.decode() if isinstance(host, bytes) else str(host or "")
    if name in ("", "localhost") or name[:1].isdigit():
        return _resolve(host, *arguments, **named)
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


socket.getaddrinfo = _offline
