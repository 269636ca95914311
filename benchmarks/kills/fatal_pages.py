"""An extension for crawls under test: one page ends the process, as a crash of a parser would.

-s EXTENSIONS='{"benchmarks.kills.fatal_pages.KillerPage": 0}' -s KILLER_PAGE=/a5/5.html
"""

from __future__ import annotations

import json
import os
import signal
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl import settings as shipped


class KillerPage:
    """Kills its own process when the page arrives whose address ends as the setting KILLER_PAGE says."""

    def __init__(self, ending: str) -> None:
        self._ending = ending

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor.

        Raises:
            NotConfigured: there is no such page.
        """
        ending = crawler.settings.get("KILLER_PAGE")
        if not ending:
            raise NotConfigured
        found = cls(ending)
        crawler.signals.connect(found.look, signals.response_received)
        return found

    def look(self, response: Response, request: Request) -> None:
        """Die, if this is the page."""
        if request.url.endswith(self._ending):
            os.kill(os.getpid(), signal.SIGKILL)


def killer_settings(ending: str) -> dict[str, str]:
    """The settings that bring the extension into a crawl of the project."""
    extensions = {**shipped.EXTENSIONS, "benchmarks.kills.fatal_pages.KillerPage": 0}
    return {"EXTENSIONS": json.dumps(extensions), "KILLER_PAGE": ending}
