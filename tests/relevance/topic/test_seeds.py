"""Seeds that a user names."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.seeds import parse_seeds


def test_seeds_as_a_list() -> None:
    assert parse_seeds("http://a.test/, https://党建.test/x,http://a.test/") == (
        "http://a.test/",
        "https://党建.test/x",
    )


def test_seeds_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "种子.txt"
    file.write_text("\ufeffhttp://a.test/\n\n# 门户\nhttp://b.test/  # 备注\n", encoding="utf-8")
    assert parse_seeds(str(file)) == ("http://a.test/", "http://b.test/")


def test_chinese_punctuation_between_urls_parts_them(tmp_path: Path) -> None:
    both = ("http://a.test/", "https://b.test/x，y")
    assert parse_seeds("http://a.test/，https://b.test/x，y") == both
    file = tmp_path / "seeds.txt"
    file.write_text("http://a.test/； https://b.test/x，y\n", encoding="utf-8")
    assert parse_seeds(str(file)) == both


def test_a_bad_line_of_a_seed_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_text("http://a.test/\nwww.b.test\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"seeds\.txt:2: 'www\.b\.test' is not an http or https URL"):
        parse_seeds(str(file))


@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        ("http://a.test/,ftp://b.test/", r"'ftp://b\.test/' is not an http or https URL"),
        ("www.a.test", r"'www\.a\.test' is neither a URL such as http://a\.cn/ nor a readable file"),
        ("", r"seeds is empty: write -a seeds=URL,URL"),
        (" ", r"seeds is empty"),
        (",", r"',' is neither a URL such as http://a\.cn/ nor a readable file"),
        ("/", r"'/' is neither a URL such as http://a\.cn/ nor a readable file"),
    ],
)
def test_bad_seeds_are_named(seeds: str, said: str) -> None:
    with pytest.raises(TopicError, match=said):
        parse_seeds(seeds)


def test_an_empty_seed_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("# 没有\n", encoding="utf-8")
    with pytest.raises(TopicError, match="contains no URL"):
        parse_seeds(str(tmp_path / "seeds.txt"))
