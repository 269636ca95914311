"""What a probe found out as the file of a site."""

from __future__ import annotations

from pathlib import Path

import pytest
from probe.web import Web

from topiccrawl.page.sites.rules import SiteRules
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.many import ProbeOptions, probe_sites
from topiccrawl.probe.rules import article_pattern, next_template, rules_of
from topiccrawl.relevance import Topic
from topiccrawl.relevance.topic.site_draft import draft_of_site


def rules(web: Web, judge: Judge, folder: Path, host: str, path: str = "/dj/") -> SiteRules:
    """Return the rules that a draft from a probe holds, as a topic reads them."""
    found = probe_sites([f"http://{host}{path}"], judge, ProbeOptions("test", pause=0.0))[0]
    (folder / "sites").mkdir(parents=True)
    (folder / "topic.toml").write_text('title = "党建"\n', encoding="utf-8")
    (folder / "words.tsv").write_text("党建\t1\n", encoding="utf-8")
    (folder / "sites" / f"{host}.toml").write_text(draft_of_site(host, *rules_of(found)), encoding="utf-8")
    return Topic.load(folder).sites.of_host(host)


@pytest.mark.parametrize("host", ["plain.test", "script.test"])
def test_a_draft_says_what_the_heuristics_do(web: Web, judge: Judge, tmp_path: Path, host: str) -> None:
    found = rules(web, judge, tmp_path / "党建", host)
    assert found.next.templates[0].next_url(f"http://{host}/dj/") == f"http://{host}/dj/index_1.html"
    assert found.article.match(f"http://{host}/dj/t12.html")
    assert not found.article.match(f"http://{host}/dj/index_1.html")


def test_a_draft_leaves_out_what_has_no_simple_value(web: Web, judge: Judge, tmp_path: Path) -> None:
    assert not rules(web, judge, tmp_path / "党建", "json.test").next
    assert not rules(web, judge, tmp_path / "其他", "shell.test").written


@pytest.mark.parametrize(
    ("first", "second", "template"),
    [
        ("http://a.cn/dj/index.html", "http://a.cn/dj/index2.html", "index{page}.html"),
        ("http://a.cn/dj/list.htm", "http://a.cn/dj/list2.htm", "list{page}.htm"),
        ("http://a.cn/list.jsp?id=7", "http://a.cn/list.jsp?id=7&currentpage=2", "&currentpage={page}"),
        ("http://a.cn/list?id=7", "http://a.cn/list?id=8&page=2", ""),
        ("http://a.cn/list?p=x", "http://a.cn/list?p=20", ""),
        ("http://a.cn/dj/", "http://b.cn/dj/index_1.html", ""),
        ("http://a.cn/dj/", "http://a.cn/dj/more.html", ""),
        ("http://a.cn/dj/", "http://a.cn/dj/index_01.html", ""),
    ],
)
def test_templates_of_next_pages(first: str, second: str, template: str) -> None:
    assert next_template(first, second) == template


def test_patterns_of_articles() -> None:
    urls = ["http://a.cn/content/post_12.html", "http://a.cn/content/post_345.html", "http://a.cn/about.html"]
    assert article_pattern(urls) == r"re:^/content/post_\d+\.html$"
    assert article_pattern(["http://a.cn/about.html"]) == ""
    assert article_pattern(["http://a.cn/show?id=3"]) == ""
    assert article_pattern([]) == ""
