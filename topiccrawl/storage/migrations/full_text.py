"""The full-text index of `page_index`: on SQLite a table of FTS5 that triggers fill, elsewhere an index."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, inspect

from topiccrawl.storage.schema.column_types import MYSQL

logger = logging.getLogger(__name__)

WORDS = "page_words"
"""The FTS5 table."""

_ADD = "INSERT INTO page_words (rowid, tokens) VALUES (new.page_id, new.tokens);"
_REMOVE = "INSERT INTO page_words (page_words, rowid, tokens) VALUES ('delete', old.page_id, old.tokens);"
_STATEMENTS = (
    # Neither positions nor lengths are kept: pages are found by their words, the newest first.
    "CREATE VIRTUAL TABLE page_words USING fts5("
    "tokens, content='page_index', content_rowid='page_id', detail='none', columnsize=0, tokenize='ascii')",
    f"CREATE TRIGGER page_index_added AFTER INSERT ON page_index BEGIN {_ADD} END",
    f"CREATE TRIGGER page_index_removed AFTER DELETE ON page_index BEGIN {_REMOVE} END",
    f"CREATE TRIGGER page_index_changed AFTER UPDATE OF tokens ON page_index BEGIN {_REMOVE} {_ADD} END",
)


def create_full_text(connection: Connection) -> None:
    """Create what is missing; a SQLite without FTS5 goes without a search."""
    if connection.dialect.name in MYSQL:
        if "page_index_tokens" not in {one["name"] for one in inspect(connection).get_indexes("page_index")}:
            connection.exec_driver_sql("CREATE FULLTEXT INDEX page_index_tokens ON page_index (tokens)")
        return
    if inspect(connection).has_table(WORDS):
        return
    if not connection.exec_driver_sql("SELECT sqlite_compileoption_used('ENABLE_FTS5')").scalar():
        logger.warning("this SQLite has no FTS5: stored pages cannot be searched by their words")
        return
    for statement in _STATEMENTS:
        connection.exec_driver_sql(statement)
