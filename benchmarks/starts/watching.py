"""A watch over many sources in model time: how soon new articles are found, at how many requests; verdicts.

    python -m benchmarks.starts.watching [--sources 200] [--days 14] [--every 0.9] [--real]

The sources publish at rates of their own, more by day than by night, some of them not at weekends. Some fall
silent, move, or change their template; the others are steady. With `--real` each crawl is a real one with
`revisit=1`, in a process whose clock is that of the web; else only its decisions are: which lists are due,
and what is said of the sources. It is assumed how long a crawl lasts. Writes results/starts-watching.json.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, Self

from benchmarks.measuring import arguments, show_table, update_result, work_folder
from benchmarks.starts.field import BEGIN, SHOWN, TROUBLES, Field, Source
from topiccrawl.access.starts.change_rate import due_records
from topiccrawl.access.starts.source_health import AMISS, RARE, SourceHealth, source_health
from topiccrawl.reporting.monitoring.sources import read_sources
from topiccrawl.settings import TOPICCRAWL_REVISIT_CHANCE
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import RevisitRecord
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, read_hours, write_source_visits

LASTS = 3 / 1440
"""Days that a crawl is assumed to last: an article is found at its end."""
_HOUR = 1 / 24
_SETTINGS = {
    "LOG_LEVEL": "ERROR",
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "0",
    "CONCURRENT_REQUESTS": "32",
    "TOPICCRAWL_DRY_PAGES": "0",
    "TOPICCRAWL_TDM_FILES": "0",
    "TOPICCRAWL_DEAD_LINK_TERM": "0",
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sources", type=int, default=200)
    parser.add_argument("--days", type=float, default=14.0)
    parser.add_argument("--every", type=float, default=0.9, help="hours from one crawl to the next")
    parser.add_argument("--troubled", type=int, default=8, help="sources with each kind of trouble")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    parser.add_argument("--real", action="store_true", help="make real crawls")
    parser.add_argument("--work", type=Path, help="keep the database in this folder")
    args = parser.parse_args()
    every = args.every / 24
    with work_folder(args.work) as work, Field(args.sources, args.days, args.troubled, args.seed) as web:
        named = (watch if args.real else decide)(web, work, args.days, every)
    figures = figures_of(web, named, args.days, every)
    show_table(["figure", "value"], list(figures.items()))
    options = {"sources": args.sources, "days": args.days, "every_hours": args.every, "seed": args.seed}
    kind = "real crawls" if args.real else "decisions" + (f", seed {args.seed}" if args.seed > 1 else "")
    kind += f", {args.days:g} days" if args.days > 14 else ""
    update_result("starts-watching", {kind: {**options, **figures}})


def decide(web: Field, work: Path, days: float, every: float) -> dict[str, tuple[str, float]]:
    """Visit the lists that a crawl would, and read them as it would; return what `watch` returns."""
    store = CorpusStore(f"sqlite:///{work / 'model.db'}")
    store.open()
    records: dict[str, RevisitRecord] = {}
    seen: dict[str, int] = {}
    known: dict[str, list[SourceVisit]] = defaultdict(list)
    named: dict[str, tuple[str, float]] = {}
    for number in range(round(days / every)):
        web.day = number * every
        shares = store.read(read_hours, "t")
        due = due_records([*records.values()], shares, web.now, TOPICCRAWL_REVISIT_CHANCE)
        hosts = [record.url for record in due] if records else [*web.sources]
        visits = {host: _visited(web, web.sources[host], seen) for host in hosts}
        for host, visit in visits.items():
            before = records.get(host)
            records[host] = RevisitRecord(
                topic="t", url=host, kind="list", why="", etag="", last_modified="", visited_at=web.now,
                changes=(before.changes + bool(visit.fresh)) if before else 0,
                days=before.days + (web.now - before.visited_at) / timedelta(days=1) if before else 0.0,
            )  # fmt: skip
        web.day += LASTS
        given = {host: visit._replace(at=web.now) for host, visit in visits.items()}
        store.transact(lambda connection, n=number, v=given: write_source_visits(connection, "t", n, v))  # type: ignore[misc]
        for host, visit in given.items():
            known[host].append(visit)
        _name(source_health(known, web.now), web, named)  # as `read_sources`, which reads all rows again
    store.close()
    return named


def _visited(web: Field, source: Source, seen: dict[str, int]) -> SourceVisit:
    """Request the list of a source and its new articles; return what a crawl would count."""
    trouble = source.trouble if source.in_trouble(web.day) else ""
    web.asked.append(("list", source.host, 200))
    there = sum(appeared <= web.day for appeared in source.times)
    first = seen.get(source.host, there)
    fresh = 0 if trouble in ("moved", "gone", "links") else there - max(first, there - SHOWN)
    web.asked += [("article", source.host, 200)] * fresh
    web.fetched |= {(source.host, at): web.day for at in range(there - fresh, there)}
    seen[source.host] = there
    problem = trouble if trouble in ("moved", "gone") else ""
    return SourceVisit(
        at=web.now, lists=1, answered=int(trouble != "gone"), lists_read=int(trouble != "gone"),
        links=0 if trouble in ("gone", "links") else min(there, SHOWN), fresh=fresh,
        texts=0 if trouble == "texts" else fresh, textless=fresh if trouble == "texts" else 0,
        problem=problem, place=problem,
    )  # fmt: skip


def _name(found: Sequence[SourceHealth], web: Field, named: dict[str, tuple[str, float]]) -> None:
    for one in found:
        if one.tells is not None and one.host not in named:
            web.foretold[one.host] = (one.tells - BEGIN) / timedelta(days=1)
        if one.verdict in AMISS:
            named.setdefault(one.host, (one.verdict, web.day))


def watch(web: Field, work: Path, days: float, every: float) -> dict[str, tuple[str, float]]:
    """Crawl regularly; return the first verdict on each source that was amiss, with its day."""
    database = f"sqlite:///{work / 'corpus.db'}"
    seeds = work / "seeds.txt"
    seeds.write_text("".join(f"http://{source.host}/\n" for source in web), encoding="utf-8")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_components())
    named: dict[str, tuple[str, float]] = {}
    for number in range(round(days / every)):
        web.day = number * every
        given = {"topic": "partybuild", "seeds": str(seeds), "revisit": "1", "strategy": "breadth-first"}
        process = context.Process(target=_crawl, args=(web.address, database, given, web.now))
        process.start()
        process.join()
        if process.exitcode:
            raise RuntimeError(f"crawl {number} ended with {process.exitcode}")
        web.day += LASTS
        with existing_corpus(database) as store:
            _name(store.read(read_sources, "partybuild", web.now), web, named)
        if number % 20 == 0:
            print(f"day {web.day:.1f}: {len(web.asked)} requests, {len(named)} amiss", flush=True)
    return named


def figures_of(
    web: Field, named: Mapping[str, tuple[str, float]], days: float, every: float
) -> dict[str, Any]:
    """Return the figures: articles that appeared after the first crawl and before the last."""
    delays = []
    for source in web:
        for at, appeared in enumerate(source.times):
            lost = source.trouble in ("moved", "gone", "links") and source.in_trouble(appeared + _HOUR)
            if 0 < appeared < days - every - _HOUR and not lost:
                found = web.fetched.get((source.host, at))
                delays.append(float("inf") if found is None else (found + LASTS - appeared) / _HOUR)
    kinds = Counter(kind for kind, _, _ in web.asked)
    right = {trouble: [] for trouble in TROUBLES}  # type: ignore[var-annotated]
    wrong = missed = 0
    steady = [source for source in web if not source.trouble]
    for source in web:
        verdict, day = named.get(source.host, ("", 0.0))
        if source.trouble and verdict and day >= source.since:
            right[source.trouble].append((day - source.since) / _HOUR)
        elif verdict:
            wrong += 1
        elif source.trouble:
            missed += 1
    delays.sort()
    silent = [source for source in web if source.trouble == "silent"]
    return {
        "articles": len(delays),
        "within_an_hour": sum(delay <= 1 for delay in delays) / len(delays),
        "median_hours": delays[len(delays) // 2],
        "never": sum(delay == float("inf") for delay in delays),
        "list_requests_a_day": round(kinds["list"] / days),
        "of_all_lists_each_time": kinds["list"] / (len(web.sources) * round(days / every)),
        "article_requests_a_day": round(kinds["article"] / days),
        "other_requests_a_day": round(kinds["other"] / days),
        "answered_304": sum(status == 304 for _, _, status in web.asked),
        "steady_sources": len(steady),
        "false_alarms": wrong,
        "not_named": missed,
        **{f"named_{trouble}": len(hours) for trouble, hours in right.items()},
        **{
            f"hours_until_named_{trouble}": [round(one, 1) for one in sorted(hours)]
            for trouble, hours in right.items()
        },
        # A silence is rare in itself, and among all gaps of a month.
        "hours_until_rare_silent": [_hours_until_rare(one, 1.0) for one in silent],
        "hours_until_rare_in_a_month_silent": [
            _hours_until_rare(one, 30 * sum(map(one.level, range(7))) / 7) for one in silent
        ],
        "hours_left_silent": [round((days - one.since) / _HOUR) for one in silent],
        "hours_until_each_named_silent": [
            round((named[one.host][1] - one.since) / _HOUR, 1) if one.host in named else None
            for one in silent
        ],
        "hours_until_foretold_silent": [
            round((web.foretold[one.host] - one.since) / _HOUR, 1) if one.host in web.foretold else None
            for one in silent
        ],
        "expected_articles_missed_until_named_silent": [
            round(one.missed(named[one.host][1]), 1) for one in silent if one.host in named
        ],
    }


def _hours_until_rare(source: Source, gaps: float) -> int:
    """Return after how many hours its silence is rarer than the verdict asks for, by its true rates."""
    hours = range(10_000)
    return next(one for one in hours if source.surprise(source.since + one * _HOUR) * gaps < RARE)


def _components() -> list[str]:
    """Return the modules that every crawl imports, so that they are imported once."""
    from scrapy.settings import default_settings

    from topiccrawl import settings

    found = {"topiccrawl.spiders.topic"}
    for name, value in [*vars(default_settings).items(), *vars(settings).items()]:
        paths = [*value, *value.values()] if isinstance(value, dict) else [value]
        found |= {
            str(path).rpartition(".")[0]
            for path in paths
            if name.isupper() and str(path).startswith(("scrapy.", "topiccrawl.")) and "MODULE" not in name
        }
    return sorted(found)


def _crawl(proxy: str, database: str, given: Mapping[str, str], now: datetime) -> None:
    import os
    from importlib import import_module

    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.settings import Settings

    begun = datetime.now(now.tzinfo)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp((now + (datetime.now(tz) - begun)).timestamp(), tz)

    for name in ("topiccrawl.extensions.revisits", "topiccrawl.crawl.starts.revisits"):
        import_module(name).datetime = Clock  # type: ignore[attr-defined]
    os.environ.update(http_proxy=proxy, https_proxy=proxy)
    settings = Settings()
    settings.setmodule("topiccrawl.settings")
    settings.update({**_SETTINGS, "TOPICCRAWL_DATABASE_URL": database}, "cmdline")
    process = AsyncCrawlerProcess(settings)
    task = process.crawl(process.create_crawler("topic"), **given)
    process.start(install_signal_handlers=False)
    if (error := task.exception()) is not None:
        raise error


if __name__ == "__main__":
    main()
