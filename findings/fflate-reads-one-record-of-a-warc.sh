#!/usr/bin/env bash
# fflate 0.8.3: of a WARC file, or a log to which each day is added, `gunzipSync` returns the first record or day.
#
# A .gz file may have several members, one behind the other, and means all of them together (RFC 1952, 2.2). WARC files
# have one for each record, so that each can be read alone; logs and JSON Lines have one for each `gzip >>`.
# `gunzipSync`, `gunzip` and `decompressSync` end after the first and return it as all there is: no exception, and a
# text that is whole in itself. The class `Gunzip` of the same package reads all members, and so do pako and Node's
# zlib. The descriptions of the functions do not tell them apart. Seen: of 30 records of a WARC file one is there, of
# three days of articles one; with `Gunzip` all are. Use that one, or zlib where there is Node.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet warcio==1.8.1
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts fflate@0.8.3 pako@3.0.3
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import gzip
import io

from warcio.warcwriter import WARCWriter

with open("pages.warc.gz", "wb") as file:
    writer = WARCWriter(file, gzip=True)
    for number in range(30):
        body = io.BytesIO(f"<h1>第{number}篇</h1>".encode())
        url = f"http://www.example.com/{number}.html"
        writer.write_record(writer.create_warc_record(url, "resource", payload=body, warc_content_type="text/html"))
for day in range(3):
    with gzip.open("articles.jsonl.gz", "at", encoding="utf-8") as file:
        file.writelines(f'{{"title": "第{day}日第{number}篇"}}\n' for number in range(10))
PYTHON
cat > read.cjs <<'JS'
const { readFileSync } = require("fs");
const zlib = require("zlib");
const fflate = require("fflate");
const pako = require("pako");

function streamed(data) {
  const parts = [];
  new fflate.Gunzip((part) => parts.push(Buffer.from(part))).push(data, true);
  return Buffer.concat(parts);
}

const ways = {
  gunzipSync: fflate.gunzipSync,
  decompressSync: fflate.decompressSync,
  Gunzip: streamed,
  pako: pako.ungzip,
  zlib: zlib.gunzipSync,
};
const expected = { "pages.warc.gz": 1, "articles.jsonl.gz": 10 };
for (const [path, first] of Object.entries(expected)) {
  for (const [name, read] of Object.entries(ways)) {
    const count = Buffer.from(read(readFileSync(path))).toString().match(/第\d+篇/g).length;
    console.log(`${path}, ${name}: ${count} of 30`);
    if (count !== (name.endsWith("Sync") ? first : 30)) throw new Error("the behaviour has changed");
  }
}
JS
node read.cjs
echo "as described"
