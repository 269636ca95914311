"""The home page: today's pages, what the wings add, what runs, what needs an answer; and the sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from itertools import chain
from urllib.parse import quote, urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.starts.source_health import AMISS, SourceHealth
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.pages import ListedPage, PageFilter, find_pages
from topiccrawl.admin.lists.to_label import count_grades, next_to_label
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.after_run import failed_steps
from topiccrawl.corpus.learned.page_groups import stored_groups
from topiccrawl.relevance.learner.grades import LEAST_GRADES
from topiccrawl.reporting.crawl_state import crawl_state
from topiccrawl.reporting.monitoring.sources import read_sources, source_sentence
from topiccrawl.storage.run_totals import pages_kept
from topiccrawl.wings import registered

_REMEMBERED = 20.0
_SOURCES_REMEMBERED = 60.0
_NEWEST = 10
_MOST_SOURCES = 10
_ENOUGH = 2 * LEAST_GRADES
"""Grades of relevant pages and of others from which crawls learn."""
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
    added = [import_module(name).pieces(visit, topics) for name in registered("HOME_PIECES").values()]
    pieces = [_today(visit, topics), *chain(*added), _runs(visit), _questions(visit, topics)]
    titles = {topic: visit.services.topic_title(topic) for topic in topics}
    return visit.page("home.html", pieces=pieces, titles=titles)


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
    find = partial(visit.services.read, read_sources, topic=topic, now=datetime.now(UTC))
    return visit.services.remembered(("sources", topic), _SOURCES_REMEMBERED, find)


def _today(visit: Visit, topics: Sequence[str]) -> Piece:
    services, since = visit.services, since_midnight(datetime.now(UTC))

    def find(topic: str) -> tuple[int, list[ListedPage]]:
        count = pages_kept(services.store, topic, since)
        chosen = PageFilter(topic=topic, copies=False)
        return count, services.read(find_pages, chosen=chosen, most=min(count, _NEWEST))

    found = {
        topic: services.remembered(("today", topic, since), _REMEMBERED, partial(find, topic))
        for topic in topics
    }
    newest = [(one, topic) for topic in topics for one in found[topic][1]]
    newest.sort(key=lambda one: one[0].number, reverse=True)
    rows = [
        Row(one.title or one.host, f"/pages/{one.number}", one.host, topic) for one, topic in newest[:_NEWEST]
    ]
    title = visit.translate(marked("今天入库 {count} 页"))
    total = sum(count for count, _ in found.values())
    links = [
        ("/pages?" + urlencode({"topic": name}), f"{services.topic_title(name)} {count:,}")
        for name, (count, _) in found.items()
    ]
    return Piece(title.format(count=f"{total:,}"), rows, visit.translate(marked("今天还没有新网页。")), links)


def _runs(visit: Visit) -> Piece:
    say = visit.translate
    rows = [row for topic in visit.services.topic_names() for row in _runs_of(visit, topic)]
    for one in visit.services.schedules.all():
        if not one.paused:
            text = say(marked("排队等候")) if one.once else say(marked("下次采集 {time}"))
            at = f"{one.next_at + _CHINA:%m-%d %H:%M}"
            rows.append(Row(text.format(time=at), "/schedules", "", one.topic))
    links = [("/crawls", say(marked("采集")))]
    return Piece(say(marked("正在进行与等候的")), rows, say(marked("没有正在进行的采集。")), links)


def _runs_of(visit: Visit, topic: str) -> Iterator[Row]:
    services, say, path = visit.services, visit.translate, f"/crawls/{quote(topic)}"
    state = services.read(crawl_state, topic=topic, points=1)
    numbers = {name: f"{state.figures[name]:,}" for name in ("fetched", "kept", "waiting")}
    figures = say(marked("已抓取 {fetched}，已入库 {kept}，待抓 {waiting}")).format(**numbers)
    if state.is_alive:
        yield Row(say(marked("采集中")), path, figures, topic)
    elif services.processes.is_running(topic):
        yield Row(say(marked("采集已启动，或正在整理采到的网页")), path, "", topic)
    elif state.state == "broken":
        yield Row(say(marked("采集意外中断")), path, figures, topic, "problem")
    for name, error in services.read(failed_steps, topic=topic).items():
        text = say(marked("采集后的步骤“{name}”没有完成，下次采集后再做"))
        yield Row(text.format(name=say(_STEPS.get(name, name))), path, error, topic, "problem")


_STEPS = {"groups": marked("网页分组"), "stories": marked("事件"), "warnings": marked("预警")}


def _questions(visit: Visit, topics: Sequence[str]) -> Piece:
    say = visit.translate
    rows = [row for topic in topics for row in _questions_of(visit, topic)]
    text = say(marked("{topic}的来源"))
    links = [
        (f"/sources?{urlencode({'topic': topic})}", text.format(topic=visit.services.topic_title(topic)))
        for topic in topics
    ]
    return Piece(say(marked("等您回答的")), rows, say(marked("没有要回答的。")), links)


def _questions_of(visit: Visit, topic: str) -> Iterator[Row]:
    services, say = visit.services, visit.translate
    groups = [one for one in services.read(stored_groups, topic=topic) if one.wanted is None]
    own = services.topics.find(topic) is not None  # else the pages of the topic have no page
    if own and groups:
        text = say(marked("{count} 组网页要确认：要还是不要")).format(count=len(groups))
        names = say(marked("；")).join(" ".join(one.words[:3]) for one in groups[:3])
        yield Row(text, f"/topics/{quote(topic)}#groups", names, topic)
    if own and visit.may(Role.EDITOR):
        graded = sum(services.read(count_grades, topic=topic).values())
        if graded < _ENOUGH and services.read(next_to_label, topic=topic) is not None:
            text = say(marked("已标注 {count} 页，标注满 {enough} 页采集就能从中学习"))
            text = text.format(count=graded, enough=_ENOUGH)
            yield Row(text, f"/pages/label?{urlencode({'topic': topic})}", "", topic)
    found = [one for one in sources_of(visit, topic) if one.verdict in AMISS]
    link = f"/sources?{urlencode({'topic': topic})}"
    for one in found[:_MOST_SOURCES]:
        yield Row(one.host, link, visit.said(source_sentence(one)), topic, "problem")
    if len(found) > _MOST_SOURCES:
        more = say(marked("还有 {count} 个来源有问题")).format(count=len(found) - _MOST_SOURCES)
        yield Row(more, link, "", topic, "problem")


ROUTES = [Route("/", show_home), Route("/sources", show_sources)]
