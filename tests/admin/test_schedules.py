"""Regular crawls: when they start, what is made up, and that there are never two of a topic."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from admin.conftest import Admin

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.crawls import processes
from topiccrawl.admin.crawls.processes import CrawlProcesses
from topiccrawl.admin.crawls.scheduler import Scheduler
from topiccrawl.admin.crawls.schedules import Schedule, Schedules
from topiccrawl.admin.crawls.timetable import next_start
from topiccrawl.admin.rounds import Rounds
from topiccrawl.errors import AdminError, StorageError

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)  # a Wednesday, 20:00 in China
HOUR = timedelta(hours=1)


class World:
    """A schedule with everything around it; what is started is remembered instead."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.schedules = Schedules(folder / "schedules.db")
        self.started: list[tuple[str, int, bool]] = []
        self.running: set[str] = set()
        self.codes: dict[str, int] = {}
        self.alive: set[str] = set()
        self.reason = ""

    def look(self, now: datetime, *, one_writer: bool = True) -> None:
        processes = SimpleNamespace(is_running=self.running.__contains__, exit_code=self.codes.get)
        services: Any = SimpleNamespace(
            schedules=self.schedules, processes=processes, scrapyd=None, start_crawl=self.start,
            configuration=SimpleNamespace(has_one_writer=one_writer),
            writers=lambda: self.alive | self.running, read=lambda query, topic, since: self.reason,
        )  # fmt: skip
        Scheduler(services).look(now)

    def start(self, topic: str, *, pages: int, fresh: bool, revisit: bool) -> str:
        if topic == "no such topic":
            raise AdminError(topic)
        self.started.append((topic, pages, revisit))
        self.running.add(topic)
        return ""

    def one(self, number: int = 1) -> Schedule:
        return next(row for row in self.schedules.all() if row.number == number)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def machine_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of this machine."""

    def put(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield put
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("cron", "start"),
    [
        ("1 20 * * *", "2024-05-01T12:01"),
        ("0 20 * * *", "2024-05-02T12:00"),
        ("0 0 * * *", "2024-05-01T16:00"),
        ("0 3 * * 1", "2024-05-05T19:00"),
        ("0 20 * * 3", "2024-05-08T12:00"),
        ("30 8,17 * * 1-5", "2024-05-02T00:30"),
    ],
)
def test_a_start_is_the_next_of_its_time_in_china(
    cron: str, start: str, machine_in: Callable[[str], None]
) -> None:
    for zone in ("UTC", "America/New_York"):
        machine_in(zone)
        assert f"{next_start(cron, NOW).astimezone(UTC):%Y-%m-%dT%H:%M}" == start


@pytest.mark.parametrize(
    "cron", ["", "3:30", "60 1 * * *", "0 0 1 1", "0 0 0 1 1 *", "0 0 31 2 *", "x * * * *"]
)
def test_a_timetable_that_cannot_be_read_is_named(cron: str) -> None:
    with pytest.raises(AdminError, match="is no timetable: minute, hour"):
        next_start(cron, NOW)


def test_schedules_of_an_earlier_version_are_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "schedules.db"
    with sqlite3.connect(file) as connection:
        connection.execute(
            "CREATE TABLE schedules (number INTEGER PRIMARY KEY, topic, seconds, minute, weekday, zone, pages, paused, "
            "next_at, last_at, result, job, once)"
        )
        rows = [
            ("甲", 0, 210, None, 0),
            ("乙", 0, 1200, 6, 0),
            ("丙", 21600, 0, None, 0),
            ("丁", 604800, 0, None, 1),
        ]
        for topic, seconds, minute, weekday, once in rows:
            values = (topic, seconds, minute, weekday, NOW.timestamp(), once)
            connection.execute(
                "INSERT INTO schedules VALUES (NULL, ?, ?, ?, ?, '', 5, 0, ?, NULL, '', '', ?)", values
            )
    for _ in range(2):
        found = {one.topic: (one.cron, one.once, one.pages, one.next_at) for one in Schedules(file).all()}
        assert found == {
            "甲": ("30 3 * * *", 0, 5, NOW),
            "乙": ("0 20 * * 7", 0, 5, NOW),
            "丙": ("0 */6 * * *", 0, 5, NOW),
            "丁": ("0 3 * * *", 1, 5, NOW),
        }


def test_schedules_that_are_taken_over_are_never_there_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, connect = tmp_path / "schedules.db", sqlite3.connect
    with connect(file) as connection:  # of a version without crawls that start once
        connection.execute(
            "CREATE TABLE schedules (number INTEGER PRIMARY KEY, topic, seconds, minute, weekday, zone, pages, paused, "
            "next_at, last_at, result, job)"
        )
        connection.execute(
            "INSERT INTO schedules VALUES (1, '甲', 0, 210, NULL, '', 5, 0, ?, NULL, '', '')",
            (NOW.timestamp(),),
        )

    def interrupted(*args: Any, **options: Any) -> sqlite3.Connection:
        made = connect(*args, **options)
        made.set_authorizer(lambda action, *_: action == sqlite3.SQLITE_DROP_TABLE)
        return made

    monkeypatch.setattr(sqlite3, "connect", interrupted)
    with pytest.raises(AdminError, match="cannot hold the schedules"):
        Schedules(file)
    monkeypatch.undo()
    assert [(one.topic, one.cron, one.once) for one in Schedules(file).all()] == [("甲", "30 3 * * *", 0)]


def test_a_missed_start_is_made_up_once_also_after_a_restart(world: World) -> None:
    world.schedules.add("partybuild", "0 3 * * *", 500, NOW)
    world.look(NOW)
    assert not world.started
    later = NOW + timedelta(days=5, hours=1)
    world.schedules = Schedules(world.folder / "schedules.db")  # the application was down for five days
    world.look(later)
    world.look(later + HOUR)
    assert world.started == [("partybuild", 500, True)]
    assert world.one().next_at == datetime(2024, 5, 6, 19, tzinfo=UTC)
    assert world.one().last_at == later


def test_two_applications_start_it_once(world: World) -> None:
    world.schedules.add("partybuild", "0 * * * *", 0, NOW - HOUR)
    read = world.one()
    assert world.schedules.claim(read, NOW, "started", started=True)
    assert not Schedules(world.folder / "schedules.db").claim(read, NOW, "started", started=True)


def test_a_start_is_left_out_while_a_crawl_of_the_topic_runs(world: World) -> None:
    world.schedules.add("partybuild", "0 * * * *", 0, NOW - HOUR)
    world.alive = {"partybuild"}  # started from a terminal
    world.look(NOW)
    assert not world.started and world.one().result == "left_out"
    assert world.one().next_at == NOW + HOUR and world.one().last_at is None
    world.alive = set()
    world.look(NOW + HOUR)
    world.look(NOW + 2 * HOUR)  # its own crawl still runs
    assert len(world.started) == 1


def test_a_start_waits_for_the_crawl_of_another_topic_only_with_a_file(world: World) -> None:
    world.schedules.add("partybuild", "0 * * * *", 0, NOW - HOUR)
    world.alive = {"football"}
    world.look(NOW)
    world.look(NOW + 3 * HOUR)
    assert not world.started and world.one().result == "waits"
    world.look(NOW + 3 * HOUR, one_writer=False)
    assert len(world.started) == 1


def test_what_became_of_a_start_is_noted(world: World) -> None:
    world.schedules.add("partybuild", "0 * * * *", 0, NOW - HOUR)
    world.schedules.add("no such topic", "0 * * * *", 0, NOW)
    world.look(NOW)
    world.look(NOW)
    assert world.one().result == "started"
    world.running, world.codes = set(), {"partybuild": 3}
    world.look(NOW)
    assert world.one().result == "exit 3"
    world.look(NOW + HOUR)
    world.running, world.reason = set(), "finished"
    world.look(NOW + HOUR)
    assert world.one().result == "end finished"
    assert world.one(2).result.startswith("error") and "no such topic" in world.one(2).result


def test_a_paused_schedule_starts_nothing_and_makes_nothing_up(world: World) -> None:
    number = world.schedules.add("partybuild", "0 3 * * *", 0, NOW)
    world.schedules.pause(number)
    world.look(NOW + timedelta(days=3))
    world.schedules.resume(number, NOW + timedelta(days=3))
    world.look(NOW + timedelta(days=3))
    assert not world.started
    world.look(NOW + timedelta(days=4))
    assert len(world.started) == 1
    world.schedules.remove(number)
    assert not world.schedules.all()


def test_logs_have_the_time_of_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str] = {}
    monkeypatch.setattr(processes, "subprocess", mock.Mock(Popen=lambda *_, env, **__: given.update(env)))
    CrawlProcesses(f"sqlite:///{tmp_path / 'none.db'}", "", tmp_path).launch("job", ["topic", "list"])
    shown = subprocess.run(
        [sys.executable, "-c", "import time; print(time.strftime('%H', time.localtime(0)))"],
        env=given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert shown.stdout.strip() == "08"


@pytest.mark.parametrize(("language", "help_text"), [("en", "Options"), ("zh", "选项"), ("", "选项")])
def test_logs_are_in_the_language_of_who_starts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, help_text: str
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    running = CrawlProcesses(f"sqlite:///{tmp_path / 'none.db'}", "", tmp_path)
    running.launch("job", ["topic", "list", "--help"], language)
    deadline = time.monotonic() + 60
    while running.exit_code("job") is None:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert any(help_text in line for line in running.log_tail("job"))


def test_a_command_holds_its_lock_after_the_application_that_started_it(tmp_path: Path) -> None:
    first = CrawlProcesses(f"sqlite:///{tmp_path / 'none.db'}", "", tmp_path)
    first.launch("job", ["topic", "list"])
    second = CrawlProcesses(f"sqlite:///{tmp_path / 'none.db'}", "", tmp_path)  # as after a restart
    assert second.is_running("job") and not second.is_running("other")
    with pytest.raises(AdminError):
        second.launch("job", ["topic", "list"])
    deadline = time.monotonic() + 60
    while second.is_running("job"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    while first.exit_code("job") is None:  # the lock is released a moment before
        time.sleep(0.01)
    assert first.exit_code("job") == 0
    assert any("partybuild" in line for line in second.log_tail("job"))


def test_the_pages_set_up_pause_and_remove_a_regular_crawl(make_admin: Callable[..., Admin]) -> None:
    admin = make_admin()
    form = {"topic": "partybuild", "cron": "３０  3 * * 7"}
    assert admin.post(Role.OPERATOR, "/schedules", **form, pages="200").status_code == 303
    html = admin.as_(Role.VIEWER).get("/schedules").text
    assert "<code>30 3 * * 7</code>" in html and ">200<" in html and 'name="do"' not in html
    (one,) = admin.services.schedules.all()
    assert one.cron == "30 3 * * 7"
    admin.post(Role.OPERATOR, f"/schedules/{one.number}", do="pause")
    assert "已暂停" in admin.as_(Role.VIEWER).get("/schedules").text
    admin.post(Role.OPERATOR, f"/schedules/{one.number}", do="resume")
    assert not admin.services.schedules.all()[0].paused
    admin.post(Role.OPERATOR, f"/schedules/{one.number}", do="remove")
    assert not re.search(r'action="/schedules/\d', admin.as_(Role.OPERATOR).get("/schedules").text)
    for wrong in ({"topic": "../x"}, {"cron": "0 25 * * *"}, {"cron": ""}):
        assert admin.post(Role.OPERATOR, "/schedules", **(form | wrong)).status_code == 400
    assert not admin.services.schedules.all()


class _Failing(Rounds):
    """Fails twice, each time in another way."""

    def __init__(self) -> None:
        super().__init__("test", 0.01, "the test waits: %s")
        self.looks = 0
        self.went_on = threading.Event()

    def look(self, now: datetime) -> None:
        self.looks += 1
        if self.looks == 1:
            raise StorageError("the database is away")
        if self.looks == 2:
            raise ValueError("a bug")
        self.went_on.set()


def test_an_error_of_any_kind_is_logged_and_the_next_look_comes(caplog: pytest.LogCaptureFixture) -> None:
    rounds = _Failing()
    rounds.begin()
    try:
        assert rounds.went_on.wait(10)
    finally:
        rounds.close()
    said = [(record.levelname, record.getMessage(), bool(record.exc_info)) for record in caplog.records]
    assert said == [
        ("WARNING", "the test waits: the database is away", False),
        ("ERROR", "the test waits: a bug", True),
    ]


def test_rounds_that_never_began_can_be_closed() -> None:
    rounds = _Failing()
    rounds.close()
    assert rounds.looks == 0
