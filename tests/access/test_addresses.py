from __future__ import annotations

import socket

import pytest

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.connections import RefusedAddressError, connect

RULES = AddressRules()
INTRANET = AddressRules.of(["10.1.0.0/16", "fd00:1::/32"])


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254"),
        *("172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1"),
        *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1"),
        *("2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:a00:1::", "2002:c0a8:101::1", "3fff::1"),
        *("fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1"),
        *("2606:4700::5efe:7f00:1", "fe80::5efe:10.0.0.1", "5f00::1", "4000::1", "", "www.example.cn"),
    ],
)
def test_addresses_that_no_public_server_has(address: str) -> None:
    assert RULES.refuses_address(address)
    assert not AddressRules(allow_private=True).refuses_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "1.1.1.1",
        "101.6.6.6",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    ],
)
def test_public_addresses_pass(address: str) -> None:
    assert not RULES.refuses_address(address)


@pytest.mark.parametrize(
    "host",
    [
        *("metadata", "redis", "localhost6", "router.lan", "nas.home.arpa", "printer.local", "oa.corp"),
        *("metadata.google.internal", "db.intranet", "x.localdomain", "kubernetes.default.svc.cluster.local"),
        *("home.arpa", "Home.Arpa.", "cluster.local", "in-addr.arpa", "ip6.arpa", "local"),
        *("1.0.0.127.in-addr.arpa", "%31%32%37.0.0.1", "１２７。0。0。1", "[::ffff:7f00:1]", "ROUTER.LAN."),
        *("127.0.0.1.", "0x7f000001", "0177.0.0.1", "2130706433", "①②⑦.0.0.1", "[::1]", "a.localhost"),
    ],
)
def test_names_and_spellings_that_are_refused_before_they_are_resolved(host: str) -> None:
    assert RULES.refuses_host(host)
    assert RULES.refuses_host(host, is_resolved_here=False)


@pytest.mark.parametrize("host", ["metadata.tencentyun.com", "Metadata.cloud.cn.", "%6detadata.a.cn"])
def test_names_of_cloud_metadata_are_refused_where_their_addresses_cannot_be_checked(host: str) -> None:
    assert RULES.refuses_host(host, is_resolved_here=False)
    assert INTRANET.refuses_host(host, is_resolved_here=False)
    assert not RULES.refuses_host(host), "the address decides"


@pytest.mark.parametrize(
    "host", ["www.metadata.cn", "metadatas.cn", "metadata-lab.org", "home-arpa.cn", "xhome.arpa"]
)
def test_names_like_private_ones_are_allowed(host: str) -> None:
    assert not RULES.refuses_host(host, is_resolved_here=False)


def test_a_network_of_an_intranet_is_allowed_and_nothing_beside_it() -> None:
    assert not INTRANET.refuses_address("10.1.2.3")
    assert not INTRANET.refuses_address("::ffff:10.1.2.3")
    assert not INTRANET.refuses_address("fd00:1::5")
    for address in ("10.2.0.1", "127.0.0.1", "169.254.169.254", "fd00:2::1"):
        assert INTRANET.refuses_address(address)
    # A name of the intranet is resolved, and its address decides; through a proxy nothing could be checked.
    assert not INTRANET.refuses_host("oa.lan")
    assert INTRANET.refuses_host("oa.lan", is_resolved_here=False)
    assert not INTRANET.refuses_host("10.1.0.9", is_resolved_here=False)


def test_a_wrong_network_is_named() -> None:
    with pytest.raises(ValueError, match="10"):
        AddressRules.of(["10.1.0.0/99"])


def test_a_connection_goes_only_to_a_checked_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]

        def resolve(host: str, port: int, **_: object) -> list[object]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        with pytest.raises(RefusedAddressError, match=r"rebinding\.test is a loopback or private address"):
            connect(("rebinding.test", port), 1, RULES, resolve)
        with pytest.raises(TimeoutError):
            server.accept()
        connect(("rebinding.test", port), 1, AddressRules.of(["127.0.0.0/8"]), resolve).close()
        server.accept()[0].close()
