"""Regular crawls: set up, switch off and on, remove."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.timetable import USUAL, typed_timetable
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError


@page(Role.VIEWER)
def list_schedules(visit: Visit) -> Response:
    """Show the regular crawls."""
    services = visit.services
    return visit.page(
        "schedules.html",
        rows=services.schedules.all(),
        topics=[topic.name for topic in services.topics.all()],
        chosen=visit.query("topic"),
        usual=USUAL,
        now=datetime.now(UTC),
        scrapyd=services.scrapyd is not None,
    )


@page(Role.OPERATOR)
def add_schedule(visit: Visit) -> Response:
    """Add a regular crawl."""
    topic = visit.form.get("topic", "")
    if visit.services.topics.find(topic) is None:
        raise AdminError(marked("没有这个主题。"))
    typed = visit.typed()
    limit = typed.whole("pages", least=1)
    typed.check()
    visit.services.schedules.add(topic, typed_timetable(typed.text("cron")), limit, datetime.now(UTC))
    return visit.go("/schedules", "saved")


@page(Role.OPERATOR)
def change_schedule(visit: Visit) -> Response:
    """Switch a regular crawl off or on, or remove it."""
    number, schedules = int(visit.request.path_params["number"]), visit.services.schedules
    what = visit.form.get("do", "")
    if what == "pause":
        schedules.pause(number)
    elif what == "resume":
        schedules.resume(number, datetime.now(UTC))
    elif what == "remove":
        schedules.remove(number)
    return visit.go("/schedules", "removed" if what == "remove" else "saved")


ROUTES = [
    Route("/schedules", list_schedules, methods=["GET"]),
    Route("/schedules", add_schedule, methods=["POST"]),
    Route("/schedules/{number:int}", change_schedule, methods=["POST"]),
]
