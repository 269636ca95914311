#!/usr/bin/env bash
# pandas 3.1.1: a time written as 20240501083000, as in every CDX index, is a day in August 1970.
#
# `read_json` makes numbers of texts that consist of digits, and dates of columns called timestamp or modified, or with
# a name in `_at` or `_time`; both is documented, and that it tries "to detect the correct precision". Fourteen digits
# are how web archives write times (`timestamp` in the JSON lines of an index server), and how Chinese sites fill
# `publish_time`. They become microseconds since 1970: all that was captured since 1996 lies within a week, in the right
# order, and nothing fails. With one missing value in the column all are right, so that chunks of one file differ.
# `dtype` with `str` for the column does not help, because dates are made afterwards. Seen: 2024-05-01 08:30 becomes
# 1970-08-23 06:21. `dtype=False` gives texts, and so does `engine="pyarrow"`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.1.1 pyarrow==26.0.1
"$folder/venv/bin/python" - <<'PYTHON'
import io
import json

import pandas as pd

TIMES = ["20240501083000", "20151231235959", None]


def read(name, times=TIMES[:2], **settings):
    """Return the column `name` of JSON lines with these times in it."""
    lines = [
        json.dumps({"urlkey": "cn,example)/art/1", name: time, "url": "http://www.example.cn/art/1", "status": "200"})
        for time in times
    ]
    return pd.read_json(io.BytesIO("\n".join(lines).encode()), lines=True, **settings)[name]


WRONG = ["1970-08-23 06:21", "1970-08-22 05:33"]
RIGHT = ["2024-05-01 08:30", "2015-12-31 23:59"]
found = {
    "timestamp": (read("timestamp"), WRONG),
    "publish_time": (read("publish_time"), WRONG),
    "dtype str": (read("timestamp", dtype={"timestamp": str}), WRONG),
    "one missing": (read("timestamp", TIMES), RIGHT),
}
for name, (column, expected) in found.items():
    print(f"{name}:", ", ".join(map(str, column)))
    assert [f"{time:%Y-%m-%d %H:%M}" for time in column[:2]] == expected, "the behaviour has changed"
right = pd.to_datetime(read("timestamp", dtype=False), format="%Y%m%d%H%M%S")
print("dtype=False, to_datetime:", ", ".join(map(str, right)))
assert [f"{time:%Y-%m-%d %H:%M}" for time in right] == RIGHT, "the behaviour has changed"
assert list(read("timestamp", engine="pyarrow")) == TIMES[:2], "the behaviour has changed"
assert list(read("captured")) == [int(time) for time in TIMES[:2]], "the behaviour has changed"
PYTHON
echo "as described"
