#!/usr/bin/env bash
# lxml 6.1.3, parsel 1.12.1: what follows an embedded file of 10 MB, or 300 unclosed tags, is not in the document.
#
# Pages that a browser or an add-on saves as one file hold pictures and films as `data:` URLs, often over 10 MB, and
# old editors leave `<font>` open, so that each one is inside the one before. libxml2 has a limit for either
# (10,000,000 bytes, 255 levels). `lxml.html` then returns the document up to there: no exception, tree and tags look
# whole, the article below the picture is missing, and of the nested page nothing is left. parsel, which sets
# `huge_tree`, gives all of it, so that a spider and a script with lxml differ about one page. Seen as described.
# Parse with `lxml.html.HTMLParser(huge_tree=True)`, or look into `error_log` of the parser.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet lxml==6.1.3 parsel==1.12.1
"$folder/venv/bin/python" - <<'PYTHON'
import lxml.html
from parsel import Selector

PICTURE = "<html><body><h1>Title</h1><img src='data:image/png;base64,{}'><p>Article</p></body></html>"
PAGES = {
    "picture of 9 MB": PICTURE.format("A" * 9_000_000),
    "picture of 11 MB": PICTURE.format("A" * 11_000_000),
    "open tags": f"<html><body><h1>Title</h1>{'<font size=2>line<br>' * 300}<p>Article</p></body></html>",
}


def texts(page, parser=None):
    """Return the texts of the heading and of the article, as far as they are in the document."""
    return lxml.html.document_fromstring(page, parser=parser).xpath("//h1/text() | //p/text()")


huge = lxml.html.HTMLParser(huge_tree=True)
found = {name: texts(page) for name, page in PAGES.items()}
print("lxml:", found)
assert found["picture of 9 MB"] == ["Title", "Article"], "the behaviour has changed"
assert found["picture of 11 MB"] == ["Title"], "the behaviour has changed"
assert "Article" not in found["open tags"], "the behaviour has changed"
for name, page in PAGES.items():
    assert texts(page, huge) == ["Title", "Article"], f"{name}: the behaviour has changed"
    assert Selector(page).css("h1::text, p::text").getall() == ["Title", "Article"], f"{name}: the behaviour has changed"
print("lxml with huge_tree, parsel: all of it")
PYTHON
echo "as described"
