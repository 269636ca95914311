from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction.host_lines import MAX_LINES, WINDOW, HostLines, page_lines
from topiccrawl.extraction.site_memory import SAVE_EVERY, MemoryStore, SiteMemory

HOST = "www.example.cn"
FURNITURE = ("江边发布带你看江边的每一天", "喜欢就请告诉身边的朋友吧")


def own(number: int) -> list[str]:
    """The paragraphs of a page's own story."""
    return [f"第{number}号消息的第{part}段，讲的是第{number}件事情的经过。" for part in range(4)]


def page(number: int) -> str:
    return "\n".join((FURNITURE[0], *own(number), FURNITURE[1]))


@pytest.fixture
def memory() -> SiteMemory:
    return SiteMemory(MemoryStore())


def told(memory: SiteMemory, numbers: range, host: str = HOST) -> list[str]:
    return [memory.strip(host, f"第{number}条新闻的标题", page(number)) for number in numbers]


def test_furniture_goes_from_the_third_page_on(memory: SiteMemory) -> None:
    texts = told(memory, range(6))
    assert texts[:2] == [page(0), page(1)]
    assert texts[2:] == ["\n".join(own(number)) for number in range(2, 6)]


def test_hosts_do_not_share_what_they_repeat(memory: SiteMemory) -> None:
    told(memory, range(5))
    assert memory.strip("www.example.org", "另一条新闻", page(9)) == page(9)


def test_a_story_told_under_many_titles_stays(memory: SiteMemory) -> None:
    story = "\n".join(own(1))
    told(memory, range(2, 6))
    for number in range(8):
        assert memory.strip(HOST, f"同一件事的第{number}个标题", story) == story


def test_a_story_told_again_with_changes_stays(memory: SiteMemory) -> None:
    told(memory, range(2, 6))
    for number in range(5):
        story = "\n".join([*own(1)[:3], f"这是第{number}次讲述时才加上的一段新内容，前面没有。"])
        assert memory.strip(HOST, f"同一件事的第{number}个标题", story) == story


def test_the_parts_of_a_series_with_one_title_do_not_count_for_each_other(memory: SiteMemory) -> None:
    told(memory, range(2))
    for number in range(10):
        part = "\n".join(["这一组照片记录了江边的四季。", *own(number)])
        assert memory.strip(HOST, "江边四季（组图）", part) == part


def test_a_formula_inside_the_text_stays(memory: SiteMemory) -> None:
    for number in range(5):
        text = "\n".join([*own(number)[:2], "会议强调", *own(number)[2:]])
        assert memory.strip(HOST, f"第{number}次会议召开", text) == text


def test_what_few_pages_of_a_site_end_with_stays(memory: SiteMemory) -> None:
    for number in range(40):
        lines = [*own(number), "特此通知。"] if number % 10 == 0 else own(number)
        text = "\n".join(lines)
        kept = memory.strip(HOST, f"第{number}号文件", text)
        assert kept == text


def test_what_nearly_every_page_has_inside_goes_when_it_is_sure(memory: SiteMemory) -> None:
    texts = []
    for number in range(10):
        lines = [*own(number)[:2], "扩展内容正在加载", *own(number)[2:]]
        texts.append(memory.strip(HOST, f"第{number}条新闻", "\n".join(lines)))
    assert "扩展内容正在加载" in texts[5]
    assert texts[-1] == "\n".join(own(9))


def test_lines_that_cleaning_takes_off_do_not_hide_furniture(memory: SiteMemory) -> None:
    for number in range(4):
        lines = [*own(number), FURNITURE[1], f"责任编辑：王{'一二三四'[number]}"]
        text = memory.strip(HOST, f"第{number}条新闻", "\n".join(lines))
    assert FURNITURE[1] not in text
    assert own(3)[-1] in text


def test_new_looks_are_learned_and_old_ones_forgotten(memory: SiteMemory) -> None:
    told(memory, range(3 * WINDOW))
    new = "江边网全新改版欢迎浏览"
    for number in range(1000, 1000 + WINDOW):
        text = memory.strip(HOST, f"第{number}条新闻的标题", "\n".join([*own(number), new]))
    assert text == "\n".join(own(1000 + WINDOW - 1))


def test_two_workers_learn_from_each_other() -> None:
    store = MemoryStore()
    one, other = SiteMemory(store), SiteMemory(store)
    told(one, range(SAVE_EVERY))
    assert other.strip(HOST, "别的新闻", page(100)) == "\n".join(own(100))
    told(other, range(200, 200 + SAVE_EVERY))
    stored = store.load(HOST)
    assert stored is not None
    told(one, range(300, 300 + SAVE_EVERY))
    assert HostLines.from_bytes(store.load(HOST) or b"").pages == 3 * SAVE_EVERY


def test_a_restart_goes_on_with_what_was_saved() -> None:
    store = MemoryStore()
    first = SiteMemory(store)
    told(first, range(3))
    assert store.load(HOST) is None
    first.save()
    assert told(SiteMemory(store), range(3, 4)) == ["\n".join(own(3))]


def test_hosts_that_were_put_aside_are_taken_up_again() -> None:
    memory = SiteMemory(MemoryStore(), max_hosts=2)
    for number in range(4):
        texts = [told(memory, range(number, number + 1), f"{name}.example.cn")[0] for name in "abcde"]
    assert texts == ["\n".join(own(3))] * 5


def test_it_says_before_when_it_asks_its_store() -> None:
    asked: list[str] = []

    class Noting(MemoryStore):
        def load(self, host: str) -> bytes | None:
            asked.append(host)
            return super().load(host)

        def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
            asked.append(host)
            return super().update(host, change)

    memory, said = SiteMemory(Noting(), max_hosts=2), []
    for number in range(2 * SAVE_EVERY):
        for name in ("a", "b", "a", "c") if number == SAVE_EVERY else ("a", "b"):
            asked.clear()
            said.append(memory.asks_store(name))
            memory.read(name, f"第{number}条新闻的标题", page(number))
            assert bool(asked) is said[-1]
    assert {True, False} == set(said)


def test_a_page_is_counted_once_when_an_update_is_tried_again() -> None:
    class Busy(MemoryStore):
        def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
            change(self.load(host))
            return super().update(host, change)

    store = Busy()
    told(SiteMemory(store), range(SAVE_EVERY))
    assert HostLines.from_bytes(store.load(HOST) or b"").pages == SAVE_EVERY


def test_what_cannot_be_read_is_told_and_learned_anew(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    store.update(HOST, lambda stored: b"nonsense")
    with caplog.at_level(logging.WARNING):
        assert told(SiteMemory(store), range(4))[3] == "\n".join(own(3))
    assert f"site memory of {HOST} is damaged and starts again" in caplog.text


def test_an_empty_text_is_left_alone(memory: SiteMemory) -> None:
    assert memory.strip(HOST, "没有正文", "") == ""


@given(
    st.lists(
        st.tuples(
            st.sampled_from("甲乙丙丁戊己庚辛"), st.lists(st.sampled_from("一二三四五六七八九十"), max_size=9)
        ),
        max_size=30,
    )
)
def test_lines_go_whole_and_the_rest_keeps_its_order(pages: list[tuple[str, list[str]]]) -> None:
    memory = SiteMemory(MemoryStore())
    for title, words in pages:
        lines = [word * 9 for word in words]
        left = iter(lines)
        kept = memory.strip(HOST, title, "\n".join(lines)).splitlines()
        assert all(line in left for line in kept)


@given(st.lists(st.integers(0, 400), max_size=150))
def test_counts_are_bounded_and_come_back_from_bytes(numbers: list[int]) -> None:
    lines = HostLines()
    for number in numbers:
        lines.add(page_lines(f"标题{number}", [f"{number}之{part}" for part in range(number % 80)]))
    assert len(lines.counts) <= MAX_LINES
    assert lines.pages < WINDOW
    assert HostLines.from_bytes(lines.to_bytes()) == lines
    assert list(HostLines.from_bytes(lines.to_bytes()).counts) == list(lines.counts)
