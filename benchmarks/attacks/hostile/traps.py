"""Endless webs, and hostile robots.txt and tdmrep.json files."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from zlib import crc32

from benchmarks.attacks.hostile.kinds import FEW, KEPT, Kind
from benchmarks.attacks.hostile.server import Answer, Connection, redirect, response
from benchmarks.attacks.hostile.texts import story

_UNAVAILABLE = ("download/robots_unavailable",)
_NO_ANSWER = ("download/timeout", "download/reset", "download/bad_response", "download/truncated")
_ALL = "User-agent: *\nDisallow: /\n"


def robots_kinds(port: int) -> Iterator[Kind]:
    """Yield kinds of robots.txt, and of files that reserve rights."""

    def robots(name: str, answer: Answer | str, *expects: str, kind: str = "text/plain") -> Kind:
        file = response(answer, kind) if isinstance(answer, str) else answer
        return Kind(name, expects, {"/robots.txt": file, "/1.html": response(story(name))})

    yield robots("robots-forbids", _ALL, "download/robots")
    yield robots("robots-as-image", _ALL, "download/robots", kind="image/png")
    yield robots("robots-of-9-mb", _ALL + "Disallow: /*a*b$\n" * 500_000, "download/robots")
    many = "".join(f"Disallow: /*{n}*x$\n" for n in range(60_000))
    yield robots("robots-patterns", "User-agent: *\n" + many, KEPT)
    yield robots("robots-wildcards", "User-agent: *\nDisallow: /" + "*a" * 8000 + "b$\n", KEPT)
    yield robots("robots-gbk", response("User-agent: *\nDisallow: /党建\n".encode("gbk"), "text/plain"), KEPT)
    yield robots("robots-utf-16", response(_ALL.encode("utf-16"), "text/plain"), "download/robots")
    yield robots("robots-noise", response(bytes(range(256)) * 2000, "text/plain"), KEPT)
    yield robots("robots-html", "<html><body>茶</body></html>", KEPT, kind="text/html")
    yield robots("robots-empty", response("", status="204 No Content"), KEPT)
    yield robots("robots-one-line", _ALL.replace("\n", " ") * 100_000, KEPT, "download/robots")
    yield robots("robots-many-agents", "User-agent: a\n" * 20_000 + _ALL, "download/robots")
    yield robots("robots-slow-crawl", "User-agent: *\nCrawl-delay: 1e9\n", "download/crawl_delay")
    yield robots("robots-odd-delay", "User-agent: *\nCrawl-delay: nan\nCrawl-delay: -5\n", KEPT)
    for status in (400, 401, 403, 404, 410, 451):
        yield robots(f"robots-{status}", response(_ALL, "text/plain", f"{status} No"), KEPT)
    for status in (500, 502, 503, 504, 599):
        yield robots(f"robots-{status}", response("", "text/plain", f"{status} No"), *_UNAVAILABLE)
    yield robots("robots-silent", lambda connection: connection.wait(60), *_NO_ANSWER)
    yield robots("robots-reset", Connection.reset, *_NO_ANSWER)
    yield robots("robots-endless", _endless_robots, "download/robots")
    yield robots("robots-dripped", _dripped, *_NO_ANSWER)
    yield robots("robots-headers", _endless_headers, "download/headers_too_large")
    bomb = response(gzip.compress(b"#" * 100_000_000), "text/plain", headers={"Content-Encoding": "gzip"})
    yield robots("robots-bomb", bomb, "download/too_large")
    yield robots("robots-loop", redirect("/robots.txt"), KEPT)
    yield robots("robots-to-loopback", redirect(f"http://127.0.0.1:{port}/robots.txt"), *_UNAVAILABLE)
    yield robots("robots-to-file", redirect("file:///etc/passwd"), KEPT)
    yield Kind("robots-chain", (KEPT,), {"/1.html": response(story("chain"))}, any_path="redirect")
    for name, body in (
        ("deep", "[" * 200_000),
        ("long", '[{"location": "/", "tdm-reservation": 1}' + " " * 3_000_000 + "]"),
        ("odd", '[null, 1, {"location": 5, "tdm-reservation": []}]'),
        ("text", "reserved"),
    ):
        answers: dict[str, Answer] = {"/1.html": response(story(f"tdm {name}"))}
        answers["/.well-known/tdmrep.json"] = response(body, "application/json")
        yield Kind(f"tdm-{name}", (KEPT,), answers)


def _endless_robots(connection: Connection) -> None:
    connection.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + _ALL.encode())
    connection.repeat(b"Disallow: /endless\n")


def _endless_headers(connection: Connection) -> None:
    connection.write(b"HTTP/1.1 200 OK\r\n")
    connection.repeat(b"X-A: 1234567890\r\n")


def _dripped(connection: Connection) -> None:
    connection.write(b"HTTP/1.1 200 OK\r\n\r\n")
    connection.drip(b"#" * 1000, 0.3)


def trap_kinds(port: int) -> Iterator[Kind]:
    """Yield kinds of endless webs: each links to many more of its own pages than may be fetched."""

    def trap(name: str, told: str, least: int, most: int) -> Kind:
        return Kind(f"trap-{name}", (FEW,), link="/", any_path=name, told=told, least=least, most=most)

    # A group of URLs has a credit of eight pages, and gets more for new ones.
    yield trap("growing-path", "parked path", 9, 40)
    yield trap("sessions", "parked session", 9, 40)
    yield trap("calendar", "parked calendar", 9, 40)
    yield trap("search", "parked search", 9, 40)
    yield trap("facets", "parked facets", 9, 40)
    yield trap("soft-404", "gate/same_text", 17, 60)
    yield trap("mirror", "", 17, 102)  # whole if it is found beside its original
    # Many spellings of one URL.
    yield trap("fragments", "one URL", 2, 4)
    yield trap("parameter-order", "one URL", 2, 4)
    yield trap("dots", "one URL", 2, 4)
    yield trap("upper-case", "links/of_duplicate", 8, 60)
    yield trap("double-slash", "links/of_duplicate", 8, 60)
    # Fifty stories under endless URLs.
    yield trap("echo", "links/of_duplicate", 50, 400)
    # Seven stories on endless hosts: each host is new, and only the end of a dry crawl ends this.
    yield trap("new-hosts", "ended dry", 100, 2000)


def endless_answer(form: str, host: str, path: str, port: int) -> bytes:
    """Return the page of an endless web.

    Args:
        form: `any_path` of its kind.
        host: header Host.
        path: path and query.
        port: of the server.
    """
    if form in ("redirect", "refresh"):
        target = f"/x{path}"
        if path.endswith("robots.txt"):
            return redirect(f"/x{path}")
        return redirect(target) if form == "redirect" else _refreshing(target)
    number = sum(map(ord, path))
    steps = range(6) if path == "/" else (0,)
    links = list(
        dict.fromkeys(url for step in steps for url in _LINKS[form](path, number + 13 * step, host, port))
    )
    listed = "".join(f"<li><a href='{url}'>茶叶茶园采茶制茶第{n}条</a></li>" for n, url in enumerate(links))
    page = story({"soft-404": "soft", "echo": f"echo {number % 50}"}.get(form, f"{form} {number % 7}"))
    if form == "soft-404":
        page = page.replace("</h1>", f"</h1><p>{path}</p>")
    return response(page.replace("</body>", f"<ul>{listed}</ul></body>"))


def _refreshing(target: str) -> bytes:
    page = story("refreshing").replace("<head>", f"<head><meta http-equiv=refresh content='0;url={target}'>")
    return response(page)


def _base(path: str) -> str:
    return path.split("?")[0].rstrip("/")


_LINKS: dict[str, Callable[[str, int, str, int], list[str]]] = {
    "growing-path": lambda path, n, host, port: [f"{_base(path)}/a/b/a/b/{n}{step}/" for step in range(4)],
    "sessions": lambda path, n, host, port: [f"/s/{n * 7919 + step:08x}a1/{step}.html" for step in range(5)],
    "calendar": lambda path, n, host, port: [f"/rili?year={2000 + n % 90}&month={m}" for m in range(1, 13)],
    "search": lambda path, n, host, port: [f"/search?q={n}{step}" for step in range(8)],
    "facets": lambda path, n, host, port: [f"/list?brand={n}&color={step}&page=2" for step in range(8)],
    "soft-404": lambda path, n, host, port: [f"/{n}{step}.html" for step in range(8)],
    "echo": lambda path, n, host, port: [f"/{n}{step}.html" for step in range(8)],
    "mirror": lambda path, n, host, port: [f"/good/{step}.html" for step in range(100)],
    "fragments": lambda path, n, host, port: [f"/a.html#{n}{step}" for step in range(8)],
    "parameter-order": lambda path, n, host, port: ["/a.html?a=1&b=2", "/a.html?b=2&a=1", "/a.html?b=2&a=1&"],
    "upper-case": lambda path, n, host, port: [
        _cased("/article/teapage.html", n + step) for step in range(6)
    ],
    "double-slash": lambda path, n, host, port: [
        f"/a{'/' * (2 + (n + step) % 50)}b.html" for step in range(8)
    ],
    "dots": lambda path, n, host, port: [f"/{'a/../' * step}{'./' * step}a.html" for step in range(8)],
    "new-hosts": lambda path, n, host, port: [
        f"http://h{crc32(host.encode()) % 99991}{step}.test:{port}/{n}.html" for step in range(3)
    ],
}


def _cased(path: str, number: int) -> str:
    return "".join(one.upper() if number >> at & 1 else one for at, one in enumerate(path))
