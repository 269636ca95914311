#!/usr/bin/env bash
# Scrapy 2.19.0: FilesPipeline stores notice.ofd as a hash without a suffix, and so files of WPS tables.
#
# The pipeline names a file by a hash of its URL and the suffix; its documentation has such names with .jpg and .pdf,
# and `path` of each item is what comes next. A suffix that Python's `mimetypes` does not know is dropped, silently:
# .ofd (GB/T 33190, in which Chinese offices publish and sign), .et and .dps of WPS, .ceb and .caj of older archives.
# What reads the folder by suffix passes over just the official documents, and OFD is a zip to all that guess by
# content. Files are there, `status` is "downloaded", and .doc and .pdf, with which one tests, are right. Seen: of
# eight files five have no suffix. `mimetypes.add_type("application/ofd", ".ofd")`, in settings.py for each of them,
# keeps it; or override `file_path`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Scrapy==2.19.0
mkdir "$folder/site" "$folder/files"
cat > "$folder/spider.py" <<'PYTHON'
import mimetypes
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import scrapy
from scrapy.crawler import CrawlerProcess

NAMES = [f"notice.{suffix}" for suffix in ("doc", "xls", "pdf", "ofd", "et", "dps", "ceb", "caj")]
site, files = Path(sys.argv[1]), sys.argv[2]
known = sys.argv[3] == "known"
if known:
    for name in NAMES[3:]:
        mimetypes.add_type(f"application/x-{name.partition('.')[2]}", Path(name).suffix)
for name in NAMES:
    (site / name).write_bytes(name.encode())


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and logs nothing."""

    def log_message(self, *_):
        pass


class Notices(scrapy.Spider):
    """Yields one item with all files of the site."""

    name = "notices"

    async def start(self):
        yield {"file_urls": [f"{ADDRESS}/{name}" for name in NAMES]}


def keep(item, **_):
    found.extend(item["files"])


found = []
server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
threading.Thread(target=server.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{server.server_port}"
process = CrawlerProcess(
    {
        "FILES_STORE": files,
        "ITEM_PIPELINES": {"scrapy.pipelines.files.FilesPipeline": 1},
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
    }
)
crawler = process.create_crawler(Notices)
crawler.signals.connect(keep, signal=scrapy.signals.item_scraped)
process.crawl(crawler)
process.start()
suffixes = {Path(file["url"]).name: Path(file["path"]).suffix for file in found}
print(sys.argv[3], suffixes)
assert [file["status"] for file in found] == ["downloaded"] * len(NAMES), "the behaviour has changed"
for number, name in enumerate(NAMES):
    expected = Path(name).suffix if known or number < 3 else ""
    assert suffixes[name] == expected, "the behaviour has changed"
PYTHON
for kind in new known; do
    mkdir "$folder/files/$kind"
    "$folder/venv/bin/python" -W ignore "$folder/spider.py" "$folder/site" "$folder/files/$kind" "$kind"
done
echo "as described"
