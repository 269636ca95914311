"""The tables by which pages are compared with all earlier ones."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, SmallInteger, Table

from topiccrawl.storage.schema.columns import (
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
        doc="sum of the respects in which the page is an original; 0: in none",
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
        "doc": "What each page is compared by with later ones: the tf-idf vector of its title and a sample "
        "of its text."
    },
    **TABLE_OPTIONS,
)

sketch_hashes = Table(
    "sketch_hashes",
    metadata,
    Column("hash", BigInteger, primary_key=True, autoincrement=False, doc="a hash, mixed with the topic's"),
    Column(
        "page_id", Key, primary_key=True, autoincrement=False, doc="a page that has it", info={"to": "pages"}
    ),
    Column(
        "roles",
        SmallInteger,
        nullable=False,
        comment="1 shingle of a body, 2 the same under a title, 4 whole body, 8 word of a title",
        doc="sum of what it is the hash of",
    ),
    sqlite_with_rowid=False,
    info={
        "doc": "The index by which earlier pages are found: hashes of words and shingles of originals. "
        "Changed with `sketches`; what is left here of a page that was deleted leads nowhere."
    },
    **TABLE_OPTIONS,
)

sketch_progress = Table(
    "sketch_progress",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("form", Name, nullable=False, doc="version of the sketches of its pages"),
    Column("last_page", BigInteger, nullable=False, doc="pages up to this number have sketches of the form"),
    Column("complete", Boolean, nullable=False, doc="whether all pages have, the newer ones too"),
    info={"doc": "How far the pages of older versions have got their sketches."},
    **TABLE_OPTIONS,
)
