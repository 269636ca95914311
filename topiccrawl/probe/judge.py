"""The topic's judgement of texts, for probes in several threads."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from topiccrawl.page.sites.rules import SiteRules
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.judgement import Verdict

_MOST = 200
"""Headlines of a list that are judged."""


class Judge:
    """Judges texts for a topic, one at a time.

    Attributes:
        topic: name of the topic.

    Args:
        focus: of the topic.
    """

    def __init__(self, focus: Focus) -> None:
        self.topic = focus.topic.name
        self._focus = focus
        self._lock = threading.Lock()

    def rules_of(self, url: str) -> SiteRules:
        """Return the rules of the topic for the site of a URL."""
        return self._focus.topic.sites.of(url)

    def about(self, headlines: Sequence[str]) -> int:
        """Return how many headlines are about the topic; of a long list, those of its beginning."""
        texts = [text for text in headlines[:_MOST] if text]
        with self._lock:
            self._focus.prepare(texts)
            least = self._focus.gate.threshold
            return sum(self._focus.description(text) >= least for text in texts)

    def names(self, names: Sequence[str]) -> list[float]:
        """Return the relevance in [0, 1) of each of some names of columns."""
        with self._lock:
            self._focus.prepare(names)
            return [self._focus.anchor(name) for name in names]

    def page(self, description: str, text: str) -> Verdict:
        """Return the verdict on a page by its description and its text."""
        with self._lock:
            return self._focus.judge(self._focus.description(description), text)
