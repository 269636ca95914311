"""The same crawl into SQLite and MariaDB."""

from __future__ import annotations

import json
from pathlib import Path

from e2e.crawling import crawl, hub, stories, story_html, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.storage.frontier.contract import State

PARTY = stories()
LINKS = {f"http://h{number % 3}.test/{number}.html": story.title for number, story in enumerate(PARTY)}


def test_both_databases_hold_the_same_corpus(tmp_path: Path, mariadb_url: str) -> None:
    rare = "𠮷镕喆😀"
    answers = {url: story_page(story) for url, story in zip(LINKS, PARTY, strict=True)}
    answers["http://h0.test/0.html"] = Answer(story_html(PARTY[0]).replace(b"</p>", f"{rare}</p>".encode()))
    answers["http://h1.test/1.html"] = Answer(story_html(PARTY[1], "gb18030"))
    answers["http://portal.test/"] = hub("党建频道", LINKS)
    rows, words = [], []
    # A verdict depends on those of earlier pages of its section, so both crawls need one order.
    in_turn = {"CONCURRENT_REQUESTS": 1}
    with FaultServer(answers) as web:
        for database in ({}, {"TOPICCRAWL_DATABASE_URL": mariadb_url}):
            settings = {**in_turn, **database}
            done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=settings)
            same = ("title", "text", "raw_html", "duplicate_of", "relevance", "depth", "published", "anchor")
            rows.append({url: [row[name] for name in same] for url, row in done.pages.items()})
            words.append(done.rows("SELECT term, document_frequency, total FROM term_weights ORDER BY term"))
    assert rows[0].keys() == LINKS.keys()
    assert rare in rows[0]["http://h0.test/0.html"][1]
    assert rows[0] == rows[1]
    assert words[0] == words[1]
    assert {row["term"]: row["document_frequency"] for row in words[0]}["党支部"] >= 2
    settled = {row["url"]: row for row in done.rows("SELECT url, state, why FROM links")}
    assert settled.keys() == {"http://portal.test/", *LINKS}
    assert {row["state"] for row in settled.values()} == {State.DONE}
    assert all(json.loads(settled[url]["why"])["anchor"] == title for url, title in LINKS.items())
