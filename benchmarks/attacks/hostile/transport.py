"""Bad behaviour of connections, headers, compression and redirects."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator

from benchmarks.attacks.hostile.kinds import KEPT, LIST, Kind
from benchmarks.attacks.hostile.server import Answer, Connection, redirect, response
from benchmarks.attacks.hostile.texts import story

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_BROKEN = ("download/bad_response", "download/truncated", "download/reset", "download/timeout")
_SLOW = ("download/timeout",)
_LARGE = ("download/too_large", "download/timeout")


def _sent(data: bytes) -> Callable[[Connection], None]:
    return lambda connection: connection.write(data)


def _endless(start: bytes, part: bytes) -> Callable[[Connection], None]:
    def send(connection: Connection) -> None:
        connection.write(start)
        connection.repeat(part)

    return send


def _slowly(start: bytes, data: bytes) -> Callable[[Connection], None]:
    def send(connection: Connection) -> None:
        connection.write(start)
        connection.drip(data, 0.3)

    return send


def transport_kinds() -> Iterator[Kind]:
    """Yield kinds of bad connections, headers and compression."""
    text = story("transport").encode()

    def kind(name: str, answer: Answer, *expects: str) -> Kind:
        return Kind(name, expects, {"/1.html": answer})

    yield kind("reset", Connection.reset, "download/reset")
    yield kind("closed-at-once", lambda connection: None, "download/reset", "download/bad_response")
    yield kind("silent", lambda connection: connection.wait(60), *_SLOW)
    yield kind("dripped-body", _slowly(_HEAD + b"\r\n", text), *_SLOW)
    yield kind("dripped-headers", _slowly(b"HTTP/1.1 200 OK\r\n", b"X-A: 1\r\n" * 1000), *_SLOW)
    yield kind("truncated", _sent(_HEAD + b"Content-Length: 99999\r\n\r\n" + text), "download/truncated")
    yield kind("endless-body", _endless(_HEAD + b"\r\n", b" " * 1000), *_LARGE)
    yield kind("endless-chunks", _endless(_CHUNKED, b"3e8\r\n" + b" " * 1000 + b"\r\n"), *_LARGE)
    yield kind("bad-chunk-size", _sent(_CHUNKED + b"zz\r\n" + text), *_BROKEN)
    yield kind("negative-chunk", _sent(_CHUNKED + b"-5\r\n" + text), *_BROKEN)
    yield kind("huge-chunk", _sent(_CHUNKED + b"f" * 60 + b"\r\n" + text), *_BROKEN)
    yield kind("chunk-extension", _endless(_CHUNKED + b"5;", b"x" * 1000), *_BROKEN)
    yield kind("endless-trailers", _endless(_CHUNKED + b"0\r\n", b"X-T: 1234567890\r\n"), *_BROKEN)
    yield kind("endless-headers", _endless(_HEAD, b"X-A: 1234567890\r\n"), "download/headers_too_large")
    yield kind(
        "folded-header", _endless(_HEAD + b"X-A: 1\r\n", b" 123456789\r\n"), "download/headers_too_large"
    )
    yield kind("interim", _endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "download/headers_too_large")
    yield kind("long-header", _endless(_HEAD + b"X-A: ", b"a" * 1000), "download/headers_too_large")
    yield kind("long-status", _endless(b"HTTP/1.1 200 ", b"a" * 1000), "download/headers_too_large")
    yield kind(
        "many-cookies",
        _sent(_HEAD + b"Set-Cookie: a=1; Domain=.com\r\n" * 2000 + b"\r\n" + story("cookies").encode()),
        KEPT,
    )
    yield kind(
        "short-length",
        _sent(_HEAD + b"Content-Length: 5\r\n\r\n" + text),
        "gate/not_html",
        "gate/description",
        LIST,
    )
    yield kind("negative-length", _sent(_HEAD + b"Content-Length: -5\r\n\r\n" + text), *_BROKEN)
    yield kind(
        "two-lengths", _sent(_HEAD + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\n" + text), *_BROKEN
    )
    yield kind(
        "huge-length", _sent(_HEAD + b"Content-Length: 9999999999999999\r\n\r\n" + text), "download/too_large"
    )
    yield kind("word-length", _sent(_HEAD + b"Content-Length: many\r\n\r\n" + text), *_BROKEN)
    yield kind("noise", _sent(bytes(range(256)) * 50), *_BROKEN)
    yield kind("ssh-banner", _sent(b"SSH-2.0-OpenSSH_9.9\r\n"), *_BROKEN)
    yield kind("no-headers", _sent(text), *_BROKEN)
    yield kind("word-status", _sent(b"HTTP/1.1 fine OK\r\n\r\n" + text), *_BROKEN)
    yield kind("status-999", response(text, status="999 No"), "gate/status_999")
    yield kind("status-000", response(text, status="000 No"), "gate/status_0", *_BROKEN)
    yield kind("status-299", response(text, status="299 Odd"), "gate/status_299")
    yield kind("null-headers", _sent(_HEAD + b"X-\0A: \0\r\n\r\n" + story("null").encode()), KEPT, *_BROKEN)
    yield kind("no-colon", _sent(_HEAD + b"nonsense\r\n\r\n" + story("colon").encode()), KEPT, *_BROKEN)
    yield kind(
        "binary-header", _sent(_HEAD + b"X-\xff\xfe: \xff\r\n\r\n" + story("binary").encode()), KEPT, *_BROKEN
    )
    yield kind(
        "bare-newlines", _sent(_HEAD.replace(b"\r", b"") + b"\n" + story("bare").encode()), KEPT, *_BROKEN
    )
    yield kind("odd-transfer", _sent(_HEAD + b"Transfer-Encoding: odd\r\n\r\n" + text), KEPT, *_BROKEN)
    yield kind(
        "switching", _sent(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"), *_BROKEN, "gate/status_101"
    )
    yield kind("status-204", response("", status="204 No Content"), "gate/status_204")
    yield kind("status-205", response("", status="205 Reset"), "gate/status_205")
    yield kind("status-206", response(text, status="206 Partial"), "gate/status_206")
    yield kind("status-304", response("", status="304 Not Modified"), "gate/status_304")
    for status in (400, 401, 402, 403, 404, 405, 410, 418, 451):
        yield kind(f"status-{status}", response(text, status=f"{status} No"), f"gate/status_{status}")
    for status in (500, 501, 502, 504, 599):
        yield kind(f"status-{status}", response(text, status=f"{status} No"), f"gate/status_{status}")
    given_up = ("download/host_refuses", "gate/status_429", "gate/status_503")
    for name, status, value in (
        ("retry-for-ever", 429, "99999999999"),
        ("retry-never", 503, "-1"),
        ("retry-odd", 503, "Thu, 99 Foo 99999 99:99:99 GMT"),
        ("retry-infinite", 429, "inf"),
    ):
        yield kind(name, response("", status=f"{status} No", headers={"Retry-After": value}), *given_up)
    yield from _compression()


def _compression() -> Iterator[Kind]:
    text = story("compressed").encode()

    def packed(name: str, body: bytes, encoding: str, *expects: str) -> Kind:
        return Kind(name, expects, {"/1.html": response(body, headers={"Content-Encoding": encoding})})

    broken = ("download/broken_compression",)
    yield packed("gzip-bomb", gzip.compress(b" " * 100_000_000), "gzip", "download/too_large")
    yield packed("deflate-bomb", zlib.compress(b" " * 100_000_000), "deflate", "download/too_large")
    yield packed("ratio-bomb", gzip.compress(text + b" " * 8_000_000), "gzip", "download/unpack_ratio")
    yield packed("nested-gzip", _nested(text, 10), ", ".join(["gzip"] * 10), "download/unpack_ratio")
    bomb = gzip.compress(gzip.compress(b" " * 200_000_000))
    yield packed("gzip-in-gzip", bomb, "gzip, gzip", "download/too_large", "download/unpack_ratio")
    yield packed("gzip-noise", b"\x1f\x8b\x08" + bytes(range(256)), "gzip", *broken)
    yield packed("gzip-cut", gzip.compress(text)[:200], "gzip", "download/truncated")
    yield packed("gzip-empty", b"", "gzip", *broken, "gate/not_html")
    yield packed("odd-encoding", text, "x-odd", KEPT)
    yield packed("not-gzipped", text, "gzip", *broken)
    yield packed("brotli-noise", bytes(range(256)), "br", *broken)
    yield packed("zstd-noise", bytes(range(256)), "zstd", *broken)


def _nested(body: bytes, times: int) -> bytes:
    for _ in range(times):
        body = gzip.compress(body)
    return body


def redirect_kinds(port: int) -> Iterator[Kind]:
    """Yield kinds of redirects to nowhere, to themselves and to other schemes."""

    def to(name: str, location: str, *expects: str) -> Kind:
        return Kind(name, expects, {"/1.html": redirect(location)})

    yield to("loop", "/1.html", "download/redirect_loop", "download/redirects")
    yield Kind(
        "loop-of-two",
        ("download/redirect_loop", "download/redirects"),
        {"/1.html": redirect("/2.html"), "/2.html": redirect("/1.html")},
    )
    chain: dict[str, Answer] = {f"/{step}.html": redirect(f"/{step + 1}.html") for step in range(1, 60)}
    yield Kind("long-chain", ("download/redirects",), chain)
    yield Kind(
        "endless-chain",
        ("download/redirects", "frontier/trap"),
        {"/1.html": redirect("/x/1.html")},
        any_path="redirect",
    )
    yield to("no-target", "", "gate/status_302")
    yield to("empty-target", " ", "gate/status_302", "download/redirect_loop", "download/redirects")
    yield to(
        "long-target",
        "/" + "a" * 100_000,
        "gate/status_404",
        "gate/status_302",
        "download/headers_too_large",
        *_BROKEN,
    )
    yield to("to-file", "file:///etc/passwd", "gate/redirect_scheme")
    yield to("to-ftp", f"ftp://to-ftp.test:{port}/", "gate/redirect_scheme")
    yield to("to-script", "javascript:alert(1)", "download/bad_url")
    yield to("to-data", "data:text/html,<title>茶叶</title>", "gate/redirect_scheme")
    yield to("to-websocket", f"ws://to-websocket.test:{port}/", "gate/redirect_scheme")
    yield to("to-loopback", f"http://127.0.0.1:{port}/to-loopback", "download/private_address")
    yield to("to-metadata", "http://169.254.169.254/to-metadata", "download/private_address")
    yield to("to-bad-ipv6", "http://[::1/", "download/bad_url")
    yield to(
        "to-bad-port", "http://a.test:99999/", "download/bad_url", "download/no_host", "download/refused"
    )
    yield to(
        "to-no-host",
        "http:///1.html",
        "download/redirect_loop",
        "download/no_host",
        "download/bad_url",
        "gate/status_302",
    )
    yield to("with-newline", "/2.html\r\nX-Evil: 1", "gate/status_404", *_BROKEN)
    yield to("to-null", "/\0.html", "gate/status_404", "download/bad_url", *_BROKEN)
    yield to("to-text", "这是茶叶", "gate/status_404")
    yield Kind(
        "own-refresh",
        (KEPT, "download/redirects", "download/redirect_loop"),
        {"/1.html": _refresh("/1.html", "own")},
    )
    yield Kind(
        "refresh-to-loopback",
        ("download/private_address",),
        {"/1.html": _refresh(f"http://127.0.0.1:{port}/refresh-to-loopback", "r")},
    )
    yield Kind(
        "refresh-to-file", (KEPT, "download/scheme"), {"/1.html": _refresh("file:///etc/passwd", "file")}
    )
    yield Kind(
        "endless-refresh",
        ("download/redirects", "frontier/trap"),
        {"/1.html": _refresh("/x/1.html", "")},
        any_path="refresh",
    )


def _refresh(target: str, name: str) -> bytes:
    page = story(f"refresh {name}").replace(
        "<head>", f"<head><meta http-equiv=refresh content='0;url={target}'>"
    )
    return response(page)
