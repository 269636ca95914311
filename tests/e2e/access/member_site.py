"""Two hosts on loopback, reached as a proxy: one logs in, the other shows its pages only to who did."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from e2e.crawling import html, listed

from benchmarks.starts.loopback import Answer, LoopbackServer

LOGIN = "http://passport.test/login"
FORM = (
    "<form id=search action='/search'><input name=q></form>"
    "<form method=post action='/enter'><input type=hidden name=token value=t0ken><input name=user>"
    "<input type=password name=pass><input type=submit value=登录></form>"
)


class MemberSite(LoopbackServer):
    """Serves `pages` (by path) on `members.test`, and on a search there; `passport.test` has the form.

    The form leads back to the content host with a ticket, which gives the cookie. A cookie is good for `worth` pages.

    Attributes:
        asked: URLs in order, with the method in front of those that are not GET.
        logins: how often the right password came.
    """

    def __init__(self, pages: Mapping[str, bytes], worth: int = 1_000_000) -> None:
        super().__init__()
        self.pages = dict(pages)
        self.worth = worth
        self.asked: list[str] = []
        self.words: list[str] = []
        self.logins = 0
        self.cookies: Counter[str] = Counter()
        self.stop_accepting = False
        self._lock = threading.Lock()

    def respond_to(self, method: str, target: str, headers: Any, body: bytes) -> Answer:
        self.asked.append(target if method == "GET" else f"{method} {target}")
        with self._lock:
            return self.answer(target, headers.get("Cookie", ""), dict(parse_qsl(body.decode())))

    def answer(self, target: str, cookie: str, form: Mapping[str, str]) -> Answer:
        url = urlsplit(target)
        query = dict(parse_qsl(url.query))
        if url.path == "/robots.txt":
            return shown(b"User-agent: *\n")
        if url.hostname == "passport.test":
            return self.enter(form) if url.path == "/enter" else shown(html("登录", FORM))
        if url.path == "/welcome" and query.get("ticket") == str(self.logins):
            return moved("http://members.test/", {"Set-Cookie": f"session={self.logins}; Path=/; HttpOnly"})
        if not self.is_member(cookie):
            return moved(f"{LOGIN}?back={quote(target)}")
        if url.path == "/search":
            self.words.append(query["q"])
            return shown(html("搜索结果", listed({f"/found/{n}.html": "详情" for n in range(2)})))
        return shown(self.pages[url.path]) if url.path in self.pages else (404, {}, b"")

    def enter(self, form: Mapping[str, str]) -> Answer:
        right = {"user": "anna", "pass": "geheim-123", "token": "t0ken"}
        if form != right or self.stop_accepting:
            return shown(html("登录", "密码错误" + FORM))
        self.logins += 1
        return moved(f"http://members.test/welcome?ticket={self.logins}")

    def is_member(self, cookie: str) -> bool:
        if cookie != f"session={self.logins}" or self.cookies[cookie] >= self.worth:
            return False
        self.cookies[cookie] += 1
        return True


def shown(body: bytes) -> Answer:
    return 200, {"Content-Type": "text/html; charset=utf-8"}, body


def moved(location: str, headers: Mapping[str, str] | None = None) -> Answer:
    return 302, {"Location": location, **(headers or {})}, b""
