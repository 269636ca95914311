"""Speed and memory of exports, each in a process of its own.

    python -m benchmarks.exports [--pages N] [EXPORT ...]

Stores made pages in SQLite: words by their frequency, 900 characters a page, each with a mobile number. The
source of a page is little more than its text, so real pages take longer for Markdown. Tokens need
`tokenizers`; the tokenizer is trained on the made texts. Writes results/exports.json.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zlib
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from sqlite3 import connect
from time import monotonic
from typing import Any

from sqlalchemy import Connection, insert

from benchmarks.kills.corpus import articles, page_url
from benchmarks.measuring import PROJECT, arguments, show_rows, update_result, work_folder
from topiccrawl.corpus.quality import measure_quality
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.row import row_of, url_hash

TOPIC = "made"
TEXTS = 2_000
# The peak memory by `resource` would be that of this process, which was copied to start the other.
RUN = """
import re, sys, time
from pathlib import Path
from topiccrawl.cli import main
assert not main(sys.argv[1:])
print(time.process_time(), re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""
EXPORTS = {
    "jsonl": "--format jsonl",
    "jsonl, masked": "--format jsonl --mask",
    "csv": "--format csv",
    "parquet": "--format parquet",
    "xlsx": "--format xlsx",
    "warc": "--format warc",
    "first feed": "--format jsonl --since-state state",
    "feed of nothing": "--format jsonl --since-state state",
    "overlap": "--format jsonl --overlap other.jsonl",
    "not in 1,500 documents": "--format jsonl --not-in other.jsonl",
    "jsonl.gz shards": "--format jsonl.gz --shard-size 10000",
    "jsonl.zst shards": "--format jsonl.zst --shard-size 10000",
    "parquet shards": "--format parquet --shard-size 10000",
    "dataset with splits": "--format dataset --split train=.9,test=.1",
    "chunks of 500 characters": "--format jsonl --chunks 500",
    "chunks of 300 tokens": "--format jsonl --chunks 300 --tokenizer tokenizer.json",
    "tokens": "--format jsonl --columns url,text --tokenizer tokenizer.json",
    "summary": "--format jsonl --columns title,summary",
    "markdown": "--format jsonl --columns url,markdown",
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("exports", nargs="*", metavar="EXPORT", help=f"of: {'; '.join(EXPORTS)}")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--work", type=Path, help="folder that is kept, with its corpus")
    args = parser.parse_args()
    with work_folder(args.work) as work:
        database = f"sqlite:///{work / 'corpus.db'}"
        if not (work / "corpus.db").exists():
            store_pages(database, args.pages)
            train_tokenizer(work / "tokenizer.json")
            with (work / "other.jsonl").open("w", encoding="utf-8") as file:
                for title, text in list(articles(TEXTS + 1_500))[TEXTS:]:
                    file.write(json.dumps({"title": title, "text": text}, ensure_ascii=False) + "\n")
        rows = {}
        for name in args.exports or EXPORTS:
            rows[name] = measure(database, work, EXPORTS[name])
            show_rows("export", {name: rows[name]})
            update_result("exports", {name: rows[name]})


def store_pages(database: str, count: int) -> None:
    """Insert pages, without what only crawls need; every 2,000 pages the texts are the same again."""
    store = CorpusStore(database)
    store.open()
    run = store.start_run(TOPIC, {})
    pages, sources = [], []
    for number, (title, text) in enumerate(articles(TEXTS)):
        text = f"{text}\n联系电话：138{number:08}。"
        body = f"<html><title>{title}</title><body><p>{text.replace(chr(10), '</p><p>')}</p></body></html>"
        page = PageRecord(
            topic=TOPIC,
            url=page_url(number),
            run_id=run,
            fetched_at=datetime.now(UTC),
            title=title,
            text=text,
            quality=measure_quality(text),
        )
        pages.append(row_of(schema.pages, page))
        sources.append({"raw_html": zlib.compress(body.encode()), "raw_text": text})
    for start in range(0, count, TEXTS):
        numbers = range(start, min(start + TEXTS, count))
        urls = map(page_url, numbers)
        keys = [
            {"id": number + 1, "url": url, "url_hash": url_hash(url)}
            for number, url in zip(numbers, urls, strict=True)
        ]
        rows = [page | key for page, key in zip(pages, keys, strict=False)]
        others = [source | {"page_id": key["id"]} for source, key in zip(sources, keys, strict=False)]
        store.transact(partial(_insert, rows, others))
    store.close()


def _insert(pages: list[Any], sources: list[Any], connection: Connection) -> None:
    connection.execute(insert(schema.pages), pages)
    connection.execute(insert(schema.sources), sources)


def train_tokenizer(file: Path) -> None:
    """Write a byte-level BPE of 20,000 tokens."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=20_000, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    tokenizer.train_from_iterator((text for _, text in articles(TEXTS)), trainer)
    tokenizer.save(str(file))


def measure(database: str, work: Path, options: str) -> dict[str, Any]:
    """Run an export; return pages a second of the clock and of the processor, and the peak memory in MB."""
    command = [sys.executable, "-c", RUN, "export", "--database", database, "--topic", TOPIC]
    command += ["--out", str(work / "out"), *options.split()]
    for old in (work / "out", work / ".out.export"):
        shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
    start = monotonic()
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=True)
    seconds = monotonic() - start
    processor, kilobytes = map(float, ended.stdout.splitlines()[-1].split())
    with closing(connect(work / "corpus.db")) as corpus:
        pages = corpus.execute("SELECT count(*) FROM pages").fetchone()[0]  # a feed of nothing names none
    return {
        "pages": pages,
        "a_second": round(pages / seconds),
        "a_cpu_second": round(pages / processor),
        "mb": round(kilobytes / 1024),
    }


if __name__ == "__main__":
    main()
