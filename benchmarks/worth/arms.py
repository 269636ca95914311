"""The arms of the benchmark: two crawls of a web, and what is kept of their pages with parts switched off."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from benchmarks.live.crawl import NO_DELAYS, crawl_topic
from benchmarks.live.quality import as_logged, empty_sqlite
from benchmarks.live.web import ReplayWeb, read_log, serve
from benchmarks.measuring import PROJECT
from benchmarks.peers.contestants import OTHERS
from benchmarks.peers.crawl import run
from benchmarks.peers.environments import environment
from benchmarks.peers.task import PAGES, Task
from benchmarks.replay.captures import responses
from topiccrawl.experiments.replay.capture import Response
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.resources import cache_dir

OURS = "topiccrawl"
PLAIN = "Scrapy, trafilatura, datatrove"
_PLAIN_SPIDER = "scrapy-anchor-global"
_DATATROVE = PROJECT / "benchmarks" / "dedup_datatrove.py"

Texts = dict[str, str]
"""Texts by URL, in the order in which they were stored."""


def arms(web: ReplayWeb, topic: str, requests: int, folder: Path, datatrove: str) -> dict[str, Texts]:
    """Return what each arm keeps of the pages that the first requests of its crawl fetched.

    Args:
        web: the web.
        topic: name of the topic.
        requests: requests of a crawl, robots.txt included.
        folder: folder of crawls; those that it has are not repeated.
        datatrove: interpreter with datatrove.
    """
    crawls = ours, plain, unlearned = [folder / name for name in ("ours", "plain", "formula-5")]
    for one in crawls:
        if not (one / "done").exists():
            shutil.rmtree(one, ignore_errors=True)
            one.mkdir(parents=True)
            (_crawl_plain if one == plain else _crawl_ours)(web, topic, requests, one)
            (one / "done").touch()
    sent = {
        one: {line.url for line in read_log(one / "access.tsv")[:requests]}
        for one in (ours, plain, unlearned)
    }
    pages = {one.url: one for one in responses(web) if one.url in sent[ours] | sent[plain]}
    database = f"sqlite:///{ours / 'corpus.db'}"

    def stored(url: str, crawl: Path, *options: str) -> Texts:
        command("export", "--database", url, "--topic", topic, "--out", str(crawl / PAGES), *options)
        return {one: text for one, text in rows(crawl / PAGES).items() if one in sent[crawl]}

    kept = stored(database, ours)
    theirs = {url: text for url, text in rows(plain / "fetched.jsonl").items() if url in sent[plain]}
    everything = empty_sqlite(ours / "everything.db")
    shutil.copy(ours / "corpus.db", ours / "everything.db")
    rest = [pages[url] for url in sent[ours] - kept.keys() if url in pages]
    imported(everything, topic, rest, ours, "--keep-all")
    other_order = empty_sqlite(plain / "corpus.db")
    imported(other_order, topic, (pages[url] for url in theirs if url in pages), plain)
    by_trafilatura = {url: trafilatura(pages[url]) for url in kept if url in pages}
    return {
        PLAIN: distinct(theirs, datatrove, plain),
        OURS: kept,
        "without its learning": stored(f"sqlite:///{unlearned / 'corpus.db'}", unlearned),
        "without its order": stored(other_order, plain),
        "without its extraction": {url: text for url, text in by_trafilatura.items() if text},
        "without its verdict": stored(everything, ours),
        "without its dedup": stored(database, ours, "--include-duplicates"),
    }


def _crawl_ours(web: ReplayWeb, topic: str, requests: int, folder: Path) -> None:
    """Crawl with the shipped settings but for the delays, by the strategy that the folder is named after."""
    database = empty_sqlite(folder / "corpus.db")
    options = ("-a", f"strategy={'adaptive' if folder.name == 'ours' else folder.name}")
    with serve(web, folder / "access.tsv") as proxy:
        crawl_topic(
            web.seeds("portals"), database, requests, proxy, folder / "run", NO_DELAYS, options, topic
        )


def _crawl_plain(web: ReplayWeb, topic: str, requests: int, folder: Path) -> None:
    """Crawl with topic words in the anchor text as priority, and store all texts by trafilatura."""
    words = Topic.load(topic).words
    spider, log = OTHERS[_PLAIN_SPIDER], folder / "access.tsv"
    with serve(web, log) as proxy:
        task = Task(web.seeds("portals"), sorted(words, key=lambda word: -words[word]), requests, proxy)
        run(spider, task, str(environment(spider.package, cache_dir() / "peers")), folder, log)
    (folder / PAGES).rename(folder / "fetched.jsonl")


def command(*arguments: str) -> None:
    """Run a command of topiccrawl."""
    subprocess.run(
        [sys.executable, "-m", "topiccrawl", *arguments], cwd=PROJECT, check=True, stdout=subprocess.DEVNULL
    )


def rows(file: Path) -> Texts:
    """Return the texts of a file of pages by URL in the form of the server's log."""
    with file.open(encoding="utf-8") as lines:
        return {as_logged(row["url"]): row["text"] for row in map(json.loads, lines)}


def html(page: Response) -> bool:
    """Return whether a response is an HTML page."""
    return page.status == 200 and "html" in page.headers["content-type"]


def trafilatura(page: Response) -> str:
    """Return the main text by trafilatura's defaults."""
    from trafilatura import extract

    return extract(page.body) or ""


def imported(database: str, topic: str, pages: Iterable[Response], folder: Path, *options: str) -> None:
    """Import pages with our extraction and deduplication, and our verdict without `--keep-all`."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    archive = folder / "fetched.warc"
    with archive.open("wb") as file:
        writer = WARCWriter(file, gzip=False)
        for page in filter(html, pages):
            headers = StatusAndHeaders("200 OK", list(page.headers.items()), protocol="HTTP/1.1")
            body = BytesIO(page.body)
            writer.write_record(
                writer.create_warc_record(page.url, "response", payload=body, http_headers=headers)
            )
    command("import", str(archive), "--database", database, "--topic", topic, *options)


def distinct(texts: Texts, datatrove: str, folder: Path) -> Texts:
    """Return texts that are not empty, without near copies of earlier ones by the MinHash of datatrove."""
    found = [(url, text) for url, text in texts.items() if text.strip()]
    work = folder / "datatrove"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    file = work / "documents.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number, (_, text) in enumerate(found):
            lines.write(json.dumps({"id": str(number), "text": text}, ensure_ascii=False) + "\n")
    done = subprocess.run([datatrove, _DATATROVE, file, work], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    clusters = json.loads(done.stdout.splitlines()[-1])["clusters"]
    first = dict(zip(reversed(clusters), reversed(found), strict=True))
    own = {url for url, _ in first.values()}
    return {url: text for url, text in found if url in own}
