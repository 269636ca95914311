"""Numbers and sends briefings: when an editor says so, and by timetables while the application runs."""

from __future__ import annotations

import json
import logging
import threading
from base64 import b64decode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from topiccrawl.access.starts.timetable import CHINA, Timetable
from topiccrawl.admin.services import Services
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.messages import message
from topiccrawl.newsroom.analysis.briefing import Letterhead, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.outgoing.delivery import FAILED, MAIL, DeliveryError, Letter, deliver
from topiccrawl.newsroom.outgoing.draft import Draft
from topiccrawl.newsroom.outgoing.files import TYPES, as_file
from topiccrawl.newsroom.outgoing.issues import DELIVERED, SENDING, WAITING, Issues
from topiccrawl.text.language import localized

logger = logging.getLogger(__name__)

INTERVAL = 5.0
"""Polling interval in seconds."""
_EMPTY = message("there were no pages, so nothing was sent")
_NOBODY = message("there are no receivers, so nothing was sent")


def outgoing_of(services: Services) -> Outgoing:
    """Return what sends the briefings of an application, made when first asked for."""
    if (known := services.added.get("outgoing")) is None:
        known = services.added["outgoing"] = Outgoing(services)
    assert isinstance(known, Outgoing)
    return known


class Outgoing:
    """Sends the waiting deliveries and the briefings that are due, each delivery once.

    A delivery is `sending` before anything leaves the house, and gets its outcome afterwards. One that a kill
    has left in between is not sent again by itself, since its receiver may have it.

    Args:
        services: of the application.

    Attributes:
        issues: drafts, numbers, receivers and deliveries.
    """

    def __init__(self, services: Services) -> None:
        self.issues = Issues(services.configuration.database)
        self._services = services
        self._sending: int | None = None
        self._wake = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="briefings", daemon=True)

    def begin(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread after the delivery that it is at."""
        self._stopped = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self.issues.close()

    def is_uncertain(self, delivery: Mapping[str, Any]) -> bool:
        """Return whether a delivery was interrupted, so that nobody knows whether it arrived."""
        return bool(delivery["state"] == SENDING and delivery["id"] != self._sending)

    def letterhead(self, issue: Mapping[str, Any]) -> Letterhead:
        """Return the letterhead of a briefing, with its number or the one it would get now."""
        stored = self.issues.head(issue["topic"])
        year = issue["year"] or _year()
        number = issue["number"] or self.issues.next_number(issue["topic"], year)
        head = {name: stored[name] for name in ("masthead", "subtitle", "office")}
        return Letterhead(**head, issue=f"{year}年第{number}期")

    def file(self, issue: Mapping[str, Any], ending: str) -> tuple[str, bytes]:
        """Return a briefing as a file of a kind of `TYPES`, with its name."""
        briefing = Draft.read(issue).briefing(self.letterhead(issue))
        template = self.issues.head(issue["topic"])["template"]
        return f"{briefing.heading}.{ending}", as_file(briefing, ending, b64decode(template))

    def send(self, issue: Mapping[str, Any]) -> None:
        """Number a draft and send it to the receivers of its topic.

        Raises:
            AdminError: there are no receivers or no stories, or somebody else has changed or sent it.
        """
        if problem := self._problem(Draft.read(issue)):
            raise AdminError(problem)
        if not self.issues.send(issue, _year(), self.issues.receivers(issue["topic"])):
            raise AdminError("somebody else has changed or sent this briefing")
        self._wake.set()

    def again(self, delivery: Mapping[str, Any]) -> None:
        """Send a delivery once more that did not arrive, or may not have."""
        if delivery["state"] not in (WAITING, DELIVERED) and delivery["id"] != self._sending:
            self.issues.turn(delivery, WAITING)
            self._wake.set()

    def test(self, receiver: Mapping[str, Any]) -> None:
        """Send a receiver a short message, and store the outcome."""
        subject = f"{receiver['topic']}简报：测试"
        text = f"{subject}\n收到这条消息，说明简报可以发到这里。"
        state, answer = self._delivered(receiver, Letter(receiver["topic"], subject, text, f"<p>{text}</p>"))
        self.issues.set_tested(receiver["id"], state, answer)

    def look(self, now: datetime) -> None:
        """Send the briefings that are due, and all deliveries that wait.

        Raises:
            TopiccrawlError: a database cannot be read.
        """
        for plan in self.issues.due(now):
            self._send_due(plan, now)
        for one in self.issues.deliveries():
            if not self._stopped:
                self._send_one(one)

    def _problem(self, draft: Draft) -> str:
        """Return why a draft cannot be sent; empty if it can."""
        if not any(one.on for one in draft.entries):
            return _EMPTY
        return "" if self.issues.receivers(draft.whole.topic) else _NOBODY

    def _send_due(self, plan: Mapping[str, Any], now: datetime) -> None:
        topic, table = plan["topic"], Timetable(*json.loads(plan["timetable"]))
        days = max(1, round(table.seconds / 86400)) if table.seconds else 1 if table.weekday is None else 7
        last = now.astimezone(CHINA).date() - timedelta(days=1)  # whole days, so that none is told twice
        period = Period(last - timedelta(days=days - 1), last)
        following = table.next_start(now, now)
        sections = self.issues.head(topic)["sections"]
        with self._services.store.reading() as connection:
            found = self.issues.draft(topic, period, "")  # an editor may have prepared it
            draft = Draft.read(found) if found else Draft.make(connection, topic, period, "", sections)
            draft, _ = draft.standing(connection)
        if problem := self._problem(draft):
            self.issues.advance(plan, following, localized(problem, "zh"))
            return
        number = found["id"] if found else self.issues.add(topic, period, "", draft.content(), "")
        if found:
            self.issues.save(number, draft.content(), found["edited_by"], found["version"])
        if (issue := self.issues.get(number)) is not None:
            # If somebody saves it just then, it stays due for the next round.
            self.issues.send(issue, _year(), self.issues.receivers(topic), (plan, following))

    def _send_one(self, delivery: Mapping[str, Any]) -> None:
        self._sending = delivery["id"]
        try:
            if not self.issues.turn(delivery, SENDING):
                return  # taken by another application
            issue = self.issues.get(delivery["issue_id"])
            assert issue is not None  # briefings are never deleted
            state, answer = self._delivered(delivery, issue)
            self.issues.turn({**delivery, "state": SENDING}, state, answer)
        finally:
            self._sending = None

    def _delivered(self, receiver: Mapping[str, Any], what: Letter | Mapping[str, Any]) -> tuple[str, str]:
        configuration = self._services.configuration
        try:
            letter = what if isinstance(what, Letter) else self._letter(what, receiver["kind"])
            deliver(receiver, letter, configuration.mail, allow_private=configuration.allow_private)
        except DeliveryError as error:
            return error.outcome, localized(error, "zh")
        except TopiccrawlError as error:  # a file cannot be made
            return FAILED, localized(error, "zh")
        return DELIVERED, ""

    def _letter(self, issue: Mapping[str, Any], kind: str) -> Letter:
        letterhead = self.letterhead(issue)
        briefing = Draft.read(issue).briefing(letterhead)
        files = {}
        for ending in self.issues.head(issue["topic"])["files"] if kind == MAIL else ():
            name, content = self.file(issue, ending)
            files[name] = content, TYPES[ending]
        text = "\n".join(plain_text(briefing))
        html = html_document(briefing)
        return Letter(briefing.topic, briefing.heading, text, html, letterhead.office, files)

    def _run(self) -> None:
        while not self._stopped:
            self._wake.wait(INTERVAL)
            self._wake.clear()
            try:
                self.look(datetime.now(UTC))
            except TopiccrawlError as error:
                logger.warning("briefings wait: %s", error)
            except Exception:  # a bug here must not end the rounds
                logger.exception("briefings failed; trying again")


def _year() -> int:
    return datetime.now(CHINA).year
