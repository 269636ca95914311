"""Briefings: show them, and download them as HTML, Word or PDF."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.rendering import as_download
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.newsroom.analysis.briefing import Briefing, make_briefing
from topiccrawl.newsroom.outgoing.files import TYPES, as_file
from topiccrawl.newsroom.pages.overview import period_of

_REMEMBERED = 300.0
_MOST = 10


@page(Role.VIEWER)
def show_briefing(visit: Visit) -> Response:
    """Show the briefing of a period and subject."""
    made = _briefing(visit)
    values = {
        "topic": made.topic,
        "since": str(made.period.first),
        "until": str(made.period.last),
        "subject": made.subject,
    }
    return visit.page(
        "briefing.html",
        topic=made.topic,
        topics=visit.services.stored_topics(),
        period=made.period,
        made=made,
        query=urlencode(values),
        formats=list(TYPES),
    )


@page(Role.VIEWER)
def download_briefing(visit: Visit) -> Response:
    """Return the briefing as a file."""
    ending = visit.request.path_params["ending"]
    if ending not in TYPES:
        return visit.problem(visit.translate("没有这个导出文件。"), 404)
    made = _briefing(visit)
    return as_download(f"{made.heading}.{ending}", as_file(made, ending), TYPES[ending])


def _briefing(visit: Visit) -> Briefing:
    services = visit.services
    topic, subject = chosen_topic(visit, visit.query("topic")), visit.query("subject")[:100]
    period = period_of(visit, topic, 1)
    find = partial(services.read, make_briefing, services.texts, topic, period, subject=subject, most=_MOST)
    made = services.remembered(("briefing", topic, period, subject), _REMEMBERED, find)
    return replace(made, title=services.topic_title(topic))


ROUTES = [
    Route("/analysis/briefing", show_briefing),
    Route("/analysis/briefing/{ending}", download_briefing),
]
