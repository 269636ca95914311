#!/usr/bin/env bash
# pandas 3.1.1: `read_json` gives the articles "1_23" and "12_3" one number, 123, though both are texts in the file.
#
# Sites number articles by channel and article, as in 4567_12, and a crawl's JSON Lines has these as texts. `read_json`
# infers types, as documented: a column of texts that are all numbers becomes one of numbers. What counts as a number is
# what Python's `int` takes, and in Python's code an underscore between digits separates groups (PEP 515). So
# 1_23 and 12_3 are 123, 1_0.5 is 10.5, and 2024_05 a number of six digits. As keys they merge different articles, and
# the text cannot be had back. One article without an underscore changes nothing, one with a letter leaves all as
# they are, so that it differs from file to file. `read_csv` of pandas does not do it, nor does a JSON parser. No
# warning. Seen: of six articles three are left after `drop_duplicates`. Give `dtype=False`, or a type for each field.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.1.1
"$folder/venv/bin/python" - <<'PYTHON'
import io
import json

import pandas

NUMBERS = ["1_23", "12_3", "4567_12", "456_712", "2024_051", "202_4051"]


def read(numbers, **options):
    lines = "".join(json.dumps({"number": number, "title": "关于党建的通知"}, ensure_ascii=False) + "\n" for number in numbers)
    return pandas.read_json(io.StringIO(lines), lines=True, **options)


table = read(NUMBERS)
print(dict(zip(NUMBERS, table["number"].tolist(), strict=True)))
print(len(table.drop_duplicates("number")), "of", len(NUMBERS), "articles are left")
assert table["number"].tolist() == [123, 123, 456712, 456712, 2024051, 2024051], "the behaviour has changed"
print("with an article a_5 in the file:", read([*NUMBERS, "a_5"])["number"].tolist())
assert read([*NUMBERS, "a_5"])["number"].tolist() == [*NUMBERS, "a_5"], "the behaviour has changed"
assert read(NUMBERS, dtype=False)["number"].tolist() == NUMBERS, "the behaviour has changed"
csv = pandas.read_csv(io.StringIO("number\n" + "\n".join(NUMBERS) + "\n"))
assert csv["number"].tolist() == NUMBERS, "the behaviour has changed"
PYTHON
echo "as described"
