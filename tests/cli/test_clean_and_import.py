"""`topiccrawl clean` and `topiccrawl import` on small corpora."""

from __future__ import annotations

import json

import pytest
from corpus.conftest import page
from e2e.crawling import other_stories, stories

from topiccrawl.cli import clean as clean_command
from topiccrawl.cli import main
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.storage.pages.store import CorpusStore

TOPIC = "partybuild"
PARTY, SPORT = stories(), other_stories()


def html(story, head=""):
    body = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    return f"<html><head><title>{story.title}</title>{head}</head><body><h1>{story.title}</h1>{body}</body></html>"


def stored(url):
    store = CorpusStore(url)
    store.open(create=False)
    try:
        return {
            record.url: (number, record) for number, record in stored_records(store, TOPIC)
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
    store = CorpusStore(url)
    store.open()
    store.start_run(TOPIC, {"strategy": "adaptive"})
    store.write([*pages, copy, wrong, sport, without], [])
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


def test_an_interrupted_clean_goes_on(stale, capsys, monkeypatch):
    monkeypatch.setattr(clean_command, "_BATCH", 2)
    write = CorpusStore.write
    batches = []

    def interrupted(self, pages, *others):
        if len(batches) == 2:
            raise KeyboardInterrupt
        batches.append([record.url[-1] for record in pages])
        write(self, pages, *others)

    monkeypatch.setattr(CorpusStore, "write", interrupted)
    main(["clean", "-t", TOPIC, "--database", stale])
    assert batches == [["0", "1"], ["2", "3"]]
    batches.clear()
    monkeypatch.setattr(
        CorpusStore,
        "write",
        lambda self, pages, *others: (
            batches.append([r.url[-1] for r in pages]),
            write(self, pages, *others),
        ),
    )
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
        {"url": "x", "text": "y"},
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


def test_what_was_exported_as_warc_can_be_imported(stale, tmp_path, capsys):
    file, url = tmp_path / "pages.warc.gz", f"sqlite:///{tmp_path / 'second.db'}"
    run(capsys, "export", "-t", TOPIC, "--database", stale, "-o", str(file))
    told = run(capsys, "import", str(file), "-t", TOPIC, "--database", url)
    assert sorted(told.splitlines()) == ["1 kept as duplicates", "1 off the topic", "4 kept"]
    pages, _ = stored(url)
    old, _ = stored(stale)
    for address, (_, record) in pages.items():
        assert record.raw_html == old[address][1].raw_html
        assert record.fetched_at == old[address][1].fetched_at.replace(microsecond=0)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.jsonl", b'{"url": 1}\n{"url', "a.jsonl:2: no JSON"),
        ("a.jsonl", b"[]", "a.jsonl:1: expected an object"),
        ("a.jsonl.zst", b"nonsense", "a.jsonl.zst: cannot be read"),
        ("a.parquet", b"nonsense", "a.parquet: no Parquet file"),
        ("a.warc.gz", b"nonsense", "a.warc.gz: no WARC file"),
        ("a.txt", b"nonsense", "a.txt: unknown ending"),
    ],
)
def test_files_that_cannot_be_imported(name, content, problem, tmp_path, capsys):
    (tmp_path / name).write_bytes(content)
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    assert main(["import", str(tmp_path / name), "-t", TOPIC, "--database", database]) == 1
    told = capsys.readouterr().err
    assert problem in told
    assert len(told.strip().splitlines()) == 1
