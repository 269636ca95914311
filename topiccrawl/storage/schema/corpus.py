"""The tables of the corpus: runs, pages with their sources and duplicates, drops."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Table, UniqueConstraint

from topiccrawl.storage.schema.columns import (
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
    Column("id", Key, primary_key=True, doc="number of the run"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("started_at", UtcDateTime, nullable=False, doc="when it began"),
    Column("finished_at", UtcDateTime, doc="when it ended; null while it runs, or when it was killed"),
    Column("finish_reason", LongText, doc="why it ended, in Scrapy's words"),
    Column(
        "settings", LongText, nullable=False, comment="JSON", doc="the settings `TOPICCRAWL_*` it ran with"
    ),
    Column("stats", LongText, comment="JSON", doc="Scrapy's and topiccrawl's counters at the end"),
    info={"doc": "Crawl runs: every start of a crawl, also of one that goes on."},
    **TABLE_OPTIONS,
)

pages = Table(
    "pages",
    metadata,
    Column("id", Key, primary_key=True, doc="number of the page, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column(
        "url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="what tells pages apart"
    ),
    Column("url", LongText, nullable=False, comment="as fetched, after redirects", doc="the address"),
    Column("canonical_url", LongText, doc="URL in canonical form: equal for all spellings of one URL"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run that fetched it"),
    Column("fetched_at", UtcDateTime, nullable=False, doc="when it was fetched"),
    Column("status", Integer, nullable=False, doc="HTTP status"),
    Column("headers", LongText, nullable=False, comment="JSON", doc="response headers that matter"),
    Column("charset", Name, doc="encoding the body was read with"),
    Column("charset_source", Name, doc="what decided the encoding"),
    Column("body_sha256", Hash, doc="sha256 of the body as fetched, hexadecimal"),
    Column("kind", Name, doc="what the page is, such as an article or an index"),
    Column("extractor", Name, doc="the extractor that found the text"),
    Column("title", LongText, nullable=False, doc="the title without the site's suffix"),
    Column("raw_title", LongText, nullable=False, doc="the title as the page gives it"),
    Column("author", LongText, doc="who wrote it"),
    Column("published", Name, comment="ISO 8601, as exact as the page says", doc="date of publication"),
    Column("site", LongText, doc="the site the page belongs to"),
    Column("text", LongText, nullable=False, comment="after cleaning", doc="the corpus text"),
    Column("relevance", Double, doc="the verdict's value in [0, 1], made of the next two"),
    Column("description_relevance", Double, doc="relevance of title, keywords and description"),
    Column("body_relevance", Double, doc="relevance of the body"),
    Column("priority", Double, doc="the link's place in the queue"),
    Column("priority_parts", LongText, nullable=False, comment="JSON", doc="what the priority was made of"),
    Column("anchor", LongText, doc="text of the link that led here"),
    Column("parent_url", LongText, doc="the page that link stood on"),
    Column("depth", Integer, doc="links from a seed, 0 for a seed"),
    Column("quality", LongText, comment="JSON", doc="quality attributes of the text"),
    Column("robots", LongText, doc="what robots directives of page and headers say, as found"),
    Column("tdm_reservation", Boolean, doc="TDMRep: whether the right to text and data mining is reserved"),
    Column("tdm_policy", LongText, doc="TDMRep: address of the policy"),
    UniqueConstraint("topic", "url_hash", name="pages_topic_url"),
    Index("pages_topic_id", "topic", "id"),
    Index("pages_topic_published", "topic", "published"),
    Index("pages_topic_fetched_at", "topic", "fetched_at"),
    info={"doc": "Pages kept, duplicates included: what a page is and where it came from."},
    **TABLE_OPTIONS,
)

# Apart from `pages`, which is read from end to end: on SQLite that reads less than a fifth of the bytes.
sources = Table(
    "sources",
    metadata,
    page_id("sources_page", "the page made of it"),
    Column("raw_html", LongBytes, comment="zlib", doc="the body as fetched, compressed with zlib"),
    Column(
        "raw_text",
        LongText,
        nullable=False,
        comment="before cleaning",
        doc="the extracted text before cleaning",
    ),
    info={"doc": "What the text of a page was made of."},
    **TABLE_OPTIONS,
)

duplicates = Table(
    "duplicates",
    metadata,
    page_id("duplicates_page", "the page that is a duplicate; one that is not here is an original"),
    Column(
        "original_hash",
        Hash,
        nullable=False,
        comment="sha256 of original_url, hexadecimal",
        doc="for look-ups",
    ),
    Column("original_url", LongText, nullable=False, doc="address of the original, a page of the same topic"),
    Column("kind", Name, doc="what was found to be alike, such as title or body"),
    Column("similarity", Double, doc="how much alike, in [0, 1]"),
    Column("found_at", UtcDateTime, nullable=False, doc="when that was found"),
    Index("duplicates_original_hash", "original_hash"),
    info={"doc": "Which pages tell again what an earlier page tells."},
    **TABLE_OPTIONS,
)

drops = Table(
    "drops",
    metadata,
    Column("id", Key, primary_key=True, doc="number of the drop"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column(
        "url_hash",
        Hash,
        nullable=False,
        comment="sha256 of url, hexadecimal",
        doc="what tells addresses apart",
    ),
    Column("url", LongText, nullable=False, doc="the address"),
    Column("stage", Name, nullable=False, doc="where it was dropped, such as a gate or a pipeline"),
    Column("reason", LongText, nullable=False, doc="why"),
    Column("score", Double, doc="the value that was too low, if it was one"),
    Column("parent_url", LongText, doc="the page that linked to it"),
    Column("anchor", LongText, doc="text of that link"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run that dropped it"),
    Column("dropped_at", UtcDateTime, nullable=False, doc="when it was dropped"),
    Column("score_parts", LongText, comment="JSON", doc="what the score was made of"),
    UniqueConstraint("topic", "url_hash", "stage", name="drops_topic_url_stage"),
    info={"doc": "Addresses and pages that were not kept, and why."},
    **TABLE_OPTIONS,
)
