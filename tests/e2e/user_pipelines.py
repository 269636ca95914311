"""Item pipelines as users write them; crawls of the tests load them."""

from __future__ import annotations

import gc

from scrapy.exceptions import DropItem

from topiccrawl.items import PageItem


class Broken:
    """Raises for pages whose path holds `broken`, and turns away those with `unwanted`."""

    def process_item(self, item: PageItem) -> PageItem:
        assert gc.isenabled()  # paused while a crawl starts
        if "broken" in item.url:
            raise ZeroDivisionError("除以零")
        if "unwanted" in item.url:
            raise DropItem("不要")
        return item
