#!/usr/bin/env bash
# cnlunar 0.2.5: from 2025 to 2029 no day is 除夕, the eve of Spring Festival.
#
# 除夕 is the last day of the lunar year, and since 2025 a public holiday. The twelfth month has 29 days or 30, as the
# moon will have it, and 29 in each of the five years from 2025 to 2029. cnlunar, with which calendars show the
# festivals of a day, has 除夕 in a table under the 30th of that month and nowhere else, so that in those years
# `get_otherLunarHolidays` gives for the eve what else is in the table under the 29th, and no other day is the eve.
# There is no error, and day and month themselves are right. Seen: of the eves of the twelve years from 2021 to 2032 eight
# are missing. borax 4.1.3 has all twelve. Ask whether the next day is the first of the first month.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cnlunar==0.2.5 borax==4.1.3
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime, timedelta

import cnlunar
from borax.calendars.festivals2 import FestivalLibrary
from borax.calendars.lunardate import LunarDate


def festivals(day):
    lunar = cnlunar.Lunar(datetime(day.year, day.month, day.day, 10))
    names = [lunar.get_legalHolidays(), lunar.get_otherLunarHolidays(), lunar.get_otherHolidays()]
    return lunar.lunarDayCn, " ".join(names)


library = FestivalLibrary.load_builtin()
missing = []
for year in range(2021, 2033):
    spring = LunarDate(year, 1, 1).to_solar_date()
    eve = spring - timedelta(days=1)
    name, found = festivals(eve)
    print(f"{eve} ({name}): {found.strip() or 'nothing'}")
    assert "除夕" in library.get_festival_names(eve), "the behaviour has changed"
    assert "春节" in festivals(spring)[1], "the behaviour has changed"
    assert ("除夕" in found) == (name == "三十"), "the behaviour has changed"
    if "除夕" not in found:
        missing.append(year)
print("years without 除夕:", missing)
assert missing == [2022, 2025, 2026, 2027, 2028, 2029, 2031, 2032], "the behaviour has changed"
PYTHON
echo "as described"
