from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.middlewares.private_address import PrivateAddressGuard


def test_the_guard_refuses_with_a_reason_and_lets_others_pass() -> None:
    guard = PrivateAddressGuard.from_crawler(get_crawler())
    guard.process_request(Request("http://www.example.cn/"))
    guard.process_request(Request("http://www.example.cn/", meta={"proxy": "http://127.0.0.1:3128"}))
    with pytest.raises(IgnoreRequest, match="private_address"):
        guard.process_request(Request("http://user@127.0.0.1:8080/x"))


def test_it_can_be_switched_off() -> None:
    with pytest.raises(NotConfigured):
        PrivateAddressGuard.from_crawler(get_crawler(settings_dict={"TOPICCRAWL_ALLOW_PRIVATE": True}))
