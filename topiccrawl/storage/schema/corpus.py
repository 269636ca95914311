"""The tables of the corpus: runs, pages with their sources and duplicates, drops."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Table, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    Key,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    metadata,
    page_id,
)

runs = Table(
    "runs",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the run"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("started_at", UtcDateTime, nullable=False, doc="when it began"),
    Column("finished_at", UtcDateTime, doc="when it ended; null while it runs and after a kill"),
    Column("finish_reason", LongText, doc="Scrapy's finish reason"),
    Column(
        "settings",
        LongText,
        nullable=False,
        comment="JSON",
        doc="the `TOPICCRAWL_*` settings of the run, and its strategy",
    ),
    Column("stats", LongText, comment="JSON", doc="Scrapy's stats at the end, with those of topiccrawl"),
    info={"doc": "Crawl runs: every start of a crawl, also when it continues one."},
    **TABLE_OPTIONS,
)

pages = Table(
    "pages",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the page, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the page"),
    Column("url", LongText, nullable=False, comment="as fetched, after redirects", doc="the URL"),
    Column("canonical_url", LongText, doc="URL in canonical form: equal for all spellings of one URL"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run that fetched it"),
    Column("fetched_at", UtcDateTime, nullable=False, doc="when it was fetched"),
    Column("status", Integer, nullable=False, doc="HTTP status"),
    Column("headers", LongText, nullable=False, comment="JSON", doc="response headers that matter"),
    Column("charset", Name, doc="encoding the body was read with"),
    Column("charset_source", Name, doc="how the encoding was found"),
    Column("body_sha256", Hash, doc="sha256 of the body as fetched, hexadecimal"),
    Column("kind", Name, doc="what the page is, such as an article or an index"),
    Column("extractor", Name, doc="the extractor that found the text"),
    Column("title", LongText, nullable=False, doc="the title without the site's suffix"),
    Column("raw_title", LongText, nullable=False, doc="the title as the page gives it"),
    Column("author", LongText, doc="who wrote it"),
    Column(
        "published",
        Name,
        comment="ISO 8601, as exact as the page says",
        doc="date of publication in China time",
    ),
    Column("site", LongText, doc="the site the page belongs to"),
    Column("text", LongText, nullable=False, comment="after cleaning", doc="the corpus text"),
    Column("relevance", Double, doc="the verdict's value in [0, 1], computed from the next two"),
    Column("description_relevance", Double, doc="relevance of title, keywords and description"),
    Column("body_relevance", Double, doc="relevance of the body"),
    Column("priority", Double, doc="the link's priority"),
    Column("priority_parts", LongText, nullable=False, comment="JSON", doc="the parts of the priority"),
    Column("anchor", LongText, doc="anchor text of the link that led here"),
    Column("parent_url", LongText, doc="URL of the page with that link"),
    Column("depth", Integer, doc="links from a seed, 0 for a seed"),
    Column("quality", LongText, comment="JSON", doc="quality attributes of the text"),
    Column("robots", LongText, doc="the robots directives of page and headers, as found"),
    Column("tdm_reservation", Boolean, doc="TDMRep: whether the right to text and data mining is reserved"),
    Column("tdm_policy", LongText, doc="TDMRep: URL of the policy"),
    Column("licence", LongText, doc="URL of the licence that the page states"),
    Column("partial", Boolean, doc="whether parts are missing; null for an article on one page"),
    Column("source", LongText, doc="the source of the text that the page names (来源)"),
    UniqueConstraint("topic", "url_hash", name="pages_topic_url"),
    Index("pages_topic_id", "topic", "id"),
    Index("pages_topic_published", "topic", "published"),
    Index("pages_topic_fetched_at", "topic", "fetched_at"),
    info={"doc": "Pages kept, duplicates included: what a page is and where it came from."},
    **TABLE_OPTIONS,
)

# Apart from `pages`, so that a scan of `pages` on SQLite reads less than a fifth of the bytes.
sources = Table(
    "sources",
    metadata,
    page_id("sources_page", "the page"),
    Column("raw_html", LongBytes, comment="zlib", doc="the body as fetched, compressed with zlib"),
    Column(
        "raw_text",
        LongText,
        nullable=False,
        comment="before cleaning",
        doc="the extracted text before cleaning",
    ),
    Column(
        "posts", LongText, comment="JSON", doc="author, time, floor and text of each post; null without posts"
    ),
    info={"doc": "What the text of a page was extracted from."},
    **TABLE_OPTIONS,
)

page_parts = Table(
    "page_parts",
    metadata,
    page_id("page_parts_page", "the first page of the article"),
    Column("number", Integer, primary_key=True, autoincrement=False, doc="its place behind that, from 1 on"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="for look-ups"),
    Column("url", LongText, nullable=False, comment="as fetched, after redirects", doc="the URL"),
    Column("fetched_at", UtcDateTime, nullable=False, doc="when it was fetched"),
    Column("status", Integer, nullable=False, doc="HTTP status"),
    Column("headers", LongText, nullable=False, comment="JSON", doc="response headers that matter"),
    Column("raw_html", LongBytes, nullable=False, comment="zlib", doc="the body, compressed with zlib"),
    Index("page_parts_url_hash", "url_hash"),
    info={"doc": "The other pages of an article over several pages, whose texts are joined."},
    **TABLE_OPTIONS,
)

duplicates = Table(
    "duplicates",
    metadata,
    page_id("duplicates_page", "the duplicate; a page without a row here is an original"),
    Column(
        "original_hash",
        Hash,
        nullable=False,
        comment="sha256 of original_url, hexadecimal",
        doc="for look-ups",
    ),
    Column("original_url", LongText, nullable=False, doc="URL of the original, a page of the same topic"),
    Column("kind", Name, doc="what is similar, such as title or body"),
    Column("similarity", Double, doc="how similar, in [0, 1]"),
    Column("found_at", UtcDateTime, nullable=False, doc="when this was found"),
    Index("duplicates_original_hash", "original_hash"),
    info={"doc": "Pages that repeat an earlier page."},
    **TABLE_OPTIONS,
)

drops = Table(
    "drops",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the drop"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column(
        "url_hash",
        Hash,
        nullable=False,
        comment="sha256 of url, hexadecimal",
        doc="identifies the URL",
    ),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("stage", Name, nullable=False, doc="where it was dropped, such as a gate or a pipeline"),
    Column("reason", LongText, nullable=False, doc="why"),
    Column("score", Double, doc="the value that was too low, if that was the reason"),
    Column("parent_url", LongText, doc="the page that linked to it"),
    Column("anchor", LongText, doc="anchor text of that link"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run that dropped it"),
    Column("dropped_at", UtcDateTime, nullable=False, doc="when it was dropped"),
    Column("score_parts", LongText, comment="JSON", doc="the parts of the score"),
    UniqueConstraint("topic", "url_hash", "stage", name="drops_topic_url_stage"),
    info={"doc": "URLs and pages that were not kept, and why."},
    **TABLE_OPTIONS,
)
