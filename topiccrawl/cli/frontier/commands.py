"""`topiccrawl frontier`: what waits, what was given up and why, also while a crawl runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from topiccrawl.cli.database import DEFAULT_DATABASE
from topiccrawl.cli.frontier.explanation import explanation
from topiccrawl.cli.frontier.place import Database, Redis, opened_view
from topiccrawl.cli.group import command_group, examples
from topiccrawl.cli.tables import print_table, printable
from topiccrawl.cli.topic_option import StoredTopic
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import ALL, FrontierLink, FrontierView

frontier = command_group()

Most = Annotated[int, typer.Option("--most", "-n", min=1, help="Lines to show at most.")]
Reason = Annotated[
    str, typer.Option(help="Only dead links whose reason holds this text, such as 503 or TimeoutError.")
]
Host = Annotated[str, typer.Option(help="Only dead links of this host.")]


class By(StrEnum):
    """What dead links are counted by."""

    REASON = "reason"
    HOST = "host"


@frontier.command(
    epilog=examples(
        "frontier stats -t partybuild", "frontier stats -t partybuild --redis redis://localhost/0"
    )
)
def stats(
    topic: StoredTopic, database: Database = DEFAULT_DATABASE, redis: Redis = "", most: Most = 20
) -> None:
    """Count links by what has become of them, in all and for the hosts with most of them waiting.

    A link is an address: however often it is tried, it counts once.
    """
    with opened_view(topic, database, redis) as view:
        counted = [("all hosts", view.counts()), *view.hosts(most)]
    names = [state.name.lower() for state in State]
    rows = [
        [host, *(f"{value:,}" for value in (counts.waiting, counts.leased, counts.done, counts.dead))]
        for host, counts in counted
    ]
    print_table(["host", *names], rows, right=names)


@frontier.command(epilog=examples("frontier top -t partybuild -n 5"))
def top(
    topic: StoredTopic, database: Database = DEFAULT_DATABASE, redis: Redis = "", most: Most = 20
) -> None:
    """Show the best links that wait: score, URL, anchor text."""
    with opened_view(topic, database, redis) as view:
        links = view.top(most)
    for link in links:
        typer.echo(printable(f"{link.score:.4f}  {link.url}  {_anchor(link)}".rstrip()))
    if not links:
        typer.echo(f"no link of {topic} waits", err=True)


@frontier.command(
    epilog=examples(
        "frontier dead -t partybuild --by reason",
        "frontier dead -t partybuild --reason status_503 --host www.example.cn",
        "frontier dead -t partybuild --redis redis://localhost/0 | cut -f 1 > urls.txt",
    )
)
def dead(
    topic: StoredTopic,
    database: Database = DEFAULT_DATABASE,
    redis: Redis = "",
    reason: Reason = "",
    host: Host = "",
    by: Annotated[By | None, typer.Option(help="Count them instead of listing them.")] = None,
    most: Most = 100,
) -> None:
    """Show dead letters: links that were given up, a line each with its URL, a tab and the reason.

    Reasons are what went wrong last, such as status_503, download: TimeoutError, private_address, or that a
    page took part in several crashes. `topiccrawl frontier requeue` lets them wait again.
    """
    with opened_view(topic, database, redis) as view:
        links = view.dead(ALL if by else most, reason=reason, host=host)
    if by:
        counts = Counter(str(link.reason) if by is By.REASON else link.host for link in links)
        for name, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:most]:
            typer.echo(f"{count}\t{printable(name)}")
    else:
        for link in links:
            typer.echo(f"{printable(link.url)}\t{printable(str(link.reason))}")
    if not links:
        typer.echo(f"no link of {topic} was given up{_condition(reason, host)}", err=True)


@frontier.command(
    epilog=examples(
        "frontier requeue -t partybuild --reason 503",
        "frontier requeue -t partybuild --host www.example.cn",
        "frontier requeue -t partybuild http://www.example.cn/2024/1.html",
        "frontier requeue -t partybuild --redis redis://localhost/0",
    )
)
def requeue(
    topic: StoredTopic,
    urls: Annotated[
        list[str] | None, typer.Argument(help="Dead links, in any of their forms; without: all of them.")
    ] = None,
    database: Database = DEFAULT_DATABASE,
    redis: Redis = "",
    reason: Reason = "",
    host: Host = "",
) -> None:
    """Let dead links wait again: all of them, those of a reason or host, or single ones.

    The next crawl of the topic asks for them as if they were new. With a frontier in a file no crawl may run
    meanwhile; with Redis one may.
    """
    if urls and (reason or host):
        raise typer.BadParameter("give URLs, or a reason and a host, not both", param_hint="URLS")
    with opened_view(topic, database, redis) as view:
        keys = None if not (urls or reason or host) else list(_chosen(view, urls or [], reason, host))
        count = view.requeue(keys)
    typer.echo(f"{count} links wait again")
    if not count:
        typer.echo(f"no link of {topic} was given up{_condition(reason, host)}", err=True)


@frontier.command(
    "explain", epilog=examples("frontier explain -t partybuild http://www.example.cn/2024/1.html")
)
def explain(
    topic: StoredTopic,
    url: Annotated[str, typer.Argument(help="A URL, in any of its forms.")],
    database: Database = DEFAULT_DATABASE,
    redis: Redis = "",
) -> None:
    """Say why a link is in the frontier, where it stands, what became of it; or why it was dropped."""
    with opened_view(topic, database, redis) as view:
        found = view.find(url_key(url))
        link = None if found is None else _dead_link(view, url) or found
    told = explanation(topic, database, url, link)
    if not told:
        raise StorageError(f"{url}: the frontier does not know this address")
    width = max(len(name) for name, _ in told)
    for name, value in told:
        typer.echo(printable(f"{name:{width}}  {value}"))


def _chosen(view: FrontierView, urls: list[str], reason: str, host: str) -> Iterator[bytes]:
    if not urls:
        yield from (link.key for link in view.dead(ALL, reason=reason, host=host))
    for url in urls:
        if (link := _dead_link(view, url)) is None:
            raise StorageError(f"{url}: is no dead link of this frontier")
        yield link.key


def _dead_link(view: FrontierView, url: str) -> FrontierLink | None:
    """Return the dead link of an address; requests of spiders that must not be filtered have other keys."""
    key = url_key(url)
    found = view.find(key)
    if found is not None and found.state is State.DEAD:
        return found
    return next((link for link in view.dead(ALL) if url_key(link.url) == key), None)


def _condition(reason: str, host: str) -> str:
    said = [f"for a reason with {reason!r}"] if reason else []
    return "".join(f" {part}" for part in [*said, *([f"on {host}"] if host else [])])


def _anchor(link: FrontierLink) -> str:
    return str(json.loads(link.why or "{}").get("anchor", ""))
