#!/usr/bin/env bash
# segno 1.6.6: a QR code of 党员, 名单 or 党员名单 says 蜈壼遭 and the like to whoever scans it.
#
# A QR code has a mode for Japanese characters in Shift-JIS, two bytes each (ISO/IEC 18004, 7.4.6). segno uses it for a
# text whose bytes could be such characters. Chinese that neither Latin-1 nor Shift-JIS has becomes UTF-8, and then
# these bytes are looked at: three of a Chinese character and three of the next are often three of Japanese, so that
# the code is written in the mode for Japanese, and every reader is right to show that. It takes an even number of
# characters, of which each has such bytes; words of two are often so, sentences seldom, and tests with a sentence
# pass. With `encoding="utf-8"`, and an ECI that says so, more words are wrong, and the ECI is left out. No error, and
# a code is printed before it is scanned. Seen: of 40 words of a newspaper's front page 4 are wrong, with the encoding
# named 11, as zxing-cpp 3.1.1 reads them (zbar and jsQR do too). Name the mode: `segno.make(text, mode="byte",
# encoding="utf-8")`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet segno==1.6.6 zxing-cpp==3.1.1 pillow==13.0.0
"$folder/venv/bin/python" - "$folder/code.png" <<'PYTHON'
import sys

import segno
import zxingcpp
from PIL import Image

WORDS = (
    "党建 会议 上海 北京 二版 签到 报名 学习 通知 公告 新闻 要闻 评论 理论 文化 体育 经济 社会 国际 教育 "
    "科技 健康 法治 军事 图片 视频 专题 党史 支部 书记 党员 干部 群众 乡村 振兴 改革 发展 开放 创新 名单"
).split()


def read(text, **options):
    """Return the text that a reader finds in the code of a text."""
    segno.make(text, micro=False, **options).save(sys.argv[1], scale=5)
    [code] = zxingcpp.read_barcodes(Image.open(sys.argv[1]).convert("RGB"))
    return code.text


def wrong(**options):
    """Return the words that are read as others."""
    return {word: found for word in WORDS if (found := read(word, **options)) != word}


print("as it is:     ", wrong())
print("UTF-8:        ", wrong(encoding="utf-8", eci=True))
print("bytes, UTF-8: ", wrong(mode="byte", encoding="utf-8"))
assert sorted(wrong()) == ["党员", "创新", "名单", "要闻"], "the behaviour has changed"
assert len(wrong(encoding="utf-8", eci=True)) == 11, "the behaviour has changed"
assert read("党员名单") == "蜈壼遭蜷榊黒", "the behaviour has changed"
assert not wrong(mode="byte", encoding="utf-8"), "the behaviour has changed"
PYTHON
echo "as described"
