#!/usr/bin/env bash
# FastWARC 2.0.1: with auto_decode="all" an archive ends at its first response that is both chunked and gzipped.
#
# Servers that compress on the fly send Content-Encoding: gzip with Transfer-Encoding: chunked, and crawlers that
# keep the wire's bytes store them so. auto_decode="all" is offered to undo both, and it does: the text of that
# record is right. But the iterator stops behind it, without an error, as if the archive had ended. Responses that
# are only chunked or only gzipped do no harm, so a test with one of each passes. Seen: of six responses, the
# third being both, three are read; with auto_decode="transfer", or "none", all six. The same for archives with
# and without compression of their own. warcio 1.8.1 reads six.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet fastwarc==2.0.1 warcio==1.8.1
"$folder/venv/bin/python" - <<'PYTHON'
import gzip
import io

from fastwarc.warc import ArchiveIterator
from warcio.archiveiterator import ArchiveIterator as Warcio
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

KINDS = ["chunked", "gzip", "gzip, chunked", "plain", "gzip", "plain"]


def archive(compressed):
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=compressed)
    for number, kind in enumerate(KINDS):
        body = f"<html><title>党建 {number}</title></html>".encode()
        headers = [("Content-Type", "text/html; charset=utf-8")]
        if "gzip" in kind:
            body = gzip.compress(body)
            headers.append(("Content-Encoding", "gzip"))
        if "chunked" in kind:
            half = len(body) // 2
            chunks = (body[:half], body[half:], b"")
            body = b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks)
            headers.append(("Transfer-Encoding", "chunked"))
        else:
            headers.append(("Content-Length", str(len(body))))
        status = StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1")
        url = f"http://news.example/{number}.html"
        writer.write_record(writer.create_warc_record(url, "response", io.BytesIO(body), http_headers=status))
    return out.getvalue()


for compressed in (True, False):
    data = archive(compressed)
    read = {}
    for decode in ("none", "transfer", "all"):
        read[decode] = [record.reader.read() for record in ArchiveIterator(io.BytesIO(data), auto_decode=decode)]
    counts = {decode: len(bodies) for decode, bodies in read.items()}
    other = [record.content_stream().read().decode() for record in Warcio(io.BytesIO(data))]
    print(f"records of {'.warc.gz' if compressed else '.warc'}: {counts}; warcio: {len(other)}")
    print("last text with all:", read["all"][-1].decode())
    assert counts == {"none": 6, "transfer": 6, "all": 3}, "the behaviour has changed"
    assert len(other) == 6 and read["all"][-1].decode() == other[2], "the behaviour has changed"
PYTHON
echo "as described"
