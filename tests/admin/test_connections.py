"""Connections and forwarded addresses, served by uvicorn on loopback."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
import uvicorn
from admin.conftest import PASSWORD, Admin, token_in

from topiccrawl.admin.accounts.throttle import FREE
from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.pages import entrance
from topiccrawl.admin.server import serve
from topiccrawl.admin.web import connections
from topiccrawl.admin.web.connections import Connection
from topiccrawl.errors import AdminError

_SOON = 0.3
_PATIENCE = 20.0


@contextmanager
def served(admin: Admin, *, behind_proxy: bool = False) -> Iterator[int]:
    options = uvicorn.Config(
        make_application(admin.services),
        port=0,
        http=Connection,
        log_level="error",
        proxy_headers=behind_proxy,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(_PATIENCE)


def ask(
    port: int, method: str, address: str, form: dict[str, str] | None = None, **headers: str
) -> tuple[int, str, str]:
    """Return status, cookie and body of the log-in page."""
    one = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE, source_address=(address, 0))
    try:
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        one.request(method, "/login", urlencode(form) if form else None, {**kind, **headers})
        answer = one.getresponse()
        return answer.status, (answer.getheader("Set-Cookie") or "").split(";")[0], answer.read().decode()
    finally:
        one.close()


def log_in(port: int, address: str, password: str = PASSWORD, **headers: str) -> int:
    _, cookie, html = ask(port, "GET", address)
    form = {"token": token_in(html), "name": "operator", "password": password}
    return ask(port, "POST", address, form, Cookie=cookie, **headers)[0]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", _SOON)
    monkeypatch.setattr(entrance, "PATIENCE", _SOON)


@pytest.mark.parametrize("sent", [b"", b"GET /login HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
@pytest.mark.usefixtures("hasty")
def test_a_connection_without_a_request_is_closed(make_admin: Callable[..., Admin], sent: bytes) -> None:
    with served(make_admin()) as port, socket.create_connection(("127.0.0.1", port), _PATIENCE) as one:
        one.sendall(sent)
        assert one.recv(1) == b""


@pytest.mark.usefixtures("hasty")
def test_a_second_request_that_never_ends_is_closed(make_admin: Callable[..., Admin]) -> None:
    request = b"GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n"
    with served(make_admin()) as port, socket.create_connection(("127.0.0.1", port), _PATIENCE) as one:
        one.sendall(request + b"\r\n" + request)
        received = b""
        while part := one.recv(4096):
            received += part
    assert received.startswith(b"HTTP/1.1 204") and received.count(b"HTTP/1.1") == 1


@pytest.mark.usefixtures("hasty")
def test_a_log_in_form_that_never_ends_is_refused(make_admin: Callable[..., Admin]) -> None:
    head = (
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nname="
    )
    with served(make_admin()) as port, socket.create_connection(("127.0.0.1", port), _PATIENCE) as one:
        one.sendall(head)
        assert one.recv(12) == b"HTTP/1.1 408"


@pytest.mark.usefixtures("hasty")
def test_a_request_that_takes_its_time_is_answered(
    make_admin: Callable[..., Admin], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = make_admin()
    check = admin.services.accounts._check
    monkeypatch.setattr(
        admin.services.accounts, "_check", lambda *given: time.sleep(5 * _SOON) or check(*given)
    )
    with served(admin) as port:
        assert log_in(port, "127.0.0.2") == 303


def test_the_right_password_from_another_address_is_accepted(make_admin: Callable[..., Admin]) -> None:
    with served(make_admin()) as port:
        codes = [log_in(port, "127.0.0.2", "wrong password") for _ in range(FREE + 1)]
        assert codes == [401] * FREE + [429]
        assert log_in(port, "127.0.0.3") == 303
        assert log_in(port, "127.0.0.2") == 429


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_clients_cannot_choose_their_address(make_admin: Callable[..., Admin], behind_proxy: bool) -> None:
    with served(make_admin(), behind_proxy=behind_proxy) as port:
        for number in range(FREE):
            # A proxy adds the address that it sees at the end; without a proxy the header counts for nothing.
            forwarded = {"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.7"}
            assert log_in(port, "127.0.0.1", "wrong password", **forwarded) == 401
        assert log_in(port, "127.0.0.1", **{"X-Forwarded-For": "198.51.100.99, 192.0.2.7"}) == 429
        # Another client of the same proxy.
        other = log_in(port, "127.0.0.1", **{"X-Forwarded-For": "192.0.2.8"})
        assert other == (303 if behind_proxy else 429)


def test_a_proxy_anywhere_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    configuration = Configuration(f"sqlite:///{tmp_path / 'corpus.db'}", tmp_path, tmp_path)
    with pytest.raises(AdminError, match="FORWARDED_ALLOW_IPS"):
        serve(configuration, "127.0.0.1", 0, behind_proxy=True)
