"""A fresh Scrapy project with topiccrawl as its add-on: `make release` runs this where only the wheel is installed.

    python fresh_project.py FOLDER

Scrapy's template makes the project, one line of its settings names the add-on and one the topic, and a spider
that knows nothing of topics crawls the web of the demo on loopback. Fails unless pages on the topic, and only
such, are in the corpus with their text.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from topiccrawl.demo.articles import load_articles
from topiccrawl.demo.server import DemoServer
from topiccrawl.demo.web import build_web

ADDONS = 'ADDONS = {"topiccrawl.addon.TopiccrawlAddon": 500}\nTOPICCRAWL_TOPIC = "partybuild"\n'
SPIDER = """
import scrapy
from scrapy.linkextractors import LinkExtractor

class PlainSpider(scrapy.Spider):
    name = "plain"
    start_urls = %r

    def parse(self, response):
        yield from response.follow_all(LinkExtractor().extract_links(response))
"""
QUICK = {
    "DOWNLOAD_DELAY": "0",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "CLOSESPIDER_PAGECOUNT": "150",
    "LOG_LEVEL": "WARNING",
}
LEAST_PAGES, LEAST_PRECISION = 20, 0.9


def main(folder: Path) -> None:
    web = build_web(load_articles())
    with DemoServer(web) as server:
        proxies = {"http_proxy": server.proxy_url, "https_proxy": server.proxy_url}
        environment = os.environ | proxies | {"no_proxy": ""}

        def scrapy(place: Path, *words: str) -> None:
            subprocess.run([sys.executable, "-m", "scrapy", *words], cwd=place, env=environment, check=True)

        folder.mkdir(parents=True, exist_ok=True)
        scrapy(folder, "startproject", "fresh")
        package = folder / "fresh" / "fresh"
        settings = (package / "settings.py").read_text(encoding="utf-8")
        assert settings.count("\nADDONS = {}\n") == 1, "Scrapy's template has changed"
        changed = settings.replace("ADDONS = {}\n", ADDONS)
        (package / "settings.py").write_text(changed, encoding="utf-8")
        (package / "spiders" / "plain.py").write_text(SPIDER % list(web.homes), encoding="utf-8")
        options = [word for name, value in QUICK.items() for word in ("-s", f"{name}={value}")]
        scrapy(folder / "fresh", "crawl", "plain", *options)
    with closing(sqlite3.connect(folder / "fresh" / "corpus.db")) as database:
        stored = dict(database.execute("SELECT url, length(text) FROM pages WHERE topic LIKE 'partybuild%'"))
    relevant = [url for url in stored if (label := web.labels.get(url)) is not None and label.relevant]
    print(f"fresh project: {len(stored)} pages stored, {len(relevant)} of them on the topic")
    assert len(stored) >= LEAST_PAGES and all(stored.values())
    assert len(relevant) >= LEAST_PRECISION * len(stored)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
