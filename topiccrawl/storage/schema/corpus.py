"""The tables of the corpus: runs, pages with their sources, marks and words to find them by, drops."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Double, Index, Integer, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    ZERO,
    Day,
    Hash,
    HostName,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    column,
    key,
    optional,
    page_id,
    row_id,
    table,
    topic,
)

runs = table(
    "runs",
    "Crawl runs: every start of a crawl, also when it continues one.",
    row_id("id of the run"),
    topic(),
    column("started_at", UtcDateTime, "when it began"),
    optional("finished_at", UtcDateTime, "when it ended; null while it runs and after a kill"),
    optional("finish_reason", LongText, "Scrapy's finish reason"),
    column("settings", LongText, "the `TOPICCRAWL_*` settings of the run, and its strategy; JSON"),
    optional("stats", LongText, "Scrapy's stats at the end, with those of topiccrawl; JSON"),
)

pages = table(
    "pages",
    "Pages kept, duplicates included: what a page is and where it came from.",
    row_id("id of the page, in the order of storing"),
    topic(),
    column("url_hash", Hash, "identifies the page; sha256 of url, hexadecimal"),
    column("url", LongText, "the URL; as fetched, after redirects"),
    optional("canonical_url", LongText, "URL in canonical form: equal for all spellings of one URL"),
    column("run_id", BigInteger, "the run that fetched it", to="runs"),
    column("fetched_at", UtcDateTime, "when it was fetched"),
    column("status", Integer, "HTTP status"),
    column("headers", LongText, "response headers that matter; JSON"),
    optional("charset", Name, "encoding the body was read with"),
    optional("charset_source", Name, "how the encoding was found"),
    optional("body_sha256", Hash, "sha256 of the body as fetched, hexadecimal"),
    optional("kind", Name, "what the page is, such as an article or an index"),
    optional("extractor", Name, "the extractor that found the text"),
    column("title", LongText, "the title without the site's suffix"),
    column("raw_title", LongText, "the title as the page gives it"),
    optional("author", LongText, "who wrote it"),
    optional("published", Name, "date of publication in China time; ISO 8601, as exact as the page says"),
    optional("site", LongText, "the site the page belongs to"),
    column("text", LongText, "the corpus text; after cleaning"),
    optional("relevance", Double, "the verdict's value in [0, 1], computed from the next two"),
    optional("description_relevance", Double, "relevance of title, keywords and description"),
    optional("body_relevance", Double, "relevance of the body"),
    optional("priority", Double, "the link's priority"),
    column("priority_parts", LongText, "the parts of the priority; JSON"),
    optional("anchor", LongText, "anchor text of the link that led here"),
    optional("parent_url", LongText, "URL of the page with that link"),
    optional("depth", Integer, "links from a seed, 0 for a seed"),
    optional("quality", LongText, "quality attributes of the text; JSON"),
    optional("robots", LongText, "the robots directives of page and headers, as found"),
    optional("tdm_reservation", Boolean, "TDMRep: whether the right to text and data mining is reserved"),
    optional("tdm_policy", LongText, "TDMRep: URL of the policy"),
    optional("licence", LongText, "URL of the licence that the page states"),
    optional("partial", Boolean, "whether parts are missing; null for an article on one page"),
    optional("source", LongText, "the source of the text that the page names (来源)"),
    UniqueConstraint("topic", "url_hash", name="pages_topic_url"),
    Index("pages_topic_fetched_at", "topic", "fetched_at"),
    Index("pages_topic_id", "topic", "id"),
)

# Apart from `pages`, so that a scan of `pages` on SQLite reads less than a fifth of the bytes.
sources = table(
    "sources",
    "What the text of a page was extracted from.",
    page_id("sources_page", "the page"),
    optional("raw_html", LongBytes, "the body as fetched, compressed with zlib; zlib"),
    column("raw_text", LongText, "the extracted text before cleaning; before cleaning"),
    optional("posts", LongText, "author, time, floor and text of each post; null without posts; JSON"),
)

page_parts = table(
    "page_parts",
    "The other pages of an article over several pages, whose texts are joined.",
    page_id("page_parts_page", "the first page of the article"),
    key("number", Integer, "its place behind that, from 1 on"),
    column("url_hash", Hash, "for look-ups; sha256 of url, hexadecimal"),
    column("url", LongText, "the URL; as fetched, after redirects"),
    column("fetched_at", UtcDateTime, "when it was fetched"),
    column("status", Integer, "HTTP status"),
    column("headers", LongText, "response headers that matter; JSON"),
    column("raw_html", LongBytes, "the body, compressed with zlib; zlib"),
    Index("page_parts_url_hash", "url_hash"),
)

duplicates = table(
    "duplicates",
    "Pages that repeat an earlier page.",
    page_id("duplicates_page", "the duplicate; a page without a row here is an original"),
    column("original_hash", Hash, "for look-ups; sha256 of original_url, hexadecimal"),
    column("original_url", LongText, "URL of the original, a page of the same topic"),
    optional("kind", Name, "what is similar, such as title or body"),
    optional("similarity", Double, "how similar, in [0, 1]"),
    column("found_at", UtcDateTime, "when this was found"),
    Index("duplicates_original_hash", "original_hash"),
)

drops = table(
    "drops",
    "URLs and pages that were not kept, and why.",
    row_id("id of the drop"),
    topic(),
    column("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    column("url", LongText, "the URL"),
    column("stage", Name, "where it was dropped, such as a gate or a pipeline"),
    column("reason", LongText, "why"),
    optional("score", Double, "the value that was too low, if that was the reason"),
    optional("parent_url", LongText, "the page that linked to it"),
    optional("anchor", LongText, "anchor text of that link"),
    column("run_id", BigInteger, "the run that dropped it", to="runs"),
    column("dropped_at", UtcDateTime, "when it was dropped"),
    optional("score_parts", LongText, "the parts of the score; JSON"),
    UniqueConstraint("topic", "url_hash", "stage", name="drops_topic_url_stage"),
)

set_aside = table(
    "set_aside",
    "Stored pages that exports leave out unless a later verdict keeps them.",
    page_id("set_aside_page", "the page"),
    column("reason", Name, "why: `undecided`, `off_topic`, `far_group` or `graded`"),
    optional("probability", Double, "that it is on the topic; null before anything was learned"),
)

page_index = table(
    "page_index",
    "What the administration pages list.",
    page_id("page_index_page", "the page"),
    topic(),
    column("host", HostName, "host of the URL"),
    column("day", Day, "date of publication, else of fetching"),
    optional("relevance", Double, "the verdict's value in [0, 1]"),
    column("title", LongText, "the beginning of the title"),
    # Repeated from `duplicates` and `event_pages`, see topiccrawl.storage.rows.admin.page_marks.
    column("copied", Integer, "1 for a duplicate, else 0", server_default=ZERO),
    optional("event_id", BigInteger, "the event that the page reports", to="events"),
    # They hold what lists are filtered by, so that only the rows that are shown are read.
    Index("page_index_list", "topic", "page_id", "host", "day", "relevance"),
    # The analysis counts the pages of a period by day and event, and those of each site.
    Index("page_index_period", "topic", "day", "page_id", "host", "copied", "event_id"),
    Index("page_index_site", "topic", "host", "day", "copied"),
)


text_changes = table(
    "text_changes",
    "Pages that were stored again, so that the index of whole texts reads them again.",
    row_id("place in the order"),
    column("page_id", BigInteger, "the page", to="pages"),
)
