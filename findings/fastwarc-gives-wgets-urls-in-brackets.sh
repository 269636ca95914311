#!/usr/bin/env bash
# wget 1.21.3, FastWARC 2.0.1: of an archive that wget wrote every URL begins with < and ends with >.
#
# WARC 1.0 has `WARC-Target-URI: <http://...>` in its grammar and plain URLs in its examples; wget, the usual way to
# make an archive without a crawler, writes the brackets, and WARC 1.1 took them out of the grammar. warcio and its
# namesake of npm take them off. FastWARC, which is used because it is fast, gives the value as it stands: a look-up by
# URL finds nothing, `urlsplit` sees neither host nor scheme, so that counts by host have one host, filters by site
# drop all, and a list joined with one of another archive has no page twice. No error; most archives are right, those
# by wget are not. Seen: of two records neither URL has a host; with warcio 1.8.1 both have. Strip "<>" from each URL.
set -euo pipefail

folder=$(mktemp -d)
server=""
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet fastwarc==2.0.1 warcio==1.8.1
(cd "$folder" && apt-get download -qq wget=1.21.3-1+deb12u1 && dpkg-deb -x wget_*.deb debian) 2>/dev/null
mkdir "$folder/site"
echo "<h1>会议召开</h1>" > "$folder/site/1.html"
"$folder/venv/bin/python" - "$folder/site" "$folder/port" <<'PYTHON' &
import sys
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler

with HTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=sys.argv[1])) as server:
    with open(sys.argv[2], "w") as file:
        file.write(str(server.server_port))
    server.timeout = 60
    server.handle_request()
PYTHON
server=$!
for _ in $(seq 100); do [ -s "$folder/port" ] && break; sleep 0.1; done
url="http://127.0.0.1:$(cat "$folder/port")/1.html"
"$folder/debian/usr/bin/wget" --version | head -1
"$folder/debian/usr/bin/wget" --quiet --no-proxy --warc-file="$folder/site" --output-document=/dev/null "$url" 2>/dev/null
"$folder/venv/bin/python" - "$folder/site.warc.gz" "$url" <<'PYTHON'
import sys
from urllib.parse import urlsplit

from fastwarc.warc import ArchiveIterator, WarcRecordType
from warcio.archiveiterator import ArchiveIterator as Warcio

path, url = sys.argv[1:]
with open(path, "rb") as file:
    records = ArchiveIterator(file, record_types=WarcRecordType.request | WarcRecordType.response)
    found = [record.headers["WARC-Target-URI"] for record in records]
with open(path, "rb") as file:
    others = [
        record.rec_headers.get_header("WARC-Target-URI")
        for record in Warcio(file)
        if record.rec_type in ("request", "response")
    ]
print("FastWARC:", found, "warcio:", others)
assert found == [f"<{url}>"] * 2, "the behaviour has changed"
assert not urlsplit(found[0]).hostname, "the behaviour has changed"
assert others == [url] * 2, "warcio has changed"
PYTHON
echo "as described"
