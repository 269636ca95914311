"""Crawls as jobs of a scrapyd server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

from topiccrawl.admin.topics import KnownTopic
from topiccrawl.errors import AdminError

_TIMEOUT = 30.0
PROJECT = "topiccrawl"
"""Name of the project as `scrapyd-deploy` sends it."""


class Scrapyd:
    """Starts and stops crawls on a scrapyd server, whose environment names their database.

    Args:
        url: of the server; comes from the command line, never from a web form.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        # Proxies from the environment are for the web, not for our own server.
        self._opener = build_opener(ProxyHandler({}))

    def start(self, topic: KnownTopic, *, pages: int = 0, fresh: bool = False, revisit: bool = False) -> str:
        """Schedule the crawl of a topic, see `CrawlProcesses.start`; return the id of the job.

        Raises:
            AdminError: the server does not answer, or refuses.
        """
        settings = ["TOPICCRAWL_STEPS=1", *([f"CLOSESPIDER_PAGECOUNT={pages}"] if pages else [])]
        given = {"project": PROJECT, "spider": "topic", "topic": topic.place, "setting": settings}
        given |= ({"revisit": "1"} if revisit else {}) | ({"fresh": "1"} if fresh else {})
        return str(self._ask("schedule.json", given)["jobid"])

    def jobs(self) -> dict[str, list[dict[str, Any]]]:
        """Return the jobs that are pending, running and finished."""
        found = self._ask(f"listjobs.json?{urlencode({'project': PROJECT})}")
        return {state: list(found.get(state, ())) for state in ("pending", "running", "finished")}

    def _ask(self, path: str, form: Mapping[str, object] | None = None) -> dict[str, Any]:
        data = None if form is None else urlencode(form, doseq=True).encode()
        try:
            with self._opener.open(Request(f"{self._url}/{path}", data), timeout=_TIMEOUT) as response:  # noqa: S310
                answer = json.load(response)
        except (URLError, OSError, ValueError) as error:
            raise AdminError(f"scrapyd: {error}") from error
        if answer.get("status") != "ok":
            raise AdminError(f"scrapyd: {answer.get('message', answer)}")
        return dict(answer)
