#!/usr/bin/env bash
# kreuzberg 4.10.4: a slide that was put in front comes last, and dates that PowerPoint fills in are gone.
#
# The order of slides is that of `p:sldIdLst` in presentation.xml (ECMA-376 part 1, 19.2.1.34); names of parts mean
# nothing. kreuzberg reads slide1.xml, slide2.xml and so on. Programs that put a cover or an agenda in front of a
# report add it as the last part and move its entry in the list, so that the text begins in the middle of the matter,
# and page numbers given with it are those of other slides. And a date or a page number in a text is a field with its
# last result (`a:fld`), which is left out, so that 于2024年5月6日召开 is 于召开. No warning. Seen: the cover of three slides is
# the last, and has no date; markitdown, with python-pptx, has both right. Read slides with that.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet kreuzberg==4.10.4 'markitdown[pptx]==0.1.9' python-pptx==1.0.2
"$folder/venv/bin/python" - "$folder/report.pptx" <<'PYTHON'
import sys

import kreuzberg
from lxml import etree
from markitdown import MarkItDown
from pptx import Presentation

DATE = """<a:fld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" type="datetime1"
  id="{5B1F1A30-0000-4000-8000-000000000001}"><a:rPr lang="zh-CN"/><a:t>2024年5月6日</a:t></a:fld>"""
presentation = Presentation()
slides = presentation.slides
for title, text in (("一、情况", "党员十人"), ("二、打算", "抓好落实"), ("述职报告", "于")):
    slide = slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = text
paragraph = slide.placeholders[1].text_frame.paragraphs[0]
paragraph._p.append(etree.fromstring(DATE))
paragraph.add_run().text = "召开"
listed = presentation.part._element.sldIdLst
listed.insert(0, listed[-1])
presentation.save(sys.argv[1])


def order(text):
    """Return the titles in the order in which a text has them."""
    return sorted(("述职报告", "一、情况", "二、打算"), key=text.index)


found = kreuzberg.extract_file_sync(sys.argv[1])
print("kreuzberg:", found.content.split(), "warnings:", found.processing_warnings)
assert order(found.content) == ["一、情况", "二、打算", "述职报告"], "the behaviour has changed"
assert "2024年5月6日" not in found.content and "召开" in found.content, "the behaviour has changed"
assert not found.processing_warnings, "the behaviour has changed"
text = MarkItDown().convert(sys.argv[1]).text_content
assert order(text) == ["述职报告", "一、情况", "二、打算"] and "于2024年5月6日召开" in text, "markitdown has changed"
PYTHON
echo "as described"
