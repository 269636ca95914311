#!/usr/bin/env bash
# python-calamine 0.9.1: `CalamineSheet.iter_rows` keeps empty rows above the first cell, but no empty columns left of it.
#
# A sheet whose first cell is C3 begins in `iter_rows` with two empty rows, as if counted from A1, while each row
# begins with column C, as if counted from the first cell. So the number of a row is right and that of a column is
# two too small. `to_python` counts both from the first cell, and with `skip_empty_area=False` both from A1. Seen:
# for C3 = 1.5 and D4 = 2 the three give [[], [], [C, D], [C, D]] (with empty texts), [[C, D], [C, D]], and four
# rows of four cells. Who needs columns of the sheet adds `sheet.start[1]`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet XlsxWriter==3.3.1 python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder/sheet.xlsx" <<'PYTHON'
import sys

import xlsxwriter
from python_calamine import load_workbook

with xlsxwriter.Workbook(sys.argv[1]) as book:
    written = book.add_worksheet()
    written.write("C3", 1.5)
    written.write("D4", 2)
sheet = load_workbook(sys.argv[1]).get_sheet_by_index(0)
rows, trimmed = list(sheet.iter_rows()), sheet.to_python()
whole = sheet.to_python(skip_empty_area=False)
print("start:", sheet.start)
print("iter_rows:", rows)
print("to_python:", trimmed)
print("to_python, skip_empty_area=False:", whole)
assert sheet.start == (2, 2), "the behaviour has changed"
assert rows == [["", ""], ["", ""], [1.5, ""], ["", 2.0]], "the behaviour has changed"
assert trimmed == [[1.5, ""], ["", 2.0]], "the behaviour has changed"
assert whole == [[""] * 4, [""] * 4, ["", "", 1.5, ""], ["", "", "", 2.0]], "the behaviour has changed"
PYTHON
echo "as described"
