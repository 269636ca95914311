"""The tables of what people do: grades, tags, rules of warnings, watched pages, messages to crawls.

On SQLite `inbox` and `crawl_wishes` are used in a file of their own, the blocks of the search in another one,
and all others but the grades, visits and changes in the file of notes, since a crawl's file has one writer.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Double, Index, Integer, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    Day,
    Hash,
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

labels = table(
    "labels",
    "Grades that people gave pages, from which crawls learn; the last one of a URL counts.",
    row_id("id of the label, in the order of storing"),
    topic(),
    column("url_hash", Hash, "sha256 of url, hexadecimal"),
    column("url", LongText, "the URL"),
    column("grade", Integer, "2 relevant, 1 near, 0 not on the topic"),
    column("labelled_at", UtcDateTime, "when"),
    Index("labels_topic_id", "topic", "id"),
)

warning_rules = table(
    "warning_rules",
    "Which rises of words and stories people are warned of.",
    row_id("id of the rule"),
    topic(),
    column("kind", Name, "`word` or `story`"),
    column("word", Name, "the word; empty for stories"),
    column("sigma", Double, "how many standard deviations a day must be above the mean"),
    column("least", Integer, "pages that a day must have"),
    Index("warning_rules_topic", "topic", "id"),
)

sent_warnings = table(
    "sent_warnings",
    "Warnings that were sent, so that each is sent once.",
    topic_key(),
    key("subject", Name, "`word:` and the word, or `story:` and the id of the event"),
    key("day", Day, "the day of the rise"),
    column("sent_at", UtcDateTime, "when the warning was sent"),
)

word_marks = table(
    "word_marks",
    "Progress of the search for alert words in new pages.",
    topic_key(),
    key("word", Name, "the word"),
    column("last_page", BigInteger, "pages up to this id were looked at"),
)

tags = table(
    "tags",
    "Tags of pages, by hand or by a rule.",
    row_id("id of the tag"),
    topic(),
    column("name", Name, "what the tag is called"),
    column("words", Name, "words that its pages have; empty: people tag its pages"),
    UniqueConstraint("topic", "name", name="tags_topic_name"),
)

page_tags = table(
    "page_tags",
    "Which pages people gave which tags.",
    # Without foreign keys: on SQLite the pages are in another file.
    key("tag_id", BigInteger, "the tag", to="tags"),
    key("page_id", BigInteger, "the page", to="pages"),
    Index("page_tags_page", "page_id"),
)

watched_pages = table(
    "watched_pages",
    "Pages that people want to be watched for changes.",
    row_id("id of the watched page"),
    column("topic", Name, "name of the topic whose crawls ask for it"),
    column("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    column("url", LongText, "the URL"),
    column("added_at", UtcDateTime, "when it was added"),
    UniqueConstraint("topic", "url_hash", name="watched_pages_topic_url"),
)

watched_visits = table(
    "watched_visits",
    "The last visit of each watched page.",
    topic_key(),
    key("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    column("checked_at", UtcDateTime, "when it was last asked for"),
    column("problem", LongText, "why the last visit gave no page; empty: it gave one"),
    column("etag", LongText, "header ETag of the last page; empty: none"),
    column("last_modified", LongText, "header Last-Modified of the last page"),
)

page_changes = table(
    "page_changes",
    "Versions of watched pages; the first one of a page has neither added nor removed.",
    row_id("id of the version"),
    topic(),
    column("url_hash", Hash, "identifies the URL; sha256 of url, hexadecimal"),
    column("seen_at", UtcDateTime, "when this version was first seen"),
    column("title", LongText, "its title"),
    column("text", LongText, "its text, a paragraph a line"),
    column("added", LongText, "paragraphs that the version before had not; JSON"),
    column("removed", LongText, "paragraphs that only that one had; JSON"),
    Index("page_changes_page", "topic", "url_hash", "id"),
)

briefing_plans = table(
    "briefing_plans",
    "How the briefings of a topic look, and when they are sent by themselves.",
    topic_key(),
    column("letterhead", LongText, "masthead, subtitle, office, sections and attachments; JSON"),
    column("timetable", LongText, "minute, hour, day, month and weekday, in the syntax of cron; empty: none"),
    optional("next_at", UtcDateTime, "when the next one is due"),
    column("result", LongText, "why none was sent the last time; empty: one was"),
)

briefing_templates = table(
    "briefing_templates",
    "Word files with placeholders that the briefings of a topic are filled into.",
    topic_key(),
    column("content", LongBytes, "the file"),
)

briefing_issues = table(
    "briefing_issues",
    "Briefings that people edit and send; one that was sent has a number and is not changed any more.",
    row_id("id of the briefing"),
    topic(),
    column("scope", LongText, "first and last day of its pages, and words that they have; JSON"),
    column("content", LongText, "its stories with what was chosen of them; JSON"),
    column("version", Integer, "counts how often it was saved"),
    column("edited_by", LongText, "who saved it last; empty: the timetable"),
    column("edited_at", UtcDateTime, "when"),
    optional("year", Integer, "year of its number"),
    optional("number", Integer, "its number in this year"),
    optional("letterhead", LongText, "as in `briefing_plans` when it was sent; JSON"),
    UniqueConstraint("topic", "year", "number", name="briefing_issues_number"),
)

briefing_deliveries = table(
    "briefing_deliveries",
    "Receivers of the briefings of a topic, and what became of each briefing that they were sent.",
    row_id("id of the delivery"),
    topic(),
    column("issue_id", BigInteger, "the briefing; 0: the receiver itself, with its last test"),
    column("kind", Name, "`mail`, or the kind of a webhook"),
    column("address", LongText, "e-mail address, or URL#SECRET of a webhook"),
    column("state", Name, "`new`, `waiting`, `sending`, `delivered`, or why it was not"),
    column("answer", LongText, "what the server said, or why nothing was sent"),
    column("changed_at", UtcDateTime, "since when it is in this state"),
    Index("briefing_deliveries_issue", "topic", "issue_id"),
    Index("briefing_deliveries_state", "state"),
)

inbox = table(
    "inbox",
    "Messages processed by the crawl of a topic, or directly when no crawl is running.",
    row_id("id of the message, in the order of sending"),
    topic(),
    column("kind", Name, "`label` or `requeue`"),
    column("body", LongText, "what is asked for; JSON"),
    column("sent_at", UtcDateTime, "when"),
)

crawl_wishes = table(
    "crawl_wishes",
    "What the crawls of a topic shall do.",
    topic_key(),
    column("wish", Name, "`run`, `pause` or `stop`"),
    column("wished_at", UtcDateTime, "when; crawls that began later ignore it"),
)

saved_searches = table(
    "saved_searches",
    "Searches that users saved.",
    row_id("id of the search"),
    topic(),
    column("user_name", Name, "who saved it"),
    column("filters", LongText, "the filters of the list, as the query of its URL"),
    column("last_page", BigInteger, "pages up to this id were there when it was last looked at", to="pages"),
    Index("saved_searches_user", "topic", "user_name", "id"),
)

text_blocks = table(
    "text_blocks",
    "Blocks of pages of the search in whole texts; of a page in several, the last one counts.",
    row_id("id of the block"),
    column("pages", LongBytes, "ids of its pages, by their places; 64-bit integers, little-endian"),
    column("last_change", BigInteger, "changes up to this one are in the blocks so far", to="text_changes"),
    column("last_hash", Hash, "url_hash of its last page; another one there: it is of another database"),
)

text_words = table(
    "text_words",
    "Which pages of a block have which pairs of characters (topiccrawl.storage.rows.admin.text_blocks).",
    key("first", Integer, "the first character, or what stands for Latin words and names; and a piece"),
    key("block", BigInteger, "the block", to="text_blocks"),
    column("words", LongBytes, "second characters, each with its pages; compressed with zlib"),
    Index("text_words_block", "block"),
)
