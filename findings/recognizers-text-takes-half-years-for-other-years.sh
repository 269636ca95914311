#!/usr/bin/env bash
# recognizers-text-suite 1.0.2a2: 上半年 (the first half of this year) is all of last year, and 去年下半年 all of next year.
#
# Reports of offices speak of half years all the time. `recognize_datetime` finds periods in Chinese and gives their first
# and last day. It reads 上, which is "upper" in 上半年, as "last" and 下 as "next", as in 上月 and 下月, and skips 半; a word
# that says which year is part of what it finds and counts for nothing. So the second half of last year is the
# whole of next year, one and a half years off, and 上半月 is the month before. Each is a result like any other, with dates.
# It was repaired for .NET in 2019, and the newest package for Python is older. Years, months, quarters and days are
# right. Seen: of six half years and half months none is right, all are twice as long and none has a day in common
# with what is meant; five other periods are right. Leave out what has 半 in it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet recognizers-text-suite==1.0.2a2 emoji==1.1.0 grapheme==0.6.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime

from recognizers_date_time import Culture, recognize_datetime

REFERENCE = datetime(2024, 5, 6, 10)
HALVES = {
    "上半年新增党员1200名": ("2024-01-01", "2024-07-01"),
    "今年上半年": ("2024-01-01", "2024-07-01"),
    "预计下半年完成": ("2024-07-01", "2025-01-01"),
    "去年下半年": ("2023-07-01", "2024-01-01"),
    "明年上半年": ("2025-01-01", "2025-07-01"),
    "上半月": ("2024-05-01", "2024-05-16"),
}
OTHERS = {
    "去年12月": ("2023-12-01", "2024-01-01"),
    "上月": ("2024-04-01", "2024-05-01"),
    "第一季度": ("2024-01-01", "2024-04-01"),
    "前年": ("2022-01-01", "2023-01-01"),
    "2024年5月": ("2024-05-01", "2024-06-01"),
}


def period(text):
    (found,) = recognize_datetime(text, Culture.Chinese, reference=REFERENCE)
    value = found.resolution["values"][0]
    return value["start"], value["end"]


for text, right in HALVES.items():
    first, end = period(text)
    print(f"{text}: {first} to {end}, not {right[0]} to {right[1]}")
    assert first >= right[1] or end <= right[0], "the behaviour has changed"
assert period("今年上半年") == period("明年上半年") == ("2023-01-01", "2024-01-01"), "the behaviour has changed"
assert period("去年下半年") == ("2025-01-01", "2026-01-01"), "the behaviour has changed"
for text, right in OTHERS.items():
    print(f"{text}: {' to '.join(period(text))}")
    assert period(text) == right, "the behaviour has changed"
PYTHON
echo "as described"
