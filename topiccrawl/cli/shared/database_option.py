"""The option `--database URL`."""

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
