#!/usr/bin/env bash
# docx2txt 0.9, docx2python 3.7.1: a sentence that was moved with changes tracked is in the text twice, old place first.
#
# Drafts of notices go through several hands with tracked changes. What is deleted is `w:delText` and what is inserted
# `w:t`, so that both readers give the text as it stands after the changes. A sentence that was moved is there as
# `w:moveFrom` at its old place, struck out on the page, and as `w:moveTo` at its new one (ECMA-376, 17.13.5.22 and
# 25), and in both it is `w:t`. Counts of words, sums and quotations have it twice, and the second of two points
# stands where it no longer does. No warning; the file with an insertion and a deletion is right. Seen: moved twice,
# and once by mammoth and pandoc; python-docx leaves it out at both places, together with insertions. Delete each
# `w:moveFrom` before reading, or read with mammoth.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet docx2txt==0.9 docx2python==3.7.1 mammoth==1.13.0 \
    pypandoc_binary==1.17 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import docx
import docx2txt
import mammoth
import pypandoc
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx2python import docx2python

MARK = 'w:id="{}" w:author="办公室" w:date="2024-05-06T08:00:00Z"'
MOVED = "参会人员120人。"


def run(text, name="w:t"):
    """Return the XML of one run."""
    return f"<w:r><{name}>{text}</{name}></w:r>"


def write(path, *pieces):
    """Write a document of one paragraph."""
    document = docx.Document()
    document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')}>{''.join(pieces)}</w:p>"))
    document.save(path)


def texts(path):
    """Return what each reader makes of a document."""
    with docx2python(path) as opened, open(path, "rb") as file:
        found = {
            "docx2txt": docx2txt.process(path),
            "docx2python": opened.text,
            "mammoth": mammoth.extract_raw_text(file).value,
            "pandoc": pypandoc.convert_file(path, "plain", extra_args=["--wrap=none"]),
            "python-docx": docx.Document(path).paragraphs[0].text,
        }
    return {name: text.strip() for name, text in found.items()}


folder = Path(sys.argv[1])
edited, moved = str(folder / "edited.docx"), str(folder / "moved.docx")
write(
    edited,
    run("会议"),
    f"<w:del {MARK.format(1)}>{run('5月6日', 'w:delText')}</w:del>",
    f"<w:ins {MARK.format(2)}>{run('5月8日')}</w:ins>",
    run("召开。"),
)
write(
    moved,
    run("一、"),
    f"<w:moveFrom {MARK.format(3)}>{run(MOVED)}</w:moveFrom>",
    run("会议5月8日召开。二、"),
    f"<w:moveTo {MARK.format(4)}>{run(MOVED)}</w:moveTo>",
)
found = texts(edited), texts(moved)
for name in found[0]:
    print(f"{name}:", found[0][name], "|", found[1][name])
right = f"一、会议5月8日召开。二、{MOVED}"
double = f"一、{MOVED}会议5月8日召开。二、{MOVED}"
assert found[0].pop("python-docx") == "会议召开。", "the behaviour has changed"
assert found[1].pop("python-docx") == "一、会议5月8日召开。二、", "the behaviour has changed"
assert set(found[0].values()) == {"会议5月8日召开。"}, "the behaviour has changed"
assert found[1]["mammoth"] == found[1]["pandoc"] == right, "the behaviour has changed"
assert found[1]["docx2txt"] == found[1]["docx2python"] == double, "the behaviour has changed"
PYTHON
echo "as described"
