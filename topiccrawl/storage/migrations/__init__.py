"""From whatever a database holds to the tables of this version, by Alembic's operations.

The revisions are in `topiccrawl.storage.migrations.versions`. They are modules in a list rather than files in
a folder, so that they also run from a zipped egg. Which one a database has is in its table
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
