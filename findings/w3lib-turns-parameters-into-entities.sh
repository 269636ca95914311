#!/usr/bin/env bash
# w3lib 2.5.0, parsel 1.12.1: `lang=`, `copy=`, `sect=` and `region` decide where a redirect of a page leads.
#
# In an attribute `&lang=` is a parameter, not the character reference `&lang;` (HTML standard, named references with
# no semicolon before `=`), and lxml reads it so. w3lib replaces references with or without semicolon in whatever text
# it is given: `get_meta_refresh`, on which Scrapy's MetaRefreshMiddleware stands, asks the site for 〈 and ©, and gets
# its start page or an error. `Selector.re`, used for URLs in scripts, does it too. Seen: of a refresh to
# /list?id=3&lang=1&copy=2 two of three parameters are gone. Read `content` with a selector, and use
# `.re(..., replace_entities=False)`; for redirects, a middleware of your own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet w3lib==2.5.0 parsel==1.12.1
"$folder/venv/bin/python" - <<'PYTHON'
from urllib.parse import parse_qs, urlsplit

from parsel import Selector
from w3lib.html import get_meta_refresh

PATH = "/list?id=3&lang=1&copy=2"
page = f"<head><meta http-equiv='refresh' content='0;url={PATH}'><script>var next = '{PATH}';</script></head>"
selector = Selector(page)


def parameters(url):
    return parse_qs(urlsplit(url).query)


seconds, target = get_meta_refresh(page, "http://www.example.cn/")
attribute = selector.css("meta::attr(content)").get()
script = selector.css("script::text").re_first("'(.*)'")
untouched = selector.css("script::text").re_first("'(.*)'", replace_entities=False)
print("attribute:", attribute)
print("get_meta_refresh:", target, parameters(target))
print("Selector.re_first:", script)
assert attribute == f"0;url={PATH}", "the behaviour has changed"
assert parameters(target) == {"id": ["3\u2329=1©=2"]}, "the behaviour has changed"
assert script == "/list?id=3\u2329=1©=2", "the behaviour has changed"
assert untouched == PATH, "the behaviour has changed"
PYTHON
echo "as described"
