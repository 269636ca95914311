#!/usr/bin/env bash
# ndjson 0.3.1: the headline 会议强调 U+2028 抓落实 comes back with a comma in it, and 12 U+2028 000 as 12,000.
#
# In JSON U+2028, U+2029 and U+0085 may stand in a text as they are (RFC 8259, 7), and only a line feed ends a record of
# newline-delimited JSON. Texts pasted from Word or from slides have U+2028 where a line was broken by hand, and
# `json.dumps` with `ensure_ascii=False`, as one writes Chinese, leaves it there; so does `ndjson.dumps`. `loads`, and
# `load` for files, cut the text with `str.splitlines`, which takes all three for line ends, and put the pieces
# together with commas as a list to be parsed. Between two records that is right; inside a text it puts a comma where
# none was, without an error. Seen: of four texts three are others after writing and reading, and none has an error.
# Read line by line from a file that was opened with `newline="\n"`, and give each line to `json.loads`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ndjson==0.3.1
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import json

import ndjson

RECORDS = [
    {"title": "会议强调\u2028抓落实"},
    {"title": "共12\u2028000人"},
    {"title": "第一章\u2029总则"},
    {"title": "会议不得延期"},
]
written = ndjson.dumps(RECORDS, ensure_ascii=False)
with open("records.ndjson", "w", encoding="utf-8", newline="\n") as file:
    ndjson.dump(RECORDS, file, ensure_ascii=False)
with open("records.ndjson", encoding="utf-8", newline="\n") as file:
    loaded = ndjson.load(file)
with open("records.ndjson", encoding="utf-8", newline="\n") as file:
    lines = [json.loads(line) for line in file]
for before, after in zip(RECORDS, loaded, strict=True):
    print(before, "->", after)
assert lines == RECORDS, "the behaviour has changed"
assert ndjson.loads(written) == loaded, "the behaviour has changed"
assert [record["title"] for record in loaded] == [
    "会议强调,抓落实",
    "共12,000人",
    "第一章,总则",
    "会议不得延期",
], "the behaviour has changed"
PYTHON
echo "as described"
