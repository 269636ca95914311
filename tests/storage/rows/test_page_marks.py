"""What the index of pages repeats of copies and events is always what these tables say."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from topiccrawl.newsroom.story_rows import StoryRows, delete_empty_events, write_stories
from topiccrawl.storage import schema
from topiccrawl.storage.rows.admin.page_index import clear_index, index_more

TOPIC = "样例"


def marks(store):
    columns = "SELECT page_id, copied, event_id FROM page_index"
    return {row["page_id"]: (row["copied"], row["event_id"]) for row in store.fetch(text(columns))}


def recounted(store):
    copies = {row["page_id"] for row in store.fetch(schema.duplicates.select())}
    events = {row["page_id"]: row["event_id"] for row in store.fetch(schema.event_pages.select())}
    pages = [row["id"] for row in store.fetch(schema.pages.select())]
    return {number: (int(number in copies), events.get(number)) for number in pages}


def story(*pages):
    event = {"topic": TOPIC, "name": "事件", "first_page": pages[0], "digest": f"{pages[0]:064}"}
    return StoryRows(event, [], [{"page_id": page, "from_page_id": None} for page in pages], [])


def tell(store, *stories):
    store.transact(lambda connection: write_stories(connection, TOPIC, stories))


@pytest.fixture
def corpus(store, page):
    """Ten pages, the last three of which are copies of the first."""
    store.start_run(TOPIC, {})
    copy = {"duplicate_of": page(1).url, "duplicate_kind": "title"}
    store.write([page(number, **(copy if number > 7 else {})) for number in range(1, 11)])
    return store


def test_copies_that_come_and_go(corpus, page):
    assert [copied for copied, _ in marks(corpus).values()] == [0] * 7 + [1] * 3
    corpus.write([page(9)])
    corpus.write([page(2, duplicate_of=page(1).url, duplicate_kind="body")])
    assert marks(corpus) == recounted(corpus)
    assert marks(corpus)[9] == (0, None) and marks(corpus)[2] == (1, None)


def test_events_that_grow_join_and_lose_pages(corpus, page):
    tell(corpus, story(1, 2), story(3, 4, 5), story(6, 7))
    first = marks(corpus)
    assert first == recounted(corpus) and len({event for _, event in first.values()}) == 4
    tell(corpus, story(1, 2, 3, 4))  # the event of 3 is gone, and 5 has none
    assert marks(corpus) == recounted(corpus)
    assert marks(corpus)[4] == marks(corpus)[1] and marks(corpus)[5] == (0, None)
    tell(corpus, story(6), story(7, 8))
    assert marks(corpus) == recounted(corpus)
    corpus.write([page(6, title="新标题")])  # fetched again
    corpus.transact(lambda connection: delete_empty_events(connection, TOPIC))
    assert marks(corpus) == recounted(corpus) and marks(corpus)[6][1] is not None


def test_an_index_made_anew_has_the_marks(corpus):
    tell(corpus, story(1, 8, 9), story(2))
    whole = marks(corpus)
    corpus.transact(clear_index)
    assert corpus.transact(lambda connection: index_more(connection, 100)) == (10, 10)
    assert marks(corpus) == whole == recounted(corpus)
