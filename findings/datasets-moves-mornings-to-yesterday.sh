#!/usr/bin/env bash
# pyarrow 26.0.1, datasets 5.2.0: in JSON Lines 07:30+08:00 is 23:30 of the day before, and no zone says so.
#
# Spiders write `datetime.isoformat()` with the offset of China. `pyarrow.json`, and `load_dataset("json")` with it,
# take texts in ISO 8601 for `timestamp[s]`, a type without a zone, as is documented for texts without an offset; an
# offset is used to compute UTC and then forgotten. What was published before 8 o'clock is of yesterday, or of last
# year. A time without offset stays as it is, so that one moment is there twice, eight hours apart. `features` with a
# text come too late: they give the text 2023-12-31 23:30:00. The CSV reader of pyarrow has `timestamp[s, tz=UTC]`, and
# `load_dataset("csv")` the text. With one 5月1日, or a fraction of a second, all are texts: the field differs from file
# to file. Seen: 2024-01-01 07:30 is in 2023, also after `to_json` and `from_json`. `explicit_schema` of pyarrow keeps
# the text; in `features` give `timestamp[s, tz=Asia/Shanghai]`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet datasets==5.2.0 pyarrow==26.0.1
cd "$folder"
HF_HOME="$folder/cache" HF_HUB_OFFLINE=1 "$folder/venv/bin/python" - <<'PYTHON'
import io
import json
from datetime import datetime

import pyarrow as pa
import pyarrow.csv
import pyarrow.json
from datasets import Dataset, Features, Value, disable_progress_bars, load_dataset

disable_progress_bars()
ROWS = ["2024-01-01T07:30:00+08:00", "2024-01-01T18:00:00+08:00"]
MOVED = [datetime(2023, 12, 31, 23, 30), datetime(2024, 1, 1, 10, 0)]


def lines(times):
    return "".join(json.dumps({"published": time}, ensure_ascii=False) + "\n" for time in times).encode()


def read(times, **options):
    """Return the type and the values that pyarrow reads from JSON Lines."""
    options = pyarrow.json.ParseOptions(**options)
    column = pyarrow.json.read_json(io.BytesIO(lines(times)), parse_options=options)["published"]
    return str(column.type), column.to_pylist()


print("pyarrow:", read(ROWS))
assert read(ROWS) == ("timestamp[s]", MOVED), "the behaviour has changed"
assert read([ROWS[0], "2024-01-01T07:30:00"])[1] == [MOVED[0], datetime(2024, 1, 1, 7, 30)], "the behaviour has changed"
assert read([*ROWS, "5月1日"]) == ("string", [*ROWS, "5月1日"]), "the behaviour has changed"
assert read(["2024-01-01T07:30:00.500+08:00"])[0] == "string", "the behaviour has changed"
assert read(ROWS, explicit_schema=pa.schema([("published", pa.string())]))[1] == ROWS, "the behaviour has changed"
table = pyarrow.csv.read_csv(io.BytesIO("\n".join(["published", *ROWS]).encode()))
print("pyarrow, CSV:", table["published"].type)
assert str(table["published"].type) == "timestamp[s, tz=UTC]", "the behaviour has changed"

with open("rows.jsonl", "wb") as file:
    file.write(lines(ROWS))
with open("rows.csv", "w") as file:
    file.write("\n".join(["published", *ROWS]) + "\n")
loaded = load_dataset("json", data_files="rows.jsonl", split="train")
print("datasets:", loaded.features["published"], loaded["published"][0])
assert list(loaded["published"]) == MOVED, "the behaviour has changed"
assert list(load_dataset("csv", data_files="rows.csv", split="train")["published"]) == ROWS, "the behaviour has changed"
for name, value in {"string": "2023-12-31 23:30:00", "timestamp[s, tz=Asia/Shanghai]": ROWS[0]}.items():
    features = Features({"published": Value(name)})
    row = load_dataset("json", data_files="rows.jsonl", split="train", features=features)[0]["published"]
    print(f"datasets, {name}:", row)
    assert row == value if name == "string" else row.isoformat() == value, "the behaviour has changed"
Dataset.from_dict({"published": ROWS}).to_json("again.jsonl")
assert list(Dataset.from_json("again.jsonl")["published"]) == MOVED, "the behaviour has changed"
PYTHON
echo "as described"
