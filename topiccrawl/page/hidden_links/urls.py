"""Which texts in scripts, attributes and data are the addresses of pages or of lists."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page

LONGEST_URL = 2000
"""Characters; longer texts in scripts are no addresses of pages."""

_PAGE = re.compile(r"\.(?:s?html?|xhtml|jhtml|jspx?|aspx?|php\d?|do|action|cgi|phtml)$", re.IGNORECASE)
NO_PAGE = re.compile(
    r"\.(?:jpe?g|png|gif|bmp|svg|webp|ico|css|m?js|map|zip|rar|7z|gz|tar|exe|apk|dmg|iso|mp[34]|avi|wmv|flv|mov|m4[av]"
    r"|wav|swf|m3u8|ts|woff2?|ttf|eot|pdf|docx?|xlsx?|pptx?|wps|ofd|txt|dtd|xsl)$",
    re.IGNORECASE,
)
DATA = re.compile(r"\.(?:jsonp?|json\.js|xml|rss|atom)$", re.IGNORECASE)
_FOLDERS = (
    "inc|includes?|common|static|assets?|imgs?|images?|css|js|scripts?|templates?|skins?|themes?|public|top|\\w{0,8}header|head"
    "|foot(?:er)?|nav|subnav|left|right|menu|status|follow\\w*|suggest\\w*|\\d*bottom|banner|sidebar|map|sitemap|lang|i18n|config|manifest|swagger|error|404"
    "|count|hits?|\\w*click\\w*|print|report\\w*|keywords?|video|player|barrierfree|wzagl|copyright|like\\w*"
)
"""Names of files that are no pages; data and lists may lie in folders of these names."""
_NEVER = (
    "ads?\\d*|adv|adverts?|advertisement|guanggao|gg|\\w{0,8}plugins?|counter|stat|tongji|vote\\w*|weather|tianqi|captcha|verify\\w*"
    "|\\w{0,8}log_?(?:in|out)s?|register|passport\\w*|sso|oauth|search\\w*|share\\w*|comment\\w*|mood|polls?|surveys?|fb\\w*|subscribe"
    "|feedback\\w*|jubao|hot_?(?:words?|keys?|news|search)|guestbook|favorites?|\\w*bookmark\\w*"
)
"""Names of files and folders of what surrounds lists and articles: adverts, votes, counters, log-ins, forms."""
FURNITURE = re.compile(rf"(?:^|[/_.-])(?:{_FOLDERS}|{_NEVER})(?=$|[/_.-])", re.IGNORECASE)
_FURNITURE_ANYWHERE = re.compile(rf"(?:^|[/_.-])(?:{_NEVER})(?=$|[/_.-])", re.IGNORECASE)
_FURNITURE_QUERY = re.compile(
    r"(?:^|&)(?:action|act|ac|op|do|mod|method|a|m|go)=(?:stat|count|hits?|log(?:in|out)|register|report|print|reply|new(?:thread|post|reply)"
    r"|edit|share|vote|comment|search|add\w*)(?=&|$)|(?:^|&)(?:ads?|adv|advid|ad_?(?:id|cnt|type|pos)|utm_source)="
    r"|=(?:comments?|vote|mood|ads?|stat)(?=&|$)",
    re.IGNORECASE,
)
"""Parameters of adverts and of what is done with a page."""
_FURNITURE_HOST = re.compile(
    r"(?:^|\.)(?:ads?\d*|images?\d*|imgs?\d*|static\d*|res|cdn\d*|comments?\d*|surveys?|votes?|passport|reg|login|sso|search"
    r"|share|bookmarks?|stats?|counter|weather)\.",
    re.IGNORECASE,
)
"""Hosts of a site that have neither articles nor lists."""
_SIZE = re.compile(r"(?<![\dx])\d{2,4}x\d{2,4}(?![\dx])", re.IGNORECASE)
"""Width and height of an advert or a picture."""
_URL_IN_QUERY = re.compile(
    r"(?:^|&)\w*(?:url|uri|link|redirect\w*|target|to|goto|go|from|ref\w*|dest\w*|u)=https?(?::|%3a)", re.IGNORECASE
)
"""The address of another page: what redirects, shares or counts it."""
_LIST = re.compile(
    r"(?:^|[/_.-])\w*(?:list|index|columns?|channels?|catalog|articles?|news|nodes?|docs?|records?|page|more|content|info|default)\w*(?=$|[/_.-])",
    re.IGNORECASE,
)
"""Paths of lists."""
_ANY_PAGE = re.compile(r"/(?:index|default|more|info|content)", re.IGNORECASE)
_IDENTIFIES = re.compile(r"(?:\w*(?:id|no|key|code|channel|column|page|type|p)|cat\w*)=\w", re.IGNORECASE)
"""Parameters that tell pages of one path apart."""
ARTICLE = re.compile(
    r"\d{4}[-/]?\d{2}|\d{3,}|[?&](?:\w*id|aid|cid|no|key)=\w|/(?:detail|article|content|news|info|art|post|show|view)s?[/_-]",
    re.I,
)
_HOST = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:]*)", re.IGNORECASE)
_ITS_HOST = re.compile(r"(?:https?:)?//([\w.-]+)(?=[:/?#]|$)", re.IGNORECASE)
_EXTENSION = re.compile(r"\.\w+$")
_NOT_ONE = re.compile(r"[\s<>{}\"'`|\\^\ue000]|[=_\-(,]$")
_REFERENCE = re.compile(
    r"(?:https?:)?//|\.{0,2}/|[\w.%-]+(?:/[\w.%-]+)*(?:\?|\.\w{2,5}(?:$|\?))|\?\w+=", re.ASCII | re.I
)


def reference(text: object) -> str:
    """Return the text if it may be a reference to a page, with backslashes turned; otherwise an empty text."""
    if not isinstance(text, str) or not 2 < len(text) <= LONGEST_URL:
        return ""
    text = text.strip()
    if text.startswith(("http:\\", "https:\\", "\\", ".\\")):
        text = text.replace("\\", "/")
    return text if _REFERENCE.match(text) and not _NOT_ONE.search(text) else ""


def may_be_page(text: str) -> bool:
    """Return whether a text beside a headline may be the address of a page, on whatever page it stands."""
    path, _, query = _ITS_HOST.sub("", reference(text), count=1).partition("#")[0].partition("?")
    if not path.strip("/") and not query:
        return False
    if NO_PAGE.search(path) or DATA.search(path) or _is_furniture_query(query):
        return False
    return not FURNITURE.search(_stem(path)) or ARTICLE.search(f"{path}?{query}") is not None


def _is_furniture_query(query: str) -> bool:
    patterns = (_FURNITURE_QUERY, _URL_IN_QUERY, _SIZE)
    return bool(query) and any(pattern.search(query) for pattern in patterns)


def page_url(page: Page, text: object, *, titled: bool = False) -> str | None:
    """Return the absolute URL of a page on the same site; None for anything else.

    Args:
        page: on which the text stands.
        text: a string of a script, an attribute or data.
        titled: whether a headline stands beside it: then its path need not look like that of an article.
    """
    if not (found := reference(text)):
        return None
    if "/" not in found and "?" not in found and not _PAGE.search(found):
        return None
    if _is_elsewhere(found, page.url):
        return None
    url = absolute_url(page.base_url, found, page.charset)
    if url is None or not same_site(url, page.url):
        return None
    parts = urlsplit(url)
    path, query = parts.path, parts.query
    if NO_PAGE.search(path) or DATA.search(path) or _is_same_page(parts, page.url):
        return None
    if _is_furniture_query(query):
        return None
    if FURNITURE.search(_stem(path)) and not (titled and ARTICLE.search(f"{path}?{query}")):
        return None
    if parts.hostname != host_of(page.url) and _FURNITURE_HOST.search(parts.netloc):
        return None
    if titled:
        return url if path not in ("", "/") or query else None
    return url if _PAGE.search(path) or ARTICLE.search(f"{path}?{query}") else None


def source_url(page: Page, text: object, *, named: bool = False) -> str | None:
    """Return the absolute URL of data that may fill a list; None for anything else.

    Args:
        page: on which the text stands.
        text: a string of a script or an attribute.
        named: whether the script asks for it; otherwise only its suffix says that it is data.
    """
    filled = text.rstrip("=") if isinstance(text, str) else text  # a cursor begins empty
    if not (found := reference(filled)) or _is_elsewhere(found, page.url):
        return None
    url = absolute_url(page.base_url, found if filled == text else f"{found}=", page.charset)
    if url is None or not same_site(url, page.url):
        return None
    parts = urlsplit(url)
    path = parts.path
    if NO_PAGE.search(path) and not DATA.search(path):
        return None
    if FURNITURE.search(_last_segment(path)) or _FURNITURE_ANYWHERE.search(path):
        return None
    if _FURNITURE_QUERY.search(parts.query) or _SIZE.search(url):
        return None
    if parts.hostname != host_of(page.url) and _FURNITURE_HOST.search(parts.netloc):
        return None
    return url if named or DATA.search(path) else None


def frame_url(page: Page, text: object) -> str | None:
    """Return the absolute URL of a frame or of a script file that may hold a list; None for anything else.

    Most of them hold adverts, votes and the foot of the page: those of another host must be called a list.
    """
    url = source_url(page, text, named=True)
    if url is None:
        return None
    parts = urlsplit(url)
    if _is_same_page(parts, page.url):
        return None
    same_host = parts.hostname == host_of(page.url)
    name = _last_segment(parts.path)
    if _LIST.search(name) and (same_host or not _ANY_PAGE.fullmatch(name)):
        return url
    return url if same_host and not FURNITURE.search(_stem(parts.path)) else None


def _is_elsewhere(text: str, page_url_: str) -> bool:
    """Return whether a reference with a host leads to another site: a look before it is resolved."""
    host = _ITS_HOST.match(text)
    return host is not None and not hosts_of_one_site(host[1].lower(), host_of(page_url_))


def _is_same_page(parts: SplitResult, page_url_: str) -> bool:
    """Return whether a URL leads to the page itself, perhaps with parameters that only count visits."""
    own = urlsplit(page_url_)
    if parts.path != own.path or parts.hostname != own.hostname:
        return False
    fields = set(parts.query.split("&")) - set(own.query.split("&"))
    return not any(_IDENTIFIES.match(field) for field in fields)


def same_site(url: str, other: str) -> bool:
    """Return whether two URLs belong to the same registered domain or host."""
    return hosts_of_one_site(host_of(url), host_of(other))


def hosts_of_one_site(mine: str, yours: str) -> bool:
    """Return whether two hosts belong to the same registered domain or are equal."""
    if mine == yours:
        return True
    # Registered domains have two labels at least, and looking them up takes a hundred times as long.
    if mine.rsplit(".", 2)[-2:] != yours.rsplit(".", 2)[-2:]:
        return False
    return bool(mine and yours) and site_of(mine) == site_of(yours)


def host_of(url: str) -> str:
    """Return the host of an absolute URL; empty if it has none."""
    found = _HOST.match(url)
    return found[1].lower() if found else ""


@lru_cache(maxsize=4096)
def site_of(host: str) -> str:
    """Return the registered domain of a host; the host itself if it has none."""
    return _domains()(host).top_domain_under_public_suffix or host


@cache
def _domains() -> Any:
    from tldextract import TLDExtract  # here: it imports requests, which most crawls do without

    return TLDExtract(suffix_list_urls=())


def _stem(path: str) -> str:
    return _EXTENSION.sub("", path)


def _last_segment(path: str) -> str:
    """Return the last segment of a path: data lies in folders such as `/common/`."""
    return f"/{_stem(path).rsplit('/', 1)[-1]}"
