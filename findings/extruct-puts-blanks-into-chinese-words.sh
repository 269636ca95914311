#!/usr/bin/env bash
# extruct 0.18.0, html-text 0.7.1: a headline in microdata has blanks where its HTML has a link or bold letters.
#
# By the standard a microdata value is `textContent`. extruct asks html-text for it, which sets a blank at the border of
# every inline element unless punctuation follows; for English that repairs pages, while in Chinese <b>中华</b>人民 is
# one word in two pieces, and search results, keywords in links and the first letters of paragraphs are marked so.
# Comparing with the title of the page, deduplication and segmentation then fail, and JSON-LD of the same page has no
# blanks. Seen: 中华人民共和国 comes as four pieces. Read itemprop elements with lxml's `text_content()`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet extruct==0.18.0 html-text==0.7.1 lxml==6.1.3 lxml_html_clean==0.4.6
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import extruct
import lxml.html

TITLE = "庆祝中华人民共和国成立"
PAGE = f"""<html><head><script type="application/ld+json">{{"@type": "Article", "headline": "{TITLE}"}}</script></head>
<body><div itemscope itemtype="https://schema.org/Article">
<h1 itemprop="headline">庆祝<b>中华</b>人民<em>共和</em><a href="/g">国</a>成立</h1></div></body></html>"""

data = extruct.extract(PAGE, syntaxes=["microdata", "json-ld"])
microdata = data["microdata"][0]["properties"]["headline"]
linked = data["json-ld"][0]["headline"]
standard = lxml.html.document_fromstring(PAGE).xpath("//h1")[0].text_content()
print("microdata:", microdata)
print("JSON-LD:", linked, "textContent:", standard)
assert linked == standard == TITLE, "the behaviour has changed"
assert microdata == "庆祝 中华 人民 共和 国 成立", "the behaviour has changed"
PYTHON
echo "as described"
