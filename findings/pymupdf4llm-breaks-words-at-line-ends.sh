#!/usr/bin/env bash
# PyMuPDF4LLM 2.0: every word of a Chinese PDF that stands across a line end is broken in the Markdown.
#
# PyMuPDF4LLM makes Markdown of PDFs for language models. It joins the lines of a paragraph with a blank, which
# is right where lines end between words. Chinese lines end anywhere, so 完成时/限 becomes 完成时 限: a search for the
# word fails, and a tokenizer learns blanks. Indents of two ideographic blanks, by which Chinese marks paragraphs,
# are dropped, so that two paragraphs become one; and a line may be torn off as an item of a list. Seen with one
# page of five lines in two paragraphs: of three words across line ends none is whole, and the second paragraph
# does not begin a line. Plain page.get_text() of PyMuPDF keeps lines and indents, from which both can be mended.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pymupdf4llm==2.0 pymupdf==2.0 pymupdf_layout==2.0 reportlab==5.1.0
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import pymupdf
import pymupdf4llm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

LINES = [
    "　　近日，青石县召开基层党组织建设工作推进会，总结上半年工",
    "作，安排部署下一阶段任务。会议要求，要把更多时间留给走访入户，让老",
    "人不出村就能办理养老认证。",
    "　　会议强调，要坚持问题导向，逐项列出清单，明确责任单位和完成时",
    "限。",
]
pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
page = canvas.Canvas("page.pdf")
page.setFont("STSong-Light", 12)
for number, line in enumerate(LINES):
    page.drawString(72, 760 - 18 * number, line)
page.save()

markdown = pymupdf4llm.to_markdown("page.pdf")
print(markdown)
whole = [word for word in ("上半年工作", "让老人", "完成时限") if word in markdown]
print("words across line ends that are whole:", whole)
assert whole == [] and "完成时 限" in markdown, "the behaviour has changed"
assert not any(line.startswith("会议强调") for line in markdown.splitlines()), "the behaviour has changed"
plain = pymupdf.open("page.pdf")[0].get_text().splitlines()
assert plain == LINES, "the behaviour has changed"
print("get_text() gives the five lines as they were written")
PYTHON
echo "as described"
