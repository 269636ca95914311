"""Creates the views that are missing in a database."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, exc, inspect

logger = logging.getLogger(__name__)

_DENIED = (1044, 1142, 1227)
"""Codes of MySQL and MariaDB for a right that an account does not have."""


def create_view(connection: Connection, name: str, query: str) -> None:
    """Create a view unless it exists; an account that may not create views goes without it."""
    if name in inspect(connection).get_view_names():
        return
    try:
        connection.exec_driver_sql(f"CREATE VIEW {name} AS {query}")
    except exc.DBAPIError as error:
        code = error.orig.args[0] if error.orig is not None and error.orig.args else None
        if connection.dialect.name == "sqlite" or code not in _DENIED:
            raise
        logger.warning("the account may not create views: there is no view %s", name)
