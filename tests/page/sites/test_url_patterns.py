from __future__ import annotations

import time

import pytest

from topiccrawl.page.sites.url_patterns import UrlPatterns


@pytest.mark.parametrize(
    ("pattern", "url", "matches"),
    [
        ("/gzdt/*", "http://a.test/gzdt/2024/1.html?p=2", True),
        ("/gzdt/*", "http://a.test/tzgg/gzdt/1.html", False),
        ("/*/t*.html", "http://a.test/gzdt/2024/t1.html", True),
        ("/list?id=*", "http://a.test/listxid=7", False),
        ("/a[1].html", "http://a.test/a[1].html", True),
        ("/a[1].html", "http://a.test/a1.html", False),
        ("/", "http://a.test", True),
        ("/党建/*", "http://a.test/%E5%85%9A%E5%BB%BA/1.html", True),
        (r"re:/t\d+_\d+\.html$", "http://a.test/gzdt/t20240501_12.html", True),
        (r"re:^/t\d+", "http://a.test/gzdt/t2024", False),
    ],
)
def test_a_pattern_is_compared_with_path_and_query(pattern: str, url: str, matches: bool) -> None:
    assert UrlPatterns((pattern,)).match(url) is matches


@pytest.mark.parametrize(
    "pattern", ["re:(a+)+$", "re:(?:x|yy)*$", r"re:(?:\d+/){2,}$", "re:.*.*.*.*.*.*.*x", "re:((a*)?b?)*c"]
)
def test_a_pattern_that_may_take_for_ever_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="may take for ever"):
        UrlPatterns((pattern,))


@pytest.mark.parametrize("pattern", ["gzdt/*", "http://a.test/gzdt/*", "re:(", "re:a{99999999999}"])
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        UrlPatterns((pattern,))


def test_long_urls_and_many_stars_take_no_time() -> None:
    patterns = UrlPatterns(("/*a*a*a*a*a*a*a*a*b", r"re:[a-z]+[a-z]+[0-9]$"))
    begin = time.process_time()
    assert not patterns.match(f"http://a.test/{'a' * 100_000}")
    assert time.process_time() - begin < 1
