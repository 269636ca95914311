#!/usr/bin/env bash
# python-docx 1.2.0, mammoth 1.13.0, docx2python 3.7.1: a character with its pinyin above it is not in the text.
#
# Word's phonetic guide (拼音指南) stands where a reader may not know a character: rare ones in names and places. It puts
# the character into `w:ruby`, within a run, below the pinyin (ECMA-376, 17.3.3.25). `Paragraph.text` of python-docx
# leaves all of it out, without a trace; so does mammoth, with a note in `messages`; docx2python has the pinyin as if
# it were a part of the sentence. The name that the guide was to make clear is wrong in each. Seen: 王䶮同志 is 王同志, 王同志
# and 王yǎn䶮同志. Before reading, replace each `w:ruby` by the runs in its `w:rubyBase` (last part below).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0 mammoth==1.13.0 docx2python==3.7.1
"$folder/venv/bin/python" -W ignore - "$folder/name.docx" <<'PYTHON'
import sys

import docx
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx2python import docx2python

RUBY = f"""<w:r {nsdecls("w")}><w:ruby>
<w:rubyPr><w:rubyAlign w:val="center"/><w:hps w:val="11"/><w:hpsRaise w:val="20"/><w:hpsBaseText w:val="22"/>
<w:lid w:val="zh-CN"/></w:rubyPr>
<w:rt><w:r><w:t>yǎn</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>䶮</w:t></w:r></w:rubyBase></w:ruby></w:r>"""

document = docx.Document()
paragraph = document.add_paragraph("王")
paragraph._p.append(parse_xml(RUBY))
paragraph.add_run("同志出席会议。")
document.save(sys.argv[1])

read = docx.Document(sys.argv[1])
plain = read.paragraphs[0].text
with open(sys.argv[1], "rb") as file:
    raw = mammoth.extract_raw_text(file)
with docx2python(sys.argv[1]) as content:
    mixed = content.text.strip()
for ruby in list(read.element.iter(qn("w:ruby"))):
    run = ruby.getparent()
    for inner in ruby.find(qn("w:rubyBase")):
        run.addprevious(inner)
    run.getparent().remove(run)
print("python-docx:", plain, "| mammoth:", raw.value.strip(), "| docx2python:", mixed)
print("with the runs in its place:", read.paragraphs[0].text)
assert plain == raw.value.strip() == "王同志出席会议。", "the behaviour has changed"
assert [message.message for message in raw.messages] == ["An unrecognised element was ignored: w:ruby"]
assert mixed == "王yǎn䶮同志出席会议。", "the behaviour has changed"
assert read.paragraphs[0].text == "王䶮同志出席会议。", "the behaviour has changed"
PYTHON
echo "as described"
