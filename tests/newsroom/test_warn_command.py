"""`topiccrawl warn`: a rise is sent to the webhook once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from e2e.access.receiver import Receiver
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, write_source_visits

DAY = date(2024, 5, 1)


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    store.start_run("样例", {})
    own = {
        "topic": "样例",
        "run_id": 1,
        "fetched_at": datetime(2024, 5, 2, tzinfo=UTC),
        "published": str(DAY),
    }
    titles = [f"龙舟赛第{number}场" for number in range(6)]
    store.write([PageRecord(url=f"http://a.test/{title}", title=title, text="", **own) for title in titles])
    store.close()
    return url


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


def test_a_rise_is_printed_each_time_and_sent_once(
    database: str, receiver: Receiver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPICCRAWL_ALERTS", f"generic={receiver.url}")
    command = ["warn", "样例", "--database", database]
    assert main(command) == 2 and "no rules yet" in capsys.readouterr().err
    for words in (["--word", "龙舟", "--word", "晴天"], []):
        assert main([*command, *words]) == 0
        assert f"「龙舟」{DAY} 有 6 个网页" in capsys.readouterr().out
    assert [(one["event"], one["subject"], one["topic"]) for one in receiver.messages] == [
        ("rise", "word:龙舟", "样例")
    ]


def test_a_word_in_the_last_line_of_long_texts_rises(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = opened(database)
    text = "村里的水渠修好了，今年的稻子长得很好。" * 150 + "\n县里的巡视组昨天走了。"
    own = {"topic": "样例", "run_id": 1, "fetched_at": datetime.now(UTC), "published": DAY.isoformat()}
    store.write(
        [PageRecord(url=f"http://b.test/{n}", title=f"水渠{n}", text=f"{n}{text}", **own) for n in range(26)]  # type: ignore[arg-type]
    )
    store.close()
    assert main(["warn", "样例", "--database", database, "--word", "巡视"]) == 0
    assert f"「巡视」{DAY} 有 26 个网页" in capsys.readouterr().out


def test_a_source_that_moved_is_sent_once(
    database: str, receiver: Receiver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPICCRAWL_ALERTS", f"generic={receiver.url}")
    command, now = ["warn", "样例", "--stories", "--database", database], datetime.now(UTC)
    store = opened(database)
    seen = SourceVisit(now - timedelta(hours=1), 1, 1, 1, 20, 2, 2, 0)
    moved = seen._replace(at=now, problem="moved", place="new.test")
    for run, visit in enumerate((seen, moved, moved)):
        store.transact(lambda c, n=run, v=visit: write_source_visits(c, "样例", n, {"a.test": v}))  # type: ignore[misc]
        assert main(command) == 0
    store.close()
    (sent,) = receiver.messages
    assert (sent["event"], sent["subject"]) == ("source", "source:a.test:moved")
    assert "a.test：列表转到 new.test：已经搬家" in sent["text"]
    assert capsys.readouterr().out.count("a.test：列表转到 new.test：已经搬家") == 1


def test_a_webhook_that_fails_is_tried_again(
    database: str, receiver: Receiver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["warn", "样例", "--database", database]
    assert main([*command, "--word", "龙舟"]) == 0  # no webhook: nothing counts as sent
    monkeypatch.setenv("TOPICCRAWL_ALERTS", "generic=http://127.0.0.1:9/")
    assert main(command) == 1 and "not sent to generic" in capsys.readouterr().err
    monkeypatch.setenv("TOPICCRAWL_ALERTS", f"generic={receiver.url}")
    assert main(command) == 0 and len(receiver.messages) == 1


def test_a_word_of_new_pages_is_told_once(
    database: str, receiver: Receiver, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPICCRAWL_ALERTS", f"generic={receiver.url}")
    command = ["warn", "样例", "--database", database]
    assert main([*command, "--page-word", "龙舟", "--page-word", "晴天"]) == 0
    assert not receiver.messages  # pages from before the rule are not new
    store = opened(database)
    own = {"topic": "样例", "run_id": 1, "fetched_at": datetime(2024, 5, 3, tzinfo=UTC)}
    titles = ["端午龙舟下水", "粽子上市", "龙舟决赛"]
    store.write([PageRecord(url=f"http://b.test/{title}", title=title, text="", **own) for title in titles])
    store.close()
    for _ in range(2):
        assert main(command) == 0
    assert "「龙舟」出现在 2 个新网页：龙舟决赛；端午龙舟下水" in capsys.readouterr().out
    assert [(one["event"], one["subject"]) for one in receiver.messages] == [("word", "word:龙舟")]


def test_what_is_no_rule_or_webhook_is_refused(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["warn", "样例", "--database", database]
    assert main([*command, "--word", " "]) == 2 and "1 to 64" in capsys.readouterr().err
    assert main([*command, "--word", "晴天", "--days", "1"]) == 0
    assert f"no rises from {DAY} to {DAY}" in capsys.readouterr().out
    monkeypatch.setenv("TOPICCRAWL_ALERTS", "mail=x")
    assert main(command) == 2 and "TOPICCRAWL_ALERTS" in capsys.readouterr().err
