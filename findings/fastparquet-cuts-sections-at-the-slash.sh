#!/usr/bin/env bash
# fastparquet 2026.9.0, pyarrow 26.0.1: the section 通知/公告 of a corpus becomes 通知, or percent signs, or nothing.
#
# A corpus is kept in one folder for each value of a field, named field=value as Hive does it, where characters that a
# folder cannot have are written as %2F and so on. pyarrow does so. fastparquet writes the value as it is: a slash,
# common in names of sections, begins another folder, the rest of the name is lost, and the section joins the one of
# that name; where some values have a slash and others not, fastparquet itself finds no such field at all. Nor does it
# decode: of what pyarrow wrote each Chinese section is %E6%… for it. No error in any of it. Seen: of three sections
# written by fastparquet two come back in pyarrow, and the column is missing in fastparquet; of those written by
# pyarrow none is itself in fastparquet. Use pyarrow for both, or keep the section as a column of the file, too.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet fastparquet==2026.9.0 pyarrow==26.0.1 pandas==3.1.1
"$folder/venv/bin/python" -W ignore - "$folder" <<'PYTHON'
import sys
from pathlib import Path
from urllib.parse import quote

import fastparquet
import pandas
import pyarrow
import pyarrow.parquet

FOLDER = Path(sys.argv[1])
ROWS = pandas.DataFrame({"标题": ["甲", "乙", "丙"], "栏目": ["通知/公告", "通知", "新闻"]})


def sections(table):
    """Return the section of each title, None without the column."""
    if "栏目" not in table.columns:
        return dict.fromkeys(sorted(table["标题"]))
    return dict(sorted(zip(table["标题"], table["栏目"].astype(str), strict=True)))


fastparquet.write(str(FOLDER / "fast"), ROWS, file_scheme="hive", partition_on=["栏目"], write_index=False)
pyarrow.parquet.write_to_dataset(pyarrow.Table.from_pandas(ROWS), FOLDER / "arrow", partition_cols=["栏目"])
found = {}
for writer in ("fast", "arrow"):
    found[writer, "fast"] = sections(fastparquet.ParquetFile(str(FOLDER / writer)).to_pandas())
    found[writer, "arrow"] = sections(pyarrow.parquet.read_table(FOLDER / writer).to_pandas())
for (writer, reader), by_title in found.items():
    print(f"written by {writer}, read by {reader}: {by_title}")
WRITTEN = sections(ROWS)
assert found["fast", "fast"] == {"甲": None, "乙": None, "丙": None}, "the behaviour has changed"
assert found["fast", "arrow"] == {**WRITTEN, "甲": "通知"}, "the behaviour has changed"
quoted = {title: quote(name, safe="") for title, name in WRITTEN.items()}
assert found["arrow", "fast"] == quoted, "the behaviour has changed"
assert found["arrow", "arrow"] == WRITTEN, "the behaviour has changed"
PYTHON
echo "as described"
