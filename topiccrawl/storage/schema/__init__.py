"""The tables of the database, the same on SQLite and on MySQL or MariaDB.

Each module has the tables of one subject; all of them are in `metadata`. The migrations bring a database to
this state.

Text is compared byte by byte, whatever the server's default is. Names given by topiccrawl (topics,
extractors, stages) are short columns; values from pages and servers are long text, so that no page is refused
for a long title. No index is longer than 767 bytes, the limit of the oldest servers.
"""

from topiccrawl.storage.schema.column_types import metadata
from topiccrawl.storage.schema.comparison import sketch_hashes, sketch_progress, sketches
from topiccrawl.storage.schema.control import crawl_wishes, inbox, run_figures
from topiccrawl.storage.schema.corpus import drops, duplicates, page_parts, pages, runs, sources
from topiccrawl.storage.schema.frontier import hosts, links
from topiccrawl.storage.schema.labels import labels, page_tags, sent_warnings, tags, warning_rules
from topiccrawl.storage.schema.page_index import page_index
from topiccrawl.storage.schema.sites import site_lines, url_sections
from topiccrawl.storage.schema.starts import (
    page_changes,
    revisits,
    search_queries,
    search_results,
    watched_pages,
    watched_visits,
    word_marks,
)
from topiccrawl.storage.schema.stories import (
    event_pages,
    event_people,
    event_relations,
    events,
    propagation,
    reposts,
)
from topiccrawl.storage.schema.terms import term_weights, title_terms
from topiccrawl.storage.schema.twins import url_forms, url_habits
from topiccrawl.storage.schema.waiting import page_models, set_aside, waiting_children, waiting_pages

__all__ = [
    "crawl_wishes",
    "drops",
    "duplicates",
    "event_pages",
    "event_people",
    "event_relations",
    "events",
    "hosts",
    "inbox",
    "labels",
    "links",
    "metadata",
    "page_changes",
    "page_index",
    "page_models",
    "page_parts",
    "page_tags",
    "pages",
    "propagation",
    "reposts",
    "revisits",
    "run_figures",
    "runs",
    "search_queries",
    "search_results",
    "sent_warnings",
    "set_aside",
    "site_lines",
    "sketch_hashes",
    "sketch_progress",
    "sketches",
    "sources",
    "tags",
    "term_weights",
    "title_terms",
    "url_forms",
    "url_habits",
    "url_sections",
    "waiting_children",
    "waiting_pages",
    "warning_rules",
    "watched_pages",
    "watched_visits",
    "word_marks",
]
