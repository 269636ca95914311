"""Events, and how the story of each event spread."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.newsroom.analysis.events import EventFilter, list_events
from topiccrawl.newsroom.analysis.propagation import time_line
from topiccrawl.newsroom.pages.overview import REMEMBERED, period_of
from topiccrawl.newsroom.stories.reading import read_stories

SUBJECTS = (
    marked("时政"), marked("国际"), marked("经济"), marked("社会"),
    marked("科技"), marked("教育"), marked("文化"), marked("体育"),
)  # fmt: skip
"""`topiccrawl.newsroom.stories.categories.CATEGORIES`, for the catalogue."""
_MOST = 100
_MOST_DRAWN = 60
"""Maximum number of pages in a diagram."""


@page(Role.VIEWER)
def show_events(visit: Visit) -> Response:
    """Show the events of a period, optionally of one place, category or person."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    names = ("country", "province", "category", "person")
    given = {name: visit.query(name)[:100] for name in names}
    chosen = EventFilter(topic=topic, period=period_of(visit, topic), **given)
    find = partial(services.read, list_events, chosen, _MOST)
    found = services.remembered(("events", chosen), REMEMBERED, find)
    return visit.page(
        "events.html",
        topic=topic,
        topics=services.stored_topics(),
        period=chosen.period,
        chosen=chosen,
        subjects=SUBJECTS,
        found=found,
        most=_MOST,
    )


@page(Role.VIEWER)
def show_event(visit: Visit) -> Response:
    """Show an event: people, place, time, first publisher and reposts."""
    topic, number = visit.request.path_params["topic"], int(visit.request.path_params["number"])
    story = next(read_stories(visit.services.store, topic, limit=1, least=1, event=number), None)
    if story is None:
        return visit.problem(visit.translate("没有这个事件。"), 404)
    nodes = time_line(story.steps)
    return visit.page(
        "event.html",
        topic=topic,
        number=number,
        event=story.event,
        related=story.related,
        nodes=nodes,
        drawn=nodes[:_MOST_DRAWN],
        sites=[node.step.site for node in nodes],
    )


ROUTES = [
    Route("/analysis/events", show_events),
    Route("/analysis/events/{topic}/{number:int}", show_event),
]
