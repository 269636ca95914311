#!/usr/bin/env bash
# pandas 3.1.1, pyarrow 26.0.1: with `dtype_backend="pyarrow"`, `str.replace(r"\W", "", regex=True)` deletes all Chinese.
#
# `\w`, `\d`, `\s` and `\b` are of Unicode in Python. A column that was read with `dtype_backend="pyarrow"` (faster,
# and offered by each reader) hands patterns to RE2 in pyarrow, for which they are of ASCII. Cleaning marks away
# leaves the digits of a title, `count(r"\w")` is 0, `contains(r"\b党建")` finds nothing, and blanks of full width
# stay. `findall` and `extract` of the same column ask Python and agree with it, so that one column answers in two
# ways. Columns of the type `str`, which pandas gives otherwise, are right, also with pyarrow behind them: there
# patterns with these classes are kept from RE2. The docstrings of the methods speak of Python's `re` alone. Seen: of
# a title only its number is left. Use `str` or `string` for text that is searched by pattern, or write classes such
# as [\p{Han}\p{Nd}] for RE2.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pandas==3.1.1 pyarrow==26.0.1
"$folder/venv/bin/python" - <<'PYTHON'
import io

import pandas

LINES = '{"title": "关于　召开2024年党建工作会议的通知"}\n{"title": "党建引领，共治共享"}\n'
COLUMNS = {
    "str": pandas.read_json(io.StringIO(LINES), lines=True)["title"],
    "pyarrow": pandas.read_json(io.StringIO(LINES), lines=True, dtype_backend="pyarrow")["title"],
}
found = {}
for name, titles in COLUMNS.items():
    found[name] = {
        "replace \\W": titles.str.replace(r"\W", "", regex=True).tolist(),
        "replace \\s": titles.str.replace(r"\s", "", regex=True).tolist(),
        "count \\w": titles.str.count(r"\w").tolist(),
        "contains \\b": titles.str.contains(r"\b党建").tolist(),
        "findall \\w+": titles.str.findall(r"\w+").tolist(),
    }
    print(f"{name} ({type(titles.dtype).__name__}):", found[name])
text, arrow = found["str"], found["pyarrow"]
assert text["replace \\W"] == ["关于召开2024年党建工作会议的通知", "党建引领共治共享"], "the behaviour has changed"
assert arrow["replace \\W"] == ["2024", ""], "the behaviour has changed"
assert text["replace \\s"][0] == "关于召开2024年党建工作会议的通知", "the behaviour has changed"
assert arrow["replace \\s"][0] == "关于　召开2024年党建工作会议的通知", "the behaviour has changed"
assert (text["count \\w"], arrow["count \\w"]) == ([18, 8], [4, 0]), "the behaviour has changed"
assert (text["contains \\b"], arrow["contains \\b"]) == ([False, True], [False, False]), "the behaviour has changed"
assert text["findall \\w+"] == arrow["findall \\w+"], "the behaviour has changed"
ruled = COLUMNS["pyarrow"].str.replace(r"[^\p{Han}\p{Nd}]", "", regex=True).tolist()
assert ruled == text["replace \\W"], "the behaviour has changed"
PYTHON
echo "as described"
