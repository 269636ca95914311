from __future__ import annotations

import pytest
from scrapy.utils.test import get_crawler

from topiccrawl.middlewares.robots import MAX_BYTES, BoundedRobotParser, beginning

START = b"User-agent: *\nDisallow: /a\n"
FILLER = b"Disallow: /filler\n"


def test_a_long_file_is_read_up_to_the_limit_and_obeyed_as_far() -> None:
    robots = START + FILLER * (MAX_BYTES // len(FILLER)) + b"Disallow: /b\n"
    parser = BoundedRobotParser.from_crawler(get_crawler(), robots)
    assert not parser.allowed("http://a.cn/a/1", "topiccrawl")
    assert not parser.allowed("http://a.cn/filler", "topiccrawl")
    assert parser.allowed("http://a.cn/b", "topiccrawl")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_a_rule_is_never_cut(end: bytes) -> None:
    line = b"Disallow: /ab" + end
    head = beginning(line * MAX_BYTES)
    assert MAX_BYTES - 2 * len(line) < len(head) <= MAX_BYTES
    assert head.rstrip() + end in (line * (len(head) // len(line) + 1))
    assert head.endswith((b"/ab\n", b"/ab\r", b"/ab\r\n"))


def test_one_line_that_is_too_long_is_no_rule() -> None:
    assert beginning(b"Disallow: /" + b"a" * MAX_BYTES) == b""


def test_a_file_of_the_usual_size_is_left_as_it_is() -> None:
    assert beginning(START * 100) == START * 100
