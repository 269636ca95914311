from __future__ import annotations

import json

import pytest

from topiccrawl.access.tdmrep import TdmReservation, parse_tdm_file


def file_of(*rows: object) -> bytes:
    return json.dumps(rows).encode()


def test_the_longest_location_counts() -> None:
    file = parse_tdm_file(
        file_of(
            {"location": "/", "tdm-reservation": 1, "tdm-policy": "http://a.cn/policy.json"},
            {"location": "/open/*", "tdm-reservation": 0},
            {"location": "/*.pdf$", "tdm-reservation": "1"},
        )
    )
    assert file.of("http://a.cn/1.html") == TdmReservation(True, "http://a.cn/policy.json")
    assert file.of("http://a.cn/open/1.html") == TdmReservation(False)
    assert file.of("http://a.cn/x.pdf") == TdmReservation(True)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"reserved",
        b"[" * 100_000,
        b"\xff\xfe",
        file_of(
            None, 1, "a", [], {"location": 5, "tdm-reservation": 1}, {"location": "/", "tdm-reservation": 2}
        ),
        file_of({"location": "a.html", "tdm-reservation": 1}, {"tdm-reservation": 1}),
    ],
)
def test_a_file_with_errors_reserves_nothing(body: bytes) -> None:
    assert parse_tdm_file(body).of("http://a.cn/a.html") is None
