"""What a user sees who mistyped something: one line, exit code 1, and not one request."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from e2e.crawling import crawl
from e2e.fault_server import FaultServer


def _topic(folder: Path, toml: str) -> str:
    folder.mkdir()
    (folder / "topic.toml").write_text(toml, encoding="utf-8")
    (folder / "words.tsv").write_text("党建\t1\n", encoding="utf-8")
    return str(folder)


Making = Callable[[Path, str], tuple[dict[str, str], dict[str, str], str]]
"""Of a folder and the web's address: spider arguments, settings, and what must be said."""

WRONG: dict[str, Making] = {
    "no such topic folder": lambda folder, seed: (
        {"topic": "/nowhere/党建"},
        {},
        r"/nowhere/党建: no such topic folder",
    ),
    "broken TOML": lambda folder, seed: (
        {"topic": _topic(folder / "mine", 'title = "党建"\nseeds = [\n')},
        {},
        r"mine/topic\.toml:\d+: ",
    ),
    "unknown argument": lambda folder, seed: (
        {"topic": "partybuild", "depht": "3"},
        {},
        r"unknown spider argument 'depht'",
    ),
    "no database server": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_DATABASE_URL": "mysql+pymysql://root:geheim@127.0.0.1:1/corpus"},
        r"127\.0\.0\.1:1/corpus: Can't connect",
    ),
    "unknown extractor": lambda folder, seed: (
        {"topic": "partybuild", "seeds": seed},
        {"TOPICCRAWL_EXTRACTOR": "magic"},
        r"TOPICCRAWL_EXTRACTOR = 'magic': choose one of",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line_and_no_request(tmp_path: Path, case: str) -> None:
    with FaultServer() as web:
        arguments, settings, said = WRONG[case](tmp_path, f"{web.url}/")
        ended = crawl(
            tmp_path, spider="topic", arguments=arguments, settings=settings | {"LOG_LEVEL": "ERROR"}
        )
        assert web.asked == []
    assert ended.code == 1
    lines = [line for line in ended.log.splitlines() if line.strip()]
    assert len(lines) == 1, ended.log
    assert re.search(said, lines[0])
    assert "CRITICAL" in lines[0]
    assert "geheim" not in ended.log
