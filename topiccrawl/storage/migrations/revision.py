"""Runs one revision with Alembic; apart, so that nothing else loads Alembic."""

from __future__ import annotations

import logging
from importlib import import_module

from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Column, Connection, String, column, table

from topiccrawl.storage.migrations import versions
from topiccrawl.storage.migrations.steps import create_table

# Otherwise every new database begins with two lines on what Alembic takes a database for.
logging.getLogger("alembic.runtime.migration").setLevel(logging.WARNING)


def run(connection: Connection, revision: str, version_table: str) -> None:
    """Run a revision and note that the database has it, in the caller's transaction.

    Args:
        connection: of the database; on MySQL what was done is committed step by step.
        revision: a key of `topiccrawl.storage.migrations.versions.REVISIONS`.
        version_table: where the revision is noted; made if it is missing.
    """
    context = MigrationContext.configure(connection, opts={"version_table": version_table})
    module = import_module(f"{versions.__name__}.{versions.REVISIONS[revision]}")
    noted = table(version_table, column("version_num"))
    with Operations.context(context):
        create_table(version_table, Column("version_num", String(32), primary_key=True))
        module.upgrade()
        if module.down_revision is None:
            op.execute(noted.insert().values(version_num=revision))
        else:
            op.execute(noted.update().values(version_num=revision))
    if connection.dialect.name != "sqlite":
        connection.commit()
