"""Random input for all parsers of server responses, and for topic folders.

    python -m benchmarks.attacks.fuzz [TARGET ...]

Each target runs for FUZZ_MINUTES minutes (environment variable, default 3) with inputs of Hypothesis: random
text, and pieces of real forms. A finding is an error that the code does not declare, or an input that takes
more than a second. Targets: urls, headers, robots, tdmrep, sitemaps, feeds, pages, topics. Writes
results/attacks-fuzz.json when all of them ran.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.measuring import add_sets, arguments, save_result
from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.robots import comparable_path, parse_robots
from topiccrawl.access.starts.listed import ListingError
from topiccrawl.access.starts.listing import Named, is_listing, read_listing
from topiccrawl.access.tdmrep import parse_tdm_file
from topiccrawl.crawl.host_pauses import seconds_to_wait
from topiccrawl.errors import TopicError
from topiccrawl.page.canonical_url import absolute_url, canonical_url, is_http_url
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.content_type import is_html
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.rights import read_rights
from topiccrawl.priority.budgets.same_text import same_text_key
from topiccrawl.priority.budgets.traps import trap_group
from topiccrawl.relevance.topic.topic import Topic

_SLOW = 1.0
"""Processor seconds above which an input counts as a finding."""
_BATCH = 500
_NAUGHTY = st.sampled_from(
    [
        "",
        "%",
        "%zz",
        "\0",
        "\ud800",
        "\u202e",
        "１２７",
        "。",
        "[::1",
        "]",
        "@",
        "#",
        "?",
        "//",
        "\\",
        "*",
        "$",
    ]
)
_TEXT = st.one_of(st.text(max_size=80), _NAUGHTY)


def _joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


_HOST = st.one_of(
    st.sampled_from(["www.a.cn", "127.1", "[::ffff:7f00:1]", "党建.cn", "a.cn:99999", "u:p@a.cn", "xn--0"]),
    st.ip_addresses().map(str),
    _TEXT,
)
_URL = _joined(
    st.sampled_from(["http://", "https://", "//", "file:", "javascript:", ""]), _HOST, _TEXT, _TEXT
)
_LINE = _joined(
    st.sampled_from(["User-agent: ", "Disallow: ", "Allow:", "Crawl-delay:", "Sitemap: ", "disalow ", ""]),
    st.sampled_from(["*", "/", "/a", "/*a*", "topiccrawl", "党建", "1e9", "nan", ""]),
    _TEXT,
)
_ROBOTS = st.one_of(
    st.binary(max_size=400),
    st.tuples(st.lists(_LINE, max_size=40), st.sampled_from(["\n", "\r", "\r\n"])).map(
        lambda made: made[1].join(made[0]).encode("utf-8", "surrogatepass")
    ),
    st.lists(_LINE, max_size=20).map(lambda lines: "\n".join(lines).encode("gb18030", "replace")),
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["location", "tdm-reservation", "tdm-policy"]) | _TEXT, inner, max_size=4
        )
    ),
    max_leaves=12,
)
_TAG = st.sampled_from(
    [
        *("<p>", "</p>", "<a href='", "'>", "<meta name=robots content='", "<base href=", "<title>", "<!--"),
        *("<script>", "<table><tr><td>", "&#xD800;", "<svg>", "<![CDATA[", "<frameset>", "党建工作"),
        *("2018-01-02", "<a rel=nofollow>"),
    ]
)
_HTML = st.lists(st.one_of(_TAG, _TEXT), max_size=60).map("".join)


_XML_PARTS = st.sampled_from(
    [
        *("<urlset>", "</urlset>", "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"),
        *("<url>", "</url>", "<sitemap>", "</sitemap>", "<loc>", "</loc>", "<lastmod>2018-01-02</lastmod>"),
        *("<news:news>", "<news:title>党建</news:title>", "<?xml version='1.0' encoding='gb2312'?>", "<!--"),
        *(
            "<!DOCTYPE x [<!ENTITY a 'b'>]>",
            "&a;",
            "&#0;",
            "&#xD800;",
            "<![CDATA[",
            "]]>",
            "http://a.cn/?b&c",
        ),
        *("\n", "http://a.cn/1\n", "\ufeff"),
    ]
)
_FEED_PARTS = st.sampled_from(
    [
        *("<rss version='2.0'>", "<channel>", "<item>", "</item>", "<link>http://a.cn/1</link>", "<rdf:RDF>"),
        *(
            "<feed xmlns='http://www.w3.org/2005/Atom'>",
            "<entry>",
            "</entry>",
            "<link rel='self' href='/1'/>",
        ),
        *("<link href='//[::1'/>", "<guid isPermaLink='false'>", "</guid>", "<pubDate>nie</pubDate>"),
        *(
            "<title>党建",
            "</title>",
            "<description>&lt;p&gt;",
            "</description>",
            "</channel></rss>",
            "</feed>",
        ),
    ]
)
_CHARSET = st.sampled_from(["utf-8", "gb18030", "utf-16"])


def _document(parts: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """Documents of parts in some encoding, cut off, compressed, or compressed and cut off."""
    texts = st.tuples(st.lists(st.one_of(parts, parts, _TEXT), max_size=60).map("".join), _CHARSET)
    plain = texts.map(lambda made: made[0].encode(made[1], "replace"))
    packed = st.tuples(plain, st.integers(0, 40)).map(
        lambda made: gzip.compress(made[0], mtime=0)[: -made[1] or None]
    )
    return st.one_of(plain, plain, packed, st.binary(max_size=300))


_JSON_FEED = st.tuples(
    st.dictionaries(
        st.sampled_from(["items", "title"]),
        st.lists(
            st.dictionaries(st.sampled_from(["url", "id", "title", "summary", "date_published"]), _JSON),
            max_size=4,
        )
        | _JSON,
    ),
    st.booleans(),
).map(
    lambda made: json.dumps(
        {"version": "https://jsonfeed.org/version/1.1", **made[0]}, ensure_ascii=made[1]
    ).encode("utf-8", "replace")
)


def _urls(url: str) -> None:
    rules = AddressRules()
    rules.refuses_host(url)
    rules.refuses_address(url)
    comparable_path(url)
    trap_group(url)
    is_http_url(url)
    if (absolute := absolute_url("http://www.a.cn/b/", url)) is not None:
        canonical_url(absolute)


def _headers(values: tuple[str, str, bytes]) -> None:
    text, other, body = values
    read_rights(Page.of("<p>茶"), {"X-Robots-Tag": text, "TDM-Reservation": other, "TDM-Policy": text})
    seconds_to_wait(text)
    is_html(text, body)
    Page.from_bytes(body, "http://a.cn/", text)


def _robots(values: tuple[bytes, str]) -> None:
    rules = parse_robots(values[0], "topiccrawl")
    rules.allows(values[1])
    if not rules.allows("http://a.cn/robots.txt"):
        raise AssertionError("robots.txt itself is forbidden")


def _tdmrep(value: Any) -> None:
    body = value if isinstance(value, bytes) else json.dumps(value).encode("utf-8", "replace")
    parse_tdm_file(body).of("http://a.cn/b")


def _listings(body: bytes) -> None:
    for as_listing in (True, False):
        named = Named("http://a.cn/b/map.xml", as_listing)
        is_listing(body, named)
        try:
            listing = read_listing(body, named)
        except ListingError as error:
            if not re.fullmatch("[a-z_]+", str(error)):
                raise AssertionError(f"no reason: {error}") from error
            continue
        for url in [*listing.sitemaps, *(page.url for page in listing.pages)]:
            if not is_http_url(url):
                raise AssertionError(f"not a URL: {url!r}")


def _pages(html: str) -> None:
    page = Page.of(html.encode("utf-8", "surrogatepass"), "http://a.cn/b/")
    if why_too_complex(page.html):
        return
    describe(page)
    links_of(page)
    read_rights(page, {})
    same_text_key(page)


_LINES_OF_TOPICS = st.sampled_from(
    [
        'title = "党建"',
        'seeds = ["http://a.cn/"]',
        "seeds = 5",
        "[gate]",
        "threshold = 0.5",
        "threshold = nan",
        "[[",
    ]
)


def _topics(files: tuple[list[str], bytes]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name) / "topic"
        folder.mkdir()
        text = "\n".join(files[0]).encode("utf-8", "surrogatepass")
        (folder / "topic.toml").write_bytes(text)
        (folder / "words.tsv").write_bytes(files[1])
        try:
            Topic.load(str(folder))
        except TopicError as error:
            if "\n" in str(error):
                raise AssertionError("a message of several lines") from error


TARGETS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    "urls": (st.one_of(_URL, _TEXT), _urls),
    "headers": (st.tuples(_TEXT, _TEXT, st.binary(max_size=200)), _headers),
    "robots": (st.tuples(_ROBOTS, _URL), _robots),
    "tdmrep": (st.one_of(_JSON, st.binary(max_size=300)), _tdmrep),
    "sitemaps": (_document(_XML_PARTS), _listings),
    "feeds": (st.one_of(_document(_FEED_PARTS), _JSON_FEED), _listings),
    "pages": (_HTML, _pages),
    "topics": (
        st.tuples(st.lists(st.one_of(_LINES_OF_TOPICS, _TEXT), max_size=8), st.binary(max_size=120)),
        _topics,
    ),
}


def fuzz(name: str, seconds: float) -> dict[str, Any]:
    """Run a target for some time; return the number of inputs and the findings."""
    strategy, read = TARGETS[name]
    inputs, findings, number, end = 0, list[str](), 0, time.monotonic() + seconds

    def check(value: Any) -> None:
        nonlocal inputs
        inputs += 1
        start = time.process_time()
        read(value)
        if (took := time.process_time() - start) > _SLOW:
            raise AssertionError(f"took {took:.1f} s")

    while time.monotonic() < end and len(findings) < 20:
        number += 1
        phases = (Phase.generate, Phase.shrink)
        checks = settings(
            max_examples=_BATCH,
            deadline=None,
            database=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        )
        try:
            seed(number)(checks(given(strategy)(check)))()
        except Exception as error:
            findings.append(f"{type(error).__name__}: {str(error)[:300]}")
            print(name, findings[-1], getattr(error, "__notes__", ""), flush=True)
    return {"inputs": inputs, "findings": sorted(set(findings))}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, TARGETS)
    args = parser.parse_args()
    minutes = float(os.environ.get("FUZZ_MINUTES") or 3)
    found = {}
    for name in args.sets:
        found[name] = fuzz(name, 60 * minutes)
        print(name, found[name], flush=True)
    if len(found) == len(TARGETS):
        save_result("attacks-fuzz", {"minutes": minutes, "targets": found})


if __name__ == "__main__":
    main()
