"""How many pages of each section of a host were visited and accepted.

The table is created empty: the next crawl of a topic fills it from a sample of the pages that are there.
"""

from __future__ import annotations

from sqlalchemy import Column, Integer

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema.column_types import HostName, Name

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    create_table(
        "url_sections",
        Column("topic", Name, primary_key=True),
        Column("host", HostName, primary_key=True),
        Column("directory", Name, primary_key=True, comment="first directory, digits as one 0"),
        Column("accepted", Integer, nullable=False),
        Column("visited", Integer, nullable=False),
    )
