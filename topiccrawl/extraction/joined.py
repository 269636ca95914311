"""The text of an article over several pages, from the texts of its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

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
    so are lines at the end of a part that the next one ends with, too, such as the name of the editor.

    Args:
        texts: of the parts in order, a paragraph a line.
        title: of the article; a part that begins with it loses that line.

    >>> joined_text(["清河镇\n一、学习。\n编辑：王芳", "清河镇\n二、走访。\n编辑：王芳"], "清河镇")
    '清河镇\n一、学习。\n二、走访。\n编辑：王芳'
    """
    parts = [[line for line in text.splitlines() if not _PAGER.fullmatch(line.strip())] for text in texts]
    if not parts:
        return ""
    repeated = {line.strip() for line in parts[0][:_HEAD]} | {title.strip()}
    for part in parts[1:]:
        while part[:1] and part[0].strip() in repeated:
            del part[0]
    for part, following in pairwise(parts):
        ends = {line.strip() for line in following[-_FOOT:]}
        kept = len(part)
        while kept > max(0, len(part) - _FOOT) and part[kept - 1].strip() in ends:
            kept -= 1
        del part[kept:]
    return "\n".join(line for part in parts for line in part)
