"""Base of strategies whose scores only order links and are not probabilities."""

from __future__ import annotations

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.score_chances import ScoreChances
from topiccrawl.priority.strategies.contract import FetchedPage, Strategy


class LearnedChances(Strategy):
    """Learns from fetched pages which probabilities its scores stand for; they control idle hosts."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._chances = ScoreChances()

    def chance(self, score: float) -> float:
        """Return the mean relevance of the pages that such scores led to, as a probability."""
        return self._chances.of(score)

    def learn_chance(self, page: FetchedPage, relevance: float) -> None:
        """Learn the relevance that the score of a link led to.

        Args:
            page: the page; lists and seeds teach nothing.
            relevance: of the page itself, in [0, 1].
        """
        if not (page.is_hub or page.context.seed):
            self._chances.add(self.link(page.requested_url, page.context).value, relevance)
