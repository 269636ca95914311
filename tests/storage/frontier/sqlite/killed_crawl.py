"""A crawl of a tree of numbers that is made to be killed: `python killed_crawl.py DATABASE SIZE [LOG_BYTES]`.

Page n links to the pages 4n+1 to 4n+4. Each round leases some, pushes their links, stores their rows and settles
them; what is promised to be there for good is said on standard output, as JSON, after it was promised.
"""

from __future__ import annotations

import json
import random
import sys
from datetime import UTC, datetime
from hashlib import sha1

from servers.corpora import opened

from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.records import PageRecord

TOPIC = "数"
AT_ONCE = 8


def url_of(number: int) -> str:
    return f"http://{number % 5}.example.cn/{number}"


def key_of(number: int) -> bytes:
    return sha1(str(number).encode(), usedforsecurity=False).digest()


def links_of(number: int, size: int) -> list[int]:
    return [child for child in range(4 * number + 1, 4 * number + 5) if child < size]


def say(**what: object) -> None:
    print(json.dumps(what), flush=True)


def crawl(database: str, size: int, log_bytes: int = 0) -> None:
    store = opened(database)
    if log_bytes:  # crawls so small never fill the log that the writer is given
        store.writer.log_bytes = log_bytes
    frontier = SqliteFrontier(store.writer, TOPIC, max_attempts=1000)
    rnd = random.Random()

    def push(number: int) -> None:
        host = f"{number % 5}.example.cn"
        frontier.push(Entry(key_of(number), host, rnd.random(), str(number).encode(), url_of(number)))

    push(0)
    frontier.flush()
    say(pushed=[0])
    while True:
        held = []
        while len(held) < AT_ONCE and (entry := frontier.lease(lambda host, score: True)) is not None:
            held.append(int(entry.payload))
        if not held:
            break
        say(leased=held)
        links = [link for number in held for link in links_of(number, size)]
        for link in links:
            push(link)
        now = datetime.now(UTC)
        pages = [
            PageRecord(topic=TOPIC, url=url_of(number), run_id=1, fetched_at=now, text="文" * 500)
            for number in held
        ]
        store.write(pages)
        say(stored=held, pushed=links)  # the links came first, so they are there too
        for number in held:
            frontier.done(key_of(number))
        if rnd.random() < 0.5:
            frontier.flush()
            say(done=held)
    frontier.close()
    store.close()
    say(end=True)


if __name__ == "__main__":
    crawl(sys.argv[1], *map(int, sys.argv[2:]))
