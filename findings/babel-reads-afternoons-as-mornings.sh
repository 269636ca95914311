#!/usr/bin/env bash
# Babel 2.19.0: `parse_time` reads 下午6:30 as 06:30, also where Babel itself has just written 下午6:30 for 18:30.
#
# `parse_time` takes a locale, whose format it is documented to use as a hint for the order of the fields. In zh_TW,
# zh_HK and zh_SG that format has 下午, 晚上 and the like before an hour up to 12, and `format_time` writes them. The
# parser looks for the letters "pm" alone and, finding none, takes the hour as it stands: evenings become mornings,
# and five past midnight five past noon. No error; English, by which one tests, and mornings come back as they went.
# Seen: of six times three come back twelve hours off in each Chinese locale, and none in en_US. Add the hours by the
# word, as in the last part below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet babel==2.19.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import time

from babel.dates import format_time, parse_time

TIMES = [time(0, 5), time(8, 30), time(11, 59), time(12, 5), time(18, 30), time(23, 15)]
MISREAD = {time(0, 5): time(12, 5), time(18, 30): time(6, 30), time(23, 15): time(11, 15)}
LATE = ("中午", "下午", "晚上")


def mended(written):
    """Return the time that a text with a Chinese word for the part of the day means."""
    read = parse_time(written, locale="zh_TW")
    return read.replace(hour=read.hour % 12 + 12 * written.startswith(LATE))


for locale in ("zh_TW", "zh_HK", "zh_SG", "en_US"):
    for moment in TIMES:
        written = format_time(moment, "short", locale=locale)
        read = parse_time(written, locale=locale)
        print(locale, moment, "->", written, "->", read)
        chinese = locale != "en_US"
        assert read == (MISREAD.get(moment, moment) if chinese else moment), "the behaviour has changed"
        assert not chinese or mended(written) == moment, "the behaviour has changed"
PYTHON
echo "as described"
