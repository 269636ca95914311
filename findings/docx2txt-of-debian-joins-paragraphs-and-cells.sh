#!/usr/bin/env bash
# docx2txt 1.4 (Debian 12): of a Word file that a program made, all paragraphs and all cells of a table are one line.
#
# Debian's docx2txt, a Perl script of its own, ends a line where a paragraph ends, and knows a paragraph by `<w:p` with
# something behind it: the marks by which Word tells revisions, or properties. python-docx, pandoc's cells and other
# programs write plain text as `<w:p>`, which means the same (ECMA-376 part 1, 17.3.1.22). Such paragraphs follow one
# another without a line end or a blank, the cells of a table as well: 2023 and 12 are 202312, 张三 and 李四 one name, and
# a headline is at the end of the paragraph before it. No warning, exit status 0. Seen: a form of three paragraphs and
# six cells is one line, and with `w:rsidR` in each `<w:p>` it has nine. Use python-docx or pandoc to read Word files.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0
cd "$folder"
apt-get download --quiet=2 'docx2txt=1.4*'
dpkg-deb -x docx2txt_*.deb docx2txt
"$folder/venv/bin/python" - <<'PYTHON'
from docx import Document
from docx.oxml.ns import qn

document = Document()
for text in ("会议不得延期", "全市工作会议"):
    document.add_paragraph(text)
table = document.add_table(rows=2, cols=3)
for cell, text in zip((cell for row in table.rows for cell in row.cells), "张三 2023 12 李四 2024 34".split(), strict=True):
    cell.text = text
document.add_paragraph("联系电话")
document.save("plain.docx")
for paragraph in document.element.body.iter(qn("w:p")):
    paragraph.set(qn("w:rsidR"), "00A12B34")
document.save("marked.docx")
PYTHON
for name in plain marked; do
    perl docx2txt/usr/bin/docx2txt "$name.docx" - > "$name.txt"
    echo "$name: $(tr '\n' '|' < "$name.txt")"
done
grep -qx '会议不得延期全市工作会议张三202312李四202434联系电话' plain.txt
[ "$(grep -c . marked.txt)" = 9 ]
echo "as described"
