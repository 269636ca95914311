"""Shorter forms of a URL under which a site may serve the same page: mobile, print, default page and others.

`dedup/url_habits.py` says when a host has proved that the two are twins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import SplitResult, urlsplit

from topiccrawl.page.canonical_url import absolute_url, canonical_url
from topiccrawl.page.page import Page

VIEWS = frozenset(("amp", "mip", "print", "printer", "m", "mobile", "wap", "3g", "touch", "h5", "share"))
"""Directories and ends of file names that name a view of a page."""

LONGEST_NAME = 64
"""Maximum number of characters of a shape or a rule."""

_HOSTS = frozenset(("m", "3g", "4g", "wap", "mobile", "mob", "touch", "h5", "amp"))
"""First labels of hosts that serve another view of a site."""
_DEFAULT_PAGE = re.compile(r"/((?:index|default)\.(?:s?html?|php|aspx?|jsp))$", re.IGNORECASE)
"""`index_1.html` is the second page of a list, and not matched."""
_LAST = re.compile(r"^(?P<stem>.*?)(?P<ending>\.\w{1,5})?$")
_AFTER = re.compile(r"^(.+)[._-]([a-z0-9]+)$", re.IGNORECASE)
_BEFORE = re.compile(r"^([a-z0-9]+)[_-](.+)$", re.IGNORECASE)
_DIGITS = re.compile("[0-9]+")
_SCRIPT = re.compile(r"\.(?:php|aspx?|jsp|do|action|cgi)$", re.IGNORECASE)
_LONGEST_SEGMENT = 20
_MOST_PARAMETERS = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a URL to a shorter form.

    Attributes:
        rule: what is left out, such as `index:index.html`, `host:m`, `segment:amp` or `param:from`.
        base: the shorter form, canonical.
        host: the host whose habit this would be.
        shape: the kind of URL, see `shape_of`; pages of one shape are made by one template.
        value: of the parameter; None for other rules.
    """

    rule: str
    base: str
    host: str
    shape: str
    value: str | None = None


@lru_cache(maxsize=4096)
def steps(url: str, segments: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return the steps that lead from a URL to shorter forms.

    Args:
        url: a URL.
        segments: further directories that may name a view, such as those of declared canonical URLs.

    >>> [(step.rule, step.base) for step in steps("http://m.a.cn/x/index.html?from=list")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('host:m', 'http://a.cn/x/index.html?from=list'), ('host:m>www', 'http://www.a.cn/x/index.html?from=list'),
     ('index:index.html', 'http://m.a.cn/x/?from=list'), ('param:from', 'http://m.a.cn/x/index.html')]
    """
    own = canonical_url(url)
    try:
        parts = urlsplit(own)
        host = parts.hostname or ""
    except ValueError:
        return ()
    found = []
    for rule, changed, value in (*_hosts(parts), *_paths(parts, VIEWS | segments), *_parameters(parts)):
        base = canonical_url(changed.geturl())
        if base != own and len(rule) <= LONGEST_NAME:
            found.append(Step(rule, base, host, shape_of(base), value))
    return tuple(found)


def shape_of(url: str) -> str:
    """Return the kind of a URL: its directories and parameters, without what differs from page to page.

    >>> shape_of("http://a.cn/news/2024/0501/17.html?c=show&id=4")
    'news/0/0.html?c=show&id'
    """
    parts = urlsplit(url)
    *directories, last = parts.path.split("/")[1:]
    kinds = [_DIGITS.sub("0", directory) for directory in directories[:2]]
    ending = re.search(r"\.\w{1,5}$", last)
    if not _SCRIPT.search(last):
        last = ("0" if _DIGITS.search(last) else "a" if last else "") + (ending[0] if ending else "")
    shape = "/".join([*kinds, last])
    if parts.query:
        shape += "?" + "&".join(map(_kind_of_field, parts.query.split("&")))
    if len(shape) <= LONGEST_NAME:
        return shape
    return shape[:43] + "~" + blake2b(shape.encode(errors="replace"), digest_size=10).hexdigest()


def declared_url(page: Page) -> str | None:
    """Return the URL that a page declares as its own with `rel=canonical`; None without one."""
    for element in page.tree.iter("link"):
        if "canonical" in (element.get("rel") or "").lower().split():
            return absolute_url(page.url, element.get("href") or "", page.charset)
    return None


def declared_segments(url: str, declared: str | None) -> frozenset[str]:
    """Return the directory that a URL has more than the declared one; it may name a view.

    >>> declared_segments("http://a.cn/share/1.html", "http://a.cn/1.html")
    frozenset({'share'})
    """
    if declared is None:
        return frozenset()
    own, other = urlsplit(canonical_url(url)), urlsplit(canonical_url(declared))
    names = own.path.split("/")
    for position, name in enumerate(names[:-1]):
        left = "/".join(names[:position] + names[position + 1 :])
        if (
            position
            and may_be_view(name)
            and (own.netloc, left, own.query) == (other.netloc, other.path, other.query)
        ):
            return frozenset((name,))
    return frozenset()


def are_twin_hosts(host: str, other: str) -> bool:
    """Return whether two hosts may serve the same pages, as only `www.` and labels of views differ.

    >>> [are_twin_hosts("www.a.cn", other) for other in ("m.a.cn", "a.cn", "www.a.cn:81", "b.a.cn")]
    [True, True, False, False]
    """
    return _plain_host(host) == _plain_host(other)


def _plain_host(host: str) -> str:
    label, _, rest = host.partition(".")
    return _plain_host(rest) if "." in rest and (label == "www" or label in _HOSTS) else host


def may_be_view(segment: str) -> bool:
    """Return whether a directory may name a view: a short name without digits, or a known one."""
    return segment in VIEWS or (0 < len(segment) <= _LONGEST_SEGMENT and not _DIGITS.search(segment))


def _hosts(parts: SplitResult) -> Iterator[tuple[str, SplitResult, None]]:
    label, _, rest = parts.netloc.partition(".")
    if label in _HOSTS and "." in rest:
        yield f"host:{label}", parts._replace(netloc=rest), None
        if not rest.startswith("www."):
            yield f"host:{label}>www", parts._replace(netloc=f"www.{rest}"), None
    elif rest and label != "www" and (parts.hostname or "")[-1:].isalpha():  # no IP address
        # Not the other way round: most pages are of the longer name, and so need no row of another form.
        yield "host:>www", parts._replace(netloc=f"www.{parts.netloc}"), None


def _paths(parts: SplitResult, views: Collection[str]) -> Iterator[tuple[str, SplitResult, None]]:
    if found := _DEFAULT_PAGE.search(parts.path):
        yield f"index:{found[1].lower()}", parts._replace(path=parts.path[: found.start() + 1]), None
    names = parts.path.split("/")
    for position, name in enumerate(names):
        if position and name in views:
            left = "/".join(names[:position] + names[position + 1 :]) or "/"
            yield f"segment:{name}", parts._replace(path=left), None
    last = _LAST.match(names[-1])
    if last is None:
        return
    stem, ending = last["stem"], last["ending"] or ""
    for pattern, view, kept in ((_AFTER, 2, 1), (_BEFORE, 1, 2)):
        matched = pattern.match(stem)
        if matched and matched[view].lower() in VIEWS:
            path = "/".join([*names[:-1], matched[kept] + ending])
            yield (
                f"{'after' if view == 2 else 'before'}:{matched[view].lower()}",
                parts._replace(path=path),
                None,
            )


def _parameters(parts: SplitResult) -> Iterator[tuple[str, SplitResult, str]]:
    fields = [field for field in parts.query.split("&") if field]
    for position, field in enumerate(fields[:_MOST_PARAMETERS]):
        name, _, value = field.partition("=")
        left = "&".join(fields[:position] + fields[position + 1 :])
        yield f"param:{name}", parts._replace(query=left), value


def _kind_of_field(field: str) -> str:
    name, _, value = field.partition("=")
    return f"{name}={value}" if value.isalpha() and len(value) <= 12 else name
