#!/usr/bin/env bash
# dateparser 1.5.0: 12月25日 becomes a day of 2012 and 11月8日 one of August 2011; with `languages=["zh"]` they are none.
#
# Lists of articles give dates without a year. For dateparser 5月1日 is no date in Chinese, so that, free to choose, it
# takes Japanese, whose order is year, month, day: 12 is the year, and the day or month that is then missing comes
# from today. It takes 1 to 9 for months, so that all is well from January to September, and tests pass until October.
# With `languages=["zh"]` 05-01 08:30 is in January 2005. Seen: of six dates three are wrong without the language, and
# all six with it. Put the year in front of the text, or set `DATE_ORDER` to MDY, without a language.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet dateparser==1.5.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from datetime import datetime

import dateparser

TODAY = datetime(2024, 12, 30, 10, 0)
DATES = {
    "5月1日": datetime(2024, 5, 1),
    "9月15日 08:30": datetime(2024, 9, 15, 8, 30),
    "05-01 08:30": datetime(2024, 5, 1, 8, 30),
    "10月20日": datetime(2024, 10, 20),
    "11月8日 08:30": datetime(2024, 11, 8, 8, 30),
    "12月25日": datetime(2024, 12, 25),
}


def read(today=TODAY, languages=None, **settings):
    return [
        dateparser.parse(text, languages=languages, settings={"RELATIVE_BASE": today, **settings}) for text in DATES
    ]


right = list(DATES.values())
free, chinese = read(), read(languages=["zh"])
in_may = read(today=datetime(2024, 5, 30, 10, 0))
for text, one, other in zip(DATES, free, chinese, strict=True):
    print(f"{text} -> {one} | with the language: {other}")
print("12月25日, read in May:", in_may[5])
assert free[:3] == right[:3], "the behaviour has changed"
wrong = [datetime(2010, 12, 20), datetime(2011, 8, 30, 8, 30), datetime(2012, 12, 25)]
assert free[3:] == wrong, "the behaviour has changed"
assert in_may[5] == datetime(2012, 5, 25), "the behaviour has changed"
assert chinese == [None, None, datetime(2005, 1, 30, 8, 30), None, None, None], "the behaviour has changed"
assert read(DATE_ORDER="MDY") == right, "the behaviour has changed"
assert dateparser.parse("2024年12月25日", languages=["zh"]) == datetime(2024, 12, 25), "the behaviour has changed"
PYTHON
echo "as described"
