"""Challenge pages: scripts that check for a browser, sent in the place of a page.

Such a page shows nothing. Its script sets a cookie, reloads its own address, or both, often in an unreadable
spelling; firewalls have markers of their own. Others say in words that they let nobody in. Scripts are read
as text and never run. All patterns take time in proportion to the length of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from topiccrawl.page.unread.outline import Outline, assigned_locations, literals_in, read_outline, readable

MARKER = "marker"
"""The page, or a header, has the marker of a firewall."""
RELOAD = "reload"
"""A script loads the same address again."""
COOKIE = "cookie"
"""A script sets a cookie, and there is nothing else."""
OBFUSCATED = "obfuscated"
"""An unreadable script comes with a cookie, or with a status of refusal."""
SCRIPT = "script"
"""A script is all that comes with a status of refusal."""
REFRESH = "refresh"
"""A tag loads the same address again, and a cookie or a notice to those without scripts comes along."""
WORDS = "words"
"""The page says that it was asked for by a program, or shows a puzzle, and is short."""
BUSY = "busy"
"""A short page says that its host is asked too often."""
BROKEN = "broken"
"""A short page says that its server has failed, or is being repaired."""

_LONGEST = 256 * 1024
"""Bytes of a challenge page; the longest have their script in the page."""
_MOST_TEXT = 80
"""Characters, without white space, that a challenge page may show: 正在验证浏览器，请稍候."""
_MOST_MARKED_TEXT = 400
"""The same for pages with a marker, which may explain themselves."""
_MOST_LINKS = 2
_LONGEST_WORDS = 16 * 1024
"""Bytes of a page that says in words why it is not the page."""
_MOST_WORDS = 200

_REFUSALS = frozenset((202, 401, 403, 405, 406, 412, 418, 429, 468, 493, 503, 521, 567))
"""Statuses that firewalls send with a challenge."""
_GONE = frozenset((404, 410))
_FIRST_NO_PAGE = 300
_HEADERS = {"cf-mitigated": ("challenge",), "x-amzn-waf-action": ("challenge", "captcha")}

_MARKERS = re.compile(
    r"__jsl_clearance|__jsluid|acw_sc__v\d|aliyun_waf_|wzws(?:challenge|relx|template|_cid)|yunsuo_session"
    r"|security_session_(?:verify|mid)|security_verify_data|_cf_chl|cf-chl-|cdn-cgi/challenge-platform|jschl[-_]"
    r"|_incapsula_resource|aws-?waf-?token|awswaf(?:integration|cookiedomainlist)|\$_ts\b|px-captcha"
    r"|captcha-delivery|bm-verify|safedog-flow-item|ddos-guard|sucuri_cloudproxy",
    re.IGNORECASE,
)
"""Cookies, variables and paths of firewalls for the web."""

_TITLE = re.compile(r"<title[^<>]{0,100}>([^<]{0,100})", re.IGNORECASE)
_SAYS_BUSY = re.compile(r"(?:访问|请求|操作|刷新|查询)(?:过于|太过?|次数过于?)频繁")
_SAYS_NO = re.compile(
    r"(?:访问|请求)[^。！；，]{0,6}被[^。！；，]{0,6}(?:拦截|阻断|拒绝|封禁)"
    r"|(?:按住|拖动|滑动)[^。！；]{0,8}滑块|验证码?[^。！；]{0,12}(?:继续|恢复|再)(?:访问|浏览)"
)
_SAYS_BROKEN = re.compile(
    r"(?:系统|服务器|程序)(?:发生|出现|内部)(?:错误|异常|故障)|数据库连接(?:错误|失败)|internalservererror"
    r"|维护(?:升级)?中|正在[^。！；：]{0,8}维护",
    re.IGNORECASE,
)
_PUZZLE = re.compile(r"(?:安全|人机|访问|滑动|拼图|滑块)验证")
"""Title of a page that shows a puzzle."""
_BYLINE = re.compile(r"(?:发布|更新)(?:时间|日期)|(?:来源|作者|编辑)[:：]")
"""What stands in a short article."""
_PASSWORD = re.compile(r"type\s{0,5}=\s{0,5}[\"']?password", re.IGNORECASE)

_COOKIE = re.compile(r"\bdocument\s{0,5}(?:\.\s{0,5}cookie|\[\s{0,5}[\"']cookie[\"']\s{0,5}\])\s{0,5}=(?!=)")
_RELOAD = re.compile(
    r"\blocation\s{0,5}(?:\.\s{0,5}reload\b|\[\s{0,5}[\"']reload[\"']\s{0,5}\])|\bhistory\s{0,5}\.\s{0,5}go\(\s{0,5}0?\s{0,5}\)"
    r"|\blocation\s{0,5}\.\s{0,5}search\s{0,5}=(?!=)"
)
_OWN = re.compile(
    r"\(?\s{0,5}(?:(?:window|self|top|parent|document|this)\s{0,5}\.\s{0,5})?"
    r"(?:location\b|document\s{0,5}\.\s{0,5}(?:URL|documentURI)\b|URL\b)"
)
_FRAME_BUSTER = re.compile(
    r"\b(?:top|parent)\s{0,5}\.\s{0,5}location(?:\s{0,5}\.\s{0,5}href)?\s{0,5}=(?!=)\s{0,5}"
    r"(?:self|window|document|this|location)\b[^;\n]{0,100}"
)
_CLICKED = re.compile(
    r"\.\s{0,5}(?:on|bind|addEventListener)\s{0,5}\(\s{0,5}[\"'](?:click|change)|\.\s{0,5}(?:click|change)\s{0,5}\(\s{0,5}function"
    r"|\.\s{0,5}on(?:click|change)\s{0,5}=(?!=)"
)
"""A function for clicks: a pager loads its own page with another number."""
_PROVES = re.compile(
    r"/(?:\w*captcha|verify|verification|antispider|anti_?bot)(?:/|\.\w{2,5}|$)", re.IGNORECASE
)
_HAN = re.compile("[\u4e00-\u9fff]")
_PAGE_PATH = re.compile(r"/[\w.-]{1,80}\.(?:s?html?|jsp|aspx?|php)\b", re.IGNORECASE)
_OBFUSCATION = re.compile(
    r"\beval\s{0,5}\(|\bFunction\s{0,5}\(|\bfromCharCode\b|\b_0x[0-9a-f]{3,}|\(\s{0,5}!!\[\]|\batob\s{0,5}\("
    r"|\bunescape\s{0,5}\(|(?:\\x[0-9a-f]{2}){8}|!\[\]\s{0,5}\+\s{0,5}\[\]",
    re.IGNORECASE,
)


def may_be_challenge(body: bytes) -> bool:
    """Return whether a body is short, or has a script, frame or refresh tag, and has at most a few links.

    It takes some microseconds, so that it can be asked of every response.
    """
    if not 0 < len(body) <= _LONGEST:
        return False
    body = body.replace(b"\0", b"")  # UTF-16
    links = at = 0
    while (at := body.find(b"href", at) + 4) > 3:
        links += 1
        if links > 8:  # style sheets and icons count, too
            return False
    lower = body.lower()
    return len(body) <= _LONGEST_WORDS or any(mark in lower for mark in (b"<script", b"<iframe", b"refresh"))


def challenge_kind(
    html: str, url: str = "", *, status: int = 200, headers: Mapping[str, str] | None = None
) -> str:
    """Return why a response is a challenge, as `RELOAD`; empty if it is none.

    Args:
        html: the source.
        url: the URL that was requested.
        status: the HTTP status.
        headers: the response headers; only whether it sets cookies and the marks of firewalls are read.

    >>> challenge_kind("<script>document.cookie='a=1';location.reload()</script>")
    'reload'
    >>> challenge_kind("<script>location.href='/index.html'</script><p>党建</p>")
    ''
    """
    if len(html) > _LONGEST or status in _GONE:
        return ""
    known = {name.lower(): value.lower() for name, value in (headers or {}).items()}
    source = read_outline(html)
    if status < _FIRST_NO_PAGE and (said := _said(html, source)):
        return said
    if source.links > _MOST_LINKS or source.text > _MOST_MARKED_TEXT:
        return ""
    if any(known.get(name, "").startswith(marks) for name, marks in _HEADERS.items()):
        return MARKER
    if _MARKERS.search(html):
        return MARKER
    if source.text > _MOST_TEXT or source.has_frame:
        return ""
    return _kind_of_script(source, url, status, sets_cookie="set-cookie" in known)


def _said(html: str, source: Outline) -> str:
    """Return `BUSY`, `BROKEN` or `WORDS` if a page says so; a form for a password is a log-in."""
    is_markup = html.lstrip().startswith("<") and not html.lstrip().startswith("<?xml")
    if not is_markup or source.text > _MOST_WORDS or len(html) > _LONGEST_WORDS:
        return ""
    if _PASSWORD.search(html) or _BYLINE.search(source.words):
        return ""
    if _SAYS_BUSY.search(source.words):
        return BUSY
    if _SAYS_BROKEN.search(source.words):
        return BROKEN
    title = _TITLE.search(html)
    is_puzzle = _SAYS_NO.search(source.words) or (title is not None and _PUZZLE.search(title[1]))
    return WORDS if is_puzzle else ""


def was_sent_to_challenge(requested: str, url: str) -> bool:
    """Return whether a redirect led from a page to one that asks for a proof that a person reads it.

    >>> was_sent_to_challenge("http://a.cn/dj/1.html", "http://a.cn/captcha.html?back=/dj/1.html")
    True
    >>> was_sent_to_challenge("http://a.cn/dj/1.html", "http://a.cn/dj/2.html?from=/verify")
    False
    """
    return _PROVES.search(url.partition("?")[0]) is not None and not _PROVES.search(
        requested.partition("?")[0]
    )


def _kind_of_script(source: Outline, url: str, status: int, *, sets_cookie: bool) -> str:
    if source.refreshes_to is not None and not source.has_script:
        is_own = _is_own(source.refreshes_to, url)
        return REFRESH if is_own and (sets_cookie or source.has_notice) else ""
    if not source.has_script:
        return ""
    written = source.script
    script = readable(written)
    if len(_HAN.findall(script)) > _MOST_TEXT or len(_PAGE_PATH.findall(script)) > _MOST_LINKS:
        return ""  # its script holds a text or a list
    script = _FRAME_BUSTER.sub("", script)
    # Any script that comes with a refusal is a challenge; with a page, only what runs without a click.
    if status not in _REFUSALS and (clicked := _CLICKED.search(script)):
        script = script[: clicked.start()]
    has_cookie = _COOKIE.search(script) is not None
    goes = [_goes_to_itself(expression, url) for expression in assigned_locations(script)]
    reloads = _RELOAD.search(script) is not None or any(goes)
    is_obfuscated = _OBFUSCATION.search(written) is not None
    if status in _REFUSALS:
        return RELOAD if reloads else COOKIE if has_cookie else OBFUSCATED if is_obfuscated else SCRIPT
    if not reloads and not all(goes):  # a splash page or another redirect by script
        return ""
    if source.externals:  # an application may set a cookie, or reload itself on a click
        return RELOAD if reloads and has_cookie else ""
    if reloads:
        return RELOAD
    if has_cookie:
        return COOKIE
    return OBFUSCATED if is_obfuscated and (sets_cookie or status >= 400) else ""


def _goes_to_itself(expression: str, url: str) -> bool:
    """Return whether what a script assigns to `location` is the page's own address."""
    literals = literals_in(expression)
    if _OWN.match(expression):  # but not with another scheme, or a path below
        return not any("/" in text or "." in text or ":" in text for text in literals)
    if literals and literals[0].endswith("//"):  # `location` has the host behind it, and perhaps the path
        named = any("/" in text or "." in text for text in literals[1:])
        return not named and url.startswith(("http://", "https://") if literals[0] == "//" else literals[0])
    start = expression.lstrip("( \t")
    return start[:1] in ("'", '"') and bool(literals) and bool(literals[0]) and _is_own(literals[0], url)


def _is_own(target: str, url: str) -> bool:
    """Return whether a URL is that of the page, whatever its query."""
    if not target:
        return True
    if not url:
        return False
    try:
        there, here = urlsplit(urljoin(url, target)), urlsplit(url)
    except ValueError:
        return False
    return (there.hostname, there.path or "/") == (here.hostname, here.path or "/")
