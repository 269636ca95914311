#!/usr/bin/env bash
# exceljs 4.4.0: every date of 2024 in a strict workbook is 16 July 1905, and each time of day midnight of a day of 1900.
#
# A cell may hold a date as a number of days or, with `t="d"`, in ISO 8601 (ECMA-376 part 1, 18.18.11). Excel writes
# the latter in "Strict Open XML", which is meant for archives, and openpyxl does with `iso_dates`. exceljs does not
# know that type; the text 2024-05-06 goes to `parseFloat`, which reads as far as the first hyphen, so that the year
# becomes a number of days since 1900. No error, no warning: all dates of a year are one day, and a sort or a filter by
# year still looks plausible. Seen: of three dates, two of them with a time, none is right; openpyxl and
# python-calamine have all. Where a file's `xl/workbook.xml` has `conformance="strict"`, or a date is before 1910, read
# with another package. The report of it in the package's tracker is open since 2024.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet openpyxl==3.1.5 python-calamine==0.9.1
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0
"$folder/venv/bin/python" - "$folder/dates.xlsx" <<'PYTHON'
import sys
from datetime import date, datetime, time

import openpyxl
from python_calamine import CalamineWorkbook

ROWS = [
    ["标题", "日期", "时间"],
    ["会议召开", date(2024, 5, 6), datetime(2024, 12, 25, 18, 30)],
    ["培训", date(1998, 10, 1), time(8, 30)],
]
workbook = openpyxl.Workbook()
workbook.iso_dates = True
for row in ROWS:
    workbook.active.append(row)
workbook.save(sys.argv[1])
again = openpyxl.load_workbook(sys.argv[1]).active
assert [list(row) for row in again.iter_rows(values_only=True)] == ROWS, "openpyxl has changed"
assert CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).to_python() == ROWS, "calamine has changed"
PYTHON
cat > "$folder/read.mjs" <<'JS'
import assert from "node:assert";
import Excel from "exceljs";

const workbook = new Excel.Workbook();
await workbook.xlsx.readFile(process.argv[2]);
const rows = [2, 3].map((row) => [2, 3].map((column) => workbook.worksheets[0].getCell(row, column).value.toISOString()));
console.log(rows);
assert.deepEqual(
    rows.flat().map((time) => time.slice(0, 16)),
    ["1905-07-16T00:00", "1905-07-16T00:00", "1905-06-20T00:00", "1900-01-07T00:00"],
    "the behaviour has changed",
);
JS
node "$folder/read.mjs" "$folder/dates.xlsx"
echo "as described"
