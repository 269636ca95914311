"""The tables of a crawl: its queue, what it knows of sites and pages, its searches and figures.

In SQLite `hosts` and `links` are the queue and its duplicate filter. With MySQL or MariaDB the queue is in
Redis or in a file of its own, and `links` records the final state of each link. Most indexes of `links` exist
only on SQLite and are partial: a link that is done costs no more than its row and its key.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Double, Index, Integer, UniqueConstraint, text

from topiccrawl.storage.schema.column_types import (
    ZERO,
    Hash,
    HostName,
    LinkKey,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    column,
    key,
    optional,
    row_id,
    table,
    topic,
    topic_key,
)

hosts = table(
    "hosts",
    "Hosts of links, with the number of links in each state.",
    row_id("id of the host"),
    topic(),
    column("name", HostName, "the downloader's slot"),
    column("waiting", Integer, "links that wait", server_default=ZERO),
    column("leased", Integer, "links that are being visited", server_default=ZERO),
    column("done", Integer, "links that were visited", server_default=ZERO),
    column("dead", Integer, "links that were given up", server_default=ZERO),
    UniqueConstraint("topic", "name", name="hosts_topic_name"),
)

links = table(
    "links",
    "Links found: the queue, and the state of each link.",
    row_id("in the order in which they were found"),
    topic(),
    column("key", LinkKey, "hash of the address without its variants"),
    column("host_id", BigInteger, "the host, whose delay applies", to="hosts"),
    column("state", Integer, "0 waits, 1 is leased, 2 is done, 3 is dead"),
    column("score", Double, "higher comes first"),
    column("attempts", Double, "crashes it took part in, and the lease it has"),
    column("url", LongText, "the URL"),
    column("why", LongText, "JSON: anchor text, parent page, parts of the score"),
    optional("reason", LongText, "why it is dead"),
    optional("payload", LongBytes, "the request; forgotten when it is done"),
    optional("dead_since", Double, "when it died, in seconds since 1970"),
    UniqueConstraint("topic", "key", name="links_topic_key"),
)

url_sections = table(
    "url_sections",
    "Sections of hosts: how many of their pages were worth a visit, for the order of links.",
    topic_key(),
    key("host", HostName, "the host"),
    key("directory", Name, "the first directory, each run of digits as one 0"),
    column("accepted", Integer, "how many of its pages were accepted; originals only"),
    column("visited", Integer, "how many of its pages were judged"),
)

site_lines = table(
    "site_lines",
    "The site memory: lines that pages of a host share, by which boilerplate is recognised.",
    topic_key(),
    key("host", HostName, "the host"),
    column("line_counts", LongBytes, "how many of its pages have which line, packed"),
    column("changed_at", UtcDateTime, "when it was last changed"),
)

revisits = table(
    "revisits",
    "List pages, sitemaps and feeds, and how often they had something new.",
    topic_key(),
    key("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    column("url", LongText, "the URL that is requested"),
    column("kind", Name, "list, sitemap or feed"),
    column("why", LongText, "the link that led to it; JSON"),
    column("etag", LongText, "header ETag of the last answer; empty: none"),
    column("last_modified", LongText, "header Last-Modified of the last answer"),
    column("visited_at", UtcDateTime, "when it was last asked for"),
    column("changes", Integer, "visits, after the first, that found new links"),
    column("days", Double, "days between the first visit and the last one"),
    # A start reads the last lists; without it, it sorts all of them: five seconds of a million pages.
    Index("revisits_visited", "topic", "kind", "visited_at"),
)

source_visits = table(
    "source_visits",
    "What the crawls that re-visit lists saw of each site in the last weeks.",
    topic_key(),
    key("host", HostName, "the host of the lists"),
    key("run_id", BigInteger, "the run", to="runs"),
    column("at", UtcDateTime, "when the run ended"),
    column("lists", Integer, "lists, sitemaps and feeds that were requested"),
    column("answered", Integer, "how many of them answered, 304 included"),
    column("lists_read", Integer, "how many of them were sent and read"),
    column("links", Integer, "links to articles on those"),
    column("fresh", Integer, "new ones among them"),
    column("texts", Integer, "articles behind them that had a text"),
    column("textless", Integer, "articles behind them that had none, or hardly any"),
    column("problem", Name, "empty, `moved`, `gone` or `failed`: what became of most of the lists"),
    column("place", LongText, "the host that they lead to, or the status of the answers"),
)

waiting_pages = table(
    "waiting_pages",
    "Pages whose verdict waits for the pages that they link to.",
    row_id("id of the page, in the order of storing"),
    topic(),
    column("url_hash", Hash, "identifies the page"),
    column("url", LongText, "the URL"),
    column("run_id", BigInteger, "the run that fetched it", to="runs"),
    column("fetched_at", UtcDateTime, "when it was fetched"),
    column("status", Integer, "HTTP status"),
    column("headers", LongText, "response headers that matter"),
    column("raw_html", LongBytes, "the body as fetched, compressed"),
    column("why", LongText, "JSON: anchor text, parent page, parts of the score"),
    column("similarity", Double, "its own similarity to the topic"),
    column("expected", Integer, "children it waits for; 0: the end of the crawl"),
    column("weak_before", Integer, "weak pages in a row on the way to it"),
    column("links", LongText, "links that may be children"),
    UniqueConstraint("topic", "url_hash", name="waiting_pages_topic_url"),
)

waiting_children = table(
    "waiting_children",
    "Fetched pages that waiting pages link to.",
    row_id("id of the child, in the order of storing"),
    topic(),
    column("page_hash", Hash, "sha256 of page_url, hexadecimal"),
    column("url_hash", Hash, "identifies the child"),
    column("page_url", LongText, "the page that waits"),
    column("url", LongText, "the URL of the child"),
    column("similarity", Double, "similarity of the child to the topic"),
    UniqueConstraint("topic", "page_hash", "url_hash", name="waiting_children_page_url"),
)

page_models = table(
    "page_models",
    "What the crawls of a topic have learned about which pages are on it.",
    topic_key(),
    optional("model", LongText, "what was learned; null while it is too little; JSON"),
    column("sample", LongBytes, "the pages it is learned from; zlib of JSON"),
    column("pages", Integer, "number of pages that it was learned from"),
    column("learned_at", UtcDateTime, "when"),
    optional("page_groups", LongText, "groups of kept pages: words, ids, whether far; JSON"),
    optional("grouped", Integer, "number of kept pages when they were grouped; null: never"),
)

search_queries = table(
    "search_queries",
    "Queries that search engines were asked: none is asked twice.",
    row_id("id of the query"),
    topic(),
    column("query_hash", Hash, "identifies it; sha256 of service and query"),
    column("service", Name, "who answered: searxng or ddgs"),
    column("query", LongText, "the query as it was sent"),
    column("words", LongText, "its words; JSON"),
    column("site", HostName, "the only site that was searched; empty: all"),
    column("asked_at", UtcDateTime, "when it was asked"),
    optional("results", Integer, "number of results; null while it is being asked"),
    optional("new_results", Integer, "how many of them the crawl did not know"),
    UniqueConstraint("topic", "query_hash", name="search_queries_topic_query"),
)

search_results = table(
    "search_results",
    "Results of queries: the provenance of seeds that a search has found.",
    column("query_id", BigInteger, "the query", to="search_queries"),
    column("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    topic(),
    column("url", LongText, "the URL"),
    column("engine", Name, "the engine that found it"),
    column("place", Integer, "its rank among the results, from 1"),
    column("title", LongText, "its title, as the engine shows it"),
    column("text", LongText, "its summary, as the engine shows it"),
    column("is_new", Boolean, "whether the crawl did not know the URL"),
    column("kept", Boolean, "whether a new one was stored as a page of the topic"),
    UniqueConstraint("query_id", "url_hash", name="search_results_query_url"),
    Index("search_results_topic_url", "topic", "url_hash"),
)

sightings = table(
    "sightings",
    "On how many pages a crawl found the links of its seeds' sites, to estimate what it missed.",
    topic_key(),
    column("links", LongBytes, "keys, counts and scores of a sample of links; zlib of a NumPy array"),
    column("counted_at", UtcDateTime, "when"),
)

run_figures = table(
    "run_figures",
    "Figures of a run over time; the longer it runs, the fewer rows are added.",
    row_id("id of the row"),
    column("run_id", BigInteger, "the run", to="runs"),
    column("at", UtcDateTime, "when they were counted"),
    column("state", Name, "`running`, `paused` or `closing`"),
    column("fetched", Integer, "HTML pages fetched"),
    column("kept", Integer, "pages kept, duplicates not counted"),
    column("duplicates", Integer, "pages stored as duplicates"),
    column("dropped", Integer, "pages that were not kept"),
    column("errors", Integer, "links that gave no page"),
    column("waiting", Integer, "links that wait"),
    Index("run_figures_run", "run_id", "id"),
)

_OPEN = text("state < 2")
for _index in (
    # The queue of a host, best first; it includes the state, so that the rows are not read for it.
    Index(
        "links_queue", links.c.host_id, links.c.score.desc(), links.c.id, links.c.state, sqlite_where=_OPEN
    ),
    # Links that are held, or were when a process died.
    Index("links_held", links.c.topic, sqlite_where=text("state < 2 AND attempts > 0")),
    # Dead letters.
    Index("links_dead", links.c.topic, sqlite_where=text("state = 3")),
):
    _index.ddl_if(dialect="sqlite")
