#!/usr/bin/env bash
# warcio 1.8.1: writing a redirect to an address with Chinese in it stores another address; `recompress` does it as well.
#
# Servers send `Location` with raw characters, in UTF-8 or GBK, and clients cope. `WARCWriter` makes ASCII of a header
# that has other characters by percent-encoding all of its value as if it were a path: `http://` becomes `http%3A//`,
# `?` and `=` become %3F and %3D, and GBK is taken for Latin-1 and then written as UTF-8. The record holds what no
# server sent, its block digest is computed afterwards and right, and `warcio check` agrees. `warcio recompress`, run
# over archives that other tools wrote, changes them so and says "No Errors Found!". Seen: neither address can be
# followed any more. Keep the originals, or write such records as bytes, with fastwarc.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet warcio==1.8.1
cat > "$folder/write.py" <<'PYTHON'
import sys

for coding in ("utf-8", "gbk"):
    location = "http://www.example.cn/中文/list?id=1".encode(coding)
    body = b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"
    head = [
        "WARC/1.0",
        "WARC-Type: response",
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>",
        "WARC-Target-URI: http://www.example.cn/",
        "WARC-Date: 2026-11-28T00:00:00Z",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(body)}",
    ]
    with open(f"{sys.argv[1]}/{coding}.warc", "wb") as file:
        file.write("\r\n".join(head).encode() + b"\r\n\r\n" + body + b"\r\n\r\n")
PYTHON
cat > "$folder/read.py" <<'PYTHON'
import gzip
import sys

HOST = b"http%3A//www.example.cn/"
EXPECTED = {
    "utf-8": HOST + b"%E4%B8%AD%E6%96%87/list%3Fid%3D1",
    "gbk": HOST + b"%C3%96%C3%90%C3%8E%C3%84/list%3Fid%3D1",
}
for coding, expected in EXPECTED.items():
    with open(f"{sys.argv[1]}/{coding}.warc", "rb") as file:
        before = next(line for line in file if line.startswith(b"Location: "))
    with gzip.open(f"{sys.argv[1]}/{coding}.warc.gz") as file:
        after = next(line for line in file if line.startswith(b"Location: "))
    print(before, "->", after)
    assert after == b"Location: " + expected + b"\r\n", "the behaviour has changed"
PYTHON
"$folder/venv/bin/python" "$folder/write.py" "$folder"
for coding in utf-8 gbk; do
    "$folder/venv/bin/warcio" recompress "$folder/$coding.warc" "$folder/$coding.warc.gz" | grep "No Errors Found!"
    "$folder/venv/bin/warcio" check "$folder/$coding.warc.gz"
done
"$folder/venv/bin/python" "$folder/read.py" "$folder"
echo "as described"
