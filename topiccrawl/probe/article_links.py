"""Which links of a list lead to its articles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.page.sites.rules import IN_LIST
from topiccrawl.priority.leads import is_home

_DIGITS = re.compile(r"\d+")
_NOISE = re.compile(
    r"备案|许可证|版权|网站地图|联系我们|网站介绍|无障碍|公网安备|技术支持|标识码|设为首页|举报电话|copyright|ICP",
    re.IGNORECASE,
)


def article_links(links: Sequence[Link], page_url: str) -> list[Link]:
    """Return the links of a list that lead to articles of its site, in order.

    Their anchor texts are long enough for headlines; they are neither navigation nor pagers.
    Links that the rules of the site name are among them in any case.
    """
    return [
        link
        for link in links
        if link.found == IN_LIST
        or (
            len(link.anchor) >= HEADLINE_LENGTH
            and not link.role
            and not link.navigation
            and not _NOISE.search(link.anchor)
            and not is_home(link.url)
            and same_site(link.url, page_url)
        )
    ]


def shape_of(url: str) -> str:
    """Return a URL with a mark in the place of its numbers; articles of a list mostly share it.

    >>> shape_of("http://a.cn/dj/202401/t20240105_17.html")
    'a.cn/dj/#/t#_#.html'
    """
    parts = urlsplit(url)
    names = "&".join(sorted(field.partition("=")[0] for field in parts.query.split("&") if field))
    return f"{parts.netloc}{_DIGITS.sub('#', parts.path)}{'?' if names else ''}{names}"


def samples(links: Sequence[Link], most: int) -> list[Link]:
    """Return some of the links to articles: of the commonest shape, the first, the last and those between."""
    if not links:
        return []
    shapes = Counter(shape_of(link.url) for link in links)
    common = max(shapes, key=lambda shape: shapes[shape])
    of_shape = [link for link in links if shape_of(link.url) == common]
    others = [link for link in links if shape_of(link.url) != common]
    count = min(most, len(of_shape))
    places = [round(n * (len(of_shape) - 1) / max(1, count - 1)) for n in range(count)]
    return [*(of_shape[place] for place in places), *others][:most]
