"""Replays: the real crawl over a captured web, without network and delays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from topiccrawl import settings as shipped
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.course import Course, Trace
from topiccrawl.experiments.replay.figures import Run
from topiccrawl.priority.strategies.registry import strategy_class
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.spiders.topic import TopicSpider
from topiccrawl.supervision.blas import use_one_thread
from topiccrawl.topics.calibration.graded_pages import read_page_grades

_DEFAULTS: dict[str, Any] = {
    # One request at a time: what is fetched next must not depend on how fast the machine is.
    "CONCURRENT_REQUESTS": 1,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False,
    "RETRY_ENABLED": False,
    "TOPICCRAWL_DRY_PAGES": 0,
}
_FIXED: dict[str, Any] = {
    "LOG_LEVEL": "CRITICAL",
    "TOPICCRAWL_ALERTS": "",
    "TOPICCRAWL_ALLOW_PRIVATE": True,
    "TOPICCRAWL_BROWSER": "off",
    "TOPICCRAWL_PROXIES": "",
    "TOPICCRAWL_RECORD": "",
    "TOPICCRAWL_REDIS_URL": "",
}


@dataclass(frozen=True)
class Crawl:
    """One crawl to replay.

    Attributes:
        capture: file of the capture.
        topic: name or folder of the topic.
        seeds: URLs to start from; none: those of the topic.
        strategy: name of the strategy; empty: that of the topic.
        pages: HTML pages to fetch.
        seed: of the random numbers.
        settings: names and values of settings of the crawl.
        labels: file with grades; None: the crawl's own verdict.
        arguments: names and values of arguments of the spider.
    """

    capture: Path
    topic: str
    seeds: tuple[str, ...]
    strategy: str
    pages: int
    seed: int = 0
    settings: tuple[tuple[str, str], ...] = ()
    labels: Path | None = None
    arguments: tuple[tuple[str, str], ...] = ()


def replays(crawls: Sequence[Crawl], jobs: int = 1) -> Iterator[tuple[Trace, Run]]:
    """Yield the traces and runs of crawls in their order, each replayed in a process of its own.

    Args:
        crawls: the crawls.
        jobs: number of processes at a time.

    Raises:
        EvaluationError: a capture cannot be read, or a setting not be used.
        LabelError: a table of labels cannot be read.
        TopicError: a topic or a strategy cannot be used.
    """
    # Twisted's reactor runs once in a process.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        yield from pool.map(_replayed, crawls)


def check(crawl: Crawl) -> None:
    """Check what can be checked before a process is started.

    Raises:
        EvaluationError, LabelError, TopicError: see `replays`.
    """
    topic = Topic.load(crawl.topic)
    strategy_class(topic, crawl.strategy)
    if not (crawl.seeds or topic.seeds):
        raise EvaluationError("{topic}: the topic has no seeds; give some with --seeds", topic=topic.source)
    if crawl.labels is not None:
        read_page_grades(crawl.labels)
    with Capture(crawl.capture) as capture:
        capture.contents()


def _replayed(crawl: Crawl) -> tuple[Trace, Run]:
    use_one_thread()
    with Capture(crawl.capture) as capture, TemporaryDirectory() as folder:
        course = Course(capture, crawl.pages, crawl.seed)
        crawl_once(crawl, course, Path(folder))
    if course.error is not None:
        raise course.error
    if not course.trace.pages:
        seeds = crawl.seeds or Topic.load(crawl.topic).seeds
        raise EvaluationError(
            "{capture}: has none of the seeds, such as {seed}", capture=crawl.capture, seed=seeds[0]
        )
    grades = None if crawl.labels is None else read_page_grades(crawl.labels)
    return course.trace, Run.of(course.trace, grades)


def crawl_once(crawl: Crawl, course: Course, folder: Path) -> None:
    """Run a crawl on a course, with its database in a folder; once in a process.

    Raises:
        EvaluationError: a setting cannot be used.
    """
    settings = Settings()
    settings.setmodule(shipped)
    own = {
        "DOWNLOAD_HANDLERS": dict.fromkeys(("http", "https"), course.handler()),
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}",
    }
    settings.update({**_DEFAULTS, **dict(crawl.settings), **_FIXED, **own}, "cmdline")
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(TopicSpider)
    seeds = {"seeds": ",".join(crawl.seeds)} if crawl.seeds else {}
    task = process.crawl(
        crawler, topic=crawl.topic, strategy=crawl.strategy, **seeds, **dict(crawl.arguments)
    )
    process.start(install_signal_handlers=False)
    if (error := task.exception()) is not None:
        raise EvaluationError(str(error))
    course.end(crawler)
