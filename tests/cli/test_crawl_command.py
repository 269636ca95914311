from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import pytest

from topiccrawl.cli import main


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """Command lines and environments that this process would have become."""
    found: list[tuple[list[str], dict[str, str]]] = []

    def become(program: str, words: Sequence[str], environment: Mapping[str, str]) -> None:
        found.append((list(words)[2:], dict(environment)))

    monkeypatch.setattr(os, "execve", become)
    monkeypatch.delenv("TOPICCRAWL_DATABASE_URL", raising=False)
    monkeypatch.delenv("TOPICCRAWL_REDIS_URL", raising=False)
    return found


def test_options_of_scrapy_are_passed_on(started):
    assert main(["crawl", "football", "--fresh", "-s", "CLOSESPIDER_PAGECOUNT=5", "-L", "DEBUG"]) == 0
    ((words, variables),) = started
    assert words == (
        "scrapy crawl topic -a topic=football -a fresh=1 -s CLOSESPIDER_PAGECOUNT=5 -L DEBUG".split()
    )
    assert variables["SCRAPY_SETTINGS_MODULE"] == "topiccrawl.settings"


def test_databases_go_through_the_environment_and_are_not_seen(started, capsys):
    url = "mysql+pymysql://ich:geheim@host/corpus"
    assert main(["crawl", "partybuild", "--database", url, "--seeds", "http://a.cn/"]) == 0
    ((words, variables),) = started
    assert "geheim" not in " ".join(words)
    assert variables["TOPICCRAWL_DATABASE_URL"] == url
    said = capsys.readouterr().err
    assert "warning: a password stands on the command line (--database)" in said
    assert "geheim" not in said


def test_a_topic_that_is_none_is_told_before_anything_starts(started, capsys):
    assert main(["crawl", "没有的主题"]) == 1
    assert "没有的主题" in capsys.readouterr().err
    assert started == []
