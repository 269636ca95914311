"""Nothing that is secret goes to a server whose certificate is not valid."""

from __future__ import annotations

import shutil
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from e2e.certificate import Signed, signed
from e2e.crawling import ROOT, Crawl, crawl, html, listed, stories, story_html

STORIES = stories()[:2]
LOGIN = html(
    "登录",
    '<form method="post" action="/login"><input name="user"><input name="pass" type="password"></form>',
)
TABLE = """
[login.members]
hosts = ["127.0.0.1"]
page = "https://127.0.0.1:{port}/login"
user_env = "MEMBERS_USER"
password_env = "MEMBERS_PASSWORD"
user_field = "user"
password_field = "pass"
"""


class Site(ThreadingHTTPServer):
    """A site with two pages, behind a log-in if `members_only`."""

    def __init__(self, context: ssl.SSLContext, members_only: bool) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.members_only = members_only
        self.secrets: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        cookie = self.headers["Cookie"]
        self.server.secrets += [cookie] if cookie else []
        links = {f"/{number}.html": story.title for number, story in enumerate(STORIES)}
        pages = {"/": html("党建频道", listed(links))}
        pages |= {f"/{number}.html": story_html(story) for number, story in enumerate(STORIES)}
        if self.path == "/robots.txt":
            self.reply(404, b"")
        elif self.path == "/login" or (self.server.members_only and not cookie):
            self.reply(200, LOGIN)
        else:
            self.reply(200, pages[self.path])

    def do_POST(self) -> None:
        self.server.secrets.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.reply(303, b"", {"Set-Cookie": "session=1", "Location": "/"})

    def reply(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


AUTHORITY = signed("authority of the tests")
ADDRESS = "127.0.0.1"


def run(
    folder: Path, certificate: Signed, *, members_only: bool = True, spider: str = "topic", **settings: str
) -> tuple[Crawl, Site]:
    site = Site(certificate.context(), members_only)
    port = site.server_address[1]
    home = folder / "members"
    shutil.copytree(ROOT / "resources" / "topics" / "partybuild", home)
    if members_only:
        with (home / "topic.toml").open("a", encoding="utf-8") as file:
            file.write(TABLE.format(port=port))
    authority = folder / "authority.pem"
    authority.write_bytes(AUTHORITY.pem)
    with pytest.MonkeyPatch.context() as environment:
        # OpenSSL's own variable; a crawl trusts what the system trusts.
        for name, value in {
            "MEMBERS_USER": "anna", "MEMBERS_PASSWORD": "geheim-123", "SSL_CERT_FILE": str(authority)
        }.items():  # fmt: skip
            environment.setenv(name, value)
        serving = threading.Thread(target=site.serve_forever)
        serving.start()
        try:
            done = crawl(
                folder,
                spider=spider,
                arguments={
                    "topic": str(home), "strategy": "whole-site", "seeds": f"https://127.0.0.1:{port}/"
                },
                settings={"TOPICCRAWL_ALLOW_PRIVATE": "True", "RETRY_ENABLED": "False", **settings},
            )  # fmt: skip
        finally:
            site.shutdown()
            serving.join()
            site.server_close()
    return done, site


@pytest.mark.parametrize(
    ("certificate", "said"),
    [
        (signed(address=ADDRESS), "its issuer is not trusted"),
        (signed(issuer=AUTHORITY, address="127.0.0.9"), "it is for another name"),
        (signed(issuer=AUTHORITY, address=ADDRESS, age=9), "expired"),
    ],
    ids=["self-signed", "other-name", "expired"],
)
def test_a_log_in_sends_no_password_to_a_server_without_a_valid_certificate(
    tmp_path: Path, certificate: Signed, said: str
) -> None:
    done, site = run(tmp_path, certificate)
    assert site.secrets == []
    assert done.code == 1  # as for every crawl whose seeds give no page
    assert done.kept == set()
    (dropped,) = done.drops.values()
    assert dropped & {("download", "login_failed"), ("download", "certificate")}
    assert "127.0.0.1 has no valid certificate" in done.log and said in done.log
    assert "geheim-123" not in done.log


def test_a_log_in_at_a_server_with_a_valid_certificate_works(tmp_path: Path) -> None:
    done, site = run(tmp_path, signed(issuer=AUTHORITY, address=ADDRESS))
    assert "user=anna&pass=geheim-123" in site.secrets
    assert len(done.kept) == 2, done.log
    assert done.code == 0


def test_cookies_of_a_crawl_need_a_valid_certificate_and_public_pages_do_not(tmp_path: Path) -> None:
    done, site = run(tmp_path, signed(address=ADDRESS), members_only=False)
    assert len(done.kept) == 2 and site.secrets == []
    refused, site = run(
        _folder(tmp_path / "again"),
        signed(address=ADDRESS),
        members_only=False,
        DOWNLOAD_VERIFY_CERTIFICATES="True",
    )
    assert refused.kept == set()
    assert {("download", "certificate")} in refused.drops.values()


def _folder(path: Path) -> Path:
    path.mkdir()
    return path
