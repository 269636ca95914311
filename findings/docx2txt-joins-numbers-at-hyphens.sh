#!/usr/bin/env bash
# docx2txt 0.9, docx2python 3.7.1: 2023-2025年 is 20232025年, and 第3-5条 第35条, if Word must not break the line there.
#
# Word has a hyphen at which no line ends (Ctrl+Shift+-), for numbers that belong together: periods, ranges of
# articles, telephone numbers. It is an element of its own in the run, `w:noBreakHyphen` (ECMA-376, 17.3.3.18), and
# not a character. Both readers take characters, tabs and line breaks of a run and leave this one out. The digits on
# both sides become one number, which reads like any other: an article that nobody cited, a year of eight digits. With
# a plain hyphen, as a test has, all is right. Seen: of four numbers none is left; python-docx and mammoth have all.
# Read with one of these, or replace the elements by `<w:t>-</w:t>` before.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet docx2txt==0.9 docx2python==3.7.1 mammoth==1.13.0 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import docx
import docx2txt
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx2python import docx2python

NUMBERS = ["2023-2025年", "第3-5条", "0851-7654321", "2024-05-06"]


def write(path, hyphen):
    """Write a document with a paragraph for each number, and this XML for its hyphens."""
    document = docx.Document()
    for place, number in enumerate(NUMBERS):
        inner = f"<w:t>{number}</w:t>".replace("-", hyphen)
        document.element.body.insert(place, parse_xml(f"<w:p {nsdecls('w')}><w:r>{inner}</w:r></w:p>"))
    document.save(path)


def texts(path):
    """Return the paragraphs that each reader finds."""
    with docx2python(path) as opened, open(path, "rb") as file:
        found = {
            "docx2txt": docx2txt.process(path),
            "docx2python": opened.text,
            "mammoth": mammoth.extract_raw_text(file).value.replace("\N{NON-BREAKING HYPHEN}", "-"),
            "python-docx": "\n".join(paragraph.text for paragraph in docx.Document(path).paragraphs),
        }
    return {name: text.split() for name, text in found.items()}


folder = Path(sys.argv[1])
plain, fixed = str(folder / "plain.docx"), str(folder / "fixed.docx")
write(plain, "-")
write(fixed, "</w:t><w:noBreakHyphen/><w:t>")
for found in texts(plain).values():
    assert found == NUMBERS, "the behaviour has changed"
joined = [number.replace("-", "") for number in NUMBERS]
for name, found in texts(fixed).items():
    print(f"{name}:", *found)
    assert found == (joined if name.startswith("docx2") else NUMBERS), "the behaviour has changed"
PYTHON
echo "as described"
