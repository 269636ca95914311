"""Everything that a crawl needs around its pages, and what a page was made of apart from the page.

New tables: the frontier (hosts, links), sources, duplicates, words of titles, events, propagation. The body
as fetched, the raw text and the marks of duplicates move out of `pages`; `pages` gets the quality attributes
and the signals of robots and TDMRep, `drops` the parts of the score.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    String,
    UniqueConstraint,
    column,
    select,
    table,
    text,
)

from topiccrawl.storage.migrations.steps import (
    add_column,
    chunks,
    columns_of,
    create_index,
    create_partial_index,
    create_table,
    drop_column,
)
from topiccrawl.storage.schema.column_types import (
    Hash,
    HostName,
    Key,
    LinkKey,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
)

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the new tables, move what moves, then drop the columns it came from."""
    _frontier()
    _around_pages()
    _title_words()
    _stories()
    _move_sources()
    _move_duplicates()
    for name in ("raw_html", "raw_text", "duplicate_of", "duplicate_kind"):
        drop_column("pages", name)
    add_column("pages", Column("quality", LongText, comment="JSON"))
    add_column("pages", Column("robots", LongText))
    add_column("pages", Column("tdm_reservation", Boolean))
    add_column("pages", Column("tdm_policy", LongText))
    create_index("pages_topic_published", "pages", "topic", "published")
    create_index("pages_topic_fetched_at", "pages", "topic", "fetched_at")
    add_column("drops", Column("score_parts", LongText, comment="JSON"))


def _page_id(constraint: str) -> Column[Any]:
    target = ForeignKey("pages.id", name=constraint, ondelete="CASCADE")
    return Column("page_id", Key, target, primary_key=True, autoincrement=False)


def _frontier() -> None:
    none = text("0")
    create_table(
        "hosts",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("name", HostName, nullable=False, comment="the downloader's slot"),
        Column("waiting", Integer, nullable=False, server_default=none, comment="links that wait"),
        Column(
            "leased", Integer, nullable=False, server_default=none, comment="links that are being visited"
        ),
        Column("done", Integer, nullable=False, server_default=none, comment="links that were visited"),
        Column("dead", Integer, nullable=False, server_default=none, comment="links that were given up"),
        UniqueConstraint("topic", "name", name="hosts_topic_name"),
    )
    create_table(
        "links",
        Column("id", Key, primary_key=True, comment="in the order in which they were found"),
        Column("topic", Name, nullable=False),
        Column("key", LinkKey, nullable=False, comment="hash of the address without its variants"),
        Column("host_id", BigInteger, nullable=False),
        Column("state", Integer, nullable=False, comment="0 waits, 1 is leased, 2 is done, 3 is dead"),
        Column("score", Double, nullable=False, comment="higher comes first"),
        Column("attempts", Double, nullable=False, comment="crashes it took part in, and the lease it has"),
        Column(
            "model", Integer, nullable=False, comment="version of the link model the score is of; 0: none"
        ),
        Column("url", LongText, nullable=False),
        Column("why", LongText, nullable=False, comment="JSON: anchor text, parent page, parts of the score"),
        Column("reason", LongText, comment="why it is dead"),
        Column("payload", LongBytes, comment="the request; forgotten when it is done"),
        UniqueConstraint("topic", "key", name="links_topic_key"),
    )
    create_partial_index("links_queue", "links", ("host_id", "score DESC", "id", "state"), "state < 2")
    create_partial_index("links_model", "links", ("topic", "model"), "state < 2")
    create_partial_index("links_held", "links", ("topic",), "state < 2 AND attempts > 0")
    create_partial_index("links_dead", "links", ("topic",), "state = 3")


def _around_pages() -> None:
    create_table(
        "sources",
        _page_id("sources_page"),
        Column("raw_html", LongBytes, comment="zlib"),
        Column("raw_text", LongText, nullable=False, comment="before cleaning"),
    )
    create_table(
        "duplicates",
        _page_id("duplicates_page"),
        Column("original_hash", Hash, nullable=False, comment="sha256 of original_url, hexadecimal"),
        Column("original_url", LongText, nullable=False),
        Column("kind", Name),
        Column("similarity", Double),
        Column("found_at", UtcDateTime, nullable=False),
    )
    create_index("duplicates_original_hash", "duplicates", "original_hash")


def _title_words() -> None:
    create_table(
        "title_terms",
        _page_id("title_terms_page"),
        Column("term", String(64), primary_key=True),
        Column("occurrences", Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    create_index("title_terms_term", "title_terms", "term")
    create_table(
        "term_weights",
        Column("topic", Name, primary_key=True),
        Column("term", String(64), primary_key=True),
        Column("document_frequency", BigInteger, nullable=False),
        Column("total", BigInteger, nullable=False),
        Column("idf", Double, nullable=False),
        sqlite_with_rowid=False,
    )


def _stories() -> None:
    create_table(
        "events",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("name", LongText, nullable=False),
        Column("time", Name),
        Column("place", LongText),
        Column("people", LongText, comment="JSON"),
    )
    create_index("events_topic_time", "events", "topic", "time")
    event = ForeignKey("events.id", name="event_pages_event", ondelete="CASCADE")
    create_table(
        "event_pages",
        Column("event_id", Key, event, primary_key=True, autoincrement=False),
        _page_id("event_pages_page"),
    )
    create_index("event_pages_page_id", "event_pages", "page_id")
    create_table(
        "propagation",
        _page_id("propagation_page"),
        Column("title", LongText),
        Column("title_link", LongText),
        Column("keywords", LongText, comment="JSON"),
        Column("keyword_links", LongText, comment="JSON"),
        Column("publishing_site", LongText),
        Column("reposting_sites", LongText, comment="JSON"),
        Column("author", LongText),
        Column("summary", LongText),
        Column("comments", LongText, comment="JSON"),
        Column("attention", BigInteger),
    )


def _move_sources() -> None:
    if {"raw_html", "raw_text"} <= columns_of("pages"):
        copy = text(
            "INSERT INTO sources (page_id, raw_html, raw_text) "
            "SELECT pages.id, pages.raw_html, pages.raw_text "
            "FROM pages LEFT JOIN sources ON sources.page_id = pages.id "
            "WHERE sources.page_id IS NULL AND pages.id > :above AND pages.id <= :to"
        )
        for ids in chunks("pages"):
            op.get_bind().execute(copy, ids)


def _move_duplicates() -> None:
    if not {"duplicate_of", "duplicate_kind"} <= columns_of("pages"):
        return
    pages = table(
        "pages",
        column("id"),
        column("duplicate_of"),
        column("duplicate_kind"),
        column("fetched_at", UtcDateTime),
    )
    names = ("page_id", "original_hash", "original_url", "kind")
    duplicates = table("duplicates", *(column(name) for name in names), column("found_at", UtcDateTime))
    connection = op.get_bind()
    for ids in chunks("pages"):
        done = select(duplicates.c.page_id).where(
            duplicates.c.page_id > ids["above"], duplicates.c.page_id <= ids["to"]
        )
        marked = select(pages).where(
            pages.c.id > ids["above"], pages.c.id <= ids["to"], pages.c.duplicate_of.is_not(None)
        )
        there = set(connection.scalars(done))
        rows = [
            {
                "page_id": page.id,
                "original_hash": sha256(page.duplicate_of.encode()).hexdigest(),
                "original_url": page.duplicate_of,
                "kind": page.duplicate_kind,
                "found_at": page.fetched_at,
            }
            for page in connection.execute(marked)
            if page.id not in there
        ]
        if rows:
            connection.execute(duplicates.insert(), rows)
