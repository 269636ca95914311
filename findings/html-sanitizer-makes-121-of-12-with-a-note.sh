#!/usr/bin/env bash
# html-sanitizer 2.7.0: 增长12① (a note on 12) becomes 121, 3½ 31⁄2, and 10＜x＜20 loses the rest of its paragraph.
#
# The package is to tidy HTML that was pasted into an editor: it drops styles and empty elements, and leaves the text.
# Of Unicode its page says "normalize", without a form. It is NFKC, which takes what looks different for the same: ①,
# ² and full-width digits are plain digits, so that the mark of a note is a digit of the figure before it, ㎡ is m2, and
# the brackets and commas of Chinese are those of ASCII. All of this is done to the source before it is parsed: ＜ and
# ＞, with which Chinese texts write what HTML does not allow as < and >, become the beginning and end of a tag, and
# what is between them or behind them is gone with it. There is no error. Seen: of eight paragraphs four have other
# figures, one another unit, and two have lost words. `keep_typographic_whitespace` leaves all eight as they are: by its
# description it is about blanks, but with it the form is NFC.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet html-sanitizer==2.7.0
"$folder/venv/bin/python" - <<'PYTHON'
from html_sanitizer import Sanitizer

PARAGRAPHS = {
    "全县增长12①": "全县增长121",
    "共1.2×10²吨": "共1.2×102吨",
    "每人3½天": "每人31⁄2天",
    "第3⑫条": "第312条",
    "面积12㎡（试行）": "面积12m2(试行)",
    "适用于10＜x＜20的情形，按时参加。": "适用于10",
    "若a＜b且b＞c则不得延期": "若ac则不得延期",
    "会议不得延期": "会议不得延期",
}
plain = Sanitizer()
keeping = Sanitizer({"keep_typographic_whitespace": True})
for text, expected in PARAGRAPHS.items():
    page = f"<p>{text}</p>"
    found = plain.sanitize(page)
    print(f"{page} -> {found}")
    assert found == f"<p>{expected}</p>", "the behaviour has changed"
    assert keeping.sanitize(page) == page, "the behaviour has changed"
PYTHON
echo "as described"
