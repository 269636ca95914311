"""Brings a database to the tables of this version.

There are no scripts from one revision to the next: what is missing is created and what is gone is dropped, so
an interrupted upgrade goes on wherever it was. The revision of a database is in its table
`topiccrawl_version`.
"""

from __future__ import annotations

from topiccrawl.storage.migrations.tables import HEAD, VERSION_TABLE
from topiccrawl.storage.migrations.upgrade import check, current_revision, upgrade, upgrade_within

__all__ = ["HEAD", "VERSION_TABLE", "check", "current_revision", "upgrade", "upgrade_within"]
