#!/usr/bin/env bash
# chompjs 1.4.1: `{top:false,url:"/a.html"}` has the text "false" for `top`, which counts as true.
#
# chompjs reads lists of articles out of scripts, and is said to be a more powerful `json.loads` for objects of
# JavaScript. In what is no JSON (names or texts without double quotation marks) `true`, `false` and `null` are True,
# False and None if a blank is beside them or a closing bracket behind; after a colon and before a comma, without
# blanks, they are texts. So a page that was minified gives other data than the same page as it was written, by which
# one tests, and `if row["top"]` and `is None` are wrong for it. No error, and numbers are right in both. Seen: of
# three values in a row all are texts without blanks; `{top:false}` alone and JSON are right. Put a blank before each
# comma (it stays in texts), or read with json5 0.12.1.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet chompjs==1.4.1 json5==0.12.1
"$folder/venv/bin/python" - <<'PYTHON'
import json

import chompjs
import json5

ROW = {"top": False, "new": True, "source": None, "clicks": 12, "title": "会议通知"}
TEXTS = ROW | {"top": "false", "new": "true", "source": "null"}
written = """var list = [
    { top: false, new: true, source: null, clicks: 12, title: '会议通知' },
    { top: false }
];"""
minified = "var list=[{top:false,new:true,source:null,clicks:12,title:'会议通知'},{top:false}];"
spaced = minified.replace(",", " ,")
for script in (written, minified, spaced):
    print(script, "->", chompjs.parse_js_object(script))
assert chompjs.parse_js_object(minified) == [TEXTS, {"top": False}], "the behaviour has changed"
assert chompjs.parse_js_object(spaced) == [ROW, {"top": False}], "the behaviour has changed"
other = json5.loads(minified.removeprefix("var list=").rstrip(";"))
assert other == [ROW, {"top": False}], "the behaviour has changed"
assert chompjs.parse_js_object(json.dumps(ROW, separators=(",", ":"))) == ROW, "the behaviour has changed"
assert chompjs.parse_js_object(written) == [ROW, {"top": False}], "the behaviour has changed"
PYTHON
echo "as described"
