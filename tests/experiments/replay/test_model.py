from __future__ import annotations

import pytest

from topiccrawl import settings
from topiccrawl.experiments.replay.model import SETTINGS, CrawlModel


def test_the_model_has_the_shipped_settings_by_default() -> None:
    model = CrawlModel.of_settings(lambda name: getattr(settings, name, None), {})
    for name, setting in SETTINGS.items():
        assert getattr(model, name) == getattr(settings, setting), name
        if name != "user_agent":
            assert getattr(CrawlModel(), name) == getattr(settings, setting), name


def test_values_of_a_command_line_are_texts() -> None:
    texts = {"DOWNLOAD_DELAY": "0", "AUTOTHROTTLE_ENABLED": "False", "CONCURRENT_REQUESTS": "4"}
    model = CrawlModel.of_settings(texts.get, {"latency": 0.1, "page_time": None})
    assert (model.delay, model.throttle, model.concurrency, model.latency) == (0.0, False, 4, 0.1)
    assert model.page_time == CrawlModel().page_time


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DOWNLOAD_DELAY", "-1", "DOWNLOAD_DELAY = -1.0 is not a number of at least 0"),
        ("DOWNLOAD_DELAY", "fast", "DOWNLOAD_DELAY = 'fast' is not a number"),
        ("DOWNLOAD_DELAY", "nan", "is not a number of at least 0"),
        ("AUTOTHROTTLE_ENABLED", "maybe", "not true or false"),
        ("CONCURRENT_REQUESTS", "0", "CONCURRENT_REQUESTS = 0 is not a number of at least 1"),
    ],
)
def test_values_out_of_range(name: str, value: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CrawlModel.of_settings({name: value}.get, {})


def test_delays_follow_latencies_as_in_autothrottle() -> None:
    model = CrawlModel(delay=0.5, start_delay=1.0, max_delay=30.0)
    assert model.first_delay == 1.0
    assert model.next_delay(1.0, 0.2, ok=True) == pytest.approx(0.6)
    assert model.next_delay(0.6, 0.2, ok=True) == 0.5, "not under DOWNLOAD_DELAY"
    assert model.next_delay(1.0, 4.0, ok=True) == 4.0
    assert model.next_delay(1.0, 99.0, ok=True) == 30.0
    assert model.next_delay(1.0, 0.2, ok=False) == 1.0, "an error page says nothing about a page"
    assert CrawlModel(throttle=False, delay=0.2).next_delay(0.2, 9.0, ok=True) == 0.2
