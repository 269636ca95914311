"""User data about a corpus: rules of warnings, sent warnings, tags, watched pages, saved searches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Select, Table, UpdateBase, delete, insert, select, update

from topiccrawl.storage import schema
from topiccrawl.storage.beside import file_beside, open_beside
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.errors import reported
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.storage.rows.upsert import upsert

_TABLES = (
    schema.warning_rules,
    schema.sent_warnings,
    schema.tags,
    schema.page_tags,
    schema.watched_pages,
    schema.word_marks,
    schema.saved_searches,
)
_NAME = "notes"
_SEARCHES = schema.saved_searches.c
_TAGS, _TAGGED = schema.tags.c, schema.page_tags.c


class Notes:
    """The notes on one database; every method may run in any thread.

    On SQLite they are in the file `corpus.db-notes`, since the database may be a crawl's.

    Args:
        database: URL of the crawls' database.

    Raises:
        StorageError: they cannot be opened; each method raises the same.
    """

    def __init__(self, database: str) -> None:
        self._engine, self.display_name = open_beside(database, _NAME, _TABLES, create=True)

    @staticmethod
    def exist(database: str) -> bool:
        """Return whether there are notes: on SQLite whether there is the file, on servers always."""
        file = file_beside(parse_url(database), _NAME)
        return file is None or file.is_file()

    def rules(self, topic: str) -> list[dict[str, Any]]:
        """Return the rows of a topic's rules, in the order of storing."""
        query = select(schema.warning_rules).where(schema.warning_rules.c.topic == topic)
        return self._rows(query.order_by(schema.warning_rules.c.id))

    def add_rule(self, values: Mapping[str, Any]) -> None:
        """Store a rule, a row without its id; one of the same kind and word is replaced."""
        rules = schema.warning_rules.c
        same = (rules.topic == values["topic"], rules.kind == values["kind"], rules.word == values["word"])
        self._write(
            delete(schema.warning_rules).where(*same), insert(schema.warning_rules).values(dict(values))
        )

    def remove_rule(self, topic: str, number: int) -> None:
        """Delete a rule of a topic, if it is there."""
        rules = schema.warning_rules.c
        self._write(delete(schema.warning_rules).where(rules.id == number, rules.topic == topic))

    def sent(self, topic: str) -> list[tuple[str, date]]:
        """Return subject and day of the warnings that were sent."""
        columns = schema.sent_warnings.c
        query = select(columns.subject, columns.day).where(columns.topic == topic)
        return [(row["subject"], date.fromisoformat(row["day"])) for row in self._rows(query)]

    def mark_sent(self, topic: str, subject: str, day: date) -> None:
        """Remember that a warning was sent."""
        row = {"topic": topic, "subject": subject, "day": str(day), "sent_at": datetime.now(UTC)}
        self._upsert(schema.sent_warnings, row)

    def tags(self, topic: str) -> list[dict[str, Any]]:
        """Return the rows of a topic's tags, by name."""
        query = select(schema.tags).where(_TAGS.topic == topic).order_by(_TAGS.name)
        return self._rows(query)

    def set_tag(self, topic: str, name: str, words: str = "") -> int:
        """Store a tag or change its rule, and return its id; a rule replaces tags set by hand."""
        with reported(self.display_name), self._engine.begin() as connection:
            query = select(_TAGS.id).where(_TAGS.topic == topic, _TAGS.name == name)
            number = connection.scalar(query)
            if number is None:
                row = {"topic": topic, "name": name, "words": words}
                connection.execute(insert(schema.tags).values(row))
                number = connection.scalar(query)
            else:
                connection.execute(update(schema.tags).where(_TAGS.id == number).values(words=words))
            if words:
                connection.execute(delete(schema.page_tags).where(_TAGGED.tag_id == number))
            assert number is not None
            return int(number)

    def remove_tag(self, topic: str, number: int) -> None:
        """Delete a tag of a topic, and remove it from its pages."""
        with reported(self.display_name), self._engine.begin() as connection:
            own = connection.execute(delete(schema.tags).where(_TAGS.id == number, _TAGS.topic == topic))
            if own.rowcount:
                connection.execute(delete(schema.page_tags).where(_TAGGED.tag_id == number))

    def tag_page(self, tag: int, page: int, *, on: bool) -> None:
        """Add a tag to a page, or remove it."""
        row = {"tag_id": tag, "page_id": page}
        own = delete(schema.page_tags).where(_TAGGED.tag_id == tag, _TAGGED.page_id == page)
        self._write(own, *([insert(schema.page_tags).values(row)] if on else []))

    def tagged(self, tag: int, most: int = 10_000) -> list[int]:
        """Return the ids of the pages that people gave a tag, the newest ones."""
        query = select(_TAGGED.page_id).where(_TAGGED.tag_id == tag).order_by(_TAGGED.page_id.desc())
        return [row["page_id"] for row in self._rows(query.limit(most))]

    def tags_of(self, page: int) -> list[int]:
        """Return the ids of the tags that people gave a page."""
        query = select(_TAGGED.tag_id).where(_TAGGED.page_id == page)
        return [row["tag_id"] for row in self._rows(query)]

    def watched(self, topic: str) -> list[dict[str, Any]]:
        """Return the rows of a topic's watched pages, in the order of adding."""
        columns = schema.watched_pages.c
        query = select(schema.watched_pages).where(columns.topic == topic).order_by(columns.id)
        return self._rows(query)

    def watch(self, topic: str, url: str) -> None:
        """Watch a page for changes, from the next crawl on; once, however often it is added."""
        own = {"topic": topic, "url_hash": url_hash(url)}
        columns = schema.watched_pages.c
        with reported(self.display_name), self._engine.begin() as connection:
            same = (columns.topic == topic, columns.url_hash == own["url_hash"])
            if connection.scalar(select(columns.id).where(*same)) is None:
                row = {**own, "url": url, "added_at": datetime.now(UTC)}
                connection.execute(insert(schema.watched_pages).values(row))

    def unwatch(self, topic: str, number: int) -> None:
        """Stop watching a page; its versions stay."""
        columns = schema.watched_pages.c
        own = (columns.id == number, columns.topic == topic)
        self._write(delete(schema.watched_pages).where(*own))

    def mark(self, topic: str, word: str) -> int | None:
        """Return the id of the last page that was searched for a word; None: none was."""
        columns = schema.word_marks.c
        query = select(columns.last_page).where(columns.topic == topic, columns.word == word)
        return next((row["last_page"] for row in self._rows(query)), None)

    def set_mark(self, topic: str, word: str, last_page: int) -> None:
        """Store the id of the last page that was searched for a word."""
        row = {"topic": topic, "word": word, "last_page": last_page}
        self._upsert(schema.word_marks, row)

    def searches(self, topic: str, user: str) -> list[dict[str, Any]]:
        """Return the rows of the searches that a user saved, in the order of saving."""
        own = (_SEARCHES.topic == topic, _SEARCHES.user_name == user)
        query = select(schema.saved_searches).where(*own).order_by(_SEARCHES.id)
        return self._rows(query)

    def save_search(self, topic: str, user: str, filters: str, last_page: int) -> None:
        """Store a search, see `saved_searches`."""
        row = {"topic": topic, "user_name": user, "filters": filters, "last_page": last_page}
        self._write(insert(schema.saved_searches).values(row))

    def mark_search(self, number: int, last_page: int) -> None:
        """Store that a search was looked at, when a page was the newest one."""
        statement = update(schema.saved_searches).where(_SEARCHES.id == number)
        self._write(statement.values(last_page=last_page))

    def remove_search(self, number: int) -> None:
        """Delete a saved search."""
        self._write(delete(schema.saved_searches).where(_SEARCHES.id == number))

    def _rows(self, query: Select[Any]) -> list[dict[str, Any]]:
        with reported(self.display_name), self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def _write(self, *statements: UpdateBase) -> None:
        """Execute statements in one transaction."""
        with reported(self.display_name), self._engine.begin() as connection:
            for one in statements:
                connection.execute(one)

    def _upsert(self, table: Table, row: dict[str, Any]) -> None:
        with reported(self.display_name), self._engine.begin() as connection:
            upsert(connection, table, [row])

    def close(self) -> None:
        """Close all connections; may be called twice."""
        self._engine.dispose()
