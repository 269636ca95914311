"""The home page: today's pages, what the wings add, what runs, what needs an answer; and the sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any
from urllib.parse import quote, urlencode

from sqlalchemy import Connection, Select, func, select
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.starts.source_health import SourceHealth
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.threshold_proposal import LEAST_GRADED
from topiccrawl.admin.lists.to_label import count_grades, next_to_label
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.after_run import failed_steps
from topiccrawl.corpus.learned.page_groups import stored_groups
from topiccrawl.reporting.crawl_state import crawl_state
from topiccrawl.reporting.monitoring.sources import AMISS, read_sources, source_sentence
from topiccrawl.storage import schema
from topiccrawl.wings import registered

_REMEMBERED = 20.0
_SOURCES_REMEMBERED = 60.0
_NEWEST = 10
_MOST_SOURCES = 10
_CHINA = timedelta(hours=8)


@dataclass(frozen=True)
class Row:
    """A row of a piece.

    Attributes:
        text: what it says, in the language of the page.
        link: path of the page behind it; empty: none.
        detail: what follows the text; empty: nothing.
        topic: name of the topic; empty: not one.
        kind: `problem` for what needs attention, else empty.
    """

    text: str
    link: str = ""
    detail: str = ""
    topic: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Piece:
    """A part of the home page; the wings register functions that return more, `HOME_PIECES`.

    Attributes:
        title: its heading, in the language of the page.
        rows: its rows.
        nothing: what is said without rows.
        links: path and text of links to more.
    """

    title: str
    rows: Sequence[Row]
    nothing: str
    links: Sequence[tuple[str, str]] = field(default_factory=tuple)


def since_midnight(now: datetime) -> datetime:
    """Return the beginning of the day in China."""
    return (now + _CHINA).replace(hour=0, minute=0, second=0, microsecond=0) - _CHINA


@page(Role.VIEWER)
def show_home(visit: Visit) -> Response:
    """Show the desk of the day."""
    topics = visit.services.stored_topics()
    makers: list[Callable[[Visit, Sequence[str]], Iterator[Piece]]] = [
        import_module(name).pieces for name in registered("HOME_PIECES").values()
    ]
    pieces = [_today(visit, topics)]
    pieces += [piece for maker in makers for piece in maker(visit, topics)]
    pieces += [_runs(visit), _questions(visit, topics)]
    return visit.page("home.html", pieces=pieces, topics=topics)


@page(Role.VIEWER)
def show_sources(visit: Visit) -> Response:
    """Show how the sources of a topic are."""
    topic = chosen_topic(visit, visit.query("topic"))
    found = sources_of(visit, topic) if topic else []
    rows = [(one, visit.said(source_sentence(one))) for one in found]
    amiss = sum(one.verdict in AMISS for one in found)
    topics = visit.services.stored_topics()
    return visit.page(
        "sources.html", topic=topic, topics=topics, rows=rows, amiss=amiss, amiss_verdicts=AMISS
    )


def sources_of(visit: Visit, topic: str) -> list[SourceHealth]:
    """Return how the sources of a topic are, remembered for a minute."""
    read, now = visit.services.read, datetime.now(UTC)
    return visit.services.remembered(
        ("sources", topic),
        _SOURCES_REMEMBERED,
        lambda: read(lambda connection: read_sources(connection, topic, now)),
    )


def _today(visit: Visit, topics: Sequence[str]) -> Piece:
    since = since_midnight(datetime.now(UTC))
    counts, newest = visit.services.remembered(
        ("today", tuple(topics), since),
        _REMEMBERED,
        lambda: visit.services.read(partial(_kept_since, topics=topics, since=since)),
    )
    rows = [
        Row(one["title"] or one["url"], f"/pages/{one['id']}", f"{one['site'] or ''}", one["topic"])
        for one in newest
    ]
    title = visit.translate(marked("今天入库 {count} 页")).format(count=f"{sum(counts.values()):,}")
    each = [
        ("/pages?" + urlencode({"topic": name}), f"{name} {count:,}")
        for name, count in counts.items()
        if count
    ]
    return Piece(title, rows, visit.translate(marked("今天还没有新网页。")), each)


def _kept_since(
    connection: Connection, topics: Sequence[str], since: datetime
) -> tuple[dict[str, int], list[dict[str, Any]]]:
    """Return how many pages of each topic were kept since a time, and the newest of all."""
    pages = schema.pages.c
    joined = schema.pages.outerjoin(schema.duplicates, schema.duplicates.c.page_id == pages.id).outerjoin(
        schema.set_aside, schema.set_aside.c.page_id == pages.id
    )

    def kept(topic: str, *columns: Any) -> Select[Any]:
        query = select(*columns).select_from(joined).where(pages.topic == topic, pages.fetched_at >= since)
        return query.where(schema.duplicates.c.page_id.is_(None), schema.set_aside.c.page_id.is_(None))

    counts = {topic: connection.scalar(kept(topic, func.count())) or 0 for topic in topics}
    columns = (pages.id, pages.topic, pages.title, pages.url, pages.site, pages.fetched_at)
    newest = [
        dict(row)
        for topic in topics
        if counts[topic]
        for row in connection.execute(
            kept(topic, *columns).order_by(pages.fetched_at.desc()).limit(_NEWEST)
        ).mappings()
    ]
    return counts, sorted(newest, key=lambda row: row["fetched_at"], reverse=True)[:_NEWEST]


def _runs(visit: Visit) -> Piece:
    services, say, rows = visit.services, visit.translate, []
    for topic in services.topic_names():
        state = services.read(lambda connection, topic=topic: crawl_state(connection, topic, points=1))  # type: ignore[misc]
        path = f"/crawls/{quote(topic)}"
        figures = say(marked("已抓取 {fetched}，已入库 {kept}，待抓 {waiting}")).format(
            **{name: f"{state.figures[name]:,}" for name in ("fetched", "kept", "waiting")}
        )
        if state.is_alive:
            rows.append(Row(say(marked("采集中")), path, figures, topic))
        elif services.processes.is_running(topic):
            rows.append(Row(say(marked("采集已启动，或正在整理采到的网页")), path, "", topic))
        elif state.state == "broken":
            rows.append(Row(say(marked("采集意外中断")), path, figures, topic, "problem"))
        failed = services.read(partial(failed_steps, topic=topic)) if state.run is not None else {}
        for name, error in failed.items():
            text = say(marked("采集后的步骤“{name}”没有完成，下次采集后再做")).format(
                name=say(_STEPS.get(name, name))
            )
            rows.append(Row(text, path, error, topic, "problem"))
    for one in services.schedules.all():
        if not one.paused:
            at = f"{one.next_at + _CHINA:%m-%d %H:%M}"
            text = say(marked("排队等候")) if one.once else say(marked("下次采集 {time}")).format(time=at)
            rows.append(Row(text, "/schedules", "", one.topic))
    return Piece(
        say(marked("正在进行与等候的")),
        rows,
        say(marked("没有正在进行的采集。")),
        [("/crawls", say(marked("采集")))],
    )


_STEPS = {"groups": marked("网页分组"), "stories": marked("事件"), "warnings": marked("预警")}


def _questions(visit: Visit, topics: Sequence[str]) -> Piece:
    say = visit.translate
    rows = [row for topic in topics for row in _questions_of(visit, topic)]
    links = [
        (f"/sources?{urlencode({'topic': topic})}", say(marked("{topic}的来源")).format(topic=topic))
        for topic in topics
    ]
    return Piece(say(marked("等您回答的")), rows, say(marked("没有要回答的。")), links)


def _questions_of(visit: Visit, topic: str) -> Iterator[Row]:
    services, say = visit.services, visit.translate
    groups = [one for one in services.read(partial(stored_groups, topic=topic)) if one.wanted is None]
    own = services.topics.find(topic) is not None  # else the pages of the topic have no page
    if own and groups:
        text = say(marked("{count} 组网页要确认：要还是不要")).format(count=len(groups))
        names = "；".join(" ".join(one.words[:3]) for one in groups[:3])
        yield Row(text, f"/topics/{quote(topic)}#groups", names, topic)
    if own and visit.user is not None and visit.user.role >= Role.EDITOR:
        graded = sum(services.read(partial(count_grades, topic=topic)).values())
        if graded < LEAST_GRADED and services.read(partial(next_to_label, topic=topic)) is not None:
            text = say(marked("已标注 {count} 页，标注满 {enough} 页可以得到阈值的建议"))
            text = text.format(count=graded, enough=LEAST_GRADED)
            yield Row(text, f"/pages/label?{urlencode({'topic': topic})}", "", topic)
    found = [one for one in sources_of(visit, topic) if one.verdict in AMISS]
    link = f"/sources?{urlencode({'topic': topic})}"
    for one in found[:_MOST_SOURCES]:
        yield Row(one.host, link, visit.said(source_sentence(one)), topic, "problem")
    if len(found) > _MOST_SOURCES:
        more = say(marked("还有 {count} 个来源有问题")).format(count=len(found) - _MOST_SOURCES)
        yield Row(more, link, "", topic, "problem")


ROUTES = [Route("/", show_home), Route("/sources", show_sources)]
