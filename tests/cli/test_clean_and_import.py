"""`topiccrawl clean` and `topiccrawl import` on small corpora."""

from __future__ import annotations

import ast
import gzip
import inspect
import json
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from corpus.conftest import page
from e2e.crawling import other_stories, stories
from forks import forks
from servers.corpora import opened

from benchmarks.extraction.threads.pages import thread_pages
from topiccrawl.cli import main
from topiccrawl.corpus import filling, importing, recleaning
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PartRecord

TOPIC = "partybuild"
RESOURCES = Path(__file__).parents[2] / "resources"
PARTY, SPORT = stories(), other_stories()


RATED = ("relevance", "description_relevance", "body_relevance")


def html(story, head=""):
    body = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    return f"<html><head><title>{story.title}</title>{head}</head><body><h1>{story.title}</h1>{body}</body></html>"


def stored(url):
    store = CorpusStore(url)
    store.open(create=False)
    try:
        return {
            # The last digits depend on the words whose nearness was computed with those of the page.
            record.url: (
                number,
                replace(record, **{name: round(getattr(record, name) or 0, 5) for name in RATED}),
            )
            for number, record in stored_records(store, TOPIC)
        }, store.read_runs(TOPIC)
    finally:
        store.close()


@pytest.fixture
def stale(tmp_path):
    """A corpus of an older version: no texts as today's, no quality, a wrong duplicate."""
    own = {"topic": TOPIC, "headers": {"Content-Type": "text/html; charset=utf-8"}, "relevance": 0.9}
    pages = [
        page(n, **own, raw_html=html(story).encode(), title="旧", raw_text="旧", text=f"旧{n}")
        for n, story in enumerate(PARTY[:4])
    ]
    copy = page(
        4, **own, raw_html=html(PARTY[0], '<meta name="robots" content="noai">').encode(), title="副本"
    )
    wrong = page(
        5, **own, raw_html=html(PARTY[5]).encode(), duplicate_of=pages[1].url, duplicate_kind="title"
    )
    sport = page(6, **own, raw_html=html(SPORT[0]).encode())
    without = page(7, **own)
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    store.start_run(TOPIC, {"strategy": "adaptive"})
    store.write([*pages, copy, wrong, sport, without])
    store.close()
    return url


def run(capsys, *words):
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_clean_shows_what_would_change_and_then_changes_it(stale, capsys):
    before, _ = stored(stale)
    told = run(capsys, "clean", "-t", TOPIC, "--database", stale, "--dry-run")
    assert "8 pages of partybuild: 7 would change" in told
    assert stored(stale)[0] == before
    told = run(capsys, "clean", "-t", TOPIC, "--database", stale)
    assert "8 pages of partybuild: 7 changed" in told
    assert "1 stay as they are: no source is stored" in told
    assert "1 are under the threshold of the verdict now; they stay" in told
    after, runs = stored(stale)
    assert {url: number for url, (number, _) in after.items()} == {
        url: number for url, (number, _) in before.items()
    }
    by_path = {url[-1]: record for url, (_, record) in after.items()}
    assert by_path["0"].title == PARTY[0].title
    assert by_path["0"].text.startswith(PARTY[0].paragraphs[0][:10])
    assert by_path["0"].quality["language"] == "zh"
    assert by_path["0"].fetched_at == before["http://127.0.0.1/0"][1].fetched_at
    assert (by_path["4"].duplicate_of, by_path["4"].robots) == ("http://127.0.0.1/0", "noai")
    assert by_path["5"].duplicate_of is None
    assert by_path["6"].relevance < 0.4
    assert by_path["7"] == before["http://127.0.0.1/7"][1]
    assert runs[-1]["settings"]["command"] == "clean"
    assert runs[-1]["stats"]["topiccrawl/clean/changed"] == 7
    assert "8 pages of partybuild: 0 changed" in run(capsys, "clean", "-t", TOPIC, "--database", stale)


def test_clean_fills_all_that_a_page_gives():
    """What `corpus/filling.py` sets is written by `clean`; the rest follows from what is."""
    calls = ast.walk(ast.parse(inspect.getsource(filling)))
    replaced = [
        call for call in calls if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "replace"
    ]
    fields = {word.arg for call in replaced for word in call.keywords}
    follow = {"charset", "charset_source", "raw_title", "canonical_url", "fingerprint", "dedup"}
    follow |= {"description_relevance", "body_relevance", "set_aside"}
    assert fields - set(recleaning.COMPARED) == follow


def test_an_interrupted_clean_goes_on(stale, capsys, monkeypatch):
    monkeypatch.setattr(recleaning, "BATCH", 2)
    rewrite, batches, most = CorpusStore.rewrite, [], 2

    def interrupted(self, pages):
        if len(batches) == most:
            raise KeyboardInterrupt
        batches.append([record.url[-1] for record in pages])
        return rewrite(self, pages)

    monkeypatch.setattr(CorpusStore, "rewrite", interrupted)
    main(["clean", "-t", TOPIC, "--database", stale])
    assert batches == [["0", "1", "5"], ["2", "3"]]
    batches.clear()
    most = 9
    capsys.readouterr()
    told = run(capsys, "clean", "-t", TOPIC, "--database", stale)
    assert batches == [["4", "5"], ["6"]]
    assert "4 pages of partybuild: 3 changed" in told
    after, runs = stored(stale)
    assert after["http://127.0.0.1/4"][1].duplicate_of == "http://127.0.0.1/0"
    assert len(runs) == 2
    assert runs[-1]["finish_reason"] == "finished"


def rows():
    texts = [(story.title, "\n".join(story.paragraphs)) for story in (*PARTY[:3], SPORT[0])]
    found = [
        {"url": f"http://a.test/{n}", "title": title, "text": text, "published": "2024-05-01"}
        for n, (title, text) in enumerate(texts)
    ]
    return [
        *found,
        found[0] | {"url": "http://b.test/0"},
        {"url": "", "text": ""},
        {"url": "http://a.test/9"},
    ]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst", "parquet"])
def test_import_judges_compares_and_measures(ending, tmp_path, capsys):
    file, url = tmp_path / f"pages.{ending}", f"sqlite:///{tmp_path / 'corpus.db'}"
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows()).encode()
    if ending == "jsonl.zst":
        from backports import zstd

        data = zstd.compress(data)
    if ending == "parquet":
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.Table.from_pylist(rows()), file)
    else:
        file.write_bytes(data)
    told = run(capsys, "import", str(file), "-t", TOPIC, "--database", url)
    assert sorted(told.splitlines()) == [
        "1 kept as duplicates",
        "1 off the topic",
        "1 without a URL",
        "1 without a text",
        "3 kept",
    ]
    pages, runs = stored(url)
    assert pages["http://b.test/0"][1].duplicate_of == "http://a.test/0"
    first = pages["http://a.test/0"][1]
    assert (first.published, first.extractor, first.quality["language"]) == ("2024-05-01", "import", "zh")
    assert first.relevance >= 0.4
    assert runs[0]["stats"]["topiccrawl/import/kept"] == 3
    told = run(capsys, "import", str(file), "-t", TOPIC, "--database", url)
    assert "4 known already" in told.splitlines()
    told = run(capsys, "import", str(file), "-t", TOPIC, "--database", url, "--keep-all")
    assert "1 kept" in told.splitlines()
    assert len(stored(url)[0]) == 5


def common_crawl(file, records):
    """Write a file as Common Crawl does: each record is a gzip member, the first is `warcinfo`."""
    with file.open("wb") as stream:
        for number, (kind, url, content_type, content) in enumerate(
            [("warcinfo", "", "application/warc-fields", b"isPartOf: CC-MAIN-2026-01\r\n"), *records]
        ):
            head = (
                f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
                f"{f'WARC-Target-URI: {url}' if url else f'WARC-Filename: {file.name}'}\r\n"
                f"Content-Type: {content_type}\r\nContent-Length: {len(content)}\r\n\r\n"
            )
            stream.write(gzip.compress(head.encode() + content + b"\r\n\r\n"))


def plain(story):
    return "\n".join([story.title, *story.paragraphs]).encode()


def test_an_extract_of_common_crawl_is_imported_from_pages_and_from_texts(tmp_path, capsys):
    page, text = PARTY[0], PARTY[1]
    warc, wet = tmp_path / "CC-MAIN-00001.warc.gz", tmp_path / "CC-MAIN-00001.warc.wet.gz"
    # Bodies are stored unpacked, and the header of their encoding is renamed.
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-Crawl-Content-Encoding: gzip\r\n\r\n"
    )
    of_request, of_response = (f"application/http; msgtype={kind}" for kind in ("request", "response"))
    common_crawl(
        warc,
        [
            ("request", "http://a.test/0", of_request, b"GET /0 HTTP/1.1\r\nHost: a.test\r\n\r\n"),
            ("response", "http://a.test/0", of_response, head.encode() + html(page).encode()),
            ("metadata", "http://a.test/0", "application/warc-fields", b"fetchTimeMs: 15\r\n"),
        ],
    )
    common_crawl(
        wet,
        [
            ("conversion", "http://a.test/1", "text/plain", plain(text)),
            ("conversion", "http://b.test/0", "text/plain", plain(page)),
            ("conversion", "http://b.test/1", "text/plain", plain(SPORT[0])),
        ],
    )
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    told = run(capsys, "import", str(warc), str(wet), "-t", TOPIC, "--database", url)
    assert sorted(told.splitlines()) == ["1 kept as duplicates", "1 off the topic", "2 kept"]
    pages, _ = stored(url)
    first, second = pages["http://a.test/0"][1], pages["http://a.test/1"][1]
    assert (first.title, first.extractor) == (page.title, "article")
    assert (second.title, second.extractor, second.raw_html) == (text.title, "import", None)
    assert second.fetched_at == first.fetched_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert text.paragraphs[-1] in second.text
    assert pages["http://b.test/0"][1].duplicate_of == "http://a.test/0"


def test_clean_and_import_compare_by_the_rule_and_the_idf_of_the_corpus(tmp_path, capsys):
    topic = tmp_path / "topics" / TOPIC
    shutil.copytree(RESOURCES / "topics" / TOPIC, topic)
    text = (topic / "topic.toml").read_text()
    (topic / "topic.toml").write_text('dedup = "title"\n' + text)
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    file = tmp_path / "pages.jsonl"
    body = "\n".join(PARTY[0].paragraphs)
    made = [
        {"url": "http://a.test/1", "title": PARTY[0].title, "text": body},
        {"url": "http://a.test/2", "title": PARTY[0].title, "text": "\n".join(PARTY[1].paragraphs)},
        {"url": "http://a.test/3", "title": SPORT[0].title, "text": body},
    ]
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made))
    run(capsys, "import", str(file), "-t", str(topic), "--database", url, "--keep-all")
    pages, _ = stored(url)
    marks = {address[-1]: record.duplicate_of for address, (_, record) in pages.items()}
    assert marks == {"1": None, "2": "http://a.test/1", "3": None}  # to the letter: titles alone
    with closing(sqlite3.connect(tmp_path / "corpus.db")) as connection:
        ((form,),) = connection.execute("SELECT form FROM sketch_progress")
    assert form == DedupRule("title").form


def test_an_original_that_changes_lets_its_copies_go(stale, capsys):
    """A page unlike its original now is compared again, and so are the pages marked as its duplicates."""
    store = opened(stale)
    own = {"topic": TOPIC, "headers": {"Content-Type": "text/html; charset=utf-8"}}
    first = page(20, **own, title="旧", text="旧", raw_html=html(PARTY[4]).encode())
    text = "\n".join(PARTY[3].paragraphs)
    copies = [
        page(number, **own, title=PARTY[3].title, raw_text=text, text=text, duplicate_of=first.url)
        for number in (21, 22)
    ]
    store.write([first, *copies])
    store.close()
    told = run(capsys, "clean", "-t", TOPIC, "--database", stale)
    assert "2 other pages have another original, or none any more" in told
    after, _ = stored(stale)
    marks = {address: record.duplicate_of for address, (_, record) in after.items()}
    assert marks[first.url] is None
    assert marks[copies[0].url] == marks[copies[1].url] == "http://127.0.0.1/3"


def test_clean_reads_the_posts_of_threads_again(tmp_path, capsys):
    made = next(one for one in thread_pages() if one.layout == "discuz_table")
    first = "".join(made.thread.posts[0].paragraphs)
    last = made.thread.posts[-1].paragraphs[-1]
    stale = page(1, topic=TOPIC, raw_html=made.html.encode(), posts=[{"text": "旧"}])
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    store.write([stale])
    store.close()
    authors = [post.author for post in made.thread.posts]
    for option, held, found in (("posts", True, authors), ("first", False, authors), ("off", True, None)):
        run(capsys, "clean", "-t", TOPIC, "--database", url, "--thread-text", option)
        ((_, record),) = stored(url)[0].values()
        assert (record.posts and [post["author"] for post in record.posts]) == found
        if option != "off":
            assert first in record.text.replace("\n", "")
            assert (last in record.text) is held
        told = run(capsys, "clean", "-t", TOPIC, "--database", url, "--thread-text", option)
        assert "1 pages of partybuild: 0 changed" in told


def test_clean_joins_the_parts_of_an_article_again(tmp_path, capsys):
    one = PARTY[0]
    half = len(one.paragraphs) // 2
    first, second = (
        replace(one, paragraphs=one.paragraphs[:half]),
        replace(one, paragraphs=one.paragraphs[half:]),
    )
    own = {"topic": TOPIC, "headers": {"Content-Type": "text/html; charset=utf-8"}, "relevance": 0.9}
    part = PartRecord("http://127.0.0.1/1_2", page(1).fetched_at, 200, own["headers"], html(second).encode())
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    store.write(
        [
            page(1, **own, raw_html=html(first).encode(), text="旧", parts=(part,), partial=False),
            page(2, **own, url=part.url, raw_html=html(second).encode(), title="旧"),
        ]
    )
    store.close()
    run(capsys, "clean", "-t", TOPIC, "--database", url)
    after, _ = stored(url)
    (_, article), (_, other) = after["http://127.0.0.1/1"], after[part.url]
    assert article.text.splitlines() == list(one.paragraphs)
    assert article.parts == (part,)
    assert (other.duplicate_of, other.duplicate_kind) == (article.url, "part")


def killed_main(words, name, call):
    """Run a command in a process that is killed at a call of a method of the store: 0 is the first."""
    method, calls = getattr(CorpusStore, name), []

    def killed(self, *args, **options):
        calls.append(None)
        if len(calls) > call:
            os.kill(os.getpid(), signal.SIGKILL)
        return method(self, *args, **options)

    setattr(CorpusStore, name, killed)
    recleaning.BATCH = importing.BATCH = 2
    main(list(words))


def kill(words, name, call):
    process = forks().Process(target=killed_main, args=(words, name, call), daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize(("name", "call"), [("rewrite", 1), ("add_stats", 0), ("add_stats", 2)])
def test_a_killed_clean_loses_and_doubles_nothing(name, call, stale, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(recleaning, "BATCH", 2)
    other = f"sqlite:///{shutil.copy(tmp_path / 'corpus.db', tmp_path / 'other.db')}"
    words = ("clean", "-t", TOPIC, "--database")
    run(capsys, *words, other)
    kill((*words, stale), name, call)
    run(capsys, *words, stale)
    assert stored(stale)[0] == stored(other)[0]
    assert [one["finish_reason"] for one in stored(stale)[1]] == [None, "finished"]


@pytest.mark.parametrize(("name", "call"), [("write", 0), ("write", 2), ("finish_run", 0)])
def test_a_killed_import_loses_and_doubles_nothing(name, call, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    file = tmp_path / "pages.jsonl"
    made = [row | {"fetched_at": "2024-05-02T00:00:00+00:00"} for row in rows()]
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made))
    whole, url = (f"sqlite:///{tmp_path / name}.db" for name in ("whole", "killed"))
    words = ("import", str(file), "-t", TOPIC, "--database")
    run(capsys, *words, whole)
    kill((*words, url), name, call)
    run(capsys, *words, url)
    assert stored(url)[0] == stored(whole)[0]
    assert [one["finish_reason"] for one in stored(url)[1]] == ["finished"]


def test_clean_reads_the_files_of_sites(stale, tmp_path, capsys):
    topic = tmp_path / TOPIC
    shutil.copytree(RESOURCES / "topics" / TOPIC, topic)
    (topic / "sites").mkdir()
    (topic / "sites" / "127.0.0.1.toml").write_text(
        'title = "p"\nbody = "p:nth-of-type(2)"\n', encoding="utf-8"
    )
    run(capsys, "clean", "-t", str(topic), "--database", stale)
    pages, _ = stored(stale)
    _, read = pages["http://127.0.0.1/0"]
    assert (read.title, read.raw_text) == PARTY[0].paragraphs[:2]
