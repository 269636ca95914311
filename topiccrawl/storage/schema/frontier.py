"""The tables of the frontier: `hosts` and `links`.

In SQLite they are the queue and its duplicate filter. With MySQL or MariaDB the queue is in Redis or in a
file of its own, and `links` records the final state of each link. Most indexes exist only on SQLite and are
partial: a link that is done costs no more than its row and its key.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    Table,
    UniqueConstraint,
    text,
)

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    HostName,
    Key,
    LinkKey,
    LongBytes,
    LongText,
    Name,
    metadata,
)

_NONE = text("0")

hosts = Table(
    "hosts",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the host"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("name", HostName, nullable=False, comment="the downloader's slot"),
    Column("waiting", Integer, nullable=False, server_default=_NONE, comment="links that wait"),
    Column("leased", Integer, nullable=False, server_default=_NONE, comment="links that are being visited"),
    Column("done", Integer, nullable=False, server_default=_NONE, comment="links that were visited"),
    Column("dead", Integer, nullable=False, server_default=_NONE, comment="links that were given up"),
    UniqueConstraint("topic", "name", name="hosts_topic_name"),
    info={"doc": "Hosts of links, with the number of links in each state."},
    **TABLE_OPTIONS,
)

links = Table(
    "links",
    metadata,
    Column("id", Key, primary_key=True, comment="in the order in which they were found"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("key", LinkKey, nullable=False, comment="hash of the address without its variants"),
    Column("host_id", BigInteger, nullable=False, info={"to": "hosts"}, doc="the host, whose delay applies"),
    Column("state", Integer, nullable=False, comment="0 waits, 1 is leased, 2 is done, 3 is dead"),
    Column("score", Double, nullable=False, comment="higher comes first"),
    Column("attempts", Double, nullable=False, comment="crashes it took part in, and the lease it has"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("why", LongText, nullable=False, comment="JSON: anchor text, parent page, parts of the score"),
    Column("reason", LongText, comment="why it is dead"),
    Column("payload", LongBytes, comment="the request; forgotten when it is done"),
    Column("dead_since", Double, comment="when it died, in seconds since 1970"),
    UniqueConstraint("topic", "key", name="links_topic_key"),
    info={"doc": "Links found: the queue, and the state of each link."},
    **TABLE_OPTIONS,
)

_OPEN = text("state < 2")
_INDEXES = (
    # The queue of a host, best first; it includes the state, so that the rows are not read for it.
    Index(
        "links_queue", links.c.host_id, links.c.score.desc(), links.c.id, links.c.state, sqlite_where=_OPEN
    ),
    # Links that are held, or were when a process died.
    Index("links_held", links.c.topic, sqlite_where=text("state < 2 AND attempts > 0")),
    # Dead letters.
    Index("links_dead", links.c.topic, sqlite_where=text("state = 3")),
)
for _index in _INDEXES:
    _index.ddl_if(dialect="sqlite")
