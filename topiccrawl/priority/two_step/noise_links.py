"""Links that have nothing to do with the topic of their page (paper B, section 2.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from topiccrawl.page.anchors.link import Link
from topiccrawl.priority.link_context import LinkContext

MENU_ENTRY = 8
"""An anchor text with fewer characters is a menu entry; headlines are longer."""
_LONGEST_NOTICE = 40
"""Maximum number of characters of a copyright notice or a licence."""

_ADVERTISING = frozenset(
    "ad ads adv advert adserver adclick banner banners click guanggao sponsor tuiguang".split()
)
"""Labels of hosts and names of directories."""
_ADVERTISEMENT = re.compile(r"广告|推广|赞助")
_TARGET_IN_QUERY = re.compile(r"=https?(?::|%3A)(?://|%2F%2F)([^/&%?#]+)", re.IGNORECASE)

_NOTICE = re.compile(
    r"版权所有|Copyright|©|公网安备|ICP[备证]|ICP备案|许可证\S*\d|备案\S*\d|营业执照", re.IGNORECASE
)
_SERVICE = re.compile(
    r"版权|著作权|免责|法律声明|法律顾问|隐私|关于\S|联系(?:我们|方式)|(?:广告|客户)(?:服务|刊例|合作)|招聘|招贤|诚聘|加入我们|帮助"
    r"|(?:网站|站点)(?:地图|声明)|登[录陆]|注册|反馈|投稿|举报|备案|设为首页|加入收藏|^(?:About|Contact|Privacy|Sitemap)",
    re.IGNORECASE,
)

_FRIENDS = re.compile(r"友[情好][链连]接|合作(?:伙伴|媒体|网站|单位)|兄弟(?:网站|媒体)|相关网站")
_HOME = re.compile(r"/?(?:(?:index|default|main)\.\w+)?")


class Noise(StrEnum):
    """The sorts of noise links that the paper names."""

    ADVERTISEMENT = "advertisement"
    COPYRIGHT = "copyright"
    FRIEND = "friend"
    NAVIGATION = "navigation"


def noise_of(url: str, context: LinkContext) -> Noise | None:
    """Return which sort of noise a link is; None for a link that may lead to a page on the same topic.

    Args:
        url: URL of the link.
        context: its anchor text, the text around it, its page.

    >>> noise_of("http://b.test/", LinkContext(anchor="某某网", around="友情链接：某某网"))
    <Noise.FRIEND: 'friend'>
    >>> noise_of("http://a.test/1.html", LinkContext(anchor="国足公布新一期集训名单")) is None
    True
    """
    target, page = _split(url), _split(context.parent_url)
    if _is_notice(context.anchor):
        return Noise.COPYRIGHT
    if _is_advertisement(context.anchor, target, page):
        return Noise.ADVERTISEMENT
    if _FRIENDS.search(context.around) or _is_home_elsewhere(target, page):
        return Noise.FRIEND
    if context.navigation or _is_menu_entry(context.anchor):
        return Noise.NAVIGATION
    return None


def content_links(links: Iterable[Link], page_url: str) -> list[Link]:
    """Return the links of a page that are not noise.

    Args:
        links: the links.
        page_url: URL of the page.
    """
    found = []
    for link in links:
        context = LinkContext(link.anchor, link.context, page_url, navigation=link.navigation)
        if noise_of(link.url, context) is None:
            found.append(link)
    return found


def _is_notice(anchor: str) -> bool:
    """Return whether an anchor text is a copyright notice, a licence, or an entry of the service menu."""
    if _is_menu_entry(anchor):
        return bool(_SERVICE.search(anchor) or _NOTICE.search(anchor))
    return len(anchor) <= _LONGEST_NOTICE and bool(_NOTICE.search(anchor))


def _is_advertisement(anchor: str, target: SplitResult, page: SplitResult) -> bool:
    if _is_menu_entry(anchor) and _ADVERTISEMENT.search(anchor):
        return True
    names = {*(target.hostname or "").split("."), *target.path.lower().split("/")[1:-1]}
    if names & _ADVERTISING:
        return True
    # A link that counts clicks and then redirects to another site.
    found = _TARGET_IN_QUERY.search(target.query)
    return found is not None and found[1].lower() not in (target.hostname, page.hostname)


def _is_home_elsewhere(target: SplitResult, page: SplitResult) -> bool:
    """Return whether a link leads to the home page of another host."""
    if not page.hostname or target.hostname == page.hostname:
        return False
    return bool(_HOME.fullmatch(target.path)) and not target.query


def _is_menu_entry(anchor: str) -> bool:
    return 0 < len(anchor) < MENU_ENTRY


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.hostname
    except ValueError:  # a bracket that is not an IPv6 address
        return SplitResult("", "", "", "", "")
    return parts
