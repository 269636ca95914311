"""`topiccrawl watch`: crawl a topic regularly, each time only what is new."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import StorageError
from topiccrawl.text.language import say

app = single_command()

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])")


@app.command(
    "watch",
    # Options that this command does not know are Scrapy's.
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog=examples(
        "watch partybuild --every 1d",
        "watch partybuild --every 6h --sitemaps --feeds -s CLOSESPIDER_PAGECOUNT=2000",
    ),
)
def watch(
    context: typer.Context,
    name: TopicArgument = "",
    topic: TopicOption = "",
    every: Annotated[str, typer.Option(help="Time from one start to the next: 30m, 6h, 1d, 1w.")] = "1d",
    times: Annotated[int, typer.Option(min=0, help="Stop after this many crawls; 0: never.")] = 0,
    sitemaps: Annotated[bool, typer.Option("--sitemaps", help="Read the sitemaps of the seeds.")] = False,
    feeds: Annotated[bool, typer.Option("--feeds", help="Read the feeds of the seeds.")] = False,
    discover: Annotated[bool, typer.Option("--discover", help="Ask search engines, too.")] = False,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Crawl a topic regularly, each time only what is new: lists, sitemaps and feeds that have changed.

    The first crawl is made at once, or when the interval since the last one is over. Cron and scrapyd can do
    the same with `scrapy crawl TOPIC -a revisit=1`. Other options are passed to `scrapy crawl`. Ctrl-C ends a
    running crawl in order, and then the watch.
    """
    from topiccrawl.crawl.starts.options import spider_arguments
    from topiccrawl.relevance.topic.topic import Topic

    topic, seconds = chosen_topic(topic, name), parse_interval(every)
    Topic.load(topic)  # reports a mistyped name before anything starts
    options = spider_arguments(
        {"revisit": True, "sitemaps": sitemaps, "feeds": feeds, "discover": "1" if discover else ""}
    )
    command = [sys.executable, "-m", "topiccrawl", "crawl", topic, "--steps", *options, *context.args]
    environment = dict(os.environ, TOPICCRAWL_DATABASE_URL=database)
    turns = Turns(seconds, last_start(database, topic_name(topic)))
    raise typer.Exit(turns.run(lambda: subprocess.Popen(command, env=environment), times))  # noqa: S603


def parse_interval(text: str) -> float:
    """Return an interval in seconds.

    >>> parse_interval("1d"), parse_interval("1.5h")
    (86400.0, 5400.0)

    Raises:
        BadParameter: it is no number with a unit, or 0.
    """
    found = _INTERVAL.fullmatch(text.strip().lower())
    if seconds := float(found[1]) * _UNITS[found[2]] if found else 0.0:
        return seconds
    raise wrong_value("{text!r}: write a number and s, m, h, d or w, such as 1d", "--every", text=text)


def last_start(database: str, topic: str) -> datetime | None:
    """Return when the last crawl of a topic began; None if there was none."""
    from topiccrawl.storage.pages.existing import existing_corpus

    try:
        with existing_corpus(database) as store:
            runs = store.read_runs(topic)
    except StorageError:  # the first crawl creates the database, or reports what is wrong with it
        return None
    return max((run["started_at"] for run in runs), default=None)


class Turns:
    """Runs a command regularly.

    Args:
        seconds: from one start to the next; starts during a run are skipped.
        last: when it was last started.

    Attributes:
        stopped: whether a signal has ended it.
    """

    def __init__(self, seconds: float, last: datetime | None) -> None:
        self._seconds = seconds
        self._next = time.time() if last is None else last.timestamp() + seconds
        self._child: subprocess.Popen[bytes] | None = None
        self.stopped = False

    def run(self, start: Callable[[], subprocess.Popen[bytes]], times: int) -> int:
        """Run the command until a signal ends it; return the exit code of the last run.

        Args:
            start: starts the command.
            times: end after so many runs; 0: never.
        """
        # The command forwards the signal, and ends when the crawl has ended in order.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        done, code = 0, 0
        while not self.stopped and not (times and done >= times):
            self._wait()
            if self.stopped:
                break
            begun = time.time()
            self._child = start()
            code = self._child.wait()
            self._child = None
            done += 1
            passed = (time.time() - begun) // self._seconds
            self._next = begun + (passed + 1) * self._seconds
        return max(code, 0)

    def _wait(self) -> None:
        """Sleep until the next start, or until a signal comes."""
        left = self._next - time.time()
        if left > 0:
            at = datetime.fromtimestamp(self._next, UTC).astimezone()
            told = say("topiccrawl: the next crawl starts at {at:%Y-%m-%d %H:%M}", at=at)
            print(told, file=sys.stderr, flush=True)
        while not self.stopped and (left := self._next - time.time()) > 0:
            time.sleep(min(left, 0.5))

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        # Ctrl-C in a terminal reaches the crawl by itself.
        if self._child is not None and number == signal.SIGTERM:
            self._child.terminate()
