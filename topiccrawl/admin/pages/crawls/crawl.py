"""Crawls: start, pause, stop and follow them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.log_language import retold
from topiccrawl.admin.crawls.stages import JOB
from topiccrawl.admin.crawls.unread_reasons import UnreadRow, unread_rows
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.corpus.missed.estimate import last_share
from topiccrawl.errors import AdminError, StorageError
from topiccrawl.reporting.crawl_state import (
    CrawlState,
    crawl_state,
    unread_of_run,
)
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.view import FrontierLink
from topiccrawl.storage.inbox import PAUSE, RUN, STOP
from topiccrawl.storage.rows.sampled.sightings import read_last_stats

_DEAD = 200
_LEVELS = {"INFO": marked("信息"), "WARNING": marked("警告"), "ERROR": marked("错误")}
_WISHES = {"pause": PAUSE, "resume": RUN, "stop": STOP}
_HELD = marked("{names}正在写数据库，它结束之前不能开始。可以选“等它结束后自动开始”。")


@page(Role.VIEWER)
def list_crawls(visit: Visit) -> Response:
    """Show the crawls of all topics."""
    read = visit.services.read
    states = [
        read(lambda connection, name=name: crawl_state(connection, name, points=1))  # type: ignore[misc]
        for name in visit.services.topic_names()
    ]
    return visit.page("crawls.html", states=states)


@page(Role.VIEWER)
def show_crawl(visit: Visit) -> Response:
    """Show the crawl of a topic."""
    topic = visit.crawl_topic()
    visit.services.settle(topic)
    known = visit.services.topics.find(topic)
    values = _figures(visit, topic)
    idle = values["phase"] in ("new", "ended", "broken")
    others = other_writers(visit, topic) if idle else []
    queued = [one for one in visit.services.schedules.all() if one.topic == topic and one.once]
    return visit.page(
        "crawl.html",
        can_start=known is not None,
        idle=idle,
        held_by=_named(visit, others) if others else "",
        queued=bool(queued),
        **values,
    )


def follow_crawl(visit: Visit) -> str:
    """Return the figures of a crawl as HTML."""
    return visit.part("crawl_figures.html", **_figures(visit, visit.crawl_topic()))


@page(Role.OPERATOR)
def start_crawl(visit: Visit) -> Response:
    """Start a crawl."""
    typed, topic = visit.typed(), visit.crawl_topic()
    pages, fresh = typed.whole("pages", least=1), visit.form.get("fresh") == "1"
    typed.check()
    services, others = visit.services, other_writers(visit, topic)
    if visit.form.get("wait") == "1" and others:
        now, never_used = datetime.now(UTC), "0 0 * * *"  # it starts once
        services.schedules.add(topic, never_used, pages, now, once=2 if fresh else 1)
        return visit.go(_path(visit), "waits")
    if services.scrapyd is None and _state(visit, topic).is_alive:
        raise AdminError(marked("这个主题正在采集。"))
    if others:
        raise AdminError(_HELD, names=_named(visit, others))
    services.start_crawl(topic, pages=pages, fresh=fresh, language=visit.language)
    return visit.go(_path(visit), "started")


def other_writers(visit: Visit, topic: str) -> list[str]:
    """Return the crawls and stages that keep a crawl from starting, as they hold the database file."""
    services = visit.services
    if services.scrapyd is not None or not services.configuration.has_one_writer:
        return []
    return sorted(services.writers() - {topic})


@page(Role.OPERATOR)
def wish(visit: Visit) -> Response:
    """Pause a crawl until it is resumed, resume it, or stop it: pages in flight are finished."""
    topic, last_part = visit.crawl_topic(), visit.request.url.path.rpartition("/")[2]
    if not _state(visit, topic).is_alive:
        raise AdminError(marked("这个主题现在没有采集。"))
    visit.services.desk.inbox.wish(topic, _WISHES[last_part])
    return visit.go(_path(visit), "asked")


@page(Role.VIEWER)
def list_dead(visit: Visit) -> Response:
    """Show the links that were given up."""
    topic, reason = visit.crawl_topic(), visit.query("reason")
    visit.services.settle(topic)
    links: list[FrontierLink] = []
    problem = ""
    try:
        with visit.services.frontier(topic) as view:
            links = view.dead(_DEAD, reason=reason)
    except StorageError as error:
        if visit.may(Role.OPERATOR):
            problem = visit.said(error)
    waiting = visit.services.desk.inbox.waiting()
    return visit.page(
        "dead.html",
        topic=topic,
        reason=reason,
        links=links,
        problem=problem,
        waiting=waiting,
        meaning=meaning,
    )


@page(Role.OPERATOR)
def requeue(visit: Visit) -> Response:
    """Put dead links back into the queue."""
    topic = visit.crawl_topic()
    urls, reason = visit.lists.get("url", []), visit.form.get("reason", "")
    every = visit.form.get("all") == "1"
    if not every and not urls:
        raise AdminError(marked("请先选中一些链接。"))
    visit.services.desk.requeue(topic, [] if every else urls, reason if every else "")
    visit.services.settle(topic)
    return visit.go(f"{_path(visit)}/dead", "asked")


@page(Role.OPERATOR)
def show_log(visit: Visit) -> Response:
    """Show what a run has logged: what has some words, or is of a level."""
    topic, processes = visit.crawl_topic(), visit.services.processes
    runs, level = processes.logs(topic), visit.query("level")
    run, words = visit.query("run") or (runs[0][0] if runs else ""), visit.query("q")[:200]
    names = [*_LEVELS, "CRITICAL"]
    at_least = names[names.index(level) :] if level in _LEVELS else []
    records = processes.log_records(topic, run, visit.language, words, at_least)
    values: dict[str, Any] = {"run": run, "words": words, "level": level, "levels": _LEVELS}
    return visit.page("crawl_log.html", topic=topic, runs=runs, records=records, **values)


def _path(visit: Visit) -> str:
    return visit.request.url_for("crawl", topic=visit.request.path_params["topic"]).path


def _state(visit: Visit, topic: str) -> CrawlState:
    return visit.services.read(crawl_state, topic)


def _figures(visit: Visit, topic: str) -> dict[str, Any]:
    services = visit.services
    state = _state(visit, topic)
    return {
        "topic": topic,
        "crawl": state,
        "phase": _phase(visit, state),
        "unread": _unread(visit, state),
        "held": last_share(services.read(read_last_stats, topic)),
        "started_here": services.processes.is_running(topic),
        "exit_code": services.processes.exit_code(topic),
        "log": [retold(line, visit.language) for line in services.processes.log_tail(topic)],
        "sites": services.read(_site_yields, topic),
        "runs": services.read(_recent_runs, topic),
        "links": services.link_counts(topic),
    }


def _phase(visit: Visit, state: CrawlState) -> str:
    """Return the state of a crawl with what its process and the wishes for it add: `starting`, `closing`."""
    processes, inbox = visit.services.processes, visit.services.desk.inbox
    begun = state.run["started_at"] if state.run is not None else None
    if state.is_alive and begun is not None:
        return "closing" if inbox.wish_since(state.topic, begun) == STOP else state.state
    if not processes.is_running(state.topic):
        return state.state
    launched = processes.launched_at(state.topic)
    return "closing" if begun is not None and launched is not None and begun >= launched else "starting"


def _named(visit: Visit, writers: list[str]) -> str:
    """Return the names of crawls and of a stage as a reader knows them."""
    stage = visit.translate(marked("数据库的另一项工作"))
    return visit.translate(marked("、")).join(stage if name == JOB else f"“{name}”" for name in writers)


def _unread(visit: Visit, state: CrawlState) -> list[UnreadRow]:
    if state.run is None or state.is_alive:
        return []
    number = int(state.run["id"])
    return unread_rows(visit.services.read(unread_of_run, number))


_ONE = "/crawls/{topic}"
ROUTES = [
    Route("/crawls", list_crawls),
    Route(_ONE, show_crawl, name="crawl"),
    Route(f"{_ONE}/events", live(follow_crawl)),
    Route(f"{_ONE}/log", show_log),
    Route(f"{_ONE}/start", start_crawl, methods=["POST"]),
    *(Route(f"{_ONE}/{name}", wish, methods=["POST"]) for name in _WISHES),
    Route(f"{_ONE}/dead", list_dead, methods=["GET"]),
    Route(f"{_ONE}/dead", requeue, methods=["POST"]),
]


def _site_yields(connection: Connection, topic: str, most: int = 30) -> list[tuple[str, int, int]]:
    """Return host, pages accepted and pages judged of the hosts with most accepted pages."""
    sections = schema.url_sections.c
    accepted, visited = func.sum(sections.accepted), func.sum(sections.visited)
    query = select(sections.host, accepted.label("accepted"), visited.label("visited"))
    query = query.where(sections.topic == topic).group_by(sections.host)
    rows = connection.execute(query.order_by(accepted.desc(), sections.host).limit(most))
    return [(row.host, int(row.accepted), int(row.visited)) for row in rows]


def _recent_runs(connection: Connection, topic: str, most: int = 10) -> list[dict[str, Any]]:
    """Return the last runs of a topic, newest first."""
    runs = schema.runs.c
    query = select(runs.id, runs.started_at, runs.finished_at, runs.finish_reason).where(runs.topic == topic)
    return [dict(row) for row in connection.execute(query.order_by(runs.id.desc()).limit(most)).mappings()]
