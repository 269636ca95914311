"""Scrapy with topic words in the anchor text as the priority of a request.

`anchor_words TASK` uses Scrapy's default queue, `anchor_words TASK QUEUE` another SCHEDULER_PRIORITY_QUEUE.
"""

from __future__ import annotations

import sys

from scrapy import Request
from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import Rule

from benchmarks.peers.crawlers.breadth_first import StoringSpider, run


class AnchorWordsSpider(StoringSpider):
    """Follows links with topic words in their anchor text first."""

    rules = (Rule(LinkExtractor(), callback="store", follow=True, process_request="prioritised"),)

    def prioritised(self, request: Request, response: Response) -> Request:
        """Return a request whose priority is the number of topic words in its anchor text."""
        anchor = request.meta["link_text"]
        return request.replace(priority=sum(word in anchor for word in self.task.words))


if __name__ == "__main__":
    run(AnchorWordsSpider, {"SCHEDULER_PRIORITY_QUEUE": sys.argv[2]} if len(sys.argv) > 2 else {})
