"""The extractors under the signature that the measuring data's score.py calls: page bytes and URL to text."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction import extract


def _extractor(name: str) -> Callable[[bytes, str | None], str]:
    # `extract` also reads the metadata, as in a crawl.
    return lambda page, url: extract(page, url, name).text


density = _extractor("density")
density_source = _extractor("density:source")
visual = _extractor("visual")
visual_browser = _extractor("visual-browser")
clustering = _extractor("clustering")
clustering_literal = _extractor("clustering:literal")
trafilatura = _extractor("trafilatura")
article = _extractor("article")
