"""A worker in a process of its own, as the tests of the Redis frontier kill and stop it.

It crawls a made-up site of `pages` pages: page n links to 2n+1 and 2n+2. What it has fetched it writes down
in the list `fetched` before the page is done. The page `killer` ends the process at once.
"""

from __future__ import annotations

import os
import sys
import time

from storage.frontier.contract import any_host, entry

from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier


def main(url: str, pages: int, lease_seconds: float, killer: int) -> None:
    notes = connect(url)
    frontier = RedisFrontier(connect(url), "党建", lease_seconds=lease_seconds, max_attempts=3)
    frontier.push(entry(0))
    while True:
        leased = frontier.lease(any_host)
        if leased is None:
            counts = frontier.counts()
            if not (counts.waiting or counts.leased):
                break
            time.sleep(0.01)
            continue
        page = int(leased.payload)
        frontier.fetched(leased.key)
        if page == killer:
            os._exit(9)
        time.sleep(0.001)
        notes.rpush("fetched", page)
        for link in (2 * page + 1, 2 * page + 2, page // 2):
            if link < pages:
                frontier.push(entry(link, 1 / (1 + link % 97), f"{link % 5}.example.cn"))
        frontier.done(leased.key)
    frontier.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
