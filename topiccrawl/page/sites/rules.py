"""The rules of a site, each in the place of one heuristic, and the rules of all sites of a topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from topiccrawl.page.sites.next_pages import LAST, NextPages
from topiccrawl.page.sites.selectors import NO_SELECTORS, Selectors
from topiccrawl.page.sites.url_patterns import NO_PATTERNS, UrlPatterns

IN_LIST = "site:list"
"""`Link.found` of a link that `list` of its site names."""
NEXT_PAGE = "site:next"
"""`Link.found` of a link that `next` of its site names."""
FIELDS = ("title", "body", "date", "source", "author")
"""Keys that say where a part of an article stands."""
KEYS = ("include", "exclude", "list", "next", "article", *FIELDS, "since", "tls", "browser")
"""The keys of a file, all of them optional."""
TLS_MODES = ("record", "strict")
"""Values of `tls`, those of the setting `TOPICCRAWL_TLS`."""


@dataclass(frozen=True)
class SiteRules:
    """The rules of one site; what is empty is left to the heuristics.

    Attributes:
        host: the host that the file is named after; empty: the site has no rules.
        source: path of the file, for messages.
        include: URLs that may be requested; what `list`, `next` and `article` name may be, too.
        exclude: URLs that are never requested.
        list_urls: URLs of list pages.
        list_links: elements whose links lead to articles.
        next: where lists go on.
        article: URLs of articles.
        fields: elements that hold a part of an article, by one of `FIELDS`.
        since: oldest date of an article that is kept, as YYYY-MM-DD; empty: any.
        tls: one of `TLS_MODES`; empty: as the crawl's setting says.
        browser: whether pages are rendered; None: as the crawl's settings say.
        written: the keys of the file and their values as texts.
    """

    host: str = ""
    source: str = ""
    include: UrlPatterns = NO_PATTERNS
    exclude: UrlPatterns = NO_PATTERNS
    list_urls: UrlPatterns = NO_PATTERNS
    list_links: Selectors = NO_SELECTORS
    next: NextPages = LAST
    article: UrlPatterns = NO_PATTERNS
    fields: Mapping[str, Selectors] = field(default_factory=dict)
    since: str = ""
    tls: str = ""
    browser: bool | None = None
    written: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.host)

    def refusal(self, url: str, found: str = "") -> str:
        """Return the key that refuses a link, `exclude` or `include`; empty if it may be requested.

        Args:
            url: its URL.
            found: its `Link.found`.
        """
        if self.exclude.match(url):
            return "exclude"
        if self.include and not (self.include.match(url) or self.names(url, found)):
            return "include"
        return ""

    def names(self, url: str, found: str = "") -> bool:
        """Return whether a link leads to a list or an article by `list`, `next` or `article`.

        Such a link is visited whatever its anchor text says.
        """
        return found in (IN_LIST, NEXT_PAGE) or self.article.match(url) or self.list_urls.match(url)


NO_RULES = SiteRules()
"""The rules of a site without a file."""


@dataclass(frozen=True)
class Sites:
    """The rules of the sites of a topic.

    Attributes:
        by_host: rules by host in lower case.
    """

    by_host: Mapping[str, SiteRules] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.by_host)

    def __iter__(self) -> Iterator[SiteRules]:
        return iter(self.by_host.values())

    def of(self, url: str) -> SiteRules:
        """Return the rules for a URL, see `of_host`."""
        if not self.by_host:
            return NO_RULES
        try:
            return self.of_host(urlsplit(url).hostname or "")
        except ValueError:  # a bracket that is not an IPv6 address
            return NO_RULES

    def of_host(self, host: str) -> SiteRules:
        """Return the rules of a host: its own, those of its twin with www., or of the nearest domain above.

        >>> sites = Sites({"a.cn": SiteRules("a.cn"), "www.b.cn": SiteRules("www.b.cn")})
        >>> [sites.of_host(host).host for host in ("www.a.cn", "bbs.a.cn", "b.cn", "bbs.b.cn")]
        ['a.cn', 'a.cn', 'www.b.cn', '']
        """
        host = host.lower().rstrip(".")
        for one in (host, f"www.{host}"):
            if one in self.by_host:
                return self.by_host[one]
        while host := host.partition(".")[2]:
            if host in self.by_host:
                return self.by_host[host]
        return NO_RULES


NO_SITES = Sites()
"""A topic without rules for single sites."""
