from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import topiccrawl
from topiccrawl.demo.articles import PARTY, load_articles, parse_articles

GOOD = """
[[article]]
id = "a-1"
title = "题目"
published = "2024-05-01"
source = "测试社"
author = ""
paragraphs = ["一段。", " 二段。 "]
near_miss = true
"""


def test_a_story_is_read_with_the_file_name_as_subject() -> None:
    (article,) = parse_articles(GOOD, "society.toml")
    assert (article.id, article.subject, article.near_miss) == ("a-1", "society", True)
    assert article.paragraphs == ("一段。", "二段。")


@pytest.mark.parametrize(
    ("good", "bad", "says"),
    [
        ('title = "题目"', "", "title is missing"),
        ('source = "测试社"', 'source = " "', "source is missing"),
        ('"2024-05-01"', '"五月一日"', "'五月一日' is not an ISO date"),
        ('["一段。", " 二段。 "]', "[]", "paragraphs are missing"),
        ('["一段。", " 二段。 "]', '["一段。", " "]', "paragraphs are missing or one is empty"),
        ('["一段。", " 二段。 "]', '"一段。"', "paragraphs must be a list"),
    ],
)
def test_a_bad_story_is_named_with_its_file(good: str, bad: str, says: str) -> None:
    with pytest.raises(ValueError, match=rf"sports.toml: article 1: .*{says}"):
        parse_articles(GOOD.replace(good, bad), "sports.toml")


def test_bad_toml_names_file_and_line() -> None:
    with pytest.raises(ValueError, match=r"sports.toml: .*line 2"):
        parse_articles("[[article]]\nid = \n", "sports.toml")


def test_the_shipped_stories_hold_party_and_near_misses() -> None:
    articles = load_articles()
    assert len({article.id for article in articles}) == len(articles)
    assert sum(article.subject == PARTY for article in articles) > 40
    assert any(article.near_miss for article in articles)
    assert not any(article.near_miss for article in articles if article.subject == PARTY)


def test_stories_and_templates_are_found_in_a_zipped_package(tmp_path: Path) -> None:
    package = Path(topiccrawl.__file__).parent
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(package / "__init__.py", "topiccrawl/__init__.py")
        for file in (package / "demo").rglob("*"):
            if file.suffix in {".py", ".toml", ".html"}:
                packed.write(file, "topiccrawl" / file.relative_to(package))
    code = (
        "import topiccrawl; from topiccrawl.demo.articles import load_articles\n"
        "from topiccrawl.demo.web import build_web\n"
        "print(topiccrawl.__file__); print(len(build_web(load_articles()).articles))"
    )
    environment = {**os.environ, "PYTHONPATH": str(archive)}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    where, count = said.stdout.split()
    assert where.startswith(str(archive))
    assert int(count) == len(load_articles())
