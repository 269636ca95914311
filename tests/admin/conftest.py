"""The application over a small corpus, with a user of each role."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL, STDOUT
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from anyio.from_thread import start_blocking_portal
from argon2 import PasswordHasher
from forks import ForkedCommand
from servers.corpora import lay_tables, opened
from starlette.testclient import TestClient

from topiccrawl.admin.accounts import accounts
from topiccrawl.admin.accounts.roles import NAMES, Role
from topiccrawl.admin.application import make_application
from topiccrawl.admin.configuration import Configuration
from topiccrawl.admin.crawls import processes
from topiccrawl.admin.services import Services
from topiccrawl.corpus.audit import Share
from topiccrawl.corpus.missed.estimate import Held
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord

FETCHED = datetime(2024, 5, 1, 12, tzinfo=UTC)
PASSWORD = "correct horse battery"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def page(number: int, **values: Any) -> PageRecord:
    own = {
        "topic": "样例",
        "url": f"http://site{number % 3}.test/{number}.html",
        "run_id": 1,
        "fetched_at": FETCHED,
        "title": f"党建工作第{number}期",
        "text": f"支部第{number}次学习。",
        "relevance": number / 20,
        "published": f"2024-05-{number:02}",
    }
    return PageRecord(**own | values)


def fill(store: CorpusStore) -> None:
    """Ten plain pages, a copy, one that attacks, and drops."""
    unread = "topiccrawl/unread/challenge"
    stats = {unread: 7, f"{unread}/hosts": 2, f"{unread}/host/wall.test": 5, f"{unread}/how/521": 7}
    stats |= Held(300, 120, 60, Share(0.62, 0.54, 0.69)).stats()
    store.finish_run(store.start_run("样例", {}), "finished", stats)
    pages = [page(number, source="青山发布") for number in range(1, 10)]
    pages.append(page(10, headers={"X-Topiccrawl-TLS": "unverified: expired"}))
    pages.append(
        page(
            11,
            title="转载",
            text="全文转载。",
            duplicate_of="http://site1.test/1.html",
            duplicate_kind="title",
        )
    )
    attack = {
        "title": ATTACK,
        "text": f"{ATTACK}\n社区共建",
        "author": ATTACK,
        "anchor": ATTACK,
        "parent_url": "javascript:alert(3)",
        "raw_html": ATTACK.encode(),
        "site": ATTACK,
        "priority_parts": {"anchor": ATTACK},
    }
    pages.append(page(12, url="javascript:alert(4)", **attack))
    drops = [
        DropRecord(
            topic="样例",
            url=f"http://x.test/{number}",
            stage="gate",
            reason=ATTACK,
            run_id=1,
            dropped_at=FETCHED,
            anchor=ATTACK,
        )
        for number in range(60)
    ]
    store.write([*pages, *drops])


@dataclass
class Admin:
    """The application, and browsers that are logged in."""

    services: Services
    browsers: dict[Role, TestClient] = field(default_factory=dict)
    tokens: dict[Role, str] = field(default_factory=dict)

    def browser(self) -> TestClient:
        return TestClient(
            make_application(self.services), base_url="http://localhost", follow_redirects=False
        )

    def log_in(self, browser: TestClient, name: str, password: str = PASSWORD, **form: str) -> Any:
        token = token_in(browser.get("/login").text)
        return browser.post("/login", data={"token": token, "name": name, "password": password, **form})

    def as_(self, role: Role) -> TestClient:
        if role not in self.browsers:
            browser = self.browsers[role] = self.browser()
            assert self.log_in(browser, NAMES[role]).status_code == 303
        return self.browsers[role]

    def post(self, role: Role, path: str, /, **form: Any) -> Any:
        browser = self.as_(role)
        if role not in self.tokens:
            self.tokens[role] = token_in(browser.get("/account").text)
        files = form.pop("files", None)
        return browser.post(path, data={"token": self.tokens[role], **form}, files=files)

    def new_topic(self, name: str, words: str, seeds: str, **form: str) -> None:
        """Make a topic by the form of the guide."""
        form |= {"name": name, "words": words, "seeds": seeds}
        assert self.post(Role.EDITOR, "/topics/new", **form).status_code == 303

    def keep(self, records: Sequence[PageRecord | DropRecord], topic: str = "样例") -> None:
        """Store records as a crawl of a topic does."""
        store = opened(self.services.configuration.database)
        store.start_run(topic, {})
        store.write(records)
        store.close()


def token_in(html: str) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', html)
    assert found
    return found[1]


def start(database: str, folder: Path, **options: Any) -> Admin:
    """The application with its three users."""
    lay_tables(database)
    configuration = Configuration(database, folder / "admin", folder / "topics", **options)
    with mock.patch.object(accounts, "PasswordHasher", lambda: QUICK):  # a hash of usual strength takes 0.2 s
        services = Services(configuration)
    for role, name in NAMES.items():
        services.accounts.set_user(name, PASSWORD, role)
    return Admin(services)


@pytest.fixture(scope="session", autouse=True)
def one_event_loop() -> Iterator[None]:
    """Without it each request starts a thread with a loop of its own."""
    with start_blocking_portal() as portal, mock.patch.object(TestClient, "portal", portal):
        yield


@pytest.fixture(scope="module", autouse=True)
def forked_commands(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fork the commands that the pages start; those of two files start from nothing.

    A browser is not there yet when a forked crawl ends.
    """
    forked = SimpleNamespace(Popen=ForkedCommand, DEVNULL=DEVNULL, STDOUT=STDOUT)
    own = request.path.name in ("test_schedules.py", "test_browser.py")
    with nullcontext() if own else mock.patch.object(processes, "subprocess", forked):
        yield


@pytest.fixture(scope="module")
def admin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Admin]:
    folder = tmp_path_factory.mktemp("admin")
    database = f"sqlite:///{folder / 'corpus.db'}"
    store = opened(database)
    fill(store)
    store.close()
    made = start(database, folder)
    yield made
    made.services.close()


@pytest.fixture
def make_admin(tmp_path: Path) -> Iterator[Callable[..., Admin]]:
    """Starts the application over a database that is not there yet."""
    made: list[Admin] = []

    def make(**options: Any) -> Admin:
        made.append(start(f"sqlite:///{tmp_path / 'corpus.db'}", tmp_path, **options))
        return made[-1]

    yield make
    for one in made:
        one.services.close()
