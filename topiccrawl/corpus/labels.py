"""Grades that people gave pages, written also while a crawl holds the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url, shown_url
from topiccrawl.storage.errors import reported
from topiccrawl.storage.migrations import check
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.learned import set_aside_by_grade
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.topics.calibration.graded_pages import OTHER

_PATIENCE = 30.0
"""Seconds to wait for the writer of a SQLite file, whose transactions are short."""


def write_labels(url: str, topic: str, grades: Mapping[str, int | None]) -> int:
    """Store the grades of pages that are new or have changed; return how many.

    On SQLite this is a short transaction beside those of a crawl that runs, which keeps all other tables to
    itself.

    Args:
        url: of the database.
        topic: name of the topic.
        grades: by URL; None takes the grade of a page back.

    Raises:
        StorageError: the grades could not be written.
    """
    with writing_beside(url) as connection:
        return grade_pages(connection, topic, grades)


@contextmanager
def writing_beside(url: str) -> Iterator[Connection]:
    """Open an existing database for one short transaction, also beside the writer of a SQLite file.

    Args:
        url: of the database.

    Raises:
        StorageError: it cannot be written.
    """
    parsed = parse_url(url)
    with reported(shown_url(parsed)):
        engine = connect(parsed, timeout=_PATIENCE, create=False)
        try:
            check(engine)
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()


def grade_pages(connection: Connection, topic: str, grades: Mapping[str, int | None]) -> int:
    """Store grades as `write_labels` does, in the caller's transaction; return how many.

    Exports leave out pages that are graded as off the topic, from now on.
    """
    pages, graded = schema.pages.c, {url_hash(page): grade for page, grade in grades.items()}
    for some in chunks(list(graded)):
        query = select(pages.id, pages.url_hash).where(pages.topic == topic, pages.url_hash.in_(some))
        stored = connection.execute(query).all()
        off = [row.id for row in stored if graded[row.url_hash] == OTHER]
        set_aside_by_grade(connection, off, [row.id for row in stored if graded[row.url_hash] != OTHER])
    return insert_labels(connection, topic, grades)


def insert_labels(connection: Connection, topic: str, grades: Mapping[str, int | None]) -> int:
    """Store grades that are new or have changed, in the caller's transaction; return how many."""
    known = read_labels(connection, topic)
    rows = [
        {
            "topic": topic,
            "url_hash": url_hash(page),
            "url": page,
            "grade": grade,
            "labelled_at": datetime.now(UTC),
        }
        for page, grade in grades.items()
        if known.get(page) != grade and grade is not None
    ]
    if rows:
        connection.execute(insert(schema.labels), rows)
    labels = schema.labels.c
    back = [page for page, grade in grades.items() if grade is None and page in known]
    for page in back:
        own = (labels.topic == topic, labels.url_hash == url_hash(page))
        connection.execute(delete(schema.labels).where(*own))
    return len(rows) + len(back)


def read_labels(connection: Connection, topic: str) -> dict[str, int]:
    """Return the grades of a topic by URL; the last one of a URL counts."""
    labels = schema.labels.c
    query = select(labels.url, labels.grade).where(labels.topic == topic).order_by(labels.id)
    return {row.url: row.grade for row in connection.execute(query)}
