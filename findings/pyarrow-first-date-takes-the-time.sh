#!/usr/bin/env bash
# pyarrow 26.0.1: a date in the first row takes the time of day from all rows below it.
#
# Pages give a day or a day and a time, so that a column has both `date` and `datetime`. `pa.array` and
# `Table.from_pylist` make date32 of it when the first value is a date, and cut the others to their day without a
# warning; when a datetime is first, the same rows are an error. It is alike with time zones: the first value decides
# whether 08:00 without a zone, next to 08:00 in Shanghai, is in UTC (eight hours later) or loses the zone of the
# other. So the data depends on the order of rows. Seen: 08:30 becomes midnight and an article of 08:00 is published at
# 16:00. Give a schema, and make all values aware datetimes before.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pyarrow==26.0.1 tzdata==2026.6
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import date, datetime, timezone
from zoneinfo import ZoneInfo

import pyarrow as pa

SHANGHAI = ZoneInfo("Asia/Shanghai")
day, moment = date(2024, 5, 1), datetime(2024, 5, 2, 8, 30)
aware, naive = datetime(2024, 5, 1, 8, tzinfo=SHANGHAI), datetime(2024, 5, 1, 8)


def column(*values):
    """Return the column that rows with these values have."""
    return pa.Table.from_pylist([{"published": value} for value in values]).column("published")


days = column(day, moment)
try:
    print("datetime first:", column(moment, day).to_pylist())
except pa.ArrowTypeError as error:
    print("datetime first:", type(error).__name__)
else:
    raise AssertionError("the behaviour has changed")
zoned, bare = column(aware, naive), column(naive, aware)
print("date first:", days.type, days.to_pylist())
print("aware first:", zoned.type, [value.astimezone(SHANGHAI).isoformat() for value in zoned.to_pylist()])
print("naive first:", bare.type, [value.isoformat() for value in bare.to_pylist()])
assert days.type == pa.date32() and days.to_pylist() == [day, moment.date()], "the behaviour has changed"
assert zoned.to_pylist() == [aware, naive.replace(tzinfo=timezone.utc)], "the behaviour has changed"
assert zoned.to_pylist()[1].astimezone(SHANGHAI).hour == 16, "the behaviour has changed"
assert bare.to_pylist() == [naive, datetime(2024, 5, 1, 0)], "the behaviour has changed"
PYTHON
echo "as described"
