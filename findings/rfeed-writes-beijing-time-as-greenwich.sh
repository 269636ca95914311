#!/usr/bin/env bash
# rfeed 1.1.1: an article of 20:30+08:00 stands in the feed as 20:30 GMT, with datetimes that know their zone.
#
# RSS 2.0 gives `pubDate` in the form of RFC 822, with a zone. rfeed writes the clock's time of any datetime and GMT behind
# it. A datetime with `ZoneInfo("Asia/Shanghai")` says which moment it means, and comes out eight hours late: readers
# sort the article as one to come, hide it until the morning, or count an evening's articles for the next day. No
# error; the package's page shows naive datetimes and says nothing of zones. Its tracker has an open report of it.
# PyRSS2Gen 1.1 writes the same, and says in a comment of its source that the date must be in GMT. Seen: 8 hours in
# both. Give them `moment.astimezone(timezone.utc)`; feedgen keeps the offset.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet rfeed==1.1.1 PyRSS2Gen==1.1 feedgen==1.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import re
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import PyRSS2Gen
import rfeed
from feedgen.feed import FeedGenerator

MOMENT = datetime(2024, 5, 6, 20, 30, tzinfo=timezone(timedelta(hours=8)))
SITE = {"title": "要闻", "link": "https://example.com/", "description": "要闻"}


def written(feed):
    """Return the moment of the only article in a feed."""
    return parsedate_to_datetime(re.search("<item>.*<pubDate>(.*?)</pubDate>", feed, re.DOTALL)[1])


def with_feedgen():
    """Return the feed that feedgen makes."""
    feed = FeedGenerator()
    for name, value in SITE.items():
        getattr(feed, name)(**({"href": value} if name == "link" else {name: value}))
    entry = feed.add_entry()
    entry.title("会议召开")
    entry.pubDate(MOMENT)
    return feed.rss_str().decode()


def with_rfeed(moment):
    """Return the feed that rfeed makes."""
    return rfeed.Feed(**SITE, items=[rfeed.Item(title="会议召开", pubDate=moment)]).rss()


found = {
    "rfeed": written(with_rfeed(MOMENT)),
    "PyRSS2Gen": written(
        PyRSS2Gen.RSS2(**SITE, items=[PyRSS2Gen.RSSItem(title="会议召开", pubDate=MOMENT)]).to_xml("utf-8")
    ),
    "rfeed, UTC": written(with_rfeed(MOMENT.astimezone(timezone.utc))),
    "feedgen": written(with_feedgen()),
}
print({name: (moment - MOMENT) / timedelta(hours=1) for name, moment in found.items()})
assert found["rfeed"] - MOMENT == found["PyRSS2Gen"] - MOMENT == timedelta(hours=8), "the behaviour has changed"
assert found["rfeed, UTC"] == found["feedgen"] == MOMENT, "the behaviour has changed"
PYTHON
echo "as described"
