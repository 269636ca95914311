#!/usr/bin/env bash
# fastfeedparser 0.6.5: an article without a date, whose `guid` is 12, was published on the 12th of this month.
#
# RSS requires neither `pubDate` nor a form of `guid`: with `isPermaLink="false"` it is any text that names the item (RSS
# 2.0), and small systems give the number of the article in their database. If an item has no date, fastfeedparser
# reads this number as one: up to 31 it is a day of the month in which the feed is read, from 32 on a year, with six
# digits a day, month and year. Numbers that are no date leave the item without one, as they should, so that it hits some
# articles of a feed. The result is in `published`, in ISO 8601 with UTC, like true dates; a feed of new articles has them
# of the year 1205. The README has no word of it. Seen: of six items without a date four have one, and none would if
# their `guid` was a URL. Take `published` only from feeds whose items all have `pubDate`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet fastfeedparser==0.6.5
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import UTC, datetime

import fastfeedparser

FEED = """<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>要闻</title>
<link>http://www.example.com/</link><description>本站要闻</description>{items}</channel></rss>"""
ITEM = """<item><title>第{number}篇</title><link>http://www.example.com/{number}.html</link>
<guid isPermaLink="{permanent}">{guid}</guid></item>"""
NUMBERS = ["12", "99", "1205", "240506", "12345", "1234567"]


def dates(guid, permanent):
    items = "".join(ITEM.format(number=number, guid=guid.format(number), permanent=permanent) for number in NUMBERS)
    entries = fastfeedparser.parse(FEED.format(items=items)).entries
    return {number: entry.get("published") for number, entry in zip(NUMBERS, entries, strict=True)}


found = dates("{}", "false")
for number, published in found.items():
    print(f"guid {number}: published {published}")
today = datetime.now(UTC)
assert found["12"].startswith(f"{today:%Y-%m}-12"), "the behaviour has changed"
assert found["99"].startswith("1999-") and found["1205"].startswith("1205-"), "the behaviour has changed"
assert found["240506"].startswith("2006-05-24"), "the behaviour has changed"
assert found["12345"] is None and found["1234567"] is None, "the behaviour has changed"
by_url = dates("http://www.example.com/{}.html", "true")
print("with URLs as guid:", set(by_url.values()))
assert set(by_url.values()) == {None}, "the behaviour has changed"
PYTHON
echo "as described"
