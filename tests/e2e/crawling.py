"""Running real crawls in processes of their own, and reading what they left.

Starting Scrapy costs more than most crawls: `crawl` and `start` fork a prepared process. Use `run` where start-up
itself matters, and share a finished crawl through a module-scoped fixture.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import Any

from e2e.fault_server import Answer
from e2e.forked import Forked
from servers.corpora import lay_tables
from sqlalchemy import create_engine, text

from topiccrawl.demo.articles import Article, load_articles
from topiccrawl.storage.frontier.contract import State

ROOT = Path(__file__).parents[2]
OFFLINE = {"PYTHONPATH": str(Path(__file__).parent / "offline")}
"""Environment of a process that can resolve no name, as on a machine that is not on line."""
PATIENCE = 120
"""Seconds after which a crawl counts as hanging."""

FAST = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "RETRY_TIMES": "1",
    # Long enough for a machine on which other tests run: pages that never come ask for less.
    "DOWNLOAD_TIMEOUT": "30",
    "TOPICCRAWL_ALLOW_PRIVATE": "True",
    # One request more for each site, among those that tests count.
    "TOPICCRAWL_TDM_FILES": "False",
    # Of a host that cannot be reached.
    "TOPICCRAWL_ROBOTS_RETRY": "1",
}
"""Settings that take the pauses out of a crawl of a web on this machine."""


@dataclass(frozen=True)
class Crawl:
    """A crawl that has ended."""

    code: int
    log: str
    database: str

    @cached_property
    def pages(self) -> dict[str, dict[str, Any]]:
        """Rows of `pages` by URL, with what other tables say of the page."""
        query = (
            "SELECT pages.*, raw_html, raw_text, original_url AS duplicate_of FROM pages LEFT JOIN sources ON sources.page_id = pages.id "
            "LEFT JOIN duplicates ON duplicates.page_id = pages.id"
        )
        return {row["url"]: row for row in self.rows(query)}

    @cached_property
    def kept(self) -> set[str]:
        """URLs of the pages that are nobody's duplicate."""
        return {url for url, row in self.pages.items() if row["duplicate_of"] is None}

    @cached_property
    def drops(self) -> dict[str, set[tuple[str, str]]]:
        """(stage, reason) of the rows of `drops`, by URL."""
        found: dict[str, set[tuple[str, str]]] = {}
        for row in self.rows("SELECT * FROM drops"):
            found.setdefault(row["url"], set()).add((row["stage"], row["reason"]))
        return found

    @cached_property
    def runs(self) -> list[dict[str, Any]]:
        """Rows of `runs`, in order."""
        return self.rows("SELECT * FROM runs ORDER BY id")

    @cached_property
    def stats(self) -> dict[str, Any]:
        """Scrapy's counters at the end of the last run."""
        found: dict[str, Any] = json.loads(self.runs[-1]["stats"])
        return found

    def counts(self, prefix: str = "topiccrawl/drops/") -> Counter[str]:
        """The counters under a prefix, without it."""
        return Counter(
            {key.removeprefix(prefix): value for key, value in self.stats.items() if key.startswith(prefix)}
        )

    @cached_property
    def links(self) -> dict[str, tuple[State, str | None]]:
        """State and reason of each URL of the frontier in the database."""
        found = self.rows("SELECT url, state, reason FROM links")
        assert len({row["url"] for row in found}) == len(found)
        return {row["url"]: (State(row["state"]), row["reason"]) for row in found}

    def rows(self, query: str) -> list[dict[str, Any]]:
        """What a query gives."""
        engine = create_engine(self.database)
        try:
            with engine.connect() as connection:
                return [dict(row) for row in connection.execute(text(query)).mappings()]
        finally:
            engine.dispose()


def command(spider: str, arguments: Mapping[str, str], settings: Mapping[str, str]) -> list[str]:
    """`scrapy crawl` as words after `python -m`."""
    made = ["scrapy", "crawl", spider]
    for name, value in arguments.items():
        made += ["-a", f"{name}={value}"]
    for name, value in settings.items():
        made += ["-s", f"{name}={value}"]
    return made


def environment(proxy: str | None = None) -> dict[str, str]:
    """This environment, with HTTP going to a proxy or nowhere."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    kept.pop("SCRAPY_SETTINGS_MODULE", None)  # a test before this one may have run a command of Scrapy here
    kept["PYTHONPATH"] = str(ROOT / "tests")  # for pipelines and spiders of tests
    return kept | ({"http_proxy": proxy, "https_proxy": proxy} if proxy else {})


def run(
    words: Sequence[str], folder: Path, variables: Mapping[str, str], typed: bytes = b""
) -> tuple[int, str]:
    """Return the exit code and the output of `python -m WORDS`, perhaps with bytes on its standard input."""
    return Forked(words, folder, variables, typed).end(PATIENCE)


def run_anew(words: Sequence[str], folder: Path, variables: Mapping[str, str]) -> tuple[int, str]:
    """The same in an interpreter of its own, which takes seconds."""
    ended = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=variables,
        stdout=PIPE,
        stderr=STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    return ended.returncode, ended.stdout.decode("utf-8", "replace")


def start(words: Sequence[str], proxy: str | None) -> Forked:
    """Start what `command` returned."""
    return Forked(words, ROOT, environment(proxy))


def crawl(
    folder: Path,
    seeds: Sequence[str] = (),
    *,
    proxy: str | None = None,
    spider: str = "partybuild",
    arguments: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
) -> Crawl:
    """Crawl to the end, perhaps with further environment variables; the database is `folder/corpus.db` unless the settings name another.

    Raises:
        subprocess.TimeoutExpired, TimeoutError: the crawl did not end.
    """
    chosen = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}"} | FAST | dict(settings or {})
    lay_tables(chosen["TOPICCRAWL_DATABASE_URL"])
    if chosen["TOPICCRAWL_DATABASE_URL"].startswith("mysql"):
        chosen.setdefault("JOBDIR", str(folder / "job"))  # the databases of tests have the same few names
    given = ({"seeds": ",".join(seeds)} if seeds else {}) | dict(arguments or {})
    words = command(spider, given, chosen)
    known = environment(proxy) | dict(variables or {})
    # Modules that hide others have to be there at the start of the interpreter.
    code, log = (run_anew if "PYTHONPATH" in (variables or {}) else run)(words, ROOT, known)
    return Crawl(code, log, chosen["TOPICCRAWL_DATABASE_URL"])


_TELLING = "024 042 057 022 049 060 004 050 062 008 012 027 026 036 017"
"""Numbers of party stories that say in title and text alike what they are about."""


@cache
def stories() -> tuple[Article, ...]:
    """Stories of the demo which no gate can mistake."""
    by_id = {story.id: story for story in load_articles()}
    return tuple(by_id[f"party-{number}"] for number in _TELLING.split())


@cache
def other_stories() -> tuple[Article, ...]:
    """Stories on sports, not made to look like anything else."""
    return tuple(story for story in load_articles() if story.subject == "sports" and not story.near_miss)


def html(title: str, body: str, encoding: str = "utf-8", head: str = "") -> bytes:
    """A page as bytes, without a charset of its own."""
    made = f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    return made.encode(encoding)


def story_html(story: Article, encoding: str = "utf-8", links: Mapping[str, str] | None = None) -> bytes:
    """A story as a page."""
    paragraphs = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    body = f"<h1>{story.title}</h1><div class='content'>{paragraphs}</div>{listed(links or {})}"
    return html(story.title, body, encoding)


def story_page(story: Article, links: Mapping[str, str] | None = None) -> Answer:
    """A story as an answer."""
    return Answer(story_html(story, links=links))


def listed(links: Mapping[str, str]) -> str:
    """A list of links, given as anchor text by URL."""
    return "<ul>" + "".join(f'<li><a href="{url}">{words}</a></li>' for url, words in links.items()) + "</ul>"


def hub(title: str, links: Mapping[str, str]) -> Answer:
    """A list page."""
    return Answer(html(title, listed(links)))


def said(log: str) -> str:
    """The summary in a log."""
    return log[log.index("[topiccrawl.extensions.summary]") :]


def sums(log: str) -> list[tuple[int, int]]:
    """Pages fetched and the sum of what became of them, of each line that says so."""
    found = []
    for whole, parts in re.findall(r"fetched ([\d,]+) = (.+?)(?: \||; harvest)", log):
        numbers = [int(part.split()[0].replace(",", "")) for part in parts.split(" + ")]
        found.append((int(whole.replace(",", "")), sum(numbers)))
    return found
