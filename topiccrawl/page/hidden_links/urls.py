"""Which texts in scripts, attributes and data are the addresses of pages or of lists."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlsplit

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page

LONGEST_URL = 2000
"""Characters; longer texts in scripts are no addresses of pages."""

_PAGE = re.compile(r"\.(?:s?html?|xhtml|jhtml|jspx?|aspx?|php\d?|do|action|cgi|phtml)$", re.IGNORECASE)
_NO_PAGE = re.compile(
    r"\.(?:jpe?g|png|gif|bmp|svg|webp|ico|css|m?js|map|zip|rar|7z|gz|tar|exe|apk|dmg|iso|mp[34]|avi|wmv|flv|mov|m4[av]"
    r"|wav|swf|m3u8|ts|woff2?|ttf|eot|pdf|docx?|xlsx?|pptx?|wps|ofd|txt|dtd|xsl)$",
    re.IGNORECASE,
)
DATA = re.compile(r"\.(?:jsonp?|json\.js|xml|rss|atom)$", re.IGNORECASE)
FURNITURE = re.compile(
    r"(?:^|[/_.-])(?:ads?|adv|adverts?|advertisement|guanggao|inc|includes?|common|static|assets?|imgs?|images?|css|js|scripts?"
    r"|templates?|skins?|themes?|plugins?|public|counter|count|hits?|click|stat|tongji|vote|weather|tianqi|captcha|verify"
    r"|login|logout|register|passport|sso|oauth|search\w*|share\w*|print|comment\w*|keywords?|mood|poll|survey|like\w*|fb\w*|subscribe|feedback|report|jubao|copyright|bottom|banner|sidebar|hotwords?|guestbook|favorites?|top|header?|foot(?:er)?|nav|left|right|menu"
    r"|error|404|map|sitemap|player|video|wzagl|barrierfree|config|manifest|lang|i18n|swagger)(?=$|[/_.-])",
    re.IGNORECASE,
)
ARTICLE = re.compile(
    r"\d{4}[-/]?\d{2}|\d{3,}|[?&](?:\w*id|aid|cid|no|key)=\w|/(?:detail|article|content|news|info|art|post|show|view)s?[/_-]",
    re.I,
)
_NOT_ONE = re.compile(r"[\s<>{}\"'`|\\^\ue000]|[=_\-(,]$")
_REFERENCE = re.compile(
    r"(?:https?:)?//|\.{0,2}/|[\w.%-]+(?:/[\w.%-]+)*(?:\?|\.\w{2,5}(?:$|\?))|\?\w+=", re.ASCII | re.I
)


def reference(text: object) -> str:
    """Return a text that may be a reference to a page, with backslashes turned; otherwise an empty text."""
    if not isinstance(text, str) or not 2 < len(text) <= LONGEST_URL:
        return ""
    text = text.strip()
    if text.startswith(("http:\\", "https:\\", "\\", ".\\")):
        text = text.replace("\\", "/")
    return text if _REFERENCE.match(text) and not _NOT_ONE.search(text) else ""


def page_url(page: Page, text: object, *, titled: bool = False) -> str | None:
    """Return the absolute URL of a page on the same site; None for anything else.

    Args:
        page: on which the text stands.
        text: a string of a script, an attribute or data.
        titled: whether a headline stands beside it: then its path need not look like that of an article.
    """
    if not (found := reference(text)):
        return None
    url = absolute_url(page.base_url, found, page.charset)
    if url is None or not same_site(url, page.url):
        return None
    parts = urlsplit(url)
    if _NO_PAGE.search(parts.path) or DATA.search(parts.path):
        return None
    if FURNITURE.search(_directories_and_stem(parts.path)) and not (titled and ARTICLE.search(url)):
        return None
    if titled:
        return url if parts.path not in ("", "/") or parts.query else None
    return url if _PAGE.search(parts.path) or ARTICLE.search(parts.path + "?" + parts.query) else None


def source_url(page: Page, text: object, *, named: bool = False) -> str | None:
    """Return the absolute URL of data that may fill a list; None for anything else.

    Args:
        page: on which the text stands.
        text: a string of a script or an attribute.
        named: whether the script asks for it; otherwise only its suffix says that it is data.
    """
    filled = text.rstrip("=") if isinstance(text, str) else text  # a cursor begins empty
    if not (found := reference(filled)):
        return None
    url = absolute_url(page.base_url, found if filled == text else f"{found}=", page.charset)
    if url is None or not same_site(url, page.url):
        return None
    path = urlsplit(url).path
    if _NO_PAGE.search(path) and not DATA.search(path):
        return None
    if FURNITURE.search(_last_segments(path)):
        return None
    return url if named or DATA.search(path) else None


def same_site(url: str, other: str) -> bool:
    """Return whether two URLs belong to the same registered domain or host."""
    mine, yours = (urlsplit(u).hostname or "" for u in (url, other))
    return mine == yours or bool(mine and yours and site_of(mine) == site_of(yours))


@lru_cache(maxsize=4096)
def site_of(host: str) -> str:
    """Return the registered domain of a host; the host itself if it has none."""
    return _domains()(host).top_domain_under_public_suffix or host


@cache
def _domains() -> Any:
    from tldextract import TLDExtract  # here: it imports requests, which most crawls do without

    return TLDExtract(suffix_list_urls=())


def _directories_and_stem(path: str) -> str:
    return re.sub(r"\.\w+$", "", path)


def _last_segments(path: str) -> str:
    """Return the last two segments of a path: data lies in folders such as `/common/`."""
    return "/" + "/".join(re.sub(r"\.\w+$", "", path).split("/")[-1:])
