#!/usr/bin/env bash
# feedparser 6.0.14: a date with slashes, dots or 年月日 becomes the first day of the month in which the feed is read.
#
# Such dates are no RFC 822, but feeds of Chinese sites have them, and `published_parsed` is documented to be there only
# for dates that could be read. The pattern for ISO dates matches their first four digits; month and day that a pattern
# lacks come from today's date, so that neither `None` nor `bozo` tells. Every entry of a year has the same date, and
# the same file read next month has another. Seen: 2024/01/15, 2024年08月15日 and 2024.12.31 23:59 are one and the
# same day. Compare `published` with the pattern of the feed before trusting it, or `registerDateHandler` an own reader.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet feedparser==6.0.14
"$folder/venv/bin/python" - <<'PYTHON'
import time

import feedparser

FEED = "<rss version='2.0'><channel><title>要闻</title>{}</channel></rss>"
ITEM = "<item><title>新闻</title><pubDate>{}</pubDate></item>"


def read(dates):
    """Return what a feed of entries with these dates has as their year, month, day, hour and minute."""
    feed = feedparser.parse(FEED.format("".join(map(ITEM.format, dates))))
    assert not feed.bozo, "the behaviour has changed"
    return [entry.published_parsed and tuple(entry.published_parsed)[:5] for entry in feed.entries]


before = time.gmtime()
dates = ["2024/01/15", "2024/08/15 12:00", "2024年08月15日", "2024年1月5日 08:30", "2024.12.31 23:59"]
found = read(dates)
after = time.gmtime()
for date, day in zip(dates, found, strict=True):
    print(date, "->", day)
iso = read(["2024-08-15 12:00"])
print("2024-08-15 12:00 ->", iso[0])
assert iso == [(2024, 8, 15, 12, 0)], "the behaviour has changed"
assert len(set(found)) == 1, "the behaviour has changed"
assert found[0] in {(2024, now.tm_mon, 1, 0, 0) for now in (before, after)}, "the behaviour has changed"
PYTHON
echo "as described"
