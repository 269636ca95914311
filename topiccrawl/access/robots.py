"""robots.txt as RFC 9309 describes it, in the encodings that Chinese sites use.

Where the RFC leaves a choice, this follows Google's published parser: misspelt directives, a missing colon,
`index.html`. Matching takes linear time for every pattern, since anyone may write the file.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

MAX_BYTES = 512 * 1024
"""Bytes that are parsed. RFC 9309 asks for at least 500 kB."""
MAX_REDIRECTS = 5
"""Redirects of a robots.txt that are followed; RFC 9309 asks for at least five."""

_LONGEST_LINE = 8 * 2083
"""Bytes of a line that are read, as in Google's parser."""
_AGENT = frozenset((b"user-agent", b"useragent", b"user agent"))
_DISALLOW = frozenset((b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"))
_KEYS = dict.fromkeys(_AGENT, b"user-agent") | dict.fromkeys(_DISALLOW, b"disallow")
_KEYS |= {b"allow": b"allow", b"crawl-delay": b"crawl-delay", b"crawl delay": b"crawl-delay"}
_KEYS |= {b"sitemap": b"sitemap", b"site-map": b"sitemap"}
_DELAY = re.compile(
    r"\s*(\d{1,9}(?:[.,]\d{1,9})?(?:e\d)?)\s*(s|sec\w*|m|min\w*|[秒分]钟?|)\s*(?:[#;].*)?$", re.I
)
_UNITS = {"m": 60.0, "分": 60.0}
_WITHOUT_COLON = re.compile(rb"(user[- ]?agent|allow|d(?:is|iss|ias)+all?[ao]w|crawl-delay)\s+(\S+)", re.I)
_TOKEN = re.compile(r"[A-Za-z_-]+")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})|([^%])|%", re.DOTALL)
_LITERAL = frozenset(range(0x21, 0x7F)) - frozenset(b"%*$#")
"""Characters that stand for themselves in a compared path."""
_INDEX = "/index.html"
_PLAIN = re.compile(r"/[A-Za-z0-9_.~/=&?:,;+-]*").fullmatch
"""Paths that have no other spelling."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a robots.txt.

    Attributes:
        allows: whether it is an Allow line.
        parts: literal text between wildcards, in order.
        is_whole: whether the pattern ends in `$`.
        length: octets of the pattern; the longest match counts.
    """

    allows: bool
    parts: tuple[str, ...]
    is_whole: bool
    length: int

    def matches(self, path: str) -> bool:
        """Return whether a path matches, as `comparable_path` writes it."""
        first, *others = self.parts
        if not path.startswith(first):
            return False
        position = len(first)
        if not others:
            return not self.is_whole or position == len(path)
        *middle, last = others
        if self.is_whole and not path.endswith(last):
            return False
        for part in middle:
            position = path.find(part, position)
            if position < 0:
                return False
            position += len(part)
        if self.is_whole:
            return len(path) - len(last) >= position
        return path.find(last, position) >= 0


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What a robots.txt says to one crawler.

    Attributes:
        rules: the rules of its group, the longest first, and Allow before Disallow.
        crawl_delay: seconds between two requests; None without such a line.
        sitemaps: URLs of sitemaps, which are for all crawlers.
    """

    rules: tuple[Rule, ...] = ()
    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    def allows(self, url: str) -> bool:
        r"""Return whether a URL may be fetched; `/robots.txt` always may.

        >>> rules = parse_robots(b"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "topiccrawl")
        >>> [rules.allows(f"http://a.cn{path}") for path in ("/", "/a", "/a/b")]
        [True, False, True]
        """
        path = comparable_path(url)
        if path == "/robots.txt":
            return True
        return next((rule.allows for rule in self.rules if rule.matches(path)), True)


@dataclass(slots=True)
class _Group:
    rules: list[Rule] = field(default_factory=list)
    crawl_delay: float | None = None
    seen: set[tuple[bytes, bytes]] = field(default_factory=set)


def product_token(user_agent: str) -> str:
    """Return the name by which a robots.txt addresses a crawler.

    >>> product_token("topiccrawl/0.1.0 (focused research crawler; obeys robots.txt)")
    'topiccrawl'
    """
    found = _TOKEN.match(user_agent)
    return found[0].lower() if found else ""


def parse_robots(body: bytes, token: str) -> RobotsRules:
    r"""Return what a robots.txt says to a crawler; anything else than rules is ignored.

    Args:
        body: the file, or as much of it as was read; `MAX_BYTES` of it count.
        token: the product token of the crawler.

    >>> parse_robots("User-agent: *\nDisallow: /党建".encode("gbk"), "a").allows("http://a.cn/1")
    True
    """
    own, everyone, current = _Group(), _Group(), set[str]()
    names_own, after_rule, sitemaps = False, False, list[str]()
    for key, value in _lines(beginning(body)):
        if key == b"user-agent":
            if after_rule:
                current, after_rule = set(), False
            if value.split(maxsplit=1)[:1] == [b"*"]:
                current.add("*")
            elif product_token(value[:200].decode("latin-1")) == token.lower():
                current.add("own")
                names_own = True
        elif key == b"sitemap":
            sitemaps.append(value.decode("utf-8", "replace"))
        else:
            after_rule = after_rule or key != b"crawl-delay"
            for group in (one for name, one in (("own", own), ("*", everyone)) if name in current):
                _add(group, key, value)
    chosen = own if names_own else everyone
    ordered = sorted(set(chosen.rules), key=lambda rule: (-rule.length, not rule.allows))
    return RobotsRules(tuple(ordered), chosen.crawl_delay, tuple(sitemaps))


def beginning(robots: bytes) -> bytes:
    r"""Return the lines of a robots.txt that are parsed; the last one is complete.

    >>> beginning(b"User-agent: *\nDisallow: /a\n")
    b'User-agent: *\nDisallow: /a\n'
    """
    if len(robots) <= MAX_BYTES:
        return robots
    head = robots[:MAX_BYTES]
    return head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1]


def comparable_path(url: str) -> str:
    """Return path and query of a URL in the form in which they are compared with rules.

    >>> comparable_path("http://a.cn/%7ea/党?b=http%3a//c#d"), comparable_path("http://a.cn")
    ('/~a/%E5%85%9A?b=http://c', '/')
    """
    rest = url.partition("#")[0].partition("://")[2] or url
    at = min((position for mark in "/?" if (position := rest.find(mark)) >= 0), default=len(rest))
    path = rest[at:]
    if _PLAIN(path):
        return path
    return _escaped((path if path.startswith("/") else f"/{path}").encode("utf-8", "surrogatepass"))


def path_rule(pattern: str) -> Rule | None:
    """Return a pattern of paths, written as in a robots.txt; None when it can match nothing.

    >>> path_rule("/a/*.html$").matches("/a/b.html"), path_rule("a")
    (True, None)
    """
    return next(_rules(pattern.encode("utf-8", "surrogatepass"), False), None)


def _lines(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield directives and their values."""
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if body.startswith(mark):
            body = body.decode("utf-16", "replace").encode("utf-8", "replace")
    body = body.removeprefix(codecs.BOM_UTF8)
    for raw in body.replace(b"\r", b"\n").split(b"\n"):
        line = raw[:_LONGEST_LINE].partition(b"#")[0].strip(b" \t\0\f\v")
        name, colon, value = line.partition(b":")
        key = _KEYS.get(b" ".join(name.lower().split())) if colon else None
        if key is None and (found := _WITHOUT_COLON.fullmatch(line)):
            key, value = _KEYS.get(found[1].lower()), found[2]
        if key is not None:
            yield key, value.strip(b" \t\0\f\v")


def _add(group: _Group, key: bytes, value: bytes) -> None:
    if key == b"crawl-delay":
        group.crawl_delay = _seconds(value) if group.crawl_delay is None else group.crawl_delay
        return
    if (key, value) in group.seen:
        return
    group.seen.add((key, value))
    for pattern in _spellings(value):
        group.rules.extend(_rules(pattern, key == b"allow"))


def _seconds(value: bytes) -> float | None:
    try:
        text = value.decode()
    except UnicodeDecodeError:
        text = value.decode("gb18030", "replace")
    found = _DELAY.match(text)
    return float(found[1].replace(",", ".")) * _UNITS.get(found[2][:1].lower(), 1.0) if found else None


def _spellings(value: bytes) -> Iterable[bytes]:
    """Return a pattern as it is, and in the other encoding that the URLs of a Chinese site may have."""
    if value.isascii():
        return (value,) if value else ()
    try:
        other = value.decode("utf-8").encode("gb18030")
    except UnicodeError:
        other = value.decode("gb18030", "replace").encode("utf-8")
    return (value, other)


def _rules(pattern: bytes, allows: bool) -> Iterator[Rule]:
    if pattern[:1] not in (b"/", b"*"):
        return  # it would match nothing: paths begin with a slash
    is_whole = pattern.endswith(b"$")
    text = pattern[:-1] if is_whole else pattern
    parts = _parts(text)
    yield Rule(allows, parts, is_whole, len("*".join(parts)) + is_whole)
    if allows and not is_whole and parts[-1].endswith(_INDEX):
        directory = (*parts[:-1], parts[-1].removesuffix("index.html"))
        yield Rule(allows, directory, True, len("*".join(directory)) + 1)


def _parts(pattern: bytes) -> tuple[str, ...]:
    """Return the literal parts of a pattern; several wildcards in a row are one."""
    has_query = False
    parts = []
    for number, part in enumerate(re.sub(rb"\*+", b"*", pattern).split(b"*")):
        parts.append(_escaped(part, in_query=has_query))
        has_query = has_query or b"?" in part or (number > 0 and b"%3F" in part.upper())
    return tuple(parts)


def _escaped(path: bytes, *, in_query: bool = False) -> str:
    """Return a path in which each octet has one spelling.

    Escapes of characters that mean nothing by themselves are resolved, all others stay. A slash that is
    escaped in the path is no separator; in the query it is the same as a slash.
    """
    made: list[str] = []
    for found in _ESCAPE.finditer(path):
        escaped, plain = found[1], found[2]
        octet = int(escaped, 16) if escaped else plain[0] if plain else ord("%")
        if plain == b"?":
            in_query = True
        keeps_escape = escaped is not None and not in_query and octet in b"/?"
        made.append(chr(octet) if octet in _LITERAL and not keeps_escape else f"%{octet:02X}")
    return "".join(made)
