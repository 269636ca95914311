"""Reads what every crawl needs, and freezes the heap; the process that forks imports this last.

Without it each forked process reads dictionaries, topic and vectors itself, and its collections of garbage touch, and
so copy, all that was imported: half of the processor time of a short crawl.
"""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

from topiccrawl.demo.articles import load_articles
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import default_segmenter

default_segmenter().content_words("共產黨員")  # traditional: the converter is read, too

TOPIC = "partybuild"
SHIPPED = Topic.load(TOPIC)
FOCUS = Focus(SHIPPED)
# Words that are in no table, so that the vectors are read, too.
ARTICLES = load_articles()
FOCUS.prepare([one.title for one in ARTICLES])
for one in ARTICLES:
    FOCUS.body("".join(one.paragraphs))
_load, _make = Topic.load, Focus.__init__


def load(name_or_path: str | Path) -> Topic:
    """Load a topic as `Topic.load` does; nobody changes the shipped one while tests run."""
    return SHIPPED if name_or_path == TOPIC else _load(name_or_path)


def make(focus: Focus, topic: Topic, *arguments: Any, **named: Any) -> None:
    """Make a focus; of the shipped topic with the values of words that are known already."""
    if (
        not named
        and arguments in ((), ("rjieba",))
        and (topic.tables, topic.words) == (SHIPPED.tables, SHIPPED.words)
    ):
        vars(focus).update(vars(FOCUS), topic=topic)
    else:
        _make(focus, topic, *arguments, **named)


Topic.load = staticmethod(load)  # type: ignore[assignment]
Focus.__init__ = make  # type: ignore[method-assign]

gc.collect()
gc.freeze()
