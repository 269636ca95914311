"""Words that move verdicts, learned from the pages of a crawl and from grades."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.learning.page_teacher import PageTeacher
from topiccrawl.priority.learning.ranking import area_under_curve

THRESHOLD = 0.4
PARTY = ("支部", "党员", "主题党日", "入党", "组织生活", "书记", "党课", "先锋")
SPORT = ("球队", "比赛", "进球", "教练", "联赛", "裁判", "球迷", "主场")
COMMON = tuple(f"常用{number}" for number in range(40))


@dataclass(frozen=True)
class Page:
    key: str
    relevant: bool
    relevance: float
    words: frozenset[str]


def pages(count: int, seed: int, told_apart: bool = True) -> Iterator[Page]:
    """Make pages whose verdict is a guess, and whose words say the kind if `told_apart`."""
    chance = random.Random(seed)
    for number in range(count):
        relevant = chance.random() < 0.5
        own = (PARTY if relevant else SPORT) if told_apart else (*PARTY, *SPORT)
        words = frozenset((*chance.sample(own, 4), *chance.sample(COMMON, 12)))
        yield Page(f"{seed}-{number}", relevant, chance.uniform(0.3, 0.5) + 0.02 * relevant, words)


def taught(grades: int = 40, share: float = 1.0, told_apart: bool = True) -> PageTeacher:
    """Return a teacher that has judged 200 pages, of which the last ones were graded."""
    teacher = PageTeacher(THRESHOLD, share)
    judged = [*pages(200, seed=1, told_apart=told_apart)]
    for page in judged:
        teacher.judged(page.key, page.relevance, page.words)
    for page in judged[len(judged) - grades :]:
        teacher.grade(page.key, relevant=page.relevant)
    return teacher


def test_without_grades_verdicts_stay_as_they_are() -> None:
    teacher = taught(grades=0)
    assert not teacher.helps
    assert [teacher.judged(page.key, page.relevance, page.words) for page in pages(50, seed=2)] == [
        page.relevance for page in pages(50, seed=2)
    ]


def test_grades_teach_words_that_tell_pages_apart() -> None:
    teacher = taught()
    assert teacher.helps
    new = [*pages(100, seed=2)]
    moved = [teacher.judged(page.key, page.relevance, page.words) for page in new]
    relevant = [page.relevant for page in new]
    assert area_under_curve([page.relevance for page in new], relevant) < 0.75
    assert area_under_curve(moved, relevant) > 0.95
    right = sum((value >= THRESHOLD) == page.relevant for value, page in zip(moved, new, strict=True))
    assert right > 80  # the threshold keeps its meaning


def test_words_that_say_nothing_do_not_help() -> None:
    assert not taught(told_apart=False).helps


def test_a_few_grades_prove_nothing() -> None:
    teacher = PageTeacher(THRESHOLD, 1.0)
    judged = [*pages(100, seed=1)]
    for page in judged:
        teacher.judged(page.key, page.relevance, page.words)
    relevant = [page for page in judged if page.relevant]
    other = [page for page in judged if not page.relevant]
    for page in (*relevant[:30], *other[:4]):
        teacher.grade(page.key, relevant=page.relevant)
    assert not teacher.helps
    teacher.grade(other[5].key, relevant=False)
    assert teacher.helps


def test_moving_stops_when_grades_disprove_it() -> None:
    teacher = taught()
    assert teacher.helps
    # From here on the plain verdict is always right, and the words are the other way round.
    for number, page in enumerate(pages(400, seed=3)):
        relevance = 0.3 if page.relevant else 0.9
        teacher.judged(f"late {number}", relevance, page.words)
        teacher.grade(f"late {number}", relevant=not page.relevant)
        if not teacher.helps:
            break
    assert not teacher.helps
    assert teacher.judged("after", 0.45, frozenset(PARTY)) == 0.45


def test_a_page_of_another_process_is_read_before_it_is_graded() -> None:
    teacher = PageTeacher(THRESHOLD, 1.0)
    for page in pages(60, seed=4):
        assert not teacher.remembers(page.key)
        teacher.grade(page.key, relevant=page.relevant)  # unknown: ignored
    assert not teacher.helps
    for page in pages(60, seed=4):
        teacher.read(page.key, page.relevance, page.words)
        teacher.grade(page.key, relevant=page.relevant)
    for page in pages(60, seed=5):
        teacher.judged(page.key, page.relevance, page.words)
    for page in pages(20, seed=5):
        teacher.grade(page.key, relevant=page.relevant)
    assert teacher.helps


def test_pages_without_words_are_not_moved() -> None:
    teacher = taught()
    assert teacher.judged("empty", 0.39, frozenset()) == 0.39
    teacher.grade("empty", relevant=True)
    assert teacher.helps


def test_what_is_remembered_is_bounded() -> None:
    teacher = PageTeacher(THRESHOLD, 1.0)
    for number in range(2100):
        teacher.judged(str(number), 0.4, frozenset(("党员", f"词{number}")))
    assert not teacher.remembers("99")
    assert teacher.remembers("100")


@given(
    st.floats(0, 1),
    st.frozensets(st.sampled_from((*PARTY, *SPORT, "\ud800", "新")), min_size=1),
)
def test_moved_relevance_stays_in_its_range(relevance: float, words: frozenset[str]) -> None:
    assert 0 <= TAUGHT.judged("page", relevance, words) <= 1


TAUGHT = taught()


def test_the_same_lessons_give_the_same_verdicts() -> None:
    first, second = (
        [teacher.judged(page.key, page.relevance, page.words) for page in pages(30, seed=6)]
        for teacher in (taught(), taught())
    )
    assert first == second


def test_ties_count_half() -> None:
    assert area_under_curve([0.9, 0.5, 0.5, 0.1], [True, True, False, False]) == pytest.approx(0.875)
