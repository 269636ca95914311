#!/usr/bin/env bash
# unpdf 1.8.1, officeparser 8.1.1, pdf-parse 2.4.5: Chinese of a PDF whose font is not embedded is not in the text.
#
# A font such as STSong-Light or SimSun may be named and not embedded, with UniGB-UCS2-H or GBK-EUC-H for its codes, as
# ReportLab, iText and the typesetting systems of offices write it. What the codes mean is in tables that each reader
# has to bring along (ISO 32000-1, 9.7.5.2). PDF.js has them beside its code and must be told where. officeparser and
# pdf-parse install it and do not tell it, unpdf contains the code alone. All three return the text without the lines
# in such a font, numbers and Latin letters in them included, and no error; unpdf logs a warning of PDF.js, the others
# nothing. A page with Helvetica for its Latin looks as if it were read. unpdf's page says that the tables come from
# pdfjs-dist, but with that installed beside it text is lost all the same. Seen: of three lines one; pypdf and
# pypdfium2 have all. Read Chinese PDFs with these, or with PDF.js itself and `cMapUrl`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet reportlab==5.1.0 pypdf==7.1.1 pypdfium2==5.15.2
for package in unpdf@1.8.1 officeparser@8.1.1 pdf-parse@2.4.5; do
    npm install --prefix "$folder/${package%@*}" --silent --no-audit --no-fund --ignore-scripts "$package"
done
npm install --prefix "$folder/unpdf" --silent --no-audit --no-fund --ignore-scripts pdfjs-dist@5.6.205
"$folder/venv/bin/python" - "$folder/notice.pdf" <<'PYTHON'
import sys

import pypdf
import pypdfium2
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

LINES = [("Helvetica", "No. 5"), ("STSong-Light", "关于召开会议的通知"), ("STSong-Light", "定于2024年5月6日")]
pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
canvas = Canvas(sys.argv[1])
for number, (font, line) in enumerate(LINES):
    canvas.setFont(font, 14)
    canvas.drawString(72, 720 - 30 * number, line)
canvas.save()
texts = [
    pypdf.PdfReader(sys.argv[1]).pages[0].extract_text(),
    pypdfium2.PdfDocument(sys.argv[1])[0].get_textpage().get_text_range(),
]
assert all(text.split() == "No. 5 关于召开会议的通知 定于2024年5月6日".split() for text in texts), "others have changed"
PYTHON
cat > "$folder/unpdf/read.mjs" <<'JS'
import { readFileSync } from "fs";
import { extractText, getDocumentProxy } from "unpdf";
const document = await getDocumentProxy(new Uint8Array(readFileSync(process.argv[2])));
console.log((await extractText(document)).text.join(" "));
JS
cat > "$folder/officeparser/read.mjs" <<'JS'
import office from "officeparser";
console.log((await (await office.parseOffice(process.argv[2])).to("text")).value);
JS
cat > "$folder/pdf-parse/read.mjs" <<'JS'
import { readFileSync } from "fs";
import { PDFParse } from "pdf-parse";
const parser = new PDFParse({ data: new Uint8Array(readFileSync(process.argv[2])) });
console.log((await parser.getText()).text.replace(/-- \d+ of \d+ --/, ""));
JS
for package in unpdf officeparser pdf-parse; do
    text=$(node "$folder/$package/read.mjs" "$folder/notice.pdf" 2> "$folder/warnings" | xargs)
    echo "$package: $text | warnings: $(grep -ci cmap "$folder/warnings" || true)"
    [ "$text" = "No. 5" ] || { echo "the behaviour has changed" >&2; exit 1; }
done
echo "as described"
