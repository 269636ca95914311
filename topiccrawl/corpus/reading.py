"""From a page or text to the fields of a record, without a crawl: for `clean` and `import`."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from topiccrawl.corpus.filling import with_text, with_verdict
from topiccrawl.corpus.learned.stored_verdicts import StoredVerdicts
from topiccrawl.corpus.quality import SensitiveWords
from topiccrawl.corpus.source_reader import SourceReader, Strip
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.records import PageRecord


class PageReader:
    """Extracts, judges and measures pages as the pipelines of a crawl do.

    Verdicts use the text alone: what a strategy learns from the pages of a section is not known here. Pages
    of a topic with a short list are judged by what is learned from them (`verdicts`).

    Args:
        topic: what pages are judged by; without words their verdicts stay as they are.
        extractor: a key of `topiccrawl.extraction.EXTRACTORS`.
        title_threshold: cosine from which two titles count as the same story.
        sensitive: the user's list of words.
        thread_text: a member of `topiccrawl.extraction.THREAD_TEXTS`.

    Attributes:
        verdicts: judges pages by what is learned; None: verdicts are the topic's.
        rule: how the store compares the pages; part of each record that is returned.
        sources: extracts the texts.

    Raises:
        TopicError: a parameter of the topic is unknown or out of range.
    """

    def __init__(
        self,
        topic: Topic,
        extractor: str,
        title_threshold: float = 0.8,
        sensitive: SensitiveWords | None = None,
        thread_text: str = "posts",
    ) -> None:
        self.rule = DedupRule(topic.dedup, title_threshold)
        self.sources = SourceReader(topic.sites, extractor, thread_text)
        self._topic = topic
        self._sensitive = sensitive
        self.verdicts: StoredVerdicts | None = None
        self._focus  # noqa: B018 - checks the topic

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs: it reads tables itself; what is learned stays here."""
        return {name: value for name, value in vars(self).items() if name != "_focus"} | {"verdicts": None}

    @cached_property
    def _focus(self) -> Focus:
        return Focus(self._topic)

    def is_kept(self, record: PageRecord) -> bool:
        """Return whether a judged page reaches the threshold of the verdict."""
        return record.relevance is None or record.relevance >= self._focus.verdict.threshold

    def from_source(self, record: PageRecord, strip: Strip | None = None) -> PageRecord:
        """Return a record extracted again from its source; the text is empty if none is found.

        Raises:
            ComplexPageError: the source is too expensive to parse.
        """
        return self.decided(*self.measured(record, strip))

    def measured(self, record: PageRecord, strip: Strip | None = None) -> tuple[PageRecord, Verdict | None]:
        """Return a record extracted from its source, with the topic's verdict; None: it judges nothing.

        It needs nothing of other pages, and may run in another process.

        Raises:
            ComplexPageError: the source is too expensive to parse.
        """
        texts = self.sources.read(record, strip)
        own = self.rule.fingerprint(texts.record.title, texts.record.raw_title, texts.text)
        read = with_text(texts.record, texts.raw_text, texts.text, self.rule, self._sensitive, own)
        if not self._topic.words:
            return read, None
        description = self._focus.description(texts.description or read.title)
        return read, self._focus.judge(description, read.text)

    def decided(self, read: PageRecord, judged: Verdict | None, *, learns: bool = True) -> PageRecord:
        """Return a measured page with its verdict.

        Args:
            read: the page.
            judged: the topic's own verdict.
            learns: whether `verdicts` judges it and learns from it.
        """
        if judged is None:
            return read
        if self.verdicts is not None and learns:
            judged = self.verdicts.judged(read.url, read.title, read.text, judged)
        return with_verdict(read, judged)
