"""One crawl of a made site on one machine, killed and continued; and what kills are like."""

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
from benchmarks.processes import PATIENCE, Life, Lives, topic_crawl
from benchmarks.sites.site import write_topic
from benchmarks.sites.server import AccessLog, SiteForm, Web, served
from benchmarks.kills.fatal_pages import killer_settings

_JITTER = 0.1
"""Seconds within which a kill comes after the request that it waited for."""
_WAL_HEADER, _FRAME_HEADER = 32, 24


@dataclass
class Trial:
    """A crawl of a site into an SQLite file.

    Attributes:
        web: the site, served.
        lives: the processes so far.
        topic: folder of the topic.
        corpus: file of the database; it may be moved between two lives.
        settings: of the crawl, above the quick ones.
        kills: how many there were.
    """

    web: Web
    lives: Lives
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

    def start(self) -> Life:
        """Start the crawl, or go on with it: the command is the same."""
        settings = {"TOPICCRAWL_DATABASE_URL": self.database, **self.settings}
        return self.lives.start(topic_crawl(self.topic, settings))

    def kill(self, life: Life) -> None:
        """Kill a life; one that has ended by itself does not count."""
        self.kills += life.runs
        life.kill()

    def reach(self, life: Life, pages: int) -> bool:
        """Wait until so many different pages have been asked for; False when the life ended before."""
        return life.until(lambda: len(self.log.fetches) >= pages)

    def finish(self) -> Life:
        """Start the crawl once more and let it end by itself.

        Raises:
            RuntimeError: it ended with an error.
        """
        life = self.start()
        if life.wait(PATIENCE):
            raise RuntimeError(f"the crawl ended with {life.code}; it said last:\n{life.said()[-3000:]}")
        return life

    def audit(self, without: frozenset[str] = frozenset()) -> Audit:
        """Look into the database when no crawl has it open."""
        return audit(self.database, self.web.site, without)

    def figures(self, unkilled: float = 0.0, without: frozenset[str] = frozenset()) -> dict[str, Any]:
        """What came of it all; `unkilled` is the time of a crawl that nobody killed."""
        seconds = sum(life.seconds for life in self.lives.all)
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
            "peak_mb": round(max(life.peak for life in self.lives.all)),
        }

    def start_ups(self) -> Iterator[float]:
        """For each life the seconds to its first request; all of them when it made none."""
        times = [one.at for one in self.log.asked if one.come]
        for life in self.lives.all:
            own = (at for at in times if life.started < at < life.started + life.seconds)
            yield next(own, life.started + life.seconds) - life.started


@contextmanager
def trial(form: SiteForm, folder: Path, settings: Mapping[str, str] | None = None) -> Iterator[Trial]:
    """Serve a site and prepare a crawl of it in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with served(form, folder) as web, Lives(folder / "lives") as lives:
        topic = write_topic(folder / "tea", web.site.url(0))
        yield Trial(web, lives, topic, folder / "corpus.db", dict(settings or {}))


def unkilled(form: SiteForm, folder: Path, settings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A crawl that nobody kills, to compare with."""
    with trial(form, folder, settings) as crawl:
        crawl.finish()
        return crawl.figures()


def killed_often(
    form: SiteForm, folder: Path, kills: int, chance: random.Random, unkilled_seconds: float = 0.0
) -> dict[str, Any]:
    """Kill a crawl at random moments, spread over its pages, and let the last life end by itself."""
    with trial(form, folder) as crawl:
        for pages in sorted(chance.randrange(1, len(crawl.web.site)) for _ in range(kills)):
            life = crawl.start()
            # Each life comes as far as a new page: there is another trial for kills in the start-up.
            if crawl.reach(life, max(pages, len(crawl.log.fetches) + 1)):
                time.sleep(chance.uniform(0, _JITTER))
            crawl.kill(life)
        crawl.finish()
        return crawl.figures(unkilled_seconds)


def killed_at_start(form: SiteForm, folder: Path, kills: int, chance: random.Random) -> dict[str, Any]:
    """Kill every life in its start-up, from the very first one on.

    Half of them 0 to 3 s after the start, the others 0 to 3 s after all was imported: the database is made,
    opened and read then.
    """
    with trial(form, folder) as crawl:
        for number in range(kills):
            life = crawl.start()
            if number % 2:
                life.until(lambda of=life: "started (bot: topiccrawl)" in of.said())  # type: ignore[misc]
            time.sleep(chance.uniform(0, 3))
            crawl.kill(life)
        crawl.finish()
        return crawl.figures()


def killed_twice(form: SiteForm, folder: Path, times: int, chance: random.Random) -> dict[str, Any]:
    """Kill a life in the middle, the next within a second of it, and the one after as soon as it asks."""
    with trial(form, folder) as crawl:
        for pages in sorted(chance.randrange(1, len(crawl.web.site)) for _ in range(times)):
            life = crawl.start()
            crawl.reach(life, max(pages, len(crawl.log.fetches) + 1))
            crawl.kill(life)
            life = crawl.start()
            time.sleep(chance.uniform(0, 1))
            crawl.kill(life)
            life, asked = crawl.start(), len(crawl.log.asked)
            if life.until(lambda before=asked: len(crawl.log.asked) > before):  # type: ignore[misc]
                time.sleep(chance.uniform(0, 1))
            crawl.kill(life)
        crawl.finish()
        return crawl.figures()


def power_cut(form: SiteForm, folder: Path, chance: random.Random, *, torn: bool) -> dict[str, Any]:
    """Stop a crawl, copy its database and log of changes, kill it, and go on from the copy elsewhere.

    With `torn` the copy's log of changes is cut at a random length, as if its end had not reached the disk.
    Not before the frames that a checkpoint has taken over: SQLite syncs the log before a checkpoint, so no
    power cut takes those.
    """
    with trial(form, folder) as crawl:
        life = crawl.start()
        crawl.reach(life, chance.randrange(1, len(crawl.web.site)))
        time.sleep(chance.uniform(0, _JITTER))
        life.stop()
        copy = folder / "elsewhere" / crawl.corpus.name
        copy.parent.mkdir()
        shutil.copyfile(crawl.corpus, copy)
        log = crawl.corpus.with_name(f"{crawl.corpus.name}-wal")
        length = log.stat().st_size if log.exists() else 0
        kept = length
        if log.exists():
            if torn:
                kept = chance.randint(min(_checkpointed(crawl.corpus), length), length)
            copy.with_name(log.name).write_bytes(log.read_bytes()[:kept])
        crawl.kill(life)
        crawl.corpus = copy
        crawl.finish()
        return {"log_bytes": length, "log_kept": kept, **crawl.figures()}


def killer_page(form: SiteForm, folder: Path, chance: random.Random, most_lives: int = 30) -> dict[str, Any]:
    """A page that kills its process: after so many attempts it is a dead letter, and the crawl ends."""
    number = chance.randrange(form.pages // 4, form.pages)
    with trial(form, folder, killer_settings(f"/{number}.html")) as crawl:
        url = crawl.web.site.url(number)
        while (code := crawl.start().wait()) < 0 and crawl.kills < most_lives:
            crawl.kills += 1
        figures = crawl.figures(without=frozenset({url}))
        letters = dead_letters(crawl.database)
        figures["faultless"] &= code == 0 and [letter["url"] for letter in letters] == [url]
        return {**figures, "tried": crawl.log.fetches.get(url, 0), "dead_letters": letters, "code": code}


def _checkpointed(corpus: Path) -> int:
    """Bytes of the log of changes up to the last frame that a checkpoint has begun to take over.

    From the index of the log (`-shm`): its two headers of 48 bytes are followed by the count of frames taken
    over, five reader's marks, eight bytes of locks and the count of frames attempted.
    """
    index = corpus.with_name(f"{corpus.name}-shm").read_bytes()[:136]
    (attempted,) = struct.unpack_from("=I", index, 128)
    (page,) = struct.unpack_from(">H", corpus.read_bytes()[:18], 16)
    size = 65536 if page == 1 else page
    return int(_WAL_HEADER + attempted * (_FRAME_HEADER + size)) if attempted else 0
