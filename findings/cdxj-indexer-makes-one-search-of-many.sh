#!/usr/bin/env bash
# cdxj-indexer 1.5.0, warcio 1.8.1: 15 of 20 searches on a site in GBK have one key in the index of a WARC file.
#
# Old sites send a search by POST, all to one URL; `--post-append` puts the body into the key, so that each answer can be
# found again. Forms of pages in GBK send the bytes of GBK in percent form, which is what the body in the record has.
# The indexer decodes them as UTF-8, writes U+FFFD for each byte that does not fit, and encodes that: the key has four
# such characters for nearly every word of two characters, and so has `requestBody`, from which no byte can be had
# back. Who asks for one search gets the page of another, as if it was archived. No error; ASCII and UTF-8, and GBK in
# GET, keep their keys apart. Seen: of 20 searches by POST six keys, of the same in UTF-8 twenty, and twenty of URLs in
# GBK. Compare the request records themselves before you trust a hit.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cdxj-indexer==1.5.0 warcio==1.8.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import io
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import quote_plus

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

WORDS = "党建 会议 工作 教育 学习 通知 公告 新闻 政府 海口 三亚 乡村 振兴 治理 文化 体育 旅游 经济 建设 干部".split()
PAGE = "http://www.example.com/search"
folder = Path(sys.argv[1])


def write(writer, url, method, body, word, encoding):
    """Write a request for a word and its answer."""
    fields = [("Host", "www.example.com"), ("Content-Type", "application/x-www-form-urlencoded")]
    request_line = f"{method} {url.removeprefix('http://www.example.com')} HTTP/1.1"
    sent = StatusAndHeaders(request_line, fields, is_http_request=True)
    answered = StatusAndHeaders("200 OK", [("Content-Type", f"text/html; charset={encoding}")], protocol="HTTP/1.1")
    payload = io.BytesIO(f"<p>{word}</p>".encode(encoding))
    response = writer.create_warc_record(url, "response", payload=payload, http_headers=answered)
    request = writer.create_warc_record(url, "request", payload=io.BytesIO(body.encode()), http_headers=sent)
    writer.write_request_response_pair(request, response)


def keys(method, encoding):
    """Return how many searches each key of the index stands for."""
    path = folder / f"{method}-{encoding}.warc.gz"
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for word in WORDS:
            query = f"kw={quote_plus(word, encoding=encoding)}&page=1"
            url, body = (PAGE, query) if method == "POST" else (f"{PAGE}?{query}", "")
            write(writer, url, method, body, word, encoding)
    command = [folder / "venv/bin/cdxj-indexer", "--post-append", path]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return Counter(line.split(" ")[0] for line in lines)


by_post, by_utf8, by_get = keys("POST", "gbk"), keys("POST", "utf-8"), keys("GET", "gbk")
for key, searches in by_post.items():
    print(searches, key)
print(f"keys of {len(WORDS)} searches: POST in GBK {len(by_post)}, POST in UTF-8 {len(by_utf8)}, GET in GBK {len(by_get)}")
assert len(by_post) == 6 and max(by_post.values()) == 15, "the behaviour has changed"
assert by_post.total() == len(WORDS), "the behaviour has changed"
assert len(by_utf8) == len(by_get) == len(WORDS), "the behaviour has changed"
PYTHON
echo "as described"
