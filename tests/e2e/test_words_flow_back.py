"""Paper C's way back: a word that a crawl found becomes a topic word, and the next crawl counts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, html, hub
from e2e.fault_server import Answer, FaultServer

from topiccrawl.cli import main
from topiccrawl.relevance import Relevance, Topic
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic
from topiccrawl.topics.words.candidates import CandidateTable

WORD = "清漂队"
SEED, ONLY = "http://river.test/", "http://river.test/only.html"
ASIDE = "SELECT url, reason FROM set_aside JOIN pages ON pages.id = set_aside.page_id"
PLACES = "东湖 西溪 南塘 北港 青河 白沙 金川 石桥".split()
"""Characters beside the word that differ from page to page, or it would be a part of a longer one."""


def river_page(number: int) -> Answer:
    place, other = PLACES[number], PLACES[number - 3]
    paragraphs = [
        f"{place}{WORD}由河长带领，一早出发巡查河道，两岸村民说治水要靠大家，河道干净了，日子也舒心。",
        f"河长说，{other}{WORD}{place}分组治水，每周清理河道三次，河长制的考核也看这一项，村民随时可以监督。",
        f"治水办公室为{WORD}{other}添置了船只，河道保洁的经费由河长统一安排，账目在村口公开，人人可查。",
    ]
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    title = f"{place}河长治水：河道{number + 3}公里"
    return Answer(html(title, f"<h1>{title}</h1><div class='content'>{body}</div>"))


def web() -> dict[str, Answer]:
    """Eight pages about rivers, and one that says so only with the word."""
    title = f"{WORD}和{WORD}队员的一天"
    texts = [f"{WORD}今天六点集合，{WORD}队员老周第一个到。", f"“{WORD}就是我的家。”他说，{WORD}有二十个人。"]
    only = f"<h1>{title}</h1><div class='content'>{''.join(f'<p>{text}</p>' * 2 for text in texts)}</div>"
    pages = {f"{SEED}{number}.html": river_page(number) for number in range(len(PLACES))}
    anchors = {url: f"{PLACES[number]}河长治水巡查河道" for number, url in enumerate(pages)}
    return {SEED: hub("河长治水河道", anchors | {ONLY: title}), ONLY: Answer(html(title, only)), **pages}


def crawl_river(folder: Path, topic: Path, web: FaultServer, **arguments: str) -> Crawl:
    chosen = {"topic": str(topic), **arguments}
    return crawl(folder, proxy=web.proxy_url, spider="topic", arguments=chosen)


def test_a_word_that_a_crawl_found_is_kept_whole_and_counted_by_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, table = tmp_path / "river", tmp_path / "found.tsv"
    created = create_topic(folder, Draft("河长制", ("河长", "河道", "治水"), (SEED,)))
    assert WORD not in Relevance(created).segmenter.words(f"东湖{WORD}出发")
    suggest = ["topic", "suggest", str(folder), "--out", str(table)]
    with FaultServer(web()) as server:
        first = crawl_river(tmp_path, folder, server)
        assert first.rows(ASIDE) == [{"url": ONLY, "reason": "undecided"}]
        assert main([*suggest, "--database", first.database]) == 0
        rows = CandidateTable.read(table)
        take(rows, WORD)
        rows.write(table)
        assert main([*suggest, "--write"]) == 0
        second = crawl_river(tmp_path, folder, server, fresh="1")
    assert not first.rows(ASIDE), "the second crawl has taken it back"
    assert "1 words added" in capsys.readouterr().out
    assert second.pages[ONLY]["relevance"] > second.pages[f"{SEED}1.html"]["relevance"] > 0.9
    relevance = Relevance(Topic.load(folder))
    assert WORD in relevance.segmenter.words(f"东湖{WORD}出发")
    assert WORD in relevance.topic_words_in(second.pages[ONLY]["text"])


def take(table: CandidateTable, word: str) -> None:
    (row,) = (row for row in table.rows if row["word"] == word)
    assert (row["found"], row["documents"]) == ("cut apart", str(len(PLACES)))
    row["pick"] = "y"
