"""Write the diagram and the lists of the tables into `docs/database.md`, from the code."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Table, UniqueConstraint
from sqlalchemy.dialects import sqlite

from topiccrawl.storage.schema import metadata

PAGE = Path(__file__).with_name("database.md")
START = "<!-- From here on made by docs/make_schema.py -->"
ORDER = ("runs", "pages", "sources", "duplicates", "drops", "title_terms", "hosts", "links")
"""Tables that come first, in this order; the others follow by name."""
INTERNAL = frozenset(
    "briefing_deliveries briefing_issues briefing_plans "
    "crawl_wishes inbox page_changes page_index page_models revisits run_figures saved_searches "
    "search_queries search_results sent_warnings site_lines sketch_hashes sketch_progress sketch_runs "
    "sketches text_blocks text_changes text_words url_forms url_habits url_sections waiting_children "
    "waiting_pages warning_rules watched_pages watched_visits word_marks".split()
)
"""Tables of which only the names of the columns are listed: nothing but topiccrawl reads them."""


def document() -> str:
    """Return the part of the page that is made from the code."""
    tables = sorted(metadata.tables.values(), key=_place)
    return "\n".join([START, "", *_picture(tables), "", *(line for one in tables for line in _list(one))])


def _place(table: Table) -> tuple[int, str]:
    return (ORDER.index(table.name) if table.name in ORDER else len(ORDER), table.name)


def _picture(tables: list[Table]) -> list[str]:
    """Return a Mermaid diagram of the tables that refer to each other."""
    lines = ["```mermaid", "erDiagram"]
    for table in tables:
        for column in table.columns:
            if target := _target(column):
                # A table with the key of the other one has at most one row for it.
                many = "o{" if len(table.primary_key) > 1 or not column.primary_key else "o|"
                lines.append(f"    {target} ||--{many} {table.name} : {column.name}")
    return [*lines, "```"]


def _list(table: Table) -> list[str]:
    lines = [f"### `{table.name}`", ""]
    if "doc" in table.info:
        lines += [str(table.info["doc"]), ""]
    if table.name in INTERNAL:
        return [*lines, f"Columns: {_names(table.columns)}.", ""]
    lines += ["| column | type | meaning |", "| --- | --- | --- |"]
    for column in table.columns:
        notes = [column.doc or "", column.comment if column.comment not in (None, column.doc) else ""]
        if target := _target(column):
            notes.append(f"`{target}`")
        optional = "" if not column.nullable else ", may be null"
        lines.append(f"| `{column.name}` | {_type(column)}{optional} | {'; '.join(filter(None, notes))} |")
    keys = [
        f"unique: {_names(one.columns)}" for one in table.constraints if isinstance(one, UniqueConstraint)
    ]
    indexes = sorted(f"index `{one.name}`: {_names(one.columns)}" for one in table.indexes)
    return [
        *lines,
        "",
        *[f"* {one}" for one in [*sorted(keys), *indexes]],
        *([""] if keys or indexes else []),
    ]


def _names(columns: object) -> str:
    return ", ".join(f"`{column.name}`" for column in columns)  # type: ignore[attr-defined]


def _target(column: Column[object]) -> str | None:
    """Return the table that a column refers to, by a foreign key or by the schema's note."""
    for key in column.foreign_keys:
        return key.column.table.name
    return column.info.get("to")


def _type(column: Column[object]) -> str:
    return str(column.type.compile(dialect=sqlite.dialect())).split("(")[0].lower()


def write() -> None:
    """Replace the generated part of the page."""
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(before + document(), encoding="utf-8")


if __name__ == "__main__":
    write()
