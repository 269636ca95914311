"""The stored corpus: filling records, lists, analysis, stories, exports."""

COLUMNS = (
    "url",
    "canonical_url",
    "title",
    "text",
    "published",
    "site",
    "relevance",
    "author",
    "source",
    "fetched_at",
    "charset",
    "extractor",
    "duplicate_of",
    "anchor",
    "parent_url",
    "body_sha256",
    "topic",
    "id",
)
"""Columns of an export unless others are chosen, in this order."""
