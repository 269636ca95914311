#!/usr/bin/env bash
# XlsxWriter 3.3.1, python-calamine 0.9.1: a column of more than 65,530 URLs loses the rest, text and all.
#
# A worksheet of Excel holds at most 65,530 links. `Worksheet.write` turns a text that looks like a URL into a
# link, and from the 65,531st on it writes nothing: neither link nor text. It returns -4 and warns once a cell;
# the file is complete otherwise, and `close` says nothing. Seen: of 65,540 URLs 65,530 arrive, and the last ten
# cells are empty. `write_string`, or {"strings_to_urls": False}, keeps all of them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet XlsxWriter==3.3.1 python-calamine==0.9.1
"$folder/venv/bin/python" -W ignore - "$folder/sheet.xlsx" <<'PYTHON'
import sys
from collections import Counter

import xlsxwriter
from python_calamine import load_workbook

URLS = 65_540


def column(options):
    """Write URLs and read them again; return what `write` returned, and the cells that have a text."""
    with xlsxwriter.Workbook(sys.argv[1], options) as book:
        sheet = book.add_worksheet()
        returned = Counter(sheet.write(row, 0, f"http://www.example.cn/{row}.html") for row in range(URLS))
        sheet.write(URLS, 0, "the last row")
    cells = load_workbook(sys.argv[1]).get_sheet_by_index(0).to_python()
    return dict(returned), sum(bool(row and row[0]) for row in cells), cells[-1][0]


links, texts = column({}), column({"strings_to_urls": False})
print("as links:", links)
print("as texts:", texts)
assert links == ({0: 65_530, -4: 10}, 65_531, "the last row"), "the behaviour has changed"
assert texts == ({0: 65_540}, 65_541, "the last row"), "the behaviour has changed"
PYTHON
echo "as described"
