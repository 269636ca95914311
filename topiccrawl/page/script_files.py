"""Script files that may fill a page without headlines: they are read as if they stood in the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from urllib.parse import urlsplit

from topiccrawl.page.anchors.link import COUNTED, HEADLINE, PAGER, SOURCE, Link
from topiccrawl.page.bare_pages import GATE
from topiccrawl.page.hidden_links.urls import frame_url
from topiccrawl.page.page import Page
from topiccrawl.page.unread.headlines import unopened
from topiccrawl.page.unread.pagers import is_turned_by_a_file
from topiccrawl.page.unread.reasons import Unread

SCRIPT_FILE = "script of the page"
"""How the link to such a file is found."""
LONGEST_PAGE = 100_000
"""Characters of the source of a page whose script files are read."""
_MOST = 4
_LIBRARY = re.compile(
    r"jquery|zepto|bootstrap|vue|react|angular|axios|layui|layer|swiper|slick|mui|element|echarts|require|sea\.?js|polyfill"
    r"|modernizr|html5|respond|lodash|underscore|moment|dayjs|md5|base64|crypto|video|player|flv|hls|ckplayer|swfobject"
    r"|superslide|slide|marquee|carousel|banner|share|weixin|wechat|jweixin|\bstat(?!ic)|tongji|analytics|hm\.js|gtag|baidu|cnzz"
    r"|\bad[sv]?(?![a-z])|login|passport|captcha|verify|search|top|foot|head|nav|menu|pop|float|wzws|vendor|chunk|runtime"
    r"|plugin|lib/|/libs?/|datepicker|calendar|validate|cookie|lazyload|qrcode|print|font|min\.js|wza|barrier|canvas",
    re.IGNORECASE,
)
"""Names of files that never fill a list: libraries, players, counters, log-ins."""


def script_file_links(page: Page, links: Sequence[Link]) -> list[Link]:
    """Return the links to the script files that may fill a page; none for a page that has a list.

    Args:
        page: the page.
        links: its links.
    """
    if len(page.html) > LONGEST_PAGE or "<script" not in page.html:
        return []
    is_called = unopened(page, links) is Unread.SCRIPT_LIST or (  # by functions that a file may have
        not any(link.role in (PAGER, SOURCE) for link in links) and is_turned_by_a_file(page)
    )
    if not is_called and any(link.role and link.found not in (GATE, COUNTED) for link in links):
        return []
    named = _NAMES_FILES.search(page.html) is not None and _COUNTS_FILES.search(page.html) is not None
    if not (named or is_called) and any(link.found == COUNTED for link in links):
        return []
    has_list = not is_called and any(len(link.anchor) >= HEADLINE for link in links)
    if has_list and _lists_elsewhere(page):
        has_list = False  # the headlines are those of a box
    if has_list and not named and not (_PAGING.search(page.html) and _AJAX_URL.search(page.html)):
        return []
    own = urlsplit(page.url).netloc
    found: dict[str, None] = {}
    scripts = list(page.tree.iter("script"))
    for element in reversed(scripts):  # a page's own come last
        if main := element.get("data-main"):
            found.setdefault(page.absolute(main if main.endswith(".js") else f"{main}.js"))
        source = (element.get("src") or "").strip()
        if source and not _LIBRARY.search(_HOST.sub("", source.partition("?")[0])):
            found.setdefault(page.absolute(source))
    found |= dict.fromkeys(map(page.absolute, _modules(page)))
    urls = [url for url in found if url and urlsplit(url).netloc == own and _may_fill(page, url)]
    if has_list:
        loading = [url for url in urls if _LOADS.search(urlsplit(url).path.rpartition("/")[2])]
        handed = {
            page.absolute(script.get("src") or "")
            for options, script in pairwise(scripts)
            if _AJAX_URL.search(options.text or "")
        }
        urls = (loading or [url for url in urls if named or url in handed])[:1]
    return [Link(url, found=SCRIPT_FILE, role=SOURCE) for url in urls[:_MOST]]


def _modules(page: Page) -> list[str]:
    """Return the files of the modules that the scripts of a page load by name: RequireJS, Sea.js, layui."""
    text = "\n".join(element.text or "" for element in page.tree.iter("script"))
    base = _BASE.search(text) if "base" in text else None
    if base is None:
        return []
    paths = dict(_PATH.findall(text))
    names = (name for used in _USES.finditer(text) for name in _NAME.findall(used[0]))
    own = dict.fromkeys(name for name in names if name not in _BUILT_IN and not _LIBRARY.search(name))
    files = [paths.get(name, name).replace("{/}", "") for name in own]
    return [
        (file if file[:1] == "/" else f"{base[1].rstrip('/')}/{file}").removesuffix(".js") + ".js"
        for file in files
    ]


_BASE = re.compile(r"\bbase(?:Url)?[\"']?\s*:\s*[\"']([\w./:-]+)[\"']")
_PATH = re.compile(r"[\"']?([\w/-]+)[\"']?\s*:\s*[\"']([\w./{}-]*/[\w./-]+)[\"']")
_USES = re.compile(
    r"\brequire(?:js)?\(\s*(\[[^\[\]]{1,300}\])|\.use\(\s*(\[[^\[\]]{1,300}\]|[\"'][\w./-]{1,80}[\"'])"
)
_NAME = re.compile(r"[\"']([\w./-]{1,80})[\"']")
_BUILT_IN = frozenset(
    "form table flow element upload laydate util tree transfer rate code dropdown laytpl".split()
)
"""Modules of layui itself."""


def _lists_elsewhere(page: Page) -> bool:
    """Return whether the page's own scripts go through a list that only a file can have: `newsList.map(`."""
    own = "\n".join(element.text or "" for element in page.tree.iter("script") if not element.get("src"))
    gone_through = set(_GONE_THROUGH.findall(own)) - _KNOWN
    return bool(gone_through) and not gone_through <= {*_GIVEN.findall(own), *_NAMED.findall(own)}


_GIVEN = re.compile(r"(?<![\w$.])([A-Za-z_$][\w$]*+)\s*+(?:=(?!=)|,|\)|:)")
"""What a script gives a value, or hands on."""
_NAMED = re.compile(r"(?<![\w$.])(?:function|of|in)\s++(?=([A-Za-z_$][\w$]*+))")
_GONE_THROUGH = re.compile(r"(?<![\w$.)\]])([A-Za-z_$][\w$]{2,40})\s*\.\s*(?:map|forEach)\s*\(")
_KNOWN = frozenset("Array Object JSON jQuery Math window document this angular".split())
_AJAX_URL = re.compile(r"\bajax_?url\"?\s*:", re.IGNORECASE)
_PAGING = re.compile(
    r"(?:(?:max|total)_?(?:num_?)?pages?|(?<!\w)(?:max|paged|current_?page))[\"']?\s*:", re.IGNORECASE
)
"""Options that a page with the first part of a list hands to a script file that asks for the others."""
_LOADS = re.compile(
    r"load|more|ajax|infinite|scroll|pag(?:e|ing|ination)|list|posts|f[ae]n_?ye|(?<![a-z])(?:pg|fy)",
    re.IGNORECASE,
)
_NAMES_FILES = re.compile(
    r"(?:page|list|file)_?(?:name|url|pre(?:fix)?)\s*=\s*[\"'][\w./-]+[\"']", re.IGNORECASE
)
_COUNTS_FILES = re.compile(
    r"(?:(?:max|total|count|sum|all)_?pages?|pages?_?(?:count|total|num|max|sum))\s*=\s*[\"']?\d",
    re.IGNORECASE,
)
"""Variables with the number of pages of a list and the name of its files, for a file that draws a pager."""


def with_scripts(page: Page, texts: Mapping[str, str]) -> Page:
    """Return a page with the texts of script files, by their URLs, behind its own scripts."""
    added = "".join(f"<script>{text.replace('</script', '')}</script>" for text in texts.values())
    return replace(page, html=page.html + added)


_HOST = re.compile(r"(?:https?:)?//[^/]*")
_OF_COLUMN = re.compile(r"[?&]\w*(?:col(?!or)|channel|cat(?!ion)|class)\w*=", re.IGNORECASE)


def _may_fill(page: Page, url: str) -> bool:
    """Return whether a script is a file of code, or is written by the server: `/api.php?mod=js&bid=5`."""
    path = urlsplit(url).path
    if path.endswith(".js") or _OF_COLUMN.search(url):
        return True
    return "?" in url and frame_url(page, url) is not None
