#!/usr/bin/env bash
# mammoth 1.13.0, pandoc 3.9: names, dates and numbers of tables that are simple fields of Word are not in the text.
#
# Word writes what it fills in itself as a field with its last result: the name in a letter to many (MERGEFIELD), the
# date below it (DATE), a property such as the document's number (DOCPROPERTY), the number of a table (SEQ). A result
# in one format may be `w:fldSimple` around its runs (ECMA-376, 17.16.19), otherwise it lies between `w:fldChar`. Both
# readers have the second kind and leave out the first, text and all; mammoth notes an "unrecognised element" in
# `messages`, pandoc says nothing. A letter to 张三 is a letter to nobody, 表3 is 表, and which documents suffer depends
# on the program that saved them. Seen: of four results none, and all four in the other form; docx2txt has both.
# Unwrap `w:fldSimple` in word/document.xml before reading.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet mammoth==1.13.0 pypandoc_binary==1.17 docx2txt==0.9 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import docx
import docx2txt
import mammoth
import pypandoc
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

LETTER = [
    ("MERGEFIELD 姓名", "张三"),
    (None, "同志：《规定》（"),
    ("DOCPROPERTY 文号", "党发〔2024〕5号"),
    (None, "）见表"),
    ("SEQ 表 \\* ARABIC", "3"),
    (None, "。办公室，"),
    ("DATE \\@ yyyy年M月d日", "2024年5月6日"),
]
WHOLE = "".join(text for _, text in LETTER)
WITHOUT = "".join(text for code, text in LETTER if code is None)


def run(inner):
    """Return the XML of one run."""
    return f"<w:r>{inner}</w:r>"


def simple(code, text):
    """Return the XML of a simple field."""
    return f'<w:fldSimple w:instr=" {code} ">{run(f"<w:t>{text}</w:t>")}</w:fldSimple>'


def complex_(code, text):
    """Return the XML of the same field between characters."""
    begin, separate, end = (run(f'<w:fldChar w:fldCharType="{kind}"/>') for kind in ("begin", "separate", "end"))
    return begin + run(f"<w:instrText> {code} </w:instrText>") + separate + run(f"<w:t>{text}</w:t>") + end


def write(path, field):
    """Write the letter as a document of one paragraph."""
    plain = '<w:t xml:space="preserve">{}</w:t>'
    pieces = (field(code, text) if code else run(plain.format(text)) for code, text in LETTER)
    document = docx.Document()
    document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')}>{''.join(pieces)}</w:p>"))
    document.save(path)


def texts(path):
    """Return what mammoth, pandoc and docx2txt make of a document."""
    with open(path, "rb") as file:
        found = [mammoth.extract_raw_text(file).value]
    found.append(pypandoc.convert_file(path, "plain", extra_args=["--wrap=none"]))
    return [text.strip() for text in (*found, docx2txt.process(path))]


assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
folder = Path(sys.argv[1])
path = str(folder / "letter.docx")
write(path, complex_)
assert texts(path) == [WHOLE] * 3, "the behaviour has changed"
write(path, simple)
print("mammoth, pandoc, docx2txt:", *texts(path), sep="\n  ")
assert texts(path) == [WITHOUT, WITHOUT, WHOLE], "the behaviour has changed"

document = docx.Document(path)
for field in document.element.xpath("//w:fldSimple"):
    for part in list(field.iterchildren(qn("w:r"))):
        field.addprevious(part)
    field.getparent().remove(field)
document.save(path)
assert texts(path) == [WHOLE] * 3, "the behaviour has changed"
PYTHON
echo "as described"
