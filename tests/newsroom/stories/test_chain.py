"""First sources and chains of reposts."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from newsroom.stories.made_chains import MadeStory, stories

from topiccrawl.newsroom.stories.arborescence import heaviest_tree
from topiccrawl.newsroom.stories.chain import MOST, Chain, join_copied, trace
from topiccrawl.newsroom.stories.member import Member
from topiccrawl.page.canonical_url import canonical_url

FETCHED = datetime(2024, 5, 1, 12, tzinfo=UTC)
TEXT = (
    "江边市昨天修复了三条灌溉渠，两百户村民赶在播种以前用上了水。负责人王建国说，工程历时四十天，"
    "下一步还要清理柳河的河道。在现场，记者看到水已经流进了田里。村民李秀英告诉记者，往年这个时候还在挑水。"
)


def member(number: int, site: str, **values: object) -> Member:
    own = {
        "title": "江边市修复灌溉渠",
        "text": TEXT,
        "published": None,
        "fetched_at": FETCHED + timedelta(hours=number),
    }
    return Member(
        **{"number": number, "url": f"http://h{number}.invalid/", "names": (site,), **own, **values}
    )  # type: ignore[arg-type]


def parents(chain: Chain) -> dict[int, int | str | None]:
    return {step.page: step.via or step.parent for step in chain.steps}


def test_source_lines_decide_where_dates_are_missing() -> None:
    chain = trace(
        [
            member(1, "柳河在线", source="江边日报"),
            member(2, "白塔网", source="柳河在线"),
            member(3, "江边日报"),
        ]
    )
    assert (chain.first, chain.source) == (3, "江边日报")
    assert parents(chain) == {3: None, 1: 3, 2: 1}
    assert [step.page for step in chain.steps] == [3, 1, 2]


def test_dates_decide_where_no_source_is_named() -> None:
    chain = trace(
        [
            member(1, "柳河在线", published="2024-04-03 10:00"),
            member(2, "白塔网", published="2024-04-02 10:00"),
        ]
    )
    assert (chain.first, parents(chain)) == (2, {2: None, 1: 2})


def test_a_page_that_names_its_source_was_taken_from_it_though_its_date_is_a_day_only() -> None:
    chain = trace([
        member(1, "柳河在线", published="2024-04-02", source="白塔网"),
        member(2, "白塔网", published="2024-04-02 18:00"),
    ])  # fmt: skip
    assert parents(chain) == {2: None, 1: 2}


def test_an_agency_without_a_page_is_the_first_source() -> None:
    chain = trace([
        member(1, "柳河在线", published="2024-04-02 08:00", source="联合通讯社"),
        member(2, "白塔网", published="2024-04-02 09:00", source="联合通讯社"),
        member(3, "石桥网", published="2024-04-02 10:00", source="白塔网"),
    ])  # fmt: skip
    assert (chain.first, chain.source) == (1, "联合通讯社")
    assert parents(chain) == {1: "联合通讯社", 2: "联合通讯社", 3: 2}


def test_a_site_that_wrote_the_text_comes_before_an_agency_that_passed_it_on() -> None:
    chain = trace([member(1, "柳河在线", source="本站原创"), member(2, "白塔网", source="联合通讯社")])
    assert (chain.first, chain.source) == (1, "柳河在线")
    (step,) = [one for one in chain.steps if one.page == 2]
    assert (step.parent, step.via) == (1, "联合通讯社")


def test_an_edit_that_was_copied_shows_the_way() -> None:
    edited = TEXT.replace("三条灌溉渠", "三条灌溉渠，总长十二公里，投资两百万元")
    chain = trace([
        member(1, "江边日报", published="2024-04-02 08:00"),
        member(2, "柳河在线", published="2024-04-02 09:00", text=edited),
        member(3, "白塔网", published="2024-04-02 10:00", text=edited),
    ])  # fmt: skip
    assert parents(chain) == {1: None, 2: 1, 3: 2}


def test_links_and_datelines_and_citations_show_the_way() -> None:
    linked = member(2, "柳河在线", links=frozenset({canonical_url("http://h1.invalid/")}))
    cited = member(3, "白塔网", text=f"白塔网4月3日电 据柳河在线报道，{TEXT}")
    kept = member(4, "石桥网", text=f"白塔网4月3日电 据柳河在线报道，{TEXT}")
    chain = trace([kept, cited, linked, member(1, "江边日报")])
    assert parents(chain) == {1: None, 2: 1, 3: 2, 4: 3}


def test_a_single_page_names_its_source_or_is_its_own() -> None:
    assert trace([member(1, "柳河在线")]).source == "柳河在线"
    assert trace([member(1, "柳河在线", source="联合通讯社")]).source == "联合通讯社"
    assert trace([member(1, "柳河在线", source="本站原创")]).source == "柳河在线"


def test_every_page_of_a_large_group_has_its_step() -> None:
    pages = [
        member(n, f"第{n}网", published=f"2024-04-02 08:{n:02d}", source="第0网") for n in range(MOST + 9)
    ]
    chain = trace(pages)
    assert (chain.first, len(chain.steps)) == (0, MOST + 9)
    assert {step.parent for step in chain.steps} == {None, 0}


def test_texts_that_share_a_passage_are_joined() -> None:
    half, other = (
        TEXT[: len(TEXT) // 2],
        "足球联赛昨晚结束了最后一轮，主队凭借两个进球夺得冠军，球迷走上街头庆祝。",
    )
    groups = [
        [member(1, "甲网")],
        [member(2, "乙网", text=other, title="联赛结束")],
        [member(3, "丙网", text=half)],
    ]
    assert [[one.number for one in group] for group in join_copied(groups)] == [[1, 3], [2]]


def test_made_up_chains_are_traced() -> None:
    right = hits = wrong = missed = 0
    made = list(stories(100, 1))
    for story in made:
        _, source, edges = traced(story)
        right += source == story.source
        hits, wrong, missed = (
            hits + len(edges & story.edges),
            wrong + len(edges - story.edges),
            missed + len(story.edges - edges),
        )
    assert right / len(made) >= 0.95
    assert 2 * hits / (2 * hits + wrong + missed) >= 0.85


def traced(story: MadeStory) -> tuple[str, str, set[tuple[str, str]]]:
    pages = random.Random(1).sample(story.pages, len(story.pages))
    urls = [page.url for page in pages]
    chain = trace([
        Member(
            number=number, url=page.url, names=(page.site,), title=page.title, text="\n".join(page.paragraphs),
            published=page.published, fetched_at=page.fetched_at, source=page.source, raw_title=page.title,
            links=frozenset({canonical_url(page.link)}) if page.link else frozenset(),
        )
        for number, page in enumerate(pages)
    ])  # fmt: skip
    edges = set()
    for step in chain.steps:
        start = None if step.parent is None else urls[step.parent]
        if step.via:
            edges |= {(step.via, urls[step.page])} | ({(start, step.via)} if start else set())
        elif start:
            edges.add((start, urls[step.page]))
    return urls[chain.first], chain.source, edges


@pytest.mark.parametrize("seed", range(30))
def test_the_tree_is_the_heaviest_of_all(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randint(1, 4)
    incoming = {
        node: {
            start: rng.randint(-9, 9)
            for start in range(count + 1)
            if start != node and (start == 0 or rng.random() < 0.8)
        }
        for node in range(1, count + 1)
    }

    def weight(tree: dict[int, int]) -> float:
        return sum(incoming[node][start] for node, start in tree.items())

    def reaches(tree: dict[int, int], node: int) -> bool:
        for _ in tree:
            node = tree.get(node, 0)
        return node == 0

    trees = [dict(zip(incoming, starts, strict=True)) for starts in product(*incoming.values())]
    best = max(weight(tree) for tree in trees if all(reaches(tree, node) for node in tree))
    found = heaviest_tree(incoming, 0)
    assert all(reaches(found, node) for node in found)
    assert weight(found) == best
