#!/usr/bin/env bash
# parsel 1.12.1, lxml 6.1.3: a list of jpage whose records begin with `<a` has no links, and one with `<li>` has them.
#
# jpage, a content system of many Chinese administrations, answers for a page of a list with `datastore`, in which
# each `record` is HTML in CDATA, and puts the same into a `script` of the first page. Read as HTML, which is what
# `Selector` does with text, `<![CDATA[` outside of SVG opens a comment that ends at the next `>`: the first tag of
# each record is in it. Where that is `<li>` or `<tr>` nobody misses it, and a spider that works for one site finds
# nothing on the next, where it is the link; texts end in `]]>` on both. BeautifulSoup with `lxml` or `html5lib` does
# the same. Seen: two, two and no links. Read the answer with `Selector(text, type="xml")` and each record's text as a
# page of its own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet parsel==1.12.1 lxml==6.1.3 beautifulsoup4==4.15.0 html5lib==1.1
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from bs4 import BeautifulSoup
from parsel import Selector

LINKS = ["/art/2024/5/1/art_12_101.html", "/art/2024/5/2/art_12_102.html"]
BARE = [f"<a href='{link}' title='通知'>通知</a><span>2024-05-01</span>" for link in LINKS]
FORMS = {
    "li": [f"<li>{record}</li>" for record in BARE],
    "tr": [f"<tr><td>{record}</td></tr>" for record in BARE],
    "a": BARE,
}


def answer(records):
    body = "".join(f"<record><![CDATA[{record}]]></record>" for record in records)
    return f"<datastore><totalrecord>2</totalrecord><recordset>{body}</recordset></datastore>"


def links(text):
    return Selector(text).css("a::attr(href)").getall()


for name, records in FORMS.items():
    text = answer(records)
    found = links(text)
    soups = [[a["href"] for a in BeautifulSoup(text, parser)("a")] for parser in ("lxml", "html5lib")]
    texts = Selector(text).css("record").xpath("string()").getall()
    print(f"{name}:", found, texts)
    assert found == soups[0] == soups[1] == (LINKS if name != "a" else []), "the behaviour has changed"
    assert texts == ["通知2024-05-01]]>"] * 2, "the behaviour has changed"
    inside = Selector(text, type="xml").xpath("//record/text()").getall()
    assert [link for record in inside for link in links(record)] == LINKS, "the behaviour has changed"
PYTHON
echo "as described"
