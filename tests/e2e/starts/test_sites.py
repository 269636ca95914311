"""A crawl that starts with a list of sites, a directory page and an e-paper at once."""

from __future__ import annotations

from pathlib import Path

from e2e.crawling import crawl, html, listed, other_stories, stories, story_page
from e2e.fault_server import Answer, FaultServer

STORIES = stories()


def test_sites_of_lists_and_directories_are_seeds_and_an_issue_is_fetched_whole(tmp_path: Path) -> None:
    list_file = tmp_path / "网站.csv"
    list_file.write_bytes(
        "网站名称,域名,分类\n甲网,www.listed.test,党政\n乙网,http://other.test/,体育\n".encode("gbk")
    )
    sites = {"http://www.listed.test/": STORIES[0], "http://found.test/": STORIES[1]}
    paper = "http://paper.test/html/2024-05/01"
    first = '<img usemap="#m"><map name="m"><area href="content_1.htm"><area href="content_2.htm"></map><a href="node_2.htm">02版</a><a href="../../2024-04/30/node_1.htm">上一期</a>'
    answers = {url: story_page(story) for url, story in sites.items()} | {
        "http://hao.test/": Answer(
            html(
                "网址大全",
                f"<h3>党政</h3>{listed({'http://found.test/': '党建丙网', '/own': '自己'})}<h3>体育</h3>{listed({'http://left.test/': '丁网'})}",
            )
        ),
        "http://paper.test/": Answer(html("日报", f'<a href="{paper}/node_1.htm">今日报纸</a>')),
        f"{paper}/node_1.htm": Answer(html("第01版", first)),
        f"{paper}/node_2.htm": Answer(html("第02版", '<map><area href="content_3.htm"></map>')),
        f"{paper}/content_1.htm": story_page(STORIES[2]),
        f"{paper}/content_2.htm": story_page(other_stories()[0]),
        f"{paper}/content_3.htm": story_page(STORIES[3]),
    }
    arguments = {
        "sites": str(list_file),
        "sites_from": "http://hao.test/",
        "categories": "党政",
        "epaper": "http://paper.test/",
    }
    with FaultServer(answers) as web:
        done = crawl(tmp_path, ["http://www.listed.test/"], proxy=web.proxy_url, arguments=arguments)
        asked = set(web.pages_asked())
    assert done.code == 0, done.log
    assert asked == answers.keys()  # neither the other category nor the other issue
    assert done.kept == {*sites, f"{paper}/content_1.htm", f"{paper}/content_3.htm"}
    assert done.pages["http://found.test/"]["anchor"] == "党建丙网"
