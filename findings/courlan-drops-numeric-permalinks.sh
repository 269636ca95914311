#!/usr/bin/env bash
# courlan 1.4.0: articles under /archives/123, the numeric permalinks of WordPress, are no links for courlan.
#
# `check_url` and `extract_links` leave out what their filter of page types takes for navigation, even without `strict`.
# `archives` is in it, but WordPress offers /archives/123 as the address of each article, and many Chinese blogs use it
# (with .html as well). None is what `check_url` returns for broken URLs, too, and no log tells. Seen: of a home page
# with nine articles no link is left but the channel /news/. `with_nav=True` keeps them, and each list of tags and
# each page of a calendar with them. `clean_url` and `normalize_url` do not filter.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet courlan==1.4.0
"$folder/venv/bin/python" - <<'PYTHON'
from courlan import check_url, clean_url, extract_links

HOME = "https://blog.example.cn/"
articles = [f"{HOME}archives/{number}" for number in range(120, 125)]
articles += [f"{HOME}archives/{number}.html" for number in range(125, 129)]
channel = f"{HOME}news/"
page = "".join(f"<a href='{url}'>文章</a>" for url in [channel, *articles])
found = extract_links(page, url=HOME, external_bool=False)
with_nav = extract_links(page, url=HOME, external_bool=False, with_nav=True)
print("extract_links:", found)
print("with_nav=True:", len(with_nav), "links")
print("check_url:", {check_url(url) for url in articles})
assert found == {channel}, "the behaviour has changed"
assert with_nav == {channel, *articles}, "the behaviour has changed"
assert not any(check_url(url) for url in articles), "the behaviour has changed"
assert check_url(f"{HOME}posts/120.html"), "the behaviour has changed"
assert [clean_url(url) for url in articles] == articles, "the behaviour has changed"
PYTHON
echo "as described"
