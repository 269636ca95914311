"""The tables of starts: pages to re-visit, search queries, pages watched for changes.

On SQLite `watched_pages` and `word_marks` are used in the file of notes, since a crawl's file has one writer.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Table, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    HostName,
    Key,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)

revisits = Table(
    "revisits",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column(
        "url_hash", Hash, primary_key=True, comment="sha256 of url, hexadecimal", doc="identifies the URL"
    ),
    Column("url", LongText, nullable=False, doc="the URL that is requested"),
    Column("kind", Name, nullable=False, doc="list, sitemap or feed"),
    Column("why", LongText, nullable=False, comment="JSON", doc="the link that led to it"),
    Column("etag", LongText, nullable=False, doc="header ETag of the last answer; empty: none"),
    Column("last_modified", LongText, nullable=False, doc="header Last-Modified of the last answer"),
    Column("visited_at", UtcDateTime, nullable=False, doc="when it was last asked for"),
    Column("changes", Integer, nullable=False, doc="visits, after the first, that found new links"),
    Column("days", Double, nullable=False, doc="days between the first visit and the last one"),
    info={"doc": "List pages, sitemaps and feeds, and how often they had something new."},
    **TABLE_OPTIONS,
)

search_queries = Table(
    "search_queries",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the query"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("query_hash", Hash, nullable=False, comment="sha256 of service and query", doc="identifies it"),
    Column("service", Name, nullable=False, doc="who answered: searxng or ddgs"),
    Column("query", LongText, nullable=False, doc="the query as it was sent"),
    Column("words", LongText, nullable=False, comment="JSON", doc="its words"),
    Column("site", HostName, nullable=False, doc="the only site that was searched; empty: all"),
    Column("asked_at", UtcDateTime, nullable=False, doc="when it was asked"),
    Column("results", Integer, doc="number of results; null while it is being asked"),
    Column("new_results", Integer, doc="how many of them the crawl did not know"),
    UniqueConstraint("topic", "query_hash", name="search_queries_topic_query"),
    info={"doc": "Queries that search engines were asked: none is asked twice."},
    **TABLE_OPTIONS,
)

search_results = Table(
    "search_results",
    metadata,
    Column("query_id", BigInteger, nullable=False, info={"to": "search_queries"}, doc="the query"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the URL"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("engine", Name, nullable=False, doc="the engine that found it"),
    Column("place", Integer, nullable=False, doc="its rank among the results, from 1"),
    Column("title", LongText, nullable=False, doc="its title, as the engine shows it"),
    Column("text", LongText, nullable=False, doc="its summary, as the engine shows it"),
    Column("is_new", Boolean, nullable=False, doc="whether the crawl did not know the URL"),
    Column("kept", Boolean, nullable=False, doc="whether a new one was stored as a page of the topic"),
    UniqueConstraint("query_id", "url_hash", name="search_results_query_url"),
    Index("search_results_topic_url", "topic", "url_hash"),
    info={"doc": "Results of queries: the provenance of seeds that a search has found."},
    **TABLE_OPTIONS,
)

watched_pages = Table(
    "watched_pages",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the watched page"),
    Column("topic", Name, nullable=False, doc="name of the topic whose crawls ask for it"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the URL"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("added_at", UtcDateTime, nullable=False, doc="when it was added"),
    UniqueConstraint("topic", "url_hash", name="watched_pages_topic_url"),
    info={"doc": "Pages that people want to be watched for changes."},
    **TABLE_OPTIONS,
)

word_marks = Table(
    "word_marks",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("word", Name, primary_key=True, doc="the word"),
    Column("last_page", BigInteger, nullable=False, doc="pages up to this id were looked at"),
    info={"doc": "Progress of the search for alert words in new pages."},
    **TABLE_OPTIONS,
)

watched_visits = Table(
    "watched_visits",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column(
        "url_hash", Hash, primary_key=True, comment="sha256 of url, hexadecimal", doc="identifies the URL"
    ),
    Column("checked_at", UtcDateTime, nullable=False, doc="when it was last asked for"),
    Column("problem", LongText, nullable=False, doc="why the last visit gave no page; empty: it gave one"),
    Column("etag", LongText, nullable=False, doc="header ETag of the last page; empty: none"),
    Column("last_modified", LongText, nullable=False, doc="header Last-Modified of the last page"),
    info={"doc": "The last visit of each watched page."},
    **TABLE_OPTIONS,
)

page_changes = Table(
    "page_changes",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the version"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the URL"),
    Column("seen_at", UtcDateTime, nullable=False, doc="when this version was first seen"),
    Column("title", LongText, nullable=False, doc="its title"),
    Column("text", LongText, nullable=False, doc="its text, a paragraph a line"),
    Column(
        "added", LongText, nullable=False, comment="JSON", doc="paragraphs that the version before had not"
    ),
    Column("removed", LongText, nullable=False, comment="JSON", doc="paragraphs that only that one had"),
    Index("page_changes_page", "topic", "url_hash", "id"),
    info={"doc": "Versions of watched pages; the first one of a page has neither added nor removed."},
    **TABLE_OPTIONS,
)
