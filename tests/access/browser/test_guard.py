"""The proxy in front of the browser: who may use it, what it passes on."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import pytest

from topiccrawl.access.browser.guard import GuardedRequest, GuardedResponse, GuardProxy, refusal
from topiccrawl.access.browser.rules import BrowserRules, is_empty_shell


async def talk(proxy: GuardProxy, text: str) -> str:
    """Send a text to the proxy; return what it sends until it is silent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rpartition(":")[2]))
    writer.write(text.replace("\n", "\r\n").encode())
    writer.write_eof()
    try:
        answer = await reader.read()
    except ConnectionResetError:  # closed with a part of the text unread
        answer = b""
    writer.close()
    return answer.decode()


def asked(text: str, *, password: str | None = None) -> tuple[str, list[GuardedRequest]]:
    """What a started proxy answers, and what it asked the crawl for."""
    passed_on: list[GuardedRequest] = []

    async def fetch(request: GuardedRequest) -> GuardedResponse:
        passed_on.append(request)
        headers = [("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("X-Bad", "a\r\nb")]
        return GuardedResponse(200, headers, b"page")

    async def run() -> str:
        proxy = await GuardProxy(fetch).start()
        token = b64encode(f"{proxy.user}:{password or proxy.password}".encode()).decode()
        try:
            return await talk(proxy, text.replace("TOKEN", token))
        finally:
            await proxy.close()

    return asyncio.run(run()), passed_on


def test_a_request_is_passed_on_without_encoding_and_broken_headers() -> None:
    answer, passed_on = asked(
        "GET http://a.test/x?y=1 HTTP/1.1\nHost: a.test\nProxy-Authorization: Basic TOKEN\n\n"
    )
    assert [(one.method, one.url) for one in passed_on] == [("GET", "http://a.test/x?y=1")]
    assert answer == "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\npage"


@pytest.mark.parametrize("line", ["", "Proxy-Authorization: Basic TOKEN\n"])
def test_others_on_the_machine_cannot_use_it(line: str) -> None:
    answer, passed_on = asked(
        f"GET http://a.test/ HTTP/1.1\n{line}\nCONNECT a.test:443 HTTP/1.1\n{line}\n", password="guessed"
    )
    assert answer.count("HTTP/1.1 407 ") == 2
    assert passed_on == []


@pytest.mark.parametrize(
    "text",
    [
        "POST http://a.test/ HTTP/1.1\nProxy-Authorization: Basic TOKEN\nContent-Length: 99999999\n\n",
        "POST http://a.test/ HTTP/1.1\nProxy-Authorization: Basic TOKEN\nTransfer-Encoding: chunked\n\n",
        "GET\n\n",
        "GET http://a.test/ HTTP/1.1\n" + "X: y\n" * 30_000 + "\n",
    ],
)
def test_what_is_no_request_of_a_browser_ends_the_connection(text: str) -> None:
    answer, passed_on = asked(text)
    assert (answer, passed_on) == ("", [])


@pytest.mark.parametrize(
    ("method", "url", "headers", "status"),
    [
        ("GET", "http://a.test/", {}, None),
        ("GET", "http://a.test/app.js", {"sec-fetch-dest": "script"}, None),
        ("GET", "https://a.test/x", {"sec-fetch-dest": "font"}, 204),
        ("GET", "http://a.test/x", {"accept": "image/avif,image/webp,*/*"}, 204),
        ("GET", "http://a.test/x.woff2", {}, 204),
        ("GET", "file:///etc/passwd", {}, 501),
        ("PUT", "http://a.test/x", {}, 501),
        ("POST", "http://a.test/api", {"origin": "http://a.test"}, None),
        ("POST", "http://a.test/api", {"origin": "http://b.test"}, 403),
        ("POST", "http://a.test/api", {"origin": "https://a.test"}, 403),
        ("POST", "http://a.test/api", {}, 403),
    ],
)
def test_what_is_refused(method: str, url: str, headers: dict[str, str], status: int | None) -> None:
    answer = refusal(GuardedRequest(method, url, headers))
    assert (answer and answer.status) == status


def test_rules_of_a_topic() -> None:
    both = BrowserRules(hosts=("a.test",), urls="/app/")
    assert [both.match(url) for url in ("http://a.test/app/", "http://a.test/", "http://b.test/app/")] == [True, False, False]  # fmt: skip
    assert BrowserRules(urls="/app/").match("http://b.test/app/")
    with pytest.raises(ValueError, match=r"urls = '\(' is not a regular expression"):
        BrowserRules(urls="(")
    with pytest.raises(ValueError, match=r"hosts: 'http://a.test/' is not a host name"):
        BrowserRules(hosts=("http://a.test/",))


@pytest.mark.parametrize(
    ("html", "is_shell"),
    [
        ("<title>党建网</title><div id=root>请启用 JavaScript</div><script src=a.js></script>", True),
        ("<div id=app></div><script>" + "var text = '很长的文字';" * 99 + "</script>", True),
        ("<div id=app></div>", False),
        ("<p>" + "学习党章。" * 30 + "</p><script src=a.js></script>", False),
        ("<a href=1>一</a><a href=2>二</a><a href=3>三</a><script src=a.js></script>", False),
    ],
)
def test_empty_shells(html: str, is_shell: bool) -> None:
    assert is_empty_shell(html) is is_shell
