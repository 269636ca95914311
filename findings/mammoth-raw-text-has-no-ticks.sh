#!/usr/bin/env bash
# mammoth 1.13.0, docx2txt 0.9: in the text of a form nothing tells which of the boxes is ticked.
#
# Forms of Chinese offices are filled in with ☑是 □否. Word has three ways to make such a box: a symbol of Wingdings 2
# (`w:sym`), a content control (`w14:checkbox` in `w:sdt`) and a form field (FORMCHECKBOX). `extract_raw_text` of
# mammoth has the first and neither of the others, although its own HTML has all, and "ignores all formatting" is what
# it promises; docx2txt has only the second. What is left, 是 否, reads like a form that nobody has filled in, without a
# warning, and whether it is complete depends on how its author made the box. Seen: of three questions raw text tells
# the answer to one, docx2txt to another, and mammoth's HTML to all. Take the HTML (or markitdown 0.1.9, built on it).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet mammoth==1.13.0 docx2txt==0.9 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import docx
import docx2txt
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def run(inner):
    """Return the XML of one run."""
    return f"<w:r>{inner}</w:r>"


def symbol(ticked):
    """Return a box as a character of Wingdings 2."""
    return run(f'<w:sym w:font="Wingdings 2" w:char="{"F052" if ticked else "F0A3"}"/>')


def control(ticked):
    """Return a box as a content control."""
    properties = f'<w14:checkbox><w14:checked w14:val="{ticked:d}"/></w14:checkbox>'
    shown = run(f"<w:t>{'☒' if ticked else '☐'}</w:t>")
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{shown}</w:sdtContent></w:sdt>"


def field(ticked):
    """Return a box as a form field."""
    box = f'<w:checkBox><w:sizeAuto/><w:default w:val="0"/><w:checked w:val="{ticked:d}"/></w:checkBox>'
    data = f'<w:ffData><w:name w:val="选项"/><w:enabled/>{box}</w:ffData>'
    begin = run(f'<w:fldChar w:fldCharType="begin">{data}</w:fldChar>')
    return begin + run("<w:instrText> FORMCHECKBOX </w:instrText>") + run('<w:fldChar w:fldCharType="end"/>')


def texts(path, box, answer):
    """Return mammoth's text, docx2txt's and mammoth's HTML of a form with one question."""
    pieces = run("<w:t>同意：</w:t>") + box(answer) + run("<w:t>是/</w:t>") + box(not answer) + run("<w:t>否</w:t>")
    document = docx.Document()
    document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')} {W14}>{pieces}</w:p>"))
    document.save(path)
    with open(path, "rb") as file:
        return [
            mammoth.extract_raw_text(file).value.strip(),
            docx2txt.process(path).strip(),
            mammoth.convert_to_html(file).value,
        ]


path = str(Path(sys.argv[1]) / "form.docx")
told = {}
for box in (symbol, control, field):
    yes, no = texts(path, box, True), texts(path, box, False)
    told[box.__name__] = [one != other for one, other in zip(yes, no, strict=True)]
    print(f"{box.__name__}:", *yes, "| told:", *told[box.__name__])
    for text, tells in zip(yes, told[box.__name__], strict=True):
        assert tells or text == "同意：是/否", "the behaviour has changed"
assert told["symbol"] == [True, False, True], "the behaviour has changed"
assert told["control"] == [False, True, True], "the behaviour has changed"
assert told["field"] == [False, False, True], "the behaviour has changed"
PYTHON
echo "as described"
