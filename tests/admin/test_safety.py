"""OWASP's usual list, on the whole application."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import xlsxwriter
from admin.conftest import ATTACK, PASSWORD, QUICK, Admin, token_in
from starlette.routing import Route
from starlette.testclient import TestClient

from topiccrawl.admin.accounts.accounts import LONGEST_REST, Accounts
from topiccrawl.admin.accounts.hashing import USERS, BusyError, HashingThreads, log_in_shares
from topiccrawl.admin.accounts.roles import NAMES, Role
from topiccrawl.admin.accounts.throttle import FREE, Throttle
from topiccrawl.admin.application import _MODULES, added_pages, make_application
from topiccrawl.admin.web.safety import MOST_BYTES, MOST_BYTES_OF_LOG_IN
from topiccrawl.admin.web.visit import SESSION
from topiccrawl.errors import AdminError, TopicError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.making.draft import Draft, read_word_list
from topiccrawl.topics.making.folder import add_words, create_topic

PAGES = [
    "/",
    "/sources?topic=样例",
    "/crawls",
    "/crawls/样例",
    "/pages",
    "/pages/12",
    "/drops?topic=样例&stage=gate&reason=x",
    "/watch",
    "/topics",
    "/topics/new/1",
    "/topics/partybuild",
    "/topics/样例/url?drop=1",
    "/exports",
    "/users",
    "/schedules",
    "/watch/pages?topic=样例&page=1",
    "/crawls/样例/stages",
    "/crawls/样例/log",
    "/analysis/issues?topic=样例",
    "/topics/partybuild/switches",
]


@pytest.fixture(scope="module")
def answers(admin: Admin) -> dict[str, Any]:
    browser = admin.as_(Role.OPERATOR)
    return {path: browser.get(path) for path in (*PAGES, "/login", "/static/admin.js", "/nothing")}


def test_every_answer_forbids_scripts_and_frames_of_others(answers: dict[str, Any]) -> None:
    for path, answer in answers.items():
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'", path
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'", path
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'", path
        assert answer.headers["x-frame-options"] == "DENY", path
        assert answer.headers["x-content-type-options"] == "nosniff", path


def test_what_a_page_has_smuggled_in_stays_text(answers: dict[str, Any]) -> None:
    for path in PAGES:
        assert answers[path].status_code == 200, path
        html = answers[path].text
        assert "<script>alert" not in html and "<img" not in html, path
        assert not re.search(r'(href|src)="\s*javascript:', html), path
        # Nothing inline: the policy would block it.
        own = re.sub(r"&lt;.*?&gt;", "", html)
        assert not re.search(r"<script>|<style|\son\w+=|\sstyle=", own), path


def test_the_attack_is_shown(admin: Admin) -> None:
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in admin.as_(Role.VIEWER).get("/pages/12").text
    assert ATTACK not in admin.as_(Role.VIEWER).get("/pages/12").text


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "local host"]
)
def test_other_hosts_are_refused(admin: Admin, host: str) -> None:
    assert admin.browser().get("/login", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "[::1]:80"])
def test_this_machine_is_served(admin: Admin, host: str) -> None:
    assert admin.browser().get("/login", headers={"host": host}).status_code == 200


ROUTES = [
    route for module in (*_MODULES, *added_pages()) for route in module.ROUTES if isinstance(route, Route)
]


def path_of(route: Route, number: str, name: str) -> str:
    path = re.sub(r"\{\w+:int\}", number, route.path)
    return path.replace("{ending}", "csv").replace("{topic}", "样例").replace("{name}", name)


def routes() -> list[tuple[str, str]]:
    found = [(method, path_of(one, "1", "partybuild")) for one in ROUTES for method in one.methods or ()]
    return sorted(one for one in found if one[0] != "HEAD")


def test_nothing_is_served_without_a_log_in(admin: Admin) -> None:
    asked = [one for one in routes() if one[1] != "/login"]
    assert len(asked) > 80
    for method, path in asked:
        answer = admin.browser().request(method, path)
        assert answer.status_code in (204, 303), path
        assert answer.status_code == 204 or answer.headers["location"].startswith("/login"), path
        assert not answer.content, path


def test_no_form_works_without_its_token(admin: Admin) -> None:
    browser = admin.as_(Role.OPERATOR)
    own = token_in(browser.get("/account").text)
    others = token_in(admin.as_(Role.EDITOR).get("/account").text)
    assert own != others
    foreign = ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"})
    for path in [path for method, path in routes() if method == "POST" and path != "/login"]:
        for token in ("", others, "ü"):
            assert browser.post(path, data={"token": token}).status_code == 403, path
        for headers in foreign:
            assert browser.post(path, data={"token": own}, headers=headers).status_code == 403, path


FORBIDDEN = {
    Role.VIEWER: [
        "/pages/1/grade", "/topics/new", "/topics/partybuild/copy", "/topics/partybuild/words", "/topics/partybuild/start",
        "/topics/partybuild/thresholds", "/topics/partybuild/import", "/topics/partybuild/sites/import", "/topics/new/1", "/drops/1/allow", "/exports", "/pages/1/tags", "/analysis/tags",
        "/analysis/warnings", "/analysis/warnings/send", "/analysis/issues", "/analysis/issues/1", "/analysis/issues/letterhead", "/analysis/issues/template", "/watch/pages", "/topics/partybuild/switches", "/topics/partybuild/improve", "/topics/partybuild/groups",
    ],
    Role.EDITOR: ["/crawls/样例/start", "/crawls/样例/pause", "/crawls/样例/resume", "/crawls/样例/stop", "/crawls/样例/dead", "/users", "/users/remove", "/schedules", "/schedules/1", "/crawls/样例/stages", "/analysis/issues/receivers", "/analysis/issues/timetable"],
}  # fmt: skip


def test_roles_may_not_do_more(admin: Admin) -> None:
    for role, paths in FORBIDDEN.items():
        for lower in [one for one in Role if one <= role]:
            done = [path for path in paths if admin.post(lower, path).status_code != 403]
            assert done == [], lower


def test_every_form_belongs_to_a_role() -> None:
    guarded = {path for paths in FORBIDDEN.values() for path in paths}
    for_all = {"/login", "/logout", "/language", "/account", "/topics/partybuild/explain", "/searches"}
    assert {path for method, path in routes() if method == "POST"} == guarded | for_all


def test_viewers_see_no_exports(admin: Admin) -> None:
    assert admin.as_(Role.VIEWER).get("/exports").status_code == 403
    assert admin.as_(Role.VIEWER).get("/exports/1/file").status_code == 403
    assert admin.as_(Role.EDITOR).get("/users").status_code == 403


@pytest.mark.parametrize(
    "target",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "evil",
    ],
)
def test_the_log_in_leads_nowhere_else(admin: Admin, target: str) -> None:
    assert admin.log_in(admin.browser(), "viewer", next=target).headers["location"] == "/"
    assert admin.post(Role.VIEWER, "/language", language="zh", back=target).headers["location"] == "/"


def test_the_log_in_leads_back(admin: Admin) -> None:
    browser = admin.browser()
    asked = browser.get("/pages?q=党建")
    assert asked.headers["location"].startswith("/login?next=%2Fpages")
    form = browser.get(asked.headers["location"]).text
    assert 'value="/pages?q=%E5%85%9A%E5%BB%BA"' in form


@pytest.mark.parametrize(
    "name",
    ["../accounts.db", "..%2f..%2fusers.db", "admin.css/../../application.py", "users.db", "%2e%2e/users.db"],
)
def test_no_path_leads_out_of_the_static_files(admin: Admin, name: str) -> None:
    assert admin.as_(Role.OPERATOR).get(f"/static/{name}").status_code in (404, 303)


@pytest.mark.parametrize(
    "path",
    [
        "/exports/..%2f..%2fusers.db/file",
        "/exports/-1/file",
        "/exports/99/file",
        "/topics/..%2fadmin",
        "/crawls/..%2f..",
    ],
)
def test_no_name_leads_to_other_files(admin: Admin, path: str) -> None:
    assert admin.as_(Role.OPERATOR).get(path).status_code in (400, 404)


@pytest.mark.parametrize("name", ["..", "../evil", "a/b", ".hidden", "a\\b", "", "x" * 65])
def test_no_topic_is_made_elsewhere(admin: Admin, name: str) -> None:
    answer = admin.post(Role.EDITOR, "/topics/new", name=name, words="党建\n支部", seeds="http://a.cn/")
    assert answer.status_code == 400
    folder = admin.services.configuration.topics
    assert not folder.exists() or not list(folder.iterdir())


def test_a_session_cannot_be_chosen_for_someone(admin: Admin) -> None:
    browser = admin.browser()
    browser.cookies.set(SESSION, "planted")
    answer = admin.log_in(browser, "viewer")
    (cookie,) = [one for one in answer.headers.get_list("set-cookie") if one.startswith(SESSION)]
    given, *marks = cookie.lower().split("; ")
    assert "planted" not in given and len(given) > len(SESSION) + 40
    assert {"httponly", "path=/", "samesite=strict"} <= set(marks)
    other = admin.browser()
    other.cookies.set(SESSION, "planted")
    assert other.get("/pages").status_code == 303


def test_a_log_in_ends_the_session_before_it_and_a_log_out_its_own(admin: Admin) -> None:
    browser = admin.browser()
    admin.log_in(browser, "viewer")
    first = browser.cookies[SESSION]
    admin.log_in(browser, "viewer")
    second = browser.cookies[SESSION]
    assert admin.services.accounts.user_of(first) is None
    token = token_in(browser.get("/account").text)
    assert browser.post("/logout", data={"token": token}).headers["location"] == "/login"
    assert admin.services.accounts.user_of(second) is None


def test_guessing_is_slowed_down(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    now = [0.0]
    admin.services.throttle = Throttle(lambda: now[0])
    browser = admin.browser()
    for _ in range(FREE):
        assert admin.log_in(browser, "operator", "wrong password").status_code == 401
    refused = admin.log_in(browser, "operator")
    assert refused.status_code == 429 and int(refused.headers["retry-after"]) == 30
    assert admin.log_in(browser, "viewer").status_code == 429  # from the same address
    now[0] = 31.0
    assert admin.log_in(browser, "operator", "wrong password").status_code == 401
    now[0] = 62.0
    assert admin.log_in(browser, "operator").status_code == 429  # twice as long
    now[0] = 100.0
    assert admin.log_in(browser, "operator").status_code == 303


def from_address(admin: Admin, address: str) -> TestClient:
    return TestClient(
        make_application(admin.services),
        base_url="http://localhost",
        follow_redirects=False,
        client=(address, 50000),
    )


def test_of_many_guesses_at_once_no_more_are_looked_at_than_one_by_one(
    make_admin: Callable[..., Admin], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = make_admin()
    looked_at: list[str] = []
    check = admin.services.accounts.check
    monkeypatch.setattr(
        admin.services.accounts, "check", lambda name, *rest: looked_at.append(name) or check(name, *rest)
    )
    with ThreadPoolExecutor(40) as pool:
        browsers = [admin.browser() for _ in range(40)]
        answers = list(
            pool.map(lambda browser: admin.log_in(browser, "operator", "wrong password"), browsers)
        )
    codes = Counter(answer.status_code for answer in answers)
    assert len(looked_at) == FREE == codes[401] and codes[429] == 40 - FREE
    # Whoever has the password is not locked out from elsewhere, and the guesser is, whatever the password.
    assert admin.log_in(from_address(admin, "127.0.0.2"), "operator").status_code == 303
    assert admin.log_in(from_address(admin, "testclient"), "operator").status_code == 429


def test_a_log_in_that_would_wait_too_long_is_refused_at_once_and_not_counted(
    make_admin: Callable[..., Admin],
) -> None:
    admin = make_admin()
    threads = HashingThreads(threads=1)
    admin.services.accounts._hashing = threads
    ends = Event()
    waiting = [threads.submit({"unknown": 8}, ends.wait) for _ in range(8)]
    for _ in range(FREE + 1):
        refused = admin.log_in(admin.browser(), "operator")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert "正在登录的人太多" in refused.text and 'value="operator"' in refused.text
    assert admin.browser().get("/login").status_code == 200  # other pages do not wait
    ends.set()
    for one in waiting:
        assert one.result(10.0)
    assert admin.log_in(admin.browser(), "operator").status_code == 303


def test_guesses_from_everywhere_leave_places_for_owners_and_for_those_who_are_logged_in(
    make_admin: Callable[..., Admin],
) -> None:
    admin = make_admin()
    assert admin.log_in(from_address(admin, "192.0.2.7"), "operator").status_code == 303
    editor = admin.as_(Role.EDITOR)
    threads = HashingThreads(threads=9)
    admin.services.accounts._hashing = threads
    ends = Event()
    waiting = [threads.submit({"unknown": 8}, ends.wait) for _ in range(8)]
    try:
        assert admin.log_in(from_address(admin, "192.0.2.8"), "operator").status_code == 503
        assert admin.log_in(from_address(admin, "192.0.2.7"), "operator").status_code == 303
        form = {"token": token_in(editor.get("/account").text), "old": PASSWORD, "new": PASSWORD + "!"}
        assert editor.post("/account", data=form).headers["location"] == "/login"
        assert not any(one.done() for one in waiting)
    finally:
        ends.set()


def test_a_password_that_cannot_be_changed_now_costs_no_attempt(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    editor = admin.as_(Role.EDITOR)
    threads = HashingThreads(threads=1)
    own, admin.services.accounts._hashing = admin.services.accounts._hashing, threads
    ends = Event()
    waiting = [threads.submit(USERS, ends.wait) for _ in range(USERS["users"])]
    form = {"token": token_in(editor.get("/account").text), "old": PASSWORD, "new": PASSWORD + "!"}
    for _ in range(FREE + 1):
        refused = editor.post("/account", data=form)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    ends.set()
    assert all(one.result(10.0) for one in waiting)
    admin.services.accounts._hashing = own
    assert editor.post("/account", data=form).headers["location"] == "/login"


@pytest.mark.parametrize("same_name", [False, True])
def test_a_name_and_an_address_have_a_share_of_the_queue(same_name: bool) -> None:
    threads = HashingThreads(threads=1)
    ends = Event()
    queued = []
    with pytest.raises(BusyError):
        for number in range(8):
            name, address = ("a", f"address {number}") if same_name else (f"n{number}", "address 1")
            shares = log_in_shares(f"user {name} {address}", name, address, is_known=False)
            queued.append(threads.submit(shares, ends.wait))
    assert len(queued) == FREE
    other = threads.submit(log_in_shares("user b", "b", "address b", is_known=False), bool)
    ends.set()
    assert all(one.result(10.0) for one in queued) and other.result(10.0) is False
    threads.close()


def test_an_account_of_their_own_does_not_help_those_who_guess() -> None:
    throttle = Throttle(lambda: 0.0)
    for number in range(FREE - 1):
        assert throttle.begin(f"user {number}", "address") == 0
    assert throttle.begin("user own", "address") == 0
    throttle.succeeded("user own", "address")
    assert throttle.begin("user next", "address") == 0
    assert throttle.begin("user own", "address") == 30.0


def test_a_refusal_by_the_queue_begins_no_pause_anew() -> None:
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    for _ in range(FREE):
        assert throttle.begin("user a", "address") == 0
    now[0] = 31.0
    for _ in range(3):
        assert throttle.begin("user a", "address") == 0
        throttle.take_back("user a", "address")
    assert throttle.begin("user a", "address") == 0
    assert throttle.begin("user a", "address") == 60.0


def test_the_log_names_who_is_guessed_but_not_what_nobody_is_called(
    make_admin: Callable[..., Admin], caplog: pytest.LogCaptureFixture
) -> None:
    admin = make_admin()
    for number in range(FREE):
        admin.log_in(from_address(admin, "192.0.2.7"), "operator", "wrong password")
        admin.log_in(from_address(admin, "192.0.2.8"), "my password", f"wrong {number}")
    lines = [one.getMessage() for one in caplog.records if one.name.endswith("entrance")]
    assert lines == [
        "failed log-ins of operator from 192.0.2.7: paused for 30 s",
        "failed log-ins of an unknown user from 192.0.2.8: paused for 30 s",
    ]


def test_the_body_of_a_log_in_is_short(admin: Admin) -> None:
    browser = admin.browser()
    answer = admin.log_in(browser, "operator", "x" * MOST_BYTES_OF_LOG_IN)
    assert answer.status_code == 413


def test_a_log_in_from_another_site_is_refused(admin: Admin) -> None:
    browser = admin.browser()
    form = {"name": "viewer", "password": PASSWORD}
    assert browser.post("/login", data=form).status_code == 403
    token = token_in(browser.get("/login").text)
    assert admin.browser().post("/login", data={**form, "token": token}).status_code == 403


def test_large_bodies_are_refused(admin: Admin) -> None:
    browser = admin.as_(Role.OPERATOR)
    large = b"x" * (MOST_BYTES + 1)
    assert browser.post("/topics/new", content=large).status_code == 413

    def chunks() -> Any:
        yield from (large[:1_000_000] for _ in range(10))

    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert browser.post("/topics/new", content=chunks(), headers=headers).status_code == 413


def test_the_file_of_users_keeps_no_secret_and_belongs_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "users.db"
    accounts = Accounts(file, hasher=QUICK)
    password = accounts.first_password()
    assert password and accounts.first_password() is None
    token = accounts.begin_session("admin")
    assert accounts.user_of(token) is not None
    content = file.read_bytes()
    assert password.encode() not in content and token.encode() not in content
    assert file.stat().st_mode & 0o077 == 0
    assert b"$argon2id$" in content


def test_sessions_end_by_themselves_and_with_the_password(tmp_path: Path) -> None:
    now = [datetime.now(UTC).timestamp()]
    accounts = Accounts(tmp_path / "users.db", lambda: now[0], QUICK)
    accounts.set_user("a", PASSWORD, Role.OPERATOR)
    token = accounts.begin_session("a")
    for _ in range(5):
        now[0] += LONGEST_REST - 1
        assert accounts.user_of(token) is not None
    now[0] += LONGEST_REST + 1
    assert accounts.user_of(token) is None
    token = accounts.begin_session("a")
    for _ in range(20):
        now[0] += LONGEST_REST - 1
    assert accounts.user_of(token) is None
    token = accounts.begin_session("a")
    accounts.set_user("a", PASSWORD + "!", Role.OPERATOR)
    assert accounts.user_of(token) is None


def test_the_last_operator_stays_and_short_passwords_are_refused(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "users.db", hasher=QUICK)
    accounts.set_user("a", PASSWORD, Role.OPERATOR)
    with pytest.raises(AdminError):
        accounts.remove_user("a")
    with pytest.raises(AdminError):
        accounts.set_user("a", PASSWORD, Role.VIEWER)
    with pytest.raises(AdminError):
        accounts.set_user("b", "short", Role.VIEWER)
    accounts.set_user("b", PASSWORD, Role.OPERATOR)
    accounts.remove_user("a")
    assert [user.name for user in accounts.users()] == ["b"]
    assert set(NAMES) == set(Role)


PACKAGE = Path(__file__).parents[2] / "topiccrawl"
NUMBERS = ("9" * 30, "9" * 5000, "٣" * 30)
SKIPPED = ("/logout", "/users/remove", "/topics/new/probe")


def names() -> set[str]:
    """Every name that the code reads from a form or a query."""
    found = set()
    for file in (*PACKAGE.glob("admin/**/*.py"), *PACKAGE.glob("newsroom/pages/*.py")):
        code = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"""(?:form(?:\.get)?|query|value|params\.get)[(\[]["'](\w+)["']""", code))
    return found - {"token"}


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number[:6]}-{len(number)}")
def test_no_number_is_an_error_of_the_server(admin: Admin, number: str) -> None:
    fields = names()
    assert len(fields) > 40
    browser, wrong = admin.as_(Role.OPERATOR), []
    token = token_in(browser.get("/account").text)
    for route in ROUTES:
        path = path_of(route, number if number.isascii() and number.isdecimal() else "1", "样例")
        if path.startswith(SKIPPED) or path.endswith("/events"):
            continue
        for topic in ({}, {"topic": "样例"}):
            query = dict.fromkeys(fields, number[:60]) | topic
            form = dict.fromkeys(fields - {"name"}, number) | topic | {"token": token}
            posts = "POST" in (route.methods or ())
            for ask in (
                partial(browser.get, params=query),
                partial(browser.post, data=form) if posts else None,
            ):
                try:
                    answer = ask(path) if ask else None
                except Exception as error:  # the test client raises what a server answers with 500
                    wrong.append((route.path, ask.func.__name__, repr(error)[:200]))
                    continue
                if answer is not None and "corpus.db" in answer.text:
                    wrong.append((route.path, ask.func.__name__, "names the database"))
    assert not wrong


def workbook(word: str) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.add_worksheet().write_string(0, 0, word)
    return out.getvalue()


def test_characters_that_nobody_sees_are_no_title(make_admin: Callable[..., Admin], tmp_path: Path) -> None:
    admin = make_admin()
    admin.post(Role.EDITOR, "/topics/partybuild/copy")
    path, seeds = "/topics/partybuild/start", "http://a.cn/"
    assert admin.post(Role.EDITOR, path, title="\x00\u200b", seeds=seeds).status_code == 400
    assert admin.post(Role.EDITOR, path, title="党\u200b建", seeds=seeds).status_code == 303
    assert Topic.load(tmp_path / "topics" / "partybuild").title == "党建"


@pytest.mark.parametrize("length", [65, 30_000, 5_000_000])
def test_long_words_are_refused_in_every_form(make_admin: Callable[..., Admin], length: int) -> None:
    admin = make_admin()
    admin.post(Role.EDITOR, "/topics/partybuild/copy")
    word = "党" * min(length, 2_000_000)
    files = [("a.csv", f"{word},1\n".encode())]
    if length <= 32_767:
        files.append(("a.xlsx", workbook(word)))
    for name, data in files:
        answer = admin.post(Role.EDITOR, "/topics/partybuild/import", files={"file": (name, data)})
        assert answer.status_code == 400
        assert len(answer.content) < 50_000
    answer = admin.post(Role.EDITOR, "/topics/partybuild/words", words=f"{word}\t1\n支部\t1")
    assert answer.status_code in (400, 413)
    assert len(answer.content) < 50_000
    answer = admin.post(
        Role.EDITOR, "/topics/partybuild/start", title=word[:100_000] * 4, seeds="http://a.cn/"
    )
    assert answer.status_code in (400, 413)
    assert len(answer.content) < 50_000


def test_long_words_are_refused_in_topic_files_and_lists(tmp_path: Path) -> None:
    long = "党" * 65
    file = tmp_path / "list.txt"
    file.write_text(f"支部\n{long}\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"list\.txt:2.*64"):
        read_word_list(file)
    with pytest.raises(TopicError, match="64"):
        create_topic(tmp_path / "new", Draft("题", (long,)))
    with pytest.raises(TopicError, match="200"):
        Draft("题" * 201, ("支部",))
    folder = create_topic(tmp_path / "t", Draft("题", ("支部", "党员"))).folder
    with pytest.raises(TopicError, match="64"):
        add_words(Path(str(folder)), [long])
    for name in ("words.tsv", "learned.tsv"):
        (tmp_path / "t" / name).write_text(f"支部\t1\n{long}\t1\n", encoding="utf-8")
    with pytest.raises(TopicError, match=r"words\.tsv:2.*64"):
        Topic.load(tmp_path / "t")
