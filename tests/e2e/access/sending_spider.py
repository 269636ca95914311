"""A spider that sends what only the right server may see; it prints how each request ended."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from scrapy import FormRequest, Request, Spider
from scrapy.http import Response
from twisted.python.failure import Failure


class Sending(Spider):
    name = "sending"

    def __init__(self, servers: str) -> None:
        super().__init__()
        self.servers: dict[str, str] = json.loads(servers)

    async def start(self) -> AsyncIterator[Any]:
        for fault, url in self.servers.items():
            jar = {"cookiejar": fault, "fault": fault}
            for how, request in {
                "cookie": Request(
                    url, cookies={"session": "geheim"}, meta=jar | {"cookiejar": f"own {fault}"}
                ),
                "authorization": Request(url, headers={"Authorization": "Basic Z2VoZWlt"}, meta=jar),
                "form": FormRequest(url, formdata={"pass": "geheim"}, meta=jar),
            }.items():
                yield self.told(request, how)
            yield Request(url, self.ask_again, meta=jar, dont_filter=True)

    def ask_again(self, response: Response) -> Request:
        return self.told(
            Request(response.url, meta={"cookiejar": response.meta["fault"]}), "again", response.meta["fault"]
        )

    def told(self, request: Request, how: str, fault: str = "") -> Request:
        name = f"{fault or request.meta['fault']}/{how}"
        return request.replace(
            dont_filter=True,
            callback=lambda response: self.log_end(name, str(response.status)),
            errback=lambda failure: self.log_end(name, why(failure)),
        )

    def log_end(self, name: str, how: str) -> None:
        self.logger.info("ENDED %s %s", name, how)


def why(failure: Failure) -> str:
    return str(getattr(failure.value, "reason", type(failure.value).__name__))
