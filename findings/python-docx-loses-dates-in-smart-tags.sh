#!/usr/bin/env bash
# python-docx 1.2.0: 会议于2024年5月6日召开 is 会议于召开, and 全长12公里 is 全长, in files that come from Word 2007.
#
# Word 2003 and 2007 mark what they know while it is typed: in Chinese dates (`chsdate`) and measures (`chmetcnv`).
# The mark, `w:smartTag`, is an element around the runs (ECMA-376, 17.5.1) that nobody sees on the page.
# `Paragraph.text` and `Paragraph.runs` have only what is directly in the paragraph, and leave out the rest without a
# trace. What is left are good sentences without their dates, and where a date is looked for, a worse one is found, or
# none. Seen: of two dates and a measure none is in the text; docx2txt and mammoth have all. Unwrap each `w:smartTag`
# before reading, as in the last part below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0 docx2txt==0.9 mammoth==1.13.0
"$folder/venv/bin/python" - "$folder/notice.docx" <<'PYTHON'
import sys

import docx
import docx2txt
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

SENTENCE = [("会议于", None), ("2024年5月6日", "chsdate"), ("召开，道路全长", None), ("12公里", "chmetcnv"), ("，", None)]
SENTENCE += [("2025年10月1日", "chsdate"), ("通车。", None)]
WHOLE = "".join(text for text, _ in SENTENCE)
WITHOUT = "".join(text for text, tag in SENTENCE if tag is None)


def run(text, tag):
    """Return the XML of one run, in a smart tag if one is named."""
    inner = f"<w:r><w:t>{text}</w:t></w:r>"
    if tag is None:
        return inner
    return f'<w:smartTag w:uri="urn:schemas-microsoft-com:office:smarttags" w:element="{tag}">{inner}</w:smartTag>'


document = docx.Document()
runs = "".join(run(text, tag) for text, tag in SENTENCE)
document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')}>{runs}</w:p>"))
document.save(sys.argv[1])

paragraph = docx.Document(sys.argv[1]).paragraphs[0]
with open(sys.argv[1], "rb") as file:
    others = docx2txt.process(sys.argv[1]).strip(), mammoth.extract_raw_text(file).value.strip()
print("python-docx:", paragraph.text)
print("docx2txt, mammoth:", *others)
assert paragraph.text == "".join(part.text for part in paragraph.runs) == WITHOUT, "the behaviour has changed"
assert others == (WHOLE, WHOLE), "the behaviour has changed"

for tag in paragraph._p.xpath(".//w:smartTag"):
    for part in list(tag.iterchildren(qn("w:r"))):
        tag.addprevious(part)
    tag.getparent().remove(tag)
print("unwrapped:", paragraph.text)
assert paragraph.text == WHOLE, "the behaviour has changed"
PYTHON
echo "as described"
