#!/usr/bin/env bash
# polars 2.1.0: a field that the first hundred lines of a JSON Lines file lack is not in the table, and nobody says so.
#
# A spider writes `author` or `source` where a page has it, and its first hundred pages are often of one site that has
# none. `read_ndjson` and `scan_ndjson` infer the columns from a hundred rows; a value of another type in a later row
# is an error, but a later field is dropped, with all of its values, and so are later fields inside of a struct. The
# same rows as an array are an error for `read_json`, and DuckDB has all of them. Seen: of 200 authors, all after row
# 100, none is left. With `infer_schema_length=None` all are there; a `schema` is faster, where the fields are known.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet polars==2.1.0 duckdb==2.0.1
"$folder/venv/bin/python" -W ignore - "$folder" <<'PYTHON'
import json
import sys
from pathlib import Path

import duckdb
import polars

rows = [{"url": f"http://www.example.cn/{number}.html", "meta": {"site": "本网"}} for number in range(300)]
for row in rows[100:]:
    row["author"] = "张三"
    row["meta"]["source"] = "新华社"
lines, whole = Path(sys.argv[1], "pages.jsonl"), Path(sys.argv[1], "pages.json")
lines.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
whole.write_text(json.dumps(rows, ensure_ascii=False))
read, scanned = polars.read_ndjson(lines), polars.scan_ndjson(lines).collect()
full = polars.read_ndjson(lines, infer_schema_length=None)
try:
    polars.read_json(whole)
except polars.exceptions.ComputeError as error:
    print("read_json:", error)
else:
    raise AssertionError("the behaviour has changed")
[(authors,)] = duckdb.sql(f"SELECT count(author) FROM '{lines}'").fetchall()
print("read_ndjson:", read.schema, read.height)
print("infer_schema_length=None:", full.schema)
print("authors for DuckDB:", authors)
assert read.height == scanned.height == 300, "the behaviour has changed"
assert read.columns == scanned.columns == ["url", "meta"], "the behaviour has changed"
assert read.schema["meta"] == polars.Struct({"site": polars.String}), "the behaviour has changed"
assert full.columns == ["url", "meta", "author"], "the behaviour has changed"
assert full["author"].count() == authors == 200, "the behaviour has changed"
PYTHON
echo "as described"
