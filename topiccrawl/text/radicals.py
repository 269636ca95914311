"""Radicals and compatibility characters, which look like characters but are others.

Texts that were copied from PDF files have them: ⼯作 in place of 工作. No search finds such words.
"""

from __future__ import annotations

import re
import unicodedata

_SUPPLEMENT = """
    ⺁厂 ⺂乙 ⺃乚 ⺄乙 ⺅亻 ⺆冂 ⺇几 ⺈刀 ⺉刂 ⺊卜 ⺋㔾 ⺌小 ⺍小 ⺎尢 ⺏尢 ⺐尢 ⺒巳 ⺓幺
    ⺔彑 ⺕彐 ⺖忄 ⺗心 ⺘扌 ⺙攵 ⺛旡 ⺜日 ⺝月 ⺞歺 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺤爪 ⺥爫 ⺦丬 ⺧牛
    ⺨犭 ⺩王 ⺪疋 ⺫目 ⺬示 ⺭礻 ⺮竹 ⺯糹 ⺰纟 ⺱罓 ⺲罒 ⺳网 ⺶羊 ⺷羊 ⺸羊 ⺹耂 ⺺聿 ⺻聿
    ⺼肉 ⺽臼 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃西 ⻄西 ⻅见 ⻆角 ⻇角 ⻈讠 ⻉贝 ⻊足 ⻋车 ⻌辶 ⻍辶
    ⻎辶 ⻏阝 ⻐钅 ⻑長 ⻒長 ⻓长 ⻔门 ⻕阝 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞食 ⻟飠
    ⻠饣 ⻡首 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻱龟
    ⻲亀 ⼾户
"""
LOOKALIKES = "\u2e80-\u2fd5\uf900-\ufaff"
"""Ranges of a regular expression class: radicals and compatibility characters."""

_ANY = re.compile(f"[{LOOKALIKES}]")


def _table() -> dict[int, str]:
    table = {ord(pair[0]): pair[1] for pair in _SUPPLEMENT.split()}
    for first, last in ((0x2E80, 0x2FD5), (0xF900, 0xFAFF)):
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code))
            if plain != chr(code) and code not in table:
                table[code] = plain
    return table


_TABLE = _table()


def without_radicals(text: str) -> str:
    """Return a text with characters in the place of the radicals and forms that look like them.

    >>> without_radicals("⻓⼯问题")
    '长工问题'
    """
    return text.translate(_TABLE) if _ANY.search(text) else text
