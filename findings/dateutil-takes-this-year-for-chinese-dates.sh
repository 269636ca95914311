#!/usr/bin/env bash
# python-dateutil 4.0.0: a fuzzy search reads month and day of 2024年5月6日, and takes the present year for its own.
#
# `parse(text, fuzzy=True)` is a usual way to find the date beside a headline; it skips what it does not know. The
# year is among that, month and day are read from what is left, and the year comes from the default, which is today's. No
# error and no warning: every article seems to be of this year, and those of later months to be of the future. With
# blanks around the characters the year is read. Seen: four spellings with a year, all four with the year of the
# default; `fuzzy_with_tokens` shows the characters as skipped, and not that a number went with them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-dateutil==4.0.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime

from dateutil.parser import parse

PRESENT = datetime(2031, 1, 1)
texts = ["2024年5月6日", "2024年05月06日", "发布时间：2024年5月6日 10:20", "来源：本站 2019年12月31日"]
for text in texts:
    found, skipped = parse(text, fuzzy_with_tokens=True, default=PRESENT)
    print(text, "->", found, skipped)
    assert found.year == PRESENT.year, "the behaviour has changed"
    assert found.replace(year=1).date() == parse(text, fuzzy=True, default=datetime(1, 1, 1)).date()
spaced = parse("2024 年 5 月 6 日", fuzzy=True, default=PRESENT)
print("2024 年 5 月 6 日", "->", spaced)
assert spaced.year == 2024, "the behaviour has changed"
PYTHON
echo "as described"
