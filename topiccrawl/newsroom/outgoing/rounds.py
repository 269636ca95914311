"""Numbers and sends briefings: when an editor says so, and by timetables while the application runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from urllib.parse import urlsplit

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.exchange import Exchange, NoRedirects
from topiccrawl.admin.crawls.timetable import next_start
from topiccrawl.admin.rounds import Rounds
from topiccrawl.admin.services import Services
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.messages import message, said
from topiccrawl.newsroom.analysis.briefing import Briefing, Letterhead, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.outgoing.draft import Draft, scope_of
from topiccrawl.newsroom.outgoing.files import TYPES, as_file, missing_program
from topiccrawl.newsroom.outgoing.issues import DELIVERED, SENDING, WAITING, Issues, Row
from topiccrawl.page.facts.dates import CHINA
from topiccrawl.reporting.monitoring.conditions import Alert
from topiccrawl.reporting.monitoring.mail import MailError, MailServer, send_mail
from topiccrawl.reporting.monitoring.webhooks import Webhook, WebhookError, message_for, parse_webhooks, send
from topiccrawl.text.display import one_line
from topiccrawl.text.language import marked

MAIL = "mail"
INTERVAL = 5.0
"""Polling interval in seconds."""
_LONGEST = {"wecom": 1_900}
"""Bytes of a text that a service takes; others take more than a briefing has."""
_MORE = "\n……（以下从略）"
SENT_BEFORE = message("the briefing of these days was sent before, so nothing was sent")
"""Result of a timetable that is no failure."""


def outgoing_of(services: Services) -> Outgoing:
    """Return what sends the briefings of an application, made when first asked for."""
    if (known := services.added.get("outgoing")) is None:
        known = services.added["outgoing"] = Outgoing(services)
    assert isinstance(known, Outgoing)
    return known


class Outgoing(Rounds):
    """Sends the waiting deliveries and the briefings that are due, each delivery once.

    A delivery is `sending` before anything leaves the house, and gets its outcome afterwards. One that a kill
    has left in between is not sent again by itself, since its receiver may have it.

    Args:
        services: of the application.

    Attributes:
        issues: drafts, numbers, receivers and deliveries.
    """

    def __init__(self, services: Services) -> None:
        super().__init__("briefings", INTERVAL, marked("briefings wait: %s"))
        self.issues = Issues(services.configuration.database)
        self._services = services
        self._sending: int | None = None
        self._made: tuple[object, dict[str, bytes]] = (None, {})

    def close(self) -> None:
        """Stop the thread after its current delivery."""
        super().close()
        self.issues.close()

    def is_uncertain(self, delivery: Row) -> bool:
        """Return whether a delivery was interrupted, so that nobody knows whether it arrived."""
        return bool(delivery["state"] == SENDING and delivery["id"] != self._sending)

    def briefing(self, issue: Row) -> Briefing:
        """Return a briefing with its letterhead and its number, or the one that it would get now."""
        topic, year = issue["topic"], issue["year"] or _year()
        number = issue["number"] or self.issues.next_number(topic, year)
        head = self.issues.head(topic, issue)
        texts = {name: head[name] for name in ("masthead", "subtitle", "office")}
        made = Draft.read(issue).briefing(Letterhead(**texts, issue=f"{year}年第{number}期"))
        return replace(made, title=self._services.topic_title(topic))

    def open(self, topic: str, period: Period, subject: str, user: str) -> Row:
        """Return the draft of a period and subject; until somebody saves it, it has the stories of now."""
        sections = self.issues.head(topic)["sections"]

        def make() -> str:
            texts = self._services.texts
            with self._services.store.reading() as connection:
                return Draft.make(connection, texts, topic, period, subject, sections).content()

        return self.issues.opened(topic, scope_of(period, subject), make, user)

    def send(self, issue: Row) -> None:
        """Number a draft and send it to the receivers of its topic.

        Raises:
            AdminError: it cannot be sent, see `_problem`, or somebody else has changed or sent it.
        """
        problem = self._problem(issue)
        if problem or not self.issues.send(issue, _year()):
            raise AdminError(problem or "somebody else has changed or sent this briefing")
        self._wake.set()

    def again(self, delivery: Row) -> None:
        """Send a delivery once more that did not arrive, or may not have."""
        if delivery["state"] not in (WAITING, DELIVERED) and delivery["id"] != self._sending:
            self.issues.turn(delivery, WAITING)
            self._wake.set()

    def test(self, receiver: Row) -> None:
        """Send a receiver a short message, and store the outcome; fails if its briefings cannot be made."""
        topic = receiver["topic"]
        text = f"{self._services.topic_title(topic)}简报：测试\n收到这条消息，说明简报可以发到这里。"
        has_template = self.issues.template(topic) is not None
        missing = missing_program(self.issues.head(topic)["files"], has_template=has_template)
        if missing and receiver["kind"] == MAIL:
            self.issues.turn(receiver, "failed", missing)
        else:
            self.issues.turn(receiver, *self._outcome(receiver, text))

    def look(self, now: datetime) -> None:
        """Send the briefings that are due, and all deliveries that wait.

        Raises:
            TopiccrawlError: a database cannot be read.
        """
        for plan in self.issues.due(now):
            try:
                self._send_due(plan, now)
            except AdminError as error:  # a timetable of an earlier version; the page says so
                self.issues.set_plan(plan["topic"], next_at=None, result=said(error))
        for one in self.issues.waiting():
            self._sending = one["id"]
            if not self._stopped and self.issues.turn(one, SENDING):  # else another application has it
                issue = self.issues.get(one["issue_id"])
                assert issue is not None  # briefings are never deleted
                self.issues.turn({**one, "state": SENDING}, *self._outcome(one, self.briefing(issue)))
        self._sending = None

    def _problem(self, issue: Row) -> str:
        """Return why a draft cannot be sent; empty if it can. What can be known before takes no number."""
        if not any(one.on for one in Draft.read(issue).entries):
            return message("there were no pages, so nothing was sent")
        receivers = self.issues.deliveries(issue["topic"])
        if not receivers:
            return message("there are no receivers, so nothing was sent")
        try:
            if mail := next((one for one in receivers if one["kind"] == MAIL), None):
                self._letter(mail, self.briefing(issue))
        except (MailError, TopiccrawlError) as error:
            return said(error)
        return ""

    def _send_due(self, plan: Row, now: datetime) -> None:
        topic, cron = plan["topic"], plan["timetable"]
        # Whole days, so that none is told twice; those of a time that was missed are made up for.
        last = now.astimezone(CHINA).date() - timedelta(days=1)
        before = next_start(cron, plan["next_at"], backwards=True).date()
        period, following = Period(min(before, last), last), next_start(cron, now)
        if self.issues.sent(topic, scope_of(period)):
            self.issues.advance(plan, following, SENT_BEFORE)
            return
        issue = self.open(topic, period, "", "")  # an editor may have prepared it
        draft, _ = self._services.read(Draft.read(issue).standing)
        if problem := self._problem({**issue, "content": draft.content()}):
            self.issues.advance(plan, following, problem)
            return
        # If somebody saves the draft just then, it stays due for the next round.
        if self.issues.save(issue["id"], draft.content(), issue["edited_by"], issue["version"]):
            self.issues.send({**issue, "version": issue["version"] + 1}, _year(), (plan, following))

    def _outcome(self, receiver: Row, what: Briefing | str) -> tuple[str, str]:
        """Send something to a receiver, and return state and answer of the delivery."""
        configuration, kind = self._services.configuration, receiver["kind"]
        try:
            if kind != MAIL:
                text = what if isinstance(what, str) else "\n".join(plain_text(what))
                rules = AddressRules(configuration.allow_private)
                _post(webhook_of(kind, receiver["address"]), receiver["topic"], text, rules)
            else:
                server, letter = self._letter(receiver, what)
                send_mail(server, receiver["address"], letter.as_bytes())
        except (MailError, WebhookError) as error:
            return error.outcome, one_line(error.words or str(error))
        except TopiccrawlError as error:  # a file cannot be made
            return "failed", said(error)
        return DELIVERED, ""

    def _letter(self, receiver: Row, what: Briefing | str) -> tuple[MailServer, EmailMessage]:
        if (server := self._services.configuration.mail) is None:
            raise MailError("failed", message("no mail server is configured"))
        head, template = self.issues.head(receiver["topic"]), self.issues.template(receiver["topic"])
        made = EmailMessage(SMTP.clone(cte_type="7bit"))
        made["From"] = Address(head["office"], addr_spec=server.sender)
        made["To"] = receiver["address"]
        made["Subject"] = what.partition("\n")[0] if isinstance(what, str) else one_line(what.heading)
        made["Date"] = format_datetime(datetime.now(UTC))
        made["Message-ID"] = make_msgid(domain=server.sender.partition("@")[2])
        made["Auto-Submitted"] = "auto-generated"  # no answers by machines
        if isinstance(what, str):
            made.set_content(what)
            return server, made
        made.set_content("\n".join(plain_text(what)))
        made.add_alternative(html_document(what), subtype="html")
        key = what, template, head["files"]
        if (files := self._made)[0] != key:  # once for the check before it is sent and all receivers
            self._made = files = key, {ending: as_file(what, ending, template) for ending in head["files"]}
        for ending, data in files[1].items():
            main, _, sub = TYPES[ending].partition("/")
            name = one_line(f"{what.heading}.{ending}")
            made.add_attachment(data, maintype=main, subtype=sub, filename=name)
        return server, made


def webhook_of(kind: str, address: str) -> Webhook:
    """Return the webhook of a receiver.

    Raises:
        WebhookError: it is none.
    """
    (webhook,) = parse_webhooks(f"{kind}={address.replace(',', '%2C')}")
    return webhook


def _post(webhook: Webhook, topic: str, text: str, rules: AddressRules) -> None:
    if rules.refuses_host(urlsplit(webhook.url).hostname or ""):  # a proxy might reach it
        raise WebhookError("private", "failed", message("a loopback or private address"))
    alert = Alert("briefing", text.partition("\n")[0], _shortened(text, _LONGEST.get(webhook.kind)))
    send(message_for(webhook, alert, topic, datetime.now(UTC)), Exchange(rules, NoRedirects()))


def _shortened(text: str, most: int | None) -> str:
    """Return a text of at most so many bytes, in whole lines: neither a sentence nor a URL is cut."""
    if most is None or len(text.encode()) <= most:
        return text
    kept = text.encode()[: most - len(_MORE.encode())].decode(errors="ignore")
    return kept.rpartition("\n")[0] + _MORE


def _year() -> int:
    return datetime.now(CHINA).year
