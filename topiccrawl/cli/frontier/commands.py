"""`topiccrawl frontier`: which links wait, which were given up and why, also while a crawl runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from topiccrawl.cli.frontier.explanation import explanation
from topiccrawl.cli.frontier.open_view import DatabaseOption, RedisOption, open_view
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import StoredTopic, TopicOption, topic_name
from topiccrawl.errors import StorageError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import ALL, FrontierLink, FrontierView
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.rows.dead_links import read_dead_links
from topiccrawl.text.language import marked

app = command_group("frontier", "Show the links of a crawl: which wait, which were given up, and why.")

MostOption = Annotated[int, typer.Option("--most", "-n", min=1, help="Maximum number of lines to show.")]
ReasonOption = Annotated[
    str,
    typer.Option("--reason", help="Only dead links whose reason contains this, such as 503 or TimeoutError."),
]
HostOption = Annotated[str, typer.Option("--host", help="Only dead links of this host.")]


class Grouping(StrEnum):
    """Keys that dead links are counted by."""

    REASON = "reason"
    HOST = "host"


@app.command(
    epilog=examples(
        "frontier stats -t partybuild", "frontier stats -t partybuild --redis redis://localhost/0"
    )
)
@working(marked("reading the frontier"))
def stats(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
    most: MostOption = 20,
) -> None:
    """Count links by state: in total, and for the hosts with the most waiting links.

    A URL counts once, however often it was tried.
    """
    with open_view(topic, database, redis) as view:
        counted = [("all hosts", view.counts()), *view.hosts(most)]
    states = [state.name.lower() for state in State]
    rows = [
        [host, *(f"{value:,}" for value in (counts.waiting, counts.leased, counts.done, counts.dead))]
        for host, counts in counted
    ]
    print_table(["host", *states], rows, right=states)


@app.command(epilog=examples("frontier top -t partybuild -n 5"))
@working(marked("reading the frontier"))
def top(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
    most: MostOption = 20,
) -> None:
    """Show the best waiting links: score, URL, anchor text."""
    with open_view(topic, database, redis) as view:
        links = view.top(most)
    for link in links:
        anchor = str(json.loads(link.why or "{}").get("anchor", ""))
        typer.echo(printable(f"{link.score:.4f}  {link.url}  {anchor}".rstrip()))
    if not links:
        typer.echo(f"no link of {topic} is waiting", err=True)


@app.command(
    epilog=examples(
        "frontier dead -t partybuild --by reason",
        "frontier dead -t partybuild --reason status_503 --host www.example.cn",
        "frontier dead -t partybuild --redis redis://localhost/0 | cut -f 1 > urls.txt",
    )
)
@working(marked("reading the frontier"))
def dead(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
    reason: ReasonOption = "",
    host: HostOption = "",
    by: Annotated[Grouping | None, typer.Option(help="Count them instead of listing them.")] = None,
    most: MostOption = 100,
) -> None:
    """Show dead letters, the links that were given up: one line each with URL, tab, reason.

    The reason is the last failure, such as status_503, download: TimeoutError or private_address, or that the
    page was involved in several crashes. `topiccrawl frontier requeue` puts dead links back.
    """
    with open_view(topic, database, redis) as view:
        links = view.dead(ALL if by else most, reason=reason, host=host)
    if by:
        counts = Counter(str(link.reason) if by is Grouping.REASON else link.host for link in links)
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]:
            typer.echo(f"{count}\t{printable(name)}")
    else:
        for link in links:
            typer.echo(f"{printable(link.url)}\t{printable(str(link.reason))}")
    if not links:
        _report_no_dead_links(topic, reason, host)


@app.command(epilog=examples("frontier gone -t partybuild"))
@working(marked("reading the frontier"))
def gone(topic: StoredTopic, database: DatabaseOption = DEFAULT_DATABASE, most: MostOption = 100) -> None:
    """Show links whose server says that there is no page: date, status, URL, and the page with the link.

    These are answers such as 404 and 410. A crawl asks for such a link once more when the date is older than
    `TOPICCRAWL_DEAD_LINK_TERM`. Links without any answer are dead letters, see `topiccrawl frontier dead`.
    """
    with existing_corpus(database, topic) as store:
        links = store.read(read_dead_links, topic, most)
    for link in links:
        told = f"{link.died_at:%Y-%m-%d}\t{link.status}\t{link.url}\t{link.parent_url}"
        typer.echo("\t".join(map(printable, told.split("\t"))))
    if not links:
        typer.echo(f"no link of {topic} was answered with 404 or the like", err=True)


@app.command(
    epilog=examples(
        "frontier requeue -t partybuild --reason 503",
        "frontier requeue -t partybuild --host www.example.cn",
        "frontier requeue -t partybuild http://www.example.cn/2024/1.html",
        "frontier requeue -t partybuild --redis redis://localhost/0",
    )
)
@working(marked("reading the frontier"))
def requeue(
    topic: StoredTopic,
    urls: Annotated[
        list[str] | None, typer.Argument(help="Dead links, in any form of their URLs; default: all.")
    ] = None,
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
    reason: ReasonOption = "",
    host: HostOption = "",
) -> None:
    """Put dead links back: all of them, those with a reason or host, or single ones.

    The next crawl of the topic requests them as if they were new. If the frontier is a file, no crawl may be
    running; with Redis one may.
    """
    if urls and (reason or host):
        raise typer.BadParameter(message("give URLs, or a reason and a host, not both"), param_hint="URLS")
    with open_view(topic, database, redis) as view:
        keys = None if not (urls or reason or host) else list(_chosen(view, urls or [], reason, host))
        count = view.requeue(keys)
    typer.echo(f"{count} links wait again")
    if not count:
        _report_no_dead_links(topic, reason, host)


@app.command("explain", epilog=examples("frontier explain -t partybuild http://www.example.cn/2024/1.html"))
@working(marked("reading the frontier"))
def explain(
    topic: TopicOption,
    url: Annotated[str, typer.Argument(help="A URL, in any form.")],
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
) -> None:
    """Show why a link is in the frontier, its score and state, and the outcome of its page.

    For a crawl that learns, also the parts of the learned score and the words, parts of the URL and groups of
    pages that weigh most, as log-odds. The model is in the memory of the workers, so one is rebuilt from the
    rows of the last pages and drops: it may differ a little from that of a crawl that runs. The parts of a
    page that was fetched are those that decided then.
    """
    with open_view(topic_name(topic), database, redis) as view:
        found = view.find(url_key(url))
        link = None if found is None else _dead_link(view, url) or found
    facts = explanation(topic, database, url, link)
    if not facts:
        raise StorageError(message("{url}: the frontier does not know this URL", url=url))
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        typer.echo(printable(f"{name:{width}}  {value}"))


def _chosen(view: FrontierView, urls: list[str], reason: str, host: str) -> Iterator[bytes]:
    if not urls:
        yield from (link.key for link in view.dead(ALL, reason=reason, host=host))
    for url in urls:
        if (link := _dead_link(view, url)) is None:
            raise StorageError(message("{url}: is not a dead link of this frontier", url=url))
        yield link.key


def _dead_link(view: FrontierView, url: str) -> FrontierLink | None:
    key = url_key(url)
    found = view.find(key)
    if found is not None and found.state is State.DEAD:
        return found
    # Requests with `dont_filter` have random keys.
    return next((link for link in view.dead(ALL) if url_key(link.url) == key), None)


def _report_no_dead_links(topic: str, reason: str, host: str) -> None:
    condition = f" for a reason with {reason!r}" if reason else ""
    condition += f" on {host}" if host else ""
    typer.echo(f"no link of {topic} was given up{condition}", err=True)
