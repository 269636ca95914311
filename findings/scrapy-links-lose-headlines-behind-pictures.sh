#!/usr/bin/env bash
# Scrapy 2.19.0: with `restrict_text` a link is not found if its picture stands before its headline.
#
# Lists of news show a picture and the headline, both linked to the article: <a><img></a> <a>headline</a>.
# `LinkExtractor` first keeps one link of each URL, the first, which has the text of the picture, that is none, and then
# looks whether `restrict_text` is in it. So articles with a picture, often the most important ones, are not followed,
# and those without are; nothing is logged. The documentation of `restrict_text` has "the link's text must match", and
# `unique` is about "extracted links". Without `restrict_text` they come, with an empty text, so that
# `meta["link_text"]` of a Rule, or a headline taken from `Link.text`, is empty for them. Seen: of three notices one is
# found. `unique=False` finds all; Scrapy's duplicate filter drops the second request of a URL anyway.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Scrapy==2.19.0 lxml==6.1.3 parsel==1.12.1 w3lib==2.5.0
"$folder/venv/bin/python" - <<'PYTHON'
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

PICTURE = "<li><a href='/art/{0}.html'><img src='/{0}.jpg'></a><a href='/art/{0}.html'>{1}</a></li>"
BARE = "<li><a href='/art/{0}.html'>{1}</a></li>"
LIST = [
    PICTURE.format(1, "关于春节放假的通知"),
    BARE.format(2, "关于停电的通知"),
    PICTURE.format(3, "关于招聘的通知"),
    BARE.format(4, "领导调研企业"),
]
body = f"<html><body><ul>{''.join(LIST)}</ul></body></html>"
response = HtmlResponse("http://www.example.cn/", body=body, encoding="utf-8")


def links(**settings):
    return {link.url.rsplit("/")[-1]: link.text for link in LinkExtractor(**settings).extract_links(response)}


print("all:", links())
print("restrict_text:", links(restrict_text="通知"))
print("restrict_text, unique=False:", links(restrict_text="通知", unique=False))
assert links() == {"1.html": "", "2.html": "关于停电的通知", "3.html": "", "4.html": "领导调研企业"}, (
    "the behaviour has changed"
)
assert list(links(restrict_text="通知")) == ["2.html"], "the behaviour has changed"
assert list(links(restrict_text="通知", unique=False)) == ["1.html", "2.html", "3.html"], "the behaviour has changed"
PYTHON
echo "as described"
