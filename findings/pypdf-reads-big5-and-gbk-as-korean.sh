#!/usr/bin/env bash
# pypdf 7.1.1, pdfminer.six 20260107: text in the encodings GBKp-EUC-H, B5pc-H and HKscs-B5-H comes out as Korean.
#
# PDF names fourteen encodings of Chinese for horizontal text that a reader has to know, with no table of them in the
# file (ISO 32000-1, table 118); GBK and Big5 are written with them where fonts are not embedded. What pypdf does not
# know it takes for UTF-16: two bytes of a character become one of Hangul, or of Yi and other scripts, as many as
# there were. A line in the log says so; the text is as long as it should be, and a filter that counts letters lets it
# pass. pdfminer.six, and pdfplumber with it, lacks ETenms-B5-H and has a few Latin letters there, without a word;
# PDFium reads all. Seen: of 13 encodings pypdf misreads three and pdfminer.six one. Take pypdfium2 for Chinese files.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pypdf==7.1.1 pdfminer.six==20260107 pypdfium2==5.15.2
"$folder/venv/bin/python" -W ignore - "$folder/page.pdf" <<'PYTHON'
import logging
import sys

import pypdf
import pypdfium2
from pdfminer.high_level import extract_text

logging.disable(logging.CRITICAL)
MAINLAND, TAIWAN = ("GB1", "会议强调，坚持以人民为中心。"), ("CNS1", "會議強調，堅持以人民為中心。")
ENCODINGS = {
    "GB-EUC-H": ("gb2312", MAINLAND),
    "GBpc-EUC-H": ("gb2312", MAINLAND),
    "GBK-EUC-H": ("gbk", MAINLAND),
    "GBKp-EUC-H": ("gbk", MAINLAND),
    "GBK2K-H": ("gb18030", MAINLAND),
    "UniGB-UCS2-H": ("utf-16-be", MAINLAND),
    "UniGB-UTF16-H": ("utf-16-be", MAINLAND),
    "B5pc-H": ("big5", TAIWAN),
    "HKscs-B5-H": ("big5hkscs", TAIWAN),
    "ETen-B5-H": ("big5", TAIWAN),
    "ETenms-B5-H": ("big5", TAIWAN),
    "UniCNS-UCS2-H": ("utf-16-be", TAIWAN),
    "UniCNS-UTF16-H": ("utf-16-be", TAIWAN),
}


def write(path, encoding, characters, text):
    """Write a page with one line in a font that is not embedded."""
    drawn = f"BT /F1 14 Tf 72 700 Td <{text.hex()}> Tj ET"
    info = f"<< /Registry (Adobe) /Ordering ({characters}) /Supplement 0 >>"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        f"<< /Type /Font /Subtype /Type0 /BaseFont /Song-{encoding} /Encoding /{encoding} /DescendantFonts [6 0 R] >>",
        f"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo {info}"
        " /FontDescriptor 7 0 R /DW 1000 >>",
        "<< /Type /FontDescriptor /FontName /Song /Flags 6 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880"
        " /Descent -120 /CapHeight 880 /StemV 90 >>",
    ]
    content, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    end = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF\n"
    with open(path, "wb") as file:
        file.write(f"{content}xref\n0 {size}\n0000000000 65535 f \n{table}{end}".encode())


def read(path):
    with pypdfium2.PdfDocument(path) as document:
        pdfium = document[0].get_textpage().get_text_range()
    return {"pypdf": pypdf.PdfReader(path).pages[0].extract_text(), "pdfminer": extract_text(path), "PDFium": pdfium}


wrong = {"pypdf": {}, "pdfminer": {}, "PDFium": {}}
for encoding, (codec, (characters, text)) in ENCODINGS.items():
    write(sys.argv[1], encoding, characters, text.encode(codec))
    for library, found in read(sys.argv[1]).items():
        if found.strip() != text:
            wrong[library][encoding] = found.strip()
for library, texts in wrong.items():
    print(f"{library}:", texts)
assert list(wrong["pypdf"]) == ["GBKp-EUC-H", "B5pc-H", "HKscs-B5-H"], "the behaviour has changed"
assert list(wrong["pdfminer"]) == ["ETenms-B5-H"], "the behaviour has changed"
assert wrong["PDFium"] == {}, "the behaviour has changed"
hangul = [sum("\uac00" <= character <= "\ud7a3" for character in text) for text in wrong["pypdf"].values()]
print("Hangul of 14 characters:", hangul)
assert min(hangul) >= 6, "the behaviour has changed"
PYTHON
echo "as described"
