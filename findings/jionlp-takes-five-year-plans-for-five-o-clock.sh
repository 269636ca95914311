#!/usr/bin/env bash
# jionlp 1.5.31: "十四五时期" (the years of the 14th five-year plan) is read as five o'clock today, "accurate".
#
# parse_time reads Chinese expressions of time relative to a base. Official texts date things by five-year plans:
# 十四五时期 is 2021 to 2025, 十五五时期 2026 to 2030. jionlp reads the 五时 within as an hour and returns 05:00 to 05:59 of
# the day of the base, with the definition "accurate", which is there to tell exact times from vague ones. The same
# words with 期间 or 末 raise an error, as unknown words should, so a caller who catches errors does not notice the
# first kind. Seen below, with a base of 6 May 2024.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" jionlp==1.5.31
"$folder/venv/bin/python" - <<'PYTHON'
import time

import jionlp

base = time.mktime((2024, 5, 6, 12, 0, 0, 0, 0, 0))
for text in ("十四五时期", "十五五时期"):
    found = jionlp.parse_time(text, time_base=base)
    print(text, found["time"], found["definition"])
    assert found["time"] == ["2024-05-06 05:00:00", "2024-05-06 05:59:59"], "the behaviour has changed"
    assert found["definition"] == "accurate", "the behaviour has changed"
try:
    jionlp.parse_time("十四五期间", time_base=base)
except ValueError as error:
    print("十四五期间:", error)
else:
    raise AssertionError("the behaviour has changed")
PYTHON
echo "as described"
