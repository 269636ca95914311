"""Overview of the corpus: volume and trend, sites, places, categories."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.newsroom.analysis.periods import STEPS, Period, Step, fitting_step, parse_period, steps
from topiccrawl.newsroom.analysis.places import count_places, province_tiles, summed
from topiccrawl.newsroom.analysis.volume import count_sites, count_volume, moving_mean, newest_day
from topiccrawl.newsroom.pages.charts import bars, line

REMEMBERED = 60.0
"""Cache lifetime of counts in seconds."""
_MOST_STEPS = 400
_MOST_SITES = 50


def period_of(visit: Visit, topic: str, days: int = 30) -> Period:
    """Return the requested period; by default, the last days with pages."""
    today = datetime.now(UTC).date()
    newest = visit.services.remembered(
        ("newest day", topic, today),
        REMEMBERED,
        lambda: visit.services.read(lambda connection: newest_day(connection, topic, today)),
    )
    typed = visit.typed()
    since, until = typed.days()
    typed.check()
    return parse_period(since, until, newest, days)


@page(Role.VIEWER)
def show_overview(visit: Visit) -> Response:
    """Show counts of a period over time, sites, places and categories."""
    services = visit.services
    topic, host = chosen_topic(visit, visit.query("topic")), visit.query("host")[:255]
    period = period_of(visit, topic)
    step = _step(visit.query("step"), period)

    def counted() -> tuple[Any, ...]:
        with services.store.reading() as connection:
            return (
                count_volume(connection, topic, period, step, host),
                count_sites(connection, topic, period, _MOST_SITES),
                count_places(connection, topic, period),
            )

    volume, sites, places = services.remembered(("analysis", topic, host, period, step), REMEMBERED, counted)
    counts = [one.pages for one in volume.steps]
    by_province = summed(places, by=("country", "province"))
    provinces = {province: pages for (_, province), (_, pages) in by_province.items() if province}
    spans = [_span(period, at, steps(period, step)) for at in range(len(counts))]
    pages_link = partial(_pages_link, topic, host)
    return visit.page(
        "analysis.html",
        topic=topic,
        topics=services.stored_topics(),
        host=host,
        period=period,
        step=step,
        steps=STEPS,
        volume=volume,
        bars=list(zip(volume.steps, bars(counts), [pages_link(*span) for span in spans], strict=True)),
        trend=line(moving_mean(counts), max(counts, default=0)),
        highest=max(counts, default=0),
        sites=sites,
        tiles=province_tiles(provinces),
        places=by_province,
        countries=summed(places, by=("country",)),
        categories=summed(places, by=("category",)),
    )


def _step(given: str, period: Period) -> Step:
    """Return the step chosen in the form, or a fitting one if it is missing or gives too many counts."""
    if given in STEPS and len(steps(period, given)) <= _MOST_STEPS:
        return given
    return fitting_step(period)


def _span(period: Period, at: int, first_days: list[Any]) -> tuple[str, str]:
    """Return the first and last day of a step within the period."""
    last = (
        period.last
        if at + 1 == len(first_days)
        else first_days[at + 1].fromordinal(first_days[at + 1].toordinal() - 1)
    )
    return str(max(period.first, first_days[at])), str(last)


def _pages_link(topic: str, host: str, since: str, until: str) -> str:
    values = {"topic": topic, "host": host, "since": since, "until": until}
    return "/pages?" + urlencode({name: value for name, value in values.items() if value})


ROUTES = [Route("/analysis", show_overview)]
