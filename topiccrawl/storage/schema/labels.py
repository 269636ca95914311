"""The tables of user data: grades and tags of pages, rules of warnings.

On SQLite all but the grades are used in a file of their own, since a crawl's file has one writer.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, Table, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    Key,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)
from topiccrawl.storage.schema.page_index import Day

labels = Table(
    "labels",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the label, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, doc="sha256 of url, hexadecimal"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("grade", Integer, nullable=False, doc="2 relevant, 1 near, 0 not on the topic"),
    Column("labelled_at", UtcDateTime, nullable=False, doc="when"),
    Index("labels_topic_id", "topic", "id"),
    info={"doc": "Grades that people gave pages, from which crawls learn; the last one of a URL counts."},
    **TABLE_OPTIONS,
)

warning_rules = Table(
    "warning_rules",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the rule"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("kind", Name, nullable=False, doc="`word` or `story`"),
    Column("word", Name, nullable=False, doc="the word; empty for stories"),
    Column("sigma", Double, nullable=False, doc="how many standard deviations a day must be above the mean"),
    Column("least", Integer, nullable=False, doc="pages that a day must have"),
    Index("warning_rules_topic", "topic", "id"),
    info={"doc": "Which rises of words and stories people are warned of."},
    **TABLE_OPTIONS,
)

sent_warnings = Table(
    "sent_warnings",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column(
        "subject", Name, primary_key=True, doc="`word:` and the word, or `story:` and the id of the event"
    ),
    Column("day", Day, primary_key=True, doc="the day of the rise"),
    Column("sent_at", UtcDateTime, nullable=False, doc="when the warning was sent"),
    info={"doc": "Warnings that were sent, so that each is sent once."},
    **TABLE_OPTIONS,
)

tags = Table(
    "tags",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the tag"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("name", Name, nullable=False, doc="what the tag is called"),
    Column("words", Name, nullable=False, doc="words that its pages have; empty: people tag its pages"),
    UniqueConstraint("topic", "name", name="tags_topic_name"),
    info={"doc": "Tags of pages, by hand or by a rule."},
    **TABLE_OPTIONS,
)

page_tags = Table(
    "page_tags",
    metadata,
    # Without foreign keys: on SQLite the pages are in another file.
    Column("tag_id", BigInteger, primary_key=True, autoincrement=False, info={"to": "tags"}, doc="the tag"),
    Column(
        "page_id", BigInteger, primary_key=True, autoincrement=False, info={"to": "pages"}, doc="the page"
    ),
    Index("page_tags_page", "page_id"),
    info={"doc": "Which pages people gave which tags."},
    **TABLE_OPTIONS,
)
