from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.spiders.focused import parse_seeds
from topiccrawl.spiders.partybuild import PartybuildSpider
from topiccrawl.spiders.topic import TopicSpider


def test_seeds_as_a_list() -> None:
    assert parse_seeds("http://a.test/, https://党建.test/x,http://a.test/") == (
        "http://a.test/",
        "https://党建.test/x",
    )


def test_seeds_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "种子.txt"
    file.write_text("\ufeffhttp://a.test/\n\n# 门户\nhttp://b.test/  # 备注\n", encoding="utf-8")
    assert parse_seeds(str(file)) == ("http://a.test/", "http://b.test/")


def test_a_bad_line_of_a_seed_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_text("http://a.test/\nwww.b.test\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"seeds\.txt:2: 'www\.b\.test' is not an http or https URL"):
        parse_seeds(str(file))


@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        ("http://a.test/,ftp://b.test/", r"'ftp://b\.test/' is not an http or https URL"),
        ("www.a.test", r"'www\.a\.test' is neither a URL nor a readable file"),
        ("", r"seeds is empty: write -a seeds=URL,URL"),
        (" ", r"seeds is empty"),
        (",", r"',' is neither a URL nor a readable file"),
        ("/", r"'/' is neither a URL nor a readable file"),
    ],
)
def test_bad_seeds_are_named(seeds: str, said: str) -> None:
    with pytest.raises(TopicError, match=said):
        parse_seeds(seeds)


def test_an_empty_seed_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("# 没有\n", encoding="utf-8")
    with pytest.raises(TopicError, match="has no URL"):
        parse_seeds(str(tmp_path / "seeds.txt"))


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
