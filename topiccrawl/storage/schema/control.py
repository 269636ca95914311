"""The tables for communication with running crawls: requests to crawls, and figures of crawls.

On SQLite `inbox` and `crawl_wishes` are used in a file of their own, since a crawl's file has one writer.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Key,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the message, in the order of sending"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("kind", Name, nullable=False, doc="`label` or `requeue`"),
    Column("body", LongText, nullable=False, comment="JSON", doc="what is asked for"),
    Column("sent_at", UtcDateTime, nullable=False, doc="when"),
    info={"doc": "Messages processed by the crawl of a topic, or directly when no crawl is running."},
    **TABLE_OPTIONS,
)

crawl_wishes = Table(
    "crawl_wishes",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("wish", Name, nullable=False, doc="`run`, `pause` or `stop`"),
    Column("wished_at", UtcDateTime, nullable=False, doc="when; crawls that began later ignore it"),
    info={"doc": "What the crawls of a topic shall do."},
    **TABLE_OPTIONS,
)

run_figures = Table(
    "run_figures",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the row"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run"),
    Column("at", UtcDateTime, nullable=False, doc="when they were counted"),
    Column("state", Name, nullable=False, doc="`running`, `paused` or `closing`"),
    Column("fetched", Integer, nullable=False, doc="HTML pages fetched"),
    Column("kept", Integer, nullable=False, doc="pages kept, duplicates not counted"),
    Column("duplicates", Integer, nullable=False, doc="pages stored as duplicates"),
    Column("dropped", Integer, nullable=False, doc="pages that were not kept"),
    Column("errors", Integer, nullable=False, doc="links that gave no page"),
    Column("waiting", Integer, nullable=False, doc="links that wait"),
    Index("run_figures_run", "run_id", "id"),
    info={"doc": "Figures of a run over time; the longer it runs, the fewer rows are added."},
    **TABLE_OPTIONS,
)
