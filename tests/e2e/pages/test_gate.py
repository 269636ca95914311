"""What is kept, followed and dropped, on a small web where the answer is known."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, html, hub, listed, other_stories, said, stories, story_html, story_page
from e2e.fault_server import Answer, FaultServer

PARTY, SPORT = stories(), other_stories()
SEED = "http://portal.test/"
PLAIN = "http://seed.test/about.html"
CHANNEL, FOREIGN_CHANNEL = "http://portal.test/party/", "http://portal.test/sport/"
STORY, COPY, RETOLD = "http://a.test/1.html", "http://b.test/copy.html", "http://c.test/same-title.html"
SPORTS = "http://a.test/match.html"
WORDY = "http://a.test/wordy.html"
BEHIND_WORDY = "http://a.test/behind-wordy.html"
BEHIND_STORY = "http://a.test/behind-story.html"
OFF_TOPIC = "http://a.test/off-topic.html"
WEATHER = "http://a.test/weather.html"
NEW, BEHIND_NEW = "http://new.test/", "http://new.test/1.html"
WORDS = "党员、党组织、党支部、党课、党费、支部书记、组织生活会"


def _wordy() -> bytes:
    """A page that says nothing of the topic in its description, but uses many words of it."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in PARTY[1].paragraphs)
    links = listed({BEHIND_WORDY: PARTY[2].title})
    return html("第三页", f"<h1>第三页</h1><div><p>{WORDS}。</p>{text}</div>{links}")


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    promised = "党支部书记给党员讲党课"
    sports = {f"http://sport.test/{number}.html": story.title for number, story in enumerate(SPORT[:6])}
    party = {f"http://a.test/{number}.html": PARTY[number].title for number in range(3, 9)}
    answers = {
        SEED: hub(
            "河川网",
            {CHANNEL: "党员党课党支部党建频道", FOREIGN_CHANNEL: "党员党课党支部体育"}
            | sports
            | {STORY: PARTY[0].title},
        ),
        PLAIN: Answer(html("关于我们", f"<p>联系电话。</p>{listed({SPORTS: promised, WORDY: promised})}")),
        CHANNEL: hub("频道", party),
        FOREIGN_CHANNEL: hub("频道", sports),
        STORY: story_page(PARTY[0], {BEHIND_STORY: PARTY[9].title, WEATHER: "天气", OFF_TOPIC: promised}),
        BEHIND_STORY: story_page(PARTY[9], {COPY: PARTY[0].title}),
        COPY: story_page(PARTY[0], {RETOLD: PARTY[0].title}),
        RETOLD: story_page(PARTY[0]),
        SPORTS: story_page(SPORT[0], {"http://a.test/behind-match.html": promised}),
        WORDY: Answer(_wordy()),
        BEHIND_WORDY: story_page(PARTY[2]),
        WEATHER: story_page(SPORT[1]),
        NEW: hub("党建频道", {BEHIND_NEW: PARTY[10].title}),
        BEHIND_NEW: story_page(PARTY[10]),
        OFF_TOPIC: Answer(
            story_html(SPORT[2]).replace(b"</title>", "_党员党支部党课".encode() + b"</title>")
        ),
    }
    answers |= {url: story_page(PARTY[number]) for number, url in zip(range(3, 9), party, strict=True)}
    with FaultServer(answers) as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gate")


@pytest.fixture(scope="module")
def done(web: FaultServer, folder: Path) -> Crawl:
    return crawl(folder, [SEED, PLAIN], proxy=web.proxy_url)


@pytest.fixture(scope="module")
def again(done: Crawl, copy: Path, web: FaultServer, folder: Path) -> tuple[int, int, Crawl]:
    before = len(done.pages), len(done.drops)
    return *before, crawl(folder, [SEED, PLAIN], proxy=web.proxy_url, arguments={"fresh": "1"})


def test_a_foreign_page_is_dropped_with_a_row_and_its_links_are_not_followed(
    done: Crawl, web: FaultServer
) -> None:
    assert ("gate", "description") in done.drops[SPORTS]
    assert done.counts()["gate/description"] >= 1
    assert not web.times("http://a.test/behind-match.html")


def test_enough_topic_words_keep_a_page_but_its_links_are_not_followed(done: Crawl, web: FaultServer) -> None:
    assert WORDY in done.kept
    assert not web.times(BEHIND_WORDY)


def test_seeds_pass_for_their_links_and_are_not_kept_for_being_seeds(done: Crawl, web: FaultServer) -> None:
    assert web.times(SPORTS)
    assert web.times(STORY)
    assert not {SEED, PLAIN} & done.pages.keys()


def test_list_pages_are_judged_by_their_headlines(done: Crawl, web: FaultServer) -> None:
    assert all(web.times(f"http://a.test/{number}.html") for number in range(3, 9))
    assert done.drops[FOREIGN_CHANNEL] == {("gate", "description")}
    assert not {CHANNEL, FOREIGN_CHANNEL} & done.pages.keys()


def test_a_weak_link_is_dropped_with_its_score_and_where_it_stood(done: Crawl, web: FaultServer) -> None:
    assert not web.times("http://sport.test/0.html")
    assert done.counts()["frontier/priority"] >= 6
    (row,) = done.rows("SELECT * FROM drops WHERE url = 'http://sport.test/0.html'")
    assert (row["stage"], row["reason"], row["parent_url"]) == ("frontier", "priority", SEED)
    parts = json.loads(row["score_parts"])
    assert set(parts) == {"description", "anchor", "structure"}
    assert row["score"] <= max(parts.values())
    assert "beyond    not visited, as links to them say too little: sport.test; seed those" in said(done.log)
    assert 0 <= row["score"] <= 0.25
    assert row["anchor"] == SPORT[0].title


def test_a_page_that_does_not_hold_what_its_title_says_is_dropped_by_the_verdict(done: Crawl) -> None:
    assert ("verdict", "off_topic") in done.drops[OFF_TOPIC]


def test_a_page_carries_why_it_was_fetched(done: Crawl) -> None:
    row = done.pages[BEHIND_STORY]
    assert (row["anchor"], row["parent_url"], row["depth"]) == (PARTY[9].title, STORY, 2)
    parts = json.loads(row["priority_parts"])
    assert parts.keys() == {"description", "anchor", "structure"}
    weighted = 0.267 * parts["description"] + 0.535 * parts["anchor"] + 0.198 * parts["structure"]
    assert row["priority"] == pytest.approx(weighted, abs=0.002)
    assert parts["anchor"] > 0.3


def test_copies_are_marked_and_stored_but_not_counted_as_kept(done: Crawl) -> None:
    copies = {STORY, COPY, RETOLD} & done.pages.keys()
    originals = copies & done.kept
    assert copies == {STORY, COPY, RETOLD}
    assert len(originals) == 1
    assert {done.pages[url]["duplicate_of"] for url in copies - originals} == originals
    assert done.stats["topiccrawl/pages/duplicate"] == 2
    assert done.stats["topiccrawl/pages/kept"] == len(done.kept)


def test_a_fresh_run_changes_no_number_of_rows(again: tuple[int, int, Crawl]) -> None:
    pages, drops, second = again
    assert (len(second.pages), len(second.drops)) == (pages, drops)
    assert [run["finish_reason"] for run in second.runs] == ["finished", "finished"]
    assert {row["run_id"] for row in second.pages.values()} == {2}
    assert "beyond    not visited, as links to them say too little: sport.test; seed" in said(second.log)


@pytest.fixture(scope="module")
def copy(done: Crawl, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as the first crawl left it."""
    assert len(done.runs) == 1
    return Path(shutil.copytree(folder, tmp_path_factory.mktemp("copy") / "crawl"))


def test_a_crawl_that_ended_goes_on_only_with_new_seeds(web: FaultServer, copy: Path) -> None:
    before = len(web.pages_asked())
    more = crawl(copy, [SEED, PLAIN, NEW], proxy=web.proxy_url)
    assert web.pages_asked()[before:] == [NEW, BEHIND_NEW]
    assert (more.code, more.runs[-1]["finish_reason"], len(more.runs)) == (0, "finished", 2)
    assert BEHIND_NEW in more.kept


def test_a_start_that_is_not_the_first_names_no_sites_as_others_may_have_been_there(
    web: FaultServer, copy: Path
) -> None:
    more = crawl(copy, [SEED, PLAIN], proxy=web.proxy_url, arguments={"revisit": "1"})
    assert "beyond" not in said(more.log)
    assert web.times(SEED)[1:]  # its links were seen again
