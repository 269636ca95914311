"""The steps of this wing after a crawl: stories and warnings."""

from __future__ import annotations

import logging
from contextlib import closing

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.cli.shared.alert_sender import alert_sender
from topiccrawl.newsroom.analysis.due_warnings import due_warnings, send_due
from topiccrawl.newsroom.analysis.rule import rules_of
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.language import say

logger = logging.getLogger(__name__)


def find_stories(store: CorpusStore, topic: Topic, database: str) -> str:
    """Find the stories of a topic, and write those that are new or have changed."""
    counts = build_stories(store, topic.name)
    return say(
        "{stories:,} stories, {written:,} new or changed", stories=counts.stories, written=counts.written
    )


def send_warnings(store: CorpusStore, topic: Topic, database: str) -> str:
    """Check the rules of a topic, and send what is due if there are webhooks."""
    with closing(Notes(database)) as notes, closing(TextIndex(database, store)) as index:
        rules = rules_of(notes.rules(topic.name))
        if any(rule.word for rule in rules):
            index.fill()
        with store.reading() as connection:
            due = due_warnings(connection, index, notes, topic.name, rules)
        if (send := alert_sender(logger.warning)) is not None:
            send_due(due, notes, send)
    texts = [*(rise.text for rise in due.rises), *(alert.text for alert in due.told)]
    return "；".join(texts)
