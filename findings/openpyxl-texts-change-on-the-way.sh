#!/usr/bin/env bash
# openpyxl 3.1.5, XlsxWriter 3.3.1, python-calamine 0.9.1: `_x0020_` in a text is a blank or seven characters.
#
# In OOXML `_xHHHH_` stands for a character that XML cannot hold (ECMA-376, ST_Xstring), so that a text which has it as
# such is escaped. XlsxWriter escapes and calamine resolves it; openpyxl does neither. SharePoint names columns like
# `file_x0020_name`: written by openpyxl it is `file name` for calamine, and two columns may become one. The other way a
# line break \r or a control character written by XlsxWriter is `_x000D_` for openpyxl, and for pandas with it.
# Nothing warns. Seen: of three texts only XlsxWriter and calamine leave all as they are; each other pair changes at
# least one. Stay with these two.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet XlsxWriter==3.3.1 openpyxl==3.1.5 python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import openpyxl
import xlsxwriter
from python_calamine import load_workbook

TEXTS = ["file_x0020_name", "标题\r正文", "a_x005F_b"]
folder = Path(sys.argv[1])


def write_xlsxwriter(path):
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet().write_row(0, 0, TEXTS)


def write_openpyxl(path):
    book = openpyxl.Workbook()
    book.active.append(TEXTS)
    book.save(path)


def read_calamine(path):
    return load_workbook(path).get_sheet_by_index(0).to_python()[0]


def read_openpyxl(path):
    return [cell.value for cell in openpyxl.load_workbook(path).active[1]]


found = {}
for write in (write_xlsxwriter, write_openpyxl):
    write(folder / "sheet.xlsx")
    for read in (read_calamine, read_openpyxl):
        found[write.__name__, read.__name__] = read(folder / "sheet.xlsx")
for pair, texts in found.items():
    print(*pair, texts)
assert found["write_xlsxwriter", "read_calamine"] == TEXTS, "the behaviour has changed"
assert found["write_xlsxwriter", "read_openpyxl"][1] == "标题_x000D_正文", "the behaviour has changed"
assert found["write_openpyxl", "read_calamine"][::2] == ["file name", "a_b"], "the behaviour has changed"
PYTHON
echo "as described"
