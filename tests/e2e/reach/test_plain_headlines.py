"""Headlines without topic words are visited if the other articles of their list are on the topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from e2e.crawling import crawl, other_stories, said
from e2e.reach.articles import article
from e2e.reach.lists import html
from e2e.reach.living_web import Asked, LivingWeb

HALF, MIXED = "half.test", "mixed.test"
NUMBERS = range(12)
_PLAIN = (
    "芦花开时|一盏不灭的渔灯|两双沾泥的雨靴|渡口的老黄历|半截粉笔写下的承诺|风雪夜里的那声门响|晒场边的小板凳|一张皱巴巴的欠条|桥头的第三块石板|井台上的木桶|寄往海岛的包裹|"
    "屋檐下的燕子窝"
).split("|")


def _headline(host: str, number: int) -> str:
    return f"{_PLAIN[number]}的故事" if number % 2 else article(host, number).title


def _site(asked: Asked) -> str | None:
    host, name = asked.host, asked.path.strip("/").removesuffix(".html")
    if not name:
        rows = [f'<li><a href="/dt/{n}.html">{_headline(host, n)}</a></li>' for n in NUMBERS]
        return html(f"<ul>{''.join(rows)}</ul>")
    number = int(name.rpartition("/")[2]) if name.startswith("dt/") else -1
    if number not in NUMBERS:
        return None
    told, title = article(host, number).paragraphs, _headline(host, number)
    if host == MIXED and number % 2:  # of another field
        told = other_stories()[number].paragraphs
    text = "".join(f"<p>{paragraph}</p>" for paragraph in told)
    return html(f"<h1>{title}</h1><div>2024-05-0{number % 9 + 1} 来源：{host}</div><div>{text}</div>", title)


@pytest.fixture
def web() -> Iterator[LivingWeb]:
    with LivingWeb({HALF: _site, MIXED: _site}) as served:
        yield served


def _crawl_twice(folder: Path, web: LivingWeb, settings: Mapping[str, str]) -> dict[str, list[int]]:
    """Stop a crawl while headlines wait, and continue it; return the numbers of kept articles by host."""
    seeds = [f"http://{HALF}/", f"http://{MIXED}/"]
    begun = crawl(folder, seeds, proxy=web.address, settings={**settings, "CLOSESPIDER_PAGECOUNT": "5"})
    assert len(begun.kept) < len(NUMBERS)
    done = crawl(folder, seeds, proxy=web.address, settings=settings)
    assert (begun.code, done.code) == (0, 0) and "Traceback" not in begun.log + done.log
    told = "  held      not estimated, as each worker sees only a part of the links" in said(done.log)
    assert told is ("TOPICCRAWL_REDIS_URL" in settings)
    dropped = {url for url, found in done.drops.items() if ("frontier", "section") in found}
    assert dropped and all(url.startswith(f"http://{MIXED}/dt/") for url in dropped)
    assert not dropped & {one.url for one in web.asked}
    kept: dict[str, list[int]] = {HALF: [], MIXED: []}
    for url in done.kept:
        host, _, name = url.removeprefix("http://").partition("/dt/")
        kept[host].append(int(name.removesuffix(".html")))
    return kept


@pytest.mark.parametrize("place", ["database", "redis"])
def test_they_wait_over_a_restart(
    tmp_path: Path, web: LivingWeb, redis_url: str, mariadb_url: str, place: str
) -> None:
    shared = {"TOPICCRAWL_REDIS_URL": redis_url, "TOPICCRAWL_DATABASE_URL": mariadb_url}
    kept = _crawl_twice(tmp_path, web, shared if place == "redis" else {})
    assert sorted(kept[HALF]) == [*NUMBERS]
    assert sorted(kept[MIXED]) == [*NUMBERS[::2]]
