from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.exceptions import NotSupported
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.engine import EngineView

FIRST, SECOND = Request("http://a.test/1"), Request("http://a.test/2")


def view(engine: Any) -> EngineView:
    crawler = get_crawler()
    crawler._engine = engine
    return EngineView(crawler)


def engine(**slots: Any) -> Any:
    downloader = SimpleNamespace(slots=slots, get_slot_key=lambda request: "slot")
    return SimpleNamespace(_slot=SimpleNamespace(inprogress={FIRST}), downloader=downloader)


def test_a_request_is_finished_when_the_engine_no_longer_has_it() -> None:
    assert view(engine()).finished([FIRST, SECOND]) == [SECOND]


def test_an_equal_request_is_another_one() -> None:
    """A redirect or retry copies everything but the object."""
    assert view(engine()).finished([FIRST.replace()]) != []


def test_a_host_is_free_when_its_slot_has_room_and_no_queue() -> None:
    def slot(queue: int, active: int) -> Any:
        return SimpleNamespace(queue=[FIRST] * queue, active=set(range(active)), concurrency=2)

    seen = view(engine(idle=slot(0, 1), full=slot(0, 2), queueing=slot(1, 1)))
    hosts = ("idle", "full", "queueing", "never asked")
    assert [bool(seen.room(host)) for host in hosts] == [True, False, False, True]
    assert seen.slot_of(FIRST) == "slot"


def test_without_an_engine_nothing_is_in_progress_and_nobody_busy() -> None:
    seen = view(None)
    seen.check()
    assert seen.finished([FIRST]) == [FIRST]
    assert seen.room("a.test")
    assert seen.slot_of(FIRST) == "a.test"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"_slot": None}, "engine._slot.inprogress"),
        ({"_slot": SimpleNamespace(inprogress=3)}, "engine._slot.inprogress"),
        ({"downloader": SimpleNamespace(get_slot_key=len)}, "engine.downloader.slots"),
        ({"downloader": SimpleNamespace(slots={})}, "engine.downloader.get_slot_key"),
    ],
)
def test_a_scrapy_without_the_attributes_is_refused(change: dict[str, Any], told: str) -> None:
    other = SimpleNamespace(**{**vars(engine()), **change})
    with pytest.raises(NotSupported, match=told):
        view(other).check()
    view(engine()).check()
