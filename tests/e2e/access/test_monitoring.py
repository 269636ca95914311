"""A crawl that is watched: metrics while it runs, JSON lines, alerts at a webhook."""

from __future__ import annotations

import json
import re
import socket
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from e2e.access.receiver import Receiver
from e2e.crawling import Crawl, crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

from topiccrawl.extensions.monitoring import alerts

DASHBOARD = Path(__file__).parents[3] / "docs" / "monitoring" / "grafana-dashboard.json"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Crawl, Receiver, str, int]:
    """A crawl with everything on, what its metrics were near its end, and their port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    texts: list[str] = []
    receiver, web = Receiver(), FaultServer()
    pages = {f"{web.url}/{number}.html": story_page(story) for number, story in enumerate(stories()[:3])}
    links = {url: story.title for url, story in zip(pages, stories(), strict=False)}
    denied = {f"{web.url}/denied/{number}.html": "党建" for number in range(3)}
    web.answers = {
        f"{web.url}/": hub("党建频道", {**links, **denied}),
        **pages,
        **dict.fromkeys(denied, Answer(status=403)),
    }

    def look(number: int) -> None:
        if number != 6:
            return
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:  # until the stories that were fetched before are stored
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as response:
                texts.append(response.read().decode())
            if 'outcome="kept",topic="partybuild"} 3.0' in texts[-1]:
                time.sleep(1.2 * alerts.INTERVAL)  # for a look at the crawl
                return
            time.sleep(0.2)

    web.on_request = look
    with web, receiver:
        done = crawl(
            tmp_path_factory.mktemp("watched"),
            [f"{web.url}/"],
            arguments={"strategy": "breadth-first"},  # the denied pages come last
            settings={
                "TOPICCRAWL_METRICS_PORT": f"127.0.0.1:{port}",
                "TOPICCRAWL_LOG_JSON": "True",
                "TOPICCRAWL_ALERTS": f"generic={receiver.url}",
                "TOPICCRAWL_ALERT_EVENTS": "finished,blocked,disk",
                "TOPICCRAWL_ALERT_DISK_MB": "1000000000",
                "TOPICCRAWL_HOST_DENIALS": "2",
                "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
            },
        )
    return done, receiver, texts[-1], port


def test_metrics_count_what_the_stats_count(watched: tuple[Crawl, Receiver, str, int]) -> None:
    done, _, text, port = watched
    value = dict(re.findall(r"(?m)^(topiccrawl_[^ ]+) (\S+)$", text))
    assert value['topiccrawl_pages_total{outcome="kept",topic="partybuild"}'] == "3.0"
    assert float(value['topiccrawl_responses_total{status="200",topic="partybuild"}']) >= 4
    links = [float(number) for name, number in value.items() if name.startswith("topiccrawl_links{")]
    assert sum(links) == 7, "the list, three stories, three denied pages"
    assert "process_resident_memory_bytes" in text
    with socket.socket() as asking:
        assert asking.connect_ex(("127.0.0.1", port)), "the server ends with the crawl"
    assert done.code == 0


def test_the_dashboard_asks_for_metrics_that_there_are(watched: tuple[Crawl, Receiver, str, int]) -> None:
    there = set(re.findall(r"(?m)^# TYPE (\w+) ", watched[2]))
    asked = set(re.findall(r"\b(?:topiccrawl|process)_\w+", DASHBOARD.read_text(encoding="utf-8")))
    assert asked - there - {"topiccrawl_proxies_healthy"} == set()
    assert len(asked) > 10


def test_alerts_reach_the_webhook(watched: tuple[Crawl, Receiver, str, int]) -> None:
    done, receiver, *_ = watched
    by_event = {message["event"]: message for message in receiver.messages}
    assert set(by_event) == {"finished", "blocked", "disk"}
    assert len(receiver.messages) == 3, "each once"
    assert by_event["blocked"]["subject"] == "127.0.0.1"
    assert by_event["finished"]["text"].endswith(
        "no link waits, but not everything could be read (refused 3); 3 pages kept"
    )
    assert done.stats["topiccrawl/alerts/sent"] >= 1  # the stats are stored before the last ones


def test_log_lines_are_json_and_hold_no_secret(watched: tuple[Crawl, Receiver, str, int]) -> None:
    done, *_ = watched
    lines = [json.loads(line) for line in done.log.splitlines()]
    assert {"time", "level", "logger", "message"} <= lines[0].keys()
    assert any(line["message"].startswith("alert sent to generic at 127.0.0.1") for line in lines)
    assert "robot-key" not in done.log
    assert "robot-key" not in json.dumps(done.rows("SELECT * FROM runs"), default=str)
