#!/usr/bin/env bash
# docx2txt 0.9: of a Word file that was saved as "Strict Open XML" the text is empty.
#
# ISO 29500 has two forms of a Word file. The strict one, which Word offers when saving, names its elements under
# purl.oclc.org in place of schemas.openxmlformats.org; to people it looks the same. docx2txt looks for the names of
# the other form and finds neither paragraphs nor tables. It returns "" and no error, so that Docx2txtLoader of
# LangChain, which is built on it, gives a document without content; in a folder of files some are empty anyhow, as
# forms are. python-docx refuses such a file. Seen: of a heading, a paragraph and a table nothing; mammoth,
# docx2python, pandoc and kreuzberg have all. Read with one of these, or look for `purl.oclc.org` in word/document.xml.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet docx2txt==0.9 docx2python==3.7.1 mammoth==1.13.0 pypandoc_binary==1.17 \
    kreuzberg==4.10.4 python-docx==1.2.0
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import re
import sys
from zipfile import ZipFile

import docx
import docx2txt
import kreuzberg
import mammoth
import pypandoc
from docx2python import docx2python

OLD = "http://schemas.openxmlformats.org/"
TEXTS = ["会议通知", "定于5月6日召开会议", "张三", "书记"]
usual, strict = (f"{sys.argv[1]}/{name}.docx" for name in ("usual", "strict"))
document = docx.Document()
document.add_heading(TEXTS[0])
document.add_paragraph(TEXTS[1])
table = document.add_table(1, 2)
table.cell(0, 0).text, table.cell(0, 1).text = TEXTS[2:]
document.save(usual)


def in_strict(text):
    """Return the XML of a part with the names of the strict form."""
    text = text.replace(f"{OLD}wordprocessingml/2006/", "http://purl.oclc.org/ooxml/wordprocessingml/")
    names = f"{OLD}officeDocument/2006/(relationships(?!/metadata)|math)"
    text = re.sub(names, r"http://purl.oclc.org/ooxml/officeDocument/\1", text)
    text = text.replace(f"{OLD}drawingml/2006/", "http://purl.oclc.org/ooxml/drawingml/")
    return text.replace("<w:document ", '<w:document w:conformance="strict" ')


with ZipFile(usual) as old, ZipFile(strict, "w") as new:
    for name in old.namelist():
        data = old.read(name)
        new.writestr(name, in_strict(data.decode()) if name.endswith((".xml", ".rels")) else data)


def texts(path):
    """Return what the five readers make of a file."""
    with open(path, "rb") as file:
        found = {"mammoth": mammoth.extract_raw_text(file).value}
    found["docx2txt"] = docx2txt.process(path)
    found["docx2python"] = docx2python(path).text
    found["pandoc"] = pypandoc.convert_file(path, "plain")
    found["kreuzberg"] = kreuzberg.extract_file_sync(path).content
    return found


assert all(part in text for text in texts(usual).values() for part in TEXTS), "the behaviour has changed"
found = texts(strict)
print(found)
assert found.pop("docx2txt") == "", "the behaviour has changed"
assert all(part in text for text in found.values() for part in TEXTS), "other readers have changed"
PYTHON
echo "as described"
