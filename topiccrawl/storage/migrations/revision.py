"""Runs one revision with Alembic; a module of its own, so that nothing else imports Alembic."""

from __future__ import annotations

from importlib import import_module

from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, column, table

from topiccrawl.storage.migrations import versions


def run(connection: Connection, revision: str, version_table: str) -> None:
    """Run a revision and store its number, in the caller's transaction.

    Args:
        connection: of the database; MySQL commits step by step.
        revision: a key of `topiccrawl.storage.migrations.versions.REVISIONS`.
        version_table: the table with the number.
    """
    context = MigrationContext.configure(connection, opts={"version_table": version_table})
    module = import_module(f"{versions.__name__}.{versions.REVISIONS[revision]}")
    version = table(version_table, column("version_num"))
    with Operations.context(context):
        module.upgrade()
        op.execute(version.update().values(version_num=revision))
    if connection.dialect.name != "sqlite":
        connection.commit()
