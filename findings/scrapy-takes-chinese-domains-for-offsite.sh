#!/usr/bin/env bash
# Scrapy 2.19.0: a spider with `allowed_domains = ["示例.政务"]` gets the first page of 示例.政务, and no other.
#
# Offices of the Chinese state have names in .政务, and .中国, .公司 and .网址 are open to all. `Request` takes such a URL and
# writes the host in ASCII (xn--…), as it has to; `allowed_domains` is compared as it was written, so that no host is
# ever equal. `scrapy genspider site 示例.政务` writes just such a spider. The first page comes, because start requests are
# not filtered; each link of it is "offsite", which only the log of level DEBUG and a statistic tell, and the crawl
# closes as "finished". `allow_domains` of LinkExtractor compares alike, and `deny_domains` denies nothing. Seen: of
# three pages one is fetched, and all three with the name in ASCII. Write xn--fsq092h.xn--zfr164b, which is
# `"示例.政务".encode("idna").decode()`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Scrapy==2.19.0 lxml==6.1.3 parsel==1.12.1 w3lib==2.5.0
cd "$folder"
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

NAME = "示例.政务"
ASCII = NAME.encode("idna").decode()
PAGE = f"<a href='/art/1.html'>一</a><a href='http://{NAME}/art/2.html'>二</a>"


class Answers:
    """Answer each request with one page, so that nothing is fetched."""

    def process_request(self, request):
        return HtmlResponse(request.url, body=PAGE, encoding="utf-8", request=request)


class Site(scrapy.Spider):
    name = "site"
    start_urls = [f"http://{NAME}/"]
    custom_settings = {"DOWNLOADER_MIDDLEWARES": {Answers: 900}, "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False}

    def parse(self, response):
        yield {"url": response.url}
        yield from response.follow_all(css="a")


process = CrawlerProcess()
crawlers = {}
for domain in (NAME, ASCII):
    crawlers[domain] = process.create_crawler(type("Spider", (Site,), {"allowed_domains": [domain]}))
    process.crawl(crawlers[domain])
process.start()
pages = {domain: crawler.stats.get_value("item_scraped_count", 0) for domain, crawler in crawlers.items()}
filtered = {domain: crawler.stats.get_value("offsite/filtered", 0) for domain, crawler in crawlers.items()}
print("pages:", pages)
print("filtered:", filtered)
assert {crawler.stats.get_value("finish_reason") for crawler in crawlers.values()} == {"finished"}, "not finished"
assert pages == {NAME: 1, ASCII: 3}, "the behaviour has changed"
assert filtered[NAME] > 0 and filtered[ASCII] == 0, "the behaviour has changed"

response = HtmlResponse(f"http://{ASCII}/", body=PAGE, encoding="utf-8")
for domain, count in {NAME: 0, ASCII: 2}.items():
    allowed = LinkExtractor(allow_domains=[domain]).extract_links(response)
    denied = LinkExtractor(deny_domains=[domain]).extract_links(response)
    print(f"LinkExtractor, {domain}: {len(allowed)} allowed, {2 - len(denied)} denied")
    assert len(allowed) == 2 - len(denied) == count, "the behaviour has changed"
PYTHON
echo "as described"
