"""The tables of events, and of how a story spread from site to site (paper C).

Lists are JSON. What a page does not show is null.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, Hash, Key, LongText, Name, metadata, page_id


def _event_id(constraint: str, doc: str, name: str = "event_id") -> Column[int]:
    target = ForeignKey("events.id", name=constraint, ondelete="CASCADE")
    return Column(name, Key, target, primary_key=True, autoincrement=False, doc=doc)


events = Table(
    "events",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the event"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("name", LongText, nullable=False, doc="what the event is called"),
    Column("time", Name, doc="when it happened: ISO 8601, as exact as known"),
    Column("place", LongText, doc="where it happened"),
    Column("people", LongText, comment="JSON", doc="who took part: a list of names"),
    Column("country", Name, doc="country of the place, by its Chinese name"),
    Column("province", Name, doc="province-level unit of China of the place"),
    Column("category", Name, doc="what the event is about, such as 政治 or 体育"),
    Column("organisations", LongText, comment="JSON", doc="organisations that are named: a list"),
    Column("first_page", Key, doc="id of the page that published it first, as far as pages are stored"),
    Column("source", LongText, doc="the site or agency that published it first"),
    Column("digest", Hash, doc="sha256 of the pages that it was computed from, hexadecimal"),
    Index("events_topic_time", "topic", "time"),
    Index("events_topic_digest", "topic", "digest"),
    info={"doc": "Events that pages report."},
    **TABLE_OPTIONS,
)

event_pages = Table(
    "event_pages",
    metadata,
    _event_id("event_pages_event", "the event"),
    page_id("event_pages_page", "a page that reports it"),
    Index("event_pages_page_id", "page_id"),
    info={"doc": "Which pages report which event."},
    **TABLE_OPTIONS,
)

event_people = Table(
    "event_people",
    metadata,
    _event_id("event_people_event", "the event"),
    Column("person", Name, primary_key=True, doc="name of the person"),
    Column("mentions", Integer, nullable=False, doc="how often the first report names the person"),
    Index("event_people_person", "person"),
    info={"doc": "Which people take part in which events."},
    **TABLE_OPTIONS,
)

event_relations = Table(
    "event_relations",
    metadata,
    _event_id("event_relations_event", "the earlier event"),
    _event_id("event_relations_other", "the later event", "other_id"),
    Column("kind", Name, nullable=False, doc="`follow-up`, or `related` when the order is not known"),
    Column("similarity", Double, nullable=False, doc="cosine of the words of their reports, in [0, 1]"),
    Index("event_relations_other_id", "other_id"),
    info={"doc": "Which events belong together."},
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

reposts = Table(
    "reposts",
    metadata,
    page_id("reposts_page", "a page of a story"),
    Column("from_page_id", Key, doc="id of the page that it was taken from; null: from none that is stored"),
    Column("via", LongText, doc="site or agency without a stored page that it was taken from"),
    Column("source_line", LongText, doc="the source that the page itself names"),
    Column("evidence", LongText, comment="JSON", doc="why: what speaks for this, with weights"),
    Column("comment_count", BigInteger, doc="number of comments, as the page counts them"),
    Index("reposts_from_page_id", "from_page_id"),
    info={"doc": "Which page a page was taken from; pages that were taken from none have neither."},
    **TABLE_OPTIONS,
)
