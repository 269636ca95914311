#!/usr/bin/env bash
# ural 1.6.2: all articles of a site that names them `?sid=...` get one normalized URL.
#
# `normalize_url` makes keys under which a crawler knows a page again. It drops what it takes for tracking, and `sid`
# is among that, as a session. On older Chinese sites (ASP, JSP) `sid` is also the article's number, beside `aid`, `nid`
# and `tid`, which stay. A crawl by these keys then visits one article of such a site and drops all others as known,
# without a word; none of the fifteen options keeps it. Seen: five articles, five URLs, one key; with any of four other
# names, five keys; `canonicalize_url` of the same package gives five. Make keys with that, and drop trackers by name.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ural==1.6.2
"$folder/venv/bin/python" - <<'PYTHON'
from ural import canonicalize_url, normalize_url

keys = {}
for name in ("sid", "aid", "nid", "tid", "id"):
    urls = [f"http://www.example.cn/show.asp?{name}={number}" for number in range(101, 106)]
    keys[name] = {normalize_url(url) for url in urls}
    print(f"{name}: {len(urls)} URLs, {len(keys[name])} keys")
kept = {canonicalize_url(f"http://www.example.cn/show.asp?sid={number}") for number in range(101, 106)}
assert keys["sid"] == {"example.cn/show.asp"}, "the behaviour has changed"
assert all(len(keys[name]) == 5 for name in keys if name != "sid"), "the behaviour has changed"
assert len(kept) == 5, "the behaviour has changed"
PYTHON
echo "as described"
