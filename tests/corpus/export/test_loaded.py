"""Exports are read by the programs that people use: `make test-readers` installs them all."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from corpus.conftest import page

from topiccrawl.corpus.export import ExportOptions, export_pages

TEXT = "党员“学习”党章。\n\n第二段，𠮷😀\u2028末"
COLUMNS_READ = ("text", "author", "headers", "published", "quality.*")
READERS = {
    ("pandas", "jsonl"): "pandas.read_json(path, lines=True)['text'].tolist()",
    ("pandas", "jsonl.zst"): "pandas.read_json(path, lines=True, compression='zstd')['text'].tolist()",
    ("pandas", "csv"): "pandas.read_csv(path)['text'].tolist()",
    ("pandas", "parquet"): "pandas.read_parquet(path)['text'].tolist()",
    ("pandas", "xlsx"): "pandas.read_excel(path, engine='calamine')['text'].tolist()",
    ("polars", "jsonl"): "polars.read_ndjson(path)['text'].to_list()",
    ("polars", "csv"): "polars.read_csv(path)['text'].to_list()",
    ("polars", "parquet"): "polars.read_parquet(path)['text'].to_list()",
    ("duckdb", "jsonl"): "[row[0] for row in duckdb.sql(f\"select text from '{path}'\").fetchall()]",
    ("duckdb", "csv"): "[row[0] for row in duckdb.sql(f\"select text from '{path}'\").fetchall()]",
    ("duckdb", "parquet"): "[row[0] for row in duckdb.sql(f\"select text from '{path}'\").fetchall()]",
    **{
        ("datasets", format): "datasets.load_dataset(path, cache_dir=cache)['train']['text'][:]"
        for format in ("dataset", "jsonl.gz", "jsonl.zst")
    },
}
"""Code that reads the texts of an export, by program and format."""


@pytest.mark.parametrize(("program", "format"), READERS)
def test_programs_read_exports(program, format, write_sqlite, tmp_path):
    pytest.importorskip(program, reason="installed by make test-readers", exc_type=ImportError)
    # Some columns are null in the first file alone.
    late = {"author": "某", "quality": {"script": "simplified"}, "headers": {"Server": "x"}}
    url = write_sqlite(
        *(page(n, url=f"http://s{n}.cn/", text=f"{TEXT}{n}", **(late if n > 1 else {})) for n in range(4))
    )
    path = tmp_path / f"corpus.{format}"
    in_folder = program == "datasets"
    options = (
        ExportOptions(split="train=.5,test=.5", shard_size=1, columns=COLUMNS_READ)
        if in_folder
        else ExportOptions()
    )
    assert export_pages(url, "样例", format, path, options).pages == 4
    # In a process of its own: these programs set up threads and warn of each other.
    code = f"""
import json, sys, {program}
path, cache = sys.argv[1:]
print(json.dumps(list({READERS[program, format]})))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(tmp_path / "cache")],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HF_HUB_OFFLINE": "1"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    texts = json.loads(done.stdout.splitlines()[-1])
    assert len(texts) == (2 if in_folder else 4)
    assert all(text[:-1] == TEXT for text in texts)
