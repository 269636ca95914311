"""Extractive summaries: the most important sentences of a text, unchanged."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from topiccrawl.text.segment import default_segmenter

_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]*[”’」』）)]*")
_SHORTEST, _LONGEST = 10, 160
"""Minimum and maximum length in characters of a sentence in a summary."""
_ALIKE = 0.5
"""Minimum share of common words, in the shorter of two sentences, from which they count as repetition."""
_TITLE = 1.0
"""Extra weight of words that are in the title."""
_READ = 6_000

_AGENCY = r"(?:[\w“”《》]{2,12}?(?:社|网|报|台|频道|客户端|公众号)|本报|本网|本刊|本台|本站)"
_WHERE = r"(?:[^，。！？\s]{0,14}?\d{1,2}月\d{1,2}日)?"
_CREDIT = r"\s*(?:[（(][^（()）]{0,40}[）)])?\s*"
_DATELINE = re.compile(
    rf"^\s*(?:{_AGENCY}{_WHERE}\s*(?:电|讯|消息|报道){_CREDIT}|[（(][^（()）]{{0,30}}(?:记者|通讯员|电|讯)[^（()）]{{0,30}}[）)]\s*)"
    r"(?![\s，,：:（(])"  # 据……报道， is a part of its sentence
)
_BYLINE = re.compile(
    r"(?:来源|作者|编辑|责编|责任编辑|记者|通讯员|审核|校对|发布时间|发布日期|时间|字号|点击|浏览|阅读)"
    r"(?:[：:]|\s|\d|次数|量)"
)
_PIECES = re.compile(r"[、，,；;/／\s:：()（）\d.\-—·•|]+")
_NAMES, _SHORT = 6, 4
"""Number of pieces from which a sentence of short ones is a list, such as a line-up; their length."""
_HEADLINE = 1.3
"""Length of a sentence, as a multiple of the headline's, up to which it may repeat the headline."""


def sentences_of(text: str) -> list[str]:
    r"""Return the sentences of a text, unchanged except for surrounding blanks and datelines before them.

    >>> sentences_of("新华社北京5月1日电（记者 张三）他说：“好。”\n会议闭幕！")
    ['他说：“好。”', '会议闭幕！']
    """
    found = (_DATELINE.sub("", sentence[0].strip()) for sentence in _SENTENCE.finditer(text))
    return [sentence for one in found if (sentence := one.strip())]


def says_something(sentence: str, title: str = "") -> bool:
    """Return whether a sentence is no list of names, no line of sources, and no repetition of the headline.

    >>> says_something("首发：1-王大雷、4-李磊、5-张琳芃、7-武磊、9-艾克森、10-张稀哲")
    False
    >>> says_something("来源：新华网 作者：张三 2024-05-01"), says_something("支部召开了学习会议。")
    (False, True)
    """
    pieces = [piece for piece in _PIECES.split(sentence) if piece]
    short = sum(len(piece) <= _SHORT for piece in pieces)
    if len(pieces) >= _NAMES and short >= 0.7 * len(pieces):
        return False
    if _BYLINE.match(sentence) or len(_BYLINE.findall(sentence)) > 1:
        return False
    plain, headline = _letters(sentence), _letters(title)
    repeats = bool(headline) and headline in plain and len(plain) <= _HEADLINE * len(headline)
    return bool(plain) and plain not in headline and not repeats


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def summarise(
    title: str, text: str, most: int = 2, words: Callable[[str], Sequence[str]] | None = None
) -> list[str]:
    """Return the most important sentences of a text, unchanged and in order.

    A sentence scores by the mean weight of its words: their frequency in the text, increased for words of the
    title; early sentences of a report count more. A sentence that repeats a better one or the headline is
    left out, and so are lists of names and lines of sources.

    Args:
        title: the headline.
        text: the text.
        most: the largest number of sentences.
        words: segments a text into words; by default the content words of the default segmenter.
    """
    cut = words or default_segmenter().content_words
    sentences = sentences_of(text[:_READ])
    if len(text) > _READ and sentences:
        del sentences[-1:]  # it may be truncated
    fitting = [(at, one) for at, one in enumerate(sentences) if _SHORTEST <= len(one) <= _LONGEST]
    chosen = [(at, one) for at, one in fitting if says_something(one, title)]
    bags = {at: set(cut(one)) for at, one in chosen}
    counts = Counter(word for bag in bags.values() for word in bag)
    headline = set(cut(title))
    scores = {at: _score(bag, counts, headline, at) for at, bag in bags.items() if bag}
    best: list[int] = []
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if len(best) < most and not any(_same(bags[at], bags[other]) for other in best):
            best.append(at)
    return [sentences[at] for at in sorted(best)]


def _score(bag: set[str], counts: Counter[str], headline: set[str], at: int) -> float:
    weights = (math.log1p(counts[word]) + (_TITLE if word in headline else 0.0) for word in bag)
    # The root of the number of words: a mean alone would prefer the shortest sentences.
    return sum(weights) / math.sqrt(len(bag)) / math.log2(at + 4)


def _same(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))
