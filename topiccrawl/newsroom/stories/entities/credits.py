"""Parts of a text that say who wrote it and where: bylines, credits and datelines."""

from __future__ import annotations

import re

BLANK = "。"
"""What credits are replaced with: it ends a sentence and keeps the positions of all other characters."""

_WRITER = (
    r"(?:记者|通讯员|实习生|责任编辑|责编|编辑|编导|编译|作者|撰文|撰稿|供稿|采写|摄影|摄像|校对|审核|"
    r"策划|监制|统筹|出品|漫画|制图"
    r"|翻译|译者|文字|文稿|来源|稿源|(?<![一-鿿])[文图][/:：])"
)
_BRACKETS = re.compile(
    r"[（(【\[〔][^）)】\]〕\n。！？]{0,60}?(?:"
    + _WRITER
    + r"[^）)】\]〕\n。！？]{0,60}[）)】\]〕]?|[╱／/][^）)】\]〕\n。！？]{2,12}报[道导][】）)])"
)
"""(记者 张江 摄影 李明), 【编辑:周江】, 【周江╱青州报导】"""
_LINE = re.compile(
    r"^[ \t　]*(?:[^\n。，！？；“”]{0,14}?" + _WRITER + r"[ \t　]*[：:／/]?)[^\n。，！？；“”]{1,24}$",
    re.MULTILINE,
)
"""A short line of its own: 江边社记者周海明; 策划：周山李江"""
_NAMES = r"[一-鿿](?:[ 　]?[一-鿿]){1,3}(?:[、 　/]+[一-鿿](?:[ 　]?[一-鿿]){1,3}){0,5}"
_ALONE = re.compile(r"(?<=\n)[ \t　]*[一-鿿](?:[ 　]?[一-鿿]){1,2}[ \t　]*(?=\n)")
"""A line of two or three characters below the headline: the author."""
_AT_END = re.compile(
    rf"(?:(?:^|(?<=[。！？…”]))[ \t　]*[（(]{_NAMES}|[（(]{_NAMES}摄)[）)][ \t　]*$", re.MULTILINE
)
"""（张江、李江生） behind the last sentence of a paragraph; not 刘江（海队）."""
_PICTURE = re.compile(
    rf"(?:记者|通讯员)[ 　]*{_NAMES}[ 　]*摄(?![一-鿿])|(?:记者|通讯员)[ 　]*[一-鿿]{{2,4}}[ 　]+摄"
)
_REPORTED = re.compile(r"(?:记者|通讯员)[^\n，。！？；：“”]{2,24}报道(?=[ 　：:]|$)", re.MULTILINE)
"""记者王江、实习生李南京报道 before the text."""
_DATELINE = re.compile(
    r"^[ \t　]*[^\n，。！？；：“”]{0,34}?(?:[\d０-９]{1,2}日?[电讯](?!动|视|影|子|话|力|站|信|商|网)|"
    r"(?<=[报网社台])[一-鿿]{0,4}[电讯](?=[ 　（(]))"
    r"(?:题[：:]|[一-鿿]{2,6}消息[：:])?[ \t　]*(?:[（(][^）)\n]{2,30}[）)])?",
    re.MULTILINE,
)
"""新华社北京3月5日电（周江、李青山）"""
_BEHIND_TEXT = re.compile(rf"报[道导][ 　]*[╱／/][ 　]*{_NAMES}[ \t　]*$", re.MULTILINE)
_AGENCY = re.compile(rf"^[ \t　]*[一-鿿]{{2,10}}讯[ 　]*[（(]{_NAMES}[）)]", re.MULTILINE)
"""江边科技讯（周江）"""
_INNER_DATELINE = re.compile(
    r"[一-鿿]{1,4}(?:社|网|报|台|在线)(?:[一-鿿]{2,10})?[\d０-９]{1,2}月[\d０-９]{1,2}日[电讯](?!动|视|"
    r"影|子|话|力|站|信|商|网)"
    r"[ 　]*(?:[（(][^）)\n]{2,30}[）)])?"
)


def without_credits(text: str) -> str:
    """Return a text of the same length whose bylines, credits and datelines are full stops.

    >>> without_credits("江边社青州3月5日电（记者 李南京）大会开幕。（编辑：王西安）").strip("。")
    '大会开幕'
    """
    for form in (
        _BRACKETS,
        _ALONE,
        _PICTURE,
        _REPORTED,
        _BEHIND_TEXT,
        _AGENCY,
        _INNER_DATELINE,
        _DATELINE,
        _LINE,
        _AT_END,
    ):
        text = form.sub(lambda found: BLANK * len(found[0]), text)
    return text
