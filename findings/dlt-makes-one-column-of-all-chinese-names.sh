#!/usr/bin/env bash
# dlt 1.31.0, duckdb 2.0.1: the fields 标题, 来源 and 发布日期 become one column `x`, and two tables one table `x`.
#
# dlt loads what a spider yields into a database. Its default naming keeps letters of ASCII, as is documented; what is
# left of a Chinese name is `_`, and then `x`, for every such name. Of the fields of a row the last one is kept, the
# others go without a warning, and rows of 文章 and 附件 lie in one table. The load is reported as done and without
# failed jobs; data with names in English, as a test has, is whole. Seen: of seven values under Chinese names three
# are left, all in `x.x`. With SCHEMA__NAMING=direct in the environment all are there, under their names; `sql_cs_v1`
# and `sql_ci_v1` do the same as the default, with `_` in place of `x`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "dlt[duckdb]==1.31.0" duckdb==2.0.1
cat > "$folder/load.py" <<'PYTHON'
import sys
from pathlib import Path

import dlt
import duckdb

FOLDER = Path(sys.argv[1])
ARTICLES = [
    {"id": 1, "标题": "会议召开", "来源": "本报", "发布日期": "2024-05-06"},
    {"id": 2, "标题": "放假通知", "来源": "办公室", "发布日期": "2024-05-07"},
]
database = str(FOLDER / "data.duckdb")
pipeline = dlt.pipeline(
    "pages", destination=dlt.destinations.duckdb(database), dataset_name="d", pipelines_dir=str(FOLDER / "state")
)
load = pipeline.run(
    [dlt.resource(ARTICLES, name="文章"), dlt.resource([{"id": 1, "名称": "附件一.doc"}], name="附件")]
)
assert not load.has_failed_jobs, "the behaviour has changed"
connection = duckdb.connect(database)
tables = connection.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'd'").fetchall()
found = {}
for (table,) in tables:
    if not table.startswith("_dlt"):
        rows = connection.sql(f'SELECT * EXCLUDE (_dlt_id, _dlt_load_id) FROM d."{table}" ORDER BY ALL')
        found[table] = (rows.columns, rows.fetchall())
print(sys.argv[2], found)
if sys.argv[2] == "direct":
    assert found["文章"] == (list(ARTICLES[0]), [tuple(row.values()) for row in ARTICLES]), "the behaviour has changed"
    assert found["附件"] == (["id", "名称"], [(1, "附件一.doc")]), "the behaviour has changed"
else:
    name = "x" if sys.argv[2] == "snake_case" else "_"
    rows = [(1, "2024-05-06"), (1, "附件一.doc"), (2, "2024-05-07")]
    assert found == {name: (["id", name], rows)}, "the behaviour has changed"
PYTHON
export RUNTIME__DLTHUB_TELEMETRY=false HOME="$folder"
for naming in snake_case sql_cs_v1 sql_ci_v1 direct; do
    mkdir "$folder/$naming"
    SCHEMA__NAMING=$naming "$folder/venv/bin/python" -W ignore "$folder/load.py" "$folder/$naming" "$naming"
done
echo "as described"
