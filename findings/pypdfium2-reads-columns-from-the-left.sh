#!/usr/bin/env bash
# pypdfium2 5.15.2: of a page in vertical writing the last column is the first line of the text.
#
# Books, gazettes and old documents are set in columns from the top, the first one on the right. PDF has a writing
# mode for that (ISO 32000-1, 9.7.4.3; encodings whose names end in V), so that a file says so. PDFium, by which
# pypdfium2 reads text, gives each column from the top and then the columns from the left, even where the file holds
# them in their right order: a notice ends with its headline, and where a sentence goes on in the next column its
# halves change places. Characters are all there, and each line reads well, so that a look at some lines shows
# nothing. `extract_text` of pypdf 7.1.1 with `extraction_mode="layout"` is alike, and without it right. Seen: the
# four columns of a page come back in the opposite order. Turn the lines of such pages round, or read with PyMuPDF 2.0
# by blocks.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pypdfium2==5.15.2 pypdf==7.1.1 PyMuPDF==2.0 reportlab==5.1.0
"$folder/venv/bin/python" - "$folder/notice.pdf" <<'PYTHON'
import sys

import pymupdf
import pypdf
import pypdfium2
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

COLUMNS = ["关于召开会议的通知", "会议定于五月八日上午在", "市委党校召开，请各单位", "负责同志按时参加。"]

font = UnicodeCIDFont("STSong-Light", isVertical=True)
pdfmetrics.registerFont(font)
canvas = Canvas(sys.argv[1])
canvas.setFont(font.fontName, 14)
for number, column in enumerate(COLUMNS):
    canvas.drawString(500 - 24 * number, 780, column)
canvas.save()

with pypdfium2.PdfDocument(sys.argv[1]) as document:
    found = document[0].get_textpage().get_text_range().split()
page = pypdf.PdfReader(sys.argv[1]).pages[0]
plain = page.extract_text().split()
layout = page.extract_text(extraction_mode="layout").strip()
with pymupdf.open(sys.argv[1]) as document:
    blocks = ["".join(block[4].split()) for block in document[0].get_text("blocks")]
print("pypdfium2:", *found)
print("pypdf, layout:", layout)
print("pypdf:", *plain)
print("PyMuPDF:", *blocks)
assert found == COLUMNS[::-1], "the behaviour has changed"
assert layout == "".join(COLUMNS[::-1]), "the behaviour has changed"
assert plain == COLUMNS and "".join(blocks) == "".join(COLUMNS), "the behaviour has changed"
PYTHON
echo "as described"
