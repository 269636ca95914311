"""The revisions of the schema: modules in Alembic's form, run in the order of this list.

A released revision never changes. It must bear being run again after an interruption, since MySQL keeps the
steps that were done.
"""

from __future__ import annotations

REVISIONS = {
    "0001": "r0001_corpus",
    "0002": "r0002_whole_schema",
    "0003": "r0003_site_lines",
    "0004": "r0004_sketches",
    "0005": "r0005_dead_since",
    "0006": "r0006_url_sections",
    "0007": "r0007_body_clusters",
    "0008": "r0008_waiting",
    "0009": "r0009_labels",
    "0010": "r0010_title_tf_idf",
    "0011": "r0011_posts",
    "0012": "r0012_url_twins",
    "0013": "r0013_stories",
    "0014": "r0014_starts",
    "0015": "r0015_admin",
    "0016": "r0016_notes",
    "0017": "r0017_watching",
    "0018": "r0018_period_counts",
    "0019": "r0019_sites_by_day",
    "0020": "r0020_bands",
    "0021": "r0021_licence",
}
"""Module by revision, oldest first; listed in code, since a zipped egg has no folder to search."""

HEAD = tuple(REVISIONS)[-1]
"""The newest revision, that of `topiccrawl.storage.schema`."""
