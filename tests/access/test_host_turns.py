from __future__ import annotations

import threading

import pytest

from topiccrawl.access.host_turns import HostTurns


@pytest.mark.parametrize(("own", "expected"), [(0.0, 2.0), (7.0, 7.0)])
def test_the_longer_pause_lies_between_two_turns_at_a_host(own: float, expected: float) -> None:
    waited: list[float] = []
    turns = HostTurns(2.0, waited.append)
    for host in ("a.cn", "b.cn", "A.cn"):
        with turns.at(host, own):
            pass
    assert len(waited) == 1 and expected - 1 < waited[0] <= expected


def test_a_turn_lasts_until_it_is_over() -> None:
    turns, order = HostTurns(0.0), []
    began = threading.Event()

    def second() -> None:
        began.set()
        with turns.at("a.cn"):
            order.append("second")

    with turns.at("a.cn"):
        other = threading.Thread(target=second)
        other.start()
        assert began.wait(10)
        with turns.at("b.cn"):
            order.append("first")
    other.join(10)
    assert order == ["first", "second"]
