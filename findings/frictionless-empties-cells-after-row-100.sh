#!/usr/bin/env bash
# frictionless 5.21.0: numbers of issues of which the 120th is 增刊 come without it, and the postcode 010010 as 10010.
#
# `extract` reads a table and returns its rows. Types of columns are guessed from the first hundred rows; a cell below
# that does not fit becomes None. `validate` would tell so, and its report is a different call; `extract` and its
# command say nothing, and return 0. Lists of newspapers' issues have 1, 2, 3 and then 增刊 or 合刊, house numbers 12号,
# counts 约50: what is lost is just what is odd. A text of digits is an integer as well, and loses its zeros in front:
# postcodes of Inner Mongolia, stock codes, numbers of files. Seen: of 120 issues one has no number, and no code has
# six digits; all are right with `Detector(field_type="string")`. Run `validate` on each table first, or read it so.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet frictionless==5.21.0
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import csv

with open("issues.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["期号", "邮编", "标题"])
    writer.writerows([number, "010010", f"第{number}期"] for number in range(1, 120))
    writer.writerow(["增刊", "010010", "五一特刊"])
PYTHON
"$folder/venv/bin/frictionless" extract --json issues.csv > guessed.json
"$folder/venv/bin/python" - <<'PYTHON'
import json

from frictionless import Detector, extract, validate

with open("guessed.json", encoding="utf-8") as file:
    [rows] = json.load(file).values()
print(rows[0], rows[-1])
assert rows[0] == {"期号": 1, "邮编": 10010, "标题": "第1期"}, "the behaviour has changed"
assert rows[-1] == {"期号": None, "邮编": 10010, "标题": "五一特刊"}, "the behaviour has changed"
assert extract("issues.csv")["issues"][-1]["期号"] is None, "the behaviour has changed"
assert [error.type for error in validate("issues.csv").task.errors] == ["type-error"], "the behaviour has changed"
plain = extract("issues.csv", detector=Detector(field_type="string"))["issues"]
assert plain[-1] == {"期号": "增刊", "邮编": "010010", "标题": "五一特刊"}, "the behaviour has changed"
PYTHON
echo "as described"
