#!/usr/bin/env bash
# csvkit 2.2.0, agate 1.14.2: in a sorted CSV 18:30 is 0:18:30, and 12-25 is 2001-12-25.
#
# Lists of articles and meetings give a day without a year and a time without seconds. `csvsort`, `csvjson`,
# `csvjoin`, `csvsql` and `csvstat` infer the type of each column, unless -I is given, and write values in the form of
# their type. A column of times is taken for durations, and of these 18:30 is 18 minutes and 30 seconds; a database
# has 00:18:30 of 1 January 1970. A month and a day get the year 2001. The help of the commands has that types are
# inferred, and not that a year is added. Dates such as 2024年12月25日 and times with seconds are left alone, so that
# files of one crawl differ. Seen: of nine values six are others after a sort by title. Use -I, or `csvcut` and
# `csvgrep`, which infer nothing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet csvkit==2.2.0 agate==1.14.2 agate-sql==0.7.3 SQLAlchemy==2.1.9
cat > "$folder/meetings.csv" <<'CSV'
标题,日期,开始
A会议,12-25,18:30
B会议,5-6,9:05
C会议,11-30,14:00
CSV
cat > "$folder/expected.csv" <<'CSV'
标题,日期,开始
A会议,2001-12-25,0:18:30
B会议,2001-05-06,0:09:05
C会议,2001-11-30,0:14:00
CSV
cd "$folder"
"$folder/venv/bin/csvsort" -c 标题 meetings.csv | tee sorted.csv
cmp sorted.csv expected.csv || { echo "the behaviour has changed"; exit 1; }
"$folder/venv/bin/csvsort" -I -c 标题 meetings.csv | cmp - meetings.csv || { echo "the behaviour has changed"; exit 1; }
"$folder/venv/bin/csvsql" --db sqlite:///meetings.db --insert --tables meetings meetings.csv
"$folder/venv/bin/python" - <<'PYTHON'
import sqlite3

rows = sqlite3.connect("meetings.db").execute("SELECT 日期, 开始 FROM meetings").fetchall()
print("csvsql:", *rows)
assert rows[0] == ("2001-12-25", "1970-01-01 00:18:30.000000"), "the behaviour has changed"
PYTHON
echo "as described"
