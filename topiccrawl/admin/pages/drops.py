"""Links and pages that were not kept, by reason."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.lists.drops import count_drops, list_drops

_MOST = 50


@page(Role.VIEWER)
def show_drops(visit: Visit) -> Response:
    """Show the reasons with their numbers, and samples of one."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    counted, complete = services.read(lambda connection: count_drops(connection, topic))
    stage, reason = visit.query("stage"), visit.query("reason")
    before = visit.query("before")
    after = int(before) if before.isdecimal() and len(before) < 18 else 0
    samples = (
        services.read(lambda connection: list_drops(connection, topic, stage, reason, _MOST, after))
        if stage
        else []
    )
    next_page = {"topic": topic, "stage": stage, "reason": reason}
    more = urlencode({**next_page, "before": samples[-1]["id"]}) if len(samples) == _MOST else ""
    return visit.page(
        "drops.html",
        topic=topic,
        topics=services.stored_topics(),
        counted=counted,
        complete=complete,
        stage=stage,
        reason=reason,
        samples=samples,
        more=more,
    )


ROUTES = [Route("/drops", show_drops)]
