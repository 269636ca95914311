"""The revisions of the schema: modules as Alembic wants them, run in the order of this list.

A released revision never changes. It may be run over what it has done in part already: MySQL keeps each step
of a revision that was interrupted.
"""

from __future__ import annotations

REVISIONS = {
    "0001": "r0001_corpus",
    "0002": "r0002_whole_schema",
    "0003": "r0003_site_lines",
    "0004": "r0004_sketches",
    "0005": "r0005_dead_since",
}
"""Module by revision, oldest first; a list in code, as the files of a zipped egg are no folder."""

HEAD = tuple(REVISIONS)[-1]
"""The newest revision: that of `topiccrawl.storage.schema`."""
