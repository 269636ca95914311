"""Copies within a host, by descriptions that are kept as hashes."""

from __future__ import annotations

import pytest

from topiccrawl.dedup import host_copies
from topiccrawl.dedup.host_copies import HostCopies

LONG = "党建引领基层治理" * 10_000


def test_a_second_page_with_the_description_of_a_host_may_be_a_copy() -> None:
    copies = HostCopies()
    assert not copies.may_be_copy("http://a.cn/1", LONG)
    assert not copies.may_be_copy("http://a.cn/1", LONG)  # the same page, fetched again
    assert not copies.may_be_copy("http://b.cn/1", LONG)
    assert copies.may_be_copy("http://a.cn/2", LONG)


def test_a_copy_of_another_host_is_one_of_its_own_host_from_the_second_on() -> None:
    copies = HostCopies()
    assert not copies.is_copy("http://a.cn/1", "一", "http://b.cn/1")
    assert not copies.is_copy("http://a.cn/1", "一", "http://b.cn/1")
    assert copies.is_copy("http://a.cn/2", "二", "http://b.cn/1")
    assert copies.is_copy("http://a.cn/3", "三", "http://a.cn/9")
    assert not copies.is_copy("http://a.cn/4", "四", None)


def test_the_oldest_descriptions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_copies, "_REMEMBERED", 10)
    copies = HostCopies()
    for number in range(12):
        assert not copies.may_be_copy(f"http://a.cn/{number}", f"第{number}篇")
    assert copies.may_be_copy("http://a.cn/x", "第11篇")
    assert not copies.may_be_copy("http://a.cn/y", "第0篇")
