"""Links that are followed for what lies behind them: pagers, the data that fills a list, columns of a site.

Their anchor texts say nothing of the topic, so no score would admit them; they wait behind all better links.
A list is walked until `MOST_DRY` parts of it in a row have brought nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urljoin, urlsplit

from topiccrawl.page.anchors.link import AREA, COLUMN, COUNTED_DOWN, PAGER, SOURCE, Link
from topiccrawl.page.anchors.pagers import counted_on, following, next_by_counting, previous_by_counting
from topiccrawl.page.anchors.posted_urls import body_of_post, posted_url, url_of_post
from topiccrawl.page.bare_pages import ENTERED, GATE
from topiccrawl.page.hidden_links.frames import FILM
from topiccrawl.page.hidden_links.urls import ARTICLE, same_site
from topiccrawl.page.site_words import is_edition
from topiccrawl.priority.budgets.traps import OF_USER
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Passage

COUNTED = "counted"
"""How a part of a list was found whose number was counted on."""
MOST_DRY = 3
"""Parts of a list in a row without a new headline, after which the list is left."""
FEWEST_OF_A_LIST = 2
"""Headlines of a page that was found as a list or a column."""
HEADLINE = 8
"""Characters of an anchor text that is a headline."""
_COLUMN_LENGTH = range(2, 9)
_LONGEST_MORE = 16
_HAN = re.compile("[\u3400-\u9fff]")
_MORE = re.compile(
    r"[\[【(（<《·+\s]*(?:\+|(?:(?:view|see)?\s*more|view\s*all)(?:\s*news)?|…|\.{3})[\]】)）>＞》›»→+.…\s]*",
    re.IGNORECASE,
)
"""What a column's list is called by other signs than 更多; its length is bounded."""
_NO_COLUMN = re.compile(
    r"首页|主页|登[录陆]|注册|联系|关于|帮助|地图|设为|收藏|投稿|版权|声明|隐私|招聘|广告|邮箱|无障碍|手机版|电脑版|繁体|简体|English|RSS|下载|搜索"
    r"|留言|友情链接|客户端|微[信博]|上一|下一|返回|打印|关闭|分享|评论|视频|图片|相册|直播",
    re.IGNORECASE,
)
_MAY_BE_OF_USER = re.compile(r"/(?:user|author|member|space|profile)s?[/-]\w", re.IGNORECASE)
"""Paths of users, whose names are as short as those of columns."""
_ENTRANCES = ("frame", "iframe", FILM, ENTERED)
"""How pages are found in which a home page stands, or its menu."""
_DATED = re.compile(r"\d{4}[-/_]?\d{2}|\d{5,}")
_PERIOD = re.compile(
    r"(?:19|20)\d\d(?:年度?(?:第?\d{1,2}[月期季]|第?[一二三四]季度)?|[-/.](?:0?[1-9]|1[0-2]))?"
)
"""What the parts of an archive are called: a year, a month, an issue."""
_OF_YEAR = re.compile(
    r"(?:0?[1-9]|1[0-2]|[一二三四五六七八九]|十[一二]?)月(?:份)?|总?第\d{1,4}[期卷]|第?[一二三四]季度|[上下]半年"
)
"""What the parts of a year are called."""
_YEAR = re.compile(r"(?:19|20)\d\d(?:年度?)?")
_MONTH = re.compile(r"0?[1-9]|1[0-2]")
"""What the months of a year are called on the page of the year alone."""
_DAY = re.compile(r"\d{4}\D?\d{1,2}\D?\d{1,2}日?")
_ISSUE_DAY = re.compile(r"(?<!\d)(20\d\d)[-/_]?([01]\d)[-/_]?([0-3]\d)(?!\d)")
_HOME = re.compile(r"/(?:(?:index|default|main|home)\.\w+)?")


@dataclass(frozen=True)
class ListedLinks:
    """The links of a page that was fetched, as they are followed.

    Attributes:
        url: of the page; of a list that is asked for by POST the URL that names its part.
        links: all its links.
        context: of the link that led to it.
        is_list: whether the page is a list or a part of one, not an article.
        is_old: whether its entries are too old, and so are those of all parts that follow.
        sent: body of a POST, with the tokens that its URL leaves out.
    """

    url: str
    links: Sequence[Link]
    context: LinkContext
    is_list: bool
    is_old: bool = False
    sent: str = ""

    @cached_property
    def headlines(self) -> int:
        """Number of links with a headline."""
        return sum(map(_is_headline, self.links))

    @property
    def is_shell(self) -> bool:
        """Whether the page has nothing but the address of what fills it."""
        return self.is_list and not self.headlines

    @cached_property
    def own(self) -> tuple[Link, ...]:
        """The links that stand for themselves; at the start of a site some have the role `COLUMN`."""
        links = [link for link in self.links if link.role not in (PAGER, SOURCE)]
        if self.is_list:
            links = _with_areas(links, self.url)
        if not self.is_list:  # the pager of an article is a link as any other
            links += [link._replace(role="") for link in self.links if link.role == PAGER and not link.body]
        entered = self.context.found in _ENTRANCES and not self.context.anchor
        if self.context.seed or entered or self.context.found == GATE or is_home(self.url):
            is_column = _is_column_or_edition
        elif self.context.role == SOURCE:
            is_column = _is_issue
        elif self.context.role == COLUMN and _YEAR.fullmatch(self.context.anchor):
            is_column = _is_month_or_period
        elif self.is_list:
            is_column = _is_edition_or_period
        else:
            return tuple(links)
        return tuple(link._replace(role=COLUMN) if is_column(link, self.url) else link for link in links)

    @property
    def is_cut_off(self) -> bool:
        """Whether the page is a list of which nothing says how it goes on."""
        return self.is_list and not any(link.role in (PAGER, SOURCE) for link in self.links)

    @property
    def may_be_a_first_part(self) -> bool:
        """Whether the page has a list of headlines that no other part of it led to, and data that ends so."""
        if self.headlines < FEWEST_OF_A_LIST:
            return False
        is_source = self.context.role == SOURCE
        return not self.context.continues or (is_source and not self.onward(brought=True, known=False))

    @property
    def _is_last(self) -> bool:
        """Whether the page has a row of numbers that ends with its own, or just before it."""
        numbers = {link.number for link in self.links if link.role == PAGER and link.number}
        own = self.context.number
        return own > 0 and (own in numbers or len(numbers) > 1) and max(numbers) in (own - 1, own)

    def onward(self, *, brought: bool, known: bool) -> list[tuple[Link, int]]:
        """Return the links that lead on from a list, each with the number of dry parts before it.

        Args:
            brought: whether one of its headlines is new and worth a visit.
            known: whether the page has only links that were known before.
        """
        if not self.is_list:
            return []
        context = self.context
        dry = 0 if brought else context.dry + 1 if context.continues else context.dry
        if dry >= MOST_DRY:
            return []  # nor its sources: each of them may name another one, without end
        sources = [(link, dry) for link in self.links if link.role == SOURCE]
        if self.is_old:
            return sources
        pagers = following(self.links, context.number)
        stale = known and context.found == COUNTED  # the first part may repeat what the page itself lists
        is_part = context.continues and context.found != GATE
        if not pagers and is_part and self.headlines and not (stale or self._is_last):
            counted = _counted(context, self.url, self.sent, self.headlines)
            pagers = [] if counted is None else [counted]
        return sources + [(link, dry) for link in pagers]


def with_columns(
    links: tuple[Link, ...], page_url: str, context: LinkContext, names_topic: Callable[[str], bool]
) -> tuple[Link, ...]:
    """Return the links of a page; of a column without headlines, those that name the topic are columns, too.

    On the home page of a government, the column of the topic stands below one of another name: 政务公开.
    """
    if context.role != COLUMN or any(map(_is_headline, links)):
        return links
    return tuple(
        link._replace(role=COLUMN)
        if not link.role and _is_column(link, page_url) and names_topic(link.anchor)
        else link
        for link in links
    )


def followed(page: FetchedPage, passage: Passage) -> Passage:
    """Return the passage of a page whose links are followed for how it was found, or for what fills it.

    A part of a list or an archive is read whatever its headlines say: whether the next part is, its own
    headlines decide. A page without headlines that names the data which fills it cannot be judged yet, nor
    can one with columns that name the topic.
    """
    if passage.follows:
        return passage
    headlines = any(map(_is_headline, page.links))
    is_shell = not headlines and any(link.role == SOURCE for link in page.links)
    has_columns = any(link.role == COLUMN for link in page.links)
    if not (page.context.continues or is_shell or has_columns or _is_of_archive(page.context)):
        return passage
    return replace(passage, follows=True, rejected=not (passage.candidate or page.is_hub or is_shell))


def _is_headline(link: Link) -> bool:
    """Return whether a link has a headline; the name of the site, which leads home, is none."""
    return len(link.anchor) >= HEADLINE and not is_home(link.url)


def is_home(url: str) -> bool:
    """Return whether a URL is that of the home page of a host."""
    parts = urlsplit(url)
    return _HOME.fullmatch(parts.path or "/") is not None and not parts.query


def leads_to_list(context: LinkContext, url: str) -> bool:
    """Return whether a link was found as one to a list: by its role, or by an anchor text as columns have."""
    return context.leads_on or _is_column(Link(url, context.anchor), context.parent_url)


def _is_column(link: Link, page_url: str) -> bool:
    name = link.anchor
    if link.nofollow or not same_site(link.url, page_url):
        return False
    is_short = len(name.strip("[]【】>》·… ")) in _COLUMN_LENGTH and _HAN.search(name)
    if not is_short and not (len(name) <= _LONGEST_MORE and _MORE.fullmatch(name)):
        return False
    if _NO_COLUMN.search(name) or _DATED.search(urlsplit(link.url).path):
        return False
    return not (OF_USER.search(link.url) or _MAY_BE_OF_USER.search(link.url))


def _is_column_or_edition(link: Link, page_url: str) -> bool:
    return not link.role and (_is_column(link, page_url) or _is_edition_or_period(link, page_url))


def _is_edition_or_period(link: Link, page_url: str) -> bool:
    """Return whether a link leads to a page of a newspaper's issue, or to a month of the archive it is on."""
    name = link.anchor
    if not link.role and (_PERIOD.fullmatch(name) or _OF_YEAR.fullmatch(name)) and _is_below(link, page_url):
        return True
    return _is_edition_of(link, page_url)


def _is_month_or_period(link: Link, page_url: str) -> bool:
    """Return whether a link leads from a year of an archive to a part of it."""
    if not link.role and _MONTH.fullmatch(link.anchor) and _is_below(link, page_url):
        return True
    return _is_edition_or_period(link, page_url)


def _is_below(link: Link, page_url: str) -> bool:
    return link.url.startswith(urljoin(page_url, "."))


def _is_of_archive(context: LinkContext) -> bool:
    """Return whether a link was found as one to a part of an archive."""
    return context.role == COLUMN and any(
        pattern.fullmatch(context.anchor) for pattern in (_PERIOD, _OF_YEAR, _MONTH)
    )


def _is_edition_of(link: Link, page_url: str) -> bool:
    """Return whether a link leads to a page of the newspaper's issue that a URL is of: 第02版：党建."""
    if link.role or not is_edition(link.anchor) or not same_site(link.url, page_url):
        return False
    own, other = _ISSUE_DAY.findall(page_url), _ISSUE_DAY.findall(link.url)
    return own == other if own else is_home(page_url) or urljoin(link.url, ".") == urljoin(page_url, ".")


def _with_areas(links: list[Link], page_url: str) -> list[Link]:
    """Return the links of a list, articles that only parts of its pictures lead to with the role `COLUMN`."""
    found = {link.url for link in links if link.found == AREA and not link.anchor}
    found = {url for url in found if ARTICLE.search(url.split("/", 3)[-1]) and same_site(url, page_url)}
    if len(found) < FEWEST_OF_A_LIST:
        return links
    return [link._replace(role=COLUMN) if link.url in found else link for link in links]


def _is_issue(link: Link, page_url: str) -> bool:
    """Return whether a link leads to an issue of a newspaper: its anchor text is a day."""
    return not link.role and _DAY.fullmatch(link.anchor) is not None and same_site(link.url, page_url)


def _counted(context: LinkContext, page_url: str, sent: str, headlines: int) -> Link | None:
    """Return the next part of a list that is asked for by a number, in its body or in its address."""
    if context.found == COUNTED_DOWN:
        url = previous_by_counting(page_url)
        return Link(url, found=COUNTED_DOWN, role=PAGER, number=context.number + 1) if url else None
    address, body = url_of_post(page_url), body_of_post(page_url)
    started = context.found == COUNTED
    body = body and (sent or body)
    if body and (counted := counted_on(body, headlines, started=started)):
        body = counted
    elif body and not urlsplit(address).query and "page" not in address.lower():
        return None
    elif counted := next_by_counting(address, headlines, started=started, part=context.number):
        address = counted
    else:
        return None
    return Link(posted_url(address, body), found=COUNTED, role=PAGER, number=context.number + 1, body=body)
