"""Spider arguments for the starts of a crawl."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from topiccrawl.messages import message, said
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.relevance.topic.site_files import day_of

_SWITCH = {"": False, "0": False, "false": False, "no": False, "1": True, "true": True, "yes": True}


@dataclass(frozen=True)
class StartOptions:
    """What a crawl starts with besides its seeds.

    Attributes:
        sitemaps: read the sitemaps that the robots.txt of the seeds' hosts name.
        feeds: read the feeds that seeds and their list pages name.
        discover: ask a search engine; "only": ask and fill the queue, but fetch no page.
        revisit: ask again for list pages, sitemaps and feeds that may have changed.
        sites: file with a list of sites, CSV or XLSX.
        sites_from: URL of a directory page, whose outbound sites are seeds.
        categories: the categories of `sites` and `sites_from` that count, separated by commas; empty: all.
        epaper: URL of an e-paper, of which one issue is crawled whole.
        since: oldest day of articles that are kept, as YYYY-MM-DD; lists that are wholly older have no next
            page. Empty: any.
    """

    sitemaps: bool = False
    feeds: bool = False
    discover: str = ""
    revisit: bool = False
    sites: str = ""
    sites_from: str = ""
    categories: str = ""
    epaper: str = ""
    since: str = ""

    @classmethod
    def take(cls, arguments: dict[str, Any]) -> StartOptions:
        """Remove the options from spider arguments and return them.

        Raises:
            ValueError: a value cannot be used.
        """
        given = {name: str(arguments.pop(name)) for name in OPTIONS if name in arguments}
        for name in ("sites_from", "epaper"):
            if given.get(name) and not is_http_url(given[name]):
                raise ValueError(f"{name} = {given[name]!r}: not an http or https URL")
        if given.get("since"):
            try:
                given["since"] = day_of(given["since"])
            except ValueError as error:
                raise ValueError(message("since = {reason}", reason=said(error))) from None
        values: dict[str, Any] = dict(given)
        for name in ("sitemaps", "feeds", "revisit"):
            values[name] = switch(name, given.get(name, ""))
        if (discover := given.get("discover", "")) != "only":
            values["discover"] = "1" if switch("discover", discover) else ""
        return cls(**values)

    @property
    def brings_seeds(self) -> bool:
        """Whether a crawl without seeds of its own has something to start with."""
        return bool(self.discover or self.revisit or self.sites or self.sites_from or self.epaper)

    @property
    def chosen_categories(self) -> frozenset[str]:
        """The categories of sites that count; empty: all."""
        return frozenset(name.strip() for name in self.categories.split(",") if name.strip())


OPTIONS = tuple(field.name for field in fields(StartOptions))
"""The names of the spider arguments."""


def switch(name: str, value: str, on: str = "1 to switch it on", off: str = "0 to switch it off") -> bool:
    """Return whether a spider argument switches something on.

    >>> switch("fresh", "yes"), switch("fresh", "0")
    (True, False)

    Raises:
        ValueError: the value is neither.
    """
    if value.lower() not in _SWITCH:
        raise ValueError(f"{name} = {value!r}: write {on}, {off}")
    return _SWITCH[value.lower()]


def spider_arguments(options: Mapping[str, str | bool | None]) -> list[str]:
    """Return options of a command as arguments of `scrapy crawl`; those without a value are left out.

    >>> spider_arguments({"feeds": True, "sites": "", "epaper": "http://a.cn/"})
    ['-a', 'feeds=1', '-a', 'epaper=http://a.cn/']
    """
    words: list[str] = []
    for name, value in options.items():
        if value:
            words += ["-a", f"{name}={1 if value is True else value}"]
    return words
