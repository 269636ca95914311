"""How many pages of a period are good news, bad news or neither, roughly."""

from __future__ import annotations

from datetime import timedelta

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.newsroom.analysis.periods import fitting_step
from topiccrawl.newsroom.analysis.sentiment import TONES
from topiccrawl.newsroom.analysis.tones import Tones, count_tones
from topiccrawl.newsroom.pages.overview import period_of

_REMEMBERED = timedelta(minutes=1)
_QUICK, _THOROUGH = 300, 1_000
"""Pages that are read while somebody waits, and in the background."""


@page(Role.VIEWER)
def show_tones(visit: Visit) -> Response:
    """Show the tones of a period with examples."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic)
    step = fitting_step(period)

    def of(pages: int) -> Tones:
        return services.read(lambda connection: count_tones(connection, topic, period, step, read=pages))

    counted = services.counts.get(
        ("tones", topic, period, step),
        _REMEMBERED,
        lambda: of(_QUICK),
        lambda: of(_THOROUGH),
        lambda found: found.pages <= _QUICK,
    )
    return visit.page(
        "tones.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        counted=counted,
        found=counted.value,
        tones=TONES,
    )


ROUTES = [Route("/analysis/tones", show_tones)]
