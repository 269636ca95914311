"""From a page or text to the fields of a record, without a crawl: for `clean` and `import`."""

from __future__ import annotations

from topiccrawl.corpus.filling import with_text, with_verdict
from topiccrawl.corpus.learned.stored_verdicts import StoredVerdicts
from topiccrawl.corpus.quality import SensitiveWords
from topiccrawl.corpus.source_reader import SourceReader, Strip, Texts
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.priority.focus import Focus
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
        self._focus = Focus(topic)
        self._sensitive = sensitive
        self.verdicts: StoredVerdicts | None = None

    def is_kept(self, record: PageRecord) -> bool:
        """Return whether a judged page reaches the threshold of the verdict."""
        return record.relevance is None or record.relevance >= self._focus.verdict.threshold

    def from_source(self, record: PageRecord, strip: Strip | None = None) -> PageRecord:
        """Return a record extracted again from its source; the text is empty if none is found.

        Raises:
            ComplexPageError: the source is too expensive to parse.
        """
        return self.measured(self.sources.read(record, strip))

    def measured(self, texts: Texts, *, learns: bool = True) -> PageRecord:
        """Return the record of a page with what follows from its texts.

        Args:
            texts: of the page.
            learns: whether `verdicts` judges it and learns from it.
        """
        read = with_text(texts.record, texts.raw_text, texts.text, self.rule, self._sensitive)
        if not self._focus.topic.words:
            return read
        own = self._focus.description(texts.description or read.title)
        judged = self._focus.judge(own, read.text)
        if self.verdicts is not None and learns:
            judged = self.verdicts.judged(read.url, read.title, read.text, judged)
        return with_verdict(read, judged)
