"""Servers with certificates and protocols like those of old sites: pages are marked, or dropped with a reason."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, PATIENCE, ROOT, Crawl, crawl, html, said, start, stories, story_html
from servers.tls.servers import ADDRESSES, FAULTS, GOOD, FaultyServers, Reply, Sent

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
SECRETS = {"MEMBERS_USER": "anna", "MEMBERS_PASSWORD": "geheim-123"}


def answer(sent: Sent) -> Reply:
    """Serve a story by its number, and a log-in."""
    number = sent.path.strip("/").removesuffix(".html")
    if number.isdigit():
        return Reply(story_html(stories()[int(number)]), headers={"Set-Cookie": "seen=1"})
    if sent.path == "/enter":
        return Reply(html("欢迎", "欢迎"), headers={"Set-Cookie": "session=1"})
    return Reply(html("登录", FORM))


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


@pytest.mark.parametrize("setting", [{"TOPICCRAWL_TLS": "strict"}, {"DOWNLOAD_VERIFY_CERTIFICATES": "True"}])
def test_strict_crawls_drop_them_with_a_reason_and_send_nothing(
    fresh: FaultyServers, tmp_path: Path, setting: dict[str, str]
) -> None:
    done = run(tmp_path, fresh, **setting)
    assert marks(done, fresh) == {GOOD: "", "missing_intermediate": ""}
    dropped = {fault: done.drops[url] for fault, url in urls(fresh).items() if url in done.drops}
    assert dropped == {fault: {("download", reason)} for fault, reason in REASONS.items()}
    assert {fault: done.links[urls(fresh)[fault]][0] for fault in REASONS} == dict.fromkeys(
        REASONS, State.DEAD
    )
    assert not any(fresh.servers[fault].requests for fault in REASONS)
    assert "is not verified, so nothing is sent: certificate: expired" in done.log


def test_cookies_and_passwords_go_to_verified_servers_only(fresh: FaultyServers, tmp_path: Path) -> None:
    """What a spider sends that knows nothing of topics: a cookie, a password, a form; a cookie that was set."""
    spider = ROOT / "tests" / "e2e" / "access" / "sending_spider.py"
    words = ["runspider", str(spider), "-a", f"servers={json.dumps(urls(fresh))}"]
    for name, value in (FAST | {"COOKIES_ENABLED": "True", "ROBOTSTXT_OBEY": "False"}).items():
        words += ["-s", f"{name}={value}"]
    code, log = start(["scrapy", *words], None).end(PATIENCE)
    assert code == 0, log
    ended = dict(re.findall(r"ENDED (\w+/\w+) (\w+)", log))
    for how in ("cookie", "authorization", "form"):
        assert {fault: ended[f"{fault}/{how}"] for fault in (GOOD, *FAULTS)} == {
            GOOD: "200",
            "missing_intermediate": "200",
        } | REASONS
    # The cookie of a page that was not verified is not kept, so the next request is sent without it.
    assert {ended[f"{fault}/again"] for fault in (GOOD, *FAULTS)} == {"200"}
    received = {
        fault: Counter(
            (sent.body, sent.headers.get("Authorization"), sent.headers.get("Cookie"))
            for sent in server.requests
        )
        for fault, server in fresh.servers.items()
    }
    nothing = (b"", None, None)
    assert {fault: received[fault] for fault in REASONS} == {key: Counter({nothing: 2}) for key in REASONS}
    assert received[GOOD][b"", None, "seen=1"] == 1


def recipe(name: str, host: str, login: str) -> str:
    return f"""
[login.{name}]
hosts = ["{host}"]
page = "{login}/login"
user_env = "MEMBERS_USER"
password_env = "MEMBERS_PASSWORD"
user_field = "user"
password_field = "pass"
"""


def test_log_ins_send_their_passwords_to_verified_servers_only(
    fresh: FaultyServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each server has a log-in of its own; one that is good has it on a server whose certificate has expired."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    home = tmp_path / "members"
    shutil.copytree(ROOT / "resources" / "topics" / "partybuild", home)
    elsewhere = f"https://localhost:{fresh.servers[GOOD].port}/9.html"
    recipes = [recipe(fault, ADDRESSES[fault], fresh.servers[fault].url) for fault in (GOOD, *FAULTS)]
    recipes.append(recipe("elsewhere", "localhost", fresh.servers["expired"].url))
    with (home / "topic.toml").open("a", encoding="utf-8") as file:
        file.writelines(recipes)
    seeds = [*urls(fresh).values(), elsewhere]
    done = crawl(tmp_path, seeds, spider="topic", arguments={"topic": str(home)})
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
