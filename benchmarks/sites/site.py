"""Generated sites. Every page belongs in the corpus, so it is known exactly what a crawl must store.

The topic is tea. Every page is an article whose title and text are made of random phrases, with the page's
number as the seed: they are the same on every machine, and no page counts as a duplicate of another. Links
follow the article; their anchor texts are the titles of the linked pages.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

TOPIC_WORDS = "茶叶 茶园 茶树 采茶 制茶 茶农 绿茶 红茶 春茶 茶艺 茶馆 茶香".split()

_TIMES = "清明前后 入夏以来 今年春天 去年秋天 三月上旬 谷雨时节 前些日子 每逢周末 雨季过后 天刚放亮".split()
_PLACES = "东岭村 西坡乡 南溪镇 北塘县 云雾山 白石沟 青竹坪 长亭街 渡口区 河湾里 枫林湾 柏树梁".split()
_PEOPLE = "老茶农 合作社社长 年轻技师 返乡大学生 村里的会计 茶馆掌柜 农技站站长 写生的画家 过路商人".split()
_NAMES = "周长顺 吴春生 郑小满 冯立秋 陈谷雨 褚远山 卫清泉 蒋新苗 沈向阳 韩守田 杨望川 朱采薇".split()
_DEEDS = "修剪了茶树 翻新了茶园 办起制茶作坊 学会手工采茶 试种早熟茶树 收购高山茶叶 教邻居制茶".split()
_MORE_DEEDS = "请人品评春茶 把绿茶卖到外省 给红茶换了包装 开了一家茶馆 办了茶艺培训 拍下采茶短片".split()
_MEANS = "用自家的积蓄 靠一条新修的路 借来两台旧机器 带着十几户人家 凭多年的手艺 照着老人的笔记".split()
_AMOUNTS = "三百多斤 四十来亩 七八千元 二十几筐 一百二十株 六十五箱 两万余棵 九十九担 半个山头".split()
_ENDS = "大家都说值得 收成比往年好 茶香飘过了河 日子越过越宽 客人从远处赶来 来年还要接着干".split()
_DOUBTS = "起初没有人相信 头一年亏了本 雨水来得太晚 路上耽搁了几天 机器坏过两回 价钱一度很低".split()
_SENTENCES = 9


@dataclass(frozen=True)
class Site:
    """Pages numbered from 0; page 0 is the seed and leads to all others.

    Attributes:
        name: kind of the site.
        hosts: loopback addresses; page n is on host n modulo their count.
        links: the pages that each page links to.
        port: port of the server.
        anchor: function of a page's number that returns the anchor text of links to it; `title` by default.
        copies: pages that tell the same story, one after the other; page 0 has a story of its own.
    """

    name: str
    hosts: tuple[str, ...]
    links: tuple[tuple[int, ...], ...]
    port: int
    anchor: Callable[[int], str] | None = None
    copies: int = 1

    def __len__(self) -> int:
        return len(self.links)

    def url(self, number: int) -> str:
        """Return the URL of a page."""
        return f"http://{self.hosts[number % len(self.hosts)]}:{self.port}{self.path(number)}"

    @staticmethod
    def path(number: int) -> str:
        """Return the path of a page, which is unique."""
        return f"/a{number % 7}/{number}.html"

    @property
    def urls(self) -> tuple[str, ...]:
        """The URLs of all pages, by number."""
        return tuple(map(self.url, range(len(self))))

    def page(self, number: int) -> bytes:
        """Return the HTML of a page."""
        name, paragraphs = _article(self.story(number))
        if copy := number - self.story(number):  # a repost with another head and tail
            name = f"{name}_{copy}号茶网"
            paragraphs = (f"茶网{copy}台消息", *paragraphs, f"责任编辑：{copy}号茶农")
        anchor = self.anchor or title
        return _html(name, paragraphs, [(self.url(to), anchor(to)) for to in self.links[number]])

    def story(self, number: int) -> int:
        """Return the first page with the story of a page."""
        return number and (number - 1) // self.copies * self.copies + 1

    def digest(self, number: int) -> str:
        """Return the hexadecimal SHA-256 of a page, as it is stored in the corpus."""
        return sha256(self.page(number)).hexdigest()


def tree(hosts: tuple[str, ...], port: int, fan: int = 10, levels: int = 3) -> Site:
    """Return a tree; by default 1,111 pages on four levels, ten children each."""
    inner = sum(fan**level for level in range(levels))
    links = [
        tuple(range(fan * n + 1, fan * n + fan + 1)) if n < inner else () for n in range(fan * inner + 1)
    ]
    return Site("tree", hosts, tuple(links), port)


def hubs(hosts: tuple[str, ...], port: int, pages: int = 5000, lists: int = 50, cross: int = 6) -> Site:
    """Return a site of list pages, which form a tree and share the articles evenly, and of linked articles.

    Args:
        hosts: see `Site`.
        port: see `Site`.
        pages: number of pages.
        lists: number of list pages, the first ones.
        cross: number of links on each of the other pages, to random pages.
    """
    rng = random.Random(pages)
    links = [
        [*range(2 * n + 1, min(2 * n + 3, lists)), *range(lists + n, pages, lists)] for n in range(lists)
    ]
    links += [rng.sample(range(pages), cross) for _ in range(pages - lists)]
    return Site("hubs", hosts, tuple(map(tuple, links)), port)


def star(hosts: tuple[str, ...], port: int, pages: int, copies: int = 1) -> Site:
    """Return a site of one page that links to all others; anchor texts differ in their topic words."""
    links = (tuple(range(1, pages)), *[()] * (pages - 1))
    return Site("star", hosts, links, port, graded_anchor, copies)


def article_page(number: int, links: Sequence[tuple[str, int]]) -> bytes:
    """Return the HTML of an article that links to others, given as URLs and numbers."""
    return _html(*_article(number), [(url, title(to)) for url, to in links])


def _html(name: str, paragraphs: Sequence[str], links: Sequence[tuple[str, str]]) -> bytes:
    listed = "".join(f'<li><a href="{url}">{anchor}</a></li>\n' for url, anchor in links)
    text = "".join(f"<p>{paragraph}</p>\n" for paragraph in paragraphs)
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}</title>'
        f'<meta name="description" content="{paragraphs[0]}"></head><body>\n'
        f'<div class="article"><h1>{name}</h1>\n{text}</div>\n'
        f'<ul class="more">\n{listed}</ul></body></html>'
    ).encode()


def title(number: int) -> str:
    """Return the title of a page."""
    return _article(number)[0]


def paragraphs(number: int) -> tuple[str, ...]:
    """Return the paragraphs of a page."""
    return _article(number)[1]


def graded_anchor(number: int) -> str:
    """Return an anchor text with a random number of topic words."""
    rng = random.Random(f"anchor {number}")
    words = rng.sample(TOPIC_WORDS, rng.randrange(1, 7)) + rng.sample(_PLACES, 4)
    rng.shuffle(words)
    return f"{''.join(words)}第{number}号"


def anchor_grade(anchor: str) -> int:
    """Return the number of topic words in an anchor text."""
    return sum(anchor.count(word) for word in TOPIC_WORDS)


@lru_cache(maxsize=20_000)
def _article(number: int) -> tuple[str, tuple[str, ...]]:
    rng = random.Random(f"page {number}")
    place, who, name = (rng.choice(words) for words in (_PLACES, _PEOPLE, _NAMES))
    headline = f"{place}{who}{name}{rng.choice(_DEEDS)}收获{rng.choice(_AMOUNTS)}茶叶"
    sentences = list(_sentences(rng))
    paragraphs = tuple("".join(sentences[at : at + 3]) for at in range(0, _SENTENCES, 3))
    return headline, paragraphs


def _sentences(rng: random.Random) -> Iterator[str]:
    for _ in range(_SENTENCES):
        deed = rng.choice(rng.choice((_DEEDS, _MORE_DEEDS)))
        who = "".join(map(rng.choice, (_TIMES, _PLACES, _PEOPLE, _NAMES)))
        parts = [
            rng.choice(_MEANS) + deed,
            f"前后共有{rng.choice(_AMOUNTS)}第{rng.randrange(10_000)}批{rng.choice(TOPIC_WORDS)}",
            rng.choice(rng.choice((_ENDS, _DOUBTS))),
        ]
        rng.shuffle(parts)
        yield f"{who}{'，'.join(parts)}。"


def write_topic(folder: Path, seed: str) -> Path:
    """Create the topic folder for these sites and return it.

    Args:
        folder: the folder; its name is the topic's name.
        seed: URL to start from.
    """
    folder.mkdir(parents=True)
    (folder / "topic.toml").write_text(
        f'title = "茶"\nseeds = ["{seed}"]\n\n'
        "[scale]\ndescription = 0.02\nanchor = 0.02\nbody = 0.02\n\n"
        "[gate]\nthreshold = 0.05\n\n[verdict]\nthreshold = 0.2\n\n"
        "[priority]\nthreshold = 0.12\n",
        encoding="utf-8",
    )
    rows = (f"{word}\t{0.2 + 0.05 * number:.2f}\n" for number, word in enumerate(TOPIC_WORDS))
    (folder / "words.tsv").write_text("".join(rows), encoding="utf-8")
    return folder
