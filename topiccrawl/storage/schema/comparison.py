"""The tables for the comparison of a page with all earlier ones."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, SmallInteger, Table

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Key,
    LongBytes,
    Name,
    metadata,
    page_id,
)

sketches = Table(
    "sketches",
    metadata,
    page_id("sketches_page", "the page"),
    Column(
        "roles",
        SmallInteger,
        nullable=False,
        comment="1 body, if long; 2 title; 4 body",
        doc="sum of the roles in which the page is an original; 0: none",
    ),
    Column(
        "title_words",
        LongBytes,
        nullable=False,
        comment="64-bit hashes, then 64-bit floating-point weights, little-endian",
        doc="the title's words with their weights",
    ),
    Column("digest", LongBytes, comment="BLAKE2b, 16 bytes", doc="of the text; null when it is too short"),
    Column(
        "shingles",
        Integer,
        doc="distinct shingles of the text; null when it has no letter or digit",
    ),
    Column(
        "body_hashes", LongBytes, comment="64-bit integers, little-endian", doc="the smallest of their hashes"
    ),
    info={
        "doc": "The sketch of each page, for the comparison with later ones: the tf-idf vector of its title "
        "and a sample of its text."
    },
    **TABLE_OPTIONS,
)

sketch_hashes = Table(
    "sketch_hashes",
    metadata,
    Column("hash", BigInteger, primary_key=True, autoincrement=False, doc="a hash, mixed with the topic"),
    Column(
        "page_id", Key, primary_key=True, autoincrement=False, doc="a page that has it", info={"to": "pages"}
    ),
    Column(
        "roles",
        SmallInteger,
        nullable=False,
        comment="1 band of a body, 2 the same under a title, 4 whole body, 8 word of a title",
        doc="sum of the kinds of things it is the hash of",
    ),
    sqlite_with_rowid=False,
    info={
        "doc": "The index by which earlier pages are found: hashes of words and bands of originals. "
        "Changed together with `sketches`; rows of a deleted page may remain and are ignored."
    },
    **TABLE_OPTIONS,
)

sketch_progress = Table(
    "sketch_progress",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("form", Name, nullable=False, doc="version of the sketches of its pages"),
    Column("last_page", BigInteger, nullable=False, doc="pages up to this id have sketches of this version"),
    Column("complete", Boolean, nullable=False, doc="whether all pages have them"),
    info={"doc": "Progress of making sketches for pages that older versions stored."},
    **TABLE_OPTIONS,
)
