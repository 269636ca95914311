#!/usr/bin/env bash
# ultimate-sitemap-parser 1.8.1: a page last changed in 2019 was changed on this day of that year.
#
# The protocol of sitemaps has `lastmod` in W3C Datetime, of which 2019 and 2019-05 are full forms: "some time in that
# year" or month, as old sites give for their archives. `last_modified` is said to be the date of last modification.
# Both forms are handed to a general parser, which takes what a text lacks from today's date. So a page changes its
# date each time the sitemap is read, a crawl that fetches what is newer than its last visit fetches such pages anew
# each day, and on the 31st all of April is of the 30th. None, as for a page without `lastmod`, would be true. Seen:
# 2019 and 2019-05 have month and day of today; 2019-05-06 is right, and Scrapy's `Sitemap` gives the texts as they
# are. There is no access to the text behind `last_modified`: read the sitemap's XML for it, or drop dates whose day
# is today's.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ultimate-sitemap-parser==1.8.1 Scrapy==2.19.0
"$folder/venv/bin/python" - <<'PYTHON'
from calendar import monthrange
from datetime import datetime

from scrapy.utils.sitemap import Sitemap
from usp.tree import sitemap_from_str

DATES = ["2019", "2019-05", "2019-05-06", "2019-05-06T08:30:00+08:00"]
urls = "".join(
    f"<url><loc>http://www.example.com/{number}.html</loc><lastmod>{date}</lastmod></url>"
    for number, date in enumerate(DATES)
)
sitemap = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
)
before = datetime.now()
found = [page.last_modified for page in sitemap_from_str(sitemap).all_pages()]
after = datetime.now()
texts = [entry["lastmod"] for entry in Sitemap(sitemap.encode())]
for date, read in zip(DATES, found, strict=True):
    print(date, "->", read)


def filled(month=None):
    """Return this day in 2019 or in one month of it, as it is before and after the reading."""
    for today in (before, after):
        of = month or today.month
        yield datetime(2019, of, min(today.day, monthrange(2019, of)[1]))


assert texts == DATES, "the behaviour has changed"
assert found[0] in filled() and found[1] in filled(5), "the behaviour has changed"
assert found[2] == datetime(2019, 5, 6) and found[3].isoformat() == DATES[3], "the behaviour has changed"
PYTHON
echo "as described"
