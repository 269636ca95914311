"""Run one step as a process, monitor its progress, kill it on the way, and check the resulting rows."""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, select

from benchmarks.large_corpus.storing import TOPIC
from topiccrawl.errors import StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore

_POLL = 0.5
"""Polling interval for a process in seconds."""
_LOOK = 0.02
"""Maximum share of the time spent querying the database for the progress of a step."""
_TABLES: tuple[Table, ...] = (
    *(schema.pages, schema.sources, schema.duplicates, schema.sketches, schema.sketch_hashes),
    *(schema.title_terms, schema.events, schema.event_pages, schema.event_people, schema.event_relations),
    *(schema.reposts, schema.propagation),
)


@dataclass(frozen=True)
class Step:
    """A command that continues after a kill.

    Attributes:
        command: its words.
        target: pages after which it is done.
        progress: a key of `PROGRESS`.
        whole: whether it runs to its end; otherwise it is killed when the target is reached.
        again: whether it has run before, and finds nothing to do.
    """

    command: Sequence[str]
    target: int
    progress: str
    whole: bool = True
    again: bool = False


def follow(step: Step, url: str, kills: int) -> dict[str, Any]:
    """Run a step with kills spread over its pages; return rows, rate, peak memory and errors."""
    goals = [step.target * (number + 1) // (kills + 1) for number in range(kills)]
    goals += [] if step.whole else [step.target]
    seconds = peak = first = 0.0
    worked, reached = _processor(), 0
    while True:
        spent, highest, at_first, ended = _run(step, url, goals[0] if goals else None)
        seconds, peak, first = seconds + spent, max(peak, highest), first or at_first
        if ended:
            break
        goals = goals[1:]
        reached += bool(goals) or step.whole
        if not goals and not step.whole:
            break
    worked = _processor() - worked
    with _opened(url) as store:
        rows, lost, doubled = store.read(_CHECKED[step.progress], step.target)
    figures = {
        "rows": rows,
        "rows_a_second": round(rows / seconds),
        "rows_a_processor_second": round(rows / worked),
        "seconds_to_first": round(first, 1),
        "mb_peak": round(peak),
        "kills": reached,
        "lost": lost,
        "doubled": doubled,
    }
    return {**figures, "seconds": round(seconds)}


def _run(step: Step, url: str, goal: int | None) -> tuple[float, float, float, bool]:
    """Run to the end or to a goal; return seconds, peak, seconds to the first page, and whether it ended."""
    started = time.monotonic()
    peak = first = look = 0.0
    begin = -1
    with subprocess.Popen(step.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        while True:
            try:
                _, told = process.communicate(timeout=_POLL)
                break
            except subprocess.TimeoutExpired:
                peak = max(peak, _peak(process.pid))
            now = time.monotonic()
            if now < look or (goal is None and first):
                continue
            done = _progress(step, url)
            look = time.monotonic() + (time.monotonic() - now) / _LOOK
            begin = done if begin < 0 else begin
            if not first and done > begin:
                first = time.monotonic() - started
            if goal is not None and done >= goal:
                process.kill()
                process.communicate()
                return time.monotonic() - started, peak, first, False
    if process.returncode:
        raise SystemExit(
            f"exit status {process.returncode}: {' '.join(step.command)}\n{told.decode()[-2000:]}"
        )
    return time.monotonic() - started, peak, first, True


def _processor() -> float:
    """Return the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peak(number: int) -> float:
    """Return the highest resident memory of a process in MB."""
    try:
        lines = Path(f"/proc/{number}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")), 0.0)


def _progress(step: Step, url: str) -> int:
    try:
        with _opened(url) as store:
            return store.read(PROGRESS[step.progress])
    except StorageError:  # the step has not created the database yet
        return 0


@contextmanager
def _opened(url: str) -> Iterator[CorpusStore]:
    """Open a store for reading."""
    store = CorpusStore(url)
    store.open(create=False)
    try:
        yield store
    finally:
        store.close()


def _count(table: Table) -> Callable[[Connection], int]:
    return lambda connection: connection.scalar(select(func.count()).select_from(table)) or 0


def _cleaned(connection: Connection) -> int:
    """Return the number of pages that the last run has cleaned, by its own record."""
    runs, pages = schema.runs.c, schema.pages.c
    row = connection.execute(select(runs.settings, runs.stats).order_by(runs.id.desc()).limit(1)).one()
    if json.loads(row.settings).get("command") != "clean":
        return 0
    last = int(json.loads(row.stats or "{}").get("topiccrawl/last_page", 0))
    return connection.scalar(select(func.count()).where(pages.topic == TOPIC, pages.id <= last)) or 0


PROGRESS: dict[str, Callable[[Connection], int]] = {
    "pages": _count(schema.pages),
    "reposts": _count(schema.reposts),
    "cleaned": _cleaned,
}
"""Number of pages that each step has completed."""


def _checked_store(connection: Connection, target: int) -> tuple[int, int, int]:
    """Return pages, those without source or sketch or missing, and those stored twice."""
    pages = schema.pages.c
    urls = connection.scalar(select(func.count(pages.url.distinct()))) or 0
    stored, sources, sketches = (
        _count(table)(connection) for table in (schema.pages, schema.sources, schema.sketches)
    )
    return stored, sum(abs(target - count) for count in (urls, sources, sketches)), stored - urls


def _checked_clean(connection: Connection, target: int) -> tuple[int, int, int]:
    """Return pages that were read again, and those up to the last one of them that were not."""
    pages = schema.pages.c
    read = pages.extractor.is_not(None)
    count = connection.scalar(select(func.count()).where(read)) or 0
    last = connection.scalar(select(func.max(pages.id)).where(read)) or 0
    missing = connection.scalar(select(func.count()).where(~read, pages.id <= last)) or 0
    return count, missing + max(0, target - count), 0


def _checked_stories(connection: Connection, target: int) -> tuple[int, int, int]:
    """Return pages with a place in a story, those without one, and those in two."""
    links = schema.event_pages.c
    counts = [_count(table)(connection) for table in (schema.reposts, schema.propagation)]
    placed = connection.scalar(select(func.count(links.page_id.distinct()))) or 0
    lost = sum(abs(target - count) for count in (*counts, placed))
    return counts[0], lost, _count(schema.event_pages)(connection) - placed


_CHECKED: dict[str, Callable[[Connection, int], tuple[int, int, int]]] = {
    "pages": _checked_store,
    "cleaned": _checked_clean,
    "reposts": _checked_stories,
}


def counted(url: str) -> dict[str, int | str]:
    """Return the rows of each table, and digests of pages and events, which are the same on each database."""
    found: dict[str, int | str] = {}
    with _opened(url) as store:
        found.update({table.name: store.read(_count(table)) for table in _TABLES})
        columns = ("url", "title", "text", "published", "kind", "duplicate_of", "duplicate_kind")
        found["digest_of_pages"] = _digest(repr(row) for row in store.read_pages(TOPIC, columns))
        events = schema.events.c
        rows = store.fetch(select(events.name, events.time, events.place, events.people, events.source))
        found["digest_of_events"] = _digest(sorted(repr(tuple(row.values())) for row in rows))
    return found


def _digest(rows: Iterator[str] | list[str]) -> str:
    found = hashlib.blake2b(digest_size=8)
    for row in rows:
        found.update(row.encode("utf-8", "replace"))
    return found.hexdigest()
