#!/usr/bin/env bash
# pandoc 3.9 (pypandoc_binary 1.17): a paragraph of a Word file to which a text box is anchored loses its own text.
#
# Notices have stamps, notes and red titles in text boxes, each anchored to a paragraph of the text. Word and WPS
# write such a box twice, as a drawing and as VML for old versions, in `mc:AlternateContent` (ECMA-376, part 3), which
# is a part of a run of that paragraph. pandoc puts the text of the box in the place of the paragraph, whose other
# runs are gone, before and behind the box; no warning, and the paragraphs around are there. A box in VML alone, as in
# files of Word 2007, is left out instead, and the paragraph is whole. Seen: of a notice of three paragraphs the
# second is the text of its box. mammoth has both texts. Take `mc:AlternateContent` out of word/document.xml before
# converting, or read with mammoth.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0 pypandoc_binary==1.17 mammoth==1.13.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

import docx
import mammoth
import pypandoc
from docx.oxml import parse_xml

SCHEMAS = "http://schemas.openxmlformats.org"
NAMES = {
    "w": f"{SCHEMAS}/wordprocessingml/2006/main",
    "mc": f"{SCHEMAS}/markup-compatibility/2006",
    "wp": f"{SCHEMAS}/drawingml/2006/wordprocessingDrawing",
    "a": f"{SCHEMAS}/drawingml/2006/main",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "v": "urn:schemas-microsoft-com:vml",
}
TEXT = "<w:txbxContent><w:p><w:r><w:t>内部资料</w:t></w:r></w:p></w:txbxContent>"
VML = f'<w:pict><v:shape style="width:90pt;height:30pt"><v:textbox>{TEXT}</v:textbox></v:shape></w:pict>'
DRAWING = f"""<w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1"
 behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>
 <wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>
 <wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>
 <wp:extent cx="1143000" cy="381000"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="文本框 1"/>
 <a:graphic><a:graphicData uri="{NAMES["wps"]}"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/>
 <wps:txbx>{TEXT}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>"""
BOTH = (
    f'<mc:AlternateContent><mc:Choice Requires="wps">{DRAWING}</mc:Choice>'
    f"<mc:Fallback>{VML}</mc:Fallback></mc:AlternateContent>"
)


def read(box, name):
    """Return the paragraphs, as pandoc and mammoth read them, of a notice with a box in its second one."""
    path = Path(sys.argv[1]) / f"{name}.docx"
    spaces = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMES.items())
    runs = f"<w:r><w:t>会议定于</w:t></w:r><w:r>{box}</w:r><w:r><w:t>五月六日召开。</w:t></w:r>"
    document = docx.Document()
    for position, text in enumerate(["各单位：", None, "请准时参加。"]):
        paragraph = f"<w:p {spaces}>{runs if text is None else f'<w:r><w:t>{text}</w:t></w:r>'}</w:p>"
        document.element.body.insert(position, parse_xml(paragraph))
    document.save(path)
    converted = pypandoc.convert_file(str(path), "plain", extra_args=["--wrap=none"])
    with path.open("rb") as file:
        return converted.split(), mammoth.extract_raw_text(file).value.split()


print("pandoc", pypandoc.get_pandoc_version())
found = {name: read(box, name) for name, box in {"none": "", "VML": VML, "both": BOTH}.items()}
for name, (converted, others) in found.items():
    print(f"box {name}: pandoc {converted}, mammoth {others}")
WHOLE = ["各单位：", "会议定于五月六日召开。", "请准时参加。"]
assert pypandoc.get_pandoc_version() == "3.9", "the behaviour has changed"
assert found["none"][0] == found["VML"][0] == WHOLE, "the behaviour has changed"
assert found["both"][0] == ["各单位：", "内部资料", "请准时参加。"], "the behaviour has changed"
assert set(found["both"][1]) == {*WHOLE, "内部资料"}, "the behaviour has changed"
PYTHON
echo "as described"
