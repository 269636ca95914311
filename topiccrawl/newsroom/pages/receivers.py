"""Letterhead, receivers and timetable of the briefings of a topic."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.addresses import is_private_host
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.crawls.schedules import timetable
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.documents.word import open_template
from topiccrawl.newsroom.outgoing.delivery import MAIL, webhook_of
from topiccrawl.newsroom.outgoing.draft import SECTIONS
from topiccrawl.newsroom.outgoing.files import TYPES
from topiccrawl.newsroom.outgoing.rounds import outgoing_of
from topiccrawl.newsroom.pages.issues import KINDS, place_of
from topiccrawl.reporting.monitoring.mail import is_mail_address
from topiccrawl.reporting.monitoring.webhooks import WebhookError
from topiccrawl.text.display import one_line
from topiccrawl.text.files.limits import whole_number

_MOST_RECEIVERS = 100
_LONGEST = 100
_MOST_TEMPLATE = 2_000_000


@page(Role.EDITOR)
def change_letterhead(visit: Visit) -> Response:
    """Save what the briefings of a topic are headed with."""
    topic, issues, form = _topic(visit), outgoing_of(visit.services).issues, visit.form
    head: dict[str, object] = {
        name: one_line(form.get(name, ""))[:_LONGEST] for name in ("masthead", "subtitle", "office")
    }
    head["sections"] = form.get("sections") if form.get("sections") in SECTIONS else ""
    head["files"] = [one for one in visit.lists.get("attach", ()) if one in TYPES]
    name, content = visit.files.get("template", ("", b""))
    if name and content:
        if len(content) > _MOST_TEMPLATE:
            raise InputError({"template": marked("模板不能大于 2 MB。")})
        open_template(content)
        head["template"] = b64encode(content).decode()
    elif form.get("keep") == "1":
        head["template"] = issues.head(topic)["template"]
    issues.set_plan(topic, letterhead=json.dumps(head, ensure_ascii=False))
    return visit.go(place_of(topic), "saved")


@page(Role.OPERATOR)
def change_receivers(visit: Visit) -> Response:
    """Add a receiver, remove it, or send it a test."""
    topic, outgoing, form = _topic(visit), outgoing_of(visit.services), visit.form
    if (number := whole_number(form.get("remove", ""))) is not None:
        outgoing.issues.remove_receiver(topic, number)
        return visit.go(place_of(topic), "removed")
    known = outgoing.issues.receivers(topic)
    if (number := whole_number(form.get("test", ""))) is not None:
        for row in known:
            if row["id"] == number:
                outgoing.test(row)
        return visit.go(place_of(topic))
    if len(known) >= _MOST_RECEIVERS:
        raise AdminError(marked("一个主题至多 100 个接收人。"))
    outgoing.issues.add_receiver(topic, *_receiver(visit))
    return visit.go(place_of(topic), "saved")


@page(Role.OPERATOR)
def change_timetable(visit: Visit) -> Response:
    """Send the briefings of a topic at set times, or no longer."""
    topic, issues = _topic(visit), outgoing_of(visit.services).issues
    if visit.form.get("do") == "remove":
        issues.set_plan(topic, timetable="", next_at=None, result="")
        return visit.go(place_of(topic), "removed")
    typed, now = visit.typed(), datetime.now(UTC)
    table = timetable(visit.form, typed)
    typed.check()
    stored = json.dumps([table.seconds, table.minute, table.weekday, table.zone])
    issues.set_plan(topic, timetable=stored, next_at=table.next_start(now, now), result="")
    return visit.go(place_of(topic), "saved")


def _topic(visit: Visit) -> str:
    topic = visit.form.get("topic", "")
    if topic not in visit.services.stored_topics():
        raise AdminError(marked("没有这个主题。"))
    return topic


def _receiver(visit: Visit) -> tuple[str, str]:
    """Return kind and address of the form."""
    kind, address = visit.form.get("kind", ""), visit.form.get("address", "").strip()
    if kind not in KINDS or len(address) > 1_000:
        raise AdminError(marked("请填写电子邮件地址，或网络钩子的网址。"))
    if kind == MAIL:
        if not is_mail_address(address):
            raise InputError({"address": marked("这不是电子邮件地址。")})
        return kind, address
    try:
        host = webhook_of(kind, address).name.rpartition(" ")[2]
    except WebhookError:
        raise InputError({"address": marked("请填写 http 或 https 网址。")}) from None
    if is_private_host(host) and not visit.services.configuration.allow_private:
        raise InputError({"address": marked("网络钩子不能指向本机或内部网络。")})
    return kind, address


ROUTES = [
    Route("/analysis/issues/letterhead", change_letterhead, methods=["POST"]),
    Route("/analysis/issues/receivers", change_receivers, methods=["POST"]),
    Route("/analysis/issues/timetable", change_timetable, methods=["POST"]),
]
