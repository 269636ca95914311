"""Bad pages: other types, odd encodings, hostile HTML."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.attacks.hostile.kinds import KEPT, LIST, Kind
from benchmarks.attacks.hostile.server import response
from benchmarks.attacks.hostile.texts import body_of, story, title_of

_NOISE = random.Random(1).randbytes(30_000)
_OFF = ("gate/description", "gate/not_html", "cleaning/empty", "verdict/off_topic", LIST)
_READ = (KEPT, *_OFF)
_COMPLEX = ("gate/too_complex",)


def page_kinds() -> Iterator[Kind]:
    """Yield kinds of pages."""
    yield from _types()
    yield from _encodings()
    yield from _markup()


def _types() -> Iterator[Kind]:
    for name, start in (
        ("pdf", b"%PDF-1.4 "),
        ("jpeg", b"\xff\xd8\xff\xe0"),
        ("program", b"MZ\x90\0"),
        ("archive", b"PK\x03\x04"),
        ("video", b"\0\0\0 ftypmp42"),
        ("noise-body", b""),
    ):
        yield Kind(f"{name}-as-html", ("gate/not_html",), {"/1.html": response(start + _NOISE)})
    for name, kind, body in (
        ("json", "application/json", '{"a": ' * 1000),
        ("plain", "text/plain", "茶叶" * 100),
        ("feed", "application/rss+xml", "<rss><channel/></rss>"),
        ("pdf", "application/pdf", "%PDF"),
        ("stream", "application/octet-stream", "茶叶"),
    ):
        expected = ("gate/not_html", "gate/description", "gate/topic_word_list")
        yield Kind(f"type-{name}", expected, {"/1.html": response(body, kind)})
    yield Kind("empty", ("gate/not_html",), {"/1.html": response("")})
    yield Kind("nulls", _OFF, {"/1.html": response(b"\0" * 100_000)})
    yield Kind("mark-only", _OFF, {"/1.html": response(b"\xef\xbb\xbf")})
    yield Kind(
        "long-type", _READ, {"/1.html": response(story("long type"), "text/html; charset=" + "x" * 9000)}
    )


def _encodings() -> Iterator[Kind]:
    for name, encoding, declared in (
        ("gbk-as-utf-8", "gb18030", "utf-8"),
        ("utf-8-as-gbk", "utf-8", "gbk"),
        ("no-such-charset", "utf-8", "x-none"),
        ("utf-16", "utf-16", "utf-16"),
        ("utf-7-declared", "utf-8", "utf-7"),
        ("idna-declared", "utf-8", "idna"),
        ("rot13-declared", "utf-8", "rot13"),
        ("zip-declared", "utf-8", "zip"),
    ):
        page = story(name).replace('<meta charset="utf-8">', "")
        yield Kind(
            f"charset-{name}",
            (KEPT,),
            {"/1.html": response(page.encode(encoding), f"text/html; charset={declared}")},
        )
    broken = story("broken bytes").encode().replace("茶".encode(), b"\xe8\x8c", 2)
    yield Kind("broken-bytes", (KEPT,), {"/1.html": response(broken)})


def _markup() -> Iterator[Kind]:
    def page(name: str, html: str, *expects: str) -> Kind:
        return Kind(name, expects, {"/1.html": response(html.encode("utf-8", "surrogatepass"))})

    def around(name: str, before: str = "", after: str = "", head: str = "") -> str:
        top = f"<html><head><meta charset=utf-8><title>{title_of(name)}</title>{head}</head><body>"
        return f"{top}{before}{body_of(name)}{after}</body></html>"

    attributes = " ".join(f"a{number}=1" for number in range(300_000))
    yield page("attributes-300000", around("a", f"<p {attributes}>"), *_COMPLEX)
    yield page("attributes-40000", around("b", f"<p {attributes[:400_000]}>"), *_COMPLEX)
    yield page("quoted-attributes", around("c", "<p " + "a='>' " * 40_000 + ">"), *_COMPLEX)
    yield page("deep", around("d", "<div>" * 100_000), *_COMPLEX)
    yield page("deep-font", around("e", "<font>" * 50_000), *_COMPLEX)
    yield page("deep-svg", around("f", "<svg><g>" * 5000), *_COMPLEX)
    yield page("deep-tables", around("g", "<table><tr><td>" * 5000), *_COMPLEX)
    yield page("many-tags", around("h", "<p>茶</p>" * 200_000), *_COMPLEX)
    yield page(
        "many-links", around("i", "".join(f"<a href='/n/{n}'>茶</a>" for n in range(40_000))), KEPT, *_OFF
    )
    yield page("many-forms", around("j", "<form><input>" * 10_000), KEPT, *_COMPLEX)
    yield page("many-metas", around("k", head="<meta name=description content=茶>" * 10_000), *_READ)
    yield page("many-scripts", around("l", "<script>a</script>" * 20_000), KEPT)
    yield page("long-link", around("m", f"<a href='/{'x' * 1_000_000}'>茶叶</a>"), KEPT)
    yield page("long-anchor", around("n", f"<a href='/x.html'>{'茶' * 300_000}</a>"), *_READ)
    yield page("long-title", f"<title>{'茶叶' * 500_000}</title>{body_of('o')}", *_READ)
    yield page(
        "long-description", around("p", head=f"<meta name=description content='{'茶' * 900_000}'>"), *_READ
    )
    yield page("long-word", around("q", "a" * 3_000_000), *_READ)
    yield page("long-script", around("r", f"<script>{'a<b;' * 700_000}</script>"), *_READ, *_COMPLEX)
    yield page("long-style", around("s", f"<style>{'a{}' * 900_000}</style>"), KEPT)
    yield page("open-comment", around("t", after=f"<!-- {'茶' * 500_000}"), KEPT)
    yield page("open-tag", around("u", after="<a href='" + "茶" * 300_000), *_READ)
    yield page("open-script", around("v", after="<script>" + "茶" * 300_000), KEPT)
    yield page("only-brackets", "<" * 90_000, *_OFF)
    yield page("ampersands", around("w", "&" * 500_000), *_READ)
    yield page(
        "entities",
        '<!DOCTYPE a [<!ENTITY a "茶"><!ENTITY b "&a;&a;&a;&a;">]>' + story("x") + "&b;" * 9999,
        *_READ,
    )
    yield page(
        "outer-entity", '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + story("y") + "&a;", *_READ
    )
    yield page("surrogates", around("z", "&#xD800;&#xDFFF;&#0;&#x110000;&#99999999999;"), KEPT)
    yield page("controls", around("aa", "".join(map(chr, range(32))) * 20), *_READ)
    yield page("right-to-left", around("bb", "\u202e\u2066\u200b\ufeff" * 500), *_READ)
    yield page("combining", around("cc", "茶" + "\u0301" * 100_000), *_READ)
    yield page(
        "base-private",
        around("dd", "<a href=x.html>茶叶茶园</a>", head="<base href='http://127.0.0.1/'>"),
        KEPT,
    )
    yield page(
        "base-script", around("ee", "<a href=x.html>茶叶</a>", head="<base href='javascript:0'>"), KEPT
    )
    yield page("odd-links", around("ff", "".join(f"<a href='{url}'>茶叶与茶园</a>" for url in _ODD)), KEPT)
    yield page("plaintext", around("gg", after="<plaintext>" + "<p>" * 9999), *_READ, *_COMPLEX)
    yield page("frames", "<frameset>" + "<frame src='/1.html'>" * 3000 + "</frameset>", *_OFF, *_COMPLEX)
    yield page("marquee", around("hh", "<marquee><blink>" * 100), *_READ)
    yield page(
        "script-title",
        story("ii").replace("<h1>", "<h1><script>alert(1)</script>&lt;img src=x onerror=a&gt;"),
        KEPT,
    )
    yield page("formula-title", story("jj").replace("<title>", "<title>=cmd|' /C calc'!A0 "), KEPT)
    yield page("sql-title", story("kk").replace("<title>", "<title>'); DROP TABLE pages;-- "), KEPT)
    yield page("path-title", story("ll").replace("<title>", "<title>../../../../tmp/x\0 "), KEPT)
    yield page("terminal-codes", story("mm").replace("<title>", "<title>\x1b]0;owned\x07\x1b[2J "), KEPT)
    yield page("nested-anchors", around("nn", "<a href=/q.html>" * 400), "gate/status_404", *_READ, *_COMPLEX)
    yield page("huge-table", around("oo", "<table>" + "<tr><td>茶<td>1" * 15_000 + "</table>"), *_READ)
    yield page("many-dates", around("pp", "2018年1月2日 " * 30_000), *_READ)
    yield page("repeated", around("qq", "<p>茶叶茶叶茶叶茶叶</p>" * 30_000), *_READ)


_ODD = (
    "http://[::1/",
    "http://x:99999/",
    "http://127.1/",
    "//localhost/",
    "file:///etc/passwd",
    "javascript:0",
    "data:text/html,a",
    "http://" + "a" * 300 + ".test/",
    "http://" + "a." * 200 + "test/",
    "\ud800",
    "http://xn--0.test/",
    "http://%00.test/",
    "http:\\\\a.test\\b",
    "mailto:a@b",
    "http://user:word@odd-links.test/",
    "?" * 1000,
    "http://a.test:0/",
)
