"""Gate and verdict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance.judgement import SectionVerdicts, VerdictParameters, verdict

SHARE = st.floats(0, 1, exclude_max=True)


@pytest.mark.parametrize(
    ("description", "body", "relevance", "kept"),
    [
        (0.5, 0.5, 0.5, True),
        (0.9, 0.0, 0.27, False),
        (0.0, 0.9, 0.63, True),
        (0.0, 0.0, 0.0, False),
        (0.4, 0.4, 0.4, True),
    ],
)
def test_by_hand(description: float, body: float, relevance: float, kept: bool) -> None:
    found = verdict(description, body, VerdictParameters(threshold=0.4, body_share=0.7))
    assert found.relevance == pytest.approx(relevance)
    assert (found.description, found.body, found.kept) == (description, body, kept)


def test_topic_words_in_the_body_decide_between_texts_of_equal_relevance() -> None:
    parameters = VerdictParameters(threshold=0.45, body_share=0.5, words_share=0.25, words=4)
    mention, subject = (verdict(0.5, 0.5, parameters, topic_words=count) for count in (1, 12))
    assert mention.relevance == pytest.approx(0.75 * 0.5 + 0.25 * 1 / 5)
    assert subject.relevance == pytest.approx(0.75 * 0.5 + 0.25 * 12 / 16)
    assert (mention.kept, subject.kept) == (False, True)


def test_a_section_counts_by_its_earlier_pages() -> None:
    parameters = VerdictParameters(threshold=0.5, section_share=0.4, section_pages=5)
    alone = verdict(0.5, 0.5, parameters)
    good = verdict(0.5, 0.5, parameters, section=SectionVerdicts(kept=15, judged=15))
    bad = verdict(0.5, 0.5, parameters, section=SectionVerdicts(kept=0, judged=15))
    assert alone.relevance == pytest.approx(0.5)
    assert good.relevance == pytest.approx(0.6 * 0.5 + 0.4 * (15 + 5 * 0.5) / 20)
    assert bad.relevance == pytest.approx(0.6 * 0.5 + 0.4 * (5 * 0.5) / 20)
    assert (good.kept, bad.kept) == (True, False)


def test_a_brief_body_is_little_evidence() -> None:
    parameters = VerdictParameters(threshold=0.4, body_share=0.5, brief_loss=0.5, brief_words=80)
    found = [verdict(0.6, 0.6, parameters, body_words=words) for words in (0, 26, 27, 40, 80, 900)]
    assert [one.relevance for one in found] == pytest.approx([0.3, 0.3975, 0.40125, 0.45, 0.6, 0.6])
    assert [one.kept for one in found] == [False, False, True, True, True, True]


@given(SHARE, SHARE, st.integers(0, 300), SHARE, st.floats(1, 1e6))
def test_more_words_never_make_a_page_less_relevant(
    description: float, body: float, words: int, loss: float, enough: float
) -> None:
    parameters = VerdictParameters(brief_loss=loss, brief_words=enough)
    fewer = verdict(description, body, parameters, body_words=words).relevance
    more = verdict(description, body, parameters, body_words=words + 1).relevance
    assert 0 <= fewer <= more <= verdict(description, body, VerdictParameters()).relevance


def test_by_default_only_description_and_body_count() -> None:
    plain = verdict(0.3, 0.6, VerdictParameters())
    more = verdict(0.3, 0.6, VerdictParameters(), 40, SectionVerdicts(90, 90))
    assert more.relevance == plain.relevance == pytest.approx(0.6 * 0.6 + 0.4 * 0.3)
