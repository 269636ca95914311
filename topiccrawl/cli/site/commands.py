"""`topiccrawl site`: check the files `sites/<host>.toml` of a topic."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from topiccrawl.cli.shared.crawl_settings import AllowPrivate
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import TopicOption, chosen_topic, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import FetchError, TopicError
from topiccrawl.settings import DOWNLOAD_DELAY, USER_AGENT
from topiccrawl.text.language import localized, marked, say, translated

if TYPE_CHECKING:
    from topiccrawl.access.fetching import DownloadedPage
    from topiccrawl.extraction.sites.check import SiteCheck
    from topiccrawl.page.page import Page
    from topiccrawl.page.sites.rules import SiteRules
    from topiccrawl.relevance.topic.topic import Topic

app = command_group("site", "Check the rules of single sites, the files sites/<host>.toml of a topic.")

_MOST_FETCHED = 8
"""Pages of a site that are fetched where no URLs are given."""
_LISTS, _ARTICLES = 2, 3
"""Further list pages and articles among them."""
_MOST_STORED = 50
_CHANGES = 20
"""Changes of a site that are shown."""


@app.command(
    "check",
    epilog=examples(
        "site check my-topics/河长制",
        "site check my-topics/河长制 www.example.cn",
        "site check my-topics/河长制 http://www.example.cn/gzdt/ http://www.example.cn/gzdt/t1.html",
        "site check -t my-topics/河长制 --stored --database sqlite:///corpus.db",
    ),
)
@working(marked("checking the sites"))
def check(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="HOST|URL...",
            help="One site, or pages to read; default: all sites. Without --topic the first one names the "
            "topic.",
        ),
    ] = [],  # noqa: B006
    topic: TopicOption = "",
    stored: Annotated[
        bool, typer.Option("--stored", help="Read pages that crawls have stored; nothing is fetched.")
    ] = False,
    database: DatabaseOption = DEFAULT_DATABASE,
    allow_private: AllowPrivate = False,
) -> None:
    """Show what each key of a site's file matches, and what it changes against the heuristics.

    Without URLs, at most eight pages of each site are fetched, as robots.txt allows: the seeds there, the
    next page of a list, and articles. Stored pages are articles alone. The exit code is 1 if a key matches
    nothing.
    """
    from topiccrawl.access.fetching import polite_fetcher
    from topiccrawl.cli.site.stored import stored_pages_of
    from topiccrawl.extraction.sites.check import SiteCheck
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.storage.pages.existing import existing_corpus

    topic, targets = (topic, targets) if topic else (chosen_topic("", "".join(targets[:1])), targets[1:])
    loaded = Topic.load(topic)
    if not loaded.sites:
        raise TopicError("{topic}: the topic has no files sites/<host>.toml", topic=topic)
    urls = [target for target in targets if "://" in target]
    hosts = [target for target in targets if "://" not in target]
    if stored and urls:
        raise wrong_value("give hosts, or nothing, with --stored", "URL")
    failed = False
    fetch = polite_fetcher(USER_AGENT, DOWNLOAD_DELAY, allow_private=allow_private)
    for rules in _chosen(loaded, hosts, urls):
        found = SiteCheck(rules)
        if stored:
            name = topic_name(topic)
            with existing_corpus(database, name) as store:
                for page in stored_pages_of(store, name, loaded.sites, rules, _MOST_STORED):
                    found.read(page)
        elif urls:
            own = [url for url in urls if loaded.sites.of(url) is rules]
            for page in _fetched(own, fetch):
                found.read(page)
        else:
            _explore(found, loaded, fetch)
        failed = not _show(found) or failed
    if failed:
        raise typer.Exit(1)


def _chosen(topic: Topic, hosts: Sequence[str], urls: Sequence[str]) -> list[SiteRules]:
    """Return the rules of some sites; of all when none is named.

    Raises:
        TopicError: a site has no file.
    """
    chosen: list[SiteRules] = []
    for name in (*hosts, *urls):
        rules = topic.sites.of(name) if "://" in name else topic.sites.of_host(name)
        if not rules:
            raise TopicError(
                "{name}: no file in {folder} is for it", name=name, folder=f"{topic.folder}/sites"
            )
        if rules not in chosen:
            chosen.append(rules)
    return chosen or list(topic.sites)


def _explore(found: SiteCheck, topic: Topic, fetch: Callable[[str], DownloadedPage]) -> None:
    """Read the seeds of a site, and from there some lists and articles."""
    from topiccrawl.extraction.sites.check import entries_of
    from topiccrawl.page.sites.rules import NEXT_PAGE

    rules = found.rules
    seeds = [seed for seed in topic.seeds if topic.sites.of(seed) is rules] or [f"http://{rules.host}/"]
    wanted = deque(seeds[:_LISTS])
    known, lists, articles = set(wanted), 0, 0
    for _ in range(_MOST_FETCHED):
        if not wanted:
            return
        for page in _fetched([wanted.popleft()], fetch):
            reading = found.read(page)
            following = [link.url for link in reading.links if link.found == NEXT_PAGE]
            named = [link.url for link in reading.links if rules.list_urls.match(link.url)]
            for url in (*following[:1], *named):
                if lists < _LISTS and url not in known:
                    known.add(url)
                    wanted.appendleft(url)
                    lists += 1
            for url in entries_of(page, reading, rules) if reading.is_hub else ():
                if articles < _ARTICLES and url not in known and topic.sites.of(url) is rules:
                    known.add(url)
                    wanted.append(url)
                    articles += 1


def _fetched(urls: Sequence[str], fetch: Callable[[str], DownloadedPage]) -> Iterator[Page]:
    """Yield pages; those that cannot be fetched are reported."""
    from topiccrawl.cli.extract.single_page import page_of

    for url in urls:
        try:
            yield page_of(fetch(url), url)
        except FetchError as error:
            typer.echo(f"topiccrawl: {localized(error)}", err=True)


def _show(found: SiteCheck) -> bool:
    """Print what was found; return whether every key that could match did."""
    typer.echo(say("{source}: pages read: {count}", source=printable(found.rules.source), count=found.pages))
    rows, all_match = [], found.pages > 0
    for key in found.findings():
        if key.tried is None:
            rows.append([key.key, key.value, "-", "-", ""])
            continue
        remark = key.example if key.tried else translated("no page to try it on")
        if key.is_useless:
            remark, all_match = translated("matches nothing"), False
        rows.append([key.key, key.value, str(key.tried), str(key.matched), remark])
    names = [marked("key"), marked("value"), marked("tried"), marked("matched"), marked("first")]
    print_table(names, rows, right=names[2:4])
    if found.changes:
        typer.echo()
        changes = list(islice(found.changes, _CHANGES))
        print_table(
            [marked("page"), marked("what"), marked("heuristics"), marked("with the file")],
            [[_path(one.url), one.what, one.before or "-", one.after or "-"] for one in changes],
        )
        if (more := len(found.changes) - len(changes)) > 0:
            typer.echo(say("{count} more", count=more))
    typer.echo()
    return all_match


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
