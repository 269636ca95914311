#!/usr/bin/env bash
# html-docx-js 0.3.1: a Word file made with it has no text for python-docx, mammoth, docx2txt, pandoc, markitdown.
#
# Web editors offer "save as Word" with html-docx-js. Its document.xml has one element in its body, `w:altChunk`, which
# names a part of another format to be imported (ECMA-376 part 1, 17.17.2.1); the article is HTML in MHTML there. Word
# shows it, and keeps it so until the file is saved anew. Readers of docx pass over the element: no text and no error,
# so that the file looks like an empty form; mammoth alone notes an "unrecognised element" in `messages`. A document
# that a server merged out of several loses such pieces only. The package's page warns that LibreOffice shows nothing
# of it; pages of the readers say nothing. Seen: of a notice with a headline, a paragraph and a table seven readers
# have nothing. Look for `altChunk` in word/document.xml, and read the part that it names as an e-mail message, as done
# here at the end.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-docx==1.2.0 mammoth==1.13.0 docx2txt==0.9 docx2python==3.7.1 \
    pypandoc_binary==1.17 'markitdown[docx]==0.1.9' kreuzberg==4.10.4
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts html-docx-js@0.3.1
cat > "$folder/write.cjs" <<'JS'
const { writeFileSync } = require("fs");
const page = `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><h1>会议通知</h1>
<p>定于5月6日召开会议。</p><table><tr><td>张三</td><td>书记</td></tr></table></body></html>`;
const blob = require("html-docx-js").asBlob(page);
blob.arrayBuffer().then((data) => writeFileSync(process.argv[2], Buffer.from(data)));
JS
node "$folder/write.cjs" "$folder/notice.docx"
"$folder/venv/bin/python" - "$folder/notice.docx" <<'PYTHON'
import email
import email.policy
import sys
from zipfile import ZipFile

import docx
import docx2txt
import kreuzberg
import mammoth
import pypandoc
from docx2python import docx2python
from markitdown import MarkItDown

path = sys.argv[1]
document = docx.Document(path)
with open(path, "rb") as file:
    raw = mammoth.extract_raw_text(file)
found = {
    "python-docx": "".join(paragraph.text for paragraph in document.paragraphs) + "".join(map(str, document.tables)),
    "mammoth": raw.value,
    "docx2txt": docx2txt.process(path),
    "docx2python": docx2python(path).text,
    "pandoc": pypandoc.convert_file(path, "plain"),
    "markitdown": MarkItDown().convert(path).text_content,
    "kreuzberg": kreuzberg.extract_file_sync(path).content,
}
print(found)
assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
assert not any(text.strip() for text in found.values()), "the behaviour has changed"
with ZipFile(path) as file:
    assert b"w:altChunk" in file.read("word/document.xml"), "the behaviour has changed"
    message = email.message_from_bytes(file.read("word/afchunk.mht"), policy=email.policy.default)
assert "定于5月6日召开会议" in message.get_body(("html",)).get_content(), "the behaviour has changed"
PYTHON
echo "as described"
