"""The options `--database URL` and `--redis URL`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

DEFAULT_DATABASE = "sqlite:///corpus.db"


def database_option(help: str) -> Any:
    """Return the option with a help text of its own."""
    return typer.Option("--database", metavar="URL", envvar="TOPICCRAWL_DATABASE_URL", help=help)


DATABASE_FORMS = "sqlite:///FILE or mysql+pymysql://USER:PASSWORD@HOST/DATABASE"
"""Forms of a database URL, as help texts show them."""

DatabaseOption = Annotated[
    str,
    database_option(
        f"{DATABASE_FORMS}; pass a password in the environment, "
        "where other users of the machine cannot read it."
    ),
]
"""An existing database."""

RedisOption = Annotated[
    str,
    typer.Option(
        "--redis",
        envvar="TOPICCRAWL_REDIS_URL",
        help="Redis of a shared crawl: redis://HOST:PORT/NUMBER.",
        show_default=False,
    ),
]
"""The Redis that workers of one crawl share; empty: there is none."""
