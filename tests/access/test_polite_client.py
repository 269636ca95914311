"""The client of probes: what it requests, and why there is no answer."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from contextlib import closing

import pytest
from probe.web import Reply, Web, serve
from servers.tls.servers import FAULTS, GOOD, FaultyServers
from servers.tls.servers import Reply as TlsReply

from topiccrawl.access.host_turns import HostTurns
from topiccrawl.access.polite_client import NoAnswerError, PoliteClient, Problem


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with serve({}) as served:
        monkeypatch.setenv("http_proxy", served.url)
        yield served


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def client(most: int = 9, **options: bool) -> PoliteClient:
    made = PoliteClient("topiccrawl/1.0 (test)", HostTurns(0.0), **options)
    made.begin(most, 30.0, 5.0)
    return made


def problem_of(made: PoliteClient, url: str, body: str = "") -> Problem:
    with pytest.raises(NoAnswerError) as raised:
        made.request(url, body)
    return raised.value.problem


def test_every_status_is_an_answer_with_its_body(web: Web) -> None:
    web.pages["a.test"] = {"/": Reply("<p>请稍候", 521, headers={"X-Own": "1"})}
    answer = client().request("http://a.test/")
    assert (answer.status, answer.body.decode(), answer.headers["x-own"]) == (521, "<p>请稍候", "1")


def test_robots_txt_is_obeyed_where_a_redirect_leads(web: Web) -> None:
    robots = Reply("User-agent: topiccrawl\nDisallow: /shut/\n")
    web.pages["a.test"] = {
        "/robots.txt": robots,
        "/": Reply(status=302, headers={"Location": "/shut/1.html"}),
        "/shut/1.html": "党建",
    }
    made = client()
    assert problem_of(made, "http://a.test/") is Problem.ROBOTS
    assert web.paths("a.test") == ["/robots.txt", "/"]
    assert made.requests == 2


def test_the_budget_counts_robots_txt_and_redirects(web: Web) -> None:
    web.pages["a.test"] = {"/": Reply(status=302, headers={"Location": "/1"}), "/1": "党建"}
    made = client(most=2)
    assert problem_of(made, "http://a.test/") is Problem.BUDGET
    assert len(web.requested) == made.requests == 2
    made.begin(1, 30.0, 5.0)
    assert made.request("http://a.test/1").body.decode() == "党建"  # robots.txt is known


def test_a_posted_form_is_not_sent_to_another_host(web: Web) -> None:
    sent: list[str] = []

    def note(query: str, body: str) -> Reply:
        sent.append(body)
        return Reply("党建")

    web.pages["a.test"] = {
        "/list": Reply(status=307, headers={"Location": "http://b.test/list"}),
        "/own": Reply(status=307, headers={"Location": "/take"}),
        "/get": Reply(status=302, headers={"Location": "/take"}),
        "/take": note,
    }
    web.pages["b.test"] = {"/list": note}
    made = client(most=20)
    assert problem_of(made, "http://a.test/list", "page=2") is Problem.REDIRECTS
    assert sent == []
    made.request("http://a.test/own", "page=2")
    made.request("http://a.test/get", "page=2")
    assert sent == ["page=2", ""]


def test_private_hosts_are_refused_also_after_a_redirect(web: Web) -> None:
    web.pages["a.test"] = {"/": Reply(status=302, headers={"Location": "http://127.0.0.1:9/"})}
    assert problem_of(client(), "http://a.test/") is Problem.PRIVATE
    assert problem_of(client(), "http://router.lan/") is Problem.PRIVATE
    assert [host for host, _ in web.requested] == ["a.test", "a.test"]


def test_a_body_that_is_compressed_without_being_asked_is_unpacked(web: Web) -> None:
    packed = gzip.compress("党建要闻".encode())
    web.pages["a.test"] = {"/": Reply(packed, headers={"Content-Encoding": "gzip"})}
    assert client().request("http://a.test/").body.decode() == "党建要闻"


@pytest.mark.usefixtures("direct")
def test_a_port_without_a_server_and_an_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    assert problem_of(client(allow_private=True), f"http://127.0.0.1:{port}/") is Problem.CONNECTION

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    # The machine of a test may have no resolver, or one that answers for every name.
    monkeypatch.setattr("topiccrawl.access.connections.connect.__defaults__", (unknown,))
    assert problem_of(client(), "http://nirgends.test/") is Problem.DNS


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServers]:
    servers = FaultyServers(
        tmp_path_factory.mktemp("tls"), lambda _: ["a.test"], lambda _: TlsReply("党建".encode())
    )
    with servers.running():
        yield servers


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_that_cannot_be_verified_is_read_only_if_that_is_wanted(
    faulty: FaultyServers, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(faulty.root))
    server = faulty.servers[fault]
    assert problem_of(client(allow_private=True), f"{server.url}/") in (Problem.CERTIFICATE, Problem.TLS)
    assert server.requests == []
    made = client(allow_private=True, accepts_unverified=True)
    assert made.request(f"{server.url}/").body.decode() == "党建"
    assert made.weakness != "" and made.requests == 2


@pytest.mark.usefixtures("direct")
def test_the_problem_of_a_certificate_is_named(
    faulty: FaultyServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(faulty.root))
    for fault in ("expired", "wrong_name", "self_signed"):
        with pytest.raises(NoAnswerError) as raised:
            client(allow_private=True).request(f"{faulty.servers[fault].url}/")
        assert (raised.value.problem, raised.value.detail) == (Problem.CERTIFICATE, fault)
    made = client(allow_private=True, accepts_unverified=True)
    made.request(f"{faulty.servers[GOOD].url}/")
    assert made.weakness == ""
