#!/usr/bin/env bash
# trafilatura 2.3.1: of three Chinese notices under one headline `--output-dir` keeps one file, and calls them one text.
#
# The command names a file by a hash of its content, and writes over what is there. The hash, and the `fingerprint` of
# JSON and XML, are made of the pieces between blanks that consist of letters and digits. English has a piece for each
# word; in Chinese a sentence with a comma in it is none, and a headline is one, so that of a notice the headline alone
# counts, and all of an office's notices have the same: 公告. Only a text in which no such piece is left is split at all
# punctuation, so that one without a headline, as a test has, is right. Nothing is printed, and the command returns 0.
# Seen: of three English notices three files, of three Chinese ones one; their fingerprints are equal, and `Simhash`
# gives a similarity of 1.0. With `--keep-dirs` files have the names that they came from; hash texts by yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet trafilatura==2.3.1 lxml==6.1.3 lxml_html_clean==0.4.6
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import json
import subprocess
import sys
from pathlib import Path

from trafilatura import extract
from trafilatura.deduplication import Simhash

NOTICES = {
    "english": (
        "Notice",
        [
            "Water will be cut off in the eastern district on Friday, because old pipes are replaced, until 6 p.m.",
            "The library stays closed on Monday, when its shelves are counted, and opens again on Tuesday morning.",
            "Buses of line 12 take another road from today, since the bridge is repaired, and skip three stops.",
        ],
    ),
    "chinese": (
        "公告",
        [
            "因更换老旧管道，城东片区周五全天停水，请居民提前储水，恢复时间约为傍晚六点。",
            "图书馆下周一清点图书，当天闭馆，周二上午九点照常开放，给读者带来不便，敬请谅解。",
            "大桥维修期间，十二路公交车改道行驶，途中三站暂停停靠，乘客可在邻近站点候车。",
        ],
    ),
}

for name, (headline, texts) in NOTICES.items():
    source, target = Path(name), Path(f"{name}-out")
    source.mkdir()
    target.mkdir()
    pages = [
        f"<html><head><title>{headline}</title></head>"
        f"<body><article><h1>{headline}</h1><p>{text}</p></article></body></html>"
        for text in texts
    ]
    for number, page in enumerate(pages):
        (source / f"{number}.html").write_text(page, encoding="utf-8")
    command = [Path(sys.executable).with_name("trafilatura"), "--input-dir", source, "--output-dir", target]
    subprocess.run(command, check=True)
    files = sorted(path for path in target.rglob("*") if path.is_file())
    documents = [json.loads(extract(page, output_format="json", with_metadata=True)) for page in pages]
    assert all(text in document["text"] for text, document in zip(texts, documents, strict=True)), "not extracted"
    fingerprints = {document["fingerprint"] for document in documents}
    first, second = (Simhash(document["text"]) for document in documents[:2])
    print(f"{name}: {len(files)} files, {len(fingerprints)} fingerprints, similarity {first.similarity(second)}")
    expected = 3 if name == "english" else 1
    assert len(files) == len(fingerprints) == expected, "the behaviour has changed"
    assert (first.similarity(second) == 1.0) == (name == "chinese"), "the behaviour has changed"
    kept = "".join(path.read_text(encoding="utf-8") for path in files)
    assert sum(text in kept for text in texts) == expected, "the behaviour has changed"
PYTHON
echo "as described"
