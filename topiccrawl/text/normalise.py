"""Normal form of a text before it is cut into words: NFKC, traditional to simplified."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from opencc_purepy import OpenCC


def _han_outside_gb2312() -> str:
    """A regular expression class of the Han characters that simplified text hardly ever uses."""
    outside = []
    for code in range(0x4E00, 0xA000):
        try:
            chr(code).encode("gb2312")
        except UnicodeEncodeError:
            outside.append(chr(code))
    return "[" + "".join(outside) + "]"


# GB2312 holds next to no traditional form, so a text inside it needs no conversion; the look costs far less.
_MAYBE_TRADITIONAL = re.compile(_han_outside_gb2312())


@lru_cache(maxsize=1)
def _converter() -> OpenCC:
    return OpenCC("t2s")


def simplify(text: str) -> str:
    """Traditional characters to simplified ones, by phrases where characters alone are ambiguous.

    >>> simplify("學習黨的歷史")
    '学习党的历史'
    """
    if not _MAYBE_TRADITIONAL.search(text):
        return text
    converted: str = _converter().convert(text)
    # The one simplified word that its phrase table turns into a traditional one.
    return converted.replace("結束", "结束")


def normalise(text: str) -> str:
    """NFKC (full-width letters, digits and punctuation to plain ones), then simplified characters.

    Applying it twice changes nothing more (but for 薴, which becomes 苧 and then 苎).

    >>> normalise("ＡＰＰ：黨建")
    'APP:党建'
    """
    return simplify(unicodedata.normalize("NFKC", text))
