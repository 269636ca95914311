"""Item processor that times Scrapy's item pipelines."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Generator
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from scrapy.crawler import Crawler
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.defer import ensure_awaitable

from topiccrawl.crawl.page_timing import working_on
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.items import PageItem
from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.pipelines.page_pipeline import PageDropped, PagePipeline
from topiccrawl.supervision.worker import worker_status

_T = TypeVar("_T")


class TimedPipelines(ItemPipelineManager):
    """Scrapy's manager of item pipelines; each step of any pipeline is timed as work on the item's page.

    In the crawl of a spider without a topic of its own, its items pass the pipelines of the project alone,
    and its pages (`process_page`) those of topiccrawl alone.
    """

    def __init__(self, *middlewares: Any, crawler: Crawler | None = None) -> None:
        super().__init__(*middlewares, crawler=crawler)
        session = None if crawler is None else CrawlSession.find(crawler)
        self._own: list[Any] = []
        if session is not None and not session.is_guest:
            return
        self._own = [one for one in middlewares if isinstance(one, PagePipeline | ExtractionPipeline)]
        own = {id(one) for one in self._own}
        methods = self.methods["process_item"]
        self.methods["process_item"] = deque(
            m for m in methods if id(getattr(m, "__self__", None)) not in own
        )

    async def process_page(self, page: PageItem) -> None:
        """Run the pipelines of topiccrawl; a page that one of them drops has left a row."""
        with suppress(PageDropped):
            await _TimedSteps(page.url, self._through_own(page))

    async def _through_own(self, page: PageItem) -> None:
        for pipeline in self._own:
            await ensure_awaitable(pipeline.process_item(page))

    async def process_item_async(self, item: Any) -> Any:
        """Run the pipelines."""
        return await _TimedSteps(getattr(item, "url", ""), super().process_item_async(item))


class _TimedSteps(Awaitable[_T]):
    """A coroutine each of whose steps is timed."""

    def __init__(self, url: str, coroutine: Awaitable[_T]) -> None:
        self._url = url
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, _T]:
        steps = self._coroutine.__await__()
        proceed = partial(next, steps)
        while True:
            working_on(self._url)
            try:
                awaited = proceed()
            except StopIteration as end:
                result: _T = end.value
                return result
            finally:
                worker_status().end()
            try:
                proceed = partial(steps.send, (yield awaited))
            except BaseException as error:
                proceed = partial(steps.throw, error)
