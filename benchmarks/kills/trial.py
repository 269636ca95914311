"""A crawl of a made site on one machine that is killed in different ways and continued."""

from __future__ import annotations

import random
import shutil
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.kills.audit import Audit, audit, dead_letters, repeats
from benchmarks.kills.fatal_pages import killer_settings
from benchmarks.processes import Process, Processes, topic_crawl
from benchmarks.sites.server import AccessLog, SiteForm, Web, serve
from benchmarks.sites.site import write_topic

_JITTER = 0.1
"""Maximum seconds between the request that a kill waits for and the kill."""
_WAL_HEADER, _FRAME_HEADER = 32, 24


@dataclass
class Trial:
    """A crawl of a site into an SQLite file.

    Attributes:
        web: the served site.
        processes: starts the crawl; knows all processes so far.
        topic: folder of the topic.
        corpus: file of the database; it may be moved between two processes.
        settings: settings of the crawl on top of the quick ones.
        kills: number of kills so far.
    """

    web: Web
    processes: Processes
    topic: Path
    corpus: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    kills: int = 0
    began: float = field(default_factory=time.time)

    @property
    def database(self) -> str:
        """URL of the database."""
        return f"sqlite:///{self.corpus}"

    @property
    def log(self) -> AccessLog:
        """The server's log, up to date."""
        return self.web.log.update()

    def start(self) -> Process:
        """Start or continue the crawl."""
        return self.processes.start(self._command())

    def kill(self, process: Process) -> None:
        """Kill a process; it does not count if it has already ended."""
        self.kills += process.running
        process.kill()

    def reach(self, process: Process, pages: int) -> bool:
        """Wait until this number of pages was requested; return False if the process ended before."""
        return process.until(lambda: len(self.log.fetches) >= pages)

    def reach_request(self, process: Process) -> bool:
        """Wait until the next request; return False if the process ended before."""
        before = len(self.log.lines)
        return process.until(lambda: len(self.log.lines) > before)

    def reach_imports(self, process: Process) -> bool:
        """Wait until all modules are imported; return False if the process ended before."""
        return process.until(lambda: "started (bot: topiccrawl)" in process.output())

    def finish(self) -> Process:
        """Continue the crawl and wait until it ends by itself.

        Raises:
            RuntimeError: it ended with an error.
        """
        return self.processes.run(self._command())

    def _command(self) -> list[str]:
        # The same command starts a crawl and continues it.
        return topic_crawl(self.topic, {"TOPICCRAWL_DATABASE_URL": self.database, **self.settings})

    def audit(self, without: frozenset[str] = frozenset()) -> Audit:
        """Audit the database, which no crawl may have open."""
        return audit(self.database, self.web.site, without)

    def figures(self, unkilled: float = 0.0, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return all figures; `unkilled` is the time of a crawl without kills."""
        seconds = sum(process.seconds for process in self.processes.all)
        found = self.audit(without)
        return {
            "kills": self.kills,
            **found.counts,
            "faultless": found.faultless,
            **({} if found.faultless else {"faults": found.faults}),
            **repeats(self.log.fetches),
            "seconds": round(seconds, 1),
            **({"to_unkilled": round(seconds / unkilled, 2)} if unkilled else {}),
            "start_up_seconds": round(sum(self.start_ups()), 1),
            "peak_mb": round(max(process.peak for process in self.processes.all)),
        }

    def start_ups(self) -> Iterator[float]:
        """Yield for each process the seconds to its first request, or its whole time if it made none."""
        times = [one.at for one in self.log.lines if one.is_request]
        for process in self.processes.all:
            own = (at for at in times if process.started < at < process.started + process.seconds)
            yield next(own, process.started + process.seconds) - process.started


@contextmanager
def trial(form: SiteForm, folder: Path, settings: Mapping[str, str] | None = None) -> Iterator[Trial]:
    """Serve a site and prepare a crawl of it in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with serve(form, folder) as web, Processes(folder / "processes") as processes:
        topic = write_topic(folder / "tea", web.site.url(0))
        yield Trial(web, processes, topic, folder / "corpus.db", dict(settings or {}))


def unkilled(form: SiteForm, folder: Path, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Run a crawl without kills, for comparison."""
    with trial(form, folder, settings) as crawl:
        crawl.finish()
        return crawl.figures()


def killed_often(
    form: SiteForm, folder: Path, kills: int, rng: random.Random, unkilled_seconds: float = 0.0
) -> dict[str, Any]:
    """Kill a crawl at random moments spread over its pages; the last process ends by itself."""
    with trial(form, folder) as crawl:
        for pages in sorted(rng.randrange(1, len(crawl.web.site)) for _ in range(kills)):
            process = crawl.start()
            # Each process reaches a new page; another trial kills during the start-up.
            if crawl.reach(process, max(pages, len(crawl.log.fetches) + 1)):
                time.sleep(rng.uniform(0, _JITTER))
            crawl.kill(process)
        crawl.finish()
        return crawl.figures(unkilled_seconds)


def killed_at_start(form: SiteForm, folder: Path, kills: int, rng: random.Random) -> dict[str, Any]:
    """Kill every process during its start-up.

    One half is killed 0 to 3 s after the start, the other 0 to 3 s after all imports, when the database is
    created, opened and read.
    """
    with trial(form, folder) as crawl:
        for number in range(kills):
            process = crawl.start()
            if number % 2:
                crawl.reach_imports(process)
            time.sleep(rng.uniform(0, 3))
            crawl.kill(process)
        crawl.finish()
        return crawl.figures()


def killed_twice(form: SiteForm, folder: Path, times: int, rng: random.Random) -> dict[str, Any]:
    """Kill a process in the middle, the next within a second, the third just after its first request."""
    with trial(form, folder) as crawl:
        for pages in sorted(rng.randrange(1, len(crawl.web.site)) for _ in range(times)):
            process = crawl.start()
            crawl.reach(process, max(pages, len(crawl.log.fetches) + 1))
            crawl.kill(process)
            process = crawl.start()
            time.sleep(rng.uniform(0, 1))
            crawl.kill(process)
            process = crawl.start()
            if crawl.reach_request(process):
                time.sleep(rng.uniform(0, 1))
            crawl.kill(process)
        crawl.finish()
        return crawl.figures()


def power_cut(form: SiteForm, folder: Path, rng: random.Random, *, torn: bool) -> dict[str, Any]:
    """Stop a crawl, copy its database and write-ahead log, kill it, and continue from the copy.

    With `torn` the copy's log is cut at a random length, as if its end had not reached the disk, but never
    before the frames that a checkpoint has copied: SQLite syncs the log before a checkpoint, so a power cut
    cannot lose those.
    """
    with trial(form, folder) as crawl:
        process = crawl.start()
        crawl.reach(process, rng.randrange(1, len(crawl.web.site)))
        time.sleep(rng.uniform(0, _JITTER))
        process.stop()
        copy = folder / "elsewhere" / crawl.corpus.name
        copy.parent.mkdir()
        shutil.copyfile(crawl.corpus, copy)
        log = crawl.corpus.with_name(f"{crawl.corpus.name}-wal")
        length = log.stat().st_size if log.exists() else 0
        kept = length
        if log.exists():
            if torn:
                kept = rng.randint(min(_checkpointed(crawl.corpus), length), length)
            copy.with_name(log.name).write_bytes(log.read_bytes()[:kept])
        crawl.kill(process)
        crawl.corpus = copy
        crawl.finish()
        return {"log_bytes": length, "log_kept": kept, **crawl.figures()}


def killer_page(form: SiteForm, folder: Path, rng: random.Random, max_starts: int = 30) -> dict[str, Any]:
    """Crawl a site with a page that kills its process until that page is a dead letter and the crawl ends."""
    number = rng.randrange(form.pages // 4, form.pages)
    with trial(form, folder, killer_settings(f"/{number}.html")) as crawl:
        url = crawl.web.site.url(number)
        while (code := crawl.start().wait()) < 0 and crawl.kills < max_starts:
            crawl.kills += 1
        figures = crawl.figures(without=frozenset({url}))
        letters = dead_letters(crawl.database)
        figures["faultless"] &= code == 0 and [letter["url"] for letter in letters] == [url]
        return {**figures, "tried": crawl.log.fetches.get(url, 0), "dead_letters": letters, "code": code}


def _checkpointed(corpus: Path) -> int:
    """Return the length of the write-ahead log up to the last frame that a checkpoint has begun to copy.

    The `-shm` file says it: two headers of 48 bytes are followed by the number of copied frames, five read
    marks, eight bytes of locks and the number of frames that a checkpoint attempted to copy.
    """
    index = corpus.with_name(f"{corpus.name}-shm").read_bytes()[:136]
    (attempted,) = struct.unpack_from("=I", index, 128)
    (page,) = struct.unpack_from(">H", corpus.read_bytes()[:18], 16)
    size = 65536 if page == 1 else page
    return int(_WAL_HEADER + attempted * (_FRAME_HEADER + size)) if attempted else 0
