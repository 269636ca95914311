"""Workers that share the crawl of a made site through Redis and MariaDB."""

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
from benchmarks.processes import Process, Processes, topic_crawl
from benchmarks.servers import Servers
from benchmarks.sites.server import SiteForm, Web, serve
from benchmarks.sites.site import write_topic


@dataclass
class Crew:
    """The workers of one crawl.

    Attributes:
        servers: the servers they share.
        web: the served site.
        processes: starts the workers.
        topic: folder of the topic.
        database: URL of the corpus.
        settings: settings of every worker.
        workers: the processes of each worker by its name, the current one last.
        killed: name of the worker and clock time of each kill.
    """

    servers: Servers
    web: Web
    processes: Processes
    topic: Path
    database: str
    settings: Mapping[str, str]
    workers: dict[str, list[Process]] = field(default_factory=dict)
    killed: list[tuple[str, float]] = field(default_factory=list)

    def start(self, name: str) -> Process:
        """Start a worker; its name is also its user agent, which the server logs."""
        settings = {
            "TOPICCRAWL_DATABASE_URL": self.database,
            "TOPICCRAWL_REDIS_URL": self.servers.redis.url,
            "USER_AGENT": name,
            **self.settings,
        }
        process = self.processes.start(topic_crawl(self.topic, settings), name)
        self.workers.setdefault(name, []).append(process)
        return process

    def start_all(self, count: int) -> None:
        """Start `worker-1` to `worker-COUNT`."""
        for number in range(1, count + 1):
            self.start(f"worker-{number}")

    def kill(self, name: str) -> None:
        """Kill the current process of a worker, if it still runs."""
        process = self.workers[name][-1]
        if process.running:
            self.killed.append((name, time.time()))
            process.kill()

    @property
    def present(self) -> list[Process]:
        """The current process of each worker that was not killed."""
        last = [started[-1] for started in self.workers.values()]
        return [process for process in last if process.running or process.code != -signal.SIGKILL]

    def reach(self, pages: int) -> None:
        """Wait until this number of different pages was requested, or all workers have ended."""
        while len(self.web.log.update().fetches) < pages and any(process.running for process in self.present):
            time.sleep(0.02)

    def figures(self, began: float, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Wait for the end of all workers; return what the database, Redis and the server's log show."""
        codes = [process.wait() for process in self.present]
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
        """For each kill: seconds until each page requested by the killed process was requested again."""
        pages = self.web.log.pages
        for name, at in self.killed:
            began = max(process.started for process in self.workers[name] if process.started < at)
            asked = {one.url for one in pages if one.agent == name and began < one.at <= at}
            later: dict[str, float] = {}
            for one in pages:
                if one.at > at and one.url in asked:
                    later.setdefault(one.url, one.at - at)
            yield list(later.values())


@contextmanager
def crew(servers: Servers, folder: Path, settings: Mapping[str, str], form: SiteForm) -> Iterator[Crew]:
    """Prepare a crawl without workers: an empty Redis, an empty database and a served site."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    servers.redis.clear()
    with servers.mariadb.fresh_database() as database, serve(form, folder) as web:
        topic = write_topic(folder / "tea", web.site.url(0))
        with Processes(folder / "processes") as processes:
            yield Crew(servers, web, processes, topic, database, settings)
