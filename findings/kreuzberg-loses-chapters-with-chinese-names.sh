#!/usr/bin/env bash
# kreuzberg 4.10.4: chapters of an EPUB whose files have names in Chinese, or with a blank in them, are not in the text.
#
# The list of a book's files holds their URLs (EPUB 3.3, 5.6.2), in which 第一章.xhtml is %E7%AC%AC..., as writers of EPUB
# make them; inside the ZIP the name is plain. kreuzberg looks into the ZIP for the name as it stands in the list, and
# passes over what it does not find, without an error; `processing_warnings` is empty, and what remains reads like a
# short book. A term and its explanation (`dt`, `dd`) are lost in any chapter. Seen: of a book of three chapters one is
# there, and of its glossary nothing; pandoc and markitdown have all. Compare the chapters with those in the book's
# list, or read with one of these.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet kreuzberg==4.10.4 pypandoc_binary==1.17 markitdown==0.1.9
"$folder/venv/bin/python" - "$folder/book.epub" <<'PYTHON'
import sys
from urllib.parse import quote
from zipfile import ZipFile

import kreuzberg
import pypandoc
from markitdown import MarkItDown

CHAPTERS = {
    "第一章.xhtml": "<p>会议强调，要加强基层党建。</p>",
    "chapter 2.xhtml": "<p>会议要求，按时报名。</p>",
    "c3.xhtml": "<p>会议指出，抓好落实。</p><dl><dt>两会</dt><dd>两个会议的合称</dd></dl>",
}
TEXTS = ["加强基层党建", "按时报名", "抓好落实", "两个会议的合称"]
XHTML = "http://www.w3.org/1999/xhtml"
items = "".join(
    f'<item id="c{number}" href="{quote(name)}" media-type="application/xhtml+xml"/>'
    for number, name in enumerate(CHAPTERS)
)
spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(CHAPTERS)))
links = "".join(f'<li><a href="{quote(name)}">第{number}章</a></li>' for number, name in enumerate(CHAPTERS, 1))
with ZipFile(sys.argv[1], "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    book.writestr(
        "META-INF/container.xml",
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    )
    book.writestr(
        "OEBPS/book.opf",
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:1</dc:identifier>'
        "<dc:title>学习读本</dc:title><dc:language>zh-CN</dc:language>"
        '<meta property="dcterms:modified">2024-05-06T00:00:00Z</meta></metadata><manifest>'
        f'<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>{items}</manifest>'
        f"<spine>{spine}</spine></package>",
    )
    book.writestr(
        "OEBPS/nav.xhtml",
        f'<html xmlns="{XHTML}" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head>'
        f'<body><nav epub:type="toc"><ol>{links}</ol></nav></body></html>',
    )
    for name, body in CHAPTERS.items():
        page = f'<html xmlns="{XHTML}"><head><title>章</title></head><body>{body}</body></html>'
        book.writestr(f"OEBPS/{name}", page)

found = kreuzberg.extract_file_sync(sys.argv[1])
print("kreuzberg:", found.content.split(), "warnings:", found.processing_warnings)
assert [text in found.content for text in TEXTS] == [False, False, True, False], "the behaviour has changed"
assert not found.processing_warnings, "the behaviour has changed"
assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
for text in (pypandoc.convert_file(sys.argv[1], "plain"), MarkItDown().convert(sys.argv[1]).text_content):
    assert all(part in text for part in TEXTS), "pandoc or markitdown has changed"
PYTHON
echo "as described"
