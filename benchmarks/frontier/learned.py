"""Memory and time of the strategy that learns, with up to a million links that wait.

    python -m benchmarks.frontier.learned [--sizes N ...]

Each size runs in a process of its own: links of a thousand hosts with Chinese anchor texts are scored by
`adaptive`, which has learned from 200 pages; then it learns from 200 more, and scores waiting links again
every ten pages. The time to make the links does not count. Writes results/frontier-learned.json.

memory      of the process in MB, by which it grew over the links
link        processor microseconds of a link
page        processor milliseconds of a page that is learned, with the new scores of waiting links
scored      waiting links that the model still gives new scores; of others it keeps nothing
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks.measuring import PROJECT, arguments, save_result, show_table
from benchmarks.processes import memory
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.relevance.topic.topic import Topic

SIZES = (10_000, 100_000, 1_000_000)
HOSTS = 1_000
PAGES = 200
_COLUMNS = ("links", "memory", "link", "page", "scored")
_WORDS = "党建 支部 学习 会议 天气 旅游 经济 比赛 市场 书记 干部 服务 社区 电影 音乐 教育 医院".split()


def made_links(count: int, seed: int = 1) -> Iterator[tuple[str, LinkContext]]:
    """Yield links as a crawl finds them."""
    rnd = random.Random(seed)
    for number in range(count):
        host = f"http://site{int(HOSTS * rnd.random() ** 3)}.example.cn"
        section = number % 40
        anchor = "".join(rnd.sample(_WORDS, 4)) + f"第{number % 1000}期"
        parent = f"{host}/section{section}/list_{number // 40 % 500}.html"
        url = f"{host}/section{section}/2024/content_{seed}{number}.html"
        yield url, LinkContext(anchor=anchor, parent_url=parent, description=rnd.random() * 0.6)


def measure(count: int) -> dict[str, Any]:
    """Return the figures of one size."""
    strategy = Adaptive(Focus(replace(Topic.load("partybuild"), tables={"learning": {"start": 100}})))
    learn(strategy, 2)
    before = memory(os.getpid(), "VmRSS")
    spent = 0.0
    for url, context in made_links(count):
        start = time.process_time()
        strategy.link(url, context)
        spent += time.process_time() - start
    grown = memory(os.getpid(), "VmRSS") - before
    start = time.process_time()
    learn(strategy, 3)
    pages = time.process_time() - start
    return {
        "links": count,
        "memory": round(grown, 1),
        "link": round(1e6 * spent / count, 1),
        "page": round(1e3 * pages / PAGES, 2),
        "scored": len(strategy._model._targets),
    }


def learn(strategy: Adaptive, seed: int) -> None:
    """Let a strategy learn from some pages, every other one of which is relevant."""
    for number, (url, context) in enumerate(made_links(PAGES, seed)):
        strategy.learn_from([Lesson(url, context, 0.9 if number % 2 else 0.1)])


def in_own_process(count: int) -> dict[str, Any]:
    """Run `measure` in a new process, so that its memory is the model's."""
    command = [sys.executable, "-m", "benchmarks.frontier.learned", "--one", str(count)]
    run = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of links")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(measure(args.one)))
        return
    rows = [in_own_process(size) for size in args.sizes]
    show_table(list(_COLUMNS), [[row[name] for name in _COLUMNS] for row in rows])
    save_result("frontier-learned", {"pages": PAGES, "sizes": rows})


if __name__ == "__main__":
    main()
