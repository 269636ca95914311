"""The item pipelines of a crawl over captured pages: cleaning, verdict, deduplication."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.repeats import find_or_keep
from topiccrawl.experiments.replay.captured_page import CapturedPage
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.host_sentences import Woven
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Passage, Strategy
from topiccrawl.relevance.judgement import Verdict


@dataclass(frozen=True)
class Judged:
    """The judgement of a candidate.

    Attributes:
        outcome: what becomes of the page.
        verdict: the strategy's verdict; None when the page has no text.
        original: URL of the page that it is a copy of; empty when it is none.
    """

    outcome: Outcome
    verdict: Verdict | None = None
    original: str = ""


class PageJudge:
    """Judges candidates as the item pipelines do, with site memory and originals in memory."""

    def __init__(self, strategy: Strategy, model: CrawlModel) -> None:
        self._strategy = strategy
        self._memory = SiteMemory(MemoryStore())
        self._threshold = model.title_threshold
        self._originals = MemoryOriginals(model.title_threshold)

    def judge(self, page: CapturedPage, fetched: FetchedPage, passage: Passage) -> Judged:
        """Return the judgement of a candidate."""
        text = page.text
        if text:
            text, woven = self._memory.read(urlsplit(page.url).hostname or "", page.title, text)
            if woven is Woven.OF_MANY and self._strategy.has_budgets:
                return Judged(Outcome.REJECTED)
        text = clean(text)
        if not text:
            return Judged(Outcome.REJECTED)
        verdict = self._strategy.judge(fetched, passage, text)
        if not verdict.kept:
            return Judged(Outcome.WAITING if verdict.waits else Outcome.REJECTED, verdict)
        found = find_or_keep(fingerprint(page.title, text), page.url, self._originals, self._threshold)
        if found is None:
            return Judged(Outcome.KEPT, verdict)
        return Judged(Outcome.COPY, verdict, found.match.key)
