"""`topiccrawl frontier`: which links wait, which were given up and why, also while a crawl runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from topiccrawl.cli.frontier.open_view import DatabaseOption, RedisOption, open_view
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import StoredTopic, TopicOption, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import ALL, FrontierLink, FrontierView, find_link
from topiccrawl.text.language import marked, say, translated

app = command_group("frontier", "Show the links of a crawl: which wait, which were given up, and why.")

ReasonOption = Annotated[
    str,
    typer.Option("--reason", help="Only dead links whose reason contains this, such as 503 or TimeoutError."),
]
HostOption = Annotated[str, typer.Option("--host", help="Only dead links of this host.")]


class Shown(StrEnum):
    """Links that `show` lists."""

    WAITING = "waiting"
    DEAD = "dead"
    GONE = "gone"


class Grouping(StrEnum):
    """Keys that dead links are counted by."""

    REASON = "reason"
    HOST = "host"


@app.command(
    epilog=examples(
        "frontier show -t partybuild --redis redis://localhost/0",
        "frontier show -t partybuild --state waiting -n 5",
        "frontier show -t partybuild --state dead --by reason",
        "frontier show -t partybuild --state dead --reason status_503 --host www.example.cn",
        "frontier show -t partybuild --state gone",
    )
)
@working(marked("reading the frontier"))
def show(
    topic: StoredTopic,
    state: Annotated[
        Shown | None, typer.Option(help="List these links; default: count the links of each state.")
    ] = None,
    database: DatabaseOption = DEFAULT_DATABASE,
    redis: RedisOption = "",
    reason: ReasonOption = "",
    host: HostOption = "",
    by: Annotated[Grouping | None, typer.Option(help="Count dead links instead of listing them.")] = None,
    most: Annotated[
        int | None, typer.Option("--most", "-n", min=1, help="Maximum number of lines; default: 20, or 100.")
    ] = None,
) -> None:
    """Count the links of a crawl by state, in total and by host, or list those of one state.

    Waiting links come best first: score, URL, anchor text. Dead ones were given up: URL, tab, the last
    failure, such as status_503, download: TimeoutError or private_address, or that the page was involved in
    several crashes; `topiccrawl frontier requeue` puts them back. Gone ones were answered with 404, 410 or
    the like: date, status, URL, and the page with the link; a crawl asks once more when the date is older
    than `TOPICCRAWL_DEAD_LINK_TERM`. A URL counts once, however often it was tried.
    """
    if state is not Shown.DEAD and (reason or host or by):
        raise wrong_value("only for dead links: --state dead", "--reason, --host, --by")
    if state is Shown.GONE:
        _show_gone(topic, database, most or 100)
        return
    with open_view(topic, database, redis) as view:
        if state is None:
            _show_counts(view, most or 20)
        elif state is Shown.WAITING:
            _show_waiting(view, topic, most or 20)
        else:
            links = view.dead(ALL if by else most or 100, reason=reason, host=host)
            _show_dead(links, by, most or 100)
            if not links:
                _report_no_dead_links(topic, reason, host)


def _show_counts(view: FrontierView, most: int) -> None:
    counted = [(say("all hosts"), view.counts()), *view.hosts(most)]
    states = (marked("waiting"), marked("leased"), marked("done"), marked("dead"))
    rows = [
        [host, *(f"{value:,}" for value in (counts.waiting, counts.leased, counts.done, counts.dead))]
        for host, counts in counted
    ]
    print_table([marked("host"), *states], rows, right=states)


def _show_waiting(view: FrontierView, topic: str, most: int) -> None:
    links = view.top(most)
    for link in links:
        anchor = str(json.loads(link.why or "{}").get("anchor", ""))
        typer.echo(printable(f"{link.score:.4f}  {link.url}  {anchor}".rstrip()))
    if not links:
        typer.echo(say("no link of {topic} is waiting", topic=topic), err=True)


def _show_dead(links: Sequence[FrontierLink], by: Grouping | None, most: int) -> None:
    if by is None:
        for link in links:
            typer.echo(f"{printable(link.url)}\t{printable(str(link.reason))}")
        return
    counts = Counter(str(link.reason) if by is Grouping.REASON else link.host for link in links)
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]:
        typer.echo(f"{count}\t{printable(name)}")


def _show_gone(topic: str, database: str, most: int) -> None:
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.rows.dead_links import read_dead_links

    with existing_corpus(database, topic) as store:
        links = store.read(read_dead_links, topic, most)
    for link in links:
        told = f"{link.died_at:%Y-%m-%d}\t{link.status}\t{link.url}\t{link.parent_url}"
        typer.echo("\t".join(map(printable, told.split("\t"))))
    if not links:
        typer.echo(say("no link of {topic} was answered with 404 or the like", topic=topic), err=True)


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
        raise wrong_value("give URLs, or a reason and a host, not both", "URLS")
    with open_view(topic, database, redis) as view:
        keys = None if not (urls or reason or host) else list(_chosen(view, urls or [], reason, host))
        count = view.requeue(keys)
    typer.echo(say("{count} links wait again", count=count))
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
    from rich.cells import cell_len

    from topiccrawl.cli.frontier.explanation import explanation
    from topiccrawl.page.canonical_url import url_key

    with open_view(topic_name(topic), database, redis) as view:
        found = find_link(view, url_key(url))
        link = None if found is None else _dead_link(view, url) or found
    facts = explanation(topic, database, url, link)
    if not facts:
        raise StorageError("{url}: the frontier does not know this URL", url=url)
    names = [name.replace(name.strip(), translated(name.strip())) for name, _ in facts]
    width = max(map(cell_len, names))
    for name, (_, value) in zip(names, facts, strict=True):
        typer.echo(printable(f"{name}{' ' * (width - cell_len(name))}  {value}"))


def _chosen(view: FrontierView, urls: list[str], reason: str, host: str) -> Iterator[bytes]:
    if not urls:
        yield from (link.key for link in view.dead(ALL, reason=reason, host=host))
    for url in urls:
        if (link := _dead_link(view, url)) is None:
            raise StorageError("{url}: is not a dead link of this frontier", url=url)
        yield link.key


def _dead_link(view: FrontierView, url: str) -> FrontierLink | None:
    from topiccrawl.page.canonical_url import url_key

    key = url_key(url)
    found = view.find(key)
    if found is not None and found.state is State.DEAD:
        return found
    # Requests with `dont_filter` have random keys.
    return next((link for link in view.dead(ALL) if url_key(link.url) == key), None)


def _report_no_dead_links(topic: str, reason: str, host: str) -> None:
    condition = say(" for a reason with {reason!r}", reason=reason) if reason else ""
    condition += say(" on {host}", host=host) if host else ""
    typer.echo(say("no link of {topic} was given up{condition}", topic=topic, condition=condition), err=True)
