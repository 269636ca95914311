"""What a filter lets pass of the records that a crawl's components write."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator

import pytest
from scrapy import Request
from scrapy.exceptions import CannotResolveHostError, DropItem
from sqlalchemy import create_engine

from topiccrawl.errors import StorageError
from topiccrawl.extensions.error_lines import LOGGERS, ErrorFilter
from topiccrawl.reporting.quiet_log import TranslatedRecord


@pytest.fixture
def errors() -> Iterator[ErrorFilter]:
    made = ErrorFilter()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(made)
    yield made
    for name in LOGGERS:
        logging.getLogger(name).removeFilter(made)


def _give_up(host: str, reason: object, path: str = "") -> None:
    logging.getLogger("scrapy.downloadermiddlewares.retry").error(
        "Gave up retrying %(request)s (failed %(retry_times)d times): %(reason)s",
        {"request": Request(f"http://{host}/{path}"), "retry_times": 3, "reason": reason},
    )


def _broken(page: str, kind: type[Exception] = ValueError) -> None:
    try:
        raise kind(f"第 {page} 页")
    except Exception:
        logging.getLogger("scrapy.core.scraper").error(
            "Spider error processing %(request)s (referer: %(referer)s)",
            {"request": Request(f"http://a.cn/{page}"), "referer": None},
            exc_info=sys.exc_info(),
        )


def test_a_request_that_fails_is_a_line_for_its_host_and_kind(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    for path in "一二三":
        _give_up("a.cn", CannotResolveHostError("DNS lookup failed"), path)
    _give_up("a.cn", "503 Service Unavailable")
    assert [record.getMessage() for record in caplog.records] == [
        "no page from a.cn (dns): DNS lookup failed",
        "no page from a.cn (status_503): 503 Service Unavailable",
    ]
    assert [(one.kind, one.times, one.things) for one in errors.requests.counts()] == [
        ("dns", 3, 1),
        ("status_503", 1, 1),
    ]


def test_five_hosts_of_a_kind_are_told_and_all_are_counted(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(40):
        _give_up(f"h{number}.cn", CannotResolveHostError("DNS lookup failed"))
    assert len(caplog.records) == 5
    assert (
        caplog.records[-1].getMessage().endswith("; more of these are only counted, see the end of the log")
    )
    assert [(one.times, one.things) for one in errors.requests.counts()] == [(40, 40)]


def test_robots_txt_of_a_host_that_fails_has_no_traceback_and_no_line_of_its_own(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    _give_up("a.cn", CannotResolveHostError("DNS lookup failed"), "robots.txt")
    try:
        raise CannotResolveHostError("DNS lookup failed")
    except CannotResolveHostError as error:
        logging.getLogger("scrapy.downloadermiddlewares.robotstxt").error(
            "Error downloading %(request)s: %(f_exception)s",
            {"request": Request("http://a.cn/robots.txt"), "f_exception": error},
            exc_info=True,
        )
    assert len(caplog.records) == 1
    assert "Traceback" not in caplog.text
    assert [one.times for one in errors.requests.counts()] == [1]


def test_a_seed_whose_host_was_told_is_not_told_again(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    _give_up("a.cn", CannotResolveHostError("DNS lookup failed"))
    ledger = logging.getLogger("topiccrawl.crawl.ledger")
    ledger.warning("the seed %s gives no page: %s", "http://a.cn/", "dns")
    ledger.warning("the seed %s gives no page: %s", "http://b.cn/", "robots")
    assert [record.getMessage() for record in caplog.records][1:] == [
        "the seed http://b.cn/ gives no page: robots"
    ]


def test_an_error_in_code_keeps_its_traceback_once(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(20):
        _broken(str(number))
    _broken("another", KeyError)
    assert caplog.text.count("Traceback") == 2
    assert len(caplog.records) == 6
    assert caplog.records[1].getMessage() == (
        "Spider error processing <GET http://a.cn/1> (referer: None): ValueError: 第 1 页 (traceback above)"
    )
    assert [(one.times, one.logged) for one in errors.code.counts()] == [(20, 5), (1, 1)]


def test_a_middleware_of_the_users_that_raises_keeps_its_traceback(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise ZeroDivisionError("代理")
    except ZeroDivisionError:
        logging.getLogger("scrapy.core.scraper").error(
            "Error downloading %(request)s", {"request": Request("http://a.cn/")}, exc_info=sys.exc_info()
        )
    assert "Traceback" in caplog.text


def test_a_database_that_is_away_is_told_now_and_then(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = logging.getLogger("topiccrawl.storage.pages.batch_writer")
    for waited in range(50):
        batch.warning("the database is away for %.1f s, rows wait: %s", waited, "中断")
    for page in range(50):
        _broken(str(page), StorageError)
    assert len(caplog.records) == 2
    assert "Traceback" not in caplog.text
    later = time.monotonic() + 100
    monkeypatch.setattr("topiccrawl.extensions.error_lines.time.monotonic", lambda: later)
    batch.warning("the database is away for %.1f s, rows wait: %s", 60, "中断")
    assert caplog.records[-1].getMessage().endswith("(and 49 times since the last line)")


def test_connections_that_break_are_told_without_a_traceback(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture
) -> None:
    pool = create_engine("mysql+pymysql://gast@127.0.0.1/库").pool
    for _ in range(20):
        try:
            raise OSError("连接中断")
        except OSError:
            pool.logger.error("Exception during reset or similar", exc_info=True)
    assert "Traceback" not in caplog.text
    assert [record.getMessage() for record in caplog.records] == [
        "Exception during reset or similar: 连接中断"
    ]


def test_dropped_pages_are_told_five_times(errors: ErrorFilter, caplog: pytest.LogCaptureFixture) -> None:
    for page in range(50):
        logging.getLogger("scrapy.core.scraper").warning(
            "Dropped: %(exception)s\n%(item)s", {"exception": DropItem("太短"), "item": f"http://a.cn/{page}"}
        )
    assert len(caplog.records) == 5


def test_records_below_a_warning_pass(errors: ErrorFilter, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "scrapy.core.scraper")
    for _ in range(20):
        logging.getLogger("scrapy.core.scraper").debug(
            "Scraped from %(src)s\n%(item)s", {"src": "http://a.cn/", "item": "1"}
        )
    assert len(caplog.records) == 20


def test_the_log_is_said_in_chinese_where_the_terminal_is(
    errors: ErrorFilter, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setattr(logging, "_logRecordFactory", TranslatedRecord)
    for number in range(5):
        logging.getLogger("topiccrawl.crawl.ledger").warning(
            "the seed %s gives no page: %s", f"http://h{number}.cn/", "status_404"
        )
    logging.getLogger("topiccrawl.storage.group_commit").warning(
        "the database is away for %.1f s, writes wait: %s",
        2,
        StorageError("{folder}: no such folder", folder="x"),
    )
    logging.getLogger("scrapy.core.engine").info("Closing spider (%(reason)s)", {"reason": "finished"})
    told = [record.getMessage() for record in caplog.records]
    assert told[0] == "种子 http://h0.cn/ 没有得到网页：status_404"
    assert told[4] == "种子 http://h4.cn/ 没有得到网页：status_404；以后的只计数，见日志末尾"
    assert told[5:] == ["数据库连不上已 2.0 秒，写入先等着：x：没有这个文件夹", "采集正在结束（finished）"]
