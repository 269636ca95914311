"""The text of an article over several pages, from the texts of its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_LEAST_OF_FIRST = 0.6
"""Share of the lines of the first page that the page with the whole text has, too."""
_LINE = 12
"""Characters of a line that is looked for there."""
_HEAD, _FOOT = 6, 6
"""Lines at the beginning and at the end of a part that may repeat those of the first page."""
_PAGER = re.compile(
    r"[\[【(（<《]?\s*(?:第?\s*\d{1,3}\s*(?:页|頁)?(?:\s*/\s*(?:共)?\s*\d{1,3}\s*(?:页|頁)?)?|(?:上|下)一(?:页|頁)|未完待续|未完待續|接上页|接上頁"
    r"|下转第?.{0,4}(?:页|版)|上接第?.{0,4}(?:页|版))\s*[\]】)）>》]?"
)
"""A line that only leads from part to part."""


def joined_text(texts: Sequence[str], title: str = "") -> str:
    r"""Return the text of an article from those of its parts, without what each part repeats.

    Lines at the beginning of a part that the first one begins with, such as the headline, are left out, and
    so are lines at the end of a part that the next one ends with, too, such as the name of the editor. A part
    behind the first that has all of it stands alone.

    Args:
        texts: of the parts in order, a paragraph a line.
        title: of the article; a part that begins with it loses that line.

    >>> joined_text(["清河镇\n一、学习。\n编辑：王芳", "清河镇\n二、走访。\n编辑：王芳"], "清河镇")
    '清河镇\n一、学习。\n二、走访。\n编辑：王芳'
    """
    if len(texts) < 2:
        return texts[0] if texts else ""
    if len(texts) == 2 and has_all(texts[1], texts[0]):
        texts = texts[1:]
    parts = [_without_pagers(text.splitlines()) for text in texts]
    repeated = {line.strip() for line in parts[0][:_HEAD]} | {title.strip()}
    for part in parts[1:]:
        while part[:1] and part[0].strip() in repeated:
            del part[0]
    for part, following in pairwise(parts):
        same = 0
        while same < min(_FOOT, len(part), len(following)) and part[-1 - same] == following[-1 - same]:
            same += 1
        del part[len(part) - same :]
    return "\n".join(line for part in parts for line in part)


def _without_pagers(lines: list[str]) -> list[str]:
    """Return the lines of a part without those at its ends that lead to others."""
    last = len(lines) - _FOOT
    return [
        line
        for place, line in enumerate(lines)
        if _HEAD <= place < last or not _PAGER.fullmatch(line.strip())
    ]


def has_all(text: str, first: str) -> bool:
    """Return whether a text has more than the first page of an article and most of its lines."""
    lines = [line.strip() for line in first.splitlines() if len(line.strip()) >= _LINE]
    return len(text) > len(first) and sum(line in text for line in lines) >= _LEAST_OF_FIRST * len(lines)
