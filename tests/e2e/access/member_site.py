"""Two hosts on loopback, reached as a proxy: one logs in, the other shows its pages only to who did."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

from e2e.crawling import html, listed

LOGIN = "http://passport.test/login"
FORM = (
    "<form id=search action='/search'><input name=q></form>"
    "<form method=post action='/enter'><input type=hidden name=token value=t0ken><input name=user>"
    "<input type=password name=pass><input type=submit value=登录></form>"
)


class MemberSite:
    """Serves `pages` (by path) on `members.test`, and on a search there; `passport.test` has the form.

    The form leads back to the content host with a ticket, which gives the cookie. A cookie is good for `worth` pages.

    Attributes:
        asked: URLs in order, with the method in front of those that are not GET.
        logins: how often the right password came.
    """

    def __init__(self, pages: Mapping[str, bytes], worth: int = 1_000_000) -> None:
        self.pages = dict(pages)
        self.worth = worth
        self.asked: list[str] = []
        self.words: list[str] = []
        self.logins = 0
        self.cookies: Counter[str] = Counter()
        self.stop_accepting = False
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                site.asked.append(self.path)
                site.answer(self, {})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                site.asked.append(f"POST {self.path}")
                site.answer(self, {name: values[0] for name, values in parse_qs(body).items()})

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._lock = threading.Lock()

    @property
    def proxy_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, to: BaseHTTPRequestHandler, form: Mapping[str, str]) -> None:
        url = urlsplit(to.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with self._lock:
            if url.path == "/robots.txt":
                self.send(to, 200, b"User-agent: *\n")
            elif url.hostname == "passport.test" and url.path == "/enter":
                self.enter(to, form)
            elif url.hostname == "passport.test":
                self.send(to, 200, html("登录", FORM))
            elif url.path == "/welcome" and query.get("ticket") == str(self.logins):
                cookie = f"session={self.logins}; Path=/; HttpOnly"
                self.send(to, 302, headers={"Set-Cookie": cookie, "Location": "http://members.test/"})
            elif not self.is_member(to):
                self.send(to, 302, headers={"Location": f"{LOGIN}?back={quote(to.path)}"})
            elif url.path == "/search":
                self.words.append(query["q"])
                self.send(to, 200, html("搜索结果", listed({f"/found/{n}.html": "详情" for n in range(2)})))
            elif url.path in self.pages:
                self.send(to, 200, self.pages[url.path])
            else:
                self.send(to, 404)

    def enter(self, to: BaseHTTPRequestHandler, form: Mapping[str, str]) -> None:
        right = {"user": "anna", "pass": "geheim-123", "token": "t0ken"}
        if form != right or self.stop_accepting:
            self.send(to, 200, html("登录", "密码错误" + FORM))
            return
        self.logins += 1
        self.send(to, 302, headers={"Location": f"http://members.test/welcome?ticket={self.logins}"})

    def is_member(self, to: BaseHTTPRequestHandler) -> bool:
        cookie = to.headers.get("Cookie", "")
        if cookie != f"session={self.logins}" or self.cookies[cookie] >= self.worth:
            return False
        self.cookies[cookie] += 1
        return True

    @staticmethod
    def send(
        to: BaseHTTPRequestHandler, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> None:
        to.send_response(status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **(headers or {})}.items():
            to.send_header(name, value)
        to.send_header("Content-Length", str(len(body)))
        to.end_headers()
        to.wfile.write(body)
