"""The tables of events, and of how a story spread from site to site (paper C).

Lists are JSON. What a page does not show is null.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer

from topiccrawl.storage.schema.column_types import (
    Hash,
    Key,
    LongText,
    Name,
    column,
    key,
    optional,
    page_id,
    row_id,
    table,
    topic,
)


def event_id(constraint: str, doc: str, name: str = "event_id") -> Column[int]:
    """Return a column that refers to `events`; its rows are deleted with the event."""
    target = ForeignKey("events.id", name=constraint, ondelete="CASCADE")
    return Column(name, Key, target, primary_key=True, autoincrement=False, doc=doc)


events = table(
    "events",
    "Events that pages report.",
    row_id("id of the event"),
    topic(),
    column("name", LongText, "what the event is called"),
    optional("time", Name, "when it happened: ISO 8601, as exact as known"),
    optional("place", LongText, "where it happened"),
    optional("people", LongText, "who took part: a list of names; JSON"),
    optional("country", Name, "country of the place, by its Chinese name"),
    optional("province", Name, "province-level unit of China of the place"),
    optional("category", Name, "what the event is about, such as 政治 or 体育"),
    optional("organisations", LongText, "organisations that are named: a list; JSON"),
    optional("first_page", Key, "id of the page that published it first, as far as pages are stored"),
    optional("source", LongText, "the site or agency that published it first"),
    optional("digest", Hash, "sha256 of the pages that it was computed from, hexadecimal"),
    Index("events_topic_digest", "topic", "digest"),
    Index("events_topic_time", "topic", "time"),
)

event_pages = table(
    "event_pages",
    "Which pages report which event.",
    event_id("event_pages_event", "the event"),
    page_id("event_pages_page", "a page that reports it"),
    Index("event_pages_page_id", "page_id"),
)

event_people = table(
    "event_people",
    "Which people take part in which events.",
    event_id("event_people_event", "the event"),
    key("person", Name, "name of the person"),
    column("mentions", Integer, "how often the first report names the person"),
    Index("event_people_person", "person"),
)

event_relations = table(
    "event_relations",
    "Which events belong together.",
    event_id("event_relations_event", "the earlier event"),
    event_id("event_relations_other", "the later event", "other_id"),
    column("kind", Name, "`follow-up`, or `related` when the order is not known"),
    column("similarity", Double, "cosine of the words of their reports, in [0, 1]"),
    Index("event_relations_other_id", "other_id"),
)

propagation = table(
    "propagation",
    "Where a story came from and how it spread.",
    page_id("propagation_page", "the page that this was read from"),
    optional("title", LongText, "the headline"),
    optional("title_link", LongText, "target of the headline's link"),
    optional("keywords", LongText, "the page's keywords: a list; JSON"),
    optional("keyword_links", LongText, "targets of the keywords' links: a list; JSON"),
    optional("publishing_site", LongText, "the site that published the story first"),
    optional("reposting_sites", LongText, "sites that reposted it: a list; JSON"),
    optional("author", LongText, "who wrote it"),
    optional("summary", LongText, "a summary"),
    optional("comments", LongText, "readers' comments: a list; JSON"),
    optional("attention", BigInteger, "number of views, as the page counts them"),
)

reposts = table(
    "reposts",
    "Which page a page was taken from; pages that were taken from none have neither.",
    page_id("reposts_page", "a page of a story"),
    optional("from_page_id", Key, "id of the page that it was taken from; null: from none that is stored"),
    optional("via", LongText, "site or agency without a stored page that it was taken from"),
    optional("source_line", LongText, "the source that the page itself names"),
    optional("evidence", LongText, "why: what speaks for this, with weights; JSON"),
    optional("comment_count", BigInteger, "number of comments, as the page counts them"),
    Index("reposts_from_page_id", "from_page_id"),
)
