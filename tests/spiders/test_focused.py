from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.spiders.partybuild import PartybuildSpider
from topiccrawl.spiders.topic import TopicSpider


def test_seeds_take_the_place_of_the_topics_and_lift_its_domains() -> None:
    spider = PartybuildSpider(seeds="http://a.test/")
    assert (spider.topic.name, spider.topic.seeds, spider.topic.domains) == (
        "partybuild",
        ("http://a.test/",),
        (),
    )
    assert PartybuildSpider().topic.domains


def test_empty_seeds_are_not_those_of_the_topic() -> None:
    with pytest.raises(TopicError, match="seeds is empty"):
        PartybuildSpider(seeds="")


def test_a_topic_without_seeds_needs_some(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text('title = "党建"\n', encoding="utf-8")
    (tmp_path / "words.tsv").write_text("党建\t1\n", encoding="utf-8")
    with pytest.raises(TopicError, match="has no seeds"):
        TopicSpider(topic=str(tmp_path))
    assert TopicSpider(topic=str(tmp_path), seeds="http://a.test/").topic.words == {"党建": 1.0}


def test_spider_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="unknown spider argument 'depth'"):
        PartybuildSpider(depth="3")
    with pytest.raises(ValueError, match="name a topic"):
        TopicSpider()
    assert PartybuildSpider(_job="scrapyd's").topic.name == "partybuild"
