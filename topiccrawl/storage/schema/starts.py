"""The tables of starts: pages that are asked for again, queries of searches, and what they found."""

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
