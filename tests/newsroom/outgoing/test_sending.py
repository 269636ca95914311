"""Briefings on their way: real servers on loopback, outcomes, numbers, timetables, kills."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from typing import Any

import pytest
from admin.conftest import Admin, admin, make_admin, page  # noqa: F401 - fixtures
from docx import Document
from servers.corpora import opened
from servers.smtp import Smtp

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.briefing import Briefing
from topiccrawl.newsroom.outgoing.rounds import Outgoing, outgoing_of
from topiccrawl.page.facts.dates import CHINA
from topiccrawl.reporting.monitoring import mail
from topiccrawl.reporting.monitoring.mail import MailServer
from topiccrawl.storage import schema

SENDER = "desk@press.test"
TEXT = "市里召开河长会议，研究今年的治水任务。会议要求六月底前完成排查。第{}批清淤工程已经在上游开工。"
TOPIC = "样例"
LIST = "/analysis/issues"


class Hook:
    """A webhook on loopback."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.answer: tuple[int, str] = 200, '{"errcode": 0}'
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                hook.taken.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                code, body = hook.answer
                self.send_response(code)
                self.send_header("Location", "http://127.0.0.1:9/")
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/robot?key=geheim"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()
    yield made
    made.close()


@pytest.fixture
def smtp() -> Iterator[Smtp]:
    with Smtp() as server:
        yield server


@pytest.fixture
def house(make_admin: Callable[..., Admin], smtp: Smtp) -> Iterator[Admin]:  # noqa: F811
    """The application with a mail server and three pages of yesterday; its thread does not run."""
    made = make_admin(mail=MailServer.parse(f"{smtp.url}?from={SENDER}"), allow_private=True)
    store = opened(made.services.configuration.database)
    store.finish_run(store.start_run(TOPIC, {}), "finished", {})
    day = yesterday()
    store.write([page(n, text=TEXT.format(n), title=f"第{n}次河长会议", published=day) for n in (1, 2, 3)])
    store.close()
    yield made
    outgoing_of(made.services).issues.close()


def yesterday() -> str:
    return str(datetime.now(CHINA).date() - timedelta(days=1))


def receive(house: Admin, kind: str, address: str) -> Any:
    return house.post(Role.OPERATOR, f"{LIST}/receivers", topic=TOPIC, kind=kind, address=address)


def drafted(house: Admin) -> str:
    """Open the draft of yesterday, and return its path."""
    day = yesterday()
    answer = house.post(Role.EDITOR, LIST, topic=TOPIC, since=day, until=day)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def form_of(html: str) -> dict[str, list[str]]:
    """Return what a browser sends of the form of a draft."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        values = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if values.get("type") != "checkbox" or " checked" in tag:
            found.setdefault(values["name"], []).append(unescape(values.get("value", "")))
    return found


def send(house: Admin, path: str, **changed: Any) -> Any:
    form = form_of(house.as_(Role.EDITOR).get(path).text) | {"do": ["send"]} | changed
    return house.as_(Role.EDITOR).post(path, data=form)


def states(house: Admin, path: str) -> list[tuple[str, str]]:
    outgoing = outgoing_of(house.services)
    return [
        ("uncertain" if outgoing.is_uncertain(one) else one["state"], one["answer"])
        for one in outgoing.issues.deliveries(TOPIC, int(path.rpartition("/")[2]))
    ]


def body(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    return str(part.get_content())


def look(house: Admin) -> None:
    outgoing_of(house.services).look(datetime.now(UTC))


def test_an_unchanged_briefing_goes_to_mail_and_webhook_once(house: Admin, smtp: Smtp, hook: Hook) -> None:
    head = {"masthead": "治水快报", "office": "河长办", "sections": "category", "attach": "docx"}
    assert house.post(Role.EDITOR, f"{LIST}/letterhead", topic=TOPIC, **head).status_code == 303
    receive(house, "mail", "a@press.test")
    receive(house, "wecom", hook.url)
    path = drafted(house)
    assert send(house, path).status_code == 303
    look(house)
    look(house)
    ((receiver, message),) = smtp.taken
    assert receiver == message["to"] == "a@press.test"
    year = datetime.now(CHINA).year
    assert message["subject"] == f"治水快报 {year}年第1期"
    assert message["from"] == f"河长办 <{SENDER}>"
    assert "治水任务" in body(message) and "治水快报</h1>" in body(message, "html")
    (attached,) = message.iter_attachments()
    assert attached.get_filename() == f"治水快报 {year}年第1期.docx"
    assert "治水快报" in [one.text for one in Document(BytesIO(attached.get_content())).paragraphs]
    (posted,) = hook.taken
    assert posted["msgtype"] == "text" and "第1次河长会议" in posted["text"]["content"]
    assert states(house, path) == [("delivered", ""), ("delivered", "")]
    html_page = house.as_(Role.VIEWER).get(path).text
    assert html_page.count("已送达对方服务器") == 2 and "geheim" not in html_page
    assert "geheim" not in house.as_(Role.OPERATOR).get(f"{LIST}?topic={TOPIC}").text
    assert send(house, path).status_code == 400 and len(smtp.taken) == 1  # it is sent already
    house.post(Role.EDITOR, f"{LIST}/letterhead", topic=TOPIC, masthead="新刊名")
    assert "治水快报" in house.as_(Role.VIEWER).get(f"{path}/html").text
    assert "新刊名" in house.as_(Role.VIEWER).get(drafted(house)).text


def test_edits_reach_the_reader(house: Admin, smtp: Smtp) -> None:
    receive(house, "mail", "a@press.test")
    path = drafted(house)
    browser = house.as_(Role.EDITOR)
    form = form_of(browser.get(path).text)
    pages = form["on"]
    first_down = browser.post(path, data=form | {"do": [f"down.{pages[0]}"]})
    assert first_down.headers["location"] == f"{path}#item{pages[0]}"
    form = form_of(browser.get(path).text)
    assert form["on"] == [pages[1], pages[0], pages[2]]
    form["on"].remove(pages[2])
    form["kept"] = [f"{pages[1]}.0"]
    form[f"note.{pages[1]}"] = ["请各县<对照>落实"]
    assert browser.post(path, data=form | {"do": ["save"]}).status_code == 303
    shown = browser.get(path).text
    assert "请各县&lt;对照&gt;落实" in shown and shown.count('name="kept"') > shown.count(" checked> 市里")
    assert "第1次" not in browser.get(f"{path}/html").text
    assert browser.get(f"{path}/docx").content.startswith(b"PK")
    assert send(house, path).status_code == 303
    look(house)
    text = body(smtp.taken[0][1])
    assert text.index("第2次河长会议") < text.index("第3次河长会议") and "第1次" not in text
    assert text.count("治水任务") == 1 and "编者按：请各县<对照>落实" in text


def test_the_second_of_two_editors_is_told_and_may_save(house: Admin) -> None:
    path = drafted(house)
    assert drafted(house) == path  # both continue the same draft
    one, other = house.as_(Role.EDITOR), house.as_(Role.OPERATOR)
    mine, theirs = form_of(one.get(path).text), form_of(other.get(path).text)
    note = f"note.{mine['on'][0]}"
    assert one.post(path, data=mine | {note: ["甲的按语"]}).status_code == 303
    refused = other.post(path, data=theirs | {note: ["乙的按语"], "on": theirs["on"][1:]})
    assert refused.status_code == 400 and "别人改过" in refused.text and 'value="乙的按语"' in refused.text
    stored = re.findall("（现在存的：(.)[^）]*）", refused.text)
    assert stored == ["✓", "甲"]  # what the second one would undo, beside it
    assert other.post(path, data=form_of(refused.text)).status_code == 303
    assert "乙的按语" in one.get(path).text


def test_robots_of_one_service_are_told_apart_without_their_secrets(house: Admin) -> None:
    keys = ("6b1f9a52-0c4e-4d0b-9d7e-2f81c3a7e04d", "0d3c8e17-5a90-4f6e-8b21-94d7f5b2a611")
    for key in keys:
        receive(house, "wecom", f"https://robot.test/send?key={key}#sign")
    shown = house.as_(Role.OPERATOR).get(f"{LIST}?topic={TOPIC}").text
    assert "robot.test …e04d<" in shown and "robot.test …a611<" in shown
    assert not any(key[:31] in shown for key in keys) and "sign<" not in shown


def test_what_servers_say_is_a_row(house: Admin, smtp: Smtp, hook: Hook) -> None:
    smtp.refused["b@press.test"] = "550 没有这个用户"
    hook.answer = 200, '{"errcode": 93000, "errmsg": "\\u7f51\\u5740\\u4e0d\\u5bf9"}'
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        away = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        for kind, address in (
            ("mail", "b@press.test"),
            ("mail", "a@press.test"),
            ("wecom", hook.url),
            ("generic", away),
        ):
            receive(house, kind, address)
        path = drafted(house)
        send(house, path)
        look(house)
    got = states(house, path)
    assert got[:2] == [("refused", "550 没有这个用户"), ("delivered", "")]
    assert got[2:] == [("refused", "93000 网址不对"), ("away", "Connection refused")]
    house.services.accounts.set_language("editor", "en")
    assert "Connection refused" in house.as_(Role.EDITOR).get(path).text
    house.services.accounts.set_language("editor", "zh")
    shown = house.as_(Role.EDITOR).get(path).text
    assert "连接被拒绝" in shown and "Connection refused" not in shown
    assert "被对方拒绝" in shown and "连不上对方服务器" in shown and "550 没有这个用户" in shown
    home = house.as_(Role.VIEWER).get("/").text
    assert "没有送达的简报" in home and f'href="{path}"' in home and "3 个接收人没有收到" in home
    smtp.refused.clear()
    again = re.search(r'value="(again\.\d+)"', shown)
    assert again and house.post(Role.EDITOR, path, do=again[1]).status_code == 303
    look(house)
    assert [receiver for receiver, _ in smtp.taken] == ["a@press.test", "b@press.test"]
    assert states(house, path)[0] == ("delivered", "")
    assert "2 个接收人没有收到" in house.as_(Role.VIEWER).get("/").text


def test_no_answer_to_the_message_may_mean_that_it_arrived(house: Admin, smtp: Smtp) -> None:
    smtp.data_answer = ""
    receive(house, "mail", "a@press.test")
    path = drafted(house)
    send(house, path)
    look(house)
    look(house)
    assert len(smtp.taken) == 1 and states(house, path)[0][0] == "unanswered"
    assert "可能已收到" in house.as_(Role.EDITOR).get(path).text


def test_a_webhook_that_keeps_silent_is_not_said_to_have_closed_the_connection(
    house: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topiccrawl.reporting.monitoring.webhooks.TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        receive(house, "generic", f"http://127.0.0.1:{silent.getsockname()[1]}/")
        path = drafted(house)
        send(house, path)
        look(house)
    assert states(house, path) == [("unanswered", "timed out")]
    assert "超时" in house.as_(Role.EDITOR).get(path).text


def test_a_mail_server_that_keeps_silent_is_not_said_to_have_closed_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("topiccrawl.reporting.monitoring.mail.TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = MailServer.parse(f"smtp://127.0.0.1:{silent.getsockname()[1]}?from={SENDER}")
        assert server is not None
        with pytest.raises(mail.MailError, match=r"^timed out$") as failed:
            mail.send_mail(server, "a@press.test", b"")
    assert failed.value.outcome == "away"


def test_a_kill_neither_loses_nor_doubles(house: Admin, smtp: Smtp, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in "abc":
        receive(house, "mail", f"{one}@press.test")
    path = drafted(house)
    send(house, path)
    real, name = mail.send_mail, "topiccrawl.newsroom.outgoing.rounds.send_mail"

    class KilledError(BaseException):
        pass

    def killed_after(server: MailServer, receiver: str, content: bytes) -> None:
        real(server, receiver, content)
        if receiver == "b@press.test":
            raise KilledError  # the server has the message, and nobody knows

    monkeypatch.setattr(name, killed_after)
    with pytest.raises(KilledError):
        look(house)
    monkeypatch.setattr(name, real)
    restarted = Outgoing(house.services)
    house.services.added["outgoing"] = restarted
    restarted.look(datetime.now(UTC))
    assert [receiver for receiver, _ in smtp.taken] == ["a@press.test", "b@press.test", "c@press.test"]
    assert [state for state, _ in states(house, path)] == ["delivered", "uncertain", "delivered"]
    shown = house.as_(Role.EDITOR).get(path).text
    assert "不确定" in shown
    again = re.search(r'value="(again\.\d+)"[^>]*data-confirm', shown)
    assert again
    house.post(Role.EDITOR, path, do=again[1])
    restarted.look(datetime.now(UTC))
    assert len(smtp.taken) == 4 and states(house, path)[1] == ("delivered", "")


def test_two_applications_send_each_delivery_once(house: Admin, smtp: Smtp) -> None:
    for number in range(12):
        receive(house, "mail", f"r{number}@press.test")
    send(house, drafted(house))
    applications = [Outgoing(house.services) for _ in range(2)]
    threads = [threading.Thread(target=one.look, args=(datetime.now(UTC),)) for one in applications]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in applications:
        one.issues.close()
    assert sorted(receiver for receiver, _ in smtp.taken) == sorted(f"r{n}@press.test" for n in range(12))


def test_receivers_are_checked_tested_and_removed(house: Admin, smtp: Smtp, hook: Hook) -> None:
    for kind, address in (
        ("mail", "no address"),
        ("mail", "a@b.test\r\nBcc: c@d.test"),
        ("generic", "ftp://h.test/"),
        ("pigeon", "a@b.test"),
    ):
        assert receive(house, kind, address).status_code == 400
    assert house.post(Role.EDITOR, f"{LIST}/receivers", topic=TOPIC).status_code == 403
    for _ in range(2):
        assert receive(house, "mail", "a@press.test").status_code == 303
    smtp.refused["a@press.test"] = "452 邮箱已满"
    browser, place = house.as_(Role.OPERATOR), f"{LIST}?topic={TOPIC}"
    (number,) = re.findall(r'name="test" value="(\d+)"', browser.get(place).text)
    house.post(Role.OPERATOR, f"{LIST}/receivers", topic=TOPIC, test=number)
    assert "452 邮箱已满" in browser.get(place).text and "被对方拒绝" in browser.get(place).text
    smtp.refused.clear()
    house.post(Role.OPERATOR, f"{LIST}/receivers", topic=TOPIC, test=number)
    assert "已送达对方服务器" in browser.get(place).text
    ((_, message),) = smtp.taken
    assert "测试" in message["subject"]
    house.post(Role.OPERATOR, f"{LIST}/receivers", topic=TOPIC, remove=number)
    assert "还没有接收人" in browser.get(place).text


def test_webhooks_stay_out_of_this_house(make_admin: Callable[..., Admin], hook: Hook) -> None:  # noqa: F811
    made = make_admin()
    store = opened(made.services.configuration.database)
    store.finish_run(store.start_run(TOPIC, {}), "finished", {})
    store.write([page(1)])
    store.close()
    answer = receive(made, "generic", hook.url)
    assert answer.status_code == 400 and "内部网络" in answer.text
    outgoing = outgoing_of(made.services)
    public_name = f"http://127.0.0.1.nip.invalid:{hook.url.rpartition(':')[2]}"
    for address in (hook.url, public_name):
        outgoing.issues.add_receiver(TOPIC, "generic", address)  # as if a name had changed since
    for row in outgoing.issues.deliveries(TOPIC):
        outgoing.test(row)
    assert [row["state"] for row in outgoing.issues.deliveries(TOPIC)] == ["failed", "away"]
    outgoing.issues.add_receiver(TOPIC, "mail", "a@press.test")
    outgoing.test(outgoing.issues.deliveries(TOPIC)[-1])
    assert outgoing.issues.deliveries(TOPIC)[-1]["answer"] == "no mail server is configured"
    assert hook.taken == []
    outgoing.issues.close()


def test_redirects_of_webhooks_are_not_followed(house: Admin, hook: Hook) -> None:
    hook.answer = 302, "elsewhere"
    receive(house, "generic", hook.url)
    outgoing = outgoing_of(house.services)
    (row,) = outgoing.issues.deliveries(TOPIC)
    outgoing.test(row)
    (row,) = outgoing.issues.deliveries(TOPIC)
    assert row["state"] == "refused" and row["answer"].startswith("302") and len(hook.taken) == 1


def test_nothing_is_numbered_without_receivers_or_stories(house: Admin) -> None:
    path = drafted(house)
    refused = send(house, path)
    assert refused.status_code == 400 and "没有接收人" in refused.text
    receive(house, "mail", "a@press.test")
    refused = send(house, path, on=["999"])
    assert refused.status_code == 400 and "没有网页" in refused.text
    assert states(house, path) == []


def test_no_number_is_lost_when_a_file_cannot_be_made(
    house: Admin, smtp: Smtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topiccrawl.newsroom.analysis.documents.pdf.shutil.which", lambda _: None)
    path, outgoing, saved = drafted(house), outgoing_of(house.services), BytesIO()
    template = Document()
    template.add_paragraph("{{刊名}} {{正文}}")
    template.save(saved)
    outgoing.issues.set_template(TOPIC, saved.getvalue())
    receive(house, "mail", "a@press.test")
    head = {"topic": TOPIC, "masthead": "", "subtitle": "", "office": "", "sections": ""}
    house.post(Role.EDITOR, f"{LIST}/letterhead", **head, attach="pdf")
    listed = house.as_(Role.EDITOR).get(f"{LIST}?topic={TOPIC}").text
    assert "没有它就附 Word 文件" in listed
    number = re.search(
        r'name="test" value="(\d+)"', house.as_(Role.OPERATOR).get(f"{LIST}?topic={TOPIC}").text
    )
    assert number and house.post(Role.OPERATOR, f"{LIST}/receivers", topic=TOPIC, test=number[1])
    (tested,) = outgoing.issues.deliveries(TOPIC)
    assert tested["state"] == "failed" and "LibreOffice" in tested["answer"] and smtp.taken == []
    refused = send(house, path)
    assert refused.status_code == 400 and "LibreOffice" in refused.text and states(house, path) == []
    outgoing.issues.set_plan(TOPIC, timetable="30 8 * * *", next_at=datetime.now(UTC))
    outgoing.look(datetime.now(UTC))
    assert "LibreOffice" in outgoing.issues.plan(TOPIC)["result"] and smtp.taken == []
    assert (
        "用模板生成 PDF 需要" in house.as_(Role.VIEWER).get("/").text
    )  # a timetable that fails is no secret
    house.post(Role.EDITOR, f"{LIST}/letterhead", **head, attach="docx")
    assert send(house, path).status_code == 303
    look(house)
    assert states(house, path) == [("delivered", "")] and "第1期" in str(smtp.taken[0][1]["subject"])


def test_files_are_made_once_for_all_receivers(
    house: Admin, smtp: Smtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def as_file(what: Briefing, ending: str, template: bytes | None) -> bytes:
        made.append(f"{ending} {what.heading}")
        return b"file"

    monkeypatch.setattr("topiccrawl.newsroom.outgoing.rounds.as_file", as_file)
    outgoing_of(house.services).issues.set_plan(TOPIC, letterhead='{"files": ["docx", "pdf"]}')
    for one in "abc":
        receive(house, "mail", f"{one}@press.test")
    for number in (1, 2):
        assert send(house, drafted(house)).status_code == 303
        look(house)
        assert len(smtp.taken) == 3 * number and len(made) == 2 * number
    assert made[0].startswith("docx") and "第1期" in made[1] and "第2期" in made[2]


def test_mail_without_a_server_takes_no_number(make_admin: Callable[..., Admin]) -> None:  # noqa: F811
    house = make_admin()
    store = opened(house.services.configuration.database)
    store.write([page(1, text=TEXT.format(1), title="第1次河长会议", published=yesterday())])
    store.close()
    path = drafted(house)
    receive(house, "mail", "a@press.test")
    refused = send(house, path)
    assert refused.status_code == 400 and "没有设置邮件服务器" in refused.text and states(house, path) == []
    outgoing_of(house.services).issues.close()


def test_a_timetable_sends_the_day_before_once(house: Admin, smtp: Smtp) -> None:
    path, outgoing = f"{LIST}/timetable", outgoing_of(house.services)
    receive(house, "mail", "a@press.test")
    assert house.post(Role.OPERATOR, path, topic=TOPIC, cron="0 25 * * *").status_code == 400
    assert house.post(Role.OPERATOR, path, topic=TOPIC, cron="30  ８ * * *").status_code == 303
    due = outgoing.issues.plan(TOPIC)["next_at"]
    assert due.astimezone(CHINA).strftime("%H:%M") == "08:30" and due > datetime.now(UTC)
    outgoing.look(due - timedelta(minutes=1))
    assert smtp.taken == []
    now = datetime.now(UTC)
    outgoing.issues.set_plan(TOPIC, next_at=now - timedelta(days=3))  # missed while it did not run
    restarted = Outgoing(house.services)
    for one in (outgoing, restarted, outgoing):
        one.look(now)
    restarted.issues.close()
    assert len(smtp.taken) == 1 and "第1次河长会议" in body(smtp.taken[0][1])
    assert outgoing.issues.plan(TOPIC)["next_at"] == due
    outgoing.issues.set_plan(TOPIC, next_at=now + timedelta(days=30))
    outgoing.look(now + timedelta(days=31))  # a day without pages
    assert len(smtp.taken) == 1 and "there were no pages" in outgoing.issues.plan(TOPIC)["result"]
    assert "没有网页" in house.as_(Role.VIEWER).get(f"{LIST}?topic={TOPIC}").text
    outgoing.issues.set_plan(TOPIC, timetable="[0.0, 510, null]", next_at=now)
    outgoing.look(now)
    assert "is no timetable" in outgoing.issues.plan(TOPIC)["result"] and outgoing.issues.due(now) == []
    assert "不是时间表" in house.as_(Role.VIEWER).get(f"{LIST}?topic={TOPIC}").text
    house.post(Role.OPERATOR, path, topic=TOPIC, do="remove")
    assert outgoing.issues.due(now + timedelta(days=99)) == []


def test_a_prepared_draft_is_what_the_timetable_sends(house: Admin, smtp: Smtp) -> None:
    receive(house, "mail", "a@press.test")
    path = drafted(house)
    form = form_of(house.as_(Role.EDITOR).get(path).text)
    form["on"] = form["on"][1:2]
    house.as_(Role.EDITOR).post(path, data=form)
    house.post(Role.OPERATOR, f"{LIST}/timetable", topic=TOPIC, cron="30 8 * * *")
    outgoing = outgoing_of(house.services)
    outgoing.issues.set_plan(TOPIC, next_at=datetime.now(UTC))
    look(house)
    ((_, message),) = smtp.taken
    assert "选登 1 个" in body(message, "html")
    assert states(house, path) == [("delivered", "")]


def test_a_timetable_does_not_send_again_what_was_sent(house: Admin, smtp: Smtp) -> None:
    receive(house, "mail", "a@press.test")
    send(house, drafted(house))
    house.post(Role.OPERATOR, f"{LIST}/timetable", topic=TOPIC, cron="0 */6 * * *")
    outgoing = outgoing_of(house.services)
    for hour in (8, 14, 20):  # each of these is for the day before
        now = datetime.now(CHINA).replace(hour=hour)
        outgoing.issues.set_plan(TOPIC, next_at=now)
        outgoing.look(now.astimezone(UTC))
    assert len(smtp.taken) == 1
    assert "已经发过" in house.as_(Role.VIEWER).get(f"{LIST}?topic={TOPIC}").text
    assert "没有送达的简报" not in house.as_(Role.VIEWER).get("/").text
    again = house.as_(Role.EDITOR).get(drafted(house)).text
    assert (
        "这一时期的简报已经发过：<a href" in again
        and 'data-confirm="这一时期的简报已经发过。发给 1 个' in again
    )


def test_a_form_cannot_bring_back_what_left_its_page(house: Admin, smtp: Smtp) -> None:
    receive(house, "mail", "a@press.test")
    path = drafted(house)
    form = form_of(house.as_(Role.EDITOR).get(path).text)
    store = opened(house.services.configuration.database)
    changed = schema.pages.update().values(text=TEXT.format(1).replace("治水任务", "治水工作"))
    store.writer.transact(lambda connection: connection.execute(changed))
    store.close()
    assert house.as_(Role.EDITOR).get(path).text.count("<del>市里召开河长会议") == 3
    assert house.as_(Role.EDITOR).post(path, data=form | {"do": ["send"]}).status_code == 303
    look(house)
    ((_, message),) = smtp.taken
    assert "治水任务" not in body(message) and "完成排查" in body(message)


def test_a_draft_that_nobody_saved_gets_later_pages(house: Admin) -> None:
    path = drafted(house)
    store = opened(house.services.configuration.database)
    store.write([page(4, text=TEXT.format(4), title="第4次河长会议", published=yesterday())])
    store.close()
    assert drafted(house) == path
    form = form_of(house.as_(Role.EDITOR).get(path).text)
    assert len(form["on"]) == 4
    house.as_(Role.EDITOR).post(path, data=form | {"on": form["on"][:1]})
    assert drafted(house) == path
    assert len(form_of(house.as_(Role.EDITOR).get(path).text)["on"]) == 1


def test_the_application_sends_by_itself(house: Admin, smtp: Smtp) -> None:
    receive(house, "mail", "a@press.test")
    outgoing = outgoing_of(house.services)
    outgoing.begin()
    path = drafted(house)
    send(house, path)
    for _ in range(200):
        if states(house, path)[0][0] == "delivered":
            break
        threading.Event().wait(0.02)
    outgoing.close()
    assert len(smtp.taken) == 1


def test_a_log_in_and_a_wrong_password(smtp: Smtp) -> None:
    smtp.user = "desk@press.test geheim"
    url = smtp.url.replace("//", "//desk%40press.test:{}@")
    good = MailServer.parse(url.format("geheim"))
    assert good is not None and good.sender == SENDER and "geheim" not in repr(good)
    mail.send_mail(good, "a@press.test", b"Subject: x\r\n\r\nx\r\n")
    assert smtp.logged_in == ["desk@press.test geheim"] and len(smtp.taken) == 1
    bad = MailServer.parse(url.format("falsch"))
    with pytest.raises(mail.MailError, match="535 密码不对") as refused:
        mail.send_mail(bad, "a@press.test", b"x")
    assert refused.value.outcome == "refused" and "falsch" not in str(refused.value)


def test_a_password_is_not_sent_in_clear(smtp: Smtp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "_LOCAL", ())  # as if the server were elsewhere
    smtp.user = "u p"
    server = MailServer.parse(f"{smtp.url}?from={SENDER}".replace("//", "//u:p@"))
    with pytest.raises(mail.MailError, match="no encryption") as refused:
        mail.send_mail(server, "a@press.test", b"x")
    assert refused.value.outcome == "failed" and smtp.logged_in == []


@pytest.mark.parametrize(
    "url",
    [
        "http://a%40b.cn@h.cn",
        "smtp://?from=a@b.cn",
        "smtp://u:geheim@h.cn:x?from=a@b.cn",
        "smtp://h.cn",
        "smtp://u@h.cn",
    ],
)
def test_a_mail_server_that_cannot_be_read(url: str) -> None:
    with pytest.raises(AdminError) as refused:
        MailServer.parse(url)
    assert ":geheim@" not in str(refused.value)


def test_without_a_mail_server_there_is_none() -> None:
    assert MailServer.parse("") is None


def test_a_long_briefing_ends_with_a_whole_line_where_a_service_takes_less(house: Admin, hook: Hook) -> None:
    house.keep(
        [
            page(n, text=TEXT.format(n) * 9, title=f"第{n}次河长会议" * 9, published=yesterday())
            for n in range(20, 40)
        ]
    )
    for kind in ("wecom", "generic"):
        receive(house, kind, hook.url)
    send(house, drafted(house))
    look(house)
    short, whole = hook.taken[0]["text"]["content"], hook.taken[1]["text"]
    *lines, last = short.split("\n")
    assert len(short.encode()) < 2_000 and last == "……（以下从略）"
    assert lines == whole.split("\n")[: len(lines)] and len(lines) > 4
