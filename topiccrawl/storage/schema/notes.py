"""The tables of what people set up for the analysis; on SQLite in a file of their own."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, Integer, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, Key, Name, UtcDateTime, metadata
from topiccrawl.storage.schema.page_index import Day

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
