"""A database of revision 0021, the last one of the development, as a crash left it.

Three pages (1 and 2 are originals, 3 repeats 1), and links that wait, are leased, done, and dead for two
reasons.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from topiccrawl.storage import schema

HERE = Path(__file__).parent
_CHANGED = {("links", "model"), ("pages", "partial"), ("pages", "source"), ("page_index", "tokens")}
_SEARCH = {"saved_searches", "text_blocks", "text_changes", "text_words"}
_NEW = {"page_parts", "page_models", "set_aside", "sightings", "source_visits"} | _SEARCH
_NEW |= {"briefing_deliveries", "briefing_issues", "briefing_plans", "briefing_templates", "sketch_runs"}


def fill(engine: Engine) -> None:
    """Create tables and rows in a database without any."""
    _run(engine, "", "INSERT INTO topiccrawl_version VALUES ('0021')")


def begin(engine: Engine) -> None:
    """Leave a database as that version does when it is killed while it creates the tables: without rows."""
    _run(engine, "CREATE TABLE", "INSERT INTO topiccrawl_version VALUES ('begun')")


def _run(engine: Engine, kept: str, last: str) -> None:
    """Run the statements that contain a text, then the last one."""
    sqlite = engine.dialect.name == "sqlite"
    kind = "sqlite" if sqlite else "mysql"
    with engine.connect() as connection:
        if sqlite:
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        else:
            connection.exec_driver_sql(
                "SET sql_mode='NO_BACKSLASH_ESCAPES,ANSI_QUOTES', foreign_key_checks=0"
            )
        for script in (HERE / "migrations" / f"schema_0021.{kind}.sql", HERE / "rows_0021.sql"):
            for statement in script.read_text("utf-8").split("\n;\n"):
                if statement.strip() and kept in statement:
                    connection.exec_driver_sql(statement.replace("%", "%%"))
        connection.exec_driver_sql(last)
        connection.commit()
    engine.dispose()


def rows(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    """All rows by table, without the columns and tables that later revisions drop and add."""
    found: dict[str, list[dict[str, Any]]] = {}
    with engine.connect() as connection:
        for name in schema.metadata.tables.keys() - _NEW:
            result = connection.exec_driver_sql(f"SELECT * FROM {name} ORDER BY 1, 2").mappings()
            found[name] = [
                {key: value for key, value in row.items() if (name, key) not in _CHANGED} for row in result
            ]
    return found
