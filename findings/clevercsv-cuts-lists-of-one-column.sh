#!/usr/bin/env bash
# clevercsv 0.8.5: in a CSV of one column 2024-05-06 is 6 for `read_dataframe`, 2024 for `read_dicts`, and 08:30 is 30.
#
# clevercsv finds out how a CSV file is written and then reads it as `csv` and pandas do, "without your input"; for a
# file without a delimiter it has the answer that there is none. Lists with one column, of dates, numbers or
# headlines, are usual where pages are chosen by hand. If their rows have a hyphen, a colon, ： or 、 in common, it is
# taken for the delimiter, although the head has none and so names one column of two or three. `read_dicts` puts what
# is behind the first piece under the key None, and `read_dataframe` makes the first pieces the index, so that the
# column has the last one. There is no error. With a second column and a comma all is right. Seen: of five lists of one
# column none comes out whole. Give the delimiters that there may be to `Detector.detect`, or use `csv`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet clevercsv==0.8.5 pandas==3.1.1
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import csv
from pathlib import Path

import clevercsv

LISTS = {
    "日期": (["2024-05-06", "2024-05-07", "2024-05-08"], "-", ["2024", "2024", "2024"], [6, 7, 8]),
    "时间": (["08:30", "09:30", "10:45"], ":", ["08", "09", "10"], [30, 30, 45]),
    "文号": (["2024-001", "2024-002", "2024-003"], "-", ["2024", "2024", "2024"], [1, 2, 3]),
    "标题": (
        ["关于5-6月会议的通知", "关于7-8月培训的通知", "关于9-10月检查的通知"],
        "-",
        ["关于5", "关于7", "关于9"],
        ["6月会议的通知", "8月培训的通知", "10月检查的通知"],
    ),
    "摘要": (
        ["会议：三季度工作", "培训：四季度计划"],
        "：",
        ["会议", "培训"],
        ["三季度工作", "四季度计划"],
    ),
}


def write(name, values, more=""):
    Path("list.csv").write_text("".join(f"{value}{more}\n" for value in [name, *values]), encoding="utf-8")


for name, (values, delimiter, in_dicts, in_frame) in LISTS.items():
    write(name, values)
    with open("list.csv", encoding="utf-8", newline="") as file:
        assert [row[name] for row in csv.DictReader(file)] == values, "the behaviour has changed"
    dialect = clevercsv.detect_dialect("list.csv")
    dicts = [row[name] for row in clevercsv.read_dicts("list.csv")]
    frame = clevercsv.read_dataframe("list.csv")[name].tolist()
    print(f"{name}: {values[0]} is {dicts[0]!r} in dicts and {frame[0]!r} in a frame")
    assert dialect.delimiter == delimiter, "the behaviour has changed"
    assert dicts == in_dicts and frame == in_frame, "the behaviour has changed"
    write(name, values, more=",甲")
    assert [row[name] for row in clevercsv.read_dicts("list.csv")] == values, "the behaviour has changed"
PYTHON
echo "as described"
