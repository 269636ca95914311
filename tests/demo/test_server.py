from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator

import pytest

from topiccrawl.demo.server import DemoServer, Request
from topiccrawl.demo.sites import GBK_PARTY_SITE, PORTAL
from topiccrawl.demo.web import DemoWeb


@pytest.fixture
def server(small_web: DemoWeb) -> Iterator[DemoServer]:
    with DemoServer(small_web) as running:
        yield running


def connect(server: DemoServer) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)


def test_it_answers_as_a_proxy(server: DemoServer, small_web: DemoWeb) -> None:
    connection = connect(server)
    connection.request("GET", GBK_PARTY_SITE.home)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert (answer.status, answer.getheader("Content-Type")) == (200, "text/html; charset=GBK")
    assert body == small_web.resources[GBK_PARTY_SITE.host, "/"].body


def test_a_connection_is_kept_and_requests_are_logged_in_order(server: DemoServer) -> None:
    connection = connect(server)
    first = None
    for url in (
        PORTAL.home,
        PORTAL.url("/calendar?y=2024&m=5"),
        PORTAL.url("/none"),
        "http://elsewhere.test/",
    ):
        connection.request("GET", url)
        connection.getresponse().read()
        first = first or connection.sock
        assert connection.sock is first
    connection.close()
    assert server.requests == [
        Request(PORTAL.host, "/", 200),
        Request(PORTAL.host, "/calendar?y=2024&m=5", 200),
        Request(PORTAL.host, "/none", 404),
        Request("elsewhere.test", "/", 502),
    ]


def test_a_moved_page_sends_its_new_address(server: DemoServer, small_web: DemoWeb) -> None:
    ((host, target),) = [key for key, resource in small_web.resources.items() if resource.status == 301]
    connection = connect(server)
    connection.request("GET", f"http://{host}{target}")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 301
    assert small_web.label(answer.getheader("Location") or "").kind == "article"


def test_a_broken_url_does_not_stop_the_server(server: DemoServer) -> None:
    for line in (
        b"GET http://[bad/ HTTP/1.1\r\n\r\n",
        b"CONNECT www.chenchuan.demo.test:443 HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            raw.sendall(line)
            assert raw.recv(100).split()[1] in (b"400", b"501")
    connection = connect(server)
    connection.request("GET", PORTAL.home)
    assert connection.getresponse().status == 200
    connection.close()


def test_it_ends_while_a_connection_is_open(small_web: DemoWeb) -> None:
    with DemoServer(small_web) as running:
        connection = connect(running)
        connection.request("GET", PORTAL.home)
        connection.getresponse().read()
        assert running.proxy_url == f"http://127.0.0.1:{running.port}"
    connection.close()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", running.port), timeout=5)
