"""Servers with certificates and protocols like those of old sites: pages are marked, or dropped with a reason."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import ROOT, Crawl, crawl, html, said, stories, story_html
from servers.tls.servers import ADDRESSES, FAULTS, GOOD, FaultyServers, HttpsServer, Reply, Sent

from topiccrawl.corpus.columns import columns_named
from topiccrawl.storage.frontier.contract import State

MARKS = {
    GOOD: "",
    "missing_intermediate": "",
    "expired": "unverified: expired",
    "wrong_name": "unverified: wrong_name",
    "self_signed": "unverified: self_signed",
    "legacy_renegotiation": "weak: legacy_renegotiation",
    "tls_1_0": "weak: old_protocol",
    "weak_key": "weak: weak_key",
    "old_cipher": "weak: old_cipher",
}
"""What the record of a page says of its server."""
REASONS = {
    "expired": "certificate_expired",
    "wrong_name": "certificate_wrong_name",
    "self_signed": "certificate_self_signed",
    "legacy_renegotiation": "tls_legacy_renegotiation",
    "tls_1_0": "tls_old_protocol",
    "weak_key": "certificate_weak_key",
    "old_cipher": "tls_old_cipher",
}
"""Why a page is dropped that must be verified."""
FORM = (
    "<form method=post action='/enter'><input name=user><input type=password name=pass>"
    "<input type=submit value=登录></form>"
)
REDIRECTS: dict[str, str] = {}
"""Where paths of all servers redirect to."""
SECRETS = {"MEMBERS_USER": "anna", "MEMBERS_PASSWORD": "geheim-123"}


def answer(sent: Sent) -> Reply:
    """Serve a story by its number, and a log-in."""
    if location := REDIRECTS.get(sent.path):
        return Reply(status=307, headers={"Location": location})
    number = sent.path.strip("/").removesuffix(".html")
    if number.isdigit():
        return Reply(story_html(stories()[int(number)]), headers={"Set-Cookie": "seen=1"})
    if sent.path == "/enter":
        return Reply(html("欢迎", "欢迎"), headers={"Set-Cookie": "session=1"})
    return Reply(html("登录", FORM.replace("/enter", "/enter" + sent.path.removeprefix("/login"))))


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServers]:
    with FaultyServers(
        tmp_path_factory.mktemp("tls"), lambda fault: ["localhost"], answer
    ).running() as running:
        yield running


@pytest.fixture
def fresh(servers: FaultyServers, monkeypatch: pytest.MonkeyPatch) -> FaultyServers:
    """The servers, with no requests noted and their root trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(servers.root))
    REDIRECTS.clear()
    for server in (servers.issuer, *servers.servers.values()):
        server.requests.clear()
    return servers


def urls(servers: FaultyServers) -> dict[str, str]:
    return {
        fault: f"{servers.servers[fault].url}/{number}.html" for number, fault in enumerate((GOOD, *FAULTS))
    }


def run(folder: Path, servers: FaultyServers, **settings: str) -> Crawl:
    return crawl(folder, list(urls(servers).values()), settings=settings)


def marks(done: Crawl, servers: FaultyServers) -> dict[str, str]:
    """What the records say, by fault; of stored pages."""
    return {
        fault: json.loads(done.pages[url]["headers"]).get("X-Topiccrawl-TLS", "")
        for fault, url in urls(servers).items()
        if url in done.pages
    }


def test_public_pages_are_fetched_and_their_records_say_what_was_not_verified(
    fresh: FaultyServers, tmp_path: Path
) -> None:
    done = run(tmp_path, fresh)
    assert marks(done, fresh) == MARKS
    assert done.counts("topiccrawl/tls/") == {
        "intermediates": 1,  # for robots.txt and the page together
        "unverified": 6,
        "unverified/expired": 2,
        "unverified/wrong_name": 2,
        "unverified/self_signed": 2,
        "weak": 8,
        "weak/legacy_renegotiation": 2,
        "weak/old_protocol": 2,
        "weak/weak_key": 2,
        "weak/old_cipher": 2,
    }
    assert "servers   some were not verified, and their pages are marked; responses: " in said(done.log)
    assert [sent.path for sent in fresh.issuer.requests] == ["/intermediate.crt"]
    expired = urls(fresh)["expired"]
    row = dict(done.pages[expired])
    assert columns_named(["tls"])[0].value(row) == MARKS["expired"]


def test_strict_crawls_drop_them_with_a_reason_and_send_nothing(fresh: FaultyServers, tmp_path: Path) -> None:
    done = run(tmp_path, fresh, TOPICCRAWL_TLS="strict")
    assert marks(done, fresh) == {GOOD: "", "missing_intermediate": ""}
    dropped = {fault: done.drops[url] for fault, url in urls(fresh).items() if url in done.drops}
    assert dropped == {fault: {("download", reason)} for fault, reason in REASONS.items()}
    assert {fault: done.links[urls(fresh)[fault]][0] for fault in REASONS} == dict.fromkeys(
        REASONS, State.DEAD
    )
    assert not any(fresh.servers[fault].requests for fault in REASONS)
    assert "is not verified, so nothing is sent: certificate: expired" in done.log


def recipe(name: str, host: str, page: str, login_hosts: str = "") -> str:
    return f"""
[login.{name}]
hosts = ["{host}"]
login_hosts = [{login_hosts}]
page = "{page}"
user_env = "MEMBERS_USER"
password_env = "MEMBERS_PASSWORD"
user_field = "user"
password_field = "pass"
"""


def log_in(
    folder: Path, recipes: list[str], seeds: list[str], settings: dict[str, str] | None = None
) -> Crawl:
    """Crawl with recipes."""
    home = folder / "members"
    shutil.copytree(ROOT / "resources" / "topics" / "partybuild", home)  # its words are compiled already
    with (home / "topic.toml").open("a", encoding="utf-8") as file:
        file.writelines(recipes)
    return crawl(folder, seeds, spider="topic", arguments={"topic": str(home)}, settings=settings)


def test_log_ins_send_their_passwords_to_verified_servers_only(
    fresh: FaultyServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each server has a log-in of its own; one that is good has it on a server whose certificate has expired."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    elsewhere = f"https://localhost:{fresh.servers[GOOD].port}/9.html"
    pages = {fault: f"{server.url}/login" for fault, server in fresh.servers.items()}
    recipes = [recipe(fault, ADDRESSES[fault], pages[fault]) for fault in pages]
    recipes.append(recipe("elsewhere", "localhost", pages["expired"]))
    done = log_in(tmp_path, recipes, [*urls(fresh).values(), elsewhere])
    posted = {
        fault: [sent.body for sent in server.requests if sent.method == "POST"]
        for fault, server in fresh.servers.items()
    }
    good = (GOOD, "missing_intermediate")
    assert posted == {fault: [b"user=anna&pass=geheim-123"] if fault in good else [] for fault in posted}
    assert not any(fresh.servers[fault].requests for fault in REASONS)
    assert marks(done, fresh) == dict.fromkeys(good, "")
    assert {fault: done.drops[urls(fresh)[fault]] for fault in REASONS} == {
        fault: {("download", reason)} for fault, reason in REASONS.items()
    }
    assert done.drops[elsewhere] == {("download", "login_failed")}
    assert re.search(
        r"log-in elsewhere failed: no page from https://\S+/login \(certificate_expired\)", done.log
    )


def test_redirects_take_neither_cookies_nor_passwords_to_servers_that_are_not_verified(
    fresh: FaultyServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page behind a log-in leads away; two forms are redirected with the password in them (307)."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    good, other, bad = (fresh.servers[fault] for fault in (GOOD, "missing_intermediate", "self_signed"))
    with HttpsServer(answer, None, ADDRESSES[GOOD]).running() as plain:
        REDIRECTS["/away.html"] = f"{bad.url}/11.html"
        REDIRECTS["/enter-plain"] = f"{plain.url}/enter"
        REDIRECTS["/enter-bad"] = f"{bad.url}/enter"
        localhost = f"https://localhost:{good.port}"
        recipes = [
            recipe("members", ADDRESSES[GOOD], f"{good.url}/login"),
            recipe("plain", "localhost", f"{localhost}/login-plain", f'"{ADDRESSES[GOOD]}"'),
            recipe("bad", ADDRESSES["missing_intermediate"], f"{other.url}/login-bad", '"127.0.0.5"'),
        ]
        assert ADDRESSES["self_signed"] == "127.0.0.5"
        pages = [f"{localhost}/12.html", f"{other.url}/13.html"]
        done = log_in(tmp_path, recipes[:1], [f"{good.url}/away.html", f"{plain.url}/10.html"])
        # The same host without https, as anyone on the way could pretend to be it.
        assert [sent.headers.get("Cookie") for sent in plain.requests if sent.path == "/10.html"] == [None]
        away = f"{bad.url}/11.html"
        assert json.loads(done.pages[away]["headers"])["X-Topiccrawl-TLS"] == "unverified: self_signed"
        assert [sent.headers.get("Cookie") for sent in good.requests if sent.path == "/away.html"] == [
            "session=1"
        ]
        assert bad.requests and not any("Cookie" in sent.headers for sent in bad.requests)
        bad.requests.clear()
        (tmp_path / "second").mkdir()
        done = log_in(tmp_path / "second", recipes[1:], pages)
        assert {page: done.drops[page] for page in pages} == {
            page: {("download", "login_failed")} for page in pages
        }
        assert not any(sent.body for sent in (*plain.requests, *bad.requests))
    assert "(login_leads_away)" in done.log and "(certificate_self_signed)" in done.log


def test_log_ins_do_not_start_with_a_handler_that_verifies_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    recipes = [recipe("members", "members.test", "https://members.test/login")]
    handler = "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"
    settings = {"DOWNLOAD_HANDLERS": json.dumps({"https": handler})}
    done = log_in(tmp_path, recipes, ["https://members.test/"], settings)
    assert done.code == 1
    assert "log-ins need a handler for https that verifies servers" in done.log


def test_an_https_proxy_gets_its_password_only_if_it_is_verified(
    fresh: FaultyServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = ["http://old.test/14.html"]
    for fault, asked in ((GOOD, True), ("self_signed", False)):
        server = fresh.servers[fault]
        monkeypatch.setenv("TOPICCRAWL_PROXIES", server.url.replace("//", "//anna:geheim@"))
        (tmp_path / fault).mkdir()
        done = crawl(tmp_path / fault, seeds, settings={"ROBOTSTXT_OBEY": "False"})
        passwords = [sent.headers.get("Proxy-Authorization") for sent in server.requests]
        assert passwords == (["Basic YW5uYTpnZWhlaW0="] if asked else [])
        assert done.drops.get(seeds[0]) == (None if asked else {("download", "proxy")})


def test_an_issuer_on_a_private_address_is_not_asked(fresh: FaultyServers, tmp_path: Path) -> None:
    address = ADDRESSES["missing_intermediate"]
    done = crawl(
        tmp_path,
        [urls(fresh)["missing_intermediate"]],
        settings={"TOPICCRAWL_ALLOW_PRIVATE": "False", "TOPICCRAWL_ALLOW_NETWORKS": f"{address}/32"},
    )
    assert marks(done, fresh) == {"missing_intermediate": "unverified: incomplete_chain"}
    assert not fresh.issuer.connections or not fresh.issuer.requests
