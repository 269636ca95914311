#!/usr/bin/env bash
# pandoc 3.9: of an Excel file 6 May 2024 is 45418.0, and from some programs not a single text is there.
#
# pandoc reads Excel since 3.9. A date in a cell is a number of days whose format alone says that it is a date
# (ECMA-376 part 1, 18.8.30); pandoc leaves formats out, so that dates, times and percentages are bare numbers, TRUE is
# 1.0 and the third of a list is 3.0. Texts may be in a table of their own or in the cell, as `t="inlineStr"`
# (18.18.11). Programs that write row by row do the latter (XlsxWriter with `constant_memory`, exports of databases and
# web tables); these cells are empty, headings included, and what is left is a table of numbers. Neither is an error, a
# warning, or in the manual. Seen: one table written in two ways, of one the dates are lost, of the other the texts as
# well; python-calamine has both. Convert with that to CSV first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pypandoc_binary==1.17 xlsxwriter==3.3.1 python-calamine==0.9.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from datetime import date

import pypandoc
import xlsxwriter
from python_calamine import CalamineWorkbook

ROWS = [["标题", "日期", "届"], ["会议召开", date(2024, 5, 6), 3]]
assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
found = {}
for name, row_by_row in (("shared", False), ("inline", True)):
    path = f"{sys.argv[1]}/{name}.xlsx"
    with xlsxwriter.Workbook(path, {"constant_memory": row_by_row}) as workbook:
        day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        sheet = workbook.add_worksheet("会议")
        for number, row in enumerate(ROWS):
            for column, value in enumerate(row):
                sheet.write(number, column, value, day if isinstance(value, date) else None)
    assert CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python() == ROWS, "calamine has changed"
    answer = pypandoc.convert_file(path, "plain", format="xlsx")
    print(answer)
    found[name] = [word for word in answer.split() if not word.startswith("-")]
assert found["shared"] == ["会议", "标题", "日期", "届", "会议召开", "45418.0", "3.0"], "the behaviour has changed"
assert found["inline"] == ["会议", "45418.0", "3.0"], "the behaviour has changed"
PYTHON
echo "as described"
