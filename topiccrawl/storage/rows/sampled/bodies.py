"""Samples of bodies as rows of `body_samples`."""

from __future__ import annotations

from topiccrawl.storage.records import SampleRecord
from topiccrawl.storage.rows.row import Row, row, url_hash
from topiccrawl.storage.schema.clusters import body_samples

FEATURE_COLUMNS = [
    body_samples.c[name]
    for name in ("text_length", "paragraph_length", "link_length", "images", "full_stops")
]
"""Columns of the features, in the order of `topiccrawl.extraction.clustering.features.FEATURES`."""


def sample_row(record: SampleRecord) -> Row:
    """Return the row of a sample; raises like `row`.

    It has no generation: a page that is fetched again keeps its place in the buffer or in a cluster.
    """
    values = {
        "topic": record.topic,
        "extractor": record.extractor,
        **dict(zip((column.name for column in FEATURE_COLUMNS), record.features, strict=True)),
        "sampled_at": record.sampled_at,
    }
    return row(record.url, values) | {"url_hash": url_hash(record.url)}
