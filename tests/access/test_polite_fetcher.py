from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from topiccrawl.access import fetching
from topiccrawl.errors import FetchError

ROBOTS = b"User-agent: *\nCrawl-delay: 4\nDisallow: /shut\n"
requested: list[str] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        requested.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(ROBOTS if self.path == "/robots.txt" else b"<html>")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr("topiccrawl.access.polite_client.getproxies", dict)
    requested.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(("pause", "expected"), [(0.5, 4), (9, 9), (1000, fetching.MAX_SECONDS)])
def test_pages_of_a_host_are_fetched_with_pauses(
    site: str, monkeypatch: pytest.MonkeyPatch, pause: float, expected: float
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(fetching, "sleep", slept.append)
    fetch = fetching.polite_fetcher("test", pause, allow_private=True)
    for path in ("/1", "/2"):
        assert fetch(f"{site}{path}").body == b"<html>"
    assert requested == ["/robots.txt", "/1", "/2"]
    assert len(slept) == 2 and all(expected - 2 < seconds <= expected for seconds in slept)


@pytest.mark.parametrize(
    "part", [b"HTTP/1.1 200 OK\r\nX-", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"]
)
def test_a_server_that_sends_a_byte_now_and_then_is_left(
    monkeypatch: pytest.MonkeyPatch, part: bytes
) -> None:
    monkeypatch.setattr("topiccrawl.access.polite_client.getproxies", dict)
    monkeypatch.setattr(fetching, "MAX_SECONDS", 0.5)
    stop = threading.Event()

    class Dripping(Handler):
        def do_GET(self) -> None:
            with suppress(OSError):
                self.wfile.write(part)
                while not stop.wait(0.02):
                    self.wfile.write(b"a")

    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        # The end of the test is far away: the bytes never stop.
        with pytest.raises(FetchError, match="took longer than"):
            fetching.fetch_page(f"http://127.0.0.1:{server.server_port}/", "test", allow_private=True)
        stop.set()
        server.shutdown()
