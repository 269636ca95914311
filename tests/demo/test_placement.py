from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher

import pytest

from topiccrawl.demo.articles import PARTY, Article
from topiccrawl.demo.placement import Copy, place
from topiccrawl.demo.sites import GBK_PARTY_SITE, PARTY_SITE


@pytest.fixture(scope="module")
def by_story(stories: tuple[Article, ...]) -> dict[str, list[Copy]]:
    found: dict[str, list[Copy]] = defaultdict(list)
    for copy in place(stories):
        found[copy.article.id].append(copy)
    return found


def test_every_story_has_one_first_page(
    by_story: dict[str, list[Copy]], stories: tuple[Article, ...]
) -> None:
    assert set(by_story) == {article.id for article in stories}
    for copies in by_story.values():
        assert sum(copy.taken_from is None for copy in copies) == 1
        assert len({copy.site.host for copy in copies}) == len(copies)


def test_a_quarter_of_the_party_stories_is_reposted_later_and_from_its_first_site(
    by_story: dict[str, list[Copy]],
) -> None:
    reposted = {story: copies for story, copies in by_story.items() if len(copies) > 1}
    assert len(reposted) == 32 // 4
    assert {len(copies) for copies in reposted.values()} == {2, 3}
    for copies in reposted.values():
        (first,) = [copy for copy in copies if copy.taken_from is None]
        assert first.article.subject == PARTY
        for copy in copies:
            if copy is not first:
                assert copy.taken_from is first.site
                assert copy.printed > first.printed
                assert SequenceMatcher(None, copy.title, first.title).ratio() >= 0.8


def test_party_sites_are_mostly_about_the_party_and_take_the_near_misses(
    by_story: dict[str, list[Copy]],
) -> None:
    for site in (GBK_PARTY_SITE, PARTY_SITE):
        subjects = [
            copy.article.subject for copies in by_story.values() for copy in copies if copy.site is site
        ]
        assert set(subjects) == {PARTY, "society"}
        assert subjects.count(PARTY) > 5 * subjects.count("society")
    assert by_story["society-9"][0].site in (GBK_PARTY_SITE, PARTY_SITE)
