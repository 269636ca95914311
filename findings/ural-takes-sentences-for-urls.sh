#!/usr/bin/env bash
# ural 1.6.2, urlextract 1.10.0: in 详见http://www.example.com/1.html，请按时参加。 all from http to the end is the URL.
#
# `urls_from_text` of ural is said to give the URLs of a text that have a protocol. In English it leaves the comma,
# the full stop and the bracket behind a URL to the sentence. Chinese has no blank there, and its marks are of full
# width: the URL goes on to the end of the sentence, and into the next one, though no such character may stand in a
# URL as it is (RFC 3986, 2). What is found answers 404, and is another page in each sentence around one address;
# `normalize_url` keeps all of it. urlextract does so too, and finds no address without a path behind a Chinese
# character. Seen: of four addresses none is right, and all four in an English sentence or in a line of their own.
# Search for `https?://[!-~]+`, and take marks off the end.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ural==1.6.2 urlextract==1.10.0
"$folder/venv/bin/python" - <<'PYTHON'
import re

from ural import normalize_url, urls_from_text
from urlextract import URLExtract

SENTENCES = {
    "详见{}，请按时参加。": "http://www.example.com/1.html",
    "（{}）报名": "http://www.example.com/a",
    "登录{}报名截止5月6日": "https://example.com/x",
    "请看{}。会议明天召开。": "http://www.example.com",
}
extractor = URLExtract()
for sentence, url in SENTENCES.items():
    text = sentence.format(url)
    rest = sentence.partition("{}")[2]
    found, other = list(urls_from_text(text)), extractor.find_urls(text)
    print(text, found, other, normalize_url(found[0]))
    assert found == [url + rest] and normalize_url(found[0]).endswith(rest), "the behaviour has changed"
    assert other == ([] if url == "http://www.example.com" else found), "the behaviour has changed"
    assert re.findall("https?://[!-~]+", text) == [url], "the behaviour has changed"
    for english in (f"See {url}, and come.", f"See {url}. Come!", f"({url}) is it.", url):
        assert list(urls_from_text(english)) == [url], "the behaviour has changed"
PYTHON
echo "as described"
