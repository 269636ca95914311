#!/usr/bin/env bash
# har2warc 1.0.4, warcio 1.8.1: pages of a HAR become UTF-8 in the WARC, under headers that still say GB2312.
#
# HAR 1.2 has a page's text transcoded to UTF-8, whatever the server sent, beside the server's headers. har2warc writes
# that UTF-8 as the body and the headers as they were, so that `Content-Type: text/html; charset=GB2312` and the page's
# own `meta` are wrong about each byte. Replay, indexing and text extraction believe them: Chinese pages turn into other
# Chinese characters, and no reader can tell that they were captured well. Seen: the body of the record is what its
# header does not say, and decoded as it says has none of its words. Before converting, take `charset` from the
# headers in the HAR, and write it into them as utf-8; or capture WARC in the first place.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet har2warc==1.0.4 warcio==1.8.1
cat > "$folder/page.har" <<'JSON'
{"log": {"version": "1.2", "creator": {"name": "browser", "version": "1"},
 "pages": [{"startedDateTime": "2024-05-01T00:00:00.000Z", "id": "page_1", "title": "page", "pageTimings": {}}],
 "entries": [{"startedDateTime": "2024-05-01T00:00:00.000Z", "time": 1, "pageref": "page_1",
  "request": {"method": "GET", "url": "http://www.example.cn/", "httpVersion": "HTTP/1.1", "headers": [],
   "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
  "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
   "headers": [{"name": "Content-Type", "value": "text/html; charset=GB2312"}],
   "content": {"size": 53, "mimeType": "text/html", "text": "<meta charset=gb2312><h1>中国新闻</h1><p>会议开幕</p>"},
   "redirectURL": "", "headersSize": -1, "bodySize": 53},
  "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0}}]}}
JSON
"$folder/venv/bin/har2warc" "$folder/page.har" "$folder/page.warc.gz"
"$folder/venv/bin/python" - "$folder/page.warc.gz" <<'PYTHON'
import sys

from warcio.archiveiterator import ArchiveIterator

with open(sys.argv[1], "rb") as file:
    bodies = [
        (record.http_headers.get_header("Content-Type"), record.content_stream().read())
        for record in ArchiveIterator(file)
        if record.rec_type == "response"
    ]
[(kind, body)] = bodies
replayed = body.decode("gb18030", "replace")
print(kind, "|", replayed, "|", body.decode("utf-8"))
assert kind == "text/html; charset=GB2312", "the behaviour has changed"
assert body.decode("utf-8") == "<meta charset=gb2312><h1>中国新闻</h1><p>会议开幕</p>", "the behaviour has changed"
assert "新闻" not in replayed and "会议" not in replayed, "the behaviour has changed"
PYTHON
echo "as described"
