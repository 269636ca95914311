#!/usr/bin/env bash
# puremagic 1.30: a file in the national format OFD is told as Word, by its content, with its name and by media type.
#
# OFD (GB/T 33190) is a zip with XML, in which Chinese offices publish and sign. A reader of attachments has to tell
# formats by content, since downloads often have no name. puremagic answers .docx, with a confidence of .4 that .pptx,
# .xlsx and two dozen other kinds of zip share, and it does not know the suffix, so that the name decides nothing
# either. A reader of Word files, which gets it then, calls the file broken. Seen: .docx in all three ways for a valid OFD of one page. Look for `OFD.xml` yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet puremagic==1.30
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path
from zipfile import ZipFile

import puremagic

SPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'
PARTS = {
    "OFD.xml": f'<ofd:OFD {SPACE} DocType="OFD" Version="1.0"><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID>'
    "</ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>",
    "Doc_0/Document.xml": f"<ofd:Document {SPACE}><ofd:CommonData><ofd:MaxUnitID>9</ofd:MaxUnitID><ofd:PageArea>"
    "<ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea></ofd:CommonData><ofd:Pages>"
    '<ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>',
    "Doc_0/Pages/Page_0/Content.xml": f'<ofd:Page {SPACE}><ofd:Content><ofd:Layer ID="2"><ofd:TextObject ID="3" '
    'Boundary="20 20 150 6" Font="4" Size="5"><ofd:TextCode X="0" Y="5">关于召开会议的通知</ofd:TextCode>'
    "</ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>",
}
file = Path(sys.argv[1], "notice.ofd")
with ZipFile(file, "w") as archive:
    for name, text in PARTS.items():
        archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')

found = {
    "content": puremagic.from_string(file.read_bytes()),
    "content and name": puremagic.from_string(file.read_bytes(), filename="notice.ofd"),
    "media type": puremagic.from_file(str(file), mime=True),
}
confidence = {match.extension: match.confidence for match in puremagic.magic_file(str(file))}
print(found, confidence)
assert found["content"] == found["content and name"] == ".docx", "the behaviour has changed"
assert found["media type"].endswith(".wordprocessingml.document"), "the behaviour has changed"
assert confidence[".docx"] == confidence[".xlsx"] == 0.4, "the behaviour has changed"
PYTHON
echo "as described"
