"""The tables of title words, and of how common each word is (paper C)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, String, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, Name, metadata, page_id

TERM_LENGTH = 64
"""Longest word that is counted, in characters."""

title_terms = Table(
    "title_terms",
    metadata,
    page_id("title_terms_page", "the page whose title it is"),
    Column("term", String(TERM_LENGTH), primary_key=True, doc="a word of the title"),
    Column("occurrences", Integer, nullable=False, doc="how often it occurs in the title"),
    Index("title_terms_term", "term"),
    sqlite_with_rowid=False,  # nearly all of a row is its key
    info={
        "doc": "Words by title: the sparse matrix of paper C, one row for each word of a stored page's title."
    },
    **TABLE_OPTIONS,
)

term_weights = Table(
    "term_weights",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("term", String(TERM_LENGTH), primary_key=True, doc="the word"),
    Column(
        "document_frequency", BigInteger, nullable=False, doc="pages of the topic whose title has the word"
    ),
    Column("total", BigInteger, nullable=False, doc="how often it occurs in these titles"),
    Column("idf", Double, nullable=False, doc="the background idf with which titles are compared"),
    sqlite_with_rowid=False,
    info={
        "doc": "How common a word is in the titles of a topic, duplicates included; changed together with "
        "`title_terms`, in the transaction that writes a page."
    },
    **TABLE_OPTIONS,
)
