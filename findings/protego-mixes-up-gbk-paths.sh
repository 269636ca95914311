#!/usr/bin/env bash
# Protego 0.7.0: a rule for the folder 搜索 in GBK forbids 新闻, 体育 and 党建 as well.
#
# Sites in GBK write paths in robots.txt as their URLs have them: /%CB%D1%CB%F7/ is 搜索 (search). Protego decodes rules
# and URLs as UTF-8, puts U+FFFD for each byte that does not fit, in both, and then compares, so that the names of most
# sections with two characters are four times U+FFFD and one and the same; RFC 9309 (2.2.2) compares octets. Scrapy
# reads robots.txt with Protego: a crawl loses sections that no rule names, logged as "Forbidden by robots.txt". With
# UTF-8 each folder is itself. Seen: of six sections the rule for the first forbids four, and leaves one whose bytes
# happen to be UTF-8 and one that is longer. There is no setting; a parser of your own can compare what is written.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Protego==0.7.0
"$folder/venv/bin/python" - <<'PYTHON'
from urllib.parse import quote

from protego import Protego

SECTIONS = ["搜索", "新闻", "体育", "党建", "图片", "国内新闻"]


def allowed(coding):
    """Return which sections may be fetched, where the rule is for the first one."""
    paths = {name: f"/{quote(name, encoding=coding)}/" for name in SECTIONS}
    rules = Protego.parse(f"User-agent: *\nDisallow: {paths[SECTIONS[0]]}\n")
    return {name: rules.can_fetch(f"http://www.example.cn{path}1.html", "bot") for name, path in paths.items()}


found = {coding: allowed(coding) for coding in ("utf-8", "gbk")}
for coding, sections in found.items():
    print(f"{coding}: {sections}")
assert list(found["utf-8"].values()) == [False, True, True, True, True, True], "the behaviour has changed"
assert list(found["gbk"].values()) == [False, False, False, False, True, True], "the behaviour has changed"
PYTHON
echo "as described"
