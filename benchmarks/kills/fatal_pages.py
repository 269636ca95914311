"""Extensions for crawls under test: pages that kill or freeze the process that reads them.

-s EXTENSIONS='{..., "benchmarks.kills.fatal_pages.KillerPage": 0}' -s KILLER_PAGE=/a5/5.html
-s EXTENSIONS='{..., "benchmarks.kills.fatal_pages.FreezingPage": 0}' -s FREEZING_PAGES=/5.html,/9.html
"""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Sequence
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl import settings as shipped

_CATASTROPHE = re.compile(r"(?:a+)+$")


class FatalPage:
    """Calls `harm` for each response whose URL ends with one of the values of a setting.

    Attributes:
        setting: name of the setting.
    """

    setting: str

    def __init__(self, endings: Sequence[str]) -> None:
        self._endings = tuple(endings)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension.

        Raises:
            NotConfigured: the setting is empty.
        """
        endings = crawler.settings.getlist(cls.setting)
        if not endings:
            raise NotConfigured
        found = cls(endings)
        crawler.signals.connect(found.check, signals.response_received)
        return found

    def check(self, response: Response, request: Request) -> None:
        """Handle Scrapy's signal response_received."""
        for ending in self._endings:
            if request.url.endswith(ending.removeprefix("sleep:")):
                self.harm(ending)

    def harm(self, ending: str) -> None:
        """Do what the page does to its process."""
        raise NotImplementedError


class KillerPage(FatalPage):
    """A page that kills its process, as a crash in a parser would."""

    setting = "KILLER_PAGE"

    def harm(self, ending: str) -> None:
        """Send SIGKILL to this process."""
        os.kill(os.getpid(), signal.SIGKILL)


class FreezingPage(FatalPage):
    """A page that freezes its process: a regular expression that holds the interpreter's lock for years.

    An ending with the prefix `sleep:` marks a page that sleeps instead.
    """

    setting = "FREEZING_PAGES"

    def harm(self, ending: str) -> None:
        """Sleep, or match the regular expression."""
        if ending.startswith("sleep:"):
            time.sleep(10_000)
        _CATASTROPHE.match("a" * 64 + "!")


def killer_settings(ending: str) -> dict[str, str]:
    """Return the settings of a crawl in which the page with this URL ending kills its process."""
    return _settings(KillerPage, [ending])


def freezing_settings(endings: Sequence[str], seconds: float) -> dict[str, str]:
    """Return the settings of a crawl with pages that freeze.

    Args:
        endings: endings of the URLs of these pages.
        seconds: TOPICCRAWL_PAGE_SECONDS.
    """
    return {**_settings(FreezingPage, endings), "TOPICCRAWL_PAGE_SECONDS": str(seconds)}


def _settings(extension: type[FatalPage], endings: Sequence[str]) -> dict[str, str]:
    extensions = {**shipped.EXTENSIONS, f"{__name__}.{extension.__name__}": 0}
    return {"EXTENSIONS": json.dumps(extensions), extension.setting: ",".join(endings)}
