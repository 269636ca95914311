#!/usr/bin/env bash
# markitdown 0.1.9, pandas 3.1.1: the file number 202405060000000123, a text in Excel, is 2.024051e+17.
#
# Excel keeps 15 digits of a number, so that numbers of files, accounts and parts are typed as texts, and 001 stays
# what it is. markitdown promises Markdown that keeps important structure and content. It reads sheets with
# `pandas.read_excel`, which takes texts that look like numbers for numbers; its documentation has one sentence on it,
# at `dtype`. 001 is 1, and where one cell of the column is empty all of it are floats: of 18 digits seven are left in
# the Markdown, so that all files of a day have one number. In a column with one number that ends in a letter all are
# texts again, so that sheets of one office differ. No warning. Seen: of six texts none is left as it is. Give pandas
# `dtype=object`, or read with openpyxl or python-calamine 0.9.1, and write the table by yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "markitdown[xlsx]==0.1.9" pandas==3.1.1 openpyxl==3.1.5 \
    XlsxWriter==3.3.1 python-calamine==0.9.1
"$folder/venv/bin/python" -W ignore - "$folder/files.xlsx" <<'PYTHON'
import re
import sys

import pandas
import xlsxwriter
from markitdown import MarkItDown
from python_calamine import load_workbook

NUMBERS = ["202405060000000123", "202405060000000124", "202405060000000125"]
ROWS = [["卷号", "序号"], *([number, f"00{place}"] for place, number in enumerate(NUMBERS, 1)), ["", ""]]


def write(path, rows):
    """Write a sheet in which each cell is a text, and empty where it has none."""
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                sheet.write_string(number, column, text) if text else None


def table(path):
    """Return the rows of the table that markitdown makes."""
    lines = re.findall(r"^\|(.+)\|$", MarkItDown().convert(path).text_content, re.M)
    return [[cell.strip() for cell in line.split("|")] for line in lines if "---" not in line]


path = sys.argv[1]
rows = [[*row, "页"] for row in ROWS]
write(path, rows)
found = table(path)
for row in found:
    print("markitdown:", *row)
for row, number in zip(found[1:4], NUMBERS, strict=True):
    assert row[0] == "2.024051e+17" and row[1] == f"{NUMBERS.index(number) + 1}.0", "the behaviour has changed"
numbers = pandas.read_excel(path).iloc[:3, 0]
print("pandas:", *(f"{number:.0f}" for number in numbers))
assert numbers.dtype == "float64" and f"{numbers[0]:.0f}" != NUMBERS[0], "the behaviour has changed"

kept = pandas.read_excel(path, dtype=object).iloc[:3, :2].values.tolist()
other = [row[:2] for row in load_workbook(path).get_sheet_by_index(0).to_python()[1:4]]
print("with dtype=object:", kept)
assert kept == other == ROWS[1:4], "the behaviour has changed"
write(path, [[*row, "页"] for row in [*ROWS[:-1], ["202405060000000126X", "004甲"]]])
assert [row[:2] for row in table(path)[1:4]] == ROWS[1:4], "the behaviour has changed"
PYTHON
echo "as described"
