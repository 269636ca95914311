"""Links that are followed for what lies behind them: pagers, the data that fills a list, columns of a site.

Their anchor texts say nothing of the topic, so no score would admit them; they wait behind all better links. A list
is walked until `MOST_DRY` parts of it in a row have brought nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from topiccrawl.page.link import COLUMN, PAGER, SOURCE, Link
from topiccrawl.page.pagers import counted_on, following, next_by_counting
from topiccrawl.page.posted import body_of_post, posted_url, url_of_post
from topiccrawl.priority.link_context import LinkContext

COUNTED = "counted"
"""How a part of a list was found whose number was counted on."""
MOST_DRY = 3
"""Parts of a list in a row without a new headline, after which the list is left."""
HEADLINE = 8
"""Characters of an anchor text that is a headline."""
_COLUMN_LENGTH = range(2, 9)
_HAN = re.compile("[\u3400-\u9fff]")
_NO_COLUMN = re.compile(
    r"首页|主页|登[录陆]|注册|联系|关于|帮助|地图|设为|收藏|投稿|版权|声明|隐私|招聘|广告|邮箱|无障碍|手机版|电脑版|繁体|简体|English|RSS|下载|搜索"
    r"|留言|友情链接|客户端|微[信博]|上一|下一|返回|打印|关闭|分享|评论|视频|图片|相册|直播",
    re.IGNORECASE,
)
_DATED = re.compile(r"\d{4}[-/_]?\d{2}|\d{5,}")
_HOME = re.compile(r"/(?:(?:index|default|main|home)\.\w+)?")


def split(links: Sequence[Link]) -> tuple[list[Link], list[Link]]:
    """Return the links of a page that stand for themselves, and those that continue or fill a list."""
    plain = [link for link in links if link.role not in (PAGER, SOURCE)]
    return plain, [link for link in links if link.role in (PAGER, SOURCE)]


def columns(links: Sequence[Link], page_url: str) -> list[Link]:
    """Return links in which those of the columns of a site have the role `COLUMN`.

    Args:
        links: of a home page or the start of a site.
        page_url: its URL.
    """
    host = urlsplit(page_url).netloc
    return [
        link._replace(role=COLUMN) if not link.role and _is_column(link, host) else link for link in links
    ]


def is_home(url: str) -> bool:
    """Return whether a URL is that of the home page of a host."""
    parts = urlsplit(url)
    return _HOME.fullmatch(parts.path or "/") is not None and not parts.query


def _is_column(link: Link, host: str) -> bool:
    parts = urlsplit(link.url)
    return (
        parts.netloc == host
        and len(link.anchor.strip("[]【】>》·… ")) in _COLUMN_LENGTH
        and _HAN.search(link.anchor) is not None
        and not _NO_COLUMN.search(link.anchor)
        and not _DATED.search(parts.path)
        and not link.nofollow
    )


def onward(
    links: Sequence[Link],
    context: LinkContext,
    page_url: str,
    headlines: int,
    *,
    brought: bool,
    known: bool = False,
) -> list[tuple[Link, int]]:
    """Return the links that lead on from a list, each with the number of dry parts before it.

    Args:
        links: pagers and sources of the page.
        context: of the link that led to the page.
        page_url: its URL.
        headlines: number of headlines that the page links to.
        brought: whether one of them is new and worth a visit.
        known: whether the page has only links that were known before.
    """
    dry = 0 if brought else context.dry + 1 if context.continues else context.dry
    sources = [(link, 0) for link in links if link.role == SOURCE]
    if dry >= MOST_DRY:
        return sources
    pagers = following(links, context.number)
    stale = known and context.found == COUNTED  # the first part may repeat what the page itself lists
    if (
        not pagers
        and context.continues
        and headlines
        and not stale
        and (link := _counted(context, page_url, headlines))
    ):
        pagers = [link]
    return sources + [(link, dry) for link in pagers]


def _counted(context: LinkContext, page_url: str, headlines: int) -> Link | None:
    """Return the next part of a list that is asked for by a number."""
    address, body = url_of_post(page_url), body_of_post(page_url)
    if body:
        body = counted_on(body, headlines) or ""
        if not body:
            return None
    else:
        counted = next_by_counting(address, headlines, started=context.found == COUNTED)
        if counted is None:
            return None
        address = counted
    return Link(posted_url(address, body), found=COUNTED, role=PAGER, number=context.number + 1, body=body)
