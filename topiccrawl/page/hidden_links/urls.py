"""Which texts in scripts, attributes and data are the addresses of pages or of lists."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from topiccrawl.page.anchors.pagers import SIZE_FIELDS, names_part
from topiccrawl.page.hidden_links.furniture import (
    has_other_url,
    has_size,
    is_aside,
    is_furniture,
    is_furniture_host,
    is_furniture_query,
)
from topiccrawl.page.page import Page

if TYPE_CHECKING:
    from tldextract import TLDExtract

LONGEST_URL = 2000
"""Characters; longer texts in scripts are no addresses of pages."""

_PAGE = re.compile(r"\.(?:s?html?|xhtml|jhtml|jspx?|aspx?|php\d?|do|action|cgi|phtml)$", re.IGNORECASE)
NO_PAGE = re.compile(
    r"\.(?:jpe?g|png|gif|bmp|svg|webp|ico|css|m?js|map|zip|rar|7z|gz|tar|exe|apk|dmg|iso|mp[34]|avi|wmv|flv|mov|m4[av]"
    r"|wav|swf|m3u8|ts|woff2?|ttf|eot|pdf|docx?|xlsx?|pptx?|wps|ofd|txt|dtd|xsl)$",
    re.IGNORECASE,
)
DATA = re.compile(r"\.(?:jsonp?|json\.js|xml|rss|atom)$", re.IGNORECASE)
_LIST = re.compile(
    r"(?:^|[/_.-])\w*(?:list|index|columns?|channels?|catalog|articles?|news|nodes?|docs?|records?|page|more|content|info|default)\w*(?=$|[/_.-])",
    re.IGNORECASE,
)
"""Paths of lists."""
_INCLUDES = re.compile(r"/(?:inc|includes?|common|public|static|templates?)(?=/)", re.IGNORECASE)
"""Folders of files that are parts of pages."""
_FIRST_PART = "q=&page=1"
"""Fields that a frame leaves out: it shows the first part of a list, and nothing was typed."""
_ANY_PAGE = re.compile(r"/(?:index|default|more|info|content)", re.IGNORECASE)
_IDENTIFIES = re.compile(r"(?:\w*(?:id|no|key|code|channel|column|page|type|p)|cat\w*)=\w", re.IGNORECASE)
"""Parameters that tell pages of one path apart."""
ARTICLE = re.compile(
    r"\d{4}[-/]?\d{2}|\d{3,}|[?&](?:\w*id|aid|cid|no|key)=\w|/(?:detail|article|content|news|info|art|post|show|view)s?[/_-]",
    re.I,
)
_ARTICLE_ID = re.compile(r"(?:^|&)(?:\w*id|no|key)=\w", re.IGNORECASE)
_HOST = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:]*)", re.IGNORECASE)
_URL = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:]*)[^/?#]*([^?#]*)(?:\?([^#]*))?", re.IGNORECASE)
_ITS_HOST = re.compile(r"(?:https?:)?//([\w.-]+)(?=[:/?#]|$)", re.IGNORECASE)
_EXTENSION = re.compile(r"\.\w{1,6}$")
_NOT_ONE = re.compile(r"[\s<>{}\"'`|\\^\ue000]|@@|\$\$|[_\-(,]$|\.s?html?[;,~][\w./:-]*/")
_SIMPLE = re.compile(r"[A-Za-z0-9/.:?=&%_-]*[A-Za-z0-9/]")
"""Nearly all references, which have none of these: one set of characters is searched ten times as fast."""
_COUNTED = re.compile(r"[?&]\w*page\w*=\d+&", re.IGNORECASE)
"""A parameter with the number of a page; the last one behind it may be empty."""
_ENCODED = re.compile(r"https?%3a|(?:[\w-]+\.)+(?:com|cn|net|org)/", re.IGNORECASE)
"""A whole address that is encoded, or a host without its scheme: resolved, both lead nowhere."""
_TRACKED = re.compile(r"=(?!%)[\w.~%-]{80,}(?:&|$)")
"""The parameter of an advert that knows its reader; a title in Chinese begins with `%`."""
_REFERENCE = re.compile(
    r"(?:https?:)?//|\.{0,2}/|[\w.%-]+(?:/[\w.%-]+)*(?:\?|\.\w{2,5}(?:$|\?))|\?\w+=", re.ASCII | re.I
)

_FOLDERS = re.compile(r"[\w.-]{1,60}(?:/[\w.-]{1,60}){1,9}(?:\?[^\s\"'<>]{0,500})?", re.ASCII)
"""A reference without a suffix, such as `List.aspx/GetNews`: only a script that asks for it tells."""


def reference(text: object) -> str:
    """Return a text that may be a reference to a page, with backslashes turned; otherwise an empty text."""
    if not isinstance(text, str) or not 2 < len(text) <= LONGEST_URL:
        return ""
    text = text.strip()
    if text.startswith(("http:\\", "https:\\", "\\", ".\\")):
        text = text.replace("\\", "/")
    if not _REFERENCE.match(text) or _ENCODED.match(text):
        return ""
    if not _SIMPLE.fullmatch(text) and _NOT_ONE.search(text):
        return ""
    return "" if text[-1:] == "=" and not _COUNTED.search(text) else text


def may_be_page(text: str) -> bool:
    """Return whether a text beside a headline may be the address of a page, on whatever page it stands."""
    path, _, query = _ITS_HOST.sub("", reference(text), count=1).partition("#")[0].partition("?")
    if not path.strip("/") and not query:
        return False
    if NO_PAGE.search(path) or DATA.search(path) or (query and _does_something(query)):
        return False
    return not is_furniture(_stem(path)) or _has_number(path, query)


def _has_number(path: str, query: str) -> bool:
    """Return whether a path has the number or the date of an article, or a parameter its number."""
    return ARTICLE.search(path) is not None or _ARTICLE_ID.search(query) is not None


def _does_something(query: str) -> bool:
    return is_furniture_query(query) or has_other_url(query) or _TRACKED.search(query) is not None


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
    own = page.once(_own_parts)
    url = _absolute(page, own, found)
    if url is None:
        return None
    host, path, query = _parts_of(url)
    if NO_PAGE.search(path) or DATA.search(path) or _is_same_page(own, host, path, query):
        return None
    if query and _does_something(query):
        return None
    if is_furniture(_stem(path)) and not (titled and _has_number(path, query)):
        return None
    if host != own.host and is_furniture_host(host):
        return None
    if titled:
        return url if path not in ("", "/") or query or host != own.host else None
    return url if _PAGE.search(path) or ARTICLE.search(f"{path}?{query}") else None


def source_url(
    page: Page, text: object, *, named: bool = False, of_script: bool = False, fields: str = ""
) -> str | None:
    """Return the absolute URL of data that may fill a list; None for anything else.

    Args:
        page: on which the text stands.
        text: a string of a script or an attribute.
        named: whether the script asks for it; otherwise only its suffix says that it is data.
        of_script: whether it may be a file of a script: the page asks for it as for data.
        fields: of the request that are not in the text, such as `page=1`.
    """
    if not isinstance(text, str):
        return None
    filled = text.rstrip("=," if named else "=")  # a cursor begins empty, a path of columns ends with a comma
    if not (found := reference(filled)) and named and _FOLDERS.fullmatch(filled):
        found = filled
    if not found:
        return None
    own = page.once(_own_parts)
    url = _absolute(page, own, found + text[len(filled) :])
    if url is None:
        return None
    host, path, query = _parts_of(url)
    suffixes = (".txt", ".js") if of_script else (".txt",)
    if NO_PAGE.search(path) and not (DATA.search(path) or (named and path.endswith(suffixes))):
        return None
    if named and not query and _INDEX.search(path):
        return url
    if named:
        path = without_search(f"{path}?{query}&{fields}").partition("?")[0]
    if is_furniture(_last_segment(path)) or is_aside(path):
        return None
    if is_furniture_query(query) or has_size(path) or (host != own.host and is_furniture_host(host)):
        return None
    return url if named or DATA.search(path) else None


SEARCH = re.compile(r"(?<![a-z])search[a-z]*", re.IGNORECASE)
_INDEX = re.compile(r"/[\w-]*search[\w-]*\.(?:json|xml)$", re.IGNORECASE)
"""The index of all pages that a static site searches."""
_TYPED = re.compile(r"q|kw|wd|s|\w*(?:key_?word|query|search_?(?:word|text|key))\w*", re.IGNORECASE)
"""Fields for what a reader looks for."""
_NARROWS = re.compile(r"\w*(?:col|channel|cat|class|info_?type|dept|unit|theme|node|menu)\w*", re.IGNORECASE)
"""Fields that say which list of a site is searched."""


def without_search(address: str) -> str:
    """Return an address that asks a search for a part of a fixed list with another name for the search.

    >>> without_search("/open/search.jsp?cid=7&curPage=1"), without_search("/search.jsp?site=3&q=&page=1")
    ('/open/list.jsp?cid=7&curPage=1', '/search.jsp?site=3&q=&page=1')
    """
    path, mark, query = address.partition("?")
    if not SEARCH.search(path):
        return address
    fields = dict(parse_qsl(query, keep_blank_values=True))
    named = [name for name, value in fields.items() if value]
    typed = [name for name in fields if _TYPED.fullmatch(name)]
    parts = list(filter(names_part, named))
    others = {name for name in named if not SIZE_FIELDS.fullmatch(name)}.difference(parts)
    if typed:
        others = set() if any(map(fields.get, typed)) else set(filter(_NARROWS.fullmatch, others))
    if not parts or not others:
        return address  # a search for anything lists the whole site
    return f"{SEARCH.sub('list', path)}{mark}{query}"


def frame_url(page: Page, text: object, *, large: bool = False, of_script: bool = False) -> str | None:
    """Return the absolute URL of a frame or of a script file that may hold a list; None for anything else.

    Most of them hold adverts, votes and the foot of the page: those of another host must be called a list.

    Args:
        page: the page.
        text: address of the frame.
        large: whether it has room for a list: then it may lie in a folder of included files.
        of_script: whether it may be a file of a script.
    """
    url = source_url(page, text, named=True, of_script=of_script, fields=_FIRST_PART)
    if url is None:
        return None
    own = page.once(_own_parts)
    host, path, query = _parts_of(url)
    if _is_same_page(own, host, path, query):
        return None
    path = without_search(f"{path}?{query}&{_FIRST_PART}").partition("?")[0]
    name = _last_segment(path)
    if _LIST.search(name) and (host == own.host or not _ANY_PAGE.fullmatch(name)):
        return url
    if host != own.host:
        return None
    return None if is_furniture(_stem(_INCLUDES.sub("", path) if large else path)) else url


def frameset_url(page: Page, text: object) -> str | None:
    """Return the absolute URL of a frame of a frameset, a part of the page; None for anything else."""
    own = page.once(_own_parts)
    url = _absolute(page, own, reference(text)) if reference(text) else None
    if url is None:
        return None
    host, path, query = _parts_of(url)
    if NO_PAGE.search(path) or is_aside(path) or is_furniture_host(host):
        return None
    return None if _is_same_page(own, host, path, query) else url


class _Parts(NamedTuple):
    host: str
    path: str
    query: str


def _parts_of(url: str) -> _Parts:
    """Return the parts of an absolute URL."""
    found = _URL.match(url)
    return _Parts(found[1].lower(), found[2], found[3] or "") if found else _Parts("", url, "")


def _own_parts(page: Page) -> _Parts:
    return _parts_of(page.url)


def _absolute(page: Page, own: _Parts, text: str) -> str | None:
    """Return the absolute URL of a reference to the same site; None for another site."""
    host = _ITS_HOST.match(text)
    if host is not None and not hosts_of_one_site(host[1].lower(), own.host):
        return None  # before it is resolved: most of them are adverts
    url = page.absolute(text)
    return url if url and hosts_of_one_site(host_of(url), own.host) else None


def _is_same_page(own: _Parts, host: str, path: str, query: str) -> bool:
    """Return whether a URL leads to the page itself, perhaps with parameters that only count visits."""
    if path != own.path or host != own.host:
        return False
    fields = set(query.split("&")) - set(own.query.split("&"))
    return not any(_IDENTIFIES.match(field) or _names_part(field) for field in fields)


def _names_part(field: str) -> bool:
    """Return whether a parameter names a part of a list, as `pn=20` does."""
    name, _, value = field.partition("=")
    return value.isdecimal() and names_part(name)


def same_site(url: str, other: str) -> bool:
    """Return whether two URLs belong to the same registered domain or host."""
    return hosts_of_one_site(host_of(url), host_of(other))


@lru_cache(maxsize=4096)
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


def is_of_host(page: Page, url: str) -> bool:
    """Return whether a URL is on the host of a page: from other hosts of a site come adverts and log-ins."""
    return urlsplit(url).netloc == urlsplit(page.url).netloc


@lru_cache(maxsize=4096)
def site_of(host: str) -> str:
    """Return the registered domain of a host; the host itself if it has none.

    >>> site_of("dj.a.gov.cn"), site_of("dj.a.intranet"), site_of("10.0.0.1"), site_of("localhost")
    ('a.gov.cn', 'a.intranet', '10.0.0.1', 'localhost')
    """
    if found := public_suffixes()(host).top_domain_under_public_suffix:
        return str(found)
    # The rule of the list for suffixes that it does not have is one label.
    return ".".join(host.rsplit(".", 2)[-2:]) if host[-1:].isalpha() else host


@cache
def public_suffixes() -> TLDExtract:
    """Return the public suffixes, as the package lists them: nothing is fetched or written."""
    from tldextract import TLDExtract  # here: it imports requests, which most crawls do without

    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def _stem(path: str) -> str:
    return _EXTENSION.sub("", path)


def _last_segment(path: str) -> str:
    """Return the last segment of a path: data lies in folders such as `/common/`."""
    return f"/{_stem(path).rsplit('/', 1)[-1]}"
