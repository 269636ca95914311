"""The tables for what the pages tell: events, and how a story travelled from site to site (paper C).

Lists are JSON. Everything that a page may not show is null where it does not.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table

from topiccrawl.storage.schema.columns import TABLE_OPTIONS, Key, LongText, Name, metadata, page_id

events = Table(
    "events",
    metadata,
    Column("id", Key, primary_key=True, doc="number of the event"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("name", LongText, nullable=False, doc="what the event is called"),
    Column("time", Name, doc="when it happened: ISO 8601, as exact as it is known"),
    Column("place", LongText, doc="where it happened"),
    Column("people", LongText, comment="JSON", doc="who took part: a list of names"),
    Index("events_topic_time", "topic", "time"),
    info={"doc": "Events that pages tell of."},
    **TABLE_OPTIONS,
)

event_pages = Table(
    "event_pages",
    metadata,
    Column(
        "event_id",
        Key,
        ForeignKey("events.id", name="event_pages_event", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        doc="the event",
    ),
    page_id("event_pages_page", "a page that tells of it"),
    Index("event_pages_page_id", "page_id"),
    info={"doc": "Which pages tell of which event."},
    **TABLE_OPTIONS,
)

propagation = Table(
    "propagation",
    metadata,
    page_id("propagation_page", "the page that all this was read from"),
    Column("title", LongText, doc="the headline"),
    Column("title_link", LongText, doc="where the headline leads to"),
    Column("keywords", LongText, comment="JSON", doc="the page's keywords: a list"),
    Column(
        "keyword_links", LongText, comment="JSON", doc="where the keywords lead to: a list, in their order"
    ),
    Column("publishing_site", LongText, doc="the site that published the story first"),
    Column("reposting_sites", LongText, comment="JSON", doc="sites that took it over: a list"),
    Column("author", LongText, doc="who wrote it"),
    Column("summary", LongText, doc="what it says in short"),
    Column("comments", LongText, comment="JSON", doc="what readers wrote: a list"),
    Column("attention", BigInteger, doc="how often it was read, as the page counts"),
    info={"doc": "Where a story came from and how it travelled."},
    **TABLE_OPTIONS,
)
