"""Counts of words, source by source."""

from __future__ import annotations

import pytest

from topiccrawl.topics.making.document_counts import HALF_TRUSTED, DocumentCounts


def test_counts_of_several_sources() -> None:
    counts = DocumentCounts.of([("a", ["党", "党", "课"]), ("b", ["党"]), ("b", [])])
    assert (counts.size, counts.words()) == (3, {"党", "课"})
    assert (counts.occurrences("党"), counts.documents("党"), counts.documents("球")) == (3, 2, 0)
    assert counts.without("a").words() == {"党"}


def test_a_source_of_few_documents_weighs_less() -> None:
    counts = DocumentCounts.of([("small", ["党"])] * HALF_TRUSTED + [("large", ["球"])] * 10**5)
    assert counts.share("党") == pytest.approx(1 / 3, abs=1e-3)
    assert DocumentCounts.of([]).share("党") == 0
