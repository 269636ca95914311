"""`topiccrawl admin`: the web pages from which people run crawls and read what they found."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.alert_sender import alert_sender
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption, RedisOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.extras import require_extra

app = single_command()

_PROBE_SECONDS, _PROBE_TIMEOUT = 60.0, 15.0
"""Seconds for a site and for a request when a user waits for the probe of sites."""
_PROBE_PARALLEL = 6


@app.command(
    "admin",
    epilog=examples("admin --port 8080", "admin --database sqlite:////data/corpus.db --topics /data/topics"),
)
def admin(
    database: DatabaseOption = DEFAULT_DATABASE,
    port: Annotated[int, typer.Option(help="The port.", min=0, max=65535)] = 8080,
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on; any but this machine's own needs an HTTPS proxy in front."
        ),
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name under which browsers may open the pages, besides localhost; repeatable."
        ),
    ] = None,
    topics: Annotated[Path, typer.Option(help="Folder of topics that the pages may change.")] = Path(
        "my-topics"
    ),
    folder: Annotated[
        Path | None,
        typer.Option(help="Folder of users, logs and exports; default: beside the database (FILE-admin)."),
    ] = None,
    redis: RedisOption = "",
    scrapyd: Annotated[str, typer.Option(help="URL of a scrapyd server that runs the crawls.")] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="TOPICCRAWL_SMTP",
            help="Server for e-mail: smtps://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtp://...",
            show_default=False,
        ),
    ] = "",
    allow_private: Annotated[
        bool,
        typer.Option(
            "--allow-private", help="Briefings may go to webhooks of this machine and of private networks."
        ),
    ] = False,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="A proxy on this machine terminates HTTPS and forwards the client's address.",
        ),
    ] = False,
) -> None:
    """Serve the administration pages: crawls, found pages, topics, exports.

    A missing database is created. The first start prints the password of the user `admin`, once.
    Warnings are sent to the webhooks of TOPICCRAWL_ALERTS while it runs, as `topiccrawl warn` does.
    """
    require_extra("admin")
    from topiccrawl.admin.configuration import Configuration, data_folder
    from topiccrawl.admin.server import serve
    from topiccrawl.probe.many import ProbeOptions
    from topiccrawl.reporting.monitoring.mail import MailServer
    from topiccrawl.settings import DOWNLOAD_DELAY, TOPICCRAWL_TLS, USER_AGENT

    own = frozenset(allow_host or ()) | ({host} if host not in ("0.0.0.0", "::") else frozenset())  # noqa: S104
    configuration = Configuration(
        database,
        folder or data_folder(database),
        topics,
        own,
        redis,
        scrapyd,
        ProbeOptions(
            USER_AGENT,
            pause=DOWNLOAD_DELAY,
            accepts_unverified=TOPICCRAWL_TLS == "record",
            seconds=_PROBE_SECONDS,
            timeout=_PROBE_TIMEOUT,
            parallel=_PROBE_PARALLEL,
        ),
        MailServer.parse(smtp),
        allow_private,
    )
    send = alert_sender(logging.getLogger(__name__).warning)
    serve(configuration, host, port, behind_proxy=behind_proxy, send=send)
