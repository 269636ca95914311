"""Drafts, numbers, receivers and deliveries of briefings, in the tables beside the notes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Executable, delete, func, insert, select, update

from topiccrawl.storage import schema
from topiccrawl.storage.beside import open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.rows.upsert import upsert

Row = Mapping[str, Any]
WAITING, SENDING, DELIVERED = "waiting", "sending", "delivered"
"""States of a delivery; others are `new` and the outcomes of errors of webhooks and e-mail."""
_PLANS, _ISSUES, _DELIVERIES = schema.briefing_plans, schema.briefing_issues, schema.briefing_deliveries
_TEMPLATES = schema.briefing_templates
_PLAN, _ISSUE, _DELIVERY = _PLANS.c, _ISSUES.c, _DELIVERIES.c
_HEAD = {**dict.fromkeys(("masthead", "subtitle", "office", "sections"), ""), "files": ["docx"]}
_EMPTY: Row = {"letterhead": "{}", "timetable": "", "next_at": None, "result": ""}
_MOST = 200


class Issues:
    """The briefings of a database that are edited and sent; every method may run in any thread.

    Args:
        database: URL of the crawls' database.

    Raises:
        StorageError: they cannot be opened; each method raises the same.
    """

    def __init__(self, database: str) -> None:
        self._engine, self._name = open_beside(
            database, "notes", (_PLANS, _ISSUES, _DELIVERIES, _TEMPLATES), create=True
        )

    def plan(self, topic: str) -> Row:
        """Return the row of a topic's letterhead and timetable; a topic without one has an empty one."""
        return next(iter(self._rows(select(_PLANS).where(_PLAN.topic == topic))), {"topic": topic, **_EMPTY})

    def head(self, topic: str, issue: Row | None = None) -> dict[str, Any]:
        """Return masthead, subtitle, office, sections and kinds of attached files.

        Args:
            topic: name of the topic.
            issue: a briefing; a sent one keeps what it was sent with. None: the present ones of the topic.
        """
        kept = issue["letterhead"] if issue else None
        return {**_HEAD, **json.loads(kept or self.plan(topic)["letterhead"])}

    def set_plan(self, topic: str, **values: object) -> None:
        """Change columns of a topic's letterhead and timetable."""
        row = {**self.plan(topic), **values}
        with reported(self._name), self._engine.begin() as connection:
            upsert(connection, _PLANS, [row])

    def template(self, topic: str) -> bytes | None:
        """Return the Word file that the briefings of a topic are filled into; None: there is none."""
        rows = self._rows(select(_TEMPLATES).where(_TEMPLATES.c.topic == topic))
        return next((row["content"] for row in rows), None)

    def set_template(self, topic: str, content: bytes | None) -> None:
        """Store that file, or delete it."""
        with reported(self._name), self._engine.begin() as connection:
            connection.execute(delete(_TEMPLATES).where(_TEMPLATES.c.topic == topic))
            if content:
                connection.execute(insert(_TEMPLATES).values(topic=topic, content=content))

    def due(self, now: datetime) -> list[Row]:
        """Return the plans that are due."""
        return self._rows(select(_PLANS).where(_PLAN.next_at <= now))

    def advance(self, plan: Row, following: datetime, result: str) -> bool:
        """Set the next time of a due plan; return False if another process did so first."""
        return self._change(_advanced(plan, following, result))

    def all(self, topic: str) -> list[Row]:
        """Return the newest briefings of a topic."""
        query = select(_ISSUES).where(_ISSUE.topic == topic).order_by(_ISSUE.id.desc())
        return self._rows(query.limit(_MOST))

    def get(self, number: int) -> Row | None:
        """Return a briefing by its id; None if there is none."""
        return next(iter(self._rows(select(_ISSUES).where(_ISSUE.id == number))), None)

    def draft(self, topic: str, scope: str) -> Row | None:
        """Return the draft of a topic and scope that was not sent; None if there is none."""
        return next((one for one in self.all(topic) if one["scope"] == scope and not one["number"]), None)

    def sent(self, topic: str, scope: str) -> Row | None:
        """Return the last briefing of a topic and scope that was sent; None if there is none."""
        return next((one for one in self.all(topic) if one["scope"] == scope and one["number"]), None)

    def opened(self, topic: str, scope: str, make: Callable[[], str], user: str) -> Row:
        """Return the draft of a topic and scope that was not sent.

        One that nobody has saved yet, or that is missing, gets the content that `make` returns now.
        """
        found = self.draft(topic, scope)
        if found is None or found["version"] == 1:
            values = {"content": make(), "edited_by": user, "edited_at": datetime.now(UTC)}
            if found is None:
                self._change(insert(_ISSUES).values(topic=topic, scope=scope, version=1, **values))
            else:
                own = (_ISSUE.id == found["id"], _ISSUE.version == 1, _ISSUE.number.is_(None))
                self._change(update(_ISSUES).where(*own).values(values))
            found = self.draft(topic, scope)
            assert found is not None
        return found

    def save(self, number: int, content: str, user: str, seen: int) -> bool:
        """Change a draft; return False if it is no longer the version that was seen, or was sent."""
        own = (_ISSUE.id == number, _ISSUE.version == seen, _ISSUE.number.is_(None))
        values = {"content": content, "version": seen + 1, "edited_by": user, "edited_at": datetime.now(UTC)}
        return self._change(update(_ISSUES).where(*own).values(values))

    def next_number(self, topic: str, year: int) -> int:
        """Return the number that the next briefing of a year gets."""
        query = select(func.max(_ISSUE.number).label("most"))
        return (self._rows(query.where(_ISSUE.topic == topic, _ISSUE.year == year))[0]["most"] or 0) + 1

    def send(self, issue: Row, year: int, due: tuple[Row, datetime] | None = None) -> bool:
        """Give a draft its number and a waiting delivery for each receiver, in one transaction.

        Args:
            issue: the row of the draft, as it was read.
            year: of the number.
            due: the plan that sends it, and its next time; None: a person does.

        Returns:
            False if it was sent or changed meanwhile, or the plan was claimed by another process.
        """
        own = (_ISSUE.id == issue["id"], _ISSUE.version == issue["version"], _ISSUE.number.is_(None))
        # Two at once would get the same number: the table has it once, and the second one fails.
        number = self.next_number(issue["topic"], year)
        head = self.plan(issue["topic"])["letterhead"]
        changes = [update(_ISSUES).where(*own).values(year=year, number=number, letterhead=head)]
        changes += [_advanced(*due, "")] if due else []
        rows = [_delivery(one, issue["id"], WAITING) for one in self.deliveries(issue["topic"])]
        with reported(self._name), self._engine.begin() as connection:
            if any(connection.execute(one).rowcount != 1 for one in changes):
                connection.rollback()
                return False
            connection.execute(insert(_DELIVERIES), rows)
        return True

    def deliveries(self, topic: str, issue: int = 0) -> list[Row]:
        """Return the deliveries of a briefing in the order of the receivers; without one, the receivers."""
        own = (_DELIVERY.topic == topic, _DELIVERY.issue_id == issue)
        return self._rows(select(_DELIVERIES).where(*own).order_by(_DELIVERY.id))

    def undelivered(self, topic: str, since: datetime) -> list[Row]:
        """Return the deliveries of briefings since a time that failed, or of which nobody knows."""
        own = (_DELIVERY.topic == topic, _DELIVERY.issue_id != 0, _DELIVERY.changed_at >= since)
        query = select(_DELIVERIES).where(*own, _DELIVERY.state.not_in((WAITING, DELIVERED)))
        return self._rows(query.order_by(_DELIVERY.issue_id))

    def waiting(self) -> list[Row]:
        """Return the deliveries that wait, of all briefings."""
        return self._rows(select(_DELIVERIES).where(_DELIVERY.state == WAITING).order_by(_DELIVERY.id))

    def add_receiver(self, topic: str, kind: str, address: str) -> None:
        """Store a receiver, once however often it is added."""
        own = {"topic": topic, "kind": kind, "address": address}
        if not any(own.items() <= one.items() for one in self.deliveries(topic)):
            self._change(insert(_DELIVERIES).values(_delivery(own, 0, "new")))

    def remove_receiver(self, topic: str, number: int) -> None:
        """Delete a receiver of a topic; deliveries to it stay."""
        own = (_DELIVERY.id == number, _DELIVERY.topic == topic, _DELIVERY.issue_id == 0)
        self._change(delete(_DELIVERIES).where(*own))

    def turn(self, delivery: Row, state: str, answer: str = "") -> bool:
        """Change the state of a delivery; return False if it is not what was read any more."""
        own = (_DELIVERY.id == delivery["id"], _DELIVERY.state == delivery["state"])
        values = {"state": state, "answer": answer[:1000], "changed_at": datetime.now(UTC)}
        return self._change(update(_DELIVERIES).where(*own).values(values))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _rows(self, query: Executable) -> list[Row]:
        with reported(self._name), self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def _change(self, statement: Executable) -> bool:
        with reported(self._name), self._engine.begin() as connection:
            return connection.execute(statement).rowcount == 1


def _advanced(plan: Row, following: datetime, result: str) -> Any:
    own = (_PLAN.topic == plan["topic"], _PLAN.next_at == plan["next_at"])
    return update(_PLANS).where(*own).values(next_at=following, result=result)


def _delivery(receiver: Row, issue: int, state: str) -> dict[str, Any]:
    own = {name: receiver[name] for name in ("topic", "kind", "address")}
    return {**own, "issue_id": issue, "state": state, "answer": "", "changed_at": datetime.now(UTC)}
