#!/usr/bin/env bash
# aiocsv 1.4.1: of a CSV that Excel for Mac saved the last row is missing, and a list of one article is empty.
#
# Excel for Mac has "CSV (Macintosh)" among its formats, which ends a row with a carriage return alone; Python's `csv`
# takes it for the end of a row as it takes a line feed. aiocsv, which reads such files without blocking a crawler's
# other work, promises the same as `csv` in the same terms. It waits behind a carriage return for the line feed that
# may follow, and if instead the file ends there, the row that was read is forgotten. There is no error and no
# warning. With line feeds, with both characters, or with no end after the last row nothing is lost. Seen: of three
# rows two are read by AsyncReader, and of a head and one row no row by AsyncDictReader. Append "\n" to such a file.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet aiocsv==1.4.1 aiofiles==25.1.0
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import csv
from pathlib import Path

import aiofiles
from aiocsv import AsyncDictReader, AsyncReader

ROWS = [["标题", "日期"], ["会议通知", "2024-05-06"], ["放假通知", "2024-05-07"]]


async def read(reader):
    async with aiofiles.open("list.csv", encoding="utf-8", newline="") as file:
        return [row async for row in reader(file)]


def both(end, rows, last=True):
    text = end.join(",".join(row) for row in rows) + (end if last else "")
    Path("list.csv").write_bytes(text.encode())
    with open("list.csv", encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == rows, "the behaviour has changed"
    found = asyncio.run(read(AsyncReader))
    print(f"rows end with {end!r}, the last one {'too' if last else 'not'}: {len(found)} of {len(rows)} rows")
    return found


assert both("\n", ROWS) == both("\r\n", ROWS) == both("\r", ROWS, last=False) == ROWS, "the behaviour has changed"
assert both("\r", ROWS) == ROWS[:2], "the behaviour has changed"
assert both("\r", ROWS[:2]) == ROWS[:1], "the behaviour has changed"
records = asyncio.run(read(AsyncDictReader))
print("records of a head and one row:", records)
assert records == [], "the behaviour has changed"
PYTHON
echo "as described"
