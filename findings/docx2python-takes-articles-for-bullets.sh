#!/usr/bin/env bash
# docx2python 3.7.1, mammoth 1.13.0: 第一条, 第二条 of a regulation are bullets, and two lists are one.
#
# In Word the numbers of 第一条, 一、 and （一） are seldom typed: they are a list with a number format (chineseCounting,
# japaneseCounting and others, ECMA-376, 17.18.59) and a pattern such as 第%1条. docx2python, which is to write lists
# with their numbers, has `1)` for decimal ones and `--`, its bullet, for the Chinese formats; mammoth makes an `ol`,
# in which the numbered list that follows goes on counting. So references such as 依照第二条 lead nowhere. Seen: for four
# formats no number is left, and the 1. of the next list is item 3. Count `w:numPr` by yourself, with numbering.xml.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0 docx2python==3.7.1 mammoth==1.13.0
"$folder/venv/bin/python" -W ignore - "$folder/rules.docx" <<'PYTHON'
import sys

import docx
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx2python import docx2python

FORMATS = ["chineseCounting", "chineseCountingThousand", "japaneseCounting", "ideographDigital"]


def write(chinese):
    """Write two articles numbered in this format, and two sentences in a list with decimal numbers."""
    document = docx.Document()
    numbering = document.part.numbering_part.element
    for number, (kind, pattern) in enumerate([(chinese, "第%1条"), ("decimal", "%1.")]):
        form = f'<w:numFmt w:val="{kind}"/><w:lvlText w:val="{pattern}"/>'
        level = f'<w:lvl w:ilvl="0"><w:start w:val="1"/>{form}</w:lvl>'
        abstract = f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{90 + number}">{level}</w:abstractNum>'
        used = f'<w:num {nsdecls("w")} w:numId="{90 + number}"><w:abstractNumId w:val="{90 + number}"/></w:num>'
        numbering.insert(number, parse_xml(abstract))
        numbering.append(parse_xml(used))
        for text in ("为规范采集制定本办法。", "依照第一条执行。") if number == 0 else ("甲方", "乙方"):
            properties = document.add_paragraph(text)._p.get_or_add_pPr()
            properties.append(
                parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="0"/><w:numId w:val="{90 + number}"/></w:numPr>')
            )
    document.save(sys.argv[1])


for chinese in FORMATS:
    write(chinese)
    with docx2python(sys.argv[1]) as content:
        lines = content.text.split("\n\n")
    with open(sys.argv[1], "rb") as file:
        html = mammoth.convert_to_html(file).value
    print(f"{chinese}:", lines)
    assert lines == ["--\t为规范采集制定本办法。", "--\t依照第一条执行。", "1)\t甲方", "2)\t乙方"], "the behaviour has changed"
    assert html.count("<ol>") == 1 and html.count("<li>") == 4, "the behaviour has changed"
print("mammoth:", html)
PYTHON
echo "as described"
