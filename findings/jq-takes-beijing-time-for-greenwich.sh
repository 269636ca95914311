#!/usr/bin/env bash
# jq 1.13.0 of PyPI (jq 1.8): 08:30+0800 becomes 08:30 in Greenwich, and the id 7364012345678901234 ends in 248.
#
# Feeds and APIs give times with an offset, and jq has `strptime` with %z for it, then `mktime` for seconds since 1970.
# %z is read, and not used: `mktime` takes the clock's time for UTC, so that all times of a Chinese site are eight
# hours late, and those after 16:00 are of the next day. With `Z` at the end, as in the manual's examples, it is right.
# Ids of articles on Chinese platforms have 19 digits. jq since 1.7 keeps the digits of a number that is only passed
# on, as its manual says; the package for Python turns each into a double, and gives an int whose last digits are
# others: a link that leads nowhere, or two articles of one id. `tostring` in the program keeps them. No error in
# either case. Seen: 8 hours, and 14 more than the id. Take the time as text out of jq, and the id with `tostring`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet jq==1.13.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime

import jq

RECORD = '{"id": 7364012345678901234, "time": "2024-05-06T20:30:00+0800", "utc": "2024-05-06T12:30:00Z"}'


def first(program):
    """Return the first result of a program for the record."""
    return jq.compile(program).input_text(RECORD).first()


seconds = datetime.fromisoformat("2024-05-06T12:30:00+00:00").timestamp()
found = first('.time | strptime("%Y-%m-%dT%H:%M:%S%z") | mktime')
print("time:", first('.time | strptime("%Y-%m-%dT%H:%M:%S%z") | mktime | todate'), "id:", first(".id"))
assert found - seconds == 8 * 3600, "the behaviour has changed"
assert first('.utc | strptime("%Y-%m-%dT%H:%M:%SZ") | mktime') == seconds, "the behaviour has changed"
assert first(".id") == 7364012345678901248, "the behaviour has changed"
assert first(".id | tostring") == "7364012345678901234", "the behaviour has changed"
PYTHON
echo "as described"
