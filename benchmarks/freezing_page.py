"""An extension for crawls under test: pages that freeze their process, as a regular expression does.

-s EXTENSIONS='{..., "benchmarks.kills.fatal_pages.FreezingPage": 0}' -s FREEZING_PAGES=/5.html,/9.html
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl import settings as shipped

_CATASTROPHE = re.compile(r"(?:a+)+$")


class FreezingPage:
    """Freezes its own process when a page arrives whose URL ends as the setting FREEZING_PAGES says.

    The regular expression holds the interpreter's lock for years. A page whose ending is given with `sleep:`
    in front sleeps instead.
    """

    def __init__(self, endings: Sequence[str]) -> None:
        self._endings = tuple(ending for ending in endings if ":" not in ending)
        self._sleepers = tuple(ending.removeprefix("sleep:") for ending in endings if ":" in ending)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor.

        Raises:
            NotConfigured: there is no such page.
        """
        endings = crawler.settings.getlist("FREEZING_PAGES")
        if not endings:
            raise NotConfigured
        found = cls(endings)
        crawler.signals.connect(found.look, signals.response_received)
        return found

    def look(self, response: Response, request: Request) -> None:
        """Freeze, if this is such a page."""
        if request.url.endswith(self._endings):
            _CATASTROPHE.match("a" * 64 + "!")
        if self._sleepers and request.url.endswith(self._sleepers):
            time.sleep(10_000)


def freezing_settings(endings: Sequence[str], seconds: float) -> dict[str, str]:
    """The settings that bring the extension into a crawl of the project.

    Args:
        endings: of the URLs of pages that freeze.
        seconds: TOPICCRAWL_PAGE_SECONDS.
    """
    extensions = {**shipped.EXTENSIONS, "benchmarks.kills.fatal_pages.FreezingPage": 0}
    return {
        "EXTENSIONS": json.dumps(extensions),
        "FREEZING_PAGES": ",".join(endings),
        "TOPICCRAWL_PAGE_SECONDS": str(seconds),
    }
