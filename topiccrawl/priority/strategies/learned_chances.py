"""What strategies share whose scores order links, but are no chances."""

from __future__ import annotations

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.score_chances import ScoreChances
from topiccrawl.priority.strategies.contract import FetchedPage, Strategy


class LearnedChances(Strategy):
    """Learns from the fetched pages what its scores are worth; idle hosts wait by that."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._chances = ScoreChances()

    def chance(self, score: float) -> float:
        """Return the chance by the relevance of the pages that such scores led to."""
        return self._chances.of(score)

    def learn_chance(self, page: FetchedPage, relevance: float) -> None:
        """Learn what the score of the link to a page was worth.

        Args:
            page: the page; lists and seeds teach nothing.
            relevance: of the page itself, in [0, 1].
        """
        if not (page.is_hub or page.context.seed):
            self._chances.add(self.link(page.requested_url, page.context).value, relevance)
