#!/usr/bin/env bash
# pypdfium2 5.15.2: on a computer without fonts, as containers are, characters that stand alone are not in the text.
#
# A PDF may name a Chinese font and not embed it; what its codes mean is known without the font (ISO 32000-1, 9.7.5.2,
# 9.10.2), and where characters stand is written in the page. PDFium drops a piece of text whose box has no width, and
# takes the box of a character from its glyph in whatever font it finds. If it finds none, each piece of a single
# character goes: numbers 一, 二 of a list, a tick in a cell, and all of a line that was spread by placing its characters
# one by one, as titles and justified text in official documents are. The rest of the page is right, so that neither
# its length nor its characters look wrong, and the same file has its whole text on a desktop. No error; the
# documentation speaks of fonts for drawing only. Seen: of one page 14 of 27 characters are gone, and all are there
# with one Chinese font, on whatever system; pypdf has all without. Install a font (fonts-wqy-microhei) where PDFs are
# read.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pypdfium2==5.15.2 pypdf==7.1.1 reportlab==5.1.0
(cd "$folder" && apt-get download -qq fonts-wqy-microhei=0.2.0-beta-3.1 && dpkg-deb -x fonts-wqy*.deb debian) 2>/dev/null
mkdir "$folder/none"
cat > "$folder/read.py" <<'PYTHON'
import ctypes
import sys

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

path, fonts = sys.argv[1:3]
pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
canvas = Canvas(path)
canvas.setFont("STSong-Light", 14)
canvas.drawString(72, 720, "关于召开会议的通知")
for number, character in enumerate("各党支部应当按时参加"):
    canvas.drawString(72 + 18 * number, 690, character)
for number, (item, name) in enumerate((("一", "张三"), ("二", "李四"), ("三", "√"))):
    canvas.drawString(72, 660 - 20 * number, item)
    canvas.drawString(120, 660 - 20 * number, name)
canvas.save()
whole = "关于召开会议的通知各党支部应当按时参加一张三二李四三√"

# Look for fonts in one folder only, as if the computer had no others.
pdfium.FPDF_DestroyLibrary()
first = ctypes.cast(ctypes.c_char_p(fonts.encode()), ctypes.POINTER(ctypes.c_char))
folders = (ctypes.POINTER(ctypes.c_char) * 2)(first, None)
pdfium.FPDF_InitLibraryWithConfig(pdfium.FPDF_LIBRARY_CONFIG(version=2, m_pUserFontPaths=folders))
text = "".join(pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range().split())
other = "".join(pypdf.PdfReader(path).pages[0].extract_text().split())
print(len(text), "of", len(whole), text)
assert text == (whole if sys.argv[3] == "font" else "关于召开会议的通知张三李四"), "the behaviour has changed"
assert other == whole, "pypdf has changed"
PYTHON
"$folder/venv/bin/python" "$folder/read.py" "$folder/notice.pdf" "$folder/none" none
"$folder/venv/bin/python" "$folder/read.py" "$folder/notice.pdf" "$folder/debian/usr/share/fonts/truetype/wqy" font
echo "as described"
