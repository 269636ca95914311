"""Rows of `run_figures`: the figures of a run over time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from topiccrawl.storage import schema

_FIGURES = schema.run_figures


def write_figures(connection: Connection, run_id: int, state: str, **counts: int) -> None:
    """Add a row in the caller's transaction.

    Args:
        connection: of the database.
        run_id: the run.
        state: `running`, `paused` or `closing`.
        counts: by column.
    """
    values = {"run_id": run_id, "at": datetime.now(UTC), "state": state, **counts}
    connection.execute(insert(_FIGURES).values(values))


def read_figures(connection: Connection, run_id: int, most: int = 5_000) -> list[dict[str, Any]]:
    """Return the rows of a run, oldest first."""
    own = select(_FIGURES).where(_FIGURES.c.run_id == run_id)
    newest = connection.execute(own.order_by(_FIGURES.c.id.desc()).limit(most)).mappings()
    return [dict(row) for row in newest][::-1]
