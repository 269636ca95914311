"""Brings the tables of a database up to date: creates what is missing, drops what is gone."""

from __future__ import annotations

import logging

from sqlalchemy import Column, Connection, Inspector, MetaData, String, Table, delete, exc, insert, inspect
from sqlalchemy.schema import CreateColumn

from topiccrawl.storage.schema import metadata
from topiccrawl.storage.schema.column_types import TABLE_OPTIONS

logger = logging.getLogger(__name__)

BASE = "0021"
"""The oldest revision that can be upgraded, the last one of the development."""
HEAD = "0033"
"""The revision of `topiccrawl.storage.schema`; a change of the schema gets the next number."""
BEGUN = "begun"
"""Stored in place of a revision until all tables of a new database are there."""
VERSION_TABLE = "topiccrawl_version"

_GONE_TABLES = ("body_samples", "body_clusters", "page_words", "term_weights")
_GONE_TRIGGERS = ("page_index_added", "page_index_removed", "page_index_changed")
"""They filled `page_words`, and SQLite drops no column that a trigger names."""
_GONE_COLUMNS = (("links", "model"), ("page_index", "tokens"))
_GONE_INDEXES = ("links_model", "page_index_tokens", "pages_topic_published", "title_terms_term")
"""Dropped before the columns: SQLite drops no column that has an index."""
_DENIED = (1044, 1142, 1227)
"""Codes of MySQL and MariaDB for a right that an account does not have."""
_VIEWS = {
    "term_weights": """CREATE VIEW term_weights AS
SELECT pages.topic, title_terms.term, COUNT(*) AS document_frequency, SUM(title_terms.occurrences) AS total
FROM title_terms
JOIN pages ON pages.id = title_terms.page_id
GROUP BY pages.topic, title_terms.term
""",
    "title_tf_idf": """CREATE VIEW title_tf_idf AS
SELECT pages.topic, title_terms.page_id, title_terms.term, title_terms.occurrences,
       term_weights.document_frequency, term_weights.total,
       LN(1.0 * counted.pages / term_weights.document_frequency) AS idf,
       title_terms.occurrences * LN(1.0 * counted.pages / term_weights.document_frequency) AS tf_idf
FROM title_terms
JOIN pages ON pages.id = title_terms.page_id
JOIN term_weights ON term_weights.topic = pages.topic AND term_weights.term = title_terms.term
JOIN (SELECT topic, COUNT(*) AS pages FROM pages GROUP BY topic) counted ON counted.topic = pages.topic
""",
}
"""How common each word is in the titles of a topic, and the tf-idf of each title and term (paper C)."""


def has_no_tables(connection: Connection) -> bool:
    """Return whether a database has none of our tables."""
    return metadata.tables.keys().isdisjoint(inspect(connection).get_table_names())


def bring_up_to_date(connection: Connection, found: str | None) -> None:
    """Create the tables, columns and indexes that are missing, drop those that are gone, and store `HEAD`.

    It may be interrupted anywhere, since MySQL commits each change of a table: the next call goes on. New
    columns may be null and come last in their tables; a change that needs more gets a step of its own here.

    Args:
        connection: in a transaction on SQLite.
        found: the revision that is stored; None: none.
    """
    number = Column("version_num", String(32), primary_key=True)
    version = Table(VERSION_TABLE, MetaData(), number, **TABLE_OPTIONS)
    version.create(connection, checkfirst=True)
    if found is None:
        _store(connection, version, BEGUN)
    inspector = inspect(connection)
    present = frozenset(inspector.get_table_names())
    for name in _GONE_TRIGGERS if connection.dialect.name == "sqlite" else ():
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    for table in metadata.sorted_tables:
        if table.name in present:
            _complete(connection, inspector, table)
        else:
            table.create(connection, checkfirst=False)
    for name in present.intersection(_GONE_TABLES):
        connection.exec_driver_sql(f"DROP TABLE {name}")
    _create_views(connection)
    _store(connection, version, HEAD)


def _complete(connection: Connection, inspector: Inspector, table: Table) -> None:
    """Bring a table that is there to its columns and indexes; MySQL commits a table before its indexes."""
    columns = {one["name"] for one in inspector.get_columns(table.name)}
    indexes = {one["name"] for one in inspector.get_indexes(table.name)}
    for one in table.columns:
        if one.name not in columns:
            form = CreateColumn(one).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {form}")
    for index in table.indexes:
        if index.name not in indexes:
            index.create(connection)
    of_table = "" if connection.dialect.name == "sqlite" else f" ON {table.name}"
    for gone in indexes.intersection(_GONE_INDEXES):
        connection.exec_driver_sql(f"DROP INDEX {gone}{of_table}")
    for name, column in _GONE_COLUMNS:
        if name == table.name and column in columns:
            connection.exec_driver_sql(f"ALTER TABLE {name} DROP COLUMN {column}")


def _create_views(connection: Connection) -> None:
    """Create the views that are missing; an account that may not create views goes without them."""
    present = inspect(connection).get_view_names()
    for name, statement in _VIEWS.items():
        if name in present:
            continue
        try:
            connection.exec_driver_sql(statement)
        except exc.DBAPIError as error:
            code = error.orig.args[0] if error.orig is not None and error.orig.args else None
            if connection.dialect.name == "sqlite" or code not in _DENIED:
                raise
            logger.warning("the account may not create views: there is no view %s", name)


def _store(connection: Connection, version: Table, revision: str) -> None:
    connection.execute(delete(version))
    connection.execute(insert(version).values(version_num=revision))
    if connection.dialect.name != "sqlite":
        connection.commit()
