#!/usr/bin/env bash
# lxml 6.1.3, beautifulsoup4 4.15.0: a page labelled gb2312 ends at its first character that only GBK has.
#
# The Encoding Standard reads the label gb2312 as GBK, and so do browsers; many pages have it, and one name such as
# 朱镕基 is enough. lxml takes the label to the letter: at 镕 the document ends, without an exception, and `</body>`
# is closed as if the page had been whole. Only `parser.error_log` knows. BeautifulSoup makes three results of it: with
# `lxml` an empty page, with `html.parser` Latin letters, and once charset-normalizer is installed, which it does not
# ask for, the text. Seen: of three paragraphs lxml has one and the start of the second. Decode first, gb2312 as
# gb18030, or give lxml's parser `encoding="gb18030"`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet lxml==6.1.3 beautifulsoup4==4.15.0
cat > "$folder/read.py" <<'PYTHON'
import sys

import lxml.html
from bs4 import BeautifulSoup

TEXTS = ["会议在京举行。", "朱镕基出席会议。", "会议指出三点。"]
head, paragraphs = "<meta charset='gb2312'><title>要闻</title>", "".join(f"<p>{text}</p>" for text in TEXTS)
raw = f"<html><head>{head}</head><body>{paragraphs}</body></html>".encode("gb18030")


def lxml_texts(parser):
    return [p.text for p in lxml.html.document_fromstring(raw, parser=parser).iter("p")]


parser = lxml.html.HTMLParser()
found = lxml_texts(parser)
soups = {name: [p.get_text() for p in BeautifulSoup(raw, name).find_all("p")] for name in ("lxml", "html.parser")}
print("lxml:", found, [error.type_name for error in parser.error_log])
print("BeautifulSoup:", soups)
assert found == [TEXTS[0], "朱"], "the behaviour has changed"
assert lxml_texts(lxml.html.HTMLParser(encoding="gb18030")) == TEXTS, "the behaviour has changed"
assert soups["lxml"] != TEXTS and TEXTS[2] not in soups["lxml"], "the behaviour has changed"
if sys.argv[1] == "with":
    assert soups["html.parser"] == TEXTS, "the behaviour has changed"
else:
    assert soups["html.parser"][0].encode("cp1252") == TEXTS[0].encode("gb18030"), "the behaviour has changed"
PYTHON
"$folder/venv/bin/python" "$folder/read.py" without
"$folder/venv/bin/python" -m pip install --quiet charset-normalizer==3.5.2
echo "with charset-normalizer:"
"$folder/venv/bin/python" "$folder/read.py" with
echo "as described"
