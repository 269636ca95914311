"""Briefings that are edited and sent: the editor, deliveries, letterhead, receivers, timetable."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.access.addresses import is_private_host
from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls.log_language import retold
from topiccrawl.admin.crawls.timetable import USUAL, next_start, typed_timetable
from topiccrawl.admin.pages.filters import chosen_topic, whole
from topiccrawl.admin.topics import CHANGED, ChangedError
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.rendering import as_download
from topiccrawl.admin.web.typed import InputError
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.documents.template import PLACEHOLDERS, open_template
from topiccrawl.newsroom.outgoing.draft import MOST_NOTE, MOST_SECTION, SECTIONS, Draft
from topiccrawl.newsroom.outgoing.files import TYPES, as_file, missing_program
from topiccrawl.newsroom.outgoing.issues import Row
from topiccrawl.newsroom.outgoing.rounds import MAIL, outgoing_of, webhook_of
from topiccrawl.newsroom.pages.overview import form_topic, period_of
from topiccrawl.reporting.monitoring.mail import is_mail_address
from topiccrawl.reporting.monitoring.webhooks import WebhookError
from topiccrawl.text.display import one_line
from topiccrawl.text.files.limits import whole_number
from topiccrawl.text.language import localized

_KINDS = {
    MAIL: marked("电子邮件"),
    "dingtalk": marked("钉钉"),
    "wecom": marked("企业微信"),
    "feishu": marked("飞书"),
    "generic": marked("其他网络钩子"),
}
_STATES = {
    "new": marked("尚未测试"),
    "waiting": marked("等待发送"),
    "sending": marked("正在发送"),
    "delivered": marked("已送达对方服务器"),
    "refused": marked("被对方拒绝"),
    "unanswered": marked("对方没有回答，可能已收到"),
    "away": marked("连不上对方服务器"),
    "failed": marked("没有发出"),
    "uncertain": marked("不确定：发送时中断，可能已收到"),
}
_MOST, _LONGEST, _LONGEST_ADDRESS = 100, 100, 1_000
_LONG_SECRET = 30
"""Characters of path and query of which four may be shown."""
_LIST, _ONE = "/analysis/issues", "/analysis/issues/{number:int}"


@page(Role.VIEWER)
def list_issues(visit: Visit) -> Response:
    """Show the briefings of a topic, their letterhead, receivers and timetable."""
    services, topic = visit.services, chosen_topic(visit, visit.query("topic"))
    issues = outgoing_of(services).issues
    plan = issues.plan(topic)
    head, has_template = issues.head(topic), issues.template(topic) is not None
    drafts = ((row, Draft.read(row).whole) for row in issues.all(topic))
    return visit.page(
        "issues.html",
        topic=topic,
        topics=services.stored_topics(),
        rows=[(row, whole.days, whole.subject) for row, whole in drafts],
        plan={**plan, "result": retold(plan["result"], visit.language)},
        letterhead=head,
        masthead=f"{services.topic_title(topic)}简报",
        has_template=has_template,
        missing=localized(missing_program(head["files"], has_template=has_template), visit.language),
        placeholders=PLACEHOLDERS,
        sections=SECTIONS,
        endings=[one for one in TYPES if one != "html"],
        receivers=_named(visit, issues.deliveries(topic)),
        kinds=_KINDS,
        has_mail=services.configuration.mail is not None,
        usual=USUAL,
    )


@page(Role.EDITOR)
def add_issue(visit: Visit) -> Response:
    """Open the draft of a period and subject; one that is there is continued."""
    topic, subject = form_topic(visit), visit.form.get("subject", "")[:100]
    found = outgoing_of(visit.services).open(topic, period_of(visit, topic, 1), subject, visit.name)
    return visit.go(f"{_LIST}/{found['id']}")


@page(Role.VIEWER)
def show_issue(visit: Visit) -> Response:
    """Show a draft to be edited, or a sent briefing with its deliveries."""
    issue, gone = _issue(visit)
    outgoing, topic = outgoing_of(visit.services), issue["topic"]
    return visit.page(
        "issue.html",
        topic=topic,
        issue=issue,
        draft=Draft.read(issue),
        gone=gone,
        made=outgoing.briefing(issue),
        before=None if issue["number"] else outgoing.issues.sent(topic, issue["scope"]),
        deliveries=_named(visit, outgoing.issues.deliveries(topic, issue["id"])),
        receivers=len(outgoing.issues.deliveries(topic)),
        formats=list(TYPES),
        longest=(MOST_SECTION, MOST_NOTE),
    )


@page(Role.EDITOR)
def change_issue(visit: Visit) -> Response:
    """Save a draft, move a story or send it; or send one delivery of a sent one again."""
    issue, _ = _issue(visit)
    outgoing, place = outgoing_of(visit.services), f"{_LIST}/{issue['id']}"
    what, _, number = visit.form.get("do", "").partition(".")
    if what == "again":
        for row in outgoing.issues.deliveries(issue["topic"], issue["id"]):
            if row["id"] == whole(number):
                outgoing.again(row)
        return visit.go(place, "started")
    draft = Draft.read(issue).edited(visit.lists).moved(whole(number), {"up": -1, "down": 1}.get(what, 0))
    draft, _ = visit.services.read(draft.standing)  # a form may name any sentence
    seen = whole(visit.form.get("seen", ""))
    if not outgoing.issues.save(issue["id"], draft.content(), visit.name, seen):
        raise ChangedError(CHANGED)
    if what == "send":
        outgoing.send({**issue, "content": draft.content(), "version": seen + 1})
        return visit.go(place, "started")
    return visit.go(place + (f"#item{number}" if number else ""), "saved")


@page(Role.VIEWER)
def download_issue(visit: Visit) -> Response:
    """Return a briefing as a file."""
    ending = visit.request.path_params["ending"]
    if ending not in TYPES:
        return visit.problem(visit.translate("没有这个导出文件。"), 404)
    issue, outgoing = _issue(visit)[0], outgoing_of(visit.services)
    made, template = outgoing.briefing(issue), outgoing.issues.template(issue["topic"])
    return as_download(f"{made.heading}.{ending}", as_file(made, ending, template), TYPES[ending])


@page(Role.EDITOR)
def change_letterhead(visit: Visit) -> Response:
    """Save what the briefings of a topic are headed with."""
    topic, form = form_topic(visit), visit.form
    names = ("masthead", "subtitle", "office")
    head: dict[str, object] = {name: one_line(form.get(name, ""))[:_LONGEST] for name in names}
    head["sections"] = form.get("sections") if form.get("sections") in SECTIONS else ""
    head["files"] = [one for one in visit.lists.get("attach", ()) if one in TYPES]
    stored = json.dumps(head, ensure_ascii=False)
    outgoing_of(visit.services).issues.set_plan(topic, letterhead=stored)
    return visit.go(_place(topic), "saved")


@page(Role.EDITOR)
def change_template(visit: Visit) -> Response:
    """Store the Word file that briefings are filled into, or delete it."""
    topic, issues = form_topic(visit), outgoing_of(visit.services).issues
    if visit.form.get("do") == "remove":
        issues.set_template(topic, None)
        return visit.go(_place(topic), "removed")
    _, data = visit.files.get("file", ("", b""))
    if not data:
        raise AdminError(marked("请选择文件。"))
    open_template(data)  # reports what is wrong with it
    issues.set_template(topic, data)
    return visit.go(_place(topic), "saved")


@page(Role.OPERATOR)
def change_receivers(visit: Visit) -> Response:
    """Add a receiver, remove it, or send it a test."""
    topic, outgoing, form = form_topic(visit), outgoing_of(visit.services), visit.form
    known = outgoing.issues.deliveries(topic)
    if (number := whole_number(form.get("remove", ""))) is not None:
        outgoing.issues.remove_receiver(topic, number)
        return visit.go(_place(topic), "removed")
    if (number := whole_number(form.get("test", ""))) is not None:
        for row in known:
            if row["id"] == number:
                outgoing.test(row)
        return visit.go(_place(topic))
    if len(known) >= _MOST:
        raise AdminError(marked("一个主题至多 100 个接收人。"))
    outgoing.issues.add_receiver(topic, *_receiver(visit))
    return visit.go(_place(topic), "saved")


@page(Role.OPERATOR)
def change_timetable(visit: Visit) -> Response:
    """Send the briefings of a topic at set times, or no longer."""
    topic, cron, following = form_topic(visit), "", None
    if visit.form.get("do") != "remove":
        cron = typed_timetable(visit.form.get("cron", ""))
        following = next_start(cron, datetime.now(UTC))
    outgoing_of(visit.services).issues.set_plan(topic, timetable=cron, next_at=following, result="")
    return visit.go(_place(topic), "saved")


def _place(topic: str) -> str:
    return f"{_LIST}?" + urlencode({"topic": topic})


def _issue(visit: Visit) -> tuple[Row, frozenset[tuple[int, int]]]:
    """Return a briefing; of a draft only what still stands in its pages, and which sentences do not."""
    found = outgoing_of(visit.services).issues.get(int(visit.request.path_params["number"]))
    if found is None:
        raise AdminError(marked("没有这份简报。"))
    if found["number"]:
        return found, frozenset()
    draft, gone = visit.services.read(Draft.read(found).standing)
    return {**found, "content": draft.content()}, gone


def _named(visit: Visit, rows: list[Row]) -> list[tuple[Row, str, str]]:
    """Return receivers or deliveries with their address and state."""
    is_uncertain = outgoing_of(visit.services).is_uncertain
    named: list[tuple[Row, str, str]] = []
    for row in rows:
        name = row["address"] if row["kind"] == MAIL else _shown_webhook(row["address"])
        text = _STATES["uncertain" if is_uncertain(row) else row["state"]]
        answer = retold(row["answer"], visit.language)
        named.append(({**row, "answer": answer}, name, visit.translate(text)))
    return named


def _shown_webhook(address: str) -> str:
    """Return the host of a webhook, with the end of a long URL to tell the robots of a service apart.

    >>> _shown_webhook("https://robot.test/send?key=6b1f9a52-0c4e-4d0b-9d7e-2f81c3a7e04d#secret")
    'robot.test …e04d'
    >>> _shown_webhook("https://robot.test/send?key=secret")
    'robot.test'
    """
    parts = urlsplit(address)
    secret = parts.path + parts.query
    return f"{parts.hostname or ''} …{secret[-4:]}" if len(secret) >= _LONG_SECRET else parts.hostname or ""


def _receiver(visit: Visit) -> tuple[str, str]:
    """Return kind and address of the form."""
    kind, address = visit.form.get("kind", ""), visit.form.get("address", "").strip()[:_LONGEST_ADDRESS]
    try:
        if kind not in _KINDS or (kind == MAIL and not is_mail_address(address)):
            raise WebhookError(kind)
        url = "" if kind == MAIL else webhook_of(kind, address).url
    except WebhookError:
        raise InputError(
            {"address": marked("请填写电子邮件地址，或网络钩子的 http 或 https 网址。")}
        ) from None
    if (
        url
        and is_private_host(urlsplit(url).hostname or "")
        and not visit.services.configuration.allow_private
    ):
        raise InputError({"address": marked("网络钩子不能指向本机或内部网络。")})
    return kind, address


ROUTES = [
    Route(_LIST, list_issues, methods=["GET"]),
    Route(_LIST, add_issue, methods=["POST"]),
    Route(f"{_LIST}/letterhead", change_letterhead, methods=["POST"]),
    Route(f"{_LIST}/template", change_template, methods=["POST"]),
    Route(f"{_LIST}/receivers", change_receivers, methods=["POST"]),
    Route(f"{_LIST}/timetable", change_timetable, methods=["POST"]),
    Route(_ONE, show_issue, methods=["GET"]),
    Route(_ONE, change_issue, methods=["POST"]),
    Route(_ONE + "/{ending}", download_issue, methods=["GET"]),
]
