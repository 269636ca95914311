"""What surrounds lists and articles, by its address: adverts, votes, counters, log-ins, comments, menus."""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = """
    inc include includes common static asset assets img imgs image images css js script scripts template
    templates skin skins theme themes public top header head foot footer nav subnav left right menu status
    bottom banner sidebar map sitemap lang i18n config manifest swagger error 404 count hit hits click
    print keyword keywords video player barrierfree wzagl copyright proxy about aboutus intro introduce
    privacy exemption terms contact contactus disclaimer help joinus author profile member members user
    users space xhr qrcode ewm erweima widget widgets
"""
"""Names of files that are no pages; data and lists may lie in folders of these names."""
_ASIDE = """
    ad ads adv advert adverts advertisement guanggao counter stat tongji weather tianqi captcha
    register sso oauth mood poll polls survey surveys subscribe jubao hotword hotwords hotkey hotkeys
    hotsearch guestbook favorite favorites fb facebook fblike
"""
"""Names of files and folders that hold neither pages nor data."""
_ASIDE_FORMS = (
    rf"{'|'.join(_ASIDE.split())}|ads?\d*|(?:vote|verify|passport|search|share|comment|commt).*"
    r"|.*(?:plugins?|log(?:in|out|ins))|.*(?:bookmark|feedback).*"
)
_PART_FORMS = (
    rf"{'|'.join(_PARTS.split())}|(?:follow|suggest|report|like).*|.*(?:header|bottom|count|player)"
    r"|.*(?:click|monitor|beacon).*"
)
_SEPARATOR = re.compile(r"[/_.-]")
_QUERY = re.compile(
    r"(?:^|&)(?:action|act|ac|op|do|mod|method|a|m|go)="
    r"(?:stat|count|hits?|log(?:in|out)|register|report|print|reply|new(?:thread|post|reply)|edit|share|vote|comment"
    r"|search|add\w*)(?=&|$)"
    r"|(?:^|[&?])(?:ads?|adv|advid|ad_?(?:id|cnt|type|pos)|utm_source)="
    r"|=(?:comments?|vote|mood|ads?|stat)(?=&|$)",
    re.IGNORECASE,
)
"""Parameters of adverts and of what is done with a page."""
_SIZE = re.compile(r"(?<![\dx])\d{2,4}x\d{2,4}(?![\dx])", re.IGNORECASE)
"""Width and height of an advert or a picture."""
_URL_IN_QUERY = re.compile(
    r"(?:^|&)\w*(?:url|uri|link|redirect\w*|target|to|goto|go|from|ref\w*|dest\w*|u)=https?(?::|%3a)",
    re.IGNORECASE,
)
"""The address of another page: what redirects, shares or counts it."""
_HOST = re.compile(
    r"(?:^|\.)(?:ads?\d*|images?\d*|imgs?\d*|static\d*|res|cdn\d*|comments?\d*|surveys?|votes?|passport|reg|login|sso"
    r"|search|share|bookmarks?|stats?|counter|weather)\."
)
"""Hosts of a site that have neither articles nor lists."""


def is_furniture(path: str) -> bool:
    """Return whether a file or a folder of a path is named like what surrounds lists and articles.

    >>> [is_furniture(path) for path in ("/common/vote", "/my_login.jsp", "/dj/1.html", "/ad2008/1.html")]
    [True, True, False, True]
    """
    return any(map(_names_furniture, _SEPARATOR.split(path.lower())))


def is_aside(path: str) -> bool:
    """Return whether a file or a folder of a path is named like an advert, a vote or a comment form.

    >>> [is_aside(path) for path in ("/common/list.json", "/mood/list.json")]
    [False, True]
    """
    return any(map(_names_aside, _SEPARATOR.split(path.lower())))


_names_furniture = lru_cache(maxsize=4096)(re.compile(f"{_PART_FORMS}|{_ASIDE_FORMS}").fullmatch)
_names_aside = lru_cache(maxsize=4096)(re.compile(_ASIDE_FORMS).fullmatch)


def is_furniture_query(query: str) -> bool:
    """Return whether parameters show an advert or do something with a page, such as counting or printing it.

    >>> [is_furniture_query(query) for query in ("id=3", "action=reply&id=3", "size=300x250")]
    [False, True, True]
    """
    return _QUERY.search(query) is not None or _SIZE.search(query) is not None


def has_other_url(query: str) -> bool:
    """Return whether a parameter is the address of another page.

    >>> has_other_url("id=3&url=http%3A%2F%2Fa.cn%2F"), has_other_url("page=1&path=http://a.cn/")
    (True, False)
    """
    return _URL_IN_QUERY.search(query) is not None


def has_size(url: str) -> bool:
    """Return whether the width and the height of an advert or a picture stand in a URL."""
    return _SIZE.search(url) is not None


def is_furniture_host(host: str) -> bool:
    """Return whether a host is named like one for adverts, pictures, comments or log-ins.

    >>> is_furniture_host("comment2.a.cn"), is_furniture_host("dj.a.cn")
    (True, False)
    """
    return _HOST.search(host) is not None
