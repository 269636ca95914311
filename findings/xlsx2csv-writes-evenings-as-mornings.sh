#!/usr/bin/env bash
# xlsx2csv 0.8.6: 18:30 in a cell is 06:30 or 06"时"05"分" in the CSV, and 8:30 is 08:29, according to the cell's format.
#
# In a number format `h` is the hour up to 23 unless AM/PM (上午/下午) is in it, and `m` the minute next to an hour,
# whatever text is between them. Chinese versions of Excel and WPS offer yyyy/m/d h:mm and h"时"mm"分". xlsx2csv
# writes both with hours up to 12, and nothing says which half of the day; for the minutes of the second it takes the
# month of the date, so that all times of May end in 05. It also cuts seconds off instead of rounding what Excel
# stores, a fraction of a day, so that one time in eleven is a minute early. All of them look like times. Seen: of
# three formats one keeps 18:30, and none 8:30; calamine reads both from all. `ignore_formats=["date", "time"]` leaves
# the numbers, from which times can be computed; or read with python-calamine.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet XlsxWriter==3.3.1 python-calamine==0.9.1 xlsx2csv==0.8.6
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import csv
import sys
from datetime import datetime
from pathlib import Path

import xlsxwriter
from python_calamine import load_workbook
from xlsx2csv import Xlsx2csv

BOOK, TABLE = Path(sys.argv[1]) / "times.xlsx", Path(sys.argv[1]) / "times.csv"
FORMATS = ["yyyy/m/d h:mm", 'h"时"mm"分"', "h:mm"]
MOMENTS = [datetime(2024, 5, 6, 18, 30), datetime(2024, 5, 6, 8, 30)]


def convert(**options):
    """Return the rows that xlsx2csv writes."""
    Xlsx2csv(str(BOOK), **options).convert(str(TABLE))
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


with xlsxwriter.Workbook(BOOK) as book:
    sheet = book.add_worksheet()
    for column, number_format in enumerate(FORMATS):
        for row, moment in enumerate(MOMENTS):
            sheet.write_datetime(row, column, moment, book.add_format({"num_format": number_format}))
evening, morning = convert()
print(MOMENTS[0], dict(zip(FORMATS, evening, strict=True)))
print(MOMENTS[1], dict(zip(FORMATS, morning, strict=True)))
assert evening == ["2024/05/06 06:30", '06"时"05"分"', "18:30"], "the behaviour has changed"
assert morning == ["2024/05/06 08:29", '08"时"05"分"', "08:29"], "the behaviour has changed"
read = load_workbook(BOOK).get_sheet_by_index(0).to_python()
numbers = convert(ignore_formats=["date", "time"])
print("calamine:", *read[0], "| ignore_formats:", *numbers[0])
assert read == [[moment] * 3 for moment in MOMENTS], "the behaviour has changed"
assert {round(float(number) * 1440) % 1440 for number in numbers[0]} == {18 * 60 + 30}, "the behaviour has changed"
PYTHON
echo "as described"
