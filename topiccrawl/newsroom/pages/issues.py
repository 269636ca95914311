"""Briefings that are edited and sent: their list, the editor, what became of a sent one."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.starts.timetable import Timetable
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.crawls.schedules import WEEKDAYS
from topiccrawl.admin.pages.filters import chosen_topic, whole
from topiccrawl.admin.topics import CHANGED, ChangedError
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.outgoing.delivery import MAIL, webhook_of
from topiccrawl.newsroom.outgoing.draft import MOST_NOTE, MOST_SECTION, SECTIONS, Draft
from topiccrawl.newsroom.outgoing.files import TYPES
from topiccrawl.newsroom.outgoing.rounds import outgoing_of
from topiccrawl.newsroom.pages.briefings import as_download
from topiccrawl.newsroom.pages.overview import period_of

KINDS = {
    MAIL: marked("电子邮件"),
    "dingtalk": marked("钉钉"),
    "wecom": marked("企业微信"),
    "feishu": marked("飞书"),
    "generic": marked("其他网络钩子"),
}
_STATES = {
    "waiting": marked("等待发送"),
    "sending": marked("正在发送"),
    "delivered": marked("已送达对方服务器"),
    "refused": marked("被对方拒绝"),
    "unanswered": marked("对方没有回答，可能已收到"),
    "away": marked("连不上对方服务器"),
    "failed": marked("没有发出"),
    "uncertain": marked("不确定：发送时中断，可能已收到"),
}


@page(Role.VIEWER)
def list_issues(visit: Visit) -> Response:
    """Show the briefings of a topic, their letterhead, receivers and timetable."""
    topic, outgoing = chosen_topic(visit, visit.query("topic")), outgoing_of(visit.services)
    plan = outgoing.issues.plan(topic)
    return visit.page(
        "issues.html",
        topic=topic,
        topics=visit.services.stored_topics(),
        rows=outgoing.issues.all(topic),
        plan=plan,
        letterhead=outgoing.issues.head(topic),
        sections=SECTIONS,
        endings=[one for one in TYPES if one != "html"],
        table=Timetable(*json.loads(plan["timetable"])) if plan["timetable"] else None,
        receivers=[
            (row, _name(row), _state(visit, row["state"])) for row in outgoing.issues.receivers(topic)
        ],
        kinds=KINDS,
        has_mail=visit.services.configuration.mail is not None,
        weekdays=[visit.translate(name) for name in WEEKDAYS],
        machine=datetime.now().astimezone().strftime("%Z %z"),
    )


@page(Role.EDITOR)
def add_issue(visit: Visit) -> Response:
    """Open the draft of a period and subject; one that is there is continued."""
    services, form = visit.services, visit.form
    topic, subject = form.get("topic", ""), form.get("subject", "")[:100]
    if topic not in services.stored_topics():
        raise AdminError(marked("没有这个主题。"))
    period, issues = period_of(visit, topic, 1), outgoing_of(services).issues
    found = issues.draft(topic, period, subject)
    if found is None:
        sections = issues.head(topic)["sections"]
        draft = services.read(lambda connection: Draft.make(connection, topic, period, subject, sections))
        assert visit.user is not None
        return visit.go(_path(issues.add(topic, period, subject, draft.content(), visit.user.name)))
    return visit.go(_path(found["id"]))


@page(Role.VIEWER)
def show_issue(visit: Visit) -> Response:
    """Show a draft to be edited, or a sent briefing with its deliveries."""
    issue, outgoing = _issue(visit), outgoing_of(visit.services)
    draft = Draft.read(issue)
    gone: frozenset[tuple[int, int]] = frozenset()
    if issue["number"] is None:
        draft, gone = visit.services.read(draft.standing)
    made = draft.briefing(outgoing.letterhead(issue))
    deliveries = [
        (row, _name(row), _state(visit, "uncertain" if outgoing.is_uncertain(row) else row["state"]))
        for row in outgoing.issues.deliveries(issue=issue["id"])
    ]
    return visit.page(
        "issue.html",
        topic=issue["topic"],
        issue=issue,
        draft=draft,
        gone=gone,
        made=made,
        deliveries=deliveries,
        receivers=len(outgoing.issues.receivers(issue["topic"])),
        formats=list(TYPES),
        longest=(MOST_SECTION, MOST_NOTE),
    )


@page(Role.EDITOR)
def change_issue(visit: Visit) -> Response:
    """Save a draft, move a story or send it; or send one delivery of a sent one again."""
    issue, outgoing = _issue(visit), outgoing_of(visit.services)
    number, issues = issue["id"], outgoing.issues
    what, _, of = visit.form.get("do", "save").partition(".")
    if what == "again":
        for row in issues.deliveries(issue=number):
            if row["id"] == whole(of):
                outgoing.again(row)
        return visit.go(_path(number), "started")
    draft, _ = visit.services.read(Draft.read(issue).edited(visit.lists).standing)
    if what in ("up", "down"):
        draft = draft.moved(whole(of), -1 if what == "up" else 1)
    assert visit.user is not None
    if not issues.save(number, draft.content(), visit.user.name, whole(visit.form.get("seen", ""))):
        raise ChangedError(CHANGED)
    if what == "send":
        outgoing.send(_issue(visit))
        return visit.go(_path(number), "started")
    return visit.go(_path(number) + (f"#item{of}" if of else ""), "saved")


@page(Role.VIEWER)
def download_issue(visit: Visit) -> Response:
    """Return a briefing as a file."""
    issue, ending = _issue(visit), visit.request.path_params["ending"]
    if ending not in TYPES:
        return visit.problem(visit.translate("没有这个导出文件。"), 404)
    if issue["number"] is None:
        draft, _ = visit.services.read(Draft.read(issue).standing)
        issue = {**issue, "content": draft.content()}
    return as_download(*outgoing_of(visit.services).file(issue, ending), TYPES[ending])


def place_of(topic: str) -> str:
    """Return the path of the list of a topic."""
    return "/analysis/issues?" + urlencode({"topic": topic})


def _issue(visit: Visit) -> dict[str, Any]:
    found = outgoing_of(visit.services).issues.get(int(visit.request.path_params["number"]))
    if found is None:
        raise AdminError(marked("没有这份简报。"))
    return found


def _path(number: int) -> str:
    return f"/analysis/issues/{number}"


def _name(row: dict[str, Any]) -> str:
    """Return the address of a receiver; of a webhook, whose path and query are secrets, the host."""
    mail = row["kind"] == MAIL
    return str(row["address"] if mail else webhook_of(row["kind"], row["address"]).name.rpartition(" ")[2])


def _state(visit: Visit, state: str) -> str:
    return visit.translate(_STATES[state]) if state else ""


_ONE = "/analysis/issues/{number:int}"
ROUTES = [
    Route("/analysis/issues", list_issues, methods=["GET"]),
    Route("/analysis/issues", add_issue, methods=["POST"]),
    Route(_ONE, show_issue, methods=["GET"]),
    Route(_ONE, change_issue, methods=["POST"]),
    Route(_ONE + "/{ending}", download_issue, methods=["GET"]),
]
