"""The tables of events, and of how a story spread from site to site (paper C).

Lists are JSON. What a page does not show is null.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, Key, LongText, Name, metadata, page_id

events = Table(
    "events",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the event"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("name", LongText, nullable=False, doc="what the event is called"),
    Column("time", Name, doc="when it happened: ISO 8601, as exact as known"),
    Column("place", LongText, doc="where it happened"),
    Column("people", LongText, comment="JSON", doc="who took part: a list of names"),
    Index("events_topic_time", "topic", "time"),
    info={"doc": "Events that pages report."},
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
    page_id("event_pages_page", "a page that reports it"),
    Index("event_pages_page_id", "page_id"),
    info={"doc": "Which pages report which event."},
    **TABLE_OPTIONS,
)

propagation = Table(
    "propagation",
    metadata,
    page_id("propagation_page", "the page that this was read from"),
    Column("title", LongText, doc="the headline"),
    Column("title_link", LongText, doc="target of the headline's link"),
    Column("keywords", LongText, comment="JSON", doc="the page's keywords: a list"),
    Column("keyword_links", LongText, comment="JSON", doc="targets of the keywords' links: a list"),
    Column("publishing_site", LongText, doc="the site that published the story first"),
    Column("reposting_sites", LongText, comment="JSON", doc="sites that reposted it: a list"),
    Column("author", LongText, doc="who wrote it"),
    Column("summary", LongText, doc="a summary"),
    Column("comments", LongText, comment="JSON", doc="readers' comments: a list"),
    Column("attention", BigInteger, doc="number of views, as the page counts them"),
    info={"doc": "Where a story came from and how it spread."},
    **TABLE_OPTIONS,
)
