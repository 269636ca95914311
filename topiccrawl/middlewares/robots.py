"""Robots."""

from protego import Protego


def parse_robots(body: bytes, agent: str):
    p = Protego.parse(body.decode("utf-8", "replace"))
    return p.can_fetch("http://a.cn/x", agent)
