"""Regular crawls: set up, switch off and on, remove."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.starts.timetable import SHANGHAI, Timetable
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError, Typed
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError

WEEKDAYS = (
    marked("星期一"),
    marked("星期二"),
    marked("星期三"),
    marked("星期四"),
    marked("星期五"),
    marked("星期六"),
    marked("星期日"),
)
_TIME = re.compile(r"([01]?\d|2[0-3])[:：]([0-5]\d)")
_MOST_HOURS = 24 * 366
_HOUR = 3600.0


@page(Role.VIEWER)
def list_schedules(visit: Visit) -> Response:
    """Show the regular crawls."""
    services = visit.services
    return visit.page(
        "schedules.html",
        rows=services.schedules.all(),
        topics=[topic.name for topic in services.topics.all()],
        chosen=visit.query("topic"),
        weekdays=[visit.translate(name) for name in WEEKDAYS],
        now=datetime.now(UTC),
        shanghai=SHANGHAI,
        machine=datetime.now().astimezone().strftime("%Z %z"),
        scrapyd=services.scrapyd is not None,
    )


@page(Role.OPERATOR)
def add_schedule(visit: Visit) -> Response:
    """Add a regular crawl."""
    topic, form = visit.form.get("topic", ""), visit.form
    if visit.services.topics.find(topic) is None:
        raise AdminError(marked("没有这个主题。"))
    typed = visit.typed()
    limit = typed.whole("pages", least=1)
    table = timetable(form, typed)
    typed.check()
    visit.services.schedules.add(topic, table, limit, datetime.now(UTC))
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


def timetable(form: Mapping[str, str], typed: Typed) -> Timetable:
    """Return the timetable of a form; a number of hours that cannot be read is noted in `typed`.

    Raises:
        AdminError: a value cannot be used.
    """
    if form.get("every") == "hours":
        return Timetable(_HOUR * (typed.whole("hours", 1, _MOST_HOURS) or 1))
    found = _TIME.fullmatch(unicodedata.normalize("NFKC", form.get("time", "")).strip())
    if found is None:
        raise InputError({"time": marked("时间须写成 03:30 这样的形式。")})
    weekday = form.get("weekday", "") if form.get("every") == "week" else ""
    if weekday not in ("", *"0123456"):
        raise AdminError(marked("没有这个星期几。"))
    zone = "" if form.get("zone") == "machine" else SHANGHAI
    return Timetable(0.0, 60 * int(found[1]) + int(found[2]), int(weekday) if weekday else None, zone)


ROUTES = [
    Route("/schedules", list_schedules, methods=["GET"]),
    Route("/schedules", add_schedule, methods=["POST"]),
    Route("/schedules/{number:int}", change_schedule, methods=["POST"]),
]
