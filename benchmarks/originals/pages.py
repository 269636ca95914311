"""Made pages with copies, and pages of series under one formulaic title."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterator

from benchmarks.restart.corpus import articles
from topiccrawl.text.normalise import simplify

_TEMPLATES = (
    "{place}人民政府关于{name}等同志任免职务的通知（第{number}号）",
    "{place}今日要闻快讯：{name}等消息（{number}）",
    "{place}第{number}期食品安全抽检信息通告涉及{name}",
)


def pages(count: int) -> Iterator[tuple[str, str]]:
    """Yield titles and texts; a fifth are copies, half of these with another head and tail."""
    rng = random.Random(1)
    last: deque[tuple[str, str]] = deque(maxlen=2000)
    for title, text in articles(count):
        if last and rng.random() < 0.2:
            title, text = rng.choice(last)
            if rng.random() < 0.5:
                text = f"本网{rng.randrange(999)}日讯。{text[len(text) // 50 :]}编辑{rng.randrange(999)}。"
        else:
            title, text = simplify(title), simplify(text)
            last.append((title, text))
        yield title, text


def with_series(count: int, seed: int = 4) -> Iterator[tuple[str, str]]:
    """Yield titles and texts; half of them belong to series with one title form.

    A page of a series has the text of an earlier one with one passage replaced, so that their Jaccard
    similarity is spread over .45 to .9; a fifth of them have a title that was cut.
    """
    rng = random.Random(seed)
    last: deque[tuple[str, str]] = deque(maxlen=2000)
    spare = ""
    for title, text in pages(count):
        if last and rng.random() < 0.5:
            title, text = rng.choice(last)
            text = _with_passage(text, spare, rng.uniform(0.45, 0.9), rng)
            place = title.rfind("第") if "第" in title else title.rfind("（")
            if rng.random() < 0.2:
                title = title[: rng.randint(len(title) // 2, len(title))]
            elif place > 0:
                title = title[:place] + re.sub(r"\d+", str(rng.randrange(100)), title[place:])
        else:
            form = rng.choice(_TEMPLATES)
            title = form.format(place=title[:4], name=title[4:10], number=rng.randrange(100))
            last.append((title, text))
            spare = (spare + text)[-6000:]
        yield title, text


def _with_passage(text: str, spare: str, similarity: float, rng: random.Random) -> str:
    """Return a text with a passage of other texts, of about such a Jaccard similarity to it."""
    length = round(len(text) * (1 - similarity) / (1 + similarity))
    at = rng.randrange(max(1, len(text) - length))
    start = rng.randrange(max(1, len(spare) - length))
    return text[:at] + spare[start : start + length] + text[at + length :]
