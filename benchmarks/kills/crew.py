"""Workers that share a crawl of a made site through Redis and MariaDB."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.kills.audit import audit, repeats
from benchmarks.processes import Life, Lives, topic_crawl
from benchmarks.servers import Servers
from benchmarks.sites.site import write_topic
from benchmarks.sites.server import SiteForm, Web, served


@dataclass
class Crew:
    """The workers of one crawl.

    Attributes:
        servers: the servers they share.
        web: the site, served.
        database: URL of the corpus.
        settings: of every worker.
        workers: the lives by the worker's name, the last one last.
        killed: name of the worker and clock time of each kill.
    """

    servers: Servers
    web: Web
    lives: Lives
    topic: Path
    database: str
    settings: Mapping[str, str]
    workers: dict[str, list[Life]] = field(default_factory=dict)
    killed: list[tuple[str, float]] = field(default_factory=list)

    def start(self, name: str) -> Life:
        """Start a worker; its name is its user agent, by which the server's log tells it from others."""
        settings = {
            "TOPICCRAWL_DATABASE_URL": self.database,
            "TOPICCRAWL_REDIS_URL": self.servers.redis.url,
            "USER_AGENT": name,
            **self.settings,
        }
        life = self.lives.start(topic_crawl(self.topic, settings), name)
        self.workers.setdefault(name, []).append(life)
        return life

    def start_all(self, count: int) -> None:
        """Start the first lives."""
        for number in range(1, count + 1):
            self.start(f"worker-{number}")

    def kill(self, name: str) -> None:
        """Kill the present life of a worker, if it still runs."""
        life = self.workers[name][-1]
        if life.runs:
            self.killed.append((name, time.time()))
            life.kill()

    @property
    def present(self) -> list[Life]:
        """The last life of each worker, if it was not killed."""
        last = [lives[-1] for lives in self.workers.values()]
        return [life for life in last if life.runs or life.code != -signal.SIGKILL]

    def reach(self, pages: int) -> None:
        """Wait until so many different pages have been asked for, or all workers have ended."""
        while len(self.web.log.update().fetches) < pages and any(life.runs for life in self.present):
            time.sleep(0.02)

    def figures(self, began: float, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Wait for the end of all workers, and see what came of it."""
        codes = [life.wait() for life in self.present]
        seconds = time.time() - began
        found = audit(self.database, self.web.site, without)
        left = self.servers.frontier_counts()
        log = self.web.log.update()
        waits = [sorted(some) for some in self._taken_up() if some]
        first, last = [some[0] for some in waits], [some[-1] for some in waits]
        orderly = not any(codes) and left["waiting"] == left["leased"] == 0
        faults = {**found.faults, **({} if orderly else {"exit codes": codes, "in Redis": left})}
        return {
            "workers": len(self.workers),
            "kills": len(self.killed),
            **found.counts,
            "faultless": not faults,
            **({"faults": faults} if faults else {}),
            **repeats(log.fetches),
            "taken_up": sum(map(len, waits)),
            "first_taken_up": round(median(first), 1) if first else None,
            "first_taken_up_most": round(max(first), 1) if first else None,
            "last_taken_up_most": round(max(last), 1) if last else None,
            "frontier": left,
            "pages_of_workers": {name: sum(one.agent == name for one in log.pages) for name in self.workers},
            "seconds": round(seconds, 1),
        }

    def _taken_up(self) -> Iterator[list[float]]:
        """For each kill: seconds until each page that the dead worker had asked for was asked for again."""
        pages = self.web.log.pages
        for name, at in self.killed:
            began = max(life.started for life in self.workers[name] if life.started < at)
            asked = {one.url for one in pages if one.agent == name and began < one.at <= at}
            later: dict[str, float] = {}
            for one in pages:
                if one.at > at and one.url in asked:
                    later.setdefault(one.url, one.at - at)
            yield list(later.values())


@contextmanager
def crew(both: Servers, folder: Path, settings: Mapping[str, str], form: SiteForm) -> Iterator[Crew]:
    """An empty Redis, an empty database, a site that is being served, and no worker yet."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    both.redis.clear()
    with both.mariadb.fresh_database() as database, served(form, folder) as web:
        topic = write_topic(folder / "tea", web.site.url(0))
        with Lives(folder / "lives") as lives:
            yield Crew(both, web, lives, topic, database, settings)
