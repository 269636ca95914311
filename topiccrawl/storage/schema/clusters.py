"""The tables of clusters of bodies that grow during a crawl."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, Integer, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, Hash, LongText, Name, UtcDateTime, metadata

body_clusters = Table(
    "body_clusters",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("extractor", Name, primary_key=True, doc="name of the extractor"),
    Column("generation", Integer, primary_key=True, autoincrement=False, doc="0: those the crawl began with"),
    Column("model", LongText, nullable=False, doc="JSON: scale, centres, distances, sizes"),
    Column("samples", Integer, nullable=False, doc="how many bodies were clustered"),
    Column("waiting", Integer, nullable=False, doc="how many of them had waited in the buffer"),
    Column("fitted_at", UtcDateTime, nullable=False, doc="when they were clustered"),
    info={"doc": "The clusters of bodies of a crawl; each time everything is clustered again adds a row."},
    **TABLE_OPTIONS,
)

body_samples = Table(
    "body_samples",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("extractor", Name, primary_key=True, doc="name of the extractor"),
    Column("url_hash", Hash, primary_key=True, doc="sha256 of the page's URL"),
    Column("text_length", Double, nullable=False, doc="characters of the body's node"),
    Column("paragraph_length", Double, nullable=False, doc="mean characters of its paragraphs"),
    Column("link_length", Double, nullable=False, doc="characters of its links"),
    Column("images", Double, nullable=False, doc="pictures in it"),
    Column("full_stops", Double, nullable=False, doc="full stops in it"),
    Column("sampled_at", UtcDateTime, nullable=False, doc="when the page was extracted"),
    Column("generation", Integer, doc="the clusters it has joined; null while it waits in the buffer"),
    Index("body_samples_waiting", "topic", "extractor", "generation"),
    info={"doc": "Bodies by which the clusters grow; those without a generation are the buffer."},
    **TABLE_OPTIONS,
)
