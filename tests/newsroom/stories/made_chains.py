"""Made-up stories that spread from site to site, with the pages they were taken from.

Dates are missing, without a time of day or copied; source lines name the page before, a page further back, an
agency without a page, or nothing; texts and titles are retouched.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

AGENCIES = ("联合通讯社", "环宇社", "江海时报", "北辰通讯社", "南方电讯社")
SITES = tuple(
    f"{place}{kind}"
    for place in "江边 柳河 青石 白塔 东湖 云岭 石桥 金沙 望海 长坪".split()
    for kind in "日报 在线 新闻网 晚报".split()
)
_PLACES = "江边市 柳河县 青石镇 白塔村 南门街道 东湖社区 云岭乡 石桥村 金沙区 望海港 长坪镇 河口村".split()
_SURNAMES = "赵 钱 孙 李 周 吴 郑 王 冯 陈 褚 卫 蒋 沈 韩 杨".split()
_GIVEN = "建国 晓明 丽华 文博 志强 秀英 海涛 思远 春梅 玉兰 国庆 卫东".split()
_DOERS = "驻村工作队 社区志愿者 水利局 农技站 县医院 实验小学 消防救援站 图书馆 合作社 海事处".split()
_DEEDS = (
    "修复灌溉渠 开办夜校 转移被困群众 试种新稻种 启用体检车 清理河道 举办读书会 加固堤坝 改造老楼 开通班车"
).split()
_SENTENCES = (
    "清晨六点，{place}的{doer}已经开始{deed}，第{n}批人员随后赶到。",
    "负责人{name}介绍，仅这一项就惠及{n}户居民，比去年多出{m}户。",
    "“我们等这一天等了{m}年。”家住{place}的{name}对前来采访的人说。",
    "在现场，{n}名工作人员分成{m}组，按照预案逐一核对名单。",
    "据{doer}统计，截至当天下午，已有{n}人次参与，投入物资{m}吨。",
    "{name}是{doer}的老职工，为了{deed}，连续{m}个晚上没有回家。",
    "下一步，{place}还将拿出{n}万元用于{deed}，预计{m}个月内完成。",
    "{place}居民{name}领到了第{n}号登记卡，卡片背面写着联系电话。",
)
_TITLE_MARKS = ("{}(图)", "【要闻】{}", "{}（组图）", "{}")
_START = datetime(2023, 3, 1, 8, tzinfo=UTC)


@dataclass(frozen=True)
class MadePage:
    """A page of a made-up story.

    Attributes:
        url: its URL.
        site: name of its site.
        title: the headline.
        paragraphs: the text.
        published: what the page shows as its date; None: nothing.
        source: what its source line names; empty: nothing.
        link: URL that the source line links to.
        fetched_at: when it was fetched.
        moment: when it was published.
    """

    url: str
    site: str
    title: str
    paragraphs: tuple[str, ...]
    published: str | None
    source: str
    link: str | None
    fetched_at: datetime
    moment: datetime


@dataclass
class MadeStory:
    """A story with the truth about it.

    Attributes:
        pages: its pages, in the order in which they were published.
        edges: where each page was taken from: a URL or the name of an agency, and the URL (or that name).
        first: URL of the page that published it first, of those that are fetched.
        source: name of the site or agency that published it first.
    """

    pages: list[MadePage] = field(default_factory=list)
    edges: set[tuple[str, str]] = field(default_factory=set)
    first: str = ""
    source: str = ""


def stories(count: int, seed: int) -> Iterator[MadeStory]:
    """Make stories of two to six pages."""
    generator = random.Random(seed)
    for number in range(count):
        yield _story(generator, number)


def _story(rng: random.Random, number: int) -> MadeStory:
    story = MadeStory()
    sites = rng.sample(SITES, 6)
    agency = rng.choice(AGENCIES)
    moment = _START + timedelta(hours=9 * number, minutes=rng.randrange(500))
    title, paragraphs = _text(rng)
    draw = rng.random()
    by_agency = draw < 0.3
    own = "" if draw > 0.75 else rng.choice((sites[0], sites[0], "本站原创"))
    first = _page(rng, number, 0, sites[0], moment)
    first = replace(first, title=title, paragraphs=paragraphs, source=agency if by_agency else own)
    story.pages.append(first)
    story.first, story.source = first.url, agency if by_agency else first.site
    if by_agency:
        story.edges.add((agency, first.url))
    for place in range(1, rng.choice((2, 3, 3, 4, 4, 5, 6))):
        if by_agency and rng.random() < 0.2:
            page = _page(rng, number, place, sites[place], moment + timedelta(minutes=rng.randint(5, 900)))
            page = replace(page, title=title, paragraphs=paragraphs, source=agency)
            story.pages.append(_retouched(rng, page, ""))
            story.edges.add((agency, page.url))
            continue
        # The last page more often than the others: A to B to C.
        parent = story.pages[-1] if rng.random() < 0.6 else rng.choice(story.pages)
        page = _repost(rng, number, place, sites[place], parent)
        story.pages.append(page)
        story.edges.add((parent.url, page.url))
    return story


def _repost(rng: random.Random, number: int, place: int, site: str, parent: MadePage) -> MadePage:
    page = _page(rng, number, place, site, parent.moment + timedelta(minutes=rng.randint(5, 1500)))
    draw = rng.random()
    page = replace(
        page,
        title=parent.title,
        paragraphs=parent.paragraphs,
        source=parent.site if draw < 0.55 else _passed_on(parent) if draw < 0.8 else "",
        link=parent.url if rng.random() < 0.15 else None,
        published=parent.published if rng.random() < 0.07 else page.published,
    )
    return _retouched(rng, page, parent.site)


def _passed_on(page: MadePage) -> str:
    """Return the source line that a copy of a page keeps: not that the site wrote it itself."""
    return "" if page.source.startswith("本站") else page.source


def _retouched(rng: random.Random, page: MadePage, parent: str) -> MadePage:
    """Return a page with the changes of an editor."""
    title, paragraphs = page.title, list(page.paragraphs)
    if rng.random() < 0.3:
        title = rng.choice(_TITLE_MARKS).format(title)
    draw = rng.random()
    if draw < 0.3:
        told = f"据{parent}报道，" if parent and rng.random() < 0.6 else ""
        day = page.moment + timedelta(hours=8)
        paragraphs[0] = f"{page.site}{day.month}月{day.day}日电 {told}{paragraphs[0]}"
    elif draw < 0.55 and len(paragraphs) > 3:
        paragraphs = paragraphs[: -rng.randint(1, 2)]
    elif draw < 0.7:
        at = rng.randrange(len(paragraphs))
        paragraphs[at] = paragraphs[at].replace("，", "，据了解，", 1)
    return replace(page, title=title, paragraphs=tuple(paragraphs))


def _page(rng: random.Random, number: int, place: int, site: str, moment: datetime) -> MadePage:
    local = moment + timedelta(hours=8)
    draw = rng.random()
    shown = f"{local:%Y-%m-%d %H:%M}" if draw < 0.55 else f"{local:%Y-%m-%d}" if draw < 0.8 else None
    return MadePage(
        url=f"http://s{SITES.index(site)}.invalid/{number}/{place}.html",
        site=site,
        title="",
        paragraphs=(),
        published=shown,
        source="",
        link=None,
        fetched_at=_START + timedelta(days=400, seconds=rng.randrange(10**6)),
        moment=moment,
    )


def _text(rng: random.Random) -> tuple[str, tuple[str, ...]]:
    def words() -> dict[str, object]:
        return {
            "place": rng.choice(_PLACES),
            "doer": rng.choice(_DOERS),
            "deed": rng.choice(_DEEDS),
            "name": rng.choice(_SURNAMES) + rng.choice(_GIVEN),
            "n": rng.randint(11, 9999),
            "m": rng.randint(2, 40),
        }

    title = "{place}{doer}{deed} {name}等{n}人参加".format(**words())
    count = rng.randint(4, 8)
    paragraphs = ("".join(rng.choice(_SENTENCES).format(**words()) for _ in range(3)) for _ in range(count))
    return title, tuple(paragraphs)
