"""What a database says about its own tables, in a form that two databases can be compared by."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

Description = dict[str, Any]


def describe(engine: Engine, *, leave_out: tuple[str, ...] = ()) -> Description:
    """Columns in order, keys, indexes and options of every table, by table and name."""
    inspector = inspect(engine)
    names = sorted(set(inspector.get_table_names()) - set(leave_out))
    with engine.connect() as connection:
        read = _sqlite if engine.dialect.name == "sqlite" else _mysql
        return {
            name: {
                "unique": sorted(
                    (one["name"], tuple(one["column_names"]))
                    for one in inspector.get_unique_constraints(name)
                ),
                "foreign": sorted(
                    (
                        one["name"],
                        tuple(one["constrained_columns"]),
                        one["referred_table"],
                        str(one["options"]),
                    )
                    for one in inspector.get_foreign_keys(name)
                ),
                **read(connection, name),
            }
            for name in names
        }


def _sqlite(connection: Connection, table: str) -> Description:
    def rows(sql: str, **values: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in connection.execute(text(sql), values)]

    # SQLite's pragmas answer from the tables as the connection last saw them; a query looks at the file anew.
    rows("SELECT count(*) FROM sqlite_master")
    indexes = {}
    for _, name, unique, origin, partial in rows(f"PRAGMA index_list({table})"):
        sql = rows("SELECT sql FROM sqlite_master WHERE name = :name", name=name)
        parts = [row[1:] for row in rows(f"PRAGMA index_xinfo({name})") if row[5]]
        indexes[name if origin == "c" else tuple(row[1] for row in parts)] = (unique, partial, parts, sql)
    return {
        "columns": [row[1:] for row in rows(f"PRAGMA table_xinfo({table})")],
        "options": [row[3:] for row in rows(f"PRAGMA table_list({table})")],
        "indexes": {
            name: (unique, partial, [part[1:] for part in parts], sql)
            for name, (unique, partial, parts, sql) in indexes.items()
        },
    }


def _mysql(connection: Connection, table: str) -> Description:
    def rows(columns: str, of: str, order: str) -> list[tuple[Any, ...]]:
        sql = (
            f"SELECT {columns} FROM information_schema.{of} "
            f"WHERE table_schema = DATABASE() AND table_name = :name ORDER BY {order}"
        )
        return [tuple(row) for row in connection.execute(text(sql), {"name": table})]

    return {
        "columns": rows(
            "column_name, column_type, is_nullable, column_default, character_set_name, collation_name, "
            "column_key, extra",
            "columns",
            "ordinal_position",
        ),
        "options": rows("engine, row_format, table_collation", "tables", "1"),
        "indexes": rows(
            "index_name, seq_in_index, column_name, non_unique, sub_part, collation",
            "statistics",
            "index_name, seq_in_index",
        ),
    }
