#!/usr/bin/env bash
# readability-lxml 0.9, Resiliparse 2.0.1: of an article of a WeChat account nothing is left but its title.
#
# WeChat sends articles hidden: `#js_content` has `style="visibility: hidden; opacity: 0"` until a script of the page
# shows it. Since 0.9 readability-lxml removes what is hidden by a style before it scores, and Resiliparse with
# `main_content=True` does so too; both are right for menus, and for a page that a browser saved after its scripts. A
# crawler has the page as it was sent: `summary()` is empty, and the other one has the title and the line below the
# article, without an error. Seen: of 8 sentences none, and without that style all of them by both. Delete the `style`
# of `#js_content` before extracting.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet readability-lxml==0.9 Resiliparse==2.0.1
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import lxml.html
from readability import Document
from resiliparse.extract.html2text import extract_plain_text

SENTENCE = "会议强调，各地各部门要结合实际，认真贯彻落实，确保各项任务落到实处。"
PAGE = """<html><head><title>会议召开</title></head><body><div id="page-content">
<h1 class="rich_media_title" id="activity-name">会议召开</h1>
<div class="rich_media_content js_underline_content" id="js_content" style="visibility: hidden; opacity: 0; ">{}</div>
<p>微信扫一扫关注该公众号</p></div></body></html>"""
sent = PAGE.format(f"<section><p>{SENTENCE}</p></section>" * 8)
tree = lxml.html.document_fromstring(sent)
del tree.get_element_by_id("js_content").attrib["style"]
shown = lxml.html.tostring(tree, encoding="unicode")


def texts(page):
    """Return what both have of the page."""
    summary = Document(page).summary()
    text = lxml.html.fragment_fromstring(summary, create_parent="div").text_content() if summary else ""
    return {
        "readability": text.strip(),
        "Resiliparse": extract_plain_text(page, main_content=True),
    }


before, after = texts(sent), texts(shown)
for name, text in before.items():
    print(f"{name}: {text.count(SENTENCE)} of 8 sentences as sent, {after[name].count(SENTENCE)} without the style")
print("Resiliparse, as sent:", before["Resiliparse"].split())
assert before["readability"] == "", "the behaviour has changed"
assert before["Resiliparse"].split() == ["会议召开", "微信扫一扫关注该公众号"], "the behaviour has changed"
assert after["readability"].count(SENTENCE) == after["Resiliparse"].count(SENTENCE) == 8, "the behaviour has changed"
PYTHON
echo "as described"
