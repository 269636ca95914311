"""The cases of RFC 9309, and those of Google's published parser in our own words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.access.robots import MAX_BYTES, comparable_path, parse_robots, product_token

SITE = "http://a.test"


def allowed(robots: str | bytes, path: str, token: str = "TeaBot") -> bool:
    body = robots if isinstance(robots, bytes) else robots.encode()
    return parse_robots(body, token).allows(f"{SITE}{path}")


def group(*lines: str) -> str:
    return "\n".join(("User-agent: TeaBot", *lines, ""))


# The example of section 5.1 of the RFC, with other names.
EXAMPLE = """User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
"""


@pytest.mark.parametrize(
    ("token", "path", "expected"),
    [
        ("otherbot", "/example/page.html", False),
        ("otherbot", "/publications/1", True),
        ("otherbot", "/a/b.gif?c", True),
        ("foobot", "/", False),
        ("foobot", "/example/page.html", True),
        ("foobot", "/example/allowed.gif", True),
        ("barbot", "/example/page.html", False),
        ("bazbot", "/example/page.html", False),
        ("quxbot", "/example/page.html", True),
    ],
)
def test_the_simple_example_of_the_rfc(token: str, path: str, expected: bool) -> None:
    assert allowed(EXAMPLE, path, token) is expected


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
        ("/path/foo-%24", "/path/foo-$"),
    ],
)
def test_spellings_that_the_rfc_counts_as_equal(rule: str, path: str) -> None:
    assert not allowed(group(f"Disallow: {rule}"), path)


def test_an_escaped_slash_of_a_path_is_no_slash() -> None:
    assert allowed(group("Disallow: /a/b"), "/a%2Fb")


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        # the longest rule counts, and Allow where two are equal
        (("disallow: /x/page.html", "allow: /x/"), "/x/page.html", False),
        (("allow: /x/page.html", "disallow: /x/"), "/x/", False),
        (("disallow: ", "allow: "), "/x", True),
        (("allow: /x/page.", "disallow: /*.html"), "/x/y.html", False),
        (("allow: /$", "disallow: /"), "/", True),
        (("allow: /$", "disallow: /"), "/page.html", False),
        # values are case-sensitive
        (("disallow: /X/",), "/x/y", True),
        # special characters
        (("disallow: /foo/bar$", "allow: /foo/bar/qux"), "/foo/bar/baz", True),
        (("# disallow: /", "disallow: /foo/quz#qux", "allow: /"), "/foo/quz", False),
        (("disallow: /a$b",), "/a$b/c", False),
        (("disallow: /*/b*c$",), "/a/b/x/cd", True),
        (("disallow: /a*a$",), "/a", True),
        (("disallow: /a**b",), "/axb", False),
        (("disallow: *.php",), "/x.php", False),
        (("disallow: fish",), "/fish", True),
        # an allowed index.html allows its folder
        (("allow: /s/index.html", "disallow: /"), "/s/", True),
        (("allow: /s/index.html", "disallow: /"), "/s/index.htm", False),
        # spelling mistakes, a missing colon, odd spaces
        (("disalow: /",), "/x", False),
        (("disallow /",), "/x", False),
        (("  DisAllow \t:  /x  ",), "/x", False),
        (("disallow: /x\0",), "/x", False),
        # what is no rule changes nothing
        (("crawl-delay: 5", "host: a.test", "foo: /", "disallow: /x"), "/y", True),
        (("sitemap: http://a.test/s.xml", "disallow: /x"), "/x", False),
    ],
)
def test_rules(lines: tuple[str, ...], path: str, expected: bool) -> None:
    assert allowed(group(*lines), path) is expected


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        (
            "/fish",
            "/fish /fish.html /fish/salmon.html /fishheads /fish.html?id=1",
            "/Fish.asp /catfish /?id=fish",
        ),
        ("/fish*", "/fish /fish.html /fishheads/yummy.html", "/Fish.bar /catfish /?id=fish"),
        ("/fish/", "/fish/ /fish/salmon /fish/?salmon", "/fish /fish.html /Fish/Salmon.html"),
        ("/*.php", "/a.php /b/a.php?c //b/any.php.html /a.php/ /i?f=a.php/", "/php/ /i?php /w.PHP"),
        ("/*.php$", "/a.php /b/a.php", "/a.php?c /a.php/ /a.php5 /php/ /a?php /aphpa"),
        ("/fish*.php", "/fish.php /fishheads/catfish.php?c", "/Fish.PHP"),
    ],
)
def test_patterns_of_googles_documentation(pattern: str, matching: str, others: str) -> None:
    robots = group("disallow: /", f"allow: {pattern}")
    assert all(allowed(robots, path) for path in matching.split())
    assert not any(allowed(robots, path) for path in others.split())


GROUPS = """allow: /foo/

user-agent: TeaBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: TeaBot
allow: /z/
disallow: /
"""


def test_groups() -> None:
    assert [allowed(GROUPS, path) for path in ("/x/b", "/z/d", "/y/c", "/foo/")] == [True, True, False, False]
    assert [allowed(GROUPS, path, "BarBot") for path in ("/y/c", "/w/a", "/z/d")] == [True, True, False]
    assert allowed(GROUPS, "/z/d", "BazBot")


@pytest.mark.parametrize(
    ("agent", "is_ours"),
    [
        ("TEABOT", True),
        ("teabot/2.1", True),
        ("TeaBot images", True),
        ("TeaBot*", True),
        ("TeaBot-images", False),
        ("myTeaBot", False),
        ("茶TeaBot", False),
    ],
)
def test_which_groups_are_for_a_crawler(agent: str, is_ours: bool) -> None:
    assert allowed(f"User-agent: {agent}\nDisallow: /\n", "/x") is not is_ours


def test_the_group_for_everyone_counts_only_without_one_of_its_own() -> None:
    robots = "User-agent: *\nDisallow: /x\nUser-agent: TeaBot\nDisallow: /y\n"
    assert allowed(robots, "/x") and not allowed(robots, "/y")
    assert not allowed(robots, "/x", "other")
    assert allowed("User-agent: *\nDisallow: /\nUser-agent: TeaBot\n", "/x")
    assert not allowed("User-agent: * tea\nDisallow: /\n", "/x")


def test_another_crawlers_name_in_ours_is_not_ours() -> None:
    token = product_token("topiccrawl/0.1 (focused research crawler; obeys robots.txt)")
    assert allowed("User-agent: crawler\nDisallow: /\nUser-agent: robots\nDisallow: /\n", "/x", token)


def test_crawl_delay_belongs_to_its_group_and_does_not_end_it() -> None:
    robots = b"User-agent: a\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\nUser-agent: *\nCrawl-delay: 1,5\n"
    assert parse_robots(robots, "a").crawl_delay == 3.0
    assert not parse_robots(robots, "a").allows(f"{SITE}/x")
    assert parse_robots(robots, "b").crawl_delay is None
    assert parse_robots(robots, "c").crawl_delay == 1.5
    for odd in (b"-1", b"nan", b"inf", b"soon", b"", b"500ms"):
        assert parse_robots(b"User-agent: *\nCrawl-delay: " + odd, "a").crawl_delay is None


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("1e9", 1e9), ("１０ 秒", 10), ("2分钟", 120), ("1.5 seconds", 1.5), ("3 min", 180), ("5;", 5)],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_crawl_delay_with_a_unit(encoding: str, written: str, seconds: float) -> None:
    robots = f"User-agent: *\nCrawl-delay: {written}\n".encode(encoding)
    assert parse_robots(robots, "a").crawl_delay == seconds


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\n\r\n"])
def test_line_ends(end: str) -> None:
    assert not allowed(end.join(("User-agent: *", "Disallow: /a", "Disallow: /b")), "/b")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
def test_chinese_paths_in_every_encoding_of_file_and_url(encoding: str) -> None:
    robots = "User-agent: *\nDisallow: /党建/\nDisallow: /b\n".encode(encoding)
    assert allowed(robots, "/")
    assert allowed(robots, "/%E5%85%9A")
    for path in ("/党建/1.html", "/%E5%85%9A%E5%BB%BA/1", "/%b5%b3%bd%a8/1", "/b"):
        assert not allowed(robots, path)


def test_a_long_file_counts_up_to_the_limit_and_a_long_line_too() -> None:
    rules = b"User-agent: *\n" + b"Disallow: /filler\n" * (MAX_BYTES // 18) + b"Disallow: /b\n"
    assert not allowed(rules, "/filler") and allowed(rules, "/b")
    assert allowed(group("Disallow: /x" + "a" * 20_000), "/x")


def test_files_that_are_no_robots_txt_allow_everything() -> None:
    for body in (b"", b"<html><body>User-agent</body></html>", b"\xff\xd8\xff" * 100, b"\0" * 1000):
        assert allowed(body, "/x")


def test_hostile_patterns_take_linear_time() -> None:
    rules = parse_robots(b"User-agent: *\nDisallow: /" + b"*a" * 8000 + b"b$", "a")
    start = time.process_time()
    assert rules.allows(f"{SITE}/{'a' * 20_000}")
    assert time.process_time() - start < 1


def test_sitemaps_are_for_everyone() -> None:
    robots = b"Sitemap: http://a.test/1.xml\nUser-agent: b\nDisallow: /\nSITEMAP: http://a.test/2.xml\n"
    assert parse_robots(robots, "a").sitemaps == ("http://a.test/1.xml", "http://a.test/2.xml")


@given(st.binary(max_size=300), st.text(max_size=60))
def test_any_file_and_any_url_have_an_answer(robots: bytes, url: str) -> None:
    rules = parse_robots(b"User-agent: *\nDisallow: /" + robots, "a")
    assert rules.allows(url) in (True, False)
    assert rules.allows("http://a.test/robots.txt")
    assert comparable_path(comparable_path(url)) == comparable_path(url)
