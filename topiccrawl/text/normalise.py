"""Normal form of a text for segmentation: NFKC and simplified characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc_purepy import OpenCC


def _han_outside_gb2312() -> str:
    """Return a regular expression class of the Han characters that are rare in simplified text."""
    # The rows of GB2312 with Han characters; its few codes without a character are ignored.
    rows = bytes(byte for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF) for byte in (row, cell))
    inside = sorted({"\u4dff", *rows.decode("gb2312", "ignore"), "\ua000"})
    # Ranges between neighbours: a class of 14,000 single characters takes ten times as long to compile.
    gaps = ((ord(left) + 1, ord(right) - 1) for left, right in pairwise(inside))
    return "[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in gaps if first <= last) + "]"


# Characters of Chinese pages whose normal form does not depend on the characters beside them: no combining
# marks, and no letters of Korean, which join.
_ALONE = (
    "\t\n\r -~\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3000-\u3029\u3030-\u3096\u309b-\u30ff"
    "\u3200-\u9fff\uff01-\uff9d\uffe0-\uffe6\ufffd"
)
_ALL_ALONE = re.compile(f"[{_ALONE}]*")
_UNCHANGED = "\t\n\r -~\u3001\u3002\u3008-\u3011\u2014\u2018-\u201d\u3400-\u9fff"
_MAY_CHANGE = re.compile(f"[^{_UNCHANGED}]")

# GB2312 has almost no traditional characters, so text within it needs no conversion; checking is much faster.
_MAYBE_TRADITIONAL = re.compile(_han_outside_gb2312())


_SENTENCE = re.compile(r"[^。！？!?；;\n]*[。！？!?；;\n]+|[^。！？!?；;\n]+")


@lru_cache(maxsize=1)
def _converter() -> OpenCC:
    from opencc_purepy import OpenCC  # here, as many texts have nothing to convert

    return OpenCC("t2s")


def may_be_traditional(text: str) -> bool:
    """Return whether a text has characters that are rare in simplified text."""
    return _MAYBE_TRADITIONAL.search(text) is not None


@lru_cache(maxsize=1)
def _telling() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the characters that only traditional texts have, and those that only simplified ones have.

    Rare characters of names, such as 镕 and 珺, are in neither.
    """
    rare = [character for character in map(chr, range(0x4E00, 0xA000)) if may_be_traditional(character)]
    converted = str(_converter().convert("\n".join(rare))).split("\n")
    pairs = [(old, new) for old, new in zip(rare, converted, strict=True) if old != new]
    simplified = {new for _, new in pairs if not may_be_traditional(new)}
    return _any_of({old for old, _ in pairs}), _any_of(simplified)


def _any_of(characters: set[str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(characters))}]")


def independent_characters() -> str:
    """Return the characters below U+10000 whose normal form is their NFKC form, whatever is beside them."""
    alone = "".join(re.findall(f"[{_ALONE}]", "".join(map(chr, range(0xD800)))))
    alone += "".join(re.findall(f"[{_ALONE}]", "".join(map(chr, range(0xE000, 0x10000)))))
    plain = _MAYBE_TRADITIONAL.sub("", alone)
    return "".join(one for one in plain if not may_be_traditional(compatible(one)))


def simplify(text: str) -> str:
    """Convert traditional characters to simplified ones, by phrase where single characters are ambiguous.

    Of a text that is simplified all but a quotation or a name, only the sentences that are traditional are
    converted, and of the others only characters that no simplified text has: 显著 and 乾县 stay.

    >>> simplify("學習黨的歷史"), simplify("瞭望：显著的成绩，專家珺说")
    ('学习党的历史', '瞭望：显著的成绩，专家珺说')
    """
    if not may_be_traditional(text):
        return text
    traditional, simplified = _telling()
    if traditional.search(text) is None:
        return text
    if len(traditional.findall(text)) > len(simplified.findall(text)):
        return _converted(text)
    return "".join(map(_simplify_sentence, _SENTENCE.findall(text)))


def _simplify_sentence(sentence: str) -> str:
    """Return a sentence of a text that is mostly simplified."""
    traditional, simplified = _telling()
    number = len(traditional.findall(sentence))
    if number == 0:
        return sentence
    converted = _converted(sentence)
    if number > len(simplified.findall(sentence)) or len(converted) != len(sentence):
        return converted
    pairs = zip(sentence, converted, strict=True)
    return "".join(new if may_be_traditional(old) else old for old, new in pairs)


def _converted(text: str) -> str:
    converted: str = _converter().convert(text)
    # The only simplified word that OpenCC's phrase table turns into a traditional one.
    return converted.replace("結束", "结束")


def count_traditional(text: str) -> int:
    """Return how many Chinese characters are not used in simplified texts, most of them traditional ones.

    >>> count_traditional("學習黨的历史")
    3
    """
    return len(_MAYBE_TRADITIONAL.findall(text))


def normalise(text: str) -> str:
    """Apply NFKC (plain letters, digits and punctuation for full-width ones), then simplify characters.

    Idempotent, except for 薴, which becomes 苧 and then 苎.

    >>> normalise("ＡＰＰ：黨建")
    'APP:党建'
    """
    return simplify(compatible(text))


def compatible(text: str) -> str:
    """Return the NFKC form of a text, in a sixth of the time that `unicodedata` takes for an article.

    >>> compatible("ＡＰＰ：黨建")
    'APP:黨建'
    """
    if _MAY_CHANGE.search(text) is None:  # as most words of a table
        return text
    if not _ALL_ALONE.fullmatch(text):
        return unicodedata.normalize("NFKC", text)
    for character in set(_MAY_CHANGE.findall(text)):
        text = text.replace(character, unicodedata.normalize("NFKC", character))
    return text
