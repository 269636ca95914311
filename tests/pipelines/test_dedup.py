from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from scrapy_parts import crawler_of_a_session

from topiccrawl.extraction import Document
from topiccrawl.items import PageItem
from topiccrawl.pipelines.dedup import DedupPipeline
from topiccrawl.priority.link_context import LinkContext

BODIES = [
    "清晨六点，村口的大喇叭准时响起，支部书记开始播报当天的农事安排。" * 8,
    "医院的走廊里，三名护士围着一张排班表，讨论怎样把夜班匀得更公平。" * 8,
    "检修车间的黑板上写着本周的难题，谁解开了，名字就留在旁边一整年。" * 8,
]


def item(url: str, title: str, body: str) -> PageItem:
    visit: Any = None  # this pipeline does not look at it
    made = PageItem(url, 200, {}, b"", datetime.now(UTC), visit, LinkContext(), None)
    made.document = Document(title, body)
    made.text = body
    return made


@pytest.fixture
def dedup() -> DedupPipeline:
    return DedupPipeline.from_crawler(crawler_of_a_session()[0])


def seen(dedup: DedupPipeline, url: str, title: str, body: str) -> tuple[str | None, str | None]:
    done = dedup.process_item(item(url, title, body))
    return done.duplicate_of, done.duplicate_kind


def test_other_stories_are_originals(dedup: DedupPipeline) -> None:
    titles = ["大喇叭里的支部书记", "护士站的排班表", "车间黑板上的难题"]
    for number, (title, body) in enumerate(zip(titles, BODIES, strict=True)):
        assert seen(dedup, f"http://a.test/{number}", title, body) == (None, None)


def test_the_same_body_under_another_title(dedup: DedupPipeline) -> None:
    seen(dedup, "http://a.test/1", "大喇叭里的支部书记", BODIES[0])
    assert seen(dedup, "http://b.test/1", "护士站的排班表", BODIES[0]) == ("http://a.test/1", "body")


def test_how_much_alike_they_are_is_noted(dedup: DedupPipeline) -> None:
    random = Random(7)
    story = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(250))
    seen(dedup, "http://a.test/1", "大喇叭里的支部书记", story)
    equal = dedup.process_item(item("http://b.test/1", "护士站的排班表", story))
    assert equal.duplicate_similarity == 1.0
    shorter = dedup.process_item(item("http://c.test/1", "护士站的排班表", story[:225]))
    assert shorter.duplicate_similarity == pytest.approx(0.9, abs=0.1)  # of shingles, by a sample
    other = dedup.process_item(item("http://d.test/1", "车间黑板上的难题", BODIES[2]))
    assert other.duplicate_similarity is None


def test_a_page_fetched_again_is_no_copy_of_itself(dedup: DedupPipeline) -> None:
    for _ in range(2):
        assert seen(dedup, "http://a.test/1", "大喇叭里的支部书记", BODIES[0]) == (None, None)
    # Its text has changed a little, and its title says it is the same story.
    assert seen(dedup, "http://a.test/1", "大喇叭里的支部书记", BODIES[0] + "（完）") == (None, None)


def test_copies_of_a_copy_lead_to_the_original(dedup: DedupPipeline) -> None:
    random = Random(5)
    told = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(600))
    more = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(260))
    retold = told + more  # not the same body, but clearly the same story
    seen(dedup, "http://a.test/1", "大喇叭里的支部书记", told)
    assert seen(dedup, "http://b.test/1", "大喇叭里的支部书记", retold) == ("http://a.test/1", "title")
    assert seen(dedup, "http://c.test/1", "护士站的排班表", retold) == ("http://a.test/1", "body")
