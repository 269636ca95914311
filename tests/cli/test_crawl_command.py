from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import pytest

from topiccrawl.cli import main
from topiccrawl.reporting.next_commands import OPTIONS_VARIABLE


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """Command lines and environments that would have been executed."""
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


def test_database_urls_are_passed_in_the_environment(started, capsys):
    url = "mysql+pymysql://ich:geheim@host/corpus"
    assert main(["crawl", "partybuild", "--database", url, "--seeds", "http://a.cn/"]) == 0
    ((words, variables),) = started
    assert "geheim" not in " ".join(words)
    assert variables["TOPICCRAWL_DATABASE_URL"] == url
    message = capsys.readouterr().err
    assert "warning: a password stands on the command line (--database)" in message
    assert "geheim" not in message


def test_empty_seeds_are_not_the_seeds_of_the_topic(started):
    assert main(["crawl", "partybuild", "--seeds", ""]) == 0
    ((words, _),) = started
    assert words[-2:] == ["-a", "seeds="]  # which ends the crawl before its first request


@pytest.mark.parametrize(
    ("options", "given"),
    [([], ""), (["--database", "sqlite:///a.db"], "--database"), (["--redis", "redis://h/0"], "--redis")],
)
def test_the_crawl_learns_which_options_its_environment_comes_from(started, monkeypatch, options, given):
    monkeypatch.setenv("TOPICCRAWL_DATABASE_URL", "sqlite:///of-the-shell.db")
    assert main(["crawl", "partybuild", *options]) == 0
    ((_, variables),) = started
    assert variables[OPTIONS_VARIABLE] == given
