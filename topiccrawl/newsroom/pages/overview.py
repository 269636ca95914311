"""Overview of the corpus: volume and trend, sites, places, categories."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.periods import Period, fitting_step, parse_period, steps
from topiccrawl.newsroom.analysis.places import count_places, province_tiles, summed
from topiccrawl.newsroom.analysis.volume import count_sites, count_volume, moving_mean, newest_day
from topiccrawl.newsroom.pages.charts import bars, line
from topiccrawl.page.facts.dates import CHINA

REMEMBERED = 60.0
"""Cache lifetime of counts in seconds."""
_MOST_SITES = 50


def period_of(visit: Visit, topic: str, days: int = 30) -> Period:
    """Return the requested period; by default, the last days with pages."""
    today = datetime.now(CHINA).date()
    find = partial(visit.services.read, newest_day, topic, today)
    newest = visit.services.remembered(("newest day", topic, today), REMEMBERED, find)
    typed = visit.typed()
    since, until = typed.days()
    typed.check()
    return parse_period(since, until, newest, days)


def form_topic(visit: Visit, known: Collection[str] | None = None) -> str:
    """Return the topic of a form.

    Args:
        visit: the visit.
        known: names of topics; None: those with stored pages.

    Raises:
        AdminError: there is no such topic.
    """
    topic = visit.form.get("topic", "")
    if topic not in (visit.services.stored_topics() if known is None else known):
        raise AdminError(marked("没有这个主题。"))
    return topic


@page(Role.VIEWER)
def show_overview(visit: Visit) -> Response:
    """Show counts of a period over time, sites, places and categories."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic)
    step = fitting_step(period)

    def counted() -> tuple[Any, ...]:
        with services.store.reading() as connection:
            return (
                count_volume(connection, topic, period, step),
                count_sites(connection, topic, period, _MOST_SITES),
                count_places(connection, topic, period),
            )

    volume, sites, places = services.remembered(("analysis", topic, period), REMEMBERED, counted)
    counts = [one.pages for one in volume.steps]
    by_province = summed(places, by=("country", "province"))
    provinces = {province: pages for (_, province), (_, pages) in by_province.items() if province}
    firsts = steps(period, step)
    lasts = [following - timedelta(days=1) for following in firsts[1:]] + [period.last]
    links = [
        "/pages?" + urlencode({"topic": topic, "since": max(period.first, first), "until": last})
        for first, last in zip(firsts, lasts, strict=True)
    ]
    return visit.page(
        "analysis.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        volume=volume,
        bars=list(zip(volume.steps, bars(counts), links, strict=True)),
        trend=line(moving_mean(counts), max(counts, default=0)),
        highest=max(counts, default=0),
        sites=sites,
        tiles=province_tiles(provinces),
        places=by_province,
        categories=summed(places, by=("category",)),
    )


ROUTES = [Route("/analysis", show_overview)]
