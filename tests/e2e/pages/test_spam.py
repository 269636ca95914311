"""Hosts of generated spam on the topic beside an honest one: what they cost, and what a user is told."""

from __future__ import annotations

import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from e2e.crawling import Crawl, crawl, html, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.cli import main

SEED, HONEST = "http://portal.test/", "honest.test"
LISTS = "lists.test"
"""Each page links to so many others that it looks like a list."""
PAGES = 40
STORIES = stories()
PARTY = "党员 党支部 党委 党章 党课 党费 党性 党建 党纪 主题党日 民主生活会 入党誓词 廉政建设".split()
BRIDGE = "这座桥的主塔上个月封顶了，工人们正在安装斜拉索。通车以后，两岸的车程会缩短到十分钟。" * 3
STOCK = [one for story in STORIES[:4] for one in "".join(story.paragraphs).split("。") if one][:20]


def body(host: str, chance: random.Random) -> str:
    if host == "woven.test":
        return "。".join(chance.sample(STOCK, 8)) + "。"
    if host == "salad.test":
        return "、".join(chance.choices(PARTY, k=150))
    if host in (LISTS, "items.test"):
        return "</p><ul>" + "".join(f"<li>{word}</li>" for word in chance.choices(PARTY, k=150)) + "</ul><p>"
    return BRIDGE + " ".join(chance.choices(PARTY, k=60))


def spam(host: str) -> dict[str, Answer]:
    """Pages that link to each other under headlines of good stories."""
    chance, made = random.Random(host), {}
    titles = [f"{STORIES[n % len(STORIES)].title}（{n}）" for n in range(PAGES)]
    for number in range(PAGES):
        links = "".join(
            f'<li><a href="/{n}.html">{titles[n]}</a></li>'
            for n in chance.sample(range(PAGES), 6 if host != "items.test" else 3)
        )
        text = f"<h1>{titles[number]}</h1><p>{body(host, chance)}</p><ul>{links}</ul>"
        made[f"http://{host}/{number}.html"] = Answer(html(titles[number], text))
    return made


HOSTS = {
    "woven.test": ("cleaning", "recombined_sentences"),
    "salad.test": ("verdict", "topic_word_list"),
    "tail.test": ("verdict", "topic_word_list"),
    "items.test": ("cleaning", "topic_word_list"),
    LISTS: ("gate", "topic_word_list"),
}
"""Why their pages are dropped."""


@pytest.fixture(scope="module")
def web() -> dict[str, Answer]:
    honest = {f"http://{HONEST}/{n}.html": story_page(story) for n, story in enumerate(STORIES)}
    links = {url: story.title for url, story in zip(honest, STORIES, strict=True)}
    made = {
        SEED: hub(
            "党建频道",
            links | {f"http://{host}/{n}.html": STORIES[n].title for host in HOSTS for n in range(4)},
        )
    }
    for host in HOSTS:
        made |= spam(host)
    return made | honest


@pytest.fixture(scope="module")
def ended(web: dict[str, Answer], tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    folder: Path = tmp_path_factory.mktemp("spam")
    with FaultServer(web) as server:
        return crawl(folder, [SEED], proxy=server.proxy_url)


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_of_spam_costs_a_few_pages(ended: Crawl, host: str) -> None:
    reasons = {one for url, found in ended.drops.items() if urlsplit(url).hostname == host for one in found}
    fetched = [url for url in ended.links if urlsplit(url).hostname == host]
    kept = [url for url in ended.kept if urlsplit(url).hostname == host]
    assert HOSTS[host] in reasons
    assert ("frontier", "spam") in reasons
    assert len(kept) <= (6 if host == "woven.test" else 0), fetched


def test_the_honest_host_is_kept_whole(ended: Crawl) -> None:
    assert sum(urlsplit(url).hostname == HONEST for url in ended.pages) == len(STORIES)


@pytest.mark.parametrize(
    ("language", "said"), [("C", "without sentences"), ("zh_CN.UTF-8", "只是罗列主题词")]
)
def test_explain_tells_why(
    ended: Crawl,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    said: str,
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    url = next(url for url, found in ended.drops.items() if ("verdict", "topic_word_list") in found)
    assert main(["frontier", "explain", "-t", "partybuild", "--database", ended.database, url]) == 0
    assert said in capsys.readouterr().out
