"""Which of several attempts are made for a request, and for how long a server counts as not verified."""

from __future__ import annotations

import asyncio

import pytest
from cryptography import x509
from OpenSSL import SSL
from scrapy import Request
from scrapy.exceptions import DownloadFailedError, DownloadTimeoutError
from scrapy.http import Response
from scrapy.utils.test import get_crawler
from servers.tls.authority import Authority

from topiccrawl.access.tls.problems import VERIFY_KEY
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.downloader import verification
from topiccrawl.downloader.tls import Attempt, Handshake, TlsContexts
from topiccrawl.downloader.verification import VerifiedDownloads

URL = "https://old.test/"


class Server:
    """Stands for the network: fails verified handshakes as told, and notes the attempts.

    Attributes:
        error: what a verified handshake ends with; None: the server is verified.
        problems: what a lenient connection shows.
        lacking: the certificate whose issuer a verified handshake lacks.
    """

    def __init__(self, error: Exception | None, problem: str = "") -> None:
        self.error = error
        self.problem = problem
        self.problems: list[str] = [problem] if problem else []
        self.attempts: list[str] = []
        self.requests: list[Request] = []
        self.lacking: x509.Certificate | None = None

    async def send(self, request: Request, attempt: Attempt) -> tuple[Response, list[str]]:
        self.requests.append(request)
        self.attempts.append("lenient" if attempt.is_lenient else "verified")
        if not attempt.is_lenient and self.error is not None and request.url == URL:
            attempt.handshake = Handshake(SSL.Context(SSL.TLS_METHOD), is_lenient=False)
            if self.problem:
                attempt.handshake.note(self.problem)
            attempt.handshake.lacking = self.lacking
            raise self.error
        response = Response(
            request.url, headers={"Set-Cookie": "a=1", "X-Topiccrawl-TLS": "weak: of the server"}
        )
        return response, self.problems if attempt.is_lenient else []


def download(server: Server, *requests: Request, **settings: object) -> list[tuple[str, bool] | str]:
    """Return the mark of each response and whether it sets a cookie, or the reason of a drop or an error."""

    async def all_of_them() -> list[tuple[str, bool] | str]:
        found: list[tuple[str, bool] | str] = []
        downloads = VerifiedDownloads(get_crawler(settings_dict=settings), server.send)
        for request in requests or (Request(URL),):
            try:
                headers = (await downloads.download(request)).headers
            except Dropped as dropped:
                found.append(dropped.reason)
            except (DownloadFailedError, DownloadTimeoutError) as error:
                found.append(type(error).__name__)
            else:
                found.append(((headers.get("X-Topiccrawl-TLS") or b"").decode(), "Set-Cookie" in headers))
        return found

    return asyncio.run(all_of_them())


def test_a_verified_server_is_asked_once_and_sets_cookies_and_no_mark() -> None:
    server = Server(None)
    assert download(server) == [("", True)]
    assert server.attempts == ["verified"]


def test_a_server_that_was_not_verified_is_remembered_for_public_pages() -> None:
    server = Server(DownloadFailedError(), "expired")
    assert download(server, Request(URL), Request(URL)) == [("unverified: expired", False)] * 2
    assert server.attempts == ["verified", "lenient", "lenient"]


@pytest.mark.parametrize(
    "request_",
    [
        Request(URL, headers={"Cookie": "a=1"}),
        Request(URL, headers={"Authorization": "Basic x"}),
        Request(URL, method="POST", body=b"a=1"),
        Request(URL, meta={VERIFY_KEY: "login"}),
    ],
    ids=["cookie", "authorization", "body", "login"],
)
def test_what_is_confidential_is_never_sent_to_it(request_: Request) -> None:
    server = Server(DownloadFailedError(), "expired")
    for settings in ({}, {"TOPICCRAWL_TLS": "record"}, {"DOWNLOAD_VERIFY_CERTIFICATES": False}):
        server.attempts.clear()
        assert download(server, Request(URL), request_, **settings)[1] == "certificate_expired"
        assert server.attempts == ["verified", "lenient", "verified"]


@pytest.mark.parametrize("setting", [{"TOPICCRAWL_TLS": "strict"}, {"DOWNLOAD_VERIFY_CERTIFICATES": True}])
def test_strict_crawls_make_verified_connections_only(setting: dict[str, object]) -> None:
    server = Server(DownloadFailedError(), "expired")
    assert download(server, **setting) == ["certificate_expired"]
    assert server.attempts == ["verified"]


def test_a_server_is_verified_anew_after_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "_TERM", -1.0)
    server = Server(DownloadFailedError(), "expired")
    download(server, Request(URL), Request(URL))
    assert server.attempts == ["verified", "lenient", "verified", "lenient"]


def test_a_repaired_server_is_verified_with_the_next_page() -> None:
    server = Server(DownloadFailedError(), "expired")
    server.problems = []
    assert download(server, Request(URL), Request(URL)) == [("", False)] * 2
    assert server.attempts == ["verified", "lenient", "verified", "lenient"]


def test_a_handshake_that_is_broken_off_may_be_the_networks_fault_once() -> None:
    server = Server(DownloadFailedError())
    assert download(server, Request(URL), Request(URL)) == ["DownloadFailedError", ("weak: handshake", False)]
    assert server.attempts == ["verified", "verified", "lenient"]
    confidential = Request(URL, headers={"Cookie": "a=1"})
    server.attempts.clear()
    assert download(server, confidential, confidential) == ["DownloadFailedError"] * 2
    assert server.attempts == ["verified", "verified"]


def test_an_issuer_is_fetched_through_the_proxy_of_the_page_and_without_what_is_confidential() -> None:
    server = Server(DownloadFailedError(), "incomplete_chain")
    server.lacking = Authority().server(["old.test"], issuer_url="http://ca.test/x").certificate
    headers = {"Proxy-Authorization": "Basic y", "Cookie": "a=1", "Authorization": "Basic x"}
    page = Request(URL, headers=headers, meta={"proxy": "http://proxy.test:1", "cookiejar": "x"})
    assert download(server, page) == ["certificate_incomplete_chain"]
    asked = server.requests[1]
    assert [one.url for one in server.requests] == [URL, "http://ca.test/x"]
    assert asked.headers.to_unicode_dict() == {"Proxy-Authorization": "Basic y"}
    assert asked.meta == {"proxy": "http://proxy.test:1", "download_timeout": 10.0, "download_maxsize": 65536}


def test_a_timeout_is_no_problem_of_the_certificate() -> None:
    server = Server(DownloadTimeoutError())
    assert download(server) == ["DownloadTimeoutError"]
    assert server.attempts == ["verified"]


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("TOPICCRAWL_TLS", "off", "expected one of record, strict"),
        ("DOWNLOAD_TLS_MIN_VERSION", "SSLv3", "expected one of TLSv1.0"),
        ("DOWNLOADER_CLIENT_TLS_CIPHERS", "NO-SUCH-CIPHER", "OpenSSL knows none of them"),
    ],
)
def test_settings_that_cannot_be_used_are_named(setting: str, value: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"{setting} = '{value}'.*{words}"):
        download(Server(None), **{setting: value})


def test_settings_of_scrapy_cannot_weaken_verified_connections() -> None:
    settings = get_crawler(
        settings_dict={
            "DOWNLOADER_CLIENT_TLS_CIPHERS": "ALL:@SECLEVEL=0",
            "DOWNLOAD_TLS_MIN_VERSION": "TLSv1.0",
        }
    ).settings
    contexts = TlsContexts(settings)
    for context in (contexts.verified, contexts.lenient):
        offered = SSL.Connection(context).get_cipher_list()
        assert not [cipher for cipher in offered if cipher.startswith(("ADH", "AECDH")) or "NULL" in cipher]
