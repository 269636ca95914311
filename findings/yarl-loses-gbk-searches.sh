#!/usr/bin/env bash
# yarl 1.25.1: changing `page` in the URL of a search in GBK replaces the search word.
#
# Forms of pages in GBK send `kw=%D6%D0%B9%FA`, which is no UTF-8. yarl keeps such a URL as it is, until a parameter is
# set: `update_query`, `with_query` of `url.query`, and `%` decode all of the query as UTF-8 and write %EF%BF%BD for each
# byte that does not fit; `extend_query`, which only adds, leaves it alone. The server answers with the hits of another
# word, or none, and searches for different words become one URL, so that a crawler takes the second for seen. Seen:
# page 2 of 中国 is that of four characters nobody searched for, and 中 and 你 have the same page 2. Change the text of
# the query, and build `URL(..., encoded=True)`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet yarl==1.25.1
"$folder/venv/bin/python" - <<'PYTHON'
from urllib.parse import quote, unquote

from yarl import URL


def search(word):
    return URL(f"http://www.example.cn/search?kw={quote(word, encoding='gbk')}")


def asked(url):
    """Return the word that the server reads from the query."""
    return unquote(url.raw_query_string.split("&")[0].removeprefix("kw="), encoding="gbk", errors="replace")


start = search("中国")
ways = {
    "update_query": start.update_query(page=2),
    "with_query": start.with_query({**start.query, "page": "2"}),
    "%": start % {"page": 2},
}
print("start:", start, asked(start))
assert asked(start) == "中国", "the behaviour has changed"
for way, url in ways.items():
    print(f"{way}: {url}", asked(url))
    assert "%EF%BF%BD" in str(url) and asked(url) != "中国", "the behaviour has changed"
assert search("中") != search("你"), "the behaviour has changed"
assert search("中").update_query(page=2) == search("你").update_query(page=2), "the behaviour has changed"
assert asked(start.extend_query(page=2)) == "中国", "the behaviour has changed"
assert asked(URL(f"{start}&page=2", encoded=True)) == "中国", "the behaviour has changed"
PYTHON
echo "as described"
