"""How many pages of a period are good news, bad news or neither, roughly."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.analysis.overview import REMEMBERED, period_of
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.analysis.periods import fitting_step
from topiccrawl.corpus.analysis.sentiment import TONES
from topiccrawl.corpus.analysis.tones import count_tones


@page(Role.VIEWER)
def show_tones(visit: Visit) -> Response:
    """Show the tones of a period with examples."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic)
    step = fitting_step(period)
    found = services.remembered(
        ("tones", topic, period, step),
        REMEMBERED,
        lambda: services.read(lambda connection: count_tones(connection, topic, period, step)),
    )
    return visit.page(
        "tones.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        found=found,
        tones=TONES,
    )


ROUTES = [Route("/analysis/tones", show_tones)]
