"""Serves the application with uvicorn."""

from __future__ import annotations

import os
import socket

import uvicorn

from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.connections import MOST_CONNECTIONS, Connection
from topiccrawl.errors import AdminError
from topiccrawl.messages import message
from topiccrawl.reporting.monitoring.webhooks import Send
from topiccrawl.text.language import say

_GRACE = 2
"""Seconds that open connections, such as live parts of pages, get at shutdown."""


def serve(
    configuration: Configuration,
    host: str,
    port: int,
    *,
    behind_proxy: bool = False,
    send: Send | None = None,
) -> None:
    """Serve until a signal ends it.

    Args:
        configuration: the options of the application.
        host: the address to listen on.
        port: the port; 0: any that is free.
        behind_proxy: believe the forwarding headers of a proxy on this machine.
        send: sends a warning; None: there is nowhere to send to.

    Raises:
        AdminError: the address, or FORWARDED_ALLOW_IPS, cannot be used.
        StorageError: the database cannot be used.
    """
    proxies = _proxies() if behind_proxy else None
    services = Services(configuration, send=send)
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    print(f"http://{shown}:{listening.getsockname()[1]}/", flush=True)
    if (password := services.accounts.first_password()) is not None:
        print(
            say(
                "user admin, password {password}  (shown only now; change it on the page of the user)",
                password=password,
            ),
            flush=True,
        )
    options = uvicorn.Config(
        make_application(services),
        log_level="warning",
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=_GRACE,
        http=Connection,
        limit_concurrency=MOST_CONNECTIONS,
    )
    uvicorn.Server(options).run(sockets=[listening])


def _proxies() -> str:
    """Return the addresses of proxies whose forwarding headers are believed."""
    allowed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    if "*" in allowed:
        # uvicorn would then take the first address of the header, which clients write themselves.
        raise AdminError(
            "FORWARDED_ALLOW_IPS={value}: clients could choose their address; name the proxies instead",
            value=allowed,
        )
    return allowed


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()  # the URL is printed before uvicorn is ready: browsers wait instead of failing
    except OSError as error:
        reason = message(error.strerror or str(error))
        raise AdminError(
            "{host}:{port}: cannot listen here ({reason}); choose another --port or --host",
            host=host,
            port=port,
            reason=reason,
        ) from error
    return listening
