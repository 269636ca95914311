#!/usr/bin/env bash
# htmldocx 0.0.6, html2docx 1.6.0: in a table with a merged cell values move to the column on the left in Word.
#
# Tables of appointments and duties have a unit's name once, over the rows of its people: `<td rowspan="2">`. HTML says
# that the cells of the next row then begin beside it (HTML standard, "Forming a table"). Both packages write cells one
# after the other, whatever they span: in the second row a person stands in the unit's column, the office in the
# person's, and the last column is empty. It is a complete table, made without an error; documents for print are made
# so. A cell with `colspan` pulls those behind it to the left in the same way. Seen: of two rows one is wrong; pandoc
# 3.9 merges the cells and has both right. Convert with pandoc, or write a cell for each place before converting.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet htmldocx==0.0.6 html2docx==1.6.0 pypandoc_binary==1.17 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder/pandoc.docx" <<'PYTHON'
import sys

import docx
import pypandoc
from html2docx import html2docx
from htmldocx import HtmlToDocx

PAGE = """<table><tr><td>单位</td><td>姓名</td><td>职务</td></tr>
<tr><td rowspan="2">办公室</td><td>张三</td><td>主任</td></tr><tr><td>李四</td><td>干事</td></tr></table>"""


def rows(document):
    """Return the texts of the cells of the only table."""
    [table] = document.tables
    return [[cell.text.strip() for cell in row.cells] for row in table.rows]


first = docx.Document()
HtmlToDocx().add_html_to_document(PAGE, first)
second = docx.Document(html2docx(PAGE, title="任职"))
assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
pypandoc.convert_text(PAGE, "docx", format="html", outputfile=sys.argv[1])
right = [["单位", "姓名", "职务"], ["办公室", "张三", "主任"], ["办公室", "李四", "干事"]]
wrong = [*right[:2], ["李四", "干事", ""]]
print("htmldocx: ", rows(first))
print("html2docx:", rows(second))
print("pandoc:   ", rows(docx.Document(sys.argv[1])))
assert rows(first) == rows(second) == wrong, "the behaviour has changed"
assert rows(docx.Document(sys.argv[1])) == right, "pandoc has changed"
PYTHON
echo "as described"
