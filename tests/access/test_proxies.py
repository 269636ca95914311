"""The pool: sticky and rotating proxies, rests that grow, doubts about the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.access.proxies import ProxyListError, ProxyPool, host_of, read_proxies

A, B, C = (f"http://{name}.test:8888" for name in "abc")


def test_a_host_keeps_its_proxy() -> None:
    pool = ProxyPool((A, B, C))
    assert [pool.choose(host, 0.0)[0] for host in ("1", "2", "1", "3", "2", "1")] == [A, B, A, C, B, A]


def test_each_request_may_take_the_next_proxy() -> None:
    pool = ProxyPool((A, B, C), "request")
    assert [pool.choose("1", 0.0)[0] for _ in range(4)] == [A, B, C, A]


def test_a_session_keeps_its_proxy_with_any_rotation() -> None:
    pool = ProxyPool((A, B, C), "request")
    used = [pool.choose("session members", 0.0, is_session=True)[0]]
    for _ in range(4):
        pool.choose("1", 0.0)
        used.append(pool.choose("session members", 0.0, is_session=True)[0])
    assert set(used) == {A}


def test_a_dead_proxy_rests_longer_each_time_and_its_hosts_move() -> None:
    pool = ProxyPool((A, B))
    assert pool.choose("1", 0.0)[0] == A
    assert pool.failed(A, "1", 0.0, is_sure=True) == 5.0
    assert pool.failed(A, "1", 1.0, is_sure=True) == 0.0, "requests that were in flight do not count"
    assert pool.choose("1", 1.0) == (B, 0.0)
    assert pool.healthy(1.0) == 1
    assert pool.failed(A, "2", 6.0, is_sure=True) == 10.0
    pool.answered(A)
    assert pool.healthy(6.0) == 2
    assert pool.choose("1", 6.0) == (B, 0.0), "a host stays where it moved to"


def test_requests_wait_while_all_proxies_rest() -> None:
    pool = ProxyPool((A, B))
    pool.failed(A, "1", 0.0, is_sure=True)
    pool.failed(B, "1", 2.0, is_sure=True)
    assert pool.choose("1", 3.0) == (A, 2.0)


def test_a_failing_site_does_not_condemn_a_proxy() -> None:
    pool = ProxyPool((A,))
    assert [pool.failed(A, "dead.test", 0.0, is_sure=False) for _ in range(9)] == [0.0] * 9
    pool.failed(A, "2", 0.0, is_sure=False)
    pool.answered(A)
    assert [pool.failed(A, host, 0.0, is_sure=False) for host in "123"] == [0.0, 0.0, 5.0]


def test_lists_of_proxies(tmp_path: Path) -> None:
    (tmp_path / "proxies").write_text(f"# ours\n{A}\n\nhttp://u:geheim@b.test:1 # office\n", encoding="utf-8")
    assert read_proxies(str(tmp_path / "proxies")) == (A, "http://u:geheim@b.test:1")
    assert read_proxies(" ") == ()
    assert host_of("http://u:geheim@b.test:1") == "b.test:1"
    for bad in ("socks5://u:geheim@a.test:1", "http://u:geheim@a.test", f"{A},http://u:geheim@:99999999"):
        with pytest.raises(ProxyListError, match="is not a URL such as") as raised:
            read_proxies(bad)
        assert "geheim" not in str(raised.value)
    with pytest.raises(ProxyListError, match="neither proxies nor a readable file"):
        read_proxies(str(tmp_path / "none"))
