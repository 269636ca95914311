"""The tables of the database, the same on SQLite and on MySQL or MariaDB.

In modules of their own: runs, pages with their sources and duplicates, drops; the frontier's tables,
the words of titles, events and propagation, what the pages of a site have in common, what pages are compared
by. All of them are in `metadata`; the migrations bring a database there.

Text compares byte by byte everywhere, whatever the server's default is. Names that topiccrawl gives (topics,
extractors, stages) are short columns; whatever a page or a server says is long text, so that no page is
refused for a long title. No index is longer than 767 bytes, which the oldest servers allow.
"""

from topiccrawl.storage.schema.columns import (
    TABLE_OPTIONS,
    TOPIC_LENGTH,
    Hash,
    Key,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)
from topiccrawl.storage.schema.comparison import sketch_hashes, sketch_progress, sketches
from topiccrawl.storage.schema.corpus import drops, duplicates, pages, runs, sources
from topiccrawl.storage.schema.frontier import hosts, links
from topiccrawl.storage.schema.sites import site_lines
from topiccrawl.storage.schema.stories import event_pages, events, propagation
from topiccrawl.storage.schema.terms import term_weights, title_terms

__all__ = [
    "TABLE_OPTIONS",
    "TOPIC_LENGTH",
    "Hash",
    "Key",
    "LongBytes",
    "LongText",
    "Name",
    "UtcDateTime",
    "drops",
    "duplicates",
    "event_pages",
    "events",
    "hosts",
    "links",
    "metadata",
    "pages",
    "propagation",
    "runs",
    "site_lines",
    "sketch_hashes",
    "sketch_progress",
    "sketches",
    "sources",
    "term_weights",
    "title_terms",
]
