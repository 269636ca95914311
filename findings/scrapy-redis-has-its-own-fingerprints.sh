#!/usr/bin/env bash
# scrapy-redis 0.9.1, Scrapy 2.19.0: `REQUEST_FINGERPRINTER_CLASS` counts for Scrapy, and is ignored by scrapy-redis.
#
# Scrapy has one place to say which requests are the same: the fingerprinter, which may keep fragments (pages of
# single-page sites) or count a header. The duplicate filter of scrapy-redis computes a fingerprint of its own, from
# method, URL without fragment and body, and never asks for the setting. A spider that collects everything with
# Scrapy's scheduler loses the requests that differ only in the rest when it is moved to Redis, and they are counted
# as duplicates like others. Seen: of three pages Scrapy requests three and scrapy-redis one. Set `DUPEFILTER_CLASS` to
# a subclass whose `request_fingerprint` asks `crawler.request_fingerprinter`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Scrapy==2.19.0 scrapy-redis==0.9.1 fakeredis==2.41.0
cat > "$folder/crawl.py" <<'PYTHON'
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess

pages = []


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>page</p>")

    def log_message(self, *_):
        pass


class WithFragment:
    def fingerprint(self, request):
        return request.url.encode()


class Pages(Spider):
    name = "pages"

    async def start(self):
        for page in (1, 2, 3):
            yield Request(f"{address}/list#/page/{page}", callback=self.parse)

    def parse(self, response):
        pages.append(response.request.url)


server = HTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
settings = {"REQUEST_FINGERPRINTER_CLASS": WithFragment, "LOG_ENABLED": False}
if sys.argv[1] == "redis":
    settings |= {
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "REDIS_PARAMS": {"redis_cls": "fakeredis.FakeStrictRedis"},
    }
process = CrawlerProcess(settings)
process.crawl(Pages)
process.start()
print(sys.argv[1], sorted(url.partition("#")[2] for url in pages))
assert len(pages) == int(sys.argv[2]), "the behaviour has changed"
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/crawl.py" scrapy 3
"$folder/venv/bin/python" -W ignore "$folder/crawl.py" redis 1
echo "as described"
