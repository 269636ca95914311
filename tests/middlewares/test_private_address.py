from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.access.addresses import is_private_host
from topiccrawl.middlewares.private_address import PrivateAddressGuard


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "0x7f000001",
        "0177.0.0.1",
        "2130706433",
        "１２７.0.0.1",
        "①②⑦.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "[::1]",
        "fe80::1",
        "fc00::1",
        "::ffff:127.0.0.1",
        "localhost",
        "a.localhost",
        "printer.local",
        "metadata.google.internal",
    ],
)
def test_addresses_that_never_belong_to_the_public_web(host: str) -> None:
    assert is_private_host(host)


def test_the_guard_refuses_with_a_reason_and_lets_others_pass() -> None:
    guard = PrivateAddressGuard.from_crawler(get_crawler())
    guard.process_request(Request("http://www.example.cn/"))
    with pytest.raises(IgnoreRequest, match="private_address"):
        guard.process_request(Request("http://user@127.0.0.1:8080/x"))


def test_a_proxy_is_not_looked_at() -> None:
    guard = PrivateAddressGuard.from_crawler(get_crawler())
    guard.process_request(Request("http://www.example.cn/", meta={"proxy": "http://127.0.0.1:3128"}))


def test_it_can_be_switched_off() -> None:
    with pytest.raises(NotConfigured):
        PrivateAddressGuard.from_crawler(get_crawler(settings_dict={"TOPICCRAWL_ALLOW_PRIVATE": True}))
