#!/usr/bin/env bash
# wacz 0.6.0: of a crawl's WARC `--detect-pages` lists no article, and `--text` has no text of pages in GBK.
#
# WACZ has a list of pages, which a reader shows first and searches. `wacz create --detect-pages` keeps of all HTML
# only what another request of the file names as its `Referer`: for a browser, whose pictures name their page, this is
# each page; a crawler fetches no pictures, so that its lists of articles are pages and the articles never. Without
# `Referer` the file has no list at all, and is made without a complaint. The manual says only that it generates the list.
# And `--text` decodes all as UTF-8, whatever the header says: a page in GBK has its URL as title and no text, which
# is printed as "Skipping". Seen: of two lists and two articles only the lists, one of them with a title. Write the
# list yourself and give it with `--pages`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet wacz==0.6.0 warcio==1.8.1
cat > "$folder/write.py" <<'PYTHON'
import sys
from io import BytesIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

SITE = "http://www.example.cn"
SENTENCE = "会议强调，要坚持以人民为中心，全面推进乡村振兴，加快建设农业强国，确保各项任务落到实处。"
TEXT = f"<p>{SENTENCE * 2}</p>" * 8
CRAWL = [("/gbk/", "gbk", None), ("/gbk/1.html", "gbk", "/gbk/"), ("/u/", "utf-8", None), ("/u/1.html", "utf-8", "/u/")]


def headers(line, *fields, request=False):
    return StatusAndHeaders(line, list(fields), protocol="" if request else "HTTP/1.1", is_http_request=request)


for name, named in (("named", True), ("unnamed", False)):
    with open(f"{sys.argv[1]}/{name}.warc.gz", "wb") as file:
        writer = WARCWriter(file, gzip=True)
        for path, coding, referrer in CRAWL:
            body = f"<html><head><title>会议召开</title></head><body><h1>会议召开</h1>{TEXT}</body></html>".encode(coding)
            sent = [("Host", "www.example.cn")]
            if named and referrer:
                sent.append(("Referer", SITE + referrer))
            asked = headers(f"GET {path} HTTP/1.1", *sent, request=True)
            answered = headers("200 OK", ("Content-Type", f"text/html; charset={coding}"))
            writer.write_request_response_pair(
                writer.create_warc_record(SITE + path, "request", http_headers=asked),
                writer.create_warc_record(SITE + path, "response", BytesIO(body), http_headers=answered),
            )
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/write.py" "$folder"
for name in named unnamed; do
    echo "Referer $name:"
    "$folder/venv/bin/wacz" create --detect-pages --text --output "$folder/$name.wacz" "$folder/$name.warc.gz" |
        grep -E "Skipping|Detected"
done
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import json
import sys
from zipfile import ZipFile

with ZipFile(f"{sys.argv[1]}/named.wacz") as file:
    head, *pages = map(json.loads, file.read("pages/pages.jsonl").decode().splitlines())
with ZipFile(f"{sys.argv[1]}/unnamed.wacz") as file:
    names = file.namelist()
found = {page["url"]: (page["title"], len(page.get("text", ""))) for page in pages}
print("URL, title, length of the text:", found)
print("without Referer:", names)
assert list(found) == ["http://www.example.cn/gbk/", "http://www.example.cn/u/"], "the behaviour has changed"
assert found["http://www.example.cn/gbk/"] == ("http://www.example.cn/gbk/", 0), "the behaviour has changed"
assert found["http://www.example.cn/u/"][0] == "会议召开", "the behaviour has changed"
assert found["http://www.example.cn/u/"][1] > 200, "the behaviour has changed"
assert not any(name.startswith("pages/") for name in names), "the behaviour has changed"
PYTHON
echo "as described"
