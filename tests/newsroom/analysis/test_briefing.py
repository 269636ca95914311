"""Summaries of sentences that stand in their pages, and briefings of the top stories as documents."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from newsroom.indexed_texts import indexed
from newsroom.stories.test_build import PAGES, TOPIC
from servers.corpora import opened

from topiccrawl.corpus.training.summary import sentences_of, summarise
from topiccrawl.errors import BrowserMissingError
from topiccrawl.newsroom.analysis.briefing import Briefing, Item, make_briefing, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.documents.pdf import write_pdf
from topiccrawl.newsroom.analysis.documents.word import write_word
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

APRIL = Period(date(2024, 4, 1), date(2024, 4, 30))
ATTACK = "<script>alert(1)</script>\x0b\u202e"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    store = opened(f"sqlite:///{tmp_path_factory.mktemp('briefing') / 'corpus.db'}")
    store.start_run(TOPIC, {})
    attack: dict[str, Any] = {"url": "javascript:alert(2)", "title": ATTACK, "site": ATTACK}
    attack |= {"text": f"{ATTACK}支部召开学习会议，讨论年度计划。", "published": "2024-04-30"}
    store.write(
        [*PAGES, PageRecord(topic=TOPIC, run_id=1, fetched_at=datetime(2024, 5, 1, tzinfo=UTC), **attack)]
    )
    build_stories(store, TOPIC)
    yield store
    store.close()


def made(corpus: CorpusStore, **options: Any) -> Briefing:
    with corpus.reading() as connection, indexed(corpus) as index:
        return make_briefing(connection, index, TOPIC, options.pop("period", APRIL), **options)


def test_the_stories_with_the_most_pages_come_first(corpus: CorpusStore) -> None:
    briefing = made(corpus)
    assert (briefing.pages, briefing.stories) == (6, 4)
    first = briefing.items[0]
    assert (first.page, first.title, first.pages, first.place) == (2, "福建省侨联会见菲律宾华商", 3, "厦门市")
    assert set(first.sites) == {"h1.invalid", "h2.invalid", "h3.invalid"}
    assert [one.pages for one in briefing.items] == [3, 1, 1, 1]
    assert len(made(corpus, most=2).items) == 2
    assert made(corpus, period=Period(date(2023, 1, 1), date(2023, 1, 2))).items == ()


def test_a_subject_and_a_day_choose_pages(corpus: CorpusStore) -> None:
    assert [one.title for one in made(corpus, subject="暴雨").items] == ["郑州普降暴雨 转移居民三百余人"]
    day = made(corpus, period=Period(date(2024, 4, 9), date(2024, 4, 9)))
    assert [one.title for one in day.items] == ["菲律宾华商王晓明考察福建侨乡"]
    assert day.heading == f"{TOPIC}简报 2024-04-09"


@pytest.mark.parametrize("subject", ["", "侨联"])
def test_a_briefing_of_the_newest_pages_says_so(corpus: CorpusStore, subject: str) -> None:
    whole = made(corpus, subject=subject)
    assert whole.are_all and whole.pages > 2 and f"本期共 {whole.pages} 个网页" in whole.count
    part = made(corpus, subject=subject, read=1)
    assert (part.are_all, part.pages, part.stories) == (False, 1, 1)
    assert "本期最新的 1 个网页，1 个事件" in part.count


def test_every_sentence_stands_in_its_page(corpus: CorpusStore) -> None:
    texts = {row["id"]: row["text"] for row in corpus.fetch(schema.pages.select())}
    found = [(one.page, sentence) for one in made(corpus, sentences=5).items for sentence in one.sentences]
    assert len(found) > 4
    assert all(sentence in texts[page] for page, sentence in found)


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="党员学习会议，。！？；“”\n 0a", max_size=400),
    st.text(alphabet="党员学习", max_size=10),
    st.integers(1, 5),
)
def test_a_summary_is_sentences_of_the_text_in_their_order(text: str, title: str, most: int) -> None:
    summary = summarise(title, text, most, words=list)
    assert len(summary) <= most
    assert all(sentence in text for sentence in summary)
    places = [sentences_of(text).index(sentence) for sentence in summary]
    assert places == sorted(places)


def test_a_summary_prefers_what_the_title_says_and_repeats_nothing() -> None:
    text = "本网讯记者今日从有关方面获悉。\n侨联主席会见菲律宾华商代表。侨联主席会见了菲律宾华商代表。\n双方就华文教育交换意见。"
    summary = summarise("侨联会见菲律宾华商", text, 2)
    assert len(summary) == 2
    assert sum("会见" in sentence for sentence in summary) == 1
    assert summarise("", "", 2) == [] and summarise("党建", "短。", 2) == []


def test_lists_datelines_and_headlines_are_no_summary() -> None:
    text = (
        "来源：侨报 作者：张三 2024-05-01\n侨联会见菲律宾华商\n"
        "新华社厦门5月1日电（记者 李四）侨联主席在厦门会见了来访的代表团。\n"
        "参加会见的有：王一、李二、张三、赵四、钱五、孙六、周七。\n本报讯\n双方就华文教育交换了意见。"
    )
    summary = summarise("侨联会见菲律宾华商", text, 5)
    assert summary == ["侨联主席在厦门会见了来访的代表团。", "双方就华文教育交换了意见。"]
    quoted = "据侨乡日报消息，本报讯 泉州昨日举办了归侨的联谊会。"  # a dateline within stays
    assert summarise("", quoted) == [quoted]


def test_parts_of_an_article_are_one_item_without_a_label(tmp_path: Path) -> None:
    store = opened(f"sqlite:///{tmp_path / 'parts.db'}")
    store.start_run(TOPIC, {})
    names = {
        "a.html": "百年侨批（上）", "b.html": "百年侨批（下）", "1.html": "侨乡见闻", "1_2.html": "侨乡见闻",
        "c.html": "食品安全预警第1期", "d.html": "食品安全预警第2期",
    }  # fmt: skip
    made_at = datetime(2024, 5, 1, tzinfo=UTC)
    store.write(
        PageRecord(
            topic=TOPIC, run_id=1, fetched_at=made_at, url=f"http://h.test/{name}", title=title,
            text=f"{title}说，这里的第{number}批食品不合格，请大家注意。", published="2024-04-02",
        )
        for number, (name, title) in enumerate(names.items())
    )  # fmt: skip
    briefing = made(store)
    store.close()
    assert briefing.stories == 4
    assert sorted(one.pages for one in briefing.items) == [1, 1, 2, 2]
    assert not any(word in line for line in plain_text(briefing) for word in ("正面", "负面", "情感"))


def test_html_stands_alone_and_escapes_what_pages_say(corpus: CorpusStore) -> None:
    text = html_document(made(corpus))
    tree = html.fromstring(text)
    assert not tree.xpath("//script|//link|//img|//style")
    links = tree.xpath("//a/@href")
    assert len(links) == 3 and all(link.startswith("http://h") for link in links)
    assert "福建省侨联会见菲律宾华商" in tree.text_content() and "alert(1)" in tree.text_content()
    assert [line for line in plain_text(made(corpus)) if "\u202e" in line] == []


def test_word_opens_with_its_chinese_and_its_links(corpus: CorpusStore, tmp_path: Path) -> None:
    briefing = made(corpus)
    write_word(briefing, tmp_path / "简报.docx")
    document = Document(str(tmp_path / "简报.docx"))
    texts = [one.text for one in document.paragraphs]
    assert texts[0] == briefing.heading
    assert f"1. {briefing.items[0].title}" in texts and briefing.items[0].sentences[0] in texts
    links = [link.address for one in document.paragraphs for link in one.hyperlinks]
    assert links == [one.url for one in briefing.items if one.url.startswith("http")]


def has_chinese_font() -> bool:
    return bool(shutil.which("fc-list") and subprocess.check_output(["fc-list", ":lang=zh-cn"]))


@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium on the PATH")
def test_pdf_has_its_links_and_its_chinese(tmp_path: Path) -> None:
    item = Item(
        1, "党建", "http://a.test/1", "网站", "2024-05-01", "", "", ("支部学习。",), 1, ("a.test",), None
    )
    write_pdf(Briefing("样例", APRIL, "", (item,), 1, True, 1), tmp_path / "briefing.pdf")
    content = (tmp_path / "briefing.pdf").read_bytes()
    assert content.startswith(b"%PDF-") and b"/URI (http://a.test/1)" in content
    if not has_chinese_font():
        pytest.skip("no Chinese font: the characters cannot be checked")
    streams = re.findall(rb"FlateDecode[^>]*>>\s*stream\r?\n(.*?)endstream", content, re.DOTALL)
    maps = b"".join(zlib.decompressobj().decompress(stream) for stream in streams).upper()
    # The maps from glyphs to characters: a reader finds and copies 党建.
    assert b"515A" in maps and b"5EFA" in maps


def test_without_a_browser_there_is_no_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    briefing = Briefing("样例", APRIL, "", (), 0, True, 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BrowserMissingError, match="apt-get install chromium"):
        write_pdf(briefing, tmp_path / "briefing.pdf")
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(BrowserMissingError, match="does not print: no display"):
        write_pdf(briefing, tmp_path / "briefing.pdf")
    assert not list(tmp_path.glob("*.pdf"))
