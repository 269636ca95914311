from __future__ import annotations

import pytest

from topiccrawl.access.redaction import Redaction


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://li:geheim1@a.cn/?page=2", "http://redacted1@a.cn/?page=2"),
        ("/list.do;jsessionid=4F2A?newsid=7", "/list.do;jsessionid=redacted1?newsid=7"),
        ("user=王&page=1", "user=redacted1&page=1"),
        ('<a href="?a=1&amp;accessToken=x%2By1">', '<a href="?a=1&amp;accessToken=redacted1">'),
        ('{"api_key": "k3y-of-mine", "author": "王小明"}', '{"api_key": "redacted1", "author": "王小明"}'),
        ("var token=getToken(); user='admin';", "var token=getToken(); user='admin';"),
        (
            '<input name="_csrf_token" type=hidden value=ab12>',
            '<input name="_csrf_token" type=hidden value=redacted1>',
        ),
        ("党建简报：报名电话请看 sign=1", "党建简报：报名电话请看 sign=1"),
    ],
)
def test_secrets_are_replaced_and_nothing_else(text: str, expected: str) -> None:
    redaction = Redaction()
    redaction.learn(text.encode())
    assert redaction.text(text) == expected


def test_a_secret_is_one_placeholder_in_every_place() -> None:
    redaction = Redaction()
    redaction.learn("http://a.cn/?ticket=a1%2Fb2c3".encode("gbk"), b"http://zhangsan@a.cn/")
    redaction.learn_headers({"set-cookie": "SID=9f8e7d6c; Path=/"})
    page = "你好，zhangsan a1/b2c3 9f8e7d6c".encode("gbk")
    assert redaction.content(page).decode("gbk") == "你好，redacted2 redacted1 redacted3"
    assert redaction.headers({"set-cookie": "SID=9f8e7d6c", "etag": "9f8e7d6c"}) == {
        "set-cookie": "redacted",
        "etag": "redacted3",
    }
