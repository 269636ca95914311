#!/usr/bin/env bash
# pylightxl 1.61: a sum that Excel shows as 壹拾贰万捌仟 is 2250/06/13.
#
# Receipts and contracts show sums in capital numerals. Excel and WPS have a format for that, 中文大写数字, whose code is
# [DBNum2][$-804]General; [DBNum1] shows 十二 instead of 12. pylightxl counts the letters y, d, h and s of the code, in
# brackets and quotation marks as well, and the figures 0, # and ?; if the letters are more, the number is a date or a
# time. So is a number under "DN"0, a format for pipes. The same cell in plain digits is the number, and the README
# has no word about formats. No error, and a date in a column of sums is seen only by who looks. Seen: of five formats
# of 128,000 four are a day in 2250; openpyxl 3.1.5 and python-calamine 0.9.1 have the number always. Read with one of
# these.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pylightxl==1.61 XlsxWriter==3.3.1 openpyxl==3.1.5 \
    python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder/receipt.xlsx" <<'PYTHON'
import sys

import openpyxl
import pylightxl
import xlsxwriter
from python_calamine import load_workbook

FORMATS = ["General", "[DBNum2][$-804]General", "[DBNum1][$-804]General", '[DBNum2][$-804]General"元整"', '"DN"0']
SUM = 128_000

with xlsxwriter.Workbook(sys.argv[1]) as book:
    sheet = book.add_worksheet("收据")
    for column, code in enumerate(FORMATS):
        sheet.write_number(0, column, SUM, book.add_format({"num_format": code}))
found = pylightxl.readxl(sys.argv[1]).ws("收据").row(1)
others = [cell.value for cell in openpyxl.load_workbook(sys.argv[1]).active[1]]
calamine = load_workbook(sys.argv[1]).get_sheet_by_index(0).to_python()[0]
for code, *values in zip(FORMATS, found, others, calamine, strict=True):
    print(code, "pylightxl, openpyxl, calamine:", *values)
assert found == [SUM] + ["2250/06/13"] * 4, "the behaviour has changed"
assert others == calamine == [SUM] * 5, "the behaviour has changed"
PYTHON
echo "as described"
