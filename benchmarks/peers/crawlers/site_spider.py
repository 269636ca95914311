"""trafilatura's focused_crawler, a spider of one site: runs on each seed in turn with a share of the budget.

The pages that it fetches are stored as it fetches them; its documentation downloads them a second time.
"""

from __future__ import annotations

from typing import Any

from trafilatura import spider
from trafilatura.settings import use_config
from trafilatura.spider import focused_crawler
from trafilatura.utils import decode_file

from benchmarks.peers.task import PageFile, given_task


def main() -> None:
    task = given_task()
    file = PageFile(task.pages)
    module: Any = spider
    fetch = module.fetch_response

    def stored(url: str, **options: Any) -> Any:
        response = fetch(url, **options)
        if response and response.data and response.status == 200:
            file.add(response.url, decode_file(response.data))
        return response

    module.fetch_response = stored
    config = use_config()
    config.set("DEFAULT", "SLEEP_TIME", "0")
    for number, seed in enumerate(task.seeds):
        share = (task.pages - file.pages) // (len(task.seeds) - number)
        focused_crawler(seed, max_seen_urls=share, max_known_urls=100_000, config=config)


if __name__ == "__main__":
    main()
