"""Item processor that times Scrapy's item pipelines."""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from functools import partial
from typing import Any, TypeVar

from scrapy.pipelines import ItemPipelineManager

from topiccrawl.crawl.page_timing import working_on
from topiccrawl.supervision.worker import worker_status

_T = TypeVar("_T")


class TimedPipelines(ItemPipelineManager):
    """Scrapy's manager of item pipelines; each step of any pipeline is timed as work on the item's page."""

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
