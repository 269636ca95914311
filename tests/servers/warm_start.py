"""Reads what every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads dictionaries, topic and vectors itself, and its collections of garbage touch, and
so copy, all that was imported: half of the processor time of a short crawl.
"""

from __future__ import annotations

import gc
from tempfile import TemporaryDirectory

from e2e.crawling import stories
from known_topic import PATCHES, focus
from servers.corpora import opened

from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.text.segment import default_segmenter

default_segmenter().content_words("共產黨員")  # traditional: the converter is read, too
for patch in PATCHES:
    patch.start()
# Some words of them are in no table, so that the vectors are read, too.
focus().prepare([story.title for story in stories()])
for story in stories():
    focus().body("".join(story.paragraphs))
# The first statements that create tables take longest.
with TemporaryDirectory() as folder:
    store = opened(f"sqlite:///{folder}/corpus.db")
    SqliteFrontier(store.writer, "样例").close()
    store.close()

gc.collect()
gc.freeze()
