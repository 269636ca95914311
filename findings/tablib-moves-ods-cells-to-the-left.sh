#!/usr/bin/env bash
# tablib 3.10.0: in an ODS file values move to the column on their left where two neighbours are equal or empty.
#
# OpenDocument writes equal cells that stand side by side once, with `table:number-columns-repeated` (ODF 1.2, 9.1.4),
# and LibreOffice always does so, for texts as for empty cells. tablib reads a repeated cell as one cell, and an empty
# one as none, so that all behind it is one column or more too far left, and fills the row up at its end. Rows in a
# header that is repeated on each page (`table-header-rows`) or in a group are left out; the first row of data then
# gives the names. A cell of which one word is bold keeps what stands before the word. No error in any case; tablib is
# what django-import-export reads ODS with. Seen: of three people two have another's office or telephone; pandas with
# odfpy has all. Export as XLSX or CSV, or read with pandas.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet 'tablib[ods]==3.10.0' pandas==3.1.1 odfpy==1.4.1
"$folder/venv/bin/python" - "$folder/people.ods" <<'PYTHON'
import sys
from zipfile import ZipFile

import pandas
import tablib

KIND = "application/vnd.oasis.opendocument.spreadsheet"
PLACE = "urn:oasis:names:tc:opendocument:xmlns"
PREFIXES = " ".join(f'xmlns:{name}="{PLACE}:{name}:1.0"' for name in ("office", "table", "text", "manifest"))
PEOPLE = [
    ["姓名", "书记", "副书记", "电话"],
    ["一支部", "张三", "张三", "1001"],
    ["二支部", None, None, "1002"],
    ["三支部", "会议主席王五", "赵六", "1003"],
]


def cell(text, times=1):
    """Return a cell as LibreOffice writes it, equal neighbours in one."""
    repeated = f' table:number-columns-repeated="{times}"' if times > 1 else ""
    if text is None:
        return f"<table:table-cell{repeated}/>"
    inner = text.replace("主席", "<text:span>主席</text:span>")
    return f'<table:table-cell office:value-type="string"{repeated}><text:p>{inner}</text:p></table:table-cell>'


def row(values):
    """Return a row, equal neighbours in one cell."""
    cells = []
    for value in values:
        if cells and cells[-1][0] == value:
            cells[-1][1] += 1
        else:
            cells.append([value, 1])
    return f"<table:table-row>{''.join(cell(*pair) for pair in cells)}</table:table-row>"


def part(name, inner):
    """Return one of the XML files."""
    return f'<?xml version="1.0" encoding="UTF-8"?><office:{name} {PREFIXES} office:version="1.2">{inner}</office:{name}>'


head, tail = "<office:body><office:spreadsheet>", "</office:spreadsheet></office:body>"
table = f'<table:table table:name="名单">{"".join(map(row, PEOPLE))}</table:table>'
entries = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/>'
entries += '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
with ZipFile(sys.argv[1], "w") as file:
    file.writestr("mimetype", KIND)
    file.writestr("META-INF/manifest.xml", f"<manifest:manifest {PREFIXES}>{entries}</manifest:manifest>")
    file.writestr("content.xml", part("document-content", head + table + tail))
    file.writestr("styles.xml", part("document-styles", ""))

with open(sys.argv[1], "rb") as file:
    found = tablib.Dataset().load(file, "ods")
print(found.headers, *found, sep="\n")
frame = pandas.read_excel(sys.argv[1], engine="odf", header=None, dtype=object)
assert frame.where(frame.notna(), None).values.tolist() == PEOPLE, "pandas has changed"
assert found.headers == PEOPLE[0], "the behaviour has changed"
assert list(found) == [
    ("一支部", "张三", "1001", ""),
    ("二支部", "1002", "", ""),
    ("三支部", "会议", "赵六", "1003"),
], "the behaviour has changed"
PYTHON
echo "as described"
