#!/usr/bin/env bash
# pandas 3.1.1, lxml 6.1.3: `read_xml` keeps the last of three authors, and of 会议<b>不</b>得延期 only 会议.
#
# Records of libraries and journals repeat an element for each author and each subject: Dublin Core, OAI-PMH, RSS with
# more than one `category`. `read_xml` makes a column of each name, and what comes later in a record replaces what was
# there, also if it is empty, so that a record with an empty last `creator` has no author. Text ends at the first
# element inside of it. Its pages speak of "shallow" documents, which all of these are, and of elements that lie deeper;
# nothing is said of repeated ones, and there is no warning. Both parsers and `iterparse` do the same. Seen: of seven
# authors two are left, of three headlines two. Read such files with lxml.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.1.1 lxml==6.1.3
cat > "$folder/records.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<records>
  <record><title>论基层治理</title><creator>张三</creator><creator>李四</creator><creator>王五</creator></record>
  <record><title>会议<b>不</b>得延期</title><creator>赵六</creator></record>
  <record><title>论党建</title><creator>钱七</creator><creator>孙八</creator><creator>周九</creator><creator/></record>
</records>
XML
"$folder/venv/bin/python" - "$folder/records.xml" <<'PYTHON'
import sys

import pandas as pd
from lxml import etree

PATH = sys.argv[1]
EXPECTED = [["论基层治理", "王五"], ["会议", "赵六"], ["论党建", None]]
for options in ({}, {"parser": "etree"}, {"iterparse": {"record": ["title", "creator"]}}):
    table = pd.read_xml(PATH, **options)
    found = table.astype(object).where(table.notna(), None).to_numpy().tolist()
    print(options, found)
    assert found == EXPECTED, "the behaviour has changed"
records = etree.parse(PATH).getroot()
whole = [[name.text for name in record.iterfind("creator") if name.text] for record in records]
print("lxml:", ["".join(record.find("title").itertext()) for record in records], whole)
assert sum(map(len, whole)) == 7, "lxml has changed"
PYTHON
echo "as described"
