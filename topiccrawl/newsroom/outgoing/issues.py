"""Drafts, numbers, receivers and deliveries of briefings, in the tables beside the notes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Executable, delete, func, insert, select, update

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.storage import schema
from topiccrawl.storage.beside import open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.rows.upsert import upsert

Row = dict[str, Any]
WAITING, SENDING, DELIVERED = "waiting", "sending", "delivered"
"""States of a delivery; the others are outcomes of `topiccrawl.newsroom.outgoing.delivery`."""
_PLANS, _RECEIVERS = schema.briefing_plans, schema.briefing_receivers
_ISSUES, _DELIVERIES = schema.briefing_issues, schema.briefing_deliveries
_TABLES = (_PLANS, _RECEIVERS, _ISSUES, _DELIVERIES)
_HEAD: Row = {
    **dict.fromkeys(("masthead", "subtitle", "office", "sections", "template"), ""),
    "files": ["docx"],
}
_MOST = 200


class Issues:
    """The briefings of a database that are edited and sent; every method may run in any thread.

    Args:
        database: URL of the crawls' database.

    Raises:
        StorageError: they cannot be opened; each method raises the same.
    """

    def __init__(self, database: str) -> None:
        self._engine, self._name = open_beside(database, "notes", _TABLES, create=True)

    def plan(self, topic: str) -> Row:
        """Return the row of a topic's letterhead and timetable; a topic without one has an empty one."""
        found = self._rows(select(_PLANS).where(_PLANS.c.topic == topic))
        empty = {"topic": topic, "letterhead": "{}", "timetable": "", "next_at": None, "result": ""}
        return found[0] if found else empty

    def head(self, topic: str) -> Row:
        """Return a topic's masthead, subtitle, office, sections, files and Word template in base64."""
        return {**_HEAD, **json.loads(self.plan(topic)["letterhead"])}

    def set_plan(self, topic: str, **values: object) -> None:
        """Change columns of a topic's letterhead and timetable."""
        row = {**self.plan(topic), **values}
        with reported(self._name), self._engine.begin() as connection:
            upsert(connection, _PLANS, [row])

    def due(self, now: datetime) -> list[Row]:
        """Return the plans that are due."""
        return self._rows(select(_PLANS).where(_PLANS.c.next_at <= now))

    def advance(self, plan: Mapping[str, Any], following: datetime, result: str) -> bool:
        """Set the next time of a due plan; return False if another process did so first."""
        with reported(self._name), self._engine.begin() as connection:
            return _advance(connection, plan, following, result)

    def receivers(self, topic: str) -> list[Row]:
        """Return the rows of a topic's receivers, in the order of adding."""
        return self._rows(select(_RECEIVERS).where(_RECEIVERS.c.topic == topic).order_by(_RECEIVERS.c.id))

    def add_receiver(self, topic: str, kind: str, address: str) -> None:
        """Store a receiver, once however often it is added."""
        own = {"topic": topic, "kind": kind, "address": address}
        if not any(own.items() <= one.items() for one in self.receivers(topic)):
            self._change(insert(_RECEIVERS).values(**own, state="", answer=""))

    def set_tested(self, number: int, state: str, answer: str) -> None:
        """Store the outcome of a receiver's test."""
        columns = {"state": state, "answer": answer}
        self._change(update(_RECEIVERS).where(_RECEIVERS.c.id == number).values(columns))

    def remove_receiver(self, topic: str, number: int) -> None:
        """Delete a receiver of a topic; deliveries to it stay."""
        self._change(delete(_RECEIVERS).where(_RECEIVERS.c.id == number, _RECEIVERS.c.topic == topic))

    def all(self, topic: str) -> list[Row]:
        """Return the newest briefings of a topic."""
        query = select(_ISSUES).where(_ISSUES.c.topic == topic).order_by(_ISSUES.c.id.desc())
        return self._rows(query.limit(_MOST))

    def get(self, number: int) -> Row | None:
        """Return a briefing by its id; None if there is none."""
        return next(iter(self._rows(select(_ISSUES).where(_ISSUES.c.id == number))), None)

    def draft(self, topic: str, period: Period, subject: str) -> Row | None:
        """Return the newest draft of a period and subject that was not sent; None if there is none."""
        known = _known(topic, period, subject)
        query = select(_ISSUES).filter_by(**known).where(_ISSUES.c.number.is_(None))
        return next(iter(self._rows(query.order_by(_ISSUES.c.id.desc()))), None)

    def add(self, topic: str, period: Period, subject: str, content: str, user: str) -> int:
        """Store a draft and return its id."""
        values = {**_known(topic, period, subject), "content": content, "version": 1}
        with reported(self._name), self._engine.begin() as connection:
            added = connection.execute(insert(_ISSUES).values(**values, **_by(user)))
            return int(added.inserted_primary_key[0])  # type: ignore[index]

    def save(self, number: int, content: str, user: str, seen: int) -> bool:
        """Change a draft; return False if it is no longer the version that was seen, or was sent."""
        own = (_ISSUES.c.id == number, _ISSUES.c.version == seen, _ISSUES.c.number.is_(None))
        values = {"content": content, "version": seen + 1, **_by(user)}
        return self._change(update(_ISSUES).where(*own).values(values))

    def next_number(self, topic: str, year: int) -> int:
        """Return the number that the next briefing of a year gets."""
        with reported(self._name), self._engine.connect() as connection:
            return _next_number(connection, topic, year)

    def send(
        self,
        issue: Mapping[str, Any],
        year: int,
        receivers: Iterable[Mapping[str, Any]],
        due: tuple[Mapping[str, Any], datetime] | None = None,
    ) -> bool:
        """Give a draft its number and a waiting delivery for each receiver, in one transaction.

        Args:
            issue: the row of the draft, as it was read.
            year: of the number.
            receivers: rows of receivers.
            due: the plan that sends it, and its next time; None: a person does.

        Returns:
            False if it was sent or changed meanwhile, or the plan was claimed by another process.
        """
        own = (_ISSUES.c.id == issue["id"], _ISSUES.c.version == issue["version"], _ISSUES.c.number.is_(None))
        now = datetime.now(UTC)
        with reported(self._name), self._engine.begin() as connection:
            number = _next_number(connection, issue["topic"], year)
            numbered = update(_ISSUES).where(*own).values(year=year, number=number)
            if connection.execute(numbered).rowcount != 1 or (due and not _advance(connection, *due, "")):
                connection.rollback()
                return False
            new = {"issue_id": issue["id"], "state": WAITING, "answer": "", "changed_at": now}
            rows = [{**new, "kind": one["kind"], "address": one["address"]} for one in receivers]
            connection.execute(insert(_DELIVERIES), rows)
        return True

    def deliveries(self, *, issue: int | None = None) -> list[Row]:
        """Return the deliveries of a briefing, or those of all that wait."""
        columns = _DELIVERIES.c
        which = columns.state == WAITING if issue is None else columns.issue_id == issue
        return self._rows(select(_DELIVERIES).where(which).order_by(columns.id))

    def turn(self, delivery: Mapping[str, Any], state: str, answer: str = "") -> bool:
        """Change the state of a delivery; return False if it is not what was read any more."""
        columns = _DELIVERIES.c
        own = (columns.id == delivery["id"], columns.state == delivery["state"])
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


def _known(topic: str, period: Period, subject: str) -> Row:
    return {"topic": topic, "first": str(period.first), "last": str(period.last), "subject": subject}


def _by(user: str) -> Row:
    return {"edited_by": user, "edited_at": datetime.now(UTC)}


def _next_number(connection: Connection, topic: str, year: int) -> int:
    own = (_ISSUES.c.topic == topic, _ISSUES.c.year == year)
    return (connection.scalar(select(func.max(_ISSUES.c.number)).where(*own)) or 0) + 1


def _advance(connection: Connection, plan: Mapping[str, Any], following: datetime, result: str) -> bool:
    own = (_PLANS.c.topic == plan["topic"], _PLANS.c.next_at == plan["next_at"])
    changed = update(_PLANS).where(*own).values(next_at=following, result=result)
    return connection.execute(changed).rowcount == 1
