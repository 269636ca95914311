"""What people set up for the analysis of a corpus: rules of warnings, and the warnings that were sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import delete, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.beside import open_beside
from topiccrawl.storage.errors import reported
from topiccrawl.storage.rows.upsert import upsert

_TABLES = (schema.warning_rules, schema.sent_warnings)


class Notes:
    """The notes on one database; every method may run in any thread.

    On SQLite they are in the file `corpus.db-notes`, since the database may be a crawl's.

    Args:
        database: URL of the crawls' database.

    Raises:
        StorageError: they cannot be opened; each method raises the same.
    """

    def __init__(self, database: str) -> None:
        self._engine, self.display_name = open_beside(database, "notes", _TABLES, create=True)

    def rules(self, topic: str) -> list[dict[str, Any]]:
        """Return the rows of a topic's rules, in the order of storing."""
        query = select(schema.warning_rules).where(schema.warning_rules.c.topic == topic)
        with reported(self.display_name), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(schema.warning_rules.c.id)).mappings()
            return [dict(row) for row in rows]

    def add_rule(self, values: Mapping[str, Any]) -> None:
        """Store a rule, a row without its id; one of the same kind and word is replaced."""
        rules = schema.warning_rules.c
        same = (rules.topic == values["topic"], rules.kind == values["kind"], rules.word == values["word"])
        with reported(self.display_name), self._engine.begin() as connection:
            connection.execute(delete(schema.warning_rules).where(*same))
            connection.execute(insert(schema.warning_rules).values(dict(values)))

    def remove_rule(self, topic: str, number: int) -> None:
        """Delete a rule of a topic, if it is there."""
        rules = schema.warning_rules.c
        with reported(self.display_name), self._engine.begin() as connection:
            connection.execute(delete(schema.warning_rules).where(rules.id == number, rules.topic == topic))

    def sent(self, topic: str) -> list[tuple[str, date]]:
        """Return subject and day of the warnings that were sent."""
        columns = schema.sent_warnings.c
        query = select(columns.subject, columns.day).where(columns.topic == topic)
        with reported(self.display_name), self._engine.connect() as connection:
            return [(subject, date.fromisoformat(day)) for subject, day in connection.execute(query)]

    def mark_sent(self, topic: str, subject: str, day: date) -> None:
        """Remember that a warning was sent."""
        row = {"topic": topic, "subject": subject, "day": str(day), "sent_at": datetime.now(UTC)}
        with reported(self.display_name), self._engine.begin() as connection:
            upsert(connection, schema.sent_warnings, [row])

    def close(self) -> None:
        """Close all connections; may be called twice."""
        self._engine.dispose()
