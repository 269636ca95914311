#!/usr/bin/env bash
# openpyxl 3.1.5, python-calamine 0.9.1: dates in built-in Chinese formats are numbers for openpyxl only.
#
# Number formats 27 to 36 and 50 to 58 are built in and have no code in the file (ECMA-376, 18.8.30): in Chinese
# versions of Excel 31 is yyyy年m月d日, 57 yyyy年m月 and 58 m月d日. openpyxl has those that English has, up to 49, and
# takes the rest for General: 2024-05-01 is 45413, with `is_date` false, and so it is in pandas, which reads cells with
# openpyxl unless told otherwise. In one column, cells with another date format are dates. Seen: of four cells with one
# date three are numbers. Read with calamine, or use `openpyxl.utils.datetime.from_excel` where
# `cell._style.numFmtId` is one of these.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet XlsxWriter==3.3.1 openpyxl==3.1.5 python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder/sheet.xlsx" <<'PYTHON'
import sys
from datetime import date

import openpyxl
import xlsxwriter
from openpyxl.utils.datetime import from_excel
from python_calamine import load_workbook

FORMATS = [14, 31, 57, 58]
DAY = date(2024, 5, 1)

with xlsxwriter.Workbook(sys.argv[1]) as book:
    sheet = book.add_worksheet()
    for column, number in enumerate(FORMATS):
        sheet.write_datetime(0, column, DAY, book.add_format({"num_format": number}))
cells = openpyxl.load_workbook(sys.argv[1]).active[1]
dates = load_workbook(sys.argv[1]).get_sheet_by_index(0).to_python()[0]
print("openpyxl:", [(number, cell.value, cell.number_format) for number, cell in zip(FORMATS, cells, strict=True)])
print("calamine:", dates)
assert dates == [DAY] * 4, "the behaviour has changed"
assert cells[0].is_date and cells[0].value.date() == DAY, "the behaviour has changed"
for number, cell in zip(FORMATS[1:], cells[1:], strict=True):
    assert (cell.value, cell.number_format, cell.is_date) == (45413, "General", False), "the behaviour has changed"
    assert cell._style.numFmtId == number, "the behaviour has changed"
    assert from_excel(cell.value).date() == DAY, "the behaviour has changed"
PYTHON
echo "as described"
