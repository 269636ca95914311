"""The revisions of the schema: modules in Alembic's form, run in the order of this list.

New databases get the tables of `topiccrawl.storage.schema` at once; a revision changes those of an earlier
one. A released revision never changes. It must bear being run again after an interruption, since MySQL keeps
the steps that were done.
"""

from __future__ import annotations

BASE = "0021"
"""The oldest revision that can be upgraded, the last one of the development."""

REVISIONS = {
    "0022": "r0022_links_without_model",
    "0023": "r0023_article_parts",
    "0024": "r0024_source",
    "0025": "r0025_learned_pages",
    "0026": "r0026_page_groups",
    "0027": "r0027_clusters_in_memory",
}
"""Module by revision, oldest first; listed in code, since a zipped egg has no folder to search."""

HEAD = tuple(REVISIONS)[-1]
"""The newest revision, that of `topiccrawl.storage.schema`."""

READABLE = frozenset({HEAD})
"""Revisions whose tables this version can read without an upgrade."""
