#!/usr/bin/env bash
# warcio 1.8.1: `content_stream` leaves the chunk sizes in a body sent with `Transfer-Encoding: Chunked`.
#
# Names of transfer codings are case-insensitive (RFC 9112, section 7), and WARC files hold headers as servers sent
# them. warcio compares with `chunked` alone, so for `Chunked` the body has the sizes of its chunks in it, without
# an error or a warning: a page of two chunks begins with `5` and a line end. `Content-Encoding: GZIP` is recognised.
# With `chunked`, fields behind the last chunk (a trailer, section 7.1.2) become the end of the body: its size `0` and
# the trailer without its first two characters. Seen: of one page, sent in three ways, only one is read as it was.
# Lower-casing the header with `replace_header` before `content_stream` helps with the first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet warcio==1.8.1
"$folder/venv/bin/python" - <<'PYTHON'
from importlib.metadata import version
from io import BytesIO

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

CHUNKS = b"5\r\nHello\r\n7\r\n, world\r\n0\r\n"


def read(coding, body):
    """Write a response as a server sent it, and return its body as warcio reads it."""
    file = BytesIO()
    writer = WARCWriter(file, gzip=True)
    headers = StatusAndHeaders("200 OK", [("Transfer-Encoding", coding)], protocol="HTTP/1.1")
    writer.write_record(
        writer.create_warc_record("http://example.cn/", "response", BytesIO(body), http_headers=headers)
    )
    file.seek(0)
    return next(iter(ArchiveIterator(file))).content_stream().read()


print("warcio", version("warcio"))
found = {
    "chunked": read("chunked", CHUNKS + b"\r\n"),
    "Chunked": read("Chunked", CHUNKS + b"\r\n"),
    "chunked, with a trailer": read("chunked", CHUNKS + b"Expires: 0\r\n\r\n"),
}
for name, body in found.items():
    print(f"{name}: {body}")
assert found["chunked"] == b"Hello, world", "the behaviour has changed"
assert found["Chunked"] == CHUNKS + b"\r\n", "the behaviour has changed"
assert found["chunked, with a trailer"] == b"Hello, world0\r\npires: 0\r\n\r\n", "the behaviour has changed"
PYTHON
echo "as described"
