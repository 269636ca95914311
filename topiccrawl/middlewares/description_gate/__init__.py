"""Downloader middleware that drops pages with an off-topic description (paper A, section 3.1)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from topiccrawl.crawl.session import Component

if TYPE_CHECKING:
    from topiccrawl.middlewares.description_gate.reading import GateReading


class DescriptionGate(Component):
    """Passes pages that the strategy of the crawl may keep, or whose links it follows.

    The file of a site (`sites/<host>.toml`) may name a page a list, whose links are followed, or an article,
    which the verdict judges.

    All other pages are dropped with a reason (`topiccrawl/drops/gate/...`), as are responses that are not
    HTML or not successful, and pages that would take too long to parse. A page that an editor wants to keep
    passes whatever its description says. The page is parsed here, once, and passed on as the `Visit` in
    `Request.meta`. Responses to requests of Scrapy's own components, such as robots.txt, pass, and so do
    responses without an HTML page when the spider knows nothing of topics.
    """

    def process_response(self, request: Request, response: Response) -> Response:
        """Pass a response on, or drop it with `IgnoreRequest`."""
        if request.callback is NO_CALLBACK:
            return response
        return self._reading.process_response(request, response)

    @cached_property
    def _reading(self) -> GateReading:
        # Here: what reads pages takes long to import, and the first request does not wait for it.
        from topiccrawl.middlewares.description_gate.reading import GateReading

        return GateReading(self.crawler, self.session)
