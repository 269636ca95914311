from __future__ import annotations

from topiccrawl.page.unread.counts import NotRead, UnreadCounts, read_unread
from topiccrawl.page.unread.reasons import Unread


def test_each_url_counts_once_for_a_reason_and_hosts_with_most_come_first() -> None:
    log = UnreadCounts()
    for number in (1, 2, 2, 1):
        log.add(Unread.FILE_TEXT, f"http://www.jia.cn/{number}.pdf")
    log.add(Unread.FILE_TEXT, "http://www.jia.cn/1.pdf#附件")
    assert log.add(Unread.FILE_TEXT, "http://yi.cn/党建.docx")
    assert log.add(Unread.FORM, "http://yi.cn/党建.docx")
    assert read_unread(log.counters()) == (
        NotRead(Unread.FILE_TEXT, 3, 2, {"www.jia.cn": 2, "yi.cn": 1}),
        NotRead(Unread.FORM, 1, 1, {"yi.cn": 1}),
    )


def test_of_many_hosts_the_first_ones_have_counters_and_all_are_counted() -> None:
    log = UnreadCounts()
    for number in range(300):
        log.add(Unread.CHALLENGE, f"http://h{number}.cn/", str(521 if number else 412))
    log.add(Unread.CHALLENGE, "http://h299.cn/党建", "521")
    (found,) = read_unread(log.counters())
    assert (found.count, found.host_count, len(found.hosts)) == (301, 300, 50)
    assert next(iter(found.hosts)) == "h299.cn"
    assert found.how == {"521": 300, "412": 1}


def test_a_url_that_is_none_is_counted_too() -> None:
    log = UnreadCounts()
    assert log.add(Unread.UNREACHABLE, "http://[党/", "connection")
    assert read_unread(log.counters())[0].count == 1
