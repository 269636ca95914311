"""Serves the application with uvicorn."""

from __future__ import annotations

import socket

import uvicorn

from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.services import Services
from topiccrawl.errors import AdminError

_GRACE = 2
"""Seconds that open connections, such as live parts of pages, have at the end."""


def serve(configuration: Configuration, host: str, port: int, *, behind_proxy: bool = False) -> None:
    """Serve until a signal ends it.

    Args:
        configuration: the options of the application.
        host: the address to listen on.
        port: the port; 0: any that is free.
        behind_proxy: believe the forwarding headers of a proxy on this machine.

    Raises:
        AdminError: the address cannot be used.
        StorageError: the database cannot be used.
    """
    services = Services.start(configuration)
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    print(f"http://{shown}:{listening.getsockname()[1]}/", flush=True)
    if (password := services.accounts.first_password()) is not None:
        print(
            f"user admin, password {password}  (shown only now; change it on the page of the user)",
            flush=True,
        )
    options = uvicorn.Config(
        make_application(services),
        log_level="warning",
        server_header=False,
        proxy_headers=behind_proxy,
        timeout_graceful_shutdown=_GRACE,
        limit_concurrency=200,
    )
    uvicorn.Server(options).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        raise AdminError(f"{host}:{port}: cannot listen here: {error.strerror or error}") from error
    return listening
