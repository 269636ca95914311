"""The tables by which pages and URLs are compared: words of titles (paper C), sketches, forms of URLs."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Integer, SmallInteger

from topiccrawl.storage.schema.column_types import (
    HostName,
    Key,
    LinkKey,
    LongBytes,
    Name,
    Term,
    column,
    key,
    optional,
    page_id,
    table,
    topic_key,
)

title_terms = table(
    "title_terms",
    "Words by title: the sparse matrix of paper C, one row for each word of a stored page's title.",
    page_id("title_terms_page", "the page whose title it is"),
    key("term", Term, "a word of the title"),
    column("occurrences", Integer, "how often it occurs in the title"),
    sqlite_with_rowid=False,  # nearly all of a row is its key
)

sketches = table(
    "sketches",
    "The sketch of each page: the tf-idf vector of its title and a sample of its text.",
    page_id("sketches_page", "the page"),
    column(
        "roles", SmallInteger, "sum of the roles in which it is an original: 1 long body, 2 title, 4 body"
    ),
    column("title_words", LongBytes, "64-bit hashes of the title's words, then their 64-bit weights"),
    optional("digest", LongBytes, "of the text; null when it is too short; BLAKE2b, 16 bytes"),
    optional("shingles", Integer, "distinct shingles of the text; null when it has no letter or digit"),
    optional("body_hashes", LongBytes, "the smallest of their hashes; 64-bit integers, little-endian"),
)

sketch_hashes = table(
    "sketch_hashes",
    "The index of `sketches`: hashes of words and bands of originals; rows of deleted pages are ignored.",
    key("hash", BigInteger, "a hash, mixed with the topic"),
    key("page_id", Key, "a page that has it", to="pages"),
    column(
        "roles",
        SmallInteger,
        "sum of what it is the hash of: 1 band, 2 band under a title, 4 body, 8 word of a title",
    ),
    sqlite_with_rowid=False,
)

sketch_runs = table(
    "sketch_runs",
    "The newest rows of `sketch_hashes`, packed: they go there many at a time.",
    topic_key(),
    key("number", BigInteger, "a random number, which never comes again"),
    column("tier", SmallInteger, "runs of a tier are merged into the next one; those of the last go"),
    column("entries", LongBytes, "hashes, ascending, then page_id * 16 + roles; 64-bit, little-endian"),
)

sketch_progress = table(
    "sketch_progress",
    "Progress of making sketches for pages that older versions stored.",
    topic_key(),
    column("form", Name, "version of the sketches of its pages"),
    column("last_page", BigInteger, "pages up to this id have sketches of this version"),
    column("complete", Boolean, "whether all pages have them"),
)

url_forms = table(
    "url_forms",
    "Shorter forms of the URLs of pages: pages with a form in common may be the same.",
    topic_key(),
    key("form", LinkKey, "hash of the URL without one of its variants"),
    key("page_id", Key, "the page", to="pages"),
    sqlite_with_rowid=False,
)

url_habits = table(
    "url_habits",
    "Habits of hosts: URLs under which they serve the same pages, see docs/corpus.md.",
    topic_key(),
    # MySQL's keys may be too short for the three columns after it.
    key("habit", LinkKey, "hash of host, shape and rule"),
    column("host", HostName, "the host"),
    column("shape", Name, "kind of the URLs, without what differs from page to page"),
    column("rule", Name, "what may be left out of such a URL, such as index:index.html"),
    column("alike", Integer, "pairs of pages with the same text"),
    column("unlike", Integer, "pairs of pages with different texts"),
)
