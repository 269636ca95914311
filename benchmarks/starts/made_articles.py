"""Any number of distinct articles made of paragraphs of the demo's stories."""

from __future__ import annotations

import html
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from topiccrawl.demo.articles import load_articles

_PARAGRAPHS = 6
_PLACES = (
    "临江 青石 云岭 白沙 新河 东港 南坪 西柳 北塘 凤山 龙潭 双桥 大湾 石门 清泉 永安 长宁 太和 金坪 玉泉"
).split()


@dataclass(frozen=True)
class MadeArticle:
    """An article.

    Attributes:
        title: its title.
        paragraphs: its text.
    """

    title: str
    paragraphs: tuple[str, ...]

    def page(self, date: str = "", links: str = "") -> bytes:
        """Return it as a page.

        Args:
            date: shown under the title; empty: the page has no date.
            links: HTML after the text.
        """
        return page(self.title, self.paragraphs, date, links)


def page(title: str, paragraphs: Sequence[str], date: str = "", links: str = "") -> bytes:
    """Return an article as a page; see `MadeArticle.page`."""
    text = "".join(f"<p>{html.escape(one)}</p>" for one in paragraphs)
    shown = f"<p class='date'>{date}</p>" if date else ""
    return _html(title, f"<h1>{title}</h1>{shown}<div class='content'>{text}</div>{links}")


def listed(title: str, links: Mapping[str, str]) -> bytes:
    """Return a list page with links, given as anchor text by URL."""
    items = "".join(f'<li><a href="{url}">{words}</a></li>' for url, words in links.items())
    return _html(title, f"<ul>{items}</ul>")


def _html(title: str, body: str) -> bytes:
    return f"<!DOCTYPE html><meta charset=utf-8><title>{title}</title><body>{body}</body>".encode()


def made_articles(number: int, seed: int, subjects: Sequence[str] = ("party",)) -> list[MadeArticle]:
    """Return articles on some subjects of the demo.

    Args:
        number: how many.
        seed: of the random choice.
        subjects: subjects of the demo's stories.
    """
    chance = random.Random(seed)
    stories = [story for story in _stories() if story.subject in subjects and not story.near_miss]
    paragraphs = [one for story in stories for one in story.paragraphs]
    made = []
    for at in range(number):
        story = stories[at % len(stories)]
        place = f"{chance.choice(_PLACES)}{chance.choice(_PLACES)}"
        chosen = [*story.paragraphs[:2], *chance.sample(paragraphs, _PARAGRAPHS - 2)]
        made.append(MadeArticle(f"{place}：{story.title}", tuple(f"{place}讯 {one}" for one in chosen)))
    return made


@cache
def _stories() -> list:  # type: ignore[type-arg]
    return list(load_articles())
