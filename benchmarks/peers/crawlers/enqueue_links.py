"""crawlee's BeautifulSoupCrawler, which follows all links in the order in which it finds them."""

from __future__ import annotations

import asyncio

from crawlee import ConcurrencySettings
from crawlee.configuration import Configuration
from crawlee.crawlers import BeautifulSoupCrawler, BeautifulSoupCrawlingContext
from crawlee.proxy_configuration import ProxyConfiguration
from crawlee.storage_clients import MemoryStorageClient

from benchmarks.peers.task import CONCURRENT_REQUESTS, PageFile, given_task


async def main() -> None:
    task = given_task()
    file = PageFile(task.pages)

    async def store_and_follow(context: BeautifulSoupCrawlingContext) -> None:
        if file.full:
            crawler.stop()
            return
        file.add(context.request.loaded_url or context.request.url, str(context.soup))
        await context.enqueue_links(strategy="all")

    crawler = BeautifulSoupCrawler(
        request_handler=store_and_follow,
        proxy_configuration=ProxyConfiguration(proxy_urls=[task.proxy]),
        concurrency_settings=ConcurrencySettings(
            max_concurrency=CONCURRENT_REQUESTS, desired_concurrency=CONCURRENT_REQUESTS
        ),
        respect_robots_txt_file=True,
        max_request_retries=1,
        storage_client=MemoryStorageClient(),
        configuration=Configuration(purge_on_start=True),
    )
    await crawler.run(task.seeds)


if __name__ == "__main__":
    asyncio.run(main())
