"""Brings a database to the tables of this version, with Alembic's operations.

The revisions are in `topiccrawl.storage.migrations.versions`. They are modules in a list, not files in a
folder, so that they also run from a zipped egg. The revision of a database is in its table
`topiccrawl_version`, in Alembic's form.
"""

from __future__ import annotations

from topiccrawl.storage.migrations.upgrade import (
    VERSION_TABLE,
    check,
    current_revision,
    upgrade,
    upgrade_within,
)
from topiccrawl.storage.migrations.versions import HEAD

__all__ = ["HEAD", "VERSION_TABLE", "check", "current_revision", "upgrade", "upgrade_within"]
