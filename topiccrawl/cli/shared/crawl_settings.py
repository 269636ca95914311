"""The settings that a crawl started in this folder would have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.errors import TopiccrawlError

if TYPE_CHECKING:
    from scrapy.settings import Settings

AllowPrivate = Annotated[bool, typer.Option("--allow-private", help="Permit loopback and private addresses.")]
SettingsOption = Annotated[
    list[str],
    typer.Option("--setting", "-s", metavar="NAME=VALUE", help="Setting of the crawl (repeatable)."),
]


def crawl_settings(changes: Sequence[str] = ()) -> Settings:
    """Return the shipped settings, changed by those of the Scrapy project in this folder and by options.

    Args:
        changes: texts such as `TOPICCRAWL_POST_LISTS=False`.

    Raises:
        TopiccrawlError: a change has no value, or the settings of the project cannot be read.
    """
    from scrapy.settings import Settings
    from scrapy.utils.project import get_project_settings

    from topiccrawl import settings as shipped

    found = Settings()
    found.setmodule(shipped, "addon")  # above Scrapy's defaults, below the project
    try:
        found.update(get_project_settings())
    except (ImportError, ValueError) as error:
        raise TopiccrawlError(
            "the settings of the Scrapy project cannot be read: {error}", error=error
        ) from None
    for text in changes:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise TopiccrawlError("-s {text}: expected NAME=VALUE", text=text)
        found.set(name, value, "cmdline")
    return found
