"""Canonical URLs: one form for all spellings of a URL, computed from the URL alone.

It is not the URL that a page declares with <link rel=canonical>; see `topiccrawl.page.url_forms` for that.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha1
from itertools import accumulate
from urllib.parse import urljoin, urlsplit, urlunsplit

from w3lib.url import safe_url_string

from topiccrawl.page.anchors.posted_urls import body_of_post, is_posted, posted_url, url_of_post

_SESSION_PARAMETERS = re.compile(
    r"(?:sid|s_?id|sess(?:ion)?_?id|jsessionid|phpsessid|asp(?:\.net_)?sessionid\w*|cfid|cftoken|zenid|oscsid"
    r"|_t|timestamp|utm_\w+|spm(?:_id_from)?|scm|_ga|_gl|_hsenc|_hsmi|mkt_tok|mc_[ce]id|(?:pk|mtm)_(?:campaign|kwd|source|medium|cid)"
    r"|[gw]braid|(?:g|fb|y|tt)clid|msclkid|gclsrc|dclid|igshid|ref_src|hm(?:sr|pl|cu|kw|ci)|bd_vid|qz_gdt|gdt_vid"
    r"|vd_source|share_(?:source|medium|token|from|plat|tag|session_id|times)|isappinstalled|nsukey|wx_header"
    r"|wxfrom|wxwork_userid)="
    # Numbers against caches.
    r"|(?:r|rnd|rand|random|nocache|_)=(?:0\.)?\d{6,}$"
    # What WeChat adds to shared links; other values of this parameter may name a page.
    r"|from=(?:singlemessage|groupmessage|timeline)$",
    re.IGNORECASE,
)
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?#]*|/\(S\(\w{6,}\)\)(?=/)", re.IGNORECASE)
"""Also the sessions of ASP.NET without cookies."""
_DEFAULT_PORTS = {"http": 80, "https": 443}
_AUTHORITY = re.compile(
    r"^((?:https?:)?//)(?:/+(?=(?:[\w-]+\.)+(?!s?html?|php|aspx?|jsp)[a-z]{2,}(?::\d+)?(?:[/?]|$)))?([^/?]*)",
    re.IGNORECASE,
)
"""Where the host stands; browsers skip further slashes before it, by mistake also before a path."""
_DOTS = str.maketrans("。．｡", "...")
"""Full stops that browsers take for the dots of a host."""
_BLANKS = re.compile(r"[\t\r\n]")
_PLAIN = re.compile(r"[A-Za-z0-9:/?&=._~%+;,!*'()@-]+")
"""URLs that need no encoding: nearly all, and matching is much faster than encoding."""
_SIMPLE = re.compile(r"(https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?:/[A-Za-z0-9:/?&=._~%+,!*'()@-]*)?(?<!\?)")
"""Absolute URLs that joining does not change, and their origins: nearly all links of a page."""
_ROOTED = re.compile(r"/(?![/.])(?:(?!/\.)[A-Za-z0-9:/?&=._~%+,!*'()@-])*(?<!\?)")
"""References from the root of a host without dot segments to resolve."""
_RELATIVE = re.compile(r"((?:\.\.?/)*)([A-Za-z0-9_~%](?:(?!/[/.])[A-Za-z0-9/?&=._~%+,!*'()@-])*)(?<!\?)")
"""References from the folder of a page, or one around it, without other dot segments."""
_CANONICAL = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*/[A-Za-z0-9:/&=._~+,!*'@-]*")
"""URLs that are certainly in canonical form."""
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.?|[0-9a-f:.]*:[0-9a-f:.]*")
"""A host name, in any script, or an IPv6 address."""
_HOST_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_PERCENT_CODE = re.compile(r"%(?![89A-F][0-9A-F])([0-9A-Fa-f]{2})")
"""A percent code, unless it is one in upper case of a byte that is not ASCII: those stay as they are."""
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def absolute_url(base: str, reference: str, charset: str = "utf-8") -> str | None:
    """Return the absolute http or https URL of a reference, without fragment; None for other schemes.

    Encoded like in browsers: the path in UTF-8, the query in the charset of the page, the host in punycode.

    >>> absolute_url("http://a.cn/x/", " ../党建/1.html#top ")
    'http://a.cn/%E5%85%9A%E5%BB%BA/1.html'
    >>> absolute_url("http://a.cn/", "javascript:void(0)") is None
    True
    """
    if reference.startswith("//") and base.startswith(("http://", "https://")):
        reference = f"{base.partition('/')[0]}{reference}"
    if _SIMPLE.fullmatch(reference) and "/." not in reference:
        return reference
    if found := _ROOTED.fullmatch(reference) or _RELATIVE.fullmatch(reference):
        origin, folders = _folders(base)
        if origin and not found.lastindex:
            return origin + reference
        if folders:
            return f"{folders[max(len(folders) - 1 - found[1].count('../'), 0)]}/{found[2]}"
    reference = _BLANKS.sub("", reference.strip()).split("#", 1)[0]
    if not reference or reference[:11].lower() == "javascript:":
        return None
    reference = _AUTHORITY.sub(lambda found: found[1] + found[2].translate(_DOTS), reference)
    try:
        url = urljoin(base, reference)
        parts = urlsplit(url)
        if "/." in parts.path and not parts.path.startswith("//"):  # of an address with a host
            url = urljoin(url, urlunsplit(parts._replace(scheme="", netloc="")))
            parts = urlsplit(url)
        if parts.scheme not in _DEFAULT_PORTS or not _HOST.fullmatch(parts.hostname or ""):
            return None
        _ = parts.port  # raises on a port that is no number
        plain = _PLAIN.fullmatch(url) and parts.netloc == parts.netloc.lower()
        return url if plain else safe_url_string(url, charset or "utf-8")
    except (ValueError, LookupError):
        return None


@lru_cache(maxsize=64)
def _folders(base: str) -> tuple[str, tuple[str, ...]]:
    """Return the origin of a URL, and the folders from there to its own; empty ones of an unusual URL."""
    found = _SIMPLE.fullmatch(base)
    if found is None:
        return "", ()
    names = base[found.end(1) :].partition("?")[0].split("/")[1:-1]
    if not all(names) or any(name[0] == "." for name in names):
        return found[1], ()
    return found[1], tuple(accumulate(names, lambda folder, name: f"{folder}/{name}", initial=found[1]))


@lru_cache(maxsize=4096)
def canonical_url(url: str) -> str:
    """Return the canonical form of a URL, by which pages are compared.

    The host is in lower case without a default port; fragment, session and tracking parameters are removed;
    the other parameters are sorted. Idempotent.

    >>> canonical_url("HTTP://News.CN:80/a?sid=1f&b=2&a=1#x")
    'http://news.cn/a?a=1&b=2'
    """
    if _CANONICAL.fullmatch(url):
        return url
    if is_posted(url):
        return posted_url(canonical_url(url_of_post(url)), body_of_post(url))
    try:
        if not _PLAIN.fullmatch(url):
            url = safe_url_string(url)
        if "%" in url:
            url = _PERCENT_CODE.sub(_one_percent_code, url)
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
        port = parts.port
    except ValueError:
        return url
    if not host:
        return url
    if ":" in host:
        host = f"[{host}]"
    if port and port != _DEFAULT_PORTS.get(parts.scheme):
        host = f"{host}:{port}"
    query = "&".join(
        sorted(field for field in parts.query.split("&") if field and not _SESSION_PARAMETERS.match(field))
    )
    path = _SESSION_IN_PATH.sub("", parts.path) or "/"
    return urlunsplit((parts.scheme, host, path, query, ""))


def _one_percent_code(code: re.Match[str]) -> str:
    """Return a percent code in upper case, or the character itself if it needs no code."""
    character = chr(int(code[1], 16))
    return character if character in _UNRESERVED else code[0].upper()


@lru_cache(maxsize=4096)
def url_key(url: str) -> bytes:
    """Return the frontier's key of a URL, 20 bytes; equal for http and https."""
    canonical = canonical_url(url)
    return sha1(
        canonical.removeprefix("https:").removeprefix("http:").encode(errors="surrogatepass"),
        usedforsecurity=False,
    ).digest()


def likely_forms(url: str) -> tuple[str, str, str]:
    """Return the forms in which a URL is most likely stored.

    >>> likely_forms("https://a.test/1?utm_source=x")
    ('https://a.test/1?utm_source=x', 'http://a.test/1', 'https://a.test/1')
    """
    rest = canonical_url(url).partition("://")[2]
    return url, f"http://{rest}", f"https://{rest}"


def is_http_url(url: str) -> bool:
    """Return whether a text is an absolute http or https URL.

    >>> is_http_url("http://党建.cn/"), is_http_url("www.12371.cn")
    (True, False)
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_host_name(text: str) -> bool:
    """Return whether a text may be the name of a host or a domain.

    >>> is_host_name("news.党建.cn"), is_host_name("http://example.cn/")
    (True, False)
    """
    return _HOST_NAME.fullmatch(text) is not None
